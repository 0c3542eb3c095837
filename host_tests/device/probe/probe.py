"""Reads and moves the application from inside its own MicroPython, for tests that visit thousands
of screens: a key event goes through App.key as the gestures hand it over, the screen is drawn as
App.draw draws it, and what was drawn is measured. Nothing of it ships, no time passes."""

import report
from scorer.screens import CALM

boxes = []  # ink drawn since the last clear: [left, top, right, bottom, line height, text]
bands = []  # what was filled black: [left, top, right, bottom]
rules = []  # lines under a column: [left, y, right]


def _ink(text, font, x, y):
    """The box round the ink of a text drawn with its pen at x and its line box at y."""
    left = top = 10000
    right = bottom = -1
    for ch in text:
        advance, dx, dy, wide, high, _ = font.glyph(ch)
        if high:
            left, top = min(left, x + dx), min(top, y + dy)
            right, bottom = max(right, x + dx + wide), max(bottom, y + dy + high)
        x += advance
    return [left, top, right, bottom, font.height, text]


def watch(app):
    """From now on the boxes of what is drawn are kept."""
    canvas = app.layout.canvas
    text, hline, fill, clear = canvas.text, canvas.hline, canvas.fill, canvas.clear

    def seen_text(x, y, what, font, align="l", ink=0):
        if align != "l":
            x -= font.width(what) if align == "r" else font.width(what) // 2
        boxes.append(_ink(what, font, x, y))
        return text(x, y, what, font, "l", ink)

    def seen_hline(x, y, wide, ink=0):
        rules.append([x, y, x + wide])
        hline(x, y, wide, ink)

    def seen_fill(x, y, wide, high, ink=0):
        if not ink and high > 2:
            bands.append([x, y, x + wide, y + high])
        fill(x, y, wide, high, ink)

    def seen_clear():
        boxes.clear()
        bands.clear()
        rules.clear()
        clear()

    canvas.text, canvas.hline, canvas.fill = seen_text, seen_hline, seen_fill
    canvas.clear = seen_clear


def where(app):
    """[draft, reader, language, events, saves of the journal]."""
    session = app.session
    return [
        session.draft(),
        session.reader,
        session.lang,
        len(session.lines),
        session.journal.saves,
    ]


def look(app):
    """The screen as drawn: report.state, and what was measured."""
    app.view()
    app.dirty, app.seen_at = True, None  # the glass has not had it
    out = report.state(app)
    session, choice = app.session, app.choice()
    out["where"] = where(app)
    out["names"] = session.names
    out["writes"] = choice.writes
    out["entry"] = session.screen not in CALM.split(" ")
    out["drawn"] = [boxes, bands, rules]
    out["facts"] = facts(app) if session.state else None
    return out


def journal(app):
    """The journal as it would be written now."""
    return list(app.session.journal_lines())


def stand(app, lines, draft):
    """Puts the box where these lines (None: those it has) and this draft say, as a restart
    would."""
    from scorer import wake

    session = app.session
    if lines is not None:
        session.forget()
        wake.read(session, lines)
    session.home()
    session.restore(draft)
    app.asked = None
    app.speak()


def keys(app, *strokes):
    """Key events, one after the other; each screen counts as seen, so that what writes does."""
    for stroke in strokes:
        name, _, kind = stroke.partition(":")
        app.seen_at = 0
        app.key(name, kind or "press", 0)


def press(app, *strokes):
    keys(app, *strokes)
    return where(app)


def answer(app, *wanted):
    """Gives these answers by the keys that lead to them, through pages, groups and lists."""
    for what in wanted:
        while not _step(app, what):
            pass
    return look(app)


def _step(app, wanted):
    """One key nearer to an answer; whether it has been given."""
    ways = report.hand(app)["answers"]
    if "list" in ways:
        ids, at = ways["list"]
        key, quick = ways["quick"] or (None, None)
        if wanted == quick:
            keys(app, key + ":hold")
            return True
        if wanted not in ids:
            raise ValueError("%s is not among %s on %s" % (wanted, ids, app.session.draft()))
        keys(app, *["down"] * ((ids.index(wanted) - at) % len(ids)), "ok")
        return True
    for key, kind, ids in ways["keys"]:
        if wanted in ids:
            keys(app, key if kind == "press" else key + ":hold")
            return len(ids) == 1
    raise ValueError("%s is not among %s" % (wanted, ways))


def backs(app):
    """Goes back until a screen is reached from which there is nothing to go back to: its id."""
    key = "k1:hold" if hasattr(app.style, "labels") else "back"
    session = app.session
    for _ in range(20):
        home = ("table", "over") if session.state else ("setup", "language")
        if session.screen in home and not session.fix:
            break
        keys(app, key)
    return session.screen


def undo(app):
    """Takes the latest event back by the keys, from wherever it was written: [its line, and
    facts() then]; only the line of what is an undo itself."""
    line = app.session.lines[-1]
    if line[0] in "uy":
        return [line]
    if backs(app) != "over":
        keys(app, "k1:hold" if hasattr(app.style, "labels") else "back")
    answer(app, "undo", "accept")
    return [line] + facts(app)


def facts(app):
    """What an event can change, but for the list of events itself."""
    state = app.session.state
    names = "totals dealer speaker deals over winner no_bid held last_deal target"
    return [state[name] for name in names.split(" ")] + [app.session.wins]


def deaf(app, *strokes):
    """Those of these key events, each from here, that changed anything."""
    session = app.session
    before, lines = session.draft(), list(session.lines)
    out = []
    for stroke in strokes:
        keys(app, stroke)
        if session.draft() != before or session.lines != lines:
            out.append(stroke)
            stand(app, None, before)
    return out
