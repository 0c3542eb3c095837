"""Who holds the belote, for a table that keeps it by seat; its side follows."""

from scorer import phrases
from scorer.choice import Choice
from scorer.screens import side, strip


def ask(s, w):
    row = list(phrases.seats(s))
    return Choice(row, phrases.keyed(s, w), row=row)


def take(s, answer):
    side.take(s, phrases.side_of(answer))
    s.tell("b", answer)


def back(s):
    s.go("side")


def view(s, w, put):
    strip.contract(s, w, put)
    put("ask", w("ask.holder"))
