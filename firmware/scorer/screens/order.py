"""Order and value of the cards of this contract, the highest first, as one picture."""

from coinche.cards import RANKS, strengths, value
from scorer.court import bid_here, heading, kinds, offer


def ask(s, w):
    every = kinds(s)
    return offer(w, ["game"] + (every if len(every) > 1 else []))


def take(s, answer):
    if answer == "game":
        s.referee()
    else:
        s.plead("order", s.path.partition(".")[0] + ".order." + answer)


def back(s):
    s.plead("referee", s.path)


def view(s, w, put):
    heading(s, w, put)
    part = s.path.split(".")
    kind = part[2] if len(part) > 2 else bid_here(s)
    if kind in ("SA", "TA"):
        _column(s, w, put, "order.mid", kind, "H")
        put("order.mid.head", w("suit." + kind))
        return
    _column(s, w, put, "order.left", kind, kind)
    _column(s, w, put, "order.right", kind, "H" if kind == "S" else "S")
    put("order.left.head", w("order.trump"))
    put("order.right.head", w("order.plain"))


def _column(s, w, put, place, denomination, suit):
    order = strengths(denomination)["SHDC".index(suit)]
    for rank in range(8):
        card = RANKS[rank] + suit
        row = 7 - order[rank]
        letter = card[0] if rank != 3 else "T"
        put(place, w("rank." + letter), row=row)
        put(place + ".worth", str(value(card, denomination, s.court())), row=row)
