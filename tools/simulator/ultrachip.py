"""A model of the UltraChip family of e-paper controllers and their panels: UC8179, UC8276C, IL0373
and JD79653A.

Promises: a frame gets onto the glass only through a complete and allowed sequence; what a refresh
does to a pixel is computed from the bytes of the waveform where the driver loads one, never from
its name.  Planes are written by slices and compared whole (the browser's interpreter is slow).
Leaves to others: what all controllers share (chip.py), wires (world.py), real contrast and ghosts.
Sources: data sheets UC8179c C0.6, IL0373 and JD79653A r0.01; the UC8276C has none, its rows come
from drivers.  Times of the panel entry, +-20 % by a seed: 12 takes `full` or `partial`, 04 `on`
and 02 `off`, 17 all three.  No data sheet says how BUSY is in deep sleep (idle here; sleep_level
may be set) or what the old plane holds after a refresh (the switch `old`; N2OCP of the UC8179
makes "kept" a copy).

How a full refresh is told from a partial one: a waveform has a table for each pair of old and new
bit.  Frame by frame a pixel goes towards white or black by its level against that of VCOM; half
of the longest push anywhere in the waveform is taken as the way from one to the other.  Where
white-to-white ends white and black-to-black black, whatever the pixel was, the refresh is a full
one, and only then.  So a driver that leaves a partial waveform in place does a partial: it finds
`fulls` not counted, and E01 or E09 where that matters.  The JD79653A of the CoreInk has no full
waveform: two passes with complementary pictures, the second with every pixel changed and nobody
looking in between, are one full refresh; what the first alone would do wrong is held back until
it is clear that no second one follows.
"""

from chip import Chip
from glass import flipped, noise

