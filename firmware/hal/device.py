"""The board under the application: what the keys did, clock, sleep, the panel's bus.

Promises: no press is missed that is down for longer than 10 ms, also while a step computes: an
edge while the chip is awake is noted by an interrupt, with its time.  Light sleep is never entered
with a key down (a level wake returns at once, emulation.md E52 and E59), and interrupts are off in
it, because the port turns a pin that wakes into a level interrupt (E62).  Decides nothing: what a
level means is the gestures' business.  Ports differ in how a key can wake them: asked by feature,
never by version (esp32.md 10).  Start, deep sleep and the cell are hal.sleep's, loaded for them.
"""

from random import getrandbits
from time import sleep_ms, ticks_diff, ticks_ms

import esp32
from machine import WDT, Pin, lightsleep

from hal.bus import Bus

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_POLL_MS = const(10)  # while a key is down or no key can wake: shorter than a detent's pulse
_GRACE_MS = const(3000)  # after power-on no light sleep and no watchdog: a PC can reach the prompt
_REFUSALS = const(3)  # immediate returns of light sleep before a wait gives up sleeping
_LONGEST_MS = const(1 << 28)  # a quarter of the tick period, so that ticks_diff stays true
_EDGES = const(64)  # numbers that the edges of one step may take, two each; more are lost
_BLINK_MS = const(30)
_AT_PROMPT_MS = const(3600000)


class Device:
    """The board described by the data module `board` (boards/README.md lists its fields); woken:
    a key has just ended a deep sleep, so nobody waits for the prompt."""

    def __init__(self, board, woken=False):
        self.board = board
        self.bus = Bus(board)
        pulls = {None: None, "up": Pin.PULL_UP, "down": Pin.PULL_DOWN}
        self.keys = tuple(
            [(Pin(gpio, Pin.IN, pulls[pull]), active) for _, gpio, active, pull in board.KEYS]
        )
        self._held = tuple([Pin(gpio) for gpio in board.WAKE["hold"]])
        self.seen = self.down()  # the levels that the caller has seen, at first those of the start
        self._log = [0] * _EDGES  # of the edges since then: when, and the levels
        self._log[0], self._log[1] = ticks_ms(), self.seen
        self._n = 2
        self._note = self._edge  # bound once: a handler must not allocate
        self.listen(True)
        self._wake = self._waker()
        self._grace = not woken
        self._born = ticks_ms()
        self._dog = None
        self._longest = _LONGEST_MS

    def now(self):
        """Milliseconds, wrapping at 2**30: compare only through scorer.ticks."""
        return ticks_ms()

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
        log = self._log
        if n < _EDGES and mask != (log[n - 1] if n else self.seen):
            log[n] = ticks_ms()
            log[n + 1] = mask
            self._n = n + 2

    def listen(self, on):
        """Interrupts of the keys on or off."""
        for pin, _ in self.keys:
            pin.irq(self._note if on else None)

    def levels(self):
        """[(when, levels)] of the keys since the last call, as if looked at just before and just
        after each edge; the last one is now."""
        log, seen, n = [], self.seen, 0
        while n < self._n:
            at, after = self._log[n], self._log[n + 1]
            log += ((at, seen), (at, after))
            seen = after
            n += 2
        self._n = 0
        self.seen = self.down()  # after the log: what comes in between is in neither, or in both
        log.append((ticks_ms(), self.seen))
        return log

    def wait(self, ms):
        """Let ms milliseconds pass (None: no end); returns early when any key is not as the caller
        last saw it, or was not for a while."""
        start = ticks_ms()
        before = self.seen
        refused = 0
        while ms != 0 and not self._n and self.down() == before:
            if self._dog:
                self._dog.feed()
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
                self._light(left if ms is not None or self._dog else None)
                if ticks_diff(ticks_ms(), asleep) > _POLL_MS:
                    refused = 0

    def random_bits(self, count=30):
        """A random number of count bits, at most 32; the port seeds it from the chip's noise."""
        return getrandbits(count)

    def blink(self):
        """A flash of the LED, where there is one."""
        if self.board.LED:
            gpio, on = self.board.LED
            led = Pin(gpio, Pin.OUT, value=on)
            sleep_ms(_BLINK_MS)
            led(1 - on)

    def leave(self):
        """The program ends here and a person is at the prompt: nothing feeds the watchdog any
        more, and it cannot be stopped, but the port takes another time."""
        if self._dog:
            self._dog = WDT(timeout=_AT_PROMPT_MS)

    def _waker(self):
        """What gives the port the keys that end a light sleep, None when none of its ways can."""
        wake = self.board.WAKE
        if len({active for _, active in self.keys}) != 1 or not wake["light"]:
            return None
        if hasattr(esp32, "wake_on_gpio"):
            return esp32.wake_on_gpio
        return esp32.wake_on_ext1 if wake["ext1"] else None

    def _may_sleep(self):
        if self._grace:
            self._grace = ticks_diff(ticks_ms(), self._born) < _GRACE_MS
        elif self._dog is None and self.board.WATCHDOG_MS:
            self._dog = WDT(timeout=self.board.WATCHDOG_MS)
            self._longest = self.board.WATCHDOG_MS // 2
        return self._wake and not self._grace

    def _light(self, ms):
        pins = [pin for pin, _ in self.keys]
        active = self.keys[0][1]
        self.listen(False)
        self._wake(pins, bool(active))
        # stock images isolate the pads of an S3 in light sleep: what must not float is held
        for pin in self._held:
            pin.init(hold=True)
        if ms is None:
            lightsleep()
        else:
            lightsleep(ms)
        for pin in self._held:
            pin.init(hold=False)
        self._wake((), bool(active))
        for pin in pins:
            pin.init(Pin.IN)  # EXT1 takes a pin to the RTC
        self.listen(True)
