"""The board under the application: keys as a bit mask, clock, sleep, the cell, the panel's bus.

Promises: wait() misses no key that stays down longer than 10 ms, and never enters light sleep
with a key down (a level wake returns at once, emulation.md E52 and E59).  Decides nothing: what
a level means is the gestures' business, and the caller samples levels() after every wait.
Ports differ in how a key can wake them: asked by feature, never by version (esp32.md 10).
"""

from random import getrandbits
from time import sleep_ms, ticks_diff, ticks_ms

import esp32
from machine import ADC, WDT, Pin, lightsleep

from hal.bus import Bus

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_POLL_MS = const(10)  # while a key is down or no key can wake: shorter than a detent's pulse
_GRACE_MS = const(3000)  # after power-on no light sleep: a PC can still reach the prompt
_REFUSALS = const(3)  # immediate returns of light sleep before a wait gives up sleeping
_LONGEST_MS = const(1 << 28)  # a quarter of the tick period, so that ticks_diff stays true


class Device:
    """The board described by the data module `board` (boards/README.md lists its fields)."""

    def __init__(self, board):
        self.board = board
        self.bus = Bus(board)
        pulls = {"up": Pin.PULL_UP, "down": Pin.PULL_DOWN}
        self._keys = tuple(
            (Pin(gpio, Pin.IN, pulls[pull]) if pull else Pin(gpio, Pin.IN), active)
            for _, gpio, active, pull in board.KEYS
        )
        self._held = tuple(Pin(gpio) for gpio in board.WAKE.get("hold", ()))
        self._wakes = self._arm()
        self._seen = 0  # the levels that the caller has seen
        self._grace = True
        self._born = ticks_ms()
        self._dog = None
        self._longest = _LONGEST_MS
        if board.WATCHDOG_MS:
            self._dog = WDT(timeout=board.WATCHDOG_MS)
            self._longest = board.WATCHDOG_MS // 2

    def now(self):
        """Milliseconds, wrapping at 2**30: compare only through scorer.ticks."""
        return ticks_ms()

    def levels(self):
        """Bit i is set while key i of board.KEYS is down."""
        mask = 0
        bit = 1
        for pin, active in self._keys:
            if pin() == active:
                mask |= bit
            bit <<= 1
        self._seen = mask
        return mask

    def wait(self, ms):
        """Let ms milliseconds pass (None: no end); returns early when any key is not as the caller
        last saw it, so that an edge during a long step is not slept over."""
        start = ticks_ms()
        before = self._seen
        refused = 0
        while ms != 0 and self.levels() == before:
            if self._dog:
                self._dog.feed()
            left = self._longest
            if ms is not None:
                left = min(left, ms - ticks_diff(ticks_ms(), start))
                if left <= 0:
                    return
            if before or left < _POLL_MS or refused >= _REFUSALS or not self._may_sleep():
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

    def battery_mv(self):
        """The cell in millivolts, mean of eight readings; None without a gauge or a reading."""
        gauge = self.board.BATTERY
        if not gauge:
            return None
        enable = gauge["enable"]
        if enable:
            switch = Pin(enable[0], Pin.OUT, value=enable[1])
            sleep_ms(enable[2])
        try:
            adc = ADC(Pin(gauge["adc"]), atten=ADC.ATTN_11DB)
            total_uv = 0
            for _ in range(8):
                total_uv += adc.read_uv()
        except (OSError, ValueError):
            return None
        finally:
            if enable:
                switch(1 - enable[1])
        num, den = gauge["ratio"]
        return total_uv * num // (8000 * den)

    def _arm(self):
        """Give the port the keys that end a light sleep; False when none of its ways can."""
        wake = self.board.WAKE
        levels = {active for _, active in self._keys}
        if len(levels) != 1 or not wake.get("light"):
            return False
        pins = tuple(pin for pin, _ in self._keys)
        level = bool(levels.pop())
        if hasattr(esp32, "wake_on_gpio"):
            esp32.wake_on_gpio(pins, level)
        elif wake.get("ext1"):
            esp32.wake_on_ext1(pins, level)
        else:
            return False
        return True

    def _may_sleep(self):
        if self._grace:
            self._grace = ticks_diff(ticks_ms(), self._born) < _GRACE_MS
        return self._wakes and not self._grace

    def _light(self, ms):
        # stock images isolate the pads of an S3 in light sleep: what must not float is held
        for pin in self._held:
            pin.init(hold=True)
        if ms is None:
            lightsleep()
        else:
            lightsleep(ms)
        for pin in self._held:
            pin.init(hold=False)
