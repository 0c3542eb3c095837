"""What was declared and counts: a belote, or a declaration by its worth. Then for which side."""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip

_WORTH = ("20", "50", "100")
_RARE = ("150", "200")


def ask(s, w):
    labels = {n: w("meld." + n) for n in _WORTH + _RARE}
    labels["belote"] = w("belote")
    belote = ["belote"] if entry.top_belotes(s) else []
    return Choice(
        belote + list(_WORTH), labels, row=(belote or [None]) + list(_WORTH), holds=_RARE
    )


def take(s, answer):
    if answer != "belote":
        s.typed += "m" + answer
    s.aside("side")


def back(s):
    s.leave()


def view(s, w, put):
    strip.contract(s, w, put)
    put("who", " · ".join(phrases.said(s, w)))
    put("ask", w("ask.declare"))
