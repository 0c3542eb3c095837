"""Around a start, a deep sleep and a look at the cell: loaded for that, dropped after it.

Promises: a start drives what the board wants driven before anything else, each pad hold of a sleep
let go together with its level; a deep sleep leaves no line of the board undecided, and is refused
when no key could end it.  Leaves to others: when to sleep, what to remember, what a volt means.
"""

from time import sleep_ms, ticks_diff, ticks_ms

import esp32
import machine
from machine import ADC, Pin

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_SAFE_MS = const(2000)  # the first key held for so long at power-on: the prompt
_JAMMED_MS = const(10000)  # and for so long: nobody holds it
_POLL_MS = const(10)


def start(board):
    """The first thing after every start; True when the prompt is wanted."""
    for gpio, level in board.HOLD + board.START:
        Pin(gpio, Pin.OUT, value=level, hold=False)
    if slept():
        return False
    _, gpio, active, pull = board.KEYS[0]
    key = Pin(gpio, Pin.IN)
    if pull:
        key.init(pull=Pin.PULL_UP if pull == "up" else Pin.PULL_DOWN)
    begun = ticks_ms()
    held = 0
    while key() == active and held < _JAMMED_MS:
        sleep_ms(_POLL_MS)
        held = ticks_diff(ticks_ms(), begun)
    return _SAFE_MS <= held < _JAMMED_MS


def cause():
    """Why the chip started, a number of the port: 1 power, 2 reset, 3 watchdog, 4 deep sleep."""
    return machine.reset_cause()


def slept():
    """Whether a deep sleep has just ended."""
    return machine.reset_cause() == machine.DEEPSLEEP_RESET


def memory(data=None):
    """What the RTC keeps as long as there is power; with data it keeps that."""
    rtc = machine.RTC()
    if data is None:
        return rtc.memory()
    rtc.memory(data)


def woke(board, down):
    """The name of the key that ended the deep sleep; None where nothing tells.  down: bits of the
    keys that are down and could have."""
    wake = board.WAKE
    reason = machine.wake_reason()
    if reason == machine.EXT0_WAKE:
        return wake["ext0"]
    pins = machine.wake_pins() if hasattr(machine, "wake_pins") else ()
    told = [key[0] for key in board.KEYS if key[1] in pins]
    if not told and reason == machine.EXT1_WAKE and len(wake["deep"]) == 1:
        told = wake["deep"]
    told = told or [key[0] for i, key in enumerate(board.KEYS) if down >> i & 1]
    return told[0] if told else None


def deep(device, left):
    """Deep sleep until a key, which is a start; returns when a key is down already, or no key
    could end it.  left: bits of keys that do not come up and are left out.  The panel is asleep,
    and what is to be kept is kept."""
    board = device.board
    wake = board.WAKE
    if device.down() & ~left:
        return
    masks = [[], []]
    for i, (name, _, _, _) in enumerate(board.KEYS):
        pin, active = device.keys[i]
        if left >> i & 1:
            pin.init(pull=None)  # over a closed contact it only costs
        elif name == wake["ext0"]:
            masks[1].append((pin, bool(active)))
        elif name in wake["deep"]:
            masks[0].append((pin, bool(active)))
    many, one = masks
    if not many and not one:
        return
    device.listen(False)
    if board.POWER:
        device.bus.power(False)
    for gpio in board.RELEASE:
        Pin(gpio, Pin.IN)
    for gpio, level in board.HOLD:
        Pin(gpio, Pin.OUT, value=level, hold=True)
    if wake["pads"]:
        esp32.gpio_deep_sleep_hold(True)
    if hasattr(esp32, "wake_on_gpio"):
        esp32.wake_on_gpio((), False)  # set, it is an error
    esp32.wake_on_ext1([pin for pin, _ in many], many[0][1] if many else False)
    if one:
        esp32.wake_on_ext0(*one[0])
    machine.deepsleep()


def restart():
    """The chip starts again."""
    machine.reset()


def cell_mv(board):
    """The cell in millivolts, mean of eight readings; None without a reading."""
    gauge = board.BATTERY
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
