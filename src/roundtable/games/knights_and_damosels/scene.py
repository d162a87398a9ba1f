"""stub"""
from roundtable.scene import Scene, ask
from .rules import QUESTIONS
def draw(v, seat, names, chosen):
    p=None
    if seat is not None and seat in v.waiting:
        c=QUESTIONS[v.question].choice(v,seat); p=ask(c,"x",chosen,lambda a:a)
    return Scene("", "", "", (), prompt=p)
