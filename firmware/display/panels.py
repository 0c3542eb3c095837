"""The panels as data: geometry, polarity, times and the byte sequences of each.

Promises: nothing of a panel stands in driver code.  Adding a panel is adding a row.
A sequence is text, steps parted by "; ".  A step is an opcode with its parameters in hex, or
  @rst LOW WAIT   hardware reset, both in ms          @ms N      let N ms pass
  @busy LIMIT     until BUSY is idle, at most LIMIT ms
  @win            full-frame window and counters      @old OP, @new OP  a plane through opcode OP
Sources: GxEPD2 (GxEPD2_420_GYE042A87.cpp, GxEPD2_420_GDEY042T81.h: times), Waveshare
epd4in2_V2.py, SSD1683 data sheet r1.0.  Byte values only, no code of theirs.
"""

_FIELDS = (
    "id",
    "family",  # the module in display/drivers
    "controller",
    "width",  # of a RAM row, in pixels, a multiple of 8
    "height",
    "visible_width",  # what the glass shows; the rest of a row stays white
    "x_offset",  # RAM column of the first byte, in bytes
    "white_bit",
    "busy_active",  # level of BUSY that means busy
    "times_ms",  # (name, typical ms): on, off, full (all of it), partial (until it is shown)
    "sequences",
)

_SSD1683 = (
    # 01: 300 gate lines; 11: X+ Y+; 3C: border follows white; 18: internal sensor
    (
        "init",
        "@rst 10 10; @busy 500; 12; @ms 10; @busy 500; 01 2B 01 00; 11 03; 3C 05; 18 80; @win",
    ),
    # 21 40: old plane read as zero (mode 1 is the three-colour mode); F7: sensor, load, show, off
    ("full", "3C 05; @win; @new 26; @win; @new 24; 21 40 00; 22 F7; 20; @busy 8000"),
    # FF: the same in mode 2, by {old, new}; the high voltage is off when BUSY ends
    ("partial", "3C 80; @win; @old 26; @win; @new 24; 21 00 00; 22 FF; 20; @busy 2000"),
    ("sleep", "10 01"),  # mode 1; only a hardware reset ends it
)
_TIMES = (("on", 96), ("off", 268), ("full", 3500), ("partial", 358))

_PANELS = (
    # CrowPanel 4.2" (original, not the green sticker)
    ("GYE042A87", "solomon", "SSD1683", 400, 300, 400, 0, 1, 1, _TIMES, _SSD1683),
    # Waveshare 4.2" V2, Good Display GDEY042T81
    ("WS_4IN2_V2", "solomon", "SSD1683", 400, 300, 400, 0, 1, 1, _TIMES, _SSD1683),
)


def find(name):
    """Entry of the panel `name` as a dict of the fields above; ValueError when there is none."""
    for row in _PANELS:
        if row[0] == name:
            entry = dict(zip(_FIELDS, row))
            entry["times_ms"] = dict(entry["times_ms"])
            entry["sequences"] = dict(entry["sequences"])
            return entry
    raise ValueError("panel %s: not one of %s" % (name, ", ".join(names())))


def names():
    """Ids of all panels, in the order of the table."""
    return tuple(row[0] for row in _PANELS)
