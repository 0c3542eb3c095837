"""Time that wraps: the ESP32's millisecond counter starts again at 2**30 (12.4 days).

Every duration in the firmware is taken with `since`, never with < or - on the ticks themselves.
"""

PERIOD = 1 << 30


def since(now, then):
    """Milliseconds from then to now, right across the wrap for up to six days either way."""
    return (now - then + PERIOD // 2) % PERIOD - PERIOD // 2


def add(now, ms):
    """The tick that is ms milliseconds after now (before it, if ms is negative)."""
    return (now + ms) % PERIOD
