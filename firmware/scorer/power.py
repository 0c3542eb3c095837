"""What a start knows of the one before it, and how long the cell lasts: pure policies.

The record is what stands in the memory of the RTC, with a CRC of its own: of the frame that was
on the glass its CRC-32, the partial refreshes since the last full one, and so on. It is a hint:
without it the box starts as with a new cell, and nothing of a match is in it.
"""

import struct
from binascii import crc32

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_VERSION = const(1)
_FORM = "<BIbhBBBB"
_POWER_ON, _DEEP_SLEEP = const(1), const(4)  # causes of a start, numbers of the port
_DOZE_MS = const(900000)  # energy.md 3: a boot that somebody waits for costs a minute of sleep
_POLLING_DOZE_MS = const(60000)  # of a chip that burns its cell while it waits
_EVENING_MAH = const(55)
_LOW = const(50)  # permille
_NOISE = const(30)
_UNREAD, _UNREADABLE = const(-2), const(-1)
# millivolts over 3270, in fours, of a lithium cell at rest, for each twentieth of its charge:
# inferred from common discharge curves, to be measured on a board
_CURVE = b"\x00\x55\x69\x6e\x73\x78\x7d\x82\x84\x8a\x8e\x91\x96\xa0\xaa\xb2\xbc\xca\xd2\xdc\xe8"



def doze_ms(light):
    """How long nobody has to have pressed a key before the deep sleep; light: the chip can sleep
    lightly until then."""
    return _DOZE_MS if light else _POLLING_DOZE_MS


def pack(*record):
    """The record as bytes: CRC-32 of the sleeping frame (0: nobody knows the glass), partials on
    it, permille of the cell (-1 unreadable, -2 unread), cause of the last start that was none by
    hand, how many of those since the cell was put in, bits of the keys that could not wake the
    box, crashes in a row."""
    data = struct.pack(_FORM, _VERSION, *record)
    return data + struct.pack("<I", crc32(data))


def unpack(data):
    """The record, or None where these bytes are none."""
    size = struct.calcsize(_FORM)
    if len(data) != size + 4 or struct.pack("<I", crc32(data[:size])) != data[size:]:
        return None
    version, *record = struct.unpack(_FORM, data[:size])
    return record if version == _VERSION else None


def begun(cause, data):
    """The record as this start has to take it. A start that is neither the cell's nor a key's
    counts; one by power while the memory is still there is a voltage that broke down."""
    record = unpack(data)
    if record is None:
        return [0, -1, _UNREAD, 0, 0, 0, 0]
    if cause != _DEEP_SLEEP:
        record[0], record[1], record[5] = 0, -1, 0
        record[3], record[4] = cause, min(record[4] + 1, 255)
    return record


def permille(mv):
    """Charge of the cell at this voltage at rest."""
    at = (mv - 3270) * 64
    for i in range(1, 21):
        low, high = _CURVE[i - 1] << 8, _CURVE[i] << 8
        if at < high:
            return max(0, (i - 1) * 50 + (at - low) * 50 // (high - low))
    return 1000


def read(session, mv):
    """Takes a reading of the cell (None: it failed); whether the screen has something to say,
    which it says once. What is less than noise changes nothing."""
    before = session.box[0]
    now = _UNREADABLE if mv is None else permille(mv)
    if min(before, now) >= 0 and abs(now - before) < _NOISE:
        return False
    if now < _LOW and (before < 0 or before >= _LOW) and now != before:
        if session.note:  # one thing after the other: at the next reading
            return False
        session.note = "note.cell" if now < 0 else "note.low"
    session.box[0] = now
    return bool(session.note)


def words(w, box):
    """The state of the box in a few short phrases. An evening is three hours of play and a week
    of standby: 3 h at 1.5 mAh, and 168 h at 0.3 mA, the figure of boards whose sleep was measured
    (energy.md 1 and 2); what a board needs in play, 1 to 2 mAh an hour, matters little beside
    it."""
    permille, cause, starts, mah = box
    said = []
    if permille == _UNREADABLE:
        said.append(w("menu.cell.bad"))
    elif permille >= 0:
        said.append(w("menu.cell", permille * mah // (_EVENING_MAH * 1000)))
    if starts:
        said.append(w("menu.starts", starts, w("start." + str(cause))))
    return said
