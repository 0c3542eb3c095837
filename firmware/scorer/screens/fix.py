"""An earlier deal, corrected: it opens on what was stored, and each field leads back here. What
the totals were and what they would be is shown before anything is accepted; the way back changes
nothing."""

from coinche.errors import RuleError
from scorer import entry, told
from scorer.choice import Choice
from scorer.screens import strip, undo

ENTRY = True


def ask(s, w):
    fine = not isinstance(s.corrected(), RuleError)
    accept = "accept" if fine and told.differs(s) else None
    answers = ["number", "play", "taker"] + ([accept] if accept else []) + ["delete"]
    labels = {a: w("fix." + a) for a in ("number", "play", "taker", "delete")}
    labels["accept"] = w("accept")
    labels["said"] = w("melds" if s.rules["melds.on"] else "belote")
    said = None
    if entry.may_say(s):
        said = "said"
        answers.append(said)
    return Choice(
        answers,
        labels,
        row=["number", "play", "taker", accept],
        holds=("delete", said),
        writes="accept",
    )


def take(s, answer):
    if answer == "accept":
        s.correct()
    elif answer == "delete":
        n = s.fix[2:]
        s.leave_fix()
        s.fix = "x " + n
        s.aside("undo")
    elif answer == "said":
        s.aside("declare" if s.rules["melds.on"] else "side")
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
