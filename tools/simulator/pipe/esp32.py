"""`esp32` of the port as far as the firmware uses it, over the bench's pipes."""

from link import link

WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True


def _wake(how, pins, level):
    mask = 0
    for pin in pins or ():
        mask |= 1 << pin.gpio
    link.put("<BBBQ", 75, how, int(level), mask)


def wake_on_gpio(pins=None, level=False):
    _wake(0, pins, level)


def wake_on_ext1(pins=None, level=False):
    _wake(1, pins, level)
