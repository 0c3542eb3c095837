"""A model of SSD1680, SSD1681 and SSD1683 with their panels: registers, planes, BUSY, waveform,
high voltage, glass.

Promises: a frame gets onto the glass only through a complete and allowed sequence.
Planes are written by slices and compared whole (the browser's interpreter is slow).
Leaves to others: what all controllers share (chip.py), the UltraChip family (ultrachip.py), wires
(world.py), real contrast and ghosts (no model has them).
Sources: data sheets (SSD1680 r0.14, SSD1681, SSD1683 r1.0) for opcodes; times of the panel entry,
+-20 % by a seed.  The partial time covers switching on and showing, the full time the whole of it;
switching off after a partial comes on top (GxEPD2 measures partials that stay on).
"""

from chip import Chip
from glass import flipped, noise

# opcode, parameters (None: any number), least that may be sent
OPS = (
    (0x01, 3, 3),
    (0x03, 1, 1),
    (0x04, 3, 3),
    (0x08, 0, 0),
    (0x09, 4, 4),
    (0x0A, 0, 0),
    (0x0C, 4, 4),
    (0x10, 1, 1),
    (0x11, 1, 1),
    (0x12, 0, 0),
    (0x14, 1, 1),
    (0x15, 1, 1),
    (0x18, 1, 1),
    (0x1A, 2, 1),
    (0x1B, 0, 0),
    (0x1C, 3, 3),
    (0x20, 0, 0),
    (0x21, 2, 1),
    (0x22, 1, 1),
    (0x24, None, None),
    (0x26, None, None),
    (0x27, 0, 0),
    (0x28, 0, 0),
    (0x29, 1, 1),
    (0x2A, 0, 0),
    (0x2B, 2, 2),
    (0x2C, 1, 1),
    (0x2D, 0, 0),
    (0x2E, 0, 0),
    (0x2F, 0, 0),
    (0x30, 0, 0),
    (0x31, 0, 0),
    (0x32, 227, 227),
    (0x34, 0, 0),
    (0x35, 0, 0),
    (0x36, 0, 0),
    (0x37, 10, 10),
    (0x38, 10, 10),
    (0x39, 1, 1),
    (0x3C, 1, 1),
    (0x3F, 1, 1),
    (0x41, 3, 1),
    (0x44, 2, 2),
    (0x45, 4, 4),
    (0x46, 1, 1),
    (0x47, 1, 1),
    (0x4E, 1, 1),
    (0x4F, 2, 2),
    (0x7F, 0, 0),
)
# 2E of the MagTag's panels (adafruit/circuitpython#10987, #11002)
USER_IDS = {
    "MAGTAG_A005": bytes(10),
    "MAGTAG_7519_44": b"\x44\x00\x04\x00\x25\x00\x01\x78\x2b\x0e",
    "MAGTAG_7519_CA": b"\xca\xfe\x00\x16\x80\x00\x75\x01\x00\x98",
}
OTP_OPS = (0x08, 0x2A, 0x30, 0x36, 0x39)
POWER_ON = (
    (0x0C, b"\x8b\x9c\x96\x0f"),
    (0x11, b"\x03"),
    (0x18, b"\x48"),
    (0x21, b"\x00\x00"),
    (0x22, b"\xff"),
    (0x3C, b"\xc0"),
    (0x4E, b"\x00"),
    (0x4F, b"\x00\x00"),
)
# bytes of a row of the RAM, its rows, bytes of a waveform; the rows of OPS that differ
CHIPS = {
    "SSD1680": (22, 296, 153, {0x41: (1, 1)}),
    "SSD1681": (25, 200, 153, {0x41: (1, 1)}),
    "SSD1683": (50, 300, 227, {0x2B: None}),
}

_RESET_MS = 10  # BUSY after reset, power-up and 12
_RESET_LIMIT_MS = 600  # of a wait after them: the sequences give up after 10 + 500
_FULL_DISTANCE_MS = 180000
_FAST_FROM = 0x5A  # degrees in 1A from which the OTP holds the fast waveforms


def model(entry, **switches):
    """The model of the controller behind the panel `entry` (panel_entry.py)."""
    if entry["controller"] in CHIPS:
        return Solomon(entry, **switches)
    from ultrachip import UltraChip

    return UltraChip(entry, **switches)


