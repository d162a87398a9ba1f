"""The server: tables in the browser, for people and anybody's bots.

A match is its log; the server keeps the log in a store, holds a table in memory while somebody needs it, and shows each
viewer a scene made from the view of the seat it may see.  An answer is acknowledged when it is on disk, not before.
"""
