"""The cell, read when nothing draws on it: what its voltage means, and what has to be said."""

# millivolts over 3270, in fours, of a lithium cell at rest, for each twentieth of its charge:
# inferred from common discharge curves, to be measured on a board
_CURVE = b"\x00\x55\x69\x6e\x73\x78\x7d\x82\x84\x8a\x8e\x91\x96\xa0\xaa\xb2\xbc\xca\xd2\xdc\xe8"


def run(app, device, wait):
    """ms until the next step."""
    from hal import gauge

    if not read(app.session, gauge.read_mv(device.board)):
        return wait
    app.session.save_draft()
    app.dirty = True
    return 0


def permille(mv):
    """Charge of the cell at this voltage at rest."""
    at = (mv - 3270) // 4
    i = 1
    while i < 20 and at >= _CURVE[i]:
        i += 1
    low = _CURVE[i - 1]
    return max(0, min(1000, 50 * (i - 1) + 50 * (at - low) // (_CURVE[i] - low)))


def read(session, mv):
    """Takes a reading (None: it failed); whether the screen has something to say, which it says
    once: less than a twentieth left, or no reading. A change of less than 3 % is noise."""
    before = session.box[0]
    now = -1 if mv is None else permille(mv)
    if min(before, now) >= 0 and abs(now - before) < 30:
        return False
    new = now < 50 and now != before and not 0 <= before < 50
    if new:
        if session.note:  # one thing after the other: at the next reading
            return False
        session.note = "note.cell" if now < 0 else "note.low"
    session.box = (now,) + session.box[1:]
    return new
