"""The other side agrees: who must, what each side writes by name, and the totals. Of a deal it is
the side that does not hold the box, of a correction the one that loses by it. Refused leads back
to where it came from; nothing is written before. In a locked match the code will do as well."""

from coinche.seats import other
from scorer import entry, phrases, told
from scorer.choice import Choice
from scorer.screens import undo

_BARE = ("u", "x", "y", "r", "+")  # corrections that are no deal


def ask(s, w):
    labels = {"refuse": w("agree.no"), "accept": w("agree.yes")}
    code = "code" if s.lock and s.fix else None
    labels["code"] = w("menu.code")
    return Choice(
        [a for a in ("refuse", "accept", code) if a], labels,
        row=["refuse", code, None, "accept"], writes="accept",
        last="game" if s.place else "referee",
    )


def take(s, answer):
    if answer == "refuse":
        back(s)
    elif answer == "code":
        s.aside("lock")
    elif s.fix:
        s.correct()
    else:
        s.write()


def back(s):
    s.go("undo" if s.fix[:1] in _BARE else "preview")


def _who(s, after):
    """The side that is asked."""
    gain = 0
    if s.fix:
        for totals, sign in ((after["totals"], 1), (s.state["totals"], -1)):
            gain += sign * (totals["NS"] - totals["WE"])
    return other("NS" if gain > 0 else "WE" if gain < 0 else phrases.us(s))


def view(s, w, put):
    after = s.corrected() if s.fix else entry.written(s)
    put("title", w("agree.who", phrases.pair(s, w, _who(s, after))))
    if s.fix[:1] in _BARE:
        put("question", undo.title(s, w))
        line, marks = told.fixed(s, w)
        put("text", line, row=0)
        put("text", marks, row=1)
    elif after["marks"]:
        for i, side in enumerate(("NS", "WE")):
            put("text", "%s +%d" % (phrases.pair(s, w, side), after["marks"][side]), row=i)
    undo.change(s, w, put, after)
