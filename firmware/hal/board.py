"""Plain pins of the board, and what a start asks the chip: loaded for it, dropped after it."""

from time import sleep_ms

import esp32
import machine
from machine import Pin

_SAFE = const(200)  # looks at the first key at power-on, 10 ms apart: the prompt is wanted
_JAMMED = const(1000)  # and so many: nobody holds it
_POLL_MS = const(10)
_BLINK_MS = const(30)
_AT_PROMPT_MS = const(3600000)


def start(board):
    """The first thing: load switches, power hold, and each pad hold of a sleep let go together
    with its level; then a look at the keys, before the one that woke the box comes up. Returns why
    the chip started, a number of the port (1 power, 2 reset or panic, 3 watchdog, 4 deep sleep, 5
    the prompt), the keys as keys() has them, and bit i for key i that is down."""
    for gpio, level in board.HOLD + board.START:
        Pin(gpio, Pin.OUT, value=level, hold=False)
    pins = keys(board)
    down = sum([(pin() == active) << i for i, (pin, active) in enumerate(pins)])
    return machine.reset_cause(), pins, down


def safe(key, active):
    """Whether this key is held for two seconds, and comes up before ten."""
    looks = 0
    while key() == active and looks < _JAMMED:
        sleep_ms(_POLL_MS)
        looks += 1
    return _SAFE <= looks < _JAMMED


def keys(board):
    """((pin, level when down), ..) of board.KEYS."""
    pulls = {None: None, "up": Pin.PULL_UP, "down": Pin.PULL_DOWN}
    return tuple(
        [(Pin(gpio, Pin.IN, pulls[pull]), active) for _, gpio, active, pull in board.KEYS]
    )


def wake(board):
    """What tells the port the keys that end a light sleep; None when none of its ways can."""
    way = board.WAKE
    if len({key[2] for key in board.KEYS}) != 1 or not way["light"]:
        return None
    if hasattr(esp32, "wake_on_gpio"):
        return esp32.wake_on_gpio
    return esp32.wake_on_ext1 if way["ext1"] else None


def keep(*data):
    """What the RTC keeps as long as there is power; with data it keeps that."""
    return machine.RTC().memory(*data)


def blink(board):
    """A flash of the LED, where there is one."""
    if board.LED:
        gpio, on = board.LED
        led = Pin(gpio, Pin.OUT, value=on)
        sleep_ms(_BLINK_MS)
        led(1 - on)


def leave():
    """A watchdog cannot be stopped, but the port takes another time."""
    machine.WDT(timeout=_AT_PROMPT_MS)
