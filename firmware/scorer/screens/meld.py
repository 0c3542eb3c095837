"""One declaration of a player: its kind, its top card or rank, and whether it is in trump. One
question after the other; the declaration is complete when nothing is left to ask."""

from scorer import announced
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    stage = len(announced.last(s))
    if stage == 1:
        kinds = ["3", "4", "5", "c"]
        return Choice(kinds, {kind: w("kind." + kind) for kind in kinds}, row=kinds)
    if stage == 2:
        ranks = announced.ranks(s)
        return Choice(ranks, {rank: w("rank." + rank) for rank in ranks}, layout="groups")
    return Choice(
        ["+", "-"], {"+": w("in.trump"), "-": w("in.plain")}, row=["+", "-", None, None], start=1
    )


def take(s, answer):
    announced.add(s, answer)
    s.go("meld" if announced.last(s) else "contest")


def back(s):
    announced.drop(s)
    s.go("meld" if announced.last(s) else "contest")


def view(s, w, put):
    strip.contract(s, w, put)
    one = announced.last(s)
    put("who", announced.text(s, w, one))
    put("ask", w(("ask.kind", "ask.rank", "ask.trump")[len(one) - 1]))
