"""Before and after of what is no deal: taking back the latest event, bringing it back, deleting an
earlier one, other rules, and what a ruling of the referee costs. It works through the end of a
match, an all pass and a misdeal."""

from coinche.errors import RuleError
from scorer import phrases, told
from scorer.choice import Choice

_TITLES = {
    "u": "undo.title",
    "y": "redo.title",
    "x": "delete.title",
    "r": "rules.other",
    "+": "apply.title",
}


def ask(s, w):
    after = s.corrected()
    accept = None if isinstance(after, RuleError) else "accept"
    labels = {"keep": w("keep"), "accept": w("accept"), "insert": w("fix.insert")}
    labels["since"] = w("since.now" if s.fix[2:4] == "1 " else "since.first")
    labels["count"] = w("since.count")
    other = "insert" if s.fix[0] == "x" else "count" if _wants_count(after) else None
    since = "since" if s.fix[0] == "r" and s.state["events"] else None
    answers = [a for a in ("keep", accept, other, since) if a]
    last = "game" if s.place else "referee"
    return Choice(answers, labels, row=["keep", other, since, accept], writes="accept", last=last)


def _wants_count(after):
    """Whether other rules need a count that was never taken."""
    return isinstance(after, RuleError) and after.why == "needed"


def _number(error):
    """The live event that an error is about."""
    return int(error.field.partition("[")[2].partition("]")[0]) + 1


def take(s, answer):
    if answer == "accept":
        accept(s)
    elif answer == "since":  # the whole match, or from the next deal on
        first, _, key = s.fix[2:].partition(" ")
        since = s.state["events"] + 1 if first == "1" else 1
        s.fix = "r %d %s" % (since, key)
        s.go("undo", s.at)
    elif answer == "count":  # asked for here, because these rules never asked
        n, s.fix = _number(s.corrected()), ""
        s.revise(n)
        s.typed = "t" if s.facts.get("made") is False else "d"
        s.go("count")
    elif answer == "insert":
        n = int(s.fix[2:])
        s.fix = ""
        s.insert(n)
    else:
        back(s)


def accept(s):
    """Writes the correction, or asks the other side first."""
    if s.agree == "off" and not s.lock:
        s.correct()
    else:
        s.go("agree")


def back(s):
    if s.fix[0] == "r":
        from scorer import own

        at = own.keys(s).index(s.fix.rpartition(" ")[2])
        s.fix = ""
        s.go("elsewhere" if s.origin.rpartition(">")[2] == "match" else "rules", at)
    elif s.fix[:2] == "+i":
        s.leave_fix()
    elif s.place:
        s.fix = ""
        s.plead("ruling", ".".join(s.path.split(".")[:2]))
    else:
        s.fix = ""
        s.leave()


def title(s, w):
    """What kind of change it is."""
    return w("insert.title" if s.fix[:2] == "+i" else _TITLES[s.fix[0]])


def view(s, w, put):
    put("title", title(s, w))
    after = s.corrected()
    if isinstance(after, RuleError):
        if s.fix[0] == "r":
            which = "since.wants" if _wants_count(after) else "since.never"
            put("text", told.lines(s, w, _number(after) - 1, _number(after))[0][0], row=0)
            put("text", w(which), row=1)
        else:
            put("text", w("cannot" if s.fix[0] == "+" else "undo.nothing"), row=0)
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