class Solomon(Chip):
    """SSD1680, SSD1681, SSD1683.  Their old plane changes after a mode-2 refresh only."""

    spi_hz = 20000000  # data sheets: write clock up to 20 MHz
    quiet_ms = _RESET_MS
    reset_limit_ms = _RESET_LIMIT_MS
    forbidden = OTP_OPS
    lut_ops = (0x32,)
    sleep_op = 0x10

    def _build(self, entry):
        if self.chip not in CHIPS:
            raise ValueError("model: %s" % self.chip)
        self.ram_bytes, self.ram_rows, waveform, own = CHIPS[self.chip]
        self._opcodes(OPS)
        for op in own:
            if own[op] is None:
                del self._most[op], self._least[op]
            else:
                self._most[op], self._least[op] = own[op]
        self._most[0x32] = self._least[0x32] = waveform
        # the RAM column that the first source of the glass shows, were the sources not moved
        moved = "21 00 80" in entry["lines"]["init"]
        self._wired = entry["x_offset"] + (1 if moved else 0)
        size = self.ram_bytes * self.ram_rows
        self.banks = [bytearray(size), bytearray(size)]
        self._new = 0  # index of the bank that 24 writes

    def _told(self, op):
        if op == 0x2F and self.chip == "SSD1681":
            return b"\x01\x00\x01\x00"  # M5GFX takes the first byte as the lowest
        return USER_IDS.get(self.id, b"") if op == 0x2E else b""

    def _answer(self, count, now):
        answer = b""
        if self._op == 0x2F:
            answer = b"\x01"
        elif self._op == 0x2E:
            answer = bytes(10)
        elif self._op == 0x27:  # R41 chooses the plane; the first byte is a dummy
            chosen = self.reg.get(0x41, b"\0")[0] & 1
            bank = self.banks[1 - self._new if chosen else self._new]
            answer = b"\xff" + bytes(bank[: count - 1])
        return answer

    def _registers(self):
        super()._registers()
        self.reg = dict(POWER_ON)
        self.reg[0x44] = bytes((0, self.ram_bytes - 1))
        self.reg[0x45] = bytes((0, 0, self.ram_rows - 1 & 255, self.ram_rows - 1 >> 8))
        self._degrees = None  # what the next waveform load goes by
        self._fixed = False  # ... and it was written, not measured
        self._used = False  # ... and a display stage has used it
        self._loaded = None  # (mode, "normal", "fast", "gap" or "registers", from a written 1A)

    def _clear(self):
        super()._clear()
        self._seed += 1
        for i in (0, 1):
            self.banks[i][:] = noise(len(self.banks[i]), self._seed + i)
        self._new = 0
        self._covered = [False, False]  # all that the glass shows of a bank was written since

    def _obey(self, op, now):
        if op == 0x20:
            self._trigger(now)
        elif op == 0x12:
            asleep_code = self.reg.get(0x10)
            self._registers()
            if asleep_code is not None:
                self.reg[0x10] = asleep_code
            self._busy_for(now, _RESET_MS, _RESET_LIMIT_MS)
        elif op == 0x24 or op == 0x26:
            self._open(now)

    def _written(self, op, args, now):
        if op == 0x10:
            if args[0] in (1, 3):
                if self._analog:
                    self._error("E16", now, "deep sleep with high voltage on")
                self._asleep = True
                self._limit = None
            elif args[0] != 0:
                self._error("E15", now, "deep sleep with %02X" % args[0])
        elif op == 0x1A:
            self._degrees = args[0] if args[0] < 128 else args[0] - 256
            self._fixed, self._used = True, False
        elif op == 0x32:
            self._loaded = (0, "registers", False)
        elif op == 0x46 or op == 0x47:
            bank = 1 - self._new if op == 0x46 else self._new
            self.banks[bank][:] = (b"\xff" if args[0] & 0x80 else b"\0") * len(self.banks[bank])
            self._covered[bank] = True
            self._busy_for(now, _RESET_MS, _RESET_LIMIT_MS)

    def _open(self, now):
        """Start of a plane access: window, direction and counters must make sense."""
        x0, x1 = self.reg[0x44]
        y = self.reg[0x45]
        y0, y1 = y[0] | y[1] << 8, y[2] | y[3] << 8
        x, c = self.reg[0x4E][0], self.reg[0x4F]
        y = c[0] | c[1] << 8
        mode = self.reg[0x11][0]
        left, right = (x0, x1) if mode & 1 else (x1, x0)
        top, bottom = (y0, y1) if mode & 2 else (y1, y0)
        if left > right or top > bottom or right >= self.ram_bytes or bottom >= self.ram_rows:
            self._error("E11", now, "window %d..%d, %d..%d" % (x0, x1, y0, y1))
            left, right = 0, min(self.ram_bytes - 1, max(x0, x1))
            top, bottom = 0, min(self.ram_rows - 1, max(y0, y1))
        if not (left <= x <= right and top <= y <= bottom):
            self._error("E11", now, "counters %d, %d outside the window" % (x, y))
            x, y = left, top
        self._window = (left, right, top, bottom, mode)
        self._x, self._y = x, y
        self._expected = (right - left + 1) * (bottom - top + 1)

    def _fill(self, op, data):
        """Data into the window; in the usual direction by slices."""
        left, right, top, bottom, mode = self._window
        bank = self._new if op == 0x24 else 1 - self._new
        plane, wide = self.banks[bank], self.ram_bytes
        size = len(data)
        x, y = self._x, self._y
        if self._count >= self._expected and self._shows(self._window):
            self._covered[bank] = True
        if mode & 7 == 3:
            whole = right - left + 1 == wide
            done = 0
            while done < size:
                at = y * wide + x
                n = min(size - done, (bottom + 1) * wide - at if whole else right + 1 - x)
                plane[at : at + n] = data[done : done + n]
                done += n
                x += n
                if whole:
                    x, y = x % wide, y + x // wide
                elif x > right:
                    x, y = left, y + 1
                if y > bottom:
                    y = top
            self._y, self._x = y, x
            return
        # any other direction, byte by byte
        step_x, step_y = 1 if mode & 1 else -1, 1 if mode & 2 else -1
        for value in data:
            plane[y * wide + x] = value
            if mode & 4:
                y += step_y
                if not top <= y <= bottom:
                    y = top if step_y > 0 else bottom
                    x += step_x
            else:
                x += step_x
                if not left <= x <= right:
                    x = left if step_x > 0 else right
                    y += step_y
            x = left if x > right else right if x < left else x
            y = top if y > bottom else bottom if y < top else y
        self._x, self._y = x, y

    def _shows(self, window):
        """Whether a window has all that the glass shows."""
        left, right, top, bottom, _ = window
        first = self._first()
        wide = self.width // 8
        return (
            left <= first and first + wide - 1 <= right and not top and bottom >= self.height - 1
        )

    def _first(self):
        """The RAM column that the first source of the glass shows."""
        return self._wired - (self.reg[0x21][1] >> 7 if len(self.reg[0x21]) > 1 else 0)

    def _trigger(self, now):
        """20: the stages of R22, in their order."""
        what = self.reg[0x22][0]
        times = self.times
        ms = 0
        was_on = self._analog
        mode = 2 if what & 0x08 else 1
        on_ms = times["on"] if what & 0x40 and not was_on else 0
        if what & 0x40:
            self._analog = True
            self._off_at = None
        ms += on_ms
        if what & 0x20:
            self._degrees = self.celsius if self.reg[0x18][0] == 0x80 else None
            self._fixed = False
        if what & 0x10:
            self._loaded = (mode, self._waveform(), self._fixed)
        shown = 0
        if what & 0x04:
            shown = self._display(mode, now)
        ms += shown
        off_ms = times["off"] if what & 0x02 and (was_on or what & 0x40) else 0
        total = self._vary(max(1, ms + off_ms), self.slow)
        self._busy_for(now, total, 3 * (times["on"] + times["off"] + ms))
        self._usual = max(1, ms + off_ms)
        if self._picture is not None:
            # the picture stands when only switching off is left
            at = now + total * max(1, ms) // max(1, ms + off_ms)
            self._picture = (at,) + self._picture[1:]
        self.slow = 1
        if what & 0x02:
            self._off_at = self._until if self._analog else None
        if self._analog:
            self._hv_since = self._until

    def _waveform(self):
        degrees = self._degrees
        if degrees is None:
            return "gap"
        if 0 <= degrees <= 50:
            return "normal"
        return "fast" if self._fixed and degrees >= _FAST_FROM else "gap"

    def _display(self, mode, now):
        """The display stage; returns its ms and leaves the picture to come in self._picture."""
        if self._loaded is None:
            self._error("E02", now, "no waveform loaded")
            return 0
        if not self._analog:
            self._error("E05", now, "display without high voltage")
            return 0
        loaded_mode, kind, fixed = self._loaded
        if loaded_mode and loaded_mode != mode:
            self._error("E28", now, "mode %d with the waveform of mode %d" % (mode, loaded_mode))
        if fixed and self._used:
            self._error("E28", now, "temperature still fixed by an old 1A")
        self._used = True
        if kind == "fast" and not 15 <= self.celsius <= 35:
            self._error("E26", now, "fast waveform at %d degrees" % self.celsius)
        options = self.reg[0x21][0]
        new = self._plane(self._new, options & 15, now)
        face = self.face
        if self.visible < self.width:
            self._padding(new, now)
        if mode == 1:
            if self.reg[0x3C][0] == 0x80:
                self._error("E28", now, "full refresh with the border of a partial")
            if options >> 4 != 4:  # a colour plane, which the others read like the new one
                colour = self._plane(1 - self._new, options >> 4, now)
                if self.chip == "SSD1683" or colour != new:
                    self._error("E28", now, "full refresh that reads the old plane as colour")
            if face.last_full is not None and now - face.last_full < _FULL_DISTANCE_MS:
                self._error("E27", now, "full %d ms after a full" % (now - face.last_full))
            old = None
            times = self.times
            ms = times["full"] if kind != "fast" else times.get("full_fast", times["full"] // 3)
            ms -= times["on"] + times["off"]
        else:
            old = self._plane(1 - self._new, options >> 4, now)
            if face.unknown:
                self._error("E09", now, "partial on a glass that nobody knows")
            else:
                if face.fresh and not self.stated:
                    self._error("E09", now, "the first refresh is a partial")
                if old != self.glass:
                    self._error("E01", now, "the old plane is not what the glass shows")
            if self.failed:
                self._error("E36", now, "partial after a failure that the driver reported")
            if face.since_full >= self.budget:
                self._error("E06", now, "partial %d since a full" % (face.since_full + 1))
            ms = self.times["partial"] - self.times["on"]
        if kind == "gap":  # the chip runs and the glass does not change
            if new != self.glass:
                self._error("E33", now, "no waveform for this temperature: no update")
            return ms
        self._picture = (0, mode, new, old)
        return ms

    def _show(self):
        """The display stage is over."""
        at, mode, new, old = self._picture
        self._picture = None
        if mode == 1:
            self.face.full(new, at)
            self.failed = False
        else:
            self.face.partial(old, new)
            if new != self.glass:
                self._error("E33", at, "pixels that did not get where they should")
            a, b = self.banks
            if self.old == "copied":
                self.banks[1 - self._new][:] = self.banks[self._new]
            elif self.old == "swapped":
                self.banks[:] = b, a
                self._covered.reverse()
            if self.pingpong or self.reg.get(0x37, bytes(10))[5] & 0x40:
                self._new = 1 - self._new

    def _plane(self, bank, option, now):
        """A bank as R21 lets the display stage see it: 0 as it is, 4 as zero, 8 inverted."""
        plane = self.banks[bank]
        wide = self.width // 8
        if option == 4:
            return bytes(wide * self.height)
        if not self._covered[bank]:
            self._error("E10", now, "a plane not written since reset")
        if wide != self.ram_bytes or self.height != self.ram_rows:
            first = self._first()
            starts = range(first, self.height * self.ram_bytes, self.ram_bytes)
            plane = b"".join([bytes(plane[at : at + wide]) for at in starts])
        return flipped(plane) if option == 8 else plane
