"""Driver of e-paper controllers, all families: it plays the sequences of display.panels.

Promises: never blocks (a step sends at most 4000 bytes and returns the ms until the next one);
both planes are written before every refresh, so it makes no difference whether the chip keeps,
copies or swaps the old one; partial only on a glass that is known; BUSY always with a limit;
after a failure a full refresh with reset and init, after a growing delay, by itself.
Leaves to others: when to refresh and how (scorer.refresh), pins and supply (hal.bus), every
opcode and value (display/panels).  The bus it gets has
  command(op, data=None)  data(buf)  reset(level)  busy() -> raw level  power(on) -> ms to wait
"""

from binascii import crc32

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_PERIOD = const(1 << 30)  # of the tick counter, in ms
_PIECE = const(4000)  # bytes a transfer; the SPI of the ESP32 queues pieces of 4092
_POLL_MS = const(10)  # BUSY is up 5 ms after a trigger at the latest, and then polled this often
_LATE_MS = const(50)  # a look this late is still well inside the fastest refresh
_RETRY_MS = const(1000)  # before the first new try, then doubled
_RETRY_MAX_MS = const(300000)


class Panel:
    """A panel described by `entry` (display.panels) on `bus`, whose glass is turned clockwise by
    `turn` degrees from its RAM to the reader (display/turned.py says how the frame lies then).

    There is one frame and no copy of it: while `ready()` it holds what the glass shows.  A refresh
    sends it once more as the old plane where a partial one wants that, then calls `draw()`, once
    whatever fails, which puts the new picture on the same frame, then sends that.  Nobody else
    draws on it.
    """

    def __init__(self, bus, entry, turn=0):
        self.bus = bus
        self.busy_active = int(entry["busy"])
        self.rest_ms = int(entry.get("rest", "30000"))
        self._sequences = entry
        self._turn = turn
        self._stride = int(entry["size"].split(" ")[0]) // 8
        words = entry["times"].split(" ")
        on, off, full, partial = [int(words[i]) for i in (1, 3, 5, 7)]
        self._usual, self._least, self._blind_ms = {}, {}, {}
        for kind, ms, longest in (("full", full, full), ("partial", partial, on + partial + off)):
            shows = entry[kind].count("@show")  # each has its share of the time
            self._usual[kind] = ms // shows
            self._least[kind] = ms // shows // 4
            self._blind_ms[kind] = longest * 3 // 2 // shows
        self._crc = None  # of the frame, and of the glass while that is known
        self._job = None
        self._frame = self._draw = None  # of a refresh that is going on, draw until it was called
        self._now = self._from = self._wait = 0
        self._awake = False  # init was sent and nothing undid it
        self._asleep_level = False
        self._heard = False  # BUSY was seen to work
        self.glass_known = False
        self.skipped = False  # the last show drew what the glass shows: nothing was refreshed
        self.asleep = False
        self.can_sleep = True  # False once a reset did not end a sleep: RST is not connected
        self.blind = False  # the last refresh never showed BUSY: its time was waited for instead
        self.failed = None  # of the last try: "reset", "busy" (never idle), "short" (no refresh)
        self.failures = 0
        self.partials = self.fulls = self.busy_ms = 0

    def ready(self):
        """True when show() may be called."""
        return self._job is None

    def same(self, frame):
        """True when the glass is known to show `frame`, by its CRC-32; ask while ready()."""
        return self.glass_known and crc32(frame) == self._crc

    def show(self, frame, full=False, draw=None):
        """Start a refresh.  frame: bytearray of the whole RAM, 1 = white, that holds what the
        glass shows; draw(): puts the new picture on it (None: it is there already).

        Returns True when it will be a full one: asked for, nothing to draw, or the frame is not
        known to be what the glass shows.  ValueError while not ready().
        """
        if self._job is not None:
            raise ValueError("panel: not ready")
        crc = crc32(frame)
        full = bool(full) or draw is None or not self.glass_known or crc != self._crc
        self._crc = crc
        self.skipped = False
        self._start(self._refresh(full), frame, draw)
        return full

    def sleep(self):
        """Put the panel into its deep sleep, by steps; the next show wakes it.  Needs ready()."""
        if self._job is not None:
            raise ValueError("panel: not ready")
        if self._awake and self.can_sleep:
            self._start(self._rest())

    def forget(self):
        """The panel may have lost its supply: the next refresh is a full one, with reset and init;
        one that is going on starts again."""
        self.glass_known = self._awake = self.asleep = False
        self._job = None
        if self._frame is not None:
            self._start(self._refresh(True), self._frame, self._draw)

    def known(self, frame):
        """Declare, before the first show, that the glass shows `frame` (kept over deep sleep)."""
        self._crc = crc32(frame)
        self.glass_known = True

    def step(self, now):
        """Do what is due at `now` (ms, wraps at 2**30); ms until the next step, None when idle.

        0 right after the end, so that the caller comes round once more and finds it ready.  What
        draw() or the bus raises comes out here, and ends the refresh: the glass is not known then.
        """
        self._now = now
        if self._job is None:
            return None
        left = self._wait and self._wait - self._since(self._from)
        if left > 0:
            return left
        try:
            self._wait = next(self._job)
        except StopIteration:
            self._job = self._frame = None
            return 0
        except Exception:
            self._frame = None
            self.forget()
            raise
        self._from = now
        return self._wait

    def _start(self, job, frame=None, draw=None):
        self._job, self._frame, self._draw = job, frame, draw
        self._wait = 0

    def _since(self, then):
        return (self._now - then + _PERIOD // 2) % _PERIOD - _PERIOD // 2

    # Jobs are generators that yield the ms to wait.

    def _refresh(self, full):
        retry_ms = _RETRY_MS
        while True:
            why = kind = None
            if not self._awake:
                # where BUSY stays up while asleep, a change means that the supply was gone
                if self.asleep and self._asleep_level and not self._is_busy():
                    self.glass_known = False
                yield self.bus.power(True) or 0
                why = yield from self._play("init")
                self._awake = not why
            if not why:
                kind = "partial" if self.glass_known and not full else "full"
                self.glass_known = False
                why = yield from self._play(kind)
                # a chip that still sleeps does not show BUSY, which it did before
                if not why and self.asleep and self.blind and self._heard:
                    why = "reset"
                if not why:
                    break
            self.can_sleep = self.can_sleep and not (self.asleep and why == "reset")
            self._awake = self.glass_known = False
            self.failed = why
            self.failures += 1
            yield retry_ms
            retry_ms = min(2 * retry_ms, _RETRY_MAX_MS)
        self.failed = None
        self.asleep = False
        self.glass_known = True
        if kind == "full":
            self.fulls += 1
        elif not self.skipped:
            self.partials += 1

    def _rest(self):
        yield from self._play("sleep")
        self._awake = False
        self.asleep = True
        yield _POLL_MS
        self._asleep_level = self._is_busy()

    def _play(self, name):
        """Send one sequence; returns None, or what `failed` will say."""
        bus = self.bus
        turned = name + str(self._turn)
        for step in self._sequences[turned if turned in self._sequences else name].split("; "):
            words = step.split(" ")
            word = words[0]
            why = None
            if word in ("@old", "@new", "@inv"):
                if word != "@old" and self._draw:
                    draw, self._draw = self._draw, None
                    draw()
                    crc = crc32(self._frame)
                    if name == "partial" and crc == self._crc:
                        self.skipped = True
                        if "skip" in self._sequences:
                            return (yield from self._play("skip"))
                        return None
                    self._crc = crc
                bus.command(int(words[1], 16))
                for piece in self._pieces(word == "@inv"):
                    bus.data(piece)
                    yield 0
            elif word == "@show":
                why = yield from self._watch(name, int(words[1]))
            elif word == "@busy":
                yield _POLL_MS if self._heard or len(words) < 3 else int(words[2])
                if not (yield from self._settle(self._now, int(words[1]))):
                    why = "reset"
            elif word == "@ms":
                yield int(words[1])
            elif word == "@rst":
                bus.reset(0)
                yield int(words[1])
                bus.reset(1)
                yield int(words[2])
            elif word[0] == "@":
                why = yield from self._play(word[1:])
            else:
                bus.command(int(word, 16), _bytes(words[1:]))
            if why:
                return why
        return None

    def _pieces(self, flip):
        """The frame in the order of the RAM."""
        turn = self._turn
        if flip or turn and "win" + str(turn) not in self._sequences:
            from display import turned

            return turned.pieces(self._frame, self._stride, turn, flip)
        plane = memoryview(self._frame)
        return [plane[at : at + _PIECE] for at in range(0, len(plane), _PIECE)]

    def _is_busy(self):
        return self.bus.busy() == self.busy_active

    def _settle(self, start, limit):
        """Poll BUSY until idle, at most `limit` ms after `start`; returns whether it came."""
        while self._is_busy():
            left = limit - self._since(start)
            if left <= 0:
                return False
            yield min(_POLL_MS, left)
        return True

    def _watch(self, kind, limit):
        """Wait for the refresh `kind` just triggered, asleep for as long as it surely takes.

        A look that comes late, because the caller was busy elsewhere, proves nothing.
        """
        start = self._now
        least = self._least[kind]
        yield _POLL_MS
        limit = min(limit, 2 * self._blind_ms[kind])  # three times what it should take
        up = self._is_busy()
        self._heard = self._heard or up
        self.blind = not up and (self._since(start) < least or not self._heard)
        if self.blind:
            yield max(0, self._blind_ms[kind] - self._since(start))
        else:
            yield max(0, least - self._since(start))
            if self._since(start) < least + _LATE_MS and not self._is_busy():
                return "short"
            due = self._usual[kind] * 7 // 8
            yield max(0, due - self._since(start))
            measured = self._is_busy()
            if not (yield from self._settle(start, limit)):
                return "busy"
            took = self._since(start) if measured else due
            self._usual[kind] = min(max(took, least), 8 * least)
        self.busy_ms += self._since(start)
        return None


def _bytes(words):
    """The bytes of hex words; 00*36 are thirty-six of them."""
    out = b""
    for word in words:
        byte, _, times = word.partition("*")
        out += bytes((int(byte, 16),)) * int(times or 1)
    return out
