"""The matches that were played, the latest first; and one of them: its rules, who sat where, the
totals. From there its deals, taking it up again, and deleting it by a long hold; while the box is
locked, only its deals."""

from scorer import archive, phrases
from scorer.choice import Choice

_SIDES = ("NS", "WE")


class _Table:
    """Who sat where in a match of which only the line of the list was read."""

    def __init__(self, names, reader):
        self.names = {seat: name for seat, name in zip("NWSE", names.split(",")) if name}
        self.reader = reader


def ask(s, w):
    if s.fix:
        words = archive.head(s.journal.fs, _number(s))
        if words:
            return _one(s, w, words)
        s.fix = ""
    ids = [str(n) for n in archive.others(s)[0]]
    if not ids:
        return Choice(["keep"], {"keep": w("back")}, row=["keep", None, None, None])
    return Choice(ids, dict.fromkeys(ids, "•"), layout="browse")


def _number(s):
    return int(s.fix[1:])


def _one(s, w, words):
    deals = "deals" if words[3] != "0" else None
    labels = {"deals": w("menu.deals"), "start": w("past.on"), "drop": w("fix.delete")}
    if s.lock:
        labels["keep"] = w("back")
        return Choice([deals or "keep"], labels, row=[deals or "keep", None, None, None])
    start = "start" if archive.may_go_on(s, _number(s)) else None
    answers = [a for a in (deals, start, "drop") if a]
    return Choice(answers, labels, row=[deals, None, start, "drop"], writes="drop", long=True)


def take(s, answer):
    if not s.fix:
        if answer == "keep":
            s.leave()
            return
        note = archive.check(s, int(answer))
        if not note:
            s.forget()
            s.fix = "p" + answer
            s.go("earlier")
        else:
            s.go("earlier", s.at, "note." + note)
    elif answer == "keep":
        _close(s)
    elif answer == "deals":
        s.aside(answer)
    elif answer == "start":
        note = archive.go_on(s, _number(s))
        if note:
            _close(s, "note." + note)
    else:
        archive.drop(s, _number(s))
        _close(s)


def _close(s, note=""):
    """Back to the list, where the match stands in it."""
    number, s.fix = _number(s), ""
    kept = archive.others(s)[0]
    s.forget()
    s.go("earlier", kept.index(number) if number in kept else -1, note)


def back(s):
    if s.fix:
        _close(s)
    else:
        s.leave()


def view(s, w, put):
    if s.fix:
        _view_one(s, w, put)
        return
    kept, aside = archive.others(s)
    put("title", w("past.title"))
    if kept:
        put("deals.head.left", phrases.side_big(s, w, "NS"))
        put("deals.head.right", phrases.side_big(s, w, "WE"))
    else:
        put("text", w("past.none"), row=0)
    # what is said on a band stands where the last rows were
    rows, at = s.rows("deals.line") - bool(aside) - 2 * bool(s.note), max(s.at, 0)
    top = max(0, min(at - rows // 2, len(kept) - rows))
    for row in range(min(rows, len(kept))):
        _row(s, w, put, kept[top + row], row, "inverse" if top + row == at else "")
    if aside:
        put("deals.line", w("past.aside", aside), "", max(0, min(rows, len(kept))))


def _row(s, w, put, number, row, style):
    words = archive.head(s.journal.fs, number)
    if not words:
        put("deals.line", w("past.unread", number), style, row)
        return
    left, right, winner, deals, _, names = words
    if winner in _SIDES:
        said = w("past.won", number, phrases.winners(_Table(names, s.reader), w, winner))
    else:
        said = w("past.stopped" if winner == "-" else "past.shared", number)
    put("deals.line", [said, w("past.deals", deals)], style, row)
    put("deals.left", left, "", row)
    put("deals.right", right, "", row)


def _view_one(s, w, put):
    left, right, winner, deals, key, names = archive.head(s.journal.fs, _number(s))
    put("title", w("past.one", _number(s)))
    put("text", [w("past.deals", deals)] + [w("past.hold")] * (not s.lock), row=0)
    if key == "*":
        lines = [w("said.rules")]
    else:
        rules = s.remember("past", s.fix, lambda: archive.rules_of(s, _number(s)))[1]
        lines = s.remember("title", s.fix, lambda: s.rule_words(w, rules))
    for row in range(len(lines)):
        put("line", lines[row], row=row)
    table = _Table(names, s.reader)
    for row in (0, 1):
        said = "%s %s" % (phrases.pair(table, w, _SIDES[row]), (left, right)[row])
        put("fact", [said, w("past.wins")] if winner == _SIDES[row] else said, row=row)
