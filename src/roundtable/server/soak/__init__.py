"""`roundtable soak`: a server under load, faults and bad neighbours, with every promise checked.

`proxy` disturbs the way to the database, `people` and `company` play, `soak` runs it all, `verdict` looks at what was
kept.
"""
