"""stub"""
def say(e, n): return e.name
def prompt(v, s): return v.question
def label(v, a): return a
def why_not(v, s, p, a): return "no", ""
