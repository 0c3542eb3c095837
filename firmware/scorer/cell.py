"""What the voltage of the cell means: how full it is, and whether that is to be said."""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_LOW = const(50)  # permille
_NOISE = const(30)
_UNREADABLE = const(-1)
# millivolts over 3270, in fours, of a lithium cell at rest, for each twentieth of its charge:
# inferred from common discharge curves, to be measured on a board
_CURVE = b"\x00\x55\x69\x6e\x73\x78\x7d\x82\x84\x8a\x8e\x91\x96\xa0\xaa\xb2\xbc\xca\xd2\xdc\xe8"


def permille(mv):
    """Charge of the cell at this voltage at rest."""
    at = (mv - 3270) // 4
    i = 1
    while i < 20 and at >= _CURVE[i]:
        i += 1
    low, high = _CURVE[i - 1], _CURVE[i]
    return max(0, min(1000, 50 * (i - 1) + 50 * (at - low) // (high - low)))


def read(session, mv):
    """Takes a reading of the cell (None: it failed); whether the screen has something to say,
    which it says once. What is less than noise changes nothing."""
    before = session.box[0]
    now = _UNREADABLE if mv is None else permille(mv)
    if min(before, now) >= 0 and abs(now - before) < _NOISE:
        return False
    new = now < _LOW and now != before and not 0 <= before < _LOW
    if new:
        if session.note:  # one thing after the other: at the next reading
            return False
        session.note = "note.cell" if now < 0 else "note.low"
    session.box = (now,) + session.box[1:]
    return new
