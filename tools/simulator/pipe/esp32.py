"""`esp32` of the port as far as the firmware uses it, over the bench's pipes; with extra.py."""

from link import link

WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True


def wake_on_gpio(pins=None, level=False):
    if pins is not None:  # None leaves the old set in place
        link.held = link.wake(0, pins, level)


def wake_on_ext1(pins=None, level=False):
    if pins is not None:
        link.wake(1, pins, level)


def __getattr__(name):
    return link.lend(name)
