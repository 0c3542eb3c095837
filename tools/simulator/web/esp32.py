"""`esp32` of the port as far as the firmware uses it.  The page never sleeps: nothing is woken."""

WAKEUP_ALL_LOW = False
WAKEUP_ANY_HIGH = True


def wake_on_gpio(pins=None, level=False):
    pass


def wake_on_ext1(pins=None, level=False):
    pass
