"""Who took the last trick: asked only where the conversion counts the cards without it."""

from scorer import phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    left, right = ("NS", "WE") if phrases.us(s) == "NS" else ("WE", "NS")
    return Choice(
        [left, right],
        {side: phrases.side(s, w, side) for side in (left, right)},
        row=[left, right, None, None],
    )


def take(s, answer):
    s.facts["last_trick"] = "takers" if answer == phrases.takers(s) else "defence"
    s.go("preview")


def back(s):
    s.typed = s.typed[:-1]
    s.go("units")


def view(s, w, put):
    strip.contract(s, w, put)
    put("ask", w("ask.last_trick"))
