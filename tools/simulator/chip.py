"""What the models of all e-paper controllers share: wires, BUSY and its times, errors, the glass.

Promises: what a driver must not do becomes an entry in `errors` with a fixed id (E01..E36); a
wait for BUSY is judged here for every chip (E03, E08, E20, E21, E22).  Time is handed in.
Leaves to others: opcodes, planes and waveforms (controller.py, ultrachip.py), wires (world.py).
E18, E19, E23 and most of E24 belong to the wires; E30 cannot occur, it needs a second controller.
"""

from glass import Glass, flipped

# What does not fail a run: E27, full refreshes closer than Waveshare's general advice.
ADVICE = ("E27",)

_HV_LIMIT_MS = 10000
_LOG = 500


class Chip:
    """A controller and its glass behind the panel `entry` (display.panels).

    Switches: old: "kept", "copied", "swapped" after a differential refresh; pingpong: banks
    exchanged after each, whatever the registers say (Solomon); latency: ms until BUSY appears;
    celsius; spread: +-% of times; budget: partials before E06; picture: what the glass shows
    already; readable: the data line can be read; powered.  Faults, to be set at any time: stuck
    ("busy", "idle"), rst_connected, slow (factor of the next refresh only).  To be set by who
    watches the driver: stated, the glass was declared known (E09); failed, a failure was reported
    (E36, until the next full).

    errors: (id, ms, text).  log: (ms, opcode, parameter bytes or count), (ms, "rst", level),
    (ms, "power", on).  spi_hz: the fastest clock that the chip takes.
    """

    # What a subclass says of itself, besides the methods below.
    spi_hz = 0
    quiet_ms = 10  # BUSY after reset and power-up; nothing may be sent meanwhile
    reset_limit_ms = 600  # of a wait after them
    shortest_reset = "200 us"
    forbidden = ()  # opcodes that program the chip for ever, or worse
    lut_ops = ()
    sleep_op = None
    always_ops = ()  # accepted while busy
    probe_ops = ()  # not of this chip, but known to do no harm

    def __init__(
        self,
        entry,
        seed=1,
        old="kept",
        pingpong=False,
        latency=1,
        celsius=22,
        spread=20,
        budget=40,
        picture=None,
        readable=False,
        powered=True,
    ):
        if old not in ("kept", "copied", "swapped"):
            raise ValueError("model: old plane %s" % old)
        self.id = entry["id"]
        self.chip = entry["controller"]
        self.width, self.height = entry["width"], entry["height"]
        self.visible = entry["visible_width"]
        self.active = self.sleep_level = entry["busy_active"]
        self.times = entry["times_ms"]
        self.old, self.pingpong, self.latency = old, pingpong, latency
        self.celsius, self.spread, self.budget = celsius, spread, budget
        self.readable = readable
        self.stuck = None
        self.rst_connected = True
        self.slow = 1
        self.stated = False
        self.failed = False
        self.errors = []
        self.advice = []
        self.log = []
        self.face = Glass(self.width, self.height, picture, seed)
        self.glass = self.face.picture
        self._seed = seed
        self._least = {}
        self._most = {}
        self._build(entry)
        self.powered = False
        self._rst = 1
        self._rst_low = None
        self._quiet = 0
        self._clear()
        self._registers()
        if powered:
            self.power(True, 0)

    # ---- what a caller reads ----

    @property
    def partials(self):
        return self.face.partials

    @property
    def fulls(self):
        return self.face.fulls

    @property
    def high_voltage(self):
        return self._analog

    @property
    def flickers(self):
        """Whether a full refresh is on its way to the glass."""
        return self._picture is not None and self._picture[1] == 1

    def is_busy(self, now):
        """Whether the chip is really busy at `now`, whatever the line says."""
        return self.powered and (self._asleep or self._rst == 0 or now < self._until)

    def next_change(self, now):
        """ms until BUSY or the glass changes by itself, None when neither will."""
        self.advance(now)
        if self._picture is not None:
            return self._picture[0] - now
        return self._until - now if now < self._until else None

    def check(self, frame, now, same=None):
        """Compare the glass with the frame that should be on it, and with what the driver
        believes: same(frame) is its word on whether the glass shows a frame."""
        self.advance(now)
        if frame != self.glass:
            if flipped(frame) == bytes(self.glass):
                self._error("E29", now, "the glass is the inverse of the frame")
            else:
                self._error("E33", now, "the glass is not the frame")
        if same is not None and not same(self.glass):
            self._error("E35", now, "the driver believes the glass shows something else")

    # ---- wires ----

    def power(self, on, now, torn=False):
        """Supply on or off; torn: the whole device lost it, which is nobody's fault."""
        self.advance(now)
        if bool(on) == self.powered:
            return
        self._note(now, "power", int(on))
        if on:
            self.powered = True
            self.stated = False
            self.face.fresh = True
            self._until = self._quiet = now + self.quiet_ms
            self._wait_for(now, self.reset_limit_ms)
            return
        if not torn and self.stuck is None:
            if self._in_time(now):
                self._error("E17", now, "supply off while busy")
            if self._analog:
                self._error("E16", now, "supply off with high voltage on")
        self._interrupt()
        self.powered = False
        self._until = 0
        self._clear()
        self._registers()

    def reset(self, level, now):
        """RST driven to `level`."""
        self.advance(now)
        self._note(now, "rst", level)
        if level:
            self._wait_for(now, self.reset_limit_ms)
        if not self.rst_connected or not self.powered or level == self._rst:
            return
        self._rst = level
        if level == 0:
            if self._in_time(now) and self.stuck is None:
                self._error("E17", now, "reset while busy")
            self._end(now)
            self._interrupt()
            self._rst_low = now
            self._until = 0
            self._clear()
            self._registers()
            return
        if now - self._rst_low < 1:
            self._error("E22", now, "RST low for less than " + self.shortest_reset)
        self._until = self._quiet = now + self.quiet_ms

    def line(self, now):
        """Level of BUSY, seen by nobody; low where no chip drives it."""
        self.advance(now)
        if self.stuck is not None:
            return self.active if self.stuck == "busy" else 1 - self.active
        if not self.powered:
            return 0
        if self._asleep:
            return self.sleep_level
        if self._rst == 0 or self._from <= now and self.is_busy(now):
            return self.active
        return 1 - self.active

    def busy(self, now):
        """Level of BUSY, read by the driver."""
        level = self.line(now)
        if self.stuck is None and self._rst and not self._asleep and self.is_busy(now):
            self._early = level != self.active
        self._last = level
        if level == self.active:
            self._idle_reads = 0
            if self._limit is not None and now - self._since > self._limit:
                self._late_looks += 1
                if self._late_looks == 3:  # one look is no wait
                    self._error("E20", now, "still waiting after %d ms" % (now - self._since))
        elif self.stuck is None and self.powered and not self.is_busy(now):
            if self._idle_reads == 0:
                self._idle_since = now
            self._idle_reads += 1
            if self._idle_reads == 3 and now - self._idle_since >= 20:
                self._error("E08", now, "waiting for BUSY to come back")
        return level

    def spi(self, data, dc, now):
        """Bytes under chip select, with DC at `dc`."""
        self.advance(now)
        if not self.powered:
            return
        if self._rst == 0:
            self._error("E22", now, "%02X while RST is low" % data[0])
            return
        if dc:
            self._data(data, now)
            return
        if len(data) != 1:
            self._error("E24", now, "%d bytes with DC low" % len(data))
        self._command(data[0], now)

    def read(self, count, now):
        """Answer of the last command on the data line, all high where nobody can listen."""
        self.advance(now)
        if not self.readable:
            self._error("E25", now, "the data line cannot be read")
            return b"\xff" * count
        return (self._answer(count, now) + b"\xff" * count)[:count]

    def answer(self, op, count):
        """What a probe reads on the data line after an opcode that it sent bit by bit; high where
        nobody answers."""
        told = b"" if self._asleep or not self.powered or not self._rst else self._told(op)
        return (told + b"\xff" * count)[:count]

    def advance(self, now):
        """Let what is due at `now` (ms, never going back) happen."""
        if self._picture is not None and now >= self._picture[0]:
            self._show()
        if self._analog:
            if self._off_at is not None and now >= self._off_at:
                self._analog = False
                self._off_at = None
            elif self._hv_since is not None and now - max(self._hv_since, self._until) > (
                _HV_LIMIT_MS
            ):
                self._error("E34", now, "high voltage still on")
                self._hv_since = None

    # ---- what a subclass does ----

    def _build(self, entry):
        """Opcodes and planes; ValueError for a controller that it is not."""
        raise NotImplementedError

    def _registers(self):
        """Registers to their power-on values."""
        self._op = None
        self._args = bytearray()
        self._count = 0

    def _clear(self):
        """Everything that a hardware reset or a loss of supply undoes besides the registers."""
        self._asleep = False
        self._analog = False
        self._off_at = self._hv_since = None
        self._picture = None  # to come: (ms, 1 for a full one, new plane, ...)
        self._until = self._from = 0
        self._usual = 0
        self._early = False
        self._last = None
        self._idle_reads = 0
        self._limit = None
        self._since = self._late_looks = 0

    def _obey(self, op, now):
        """An opcode has come; with parameters it is done by _written()."""
        raise NotImplementedError

    def _written(self, op, args, now):
        """All parameters that `op` needs have come."""
        raise NotImplementedError

    def _fill(self, op, data):
        """Bytes of a plane; its _obey() has set self._expected."""
        raise NotImplementedError

    def _show(self):
        """What self._picture holds gets onto the glass."""
        raise NotImplementedError

    def _answer(self, count, now):
        """What the chip says on the data line."""
        raise NotImplementedError

    # ---- inside ----

    def _opcodes(self, rows):
        for op, most, least in rows:
            self._most[op] = most
            self._least[op] = least

    def _error(self, name, now, text):
        (self.advice if name in ADVICE else self.errors).append((name, now, text))

    def _note(self, now, what, value):
        self.log.append((now, what, value))
        if len(self.log) > _LOG:
            del self.log[: _LOG // 2]

    def _interrupt(self):
        if self._picture is not None:
            self.face.interrupted(self._picture[2], self._seed)
            self._picture = None

    def _wait_for(self, now, limit):
        self._since, self._limit, self._late_looks = now, limit, 0
        self._last = None
        self._early = False
        self._idle_reads = 0

    def _in_time(self, now):
        """Busy, and not so long that giving up was right."""
        return now < self._until and now - self._since < 2 * self._usual

    def _command(self, op, now):
        if self._asleep:
            self._error("E04", now, "%02X in deep sleep" % op)
            return
        if self.is_busy(now):
            if op in self.always_ops and now >= self._quiet:
                self._op = op
                return
            if self._early:
                self._error("E21", now, "%02X: BUSY was looked at too early" % op)
                self._early = False
            if now < self._quiet:
                self._error("E22", now, "%02X less than %d ms after reset" % (op, self.quiet_ms))
            else:
                self._error("E03", now, "%02X while busy" % op)
            if self._last == self.active:
                self._error("E08", now, "%02X although BUSY was seen" % op)
            self._refused(op, now)
            self._op = None
            return
        if self._early:
            self._error("E21", now, "%02X: BUSY was looked at too early" % op)
            self._early = False
        if self._last == self.active:
            self._error("E08", now, "%02X although BUSY was seen" % op)
        self._idle_reads = 0
        self._end(now)
        self._op = op
        self._args = bytearray()
        self._count = 0
        self._note(now, op, b"")
        if op in self.forbidden:
            self._error("E32", now, "%02X programs the chip for ever" % op)
            self._op = None
        elif op in self._most:
            self._obey(op, now)
        else:
            if not (op in self.probe_ops and self.readable):
                self._error("E14", now, "%02X is not an opcode of the %s" % (op, self.chip))
            self._op = None

    def _refused(self, op, now):
        """An opcode came while the chip was busy and is lost."""

    def _data(self, data, now):
        op = self._op
        if self._asleep:
            self._error("E04", now, "data in deep sleep")
            return
        if self.is_busy(now):
            self._error("E03", now, "data while busy")
            return
        if op is None:
            return
        self._count += len(data)
        most = self._most[op]
        if most is None:
            self.log[-1] = (self.log[-1][0], op, self._count)
            self._fill(op, data)
            return
        if self._count <= most:
            self._args.extend(data)
        args = bytes(self._args)
        self.log[-1] = (self.log[-1][0], op, args)
        if len(args) < self._least[op] or self._count > most:
            return
        self.reg[op] = args
        self._written(op, args, now)

    def _end(self, now):
        """The command before is over: were its data complete?"""
        op, count = self._op, self._count
        if op is None:
            return
        if self._most[op] is None:
            if count != self._expected:
                self._error("E12", now, "%d bytes for %d" % (count, self._expected))
        elif op == self.sleep_op and count == 0:
            self._error("E15", now, "deep sleep without its data byte")
        elif not self._least[op] <= count <= self._most[op]:
            if op in self.lut_ops:
                self._error("E31", now, "%02X: waveform of %d bytes" % (op, count))
            else:
                self._error("E13", now, "%02X with %d parameters" % (op, count))

    def _busy_for(self, now, ms, limit):
        self._until = now + ms
        self._from = now + self.latency
        self._usual = ms
        self._wait_for(now, limit)

    def _vary(self, ms, factor=1):
        """A time of the panel, off by up to the spread."""
        self._seed = (self._seed * 1103515245 + 12345) & 0x7FFFFFFF
        part = (self._seed >> 12) % (2 * self.spread + 1) - self.spread if self.spread else 0
        return ms * factor * (100 + part) // 100

    def _padding(self, new, now):
        stride, seen = self.width // 8, self.visible
        for row in range(0, len(new), stride):
            tail = bytes(new[row + seen // 8 : row + stride])
            if seen % 8:
                tail = bytes((tail[0] | 0xFF << (8 - seen % 8) & 255,)) + tail[1:]
            if tail != b"\xff" * len(tail):
                self._error("E07", now, "ink beyond column %d" % seen)
                return
