"""`machine` of the ESP32 port as far as the firmware uses it, on a world in the same interpreter.
Signatures and constants follow ports/esp32; what is not here, the firmware must not use.
The harness sets `world` before it imports the firmware.
"""

DEEPSLEEP_RESET = 4

world = None


class Pin:
    IN = 1
    OUT = 3
    PULL_DOWN = 1
    PULL_UP = 2
    known = {}

    def __new__(cls, gpio, *args, **kwargs):
        pin = cls.known.get(gpio)
        if pin is None:
            pin = cls.known[gpio] = object.__new__(cls)
            pin.gpio = gpio
            pin.is_out = False
            pin.latch = 0
        return pin

    def __init__(self, gpio, *args, **kwargs):
        if args or kwargs:
            self.init(*args, **kwargs)

    def init(self, mode=None, pull=-1, *, value=None, drive=None, hold=None):
        if value is not None:
            self.latch = 1 if value else 0
        if mode is not None:
            self.is_out = mode == Pin.OUT
        if self.is_out and (value is not None or mode is not None):
            world.write_pin(self.gpio, self.latch)

    def value(self, level=None):
        if level is None:
            return self.latch if self.is_out else world.read_pin(self.gpio)
        self.latch = level = 1 if level else 0
        if self.is_out:
            world.write_pin(self.gpio, level)

    __call__ = value

    def irq(self, handler=None, trigger=3):
        pass  # the harness steps the device at each edge

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)


class SPI:
    def __init__(
        self, number, baudrate=500000, *, polarity=0, phase=0, sck=None, mosi=None, miso=False
    ):
        pass

    def write(self, buf):
        world.spi_write(buf)

    def deinit(self):
        pass


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, *, atten=0):
        raise ValueError("this box has no gauge")


class WDT:
    def __init__(self, id=0, timeout=5000):
        pass

    def feed(self):
        pass


class RTC:
    def memory(self, data=b""):
        return b""


def reset_cause():
    return 1  # power


def lightsleep(ms=-1):
    raise OSError("the page waits, not the firmware")
