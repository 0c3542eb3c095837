"""Takes back the latest event, brings back what was taken back, or deletes an earlier one, after
showing what that changes. It works through the end of a match, an all pass and a misdeal."""

from coinche.errors import RuleError
from scorer import phrases, told
from scorer.choice import Choice

ENTRY = False
_TITLES = {"u": "undo.title", "y": "redo.title", "x": "delete.title"}


def ask(s, w):
    accept = None if isinstance(s.corrected(), RuleError) else "accept"
    insert = "insert" if s.fix[0] == "x" else None
    answers = [a for a in ("keep", accept, insert) if a]
    return Choice(
        answers,
        {"keep": w("keep"), "accept": w("accept"), "insert": w("fix.insert")},
        row=["keep", insert, None, accept],
        writes="accept",
    )


def take(s, answer):
    if answer == "accept":
        accept(s)
    elif answer == "insert":
        n = int(s.fix[2:])
        s.fix = ""
        s.insert(n)
    else:
        back(s)


def accept(s):
    """Writes the correction, or asks the other side first."""
    if s.agree == "off":
        s.correct()
    else:
        s.go("agree")


def back(s):
    s.fix = ""
    s.leave()


def view(s, w, put):
    put("title", w(_TITLES[s.fix[0]]))
    after = s.corrected()
    if isinstance(after, RuleError):
        put("text", w("undo.nothing"), row=0)
        return
    line, marks = told.fixed(s, w)
    put("text", line, row=0)
    put("text", marks, row=1)
    change(s, w, put, after)
    put("question", w("undo.dealer", phrases.seat(s, w, after["dealer"])))


def change(s, w, put, after):
    """The totals before and after."""
    for i in (0, 1):
        put("change.when", w(("before", "after")[i]), row=i)
        totals = (s.state, after)[i]["totals"]
        sides = (phrases.side(s, w, "NS"), totals["NS"], phrases.side(s, w, "WE"), totals["WE"])
        put("change.what", "%s %d   %s %d" % sides, row=i)
