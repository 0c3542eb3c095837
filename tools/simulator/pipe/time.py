"""`time` under the bench: virtual; ticks wrap at 2**30 as on the ESP32 (not on the unix port)."""

from link import link

_PERIOD = 1 << 30


def ticks_us():
    return (link.first_tick * 1000 + link.us) & (_PERIOD - 1)


def ticks_ms():
    return (link.first_tick + link.us // 1000) & (_PERIOD - 1)


def ticks_diff(a, b):
    return ((a - b + _PERIOD // 2) & (_PERIOD - 1)) - _PERIOD // 2


def ticks_add(a, delta):
    return (a + delta) & (_PERIOD - 1)


def sleep_ms(ms):
    if ms > 0:
        link.wait(0, ms)


def sleep(seconds):
    sleep_ms(int(seconds * 1000))


def sleep_us(us):
    if us > 0:
        link.spend(us)


def time():
    """Seconds since power-on, through every sleep and restart: the timer of the RTC."""
    return (link.setup["clock"] + link.us) // 1000000
