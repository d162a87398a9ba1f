"""Adapters: the games for the tools of research.  `pettingzoo`, `gymnasium` (extra `rl`) and `openspiel` (extra of
that name) are thin; what they share is here and needs the standard library only: `stepper` plays a match one small
step at a time, `features` turns a view into numbers, `words` turns it into text.
"""
