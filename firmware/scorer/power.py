"""What a start knows of the one before it, and when a box goes to sleep: pure policies.

The record is what stands in the memory of the RTC, with a CRC of its own. It is a hint: without it
the box starts as with a new cell, and nothing of a match is in it.
"""

import struct
from binascii import crc32

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_FORM = "<1B1I1B1h4B1i1I"  # so long that it does not become a name
_SIZE = const(20)
_VERSION = const(1)
NEVER = const(-(1 << 30))  # began a match that nobody knows of
_SLEPT = const(4)  # cause of a start, a number of the port: a deep sleep was ended
_REST_MS = const(900000)  # energy.md 3: a boot that somebody waits for costs a minute of sleep
_POLLING_MS = const(60000)  # of a chip that burns its cell while it waits


def rest_ms(light):
    """How long nobody has to have pressed a key before the deep sleep; light: the chip can sleep
    lightly until then."""
    return _REST_MS if light else _POLLING_MS


def pack(record):
    """The record as bytes: CRC-32 of the sleeping frame (0: nobody knows the glass), partial
    refreshes on it, permille of the cell (-1 unreadable, -2 unread), cause of the last start that
    nobody asked for, how many of them since the cell was put in, bits of the keys that could not
    wake the box, crashes in a row, when the match began by the clock that goes on in the sleep
    (NEVER: nobody knows)."""
    data = struct.pack(_FORM, _VERSION, *(list(record) + [0]))[:-4]
    return data + crc32(data).to_bytes(4, "little")


def begun(why, data):
    """The record as a start by this cause has to take it, from what the RTC kept. A start that is
    neither the cell's nor a key's counts; one by power while the RTC still knows is a voltage that
    broke down."""
    record = list(struct.unpack(_FORM, data))[1:-1] if len(data) == _SIZE else []
    if not record or pack(record) != data:
        return [0, 0, -2, 0, 0, 0, 0, NEVER]
    if why != _SLEPT:
        record[:2], record[3:6] = (0, 0), (why, min(record[4] + 1, 255), 0)
        record[7] = NEVER
    return record
