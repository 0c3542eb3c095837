"""For which side: a belote, or the declaration that was just named. The side is enough for every
mark."""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    left, right = ("NS", "WE") if phrases.us(s) == "NS" else ("WE", "NS")
    labels = {
        left: phrases.side(s, w, left),
        right: phrases.side(s, w, right),
        "nobody": w("nobody"),
    }
    answers = [left, right, "nobody"]
    start = answers.index(phrases.takers(s))  # who took holds them more often
    labels["contest"] = w("contest")
    labels["holder"] = w("holder")
    more = "contest" if _worth(s) else "holder" if entry.top_belotes(s) == 1 else None
    row = answers + [more]
    return Choice([a for a in row if a], labels, row=row, start=start)


def take(s, answer):
    if answer == "holder":
        s.go("holder")
        return
    if answer == "contest":  # the box judges: by seat
        from scorer import announced

        s.typed = s.typed.partition("m")[0]
        announced.begin(s)
        s.go("contest")
        return
    points = int(_worth(s) or 0)
    field = "melds_" if points else "belote_"
    mine, theirs = field + "takers", field + "defence"
    if not points:
        s.tell("b")  # whose it was is not asked
    if answer == "nobody":
        s.facts.pop(mine, None)
        s.facts.pop(theirs, None)
    else:
        if answer != phrases.takers(s):
            mine, theirs = theirs, mine
        if points:
            s.facts.pop(theirs, None)  # one side writes declarations, never both (RULES 9.7)
            s.facts[mine] = s.facts.get(mine, 0) + points
        elif entry.top_belotes(s) == 1:
            s.facts.pop(theirs, None)
            s.facts[mine] = 1
        elif s.facts.get(mine, 0) + s.facts.get(theirs, 0) < entry.top_belotes(s):
            s.facts[mine] = s.facts.get(mine, 0) + 1
    back(s)
    if s.screen == "declare":
        s.leave()


def _worth(s):
    """The points of the declaration that was named, "" for a belote."""
    return s.typed.partition("m")[2]


def back(s):
    s.typed = s.typed.partition("m")[0]
    s.leave()


def view(s, w, put):
    strip.contract(s, w, put)
    put("who", " · ".join(phrases.said(s, w)))
    points = _worth(s)
    put("ask", w("ask.melds", points) if points else w("ask.belote"))
