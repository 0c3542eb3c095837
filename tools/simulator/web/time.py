"""`time` of the page: the world's clock, and ticks wrap at 2**30 as on the ESP32.
A sleep moves that clock on at once; the page's own clock catches up with it later."""

import machine

_PERIOD = 1 << 30


def ticks_ms():
    return machine.world.now & (_PERIOD - 1)


def ticks_us():
    return machine.world.now * 1000 & (_PERIOD - 1)


def ticks_diff(a, b):
    return ((a - b + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


def ticks_add(a, delta):
    return (a + delta) & (_PERIOD - 1)


def sleep_ms(ms):
    if ms > 0:
        machine.world.advance(machine.world.now + ms)


def sleep(seconds):
    sleep_ms(int(seconds * 1000))


def sleep_us(us):
    sleep_ms((us + 999) // 1000)


def time():
    """Seconds since power-on: the box has no clock of its own."""
    return machine.world.now // 1000
