"""The board under the application: what the keys did, clock, sleep, the panel's bus.

Promises: no press is missed that is down for longer than 10 ms, also while a step computes: an
edge while the chip is awake is noted by an interrupt, with its time.  The port serves it between
two bytecodes, so what comes and goes within one call, an erase of the flash say, is not seen.
Light sleep is never entered with a key down (a level wake returns at once, emulation.md E52 and
E59), and interrupts are off in it, because the port turns a pin that wakes into a level interrupt
(E62).  Decides nothing: what a level means is the gestures' business.  Ports differ in how a key
can wake them: asked by feature, never by version (esp32.md 10).  What is done seldom is in the
other modules, loaded for it.
"""

from array import array
from random import getrandbits
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms, time

from machine import WDT, Pin, lightsleep

from hal.bus import Bus

_POLL_MS = const(10)  # while a key is down or no key can wake: shorter than a detent's pulse
_GRACE_MS = const(3000)  # after power-on no light sleep and no watchdog: a PC can reach the prompt
_REFUSALS = const(3)  # immediate returns of light sleep before a wait gives up sleeping
_LONGEST_MS = const(1 << 28)  # a quarter of the tick period, so that ticks_diff stays true
_EDGES = const(64)  # of one step; more are lost
_TIME = const(0x3FFFFF)  # an edge is noted as these bits of its time and eight of the levels


class Device:
    """The board described by the data module `board` (boards/README.md lists its fields); keys,
    wake: of hal.board. grace: somebody may want the prompt."""

    def __init__(self, board, keys, wake, grace):
        self.board = board
        self.bus = Bus(board)
        self.keys = keys
        self._wake = wake
        self.last = self.down()  # the levels that the caller has seen, at first those of the start
        self._log = array("i", bytes(4 * _EDGES))  # the edges since then; first the start itself
        self._log[0] = (ticks_ms() & _TIME) << 8 | self.last
        self._n = 1
        self._note = self._edge  # bound once: a handler must not allocate
        self.listen(True)
        self._grace = grace
        self.since = ticks_ms()
        self.feed = None  # of the watchdog, once it runs
        self._longest = _LONGEST_MS

    def now(self):
        """Milliseconds, wrapping at 2**30: compare only through scorer.ticks."""
        return ticks_ms()

    def seconds(self):
        """Of a clock that begins with the power and goes on in every sleep (time.time of the
        port)."""
        return time()

    def down(self):
        """Bit i is set while key i of board.KEYS is down."""
        mask = 0
        bit = 1
        for pin, active in self.keys:
            if pin() == active:
                mask |= bit
            bit <<= 1
        return mask

    def _edge(self, _):
        n = self._n
        mask = self.down()
        if n < _EDGES and mask != (self._log[n - 1] & 255 if n else self.last):
            self._log[n] = (ticks_ms() & _TIME) << 8 | mask
            self._n = n + 1

    def listen(self, on):
        """Interrupts of the keys on or off."""
        for pin, _ in self.keys:
            pin.irq(self._note if on else None)

    def levels(self):
        """[(when, levels)] of the keys since the last call, as if looked at just before and just
        after each edge; the last one is now."""
        log, seen, n = [], self.last, 0
        while n < self._n:
            edge, now = self._log[n], ticks_ms()
            at = ticks_add(now, -((now - (edge >> 8)) & _TIME))
            log.append((at, seen))
            seen = edge & 255
            log.append((at, seen))
            n += 1
        self._n = 0
        self.last = self.down()  # after the log: what comes in between is in neither, or in both
        log.append((ticks_ms(), self.last))
        return log

    def wait(self, ms):
        """Let ms milliseconds pass (None: no end); returns early when any key is not as the caller
        last saw it, or was not for a while."""
        start = ticks_ms()
        before = self.last
        refused = 0
        while True:
            if self.feed:
                self.feed()
            self._edge(None)
            if ms == 0 or self._n:
                return
            left = self._longest
            if ms is not None:
                left = min(left, ms - ticks_diff(ticks_ms(), start))
                if left <= 0:
                    return
            if not self._may_sleep() or before or left < _POLL_MS or refused >= _REFUSALS:
                sleep_ms(min(left, _POLL_MS))
            else:
                refused += 1
                asleep = ticks_ms()
                self._light(left if ms is not None or self.feed else None)
                if ticks_diff(ticks_ms(), asleep) > _POLL_MS:
                    refused = 0

    def lot(self, n):
        """A random number below n; the port seeds it from the chip's noise."""
        return getrandbits(30) % n

    def _may_sleep(self):
        if self._grace:
            self._grace = ticks_diff(ticks_ms(), self.since) < _GRACE_MS
        elif self.feed is None and self.board.WATCHDOG_MS:
            self.feed = WDT(timeout=self.board.WATCHDOG_MS).feed
            self._longest = self.board.WATCHDOG_MS // 2
        return self._wake and not self._grace

    def _light(self, ms):
        active = bool(self.keys[0][1])
        self.listen(False)
        self._wake([pin for pin, _ in self.keys], active)
        self._hold(True)
        if ms is None:
            lightsleep()
        else:
            lightsleep(ms)
        self._hold(False)
        self._wake((), active)
        for pin, _ in self.keys:
            pin.init(Pin.IN)  # EXT1 takes a pin to the RTC
        self.listen(True)

    def _hold(self, on):
        # stock images isolate the pads of an S3 in light sleep: what must not float is held
        for gpio in self.board.WAKE["hold"]:
            Pin(gpio).init(hold=on)
