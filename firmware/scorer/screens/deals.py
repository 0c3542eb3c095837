"""All that was written, the latest first: one line an event, with its marks. One of them is chosen
to be corrected."""

from scorer import phrases, told
from scorer.choice import Choice


def ask(s, w):
    ids = [str(n) for n in range(s.state["events"], 0, -1)]
    return Choice(ids, dict.fromkeys(ids, "•"), layout="browse")


def take(s, answer):
    if told.is_deal(s, int(answer)):
        s.revise(int(answer))
    else:
        s.fix = "x " + answer
        s.aside("undo")


def back(s):
    s.leave()


def view(s, w, put):
    count = s.state["events"]
    at = max(s.at, 0)
    rows = s.rows("deals.line")
    top = max(0, min(at - rows // 2, count - rows))
    lines = told.lines(s, w, count - top - rows, count - top)
    put("title", w("deals.title"))
    put("deals.head.left", phrases.side_big(s, w, "NS"))
    put("deals.head.right", phrases.side_big(s, w, "WE"))
    for row, (line, marks) in enumerate(reversed(lines)):
        style = "inverse" if top + row == at else ""
        put("deals.line", line, style, row)
        if marks:
            put("deals.left", str(marks["NS"]), "", row)
            put("deals.right", str(marks["WE"]), "", row)
