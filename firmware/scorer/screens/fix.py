"""An earlier deal, corrected: it opens on what was stored, and each field leads back here. What
the totals were and what they would be is shown before anything is accepted; the way back changes
nothing."""

from coinche.errors import RuleError
from scorer import told
from scorer.choice import Choice
from scorer.screens import strip, undo


def ask(s, w):
    fine = not isinstance(s.corrected(), RuleError)
    accept = "accept" if fine and told.differs(s) else None
    answers = ["number", "play", "taker"]
    labels = {a: w("fix." + a) for a in answers + ["delete", "insert"]}
    labels["accept"] = w("accept")
    return Choice(
        answers + ([accept] if accept else []),
        labels,
        row=answers + [accept],
        holds=("delete", "insert"),
        writes="accept",
    )


def take(s, answer):
    if answer == "accept":
        undo.accept(s)
    elif answer == "delete":
        n = s.fix[2:]
        s.leave_fix()
        s.fix = "x " + n
        s.aside("undo")
    elif answer == "insert":
        s.insert(int(s.fix[2:]))
    else:
        s.go(answer)


def back(s):
    s.leave_fix()


def view(s, w, put):
    strip.contract(s, w, put)
    after = s.corrected()
    if isinstance(after, RuleError):
        put("verdict", w("cannot"))
        put("question", w("fix.missing"))
        return
    line, marks = told.deal(s, w, after)
    put("fix.line", line)
    put("fix.marks", marks)
    undo.change(s, w, put, after)