# opcode, parameters (None: any number), least that may be sent
_COMMON = (
    (0x01, 5, 4),
    (0x02, 0, 0),
    (0x03, 1, 1),
    (0x04, 0, 0),
    (0x05, 0, 0),
    (0x07, 1, 1),
    (0x10, None, None),
    (0x11, 0, 0),
    (0x12, 0, 0),
    (0x13, None, None),
    (0x21, 42, 42),
    (0x30, 1, 1),
    (0x40, 0, 0),
    (0x41, 1, 1),
    (0x42, 3, 3),
    (0x43, 0, 0),
    (0x51, 0, 0),
    (0x60, 1, 1),
    (0x70, 0, 0),
    (0x71, 0, 0),
    (0x80, 1, 1),
    (0x81, 0, 0),
    (0x82, 1, 1),
    (0x91, 0, 0),
    (0x92, 0, 0),
    (0xA1, 0, 0),
    (0xA2, 0, 0),
    (0xE0, 1, 1),
    (0xE5, 1, 1),
)
# ops: the rest of the opcodes.  forbidden: they program the chip for ever, or worse.  busy: those
# with BUSY, besides 02 04 12 17.  group: bytes of a group of a waveform table.  quiet: ms after
# reset.  cdi: power-on value of 50.  ddx: where 50 has DDX.  rev: answer to 70, zeros where nobody
# tells.  own: the panel has waveforms of its own.  auto: what 17 takes.  ram: columns and rows.
# apart: ms advised between full refreshes.
CHIPS = {
    "UC8179": {
        "ops": (
            (0x00, 1, 1),
            (0x06, 4, 4),
            (0x15, 1, 1),
            (0x17, 1, 1),
            (0x20, 60, 42),
            (0x22, 60, 42),
            (0x23, 60, 42),
            (0x24, 60, 42),
            (0x25, 42, 42),
            (0x2A, 2, 2),
            (0x2B, 3, 3),
            (0x44, 0, 0),
            (0x50, 2, 2),
            (0x52, 1, 1),
            (0x61, 4, 4),
            (0x65, 4, 4),
            (0x90, 9, 9),
            (0xA0, 0, 0),
            (0xE3, 1, 1),
            (0xE4, 1, 1),
            (0xE7, 1, 1),
        ),
        # E1 is no opcode of the data sheet; GDEY075T7 must never get it (hardware notes)
        "forbidden": (0xA0, 0xA1, 0xE1),
        "busy": (0x05, 0x11, 0x40, 0x51, 0x80),
        "group": 6,
        "quiet": 1,
        "cdi": b"\x31\x07",
        "ddx": 0,
        "rev": bytes(7),
        "own": True,
        "auto": (0xA5, 0xA7),
        "ram": (800, 600),
        "apart": 180000,
    },
    "UC8276C": {
        "ops": (
            (0x00, 2, 2),
            (0x06, 3, 3),
            (0x17, 1, 1),
            (0x20, 56, 42),
            (0x22, 56, 42),
            (0x23, 56, 42),
            (0x24, 56, 42),
            (0x50, 1, 1),
            (0x61, 4, 4),
            (0x90, 9, 9),
            (0xA0, 0, 0),
            (0xE3, 1, 1),
        ),
        "forbidden": (0xA0, 0xA1),
        "busy": (0x05, 0x11, 0x40, 0x51, 0x80),
        "group": 7,
        "quiet": 1,
        "cdi": b"\xd7",
        "ddx": 4,
        "rev": bytes(2),
        "own": False,  # nobody has shown that it has
        "auto": (0xA5,),
        "ram": (400, 300),
        "apart": 180000,
    },
    "IL0373": {
        "ops": (
            (0x00, 2, 1),
            (0x06, 3, 3),
            (0x20, 44, 42),
            (0x22, 42, 42),
            (0x23, 42, 42),
            (0x24, 42, 42),
            (0x50, 1, 1),
            (0x61, 3, 3),
            (0x90, 7, 7),
            (0xA0, 1, 1),
        ),
        "forbidden": (0xA0, 0xA1),
        "busy": (0x05, 0x11, 0x40, 0x51, 0x80),
        "group": 6,
        "quiet": 1,
        "cdi": b"\xd7",
        "ddx": 4,
        "rev": bytes(2),
        "own": True,  # nano-gui's epd29 refreshes with it
        "auto": (),
        "ram": (160, 296),
        "apart": 180000,
    },
    "JD79653A": {
        "ops": (
            (0x00, 2, 2),
            (0x06, 5, 3),
            (0x17, 1, 1),
            (0x20, 56, 42),
            (0x22, 56, 42),
            (0x23, 56, 42),
            (0x24, 56, 42),
            (0x25, 8, 8),
            (0x26, 1, 1),
            (0x2A, 3, 3),
            (0x44, 0, 0),
            (0x4D, 1, 1),
            (0x50, 1, 1),
            (0x61, 3, 3),
            (0x65, 3, 3),
            (0x90, 7, 7),
            (0xA0, 0, 0),
            (0xAA, 1, 1),
            (0xB6, 1, 1),
            (0xE1, 1, 1),
            (0xE3, 1, 1),
            (0xE4, 1, 1),
            (0xE9, 1, 1),
            (0xF3, 1, 1),
        ),
        "forbidden": (0xA0, 0xA1, 0xE1),
        "busy": (0x05, 0x11, 0x40, 0x42, 0x43, 0x44, 0x51, 0x80, 0xA2),
        "group": 7,
        "quiet": 10,
        "cdi": b"\xd7",
        "ddx": 4,
        # M5GFX reads four bytes, the first the lowest: masked FFFF00FF they are 00F00000
        "rev": b"\x00\x01\xf0\x00",
        "own": False,  # nobody has shown that it has
        "auto": (0xA5,),
        "ram": (200, 200),
        "apart": 15000,  # the vendor's advice for the CoreInk
        "two_passes": True,
        "once": True,  # after 02 a 04 hangs, until a reset
    },
}
# 61 has precedence; without it PSR bits 7:6 choose, where a data sheet says what
_SIZES = {"IL0373": ((96, 230), (96, 252), (128, 296), (160, 296))}
# What a refresh makes of a pixel that was (black, white), for old and new bit 00, 01, 10, 11:
# 0 black, 1 white, 2 neither.
FULL = ((0, 0), (1, 1), (0, 0), (1, 1))
PARTIAL = ((0, 1), (1, 1), (0, 0), (0, 1))
_TABLES = (0x24, 0x22, 0x23, 0x21)  # in that order
# The panels that hold fast waveforms in their own tables, chosen by a fixed temperature.
FAST = {"GDEY075T7": {0x5A: FULL, 0x6E: PARTIAL}}

