"""Who took the contract of a deal that is corrected."""

from scorer import phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    labels = phrases.keyed(s, w)
    labels["caller"] = w("fix.caller")
    caller = "caller" if s.facts.get("level") else None
    return Choice(
        list("NWSE"),
        labels,
        row=list(phrases.seats(s)),
        holds=(caller, None),
        start="NWSE".index(s.taker),
    )


def take(s, answer):
    if answer == "caller":
        s.go("caller")
        return
    if phrases.side_of(s.taker) != phrases.side_of(answer):
        s.change_sides()
    s.taker = answer
    s.go("fix")


def back(s):
    s.go("fix")


def view(s, w, put):
    strip.contract(s, w, put)
    put("ask", w("ask.taker", s.turn()["deals"] + 1))
