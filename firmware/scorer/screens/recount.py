"""Two piles that do not add up: nothing is written; what is missing, and what each pile would have
to hold."""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    first = _known_pile(s)
    labels = {
        "t": w("pile.short", phrases.side(s, w, phrases.takers(s))),
        "d": w("pile.short", phrases.side(s, w, phrases.defence(s))),
    }
    other = "d" if first == "t" else "t"
    return Choice([first, other], labels, row=[None, first, other, None])


def _known_pile(s):
    """The pile that was counted first."""
    return "t" if s.typed[0] == "D" else "d"


def take(s, answer):
    """The pile that is counted again is taken for right; the other is checked once more from the
    preview."""
    second = s.typed[0].lower()
    if answer == second:
        s.typed = answer.upper()
    else:
        s.typed = answer
    s.go("count")


def back(s):
    s.typed = s.typed[:-1]
    s.go("units")


def view(s, w, put):
    strip.contract(s, w, put)
    _, pile = entry.unit(s)
    known = entry.known(s)
    second = int(s.typed[1:])
    first = known if s.typed[0] == "D" else pile - known
    missing = pile - first - second
    put("sum.line", "%d + %d = %d" % (first, second, first + second))
    put("missing", w("missing" if missing > 0 else "too.much", abs(missing)))
    one, two = phrases.takers(s), phrases.defence(s)
    if s.typed[0] == "T":
        one, two = two, one
    put(
        "hint",
        w("if.holds", phrases.side(s, w, one), first, phrases.side(s, w, two), pile - first),
        row=0,
    )
    put(
        "hint",
        w("if.holds", phrases.side(s, w, two), second, phrases.side(s, w, one), pile - second),
        row=1,
    )
    put(
        "hint",
        w("hint.ten")
        if abs(missing) == 10
        else w("hint.twenty")
        if abs(missing) == 20
        else w("recount"),
        row=2,
    )