_DEFAULT_MS = 10  # of what pulls BUSY for a time that nobody states
_LIMIT_MS = 1100  # of a wait besides refreshes: the sequences give up after 500 or 1000
_FULL_LIMIT_MS, _PARTIAL_LIMIT_MS = 10100, 5100  # ... and after these, if not three times as long
_FRAMES = 2000  # 40 s at 50 Hz: no waveform is longer
_PAIR_MS = 5000  # from one pass to the next


class UltraChip(Chip):
    """Its planes: banks[0] the old one (10), banks[1] the new one (13)."""

    spi_hz = 10000000  # data sheets: a clock of at least 100 ns
    reset_limit_ms = _LIMIT_MS
    shortest_reset = "50 us"
    lut_ops = (0x20, 0x21, 0x22, 0x23, 0x24)
    sleep_op = 0x07
    always_ops = (0x70, 0x71, 0x81)
    probe_ops = (0x2E, 0x2F)  # CircuitPython asks an IL0373 for 2E, M5GFX a JD79653A for 2F

    def _build(self, entry):
        if self.chip not in CHIPS:
            raise ValueError("model: %s" % self.chip)
        self._row = chip = CHIPS[self.chip]
        self.forbidden = chip["forbidden"]
        self.quiet_ms = chip["quiet"]
        self.sleep_level = 1 - self.active
        self._opcodes(_COMMON)
        self._opcodes(chip["ops"])
        if self.width > chip["ram"][0] or self.height > chip["ram"][1]:
            raise ValueError("model: %s has no %dx%d" % (self.chip, self.width, self.height))
        self._fast = FAST.get(entry.get("id"), {})
        self._stride = self.width // 8
        size = self._stride * self.height
        self._whole = (0, self._stride, 0, self.height)
        self._ones = b"\xff" * size
        self.banks = [bytearray(size), bytearray(size)]
        self._marks = [bytearray(size), bytearray(size)]  # ff: this byte was written
        self._computed = {}  # waveform tables -> what they do
        self._held = []  # errors that a second pass would make good

    def is_busy(self, now):
        return self._hung or super().is_busy(now)

    def check(self, frame, now, same=None):
        self.advance(now)
        self._alone()
        super().check(frame, now, same)

    def advance(self, now):
        super().advance(now)
        if self._doze and now >= self._until:
            self._sleep()
        if self._first is not None and self.stuck is None and now > self._until + _PAIR_MS:
            self._alone()

    def _registers(self):
        super()._registers()
        self.reg = {0x00: b"\x0f", 0x50: self._row["cdi"]}
        self._inside = False  # between 91 and 92
        self._area = None  # of 90: first and end column in bytes, first and end row
        self._used = False  # a refresh was done with this fixed temperature

    def _clear(self):
        super()._clear()
        self._hung = self._doze = False
        self._spent = False  # 02 was sent
        self._on_until = 0
        self._forget()
        del self._held[:]
        self._first = None  # picture of a first pass

    def _forget(self):
        """The planes are lost."""
        self._seed += 1
        for i in (0, 1):
            self.banks[i][:] = noise(len(self._ones), self._seed + i)
            self._marks[i][:] = bytes(len(self._ones))

    def _refused(self, op, now):
        if op == 0x12 and now < self._on_until:
            self._error("E05", now, "12 before 04 has finished")

    def _obey(self, op, now):
        if op == 0x10 or op == 0x13:
            self._open(now)
        elif op == 0x12:
            if self._analog:
                self._refresh(now, False)
            else:
                self._error("E05", now, "refresh without high voltage")
        elif op == 0x04:
            if self._hangs(now):
                return
            ms = _DEFAULT_MS if self._analog else self.times["on"]
            self._analog, self._off_at = True, None
            self._busy_for(now, self._vary(ms), max(3 * ms, _LIMIT_MS))
            self._on_until = self._hv_since = self._until
        elif op == 0x02:
            self._alone()
            ms = self.times["off"] if self._analog else _DEFAULT_MS
            self._busy_for(now, self._vary(ms), max(3 * ms, _LIMIT_MS))
            self._off_at = self._until
            self._spent = True
        elif op == 0x91 or op == 0x92:
            self._inside = op == 0x91
        elif op in self._row["busy"] and not self._most[op]:
            self._busy_for(now, _DEFAULT_MS, _LIMIT_MS)

    def _written(self, op, args, now):
        if op == 0x00 and not args[0] & 1:
            self._registers()
        elif op == 0x07:
            if args[0] != 0xA5:
                self._error("E15", now, "deep sleep with %02X" % args[0])
                return
            if self._analog:
                self._error("E16", now, "deep sleep with high voltage on")
            self._sleep()
        elif op == 0x17:
            if args[0] not in self._row["auto"]:
                self._error("E15", now, "automatic refresh with %02X" % args[0])
            elif not self._hangs(now):
                self._refresh(now, True)
        elif op == 0x90:
            self._frame_area(args, now)
        elif op == 0xE0 or op == 0xE5:
            self._used = False
        elif op in self._row["busy"]:
            self._busy_for(now, _DEFAULT_MS, _LIMIT_MS)

    def _hangs(self, now):
        """Whether switching on ends here, with BUSY up until a reset."""
        self._hung = self._spent and self._row.get("once", False)
        if self._hung:
            self._from = now + self.latency
            self._wait_for(now, _LIMIT_MS)
        return self._hung

    def _sleep(self):
        self._alone()
        self._asleep, self._doze = True, False
        self._limit = None
        self._forget()

    def _told(self, op):
        return self._row["rev"] if op == 0x70 else b""

    def _answer(self, count, now):
        op = self._op
        if op == 0x70:
            return self._row["rev"]
        if op == 0x71:
            return b"\0" if self.is_busy(now) else b"\x01"
        if op == 0x40 or op == 0x43:
            return bytes((self.celsius & 255, 0))
        if op == 0x81:
            return self.reg.get(0x82, b"\0")
        return b""

    # ---- planes ----

    def _frame_area(self, args, now):
        """90: corners in pixels, X in steps of eight."""
        if len(args) == 9:
            x0, x1 = args[0] << 8 | args[1], args[2] << 8 | args[3]
        else:
            x0, x1 = args[0], args[1]
        y0, y1 = args[-5] << 8 | args[-4], args[-3] << 8 | args[-2]
        outside = x0 > x1 or y0 > y1 or x1 >= self.width or y1 >= self.height
        if outside or x0 & 7 or x1 & 7 != 7:
            self._error("E11", now, "window %d..%d, %d..%d" % (x0, x1, y0, y1))
        self._area = self._whole if outside else (x0 >> 3, (x1 >> 3) + 1, y0, y1 + 1)

    def _window(self, now):
        """The part of the glass that is meant."""
        if not self._inside:
            return self._whole
        if self._area is None:
            self._error("E11", now, "partial in without a window")
            return self._whole
        return self._area

    def _pieces(self, area):
        """(start, end) of the bytes of an area, in the order they come."""
        left, right, top, bottom = area
        wide = self._stride
        if right - left == wide:
            return ((top * wide, bottom * wide),)
        return [(y * wide + left, y * wide + right) for y in range(top, bottom)]

    def _size(self):
        """Columns and rows that 61 or 00 have chosen, None where nothing has."""
        chosen = self.reg.get(0x61)
        if chosen is None:
            sizes = _SIZES.get(self.chip)
            return sizes[self.reg[0x00][0] >> 6] if sizes else None
        if len(chosen) == 3:
            return chosen[0], chosen[1] << 8 | chosen[2]
        return chosen[0] << 8 | chosen[1], chosen[2] << 8 | chosen[3]

    def _open(self, now):
        """10 or 13: its pointer goes to the start of the window."""
        if self._size() != (self.width, self.height):
            self._error(
                "E11",
                now,
                "resolution %s, the panel has %dx%d" % (self._size(), self.width, self.height),
            )
        self._left = list(self._pieces(self._window(now)))
        self._left.reverse()
        self._expected = sum([end - start for start, end in self._left])

    def _fill(self, op, data):
        bank = 0 if op == 0x10 else 1
        plane, marks, left = self.banks[bank], self._marks[bank], self._left
        done, size = 0, len(data)
        while done < size and left:
            at, end = left.pop()
            n = min(size - done, end - at)
            plane[at : at + n] = data[done : done + n]
            marks[at : at + n] = self._ones[:n]
            done += n
            if at + n < end:
                left.append((at + n, end))

    def _view(self, bank, area, now):
        """A plane as the refresh sees it, 1 = white; outside the window it is what is shown."""
        plane, marks, ones = self.banks[bank], self._marks[bank], self._ones
        pieces = self._pieces(area)
        for start, end in pieces:
            if marks[start:end] != ones[: end - start]:
                self._error("E10", now, "a plane not written since reset")
                break
        if not self._ddx() & 1:
            plane = flipped(plane)
        if area == self._whole:
            return bytes(plane)
        view = bytearray(self.glass)
        for start, end in pieces:
            view[start:end] = plane[start:end]
        return bytes(view)

    def _ddx(self):
        return self.reg[0x50][0] >> self._row["ddx"] & 3

    # ---- waveforms ----

    def _wave(self, now):
        """(what the refresh does to pixels, "fast" or not), None when it does nothing; "gap" for a
        chip that runs without a waveform for the temperature."""
        psr = self.reg[0x00][0]
        if not psr & 0x10:
            self._error("E02", now, "three-colour mode: the panel has no such waveform")
            return None
        if not psr & 0x02:
            self._error("E05", now, "PSR has the booster off")
            return None
        if psr & 0x20:
            tables = [self.reg.get(op) for op in self.lut_ops]
            if None in tables:
                missing = self.lut_ops[tables.index(None)]
                self._error("E02", now, "waveform from registers, %02X is missing" % missing)
                return None
            key = b"".join(tables)
            if key not in self._computed:
                self._computed[key] = ends(
                    self.reg[0x20], [self.reg[op] for op in _TABLES], self._row["group"]
                )
            return self._computed[key], ""
        if not self._row["own"]:
            self._error("E02", now, "no waveform in registers, and the panel has none of its own")
            return None
        degrees = self.celsius
        if self.reg.get(0xE0, b"\0")[0] & 2:
            degrees = self.reg.get(0xE5, b"\0")[0]
            if degrees in self._fast:
                return self._fast[degrees], "fast"
            degrees = degrees if degrees < 128 else degrees - 256
        elif self.reg.get(0x41, b"\0")[0] & 0x80:
            return "gap", ""  # a sensor that is not there
        return FULL if 0 <= degrees <= 50 else "gap", ""

    def _refresh(self, now, auto):
        """12, or 17 with what comes before and after."""
        ms = self._display(now)
        on = self.times["on"] if auto and not self._analog else 0
        off = self.times["off"] if auto else 0
        usual = max(1, on + ms + off)
        full = self.flickers
        least = _FULL_LIMIT_MS if full else _PARTIAL_LIMIT_MS
        total = self._vary(usual, self.slow)
        self.slow = 1
        self._busy_for(now, total, max(3 * usual, least))
        self._usual = usual
        if self._picture is not None:
            # the picture stands when only switching off is left
            self._picture = (now + total * (on + ms) // usual,) + self._picture[1:]
        self._hv_since = self._until
        if auto:
            self._analog, self._spent = True, True
            self._off_at = self._until
            self._doze = self.reg[0x17][0] == 0xA7

    def _display(self, now):
        """What the refresh will do, into self._picture; returns its ms."""
        wave = self._wave(now)
        if wave is None:
            return 0
        does, fast = wave
        psr = self.reg[0x00][0]
        if psr & 0x0C != 0x0C:
            self._error("E11", now, "PSR %02X scans the other way" % psr)
        area = self._window(now)
        only_new = self._ddx() & 2
        new = self._view(1, area, now)
        old = flipped(new) if only_new else self._view(0, area, now)
        if self.visible < self.width:
            self._padding(new, now)
        if does == "gap":
            if new != self.glass:
                self._error("E33", now, "no waveform for this temperature: no update")
            return self.times["partial"]
        face = self.face
        if does[0] == (0, 0) and does[3] == (1, 1):
            if fast and not 15 <= self.celsius <= 35:
                self._error("E26", now, "fast waveform at %d degrees" % self.celsius)
            self._leftovers(fast, now)
            self._alone()
            self._count_full(now)
            if face.unknown and self.chip == "UC8179" and old != flipped(new):
                self.advice.append(("E09", now, "unknown glass: the old plane is no complement"))
            self._picture = (0, 1, new, old, does)
            self._used = True
            return (
                self.times.get("full_fast", self.times["full"] // 3)
                if fast
                else (self.times["full"])
            )
        second = self._first is not None and self._first == old and old == flipped(new)
        if second:
            del self._held[:]
            self._count_full(now)
        else:
            self._alone()
            self._differential(old, fast, now)
        self._picture = (0, 3 if second else 2, new, old, does)
        return self.times["partial"]

    def _leftovers(self, fast, now):
        """What a partial refresh may have left behind, before a full one."""
        if self._inside:
            self._error("E28", now, "full refresh with a partial window")
        border = self.reg[0x50][0]
        if self._row["ddx"]:  # VBD
            floats = border >> 6 in (0, 3)
        else:  # BDZ, BDV
            floats = border & 0x80 or border & 0x30 == 0x30
        if floats:
            self._error("E28", now, "full refresh with the border of a partial")
        if fast and self._used:
            self._error("E28", now, "temperature still fixed by an old E5")

    def _count_full(self, now):
        last = self.face.last_full
        if last is not None and now - last < self._row["apart"]:
            self._error("E27", now, "full %d ms after a full" % (now - last))

    def _differential(self, old, fast, now):
        """A refresh that goes by {old, new}: is it right to do one?"""
        face = self.face
        if fast and not 15 <= self.celsius <= 35:
            # the only partial that such a panel has
            self.advice.append(("E26", now, "fast waveform at %d degrees" % self.celsius))
        if face.unknown:
            self._object("E09", now, "partial on a glass that nobody knows")
        else:
            if face.fresh and not self.stated:
                self._object("E09", now, "the first refresh is a partial")
            if old != self.glass:
                self._object("E01", now, "the old plane is not what the glass shows")
        if self.failed:
            self._object("E36", now, "partial after a failure that the driver reported")
        if face.since_full >= self.budget:
            self._object("E06", now, "partial %d since a full" % (face.since_full + 1))

    def _object(self, name, now, text):
        """An error, unless a second pass follows."""
        if self._row.get("two_passes"):
            self._held.append((name, now, text))
        else:
            self._error(name, now, text)

    def _alone(self):
        """No second pass has followed."""
        self._first = None
        held = self._held[:]
        del self._held[:]
        for name, now, text in held:
            self._error(name, now, text)

    def _show(self):
        at, kind, new, old, does = self._picture
        self._picture = None
        face = self.face
        shown = driven(face.picture, old, new, does)
        if kind == 2:
            face.partial(bytes(face.picture), shown)
            if self._row.get("two_passes"):
                self._first = new
            if shown != new:
                self._object("E33", at, "pixels that did not get where they should")
        else:
            if kind == 3:
                face.partials -= 1  # it was the first pass
                self._first = None
            face.full(shown, at)
            self.failed = False
            if shown != new:
                self._error("E33", at, "pixels that are neither black nor white")
        how = self.old
        if how == "kept" and self.chip == "UC8179" and self.reg[0x50][0] & 8:
            how = "copied"
        if how == "copied":
            self.banks[0][:] = self.banks[1]
            self._marks[0][:] = self._marks[1]
        elif how == "swapped":
            self.banks.reverse()
            self._marks.reverse()


def levels(table, group):
    """The level of every frame of a waveform table, a byte each.

    Groups of six bytes: four levels, four frame counts, repeat; of seven: repeat, four times level
    and frame count, repeat of the first two, of the other two.
    """
    line = bytearray()
    for at in range(0, len(table) - group + 1, group):
        row = table[at : at + group]
        if group == 6:
            phases = [bytes((row[0] >> 6 - 2 * i & 3,)) * row[1 + i] for i in range(4)]
            phases, repeat = b"".join(phases), row[5]
        else:
            phases = [bytes((byte >> 6,)) * (byte & 63) for byte in row[1:5]]
            phases = (phases[0] + phases[1]) * row[5] + (phases[2] + phases[3]) * row[6]
            repeat = row[0]
        while repeat and phases and len(line) < _FRAMES:
            line.extend(phases)
            repeat -= 1
    return bytes(line)


def ends(vcom, tables, group):
    """What a waveform does to pixels, as FULL and PARTIAL say it.

    Level 1 drives black and 2 white against VCOM, 0 is VCOM itself, 3 floats.
    """
    volts = (0, -1, 1)
    common = levels(vcom, group)
    pushes, longest = [], 1
    for table in tables:
        line = levels(table, group)
        count = max(len(line), len(common))
        a, b = line + bytes(count - len(line)), common + bytes(count - len(common))
        push, run = [], 0
        for i in range(count):
            way = 0 if a[i] == 3 or b[i] == 3 else volts[a[i]] - volts[b[i]]
            if way:
                way = 1 if way > 0 else -1
                run = run + way if run * way > 0 else way
                longest = max(longest, abs(run))
                push.append(way)
        pushes.append(push)
    way_there = max(1, longest // 2)
    found = []
    for push in pushes:
        pair = []
        for place in (0, way_there):
            for way in push:
                place = min(max(place + way, 0), way_there)
            pair.append(0 if 4 * place <= way_there else 1 if 4 * place >= 3 * way_there else 2)
        found.append(tuple(pair))
    return tuple(found)


def driven(shown, old, new, does):
    """The picture after a refresh; a pixel that gets nowhere is drawn as what it should not be."""
    if does == FULL or does == PARTIAL and old == shown:
        return bytes(new)
    n = len(new)
    ones = (1 << 8 * n) - 1
    shown, old, new = [int.from_bytes(plane, "big") for plane in (shown, old, new)]
    unshown, unold, unnew = shown ^ ones, old ^ ones, new ^ ones
    picture = 0
    for i, which in enumerate((unold & unnew, unold & new, old & unnew, old & new)):
        black, white = [1 - (i & 1) if end == 2 else end for end in does[i]]
        if black:
            picture |= which & unshown
        if white:
            picture |= which & shown
    return picture.to_bytes(n, "big")
