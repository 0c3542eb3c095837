"""`machine` of the ESP32 port as far as the firmware uses it, over the bench's pipes.
Signatures and constants follow ports/esp32; what is neither here nor in extra.py, the firmware
must not use."""

from link import link


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
        gpio = self.gpio
        if value is not None:
            self.latch = 1 if value else 0
        if mode is not None:
            self.is_out = mode == 3
        link.put(
            "<BBBBB",
            77,
            gpio,
            255 if mode is None else mode,
            255 if pull == -1 else pull or 0,
            255 if hold is None else 0,
        )
        if self.is_out and (value is not None or mode is not None):
            link.drive(gpio, self.latch)
        if hold:  # last, as in the port
            link.put("<BBBBB", 77, gpio, 255, 255, 1)

    def value(self, level=None):
        if level is None:
            return self.latch if self.is_out else link.level(self.gpio)
        self.latch = level = 1 if level else 0
        if self.is_out:
            link.drive(self.gpio, level)

    __call__ = value

    def irq(self, handler=None, trigger=3):
        bit = 1 << self.gpio
        if handler:
            link.hand, link.pins = handler, self.known
            link.hands |= bit
        else:
            link.hands &= ~bit
        link.put("<BB", 73, self.gpio | (128 if handler else 0))


class SPI:
    def __init__(
        self, number, baudrate=500000, *, polarity=0, phase=0, sck=None, mosi=None, miso=False
    ):
        pins = [255 if p is None else 254 if p is False else p.gpio for p in (sck, mosi, miso)]
        link.baud = baudrate
        link.put("<BBBBBI", 83, number, pins[0], pins[1], pins[2], baudrate)

    def write(self, buf):
        link.data(buf)

    def deinit(self):
        link.put("<BBBBBI", 83, 255, 255, 255, 255, 1)


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, *, atten=0):
        self.gpio = pin.gpio

    def read_uv(self):
        value = link.adc(self.gpio)
        if value == 0xFFFFFFFF:
            raise OSError(5)
        return value


class WDT:
    def __init__(self, id=0, timeout=5000):
        link.put("<BI", 71, timeout)
        link.flush()  # it may be the last thing that the program does

    def feed(self):
        link.put("<BI", 71, 0)


def lightsleep(ms=-1):
    if link.refuse:  # as a chip does that cannot sleep now: back at once, without a word
        link.wait(2, 0)
    else:
        link.wait(1, ms)


class RTC:
    def memory(self, data=None):
        if data is None:
            return link.memory
        link.memory = data
        link.put("<BB", 78, len(data))
        for byte in data:
            link.put("<B", byte)


def reset_cause():
    return link.setup["why"]


def __getattr__(name):
    return link.lend(name)
