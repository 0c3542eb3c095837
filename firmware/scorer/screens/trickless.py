"""A pile of no points: did that side win a trick? Points cannot tell, and a capot is never
inferred."""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def _takers_empty(s):
    return s.facts.get(entry.unit(s)[0]) == 0


def ask(s, w):
    return Choice(
        ["trick", "none"],
        {"trick": w("zero.trick"), "none": w("zero.none")},
        row=[None, "trick", "none", None],
    )


def take(s, answer):
    if answer == "none":
        tricks, typed = "defence_all" if _takers_empty(s) else "takers_all", s.typed
        s.forget_result()
        s.facts["tricks"], s.typed = tricks, typed
    elif entry.unit(s)[0] == "native_cards":
        s.go("last_trick")
        return
    s.go("preview")


def back(s):
    s.typed = s.typed[:-1]
    s.go("units")


def view(s, w, put):
    strip.contract(s, w, put)
    side = phrases.takers(s) if _takers_empty(s) else phrases.defence(s)
    put("need", w("zero.points", phrases.side_big(s, w, side)))
    put("ask", w("ask.zero"))
