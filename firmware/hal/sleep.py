"""Deep sleep: into it, and which key has ended it; a start by itself.

Promises: what board.HOLD names keeps its level, a panel whose supply is off is not driven, and the
sleep is refused when no key could end it. Leaves to others: when to sleep, what to remember.
"""

import esp32
import machine
from machine import Pin

_EXT0 = const(2)  # of machine.wake_reason(), numbers of the port
_EXT1 = const(3)


def woke(board, down):
    """The name of the key that ended the deep sleep; None where nothing tells.  down: bits of the
    keys that were down then and could have."""
    wake = board.WAKE
    reason = machine.wake_reason()
    if reason == _EXT0:
        return wake["ext0"]
    if reason == _EXT1 and len(wake["deep"]) == 1:
        return wake["deep"][0]
    pins = machine.wake_pins() if hasattr(machine, "wake_pins") else ()
    for i, (name, gpio, _, _) in enumerate(board.KEYS):
        if gpio in pins or not pins and down >> i & 1:
            return name
    return None


def deep(device, left, data):
    """Deep sleep until a key, which is a start that finds data in the RTC; returns when a key is
    down already, or no key could end it.  left: bits of keys that do not come up and are left out.
    The panel is asleep, and what is to be kept is kept."""
    board = device.board
    wake = board.WAKE
    many, one, closed = [], [], []
    for i, (name, _, active, _) in enumerate(board.KEYS):
        pin = device.keys[i][0]
        if left >> i & 1:
            closed.append(pin)
        elif name == wake["ext0"]:
            one = [pin, bool(active)]
        elif name in wake["deep"]:
            many.append(pin)
            level = bool(active)
    if not (many or one) or device.down() & ~left:
        return
    for pin in closed:
        pin.init(Pin.IN, None)  # a pull over a closed contact only costs
    machine.RTC().memory(data)
    device.listen(False)  # before ext0, which it would clear
    if board.POWER:
        device.bus.power(False)
    for gpio, on in board.HOLD:
        Pin(gpio, Pin.OUT, value=on, hold=True)
    if wake["pads"]:
        esp32.gpio_deep_sleep_hold(True)
    if hasattr(esp32, "wake_on_gpio"):
        esp32.wake_on_gpio((), False)  # set, it is an error
    if many:
        esp32.wake_on_ext1(many, level)
    if one:
        esp32.wake_on_ext0(*one)
    machine.deepsleep()


def restart():
    """The chip starts again."""
    machine.reset()
