"""All that was written, the latest first: one line an event, with its marks. One of them is chosen
to be corrected; a match of the archive is only looked at."""

from scorer import lazy, phrases, told
from scorer.choice import Choice


def _match(s):
    """The match whose deals these are: None where the archive cannot read it."""
    return s.remember("turn", s.fix, lambda: _past(s)) if s.fix else s


def _past(s):
    from scorer import wake

    past = wake.past(s)
    lazy.drop("scorer.wake")
    return past


def ask(s, w):
    match = _match(s)
    if match is None or not match.state["events"]:
        return Choice(["keep"], {"keep": w("back")}, row=["keep", None, None, None])
    ids = [str(n) for n in range(match.state["events"], 0, -1)]
    return Choice(ids, dict.fromkeys(ids, "•"), layout="browse")


def take(s, answer):
    if answer == "keep":
        back(s)
    elif s.fix:
        return
    elif told.is_deal(s, int(answer)):
        s.revise(int(answer))
    else:
        s.fix = "x " + answer
        s.aside("undo")


def back(s):
    s.remember("turn", "", lambda: None)  # a match of the archive
    s.leave()


def view(s, w, put):
    match = _match(s)
    put("title", w("past.one", s.fix[1:]) if s.fix else w("deals.title"))
    if match is None:
        put("text", w("past.unread", s.fix[1:]), row=0)
        return
    at, rows = max(s.at, 0), s.rows("deals.line")
    count = match.state["events"]
    top = max(0, min(at - rows // 2, count - rows))
    lines = told.lines(match, w, count - top - rows, count - top)
    put("deals.head.left", phrases.side_big(s, w, "NS"))
    put("deals.head.right", phrases.side_big(s, w, "WE"))
    for row, (line, marks) in enumerate(reversed(lines)):
        style = "inverse" if top + row == at else ""
        put("deals.line", line, style, row)
        if marks:
            put("deals.left", str(marks["NS"]), "", row)
            put("deals.right", str(marks["WE"]), "", row)
    if count:
        put("deals.sum", told.sums(match, w, count - at))
