"""Child end of the bench's two pipes: what the fakes of machine, esp32 and time have in common.

Writes are gathered and sent in one piece; only waits, and reads of a pin after time has passed or
something was driven, make a round trip (about 10 us).  Runs in the MicroPython process
beside the firmware, so it is small and keeps its buffers.  tools/bench.py holds the other end.

  child to bench: one byte, then little endian
    P gpio level      pin driven         M gpio mode pull hold   pin set up, 255 = left as it was
    S id sck mosi miso baud(4)   SPI (miso 255 = none, 254 = left to the default), id 255 = off
    D length(2) bytes SPI data             T us(4)  time spent awake      Y  what came meanwhile?
    K how level mask(8)  keys that end a sleep: how 0 gpio, 1 ext1, 2 ext0
    I gpio   interrupts of a pin, + 128 on H on   pads that are no RTC pins are held in deep sleep
    G ms(4)  watchdog started, 0 = fed     R gpio  read a level      Q gpio  read the ADC
    B gpio   BUSY was read, its level was known                      N length bytes  RTC memory
    W kind ms(4) cpu_us(4) programs(4) erases(4) bytes(4)  wait: kind 0 awake, 1 light sleep,
      2 refused, 3 deep sleep, 4 reset (both end this process); ms -1 = no end; cpu_us since the
      last wait; flash operations since boot
    A json newline    an answer          X  power went at a flash operation: nothing more comes
  bench to child: kind, 3 spare, argument(4), us since boot(8), levels of the pins(8)
    w go on (argument: what was read)      a answer the question of `argument` bytes that follow
    c power goes `argument` flash operations from now, 0 = not any more
    e an edge at pin `argument`, when its interrupt is on; answered by the handler alone
"""

import json
import struct
import sys

import micropython
import utime  # the real clock, for the cost of a step; `time` is virtual

_SIZE = 512
_LONG = 64  # bytes on SPI during which an edge is worth a look


class Link:
    def __init__(self):
        self.out = bytearray(_SIZE)
        self.n = 0
        self.frame = bytearray(24)
        self.us = 0
        self.levels = 0
        self.fresh = False  # levels are those of now
        self.refuse = False  # light sleep is refused
        self.known = 0  # the pins whose levels come with each reply
        self.busy = -1
        self.baud = 1
        self.asks = {}
        self.hands = 0  # pins with a handler, a bit each
        self.hand = self.pins = None  # the one handler that they all have, and what it gets
        self.held = 0  # pins of wake_on_gpio
        self.memory = b""  # of the RTC
        self.setup = {}
        self.scope = {}
        self.flash = None
        self.since = utime.ticks_us()
        self.own = 0  # us spent in the pipes, not in the firmware

    def open(self):
        """Hears the first line of the bench: [fd out, image file, first tick, mask of the pins
        whose levels are told, BUSY, {"options", "seed", "lacks", "files", "why", "clock" us since
        power-on, and where the RTC was not without power "reason", "pins", "memory"}]. Returns
        the image file."""
        self.rx = open(0, "rb")
        out, image, self.first_tick, self.known, self.busy, self.setup = json.loads(
            self.rx.readline()
        )
        self.tx = open(out, "wb")
        self.memory = bytes.fromhex(self.setup.get("memory", ""))
        return image

    def flush(self):
        if self.n:
            began = utime.ticks_us()
            self.tx.write(memoryview(self.out)[: self.n])
            self.n = 0
            self.own += utime.ticks_diff(utime.ticks_us(), began)

    def put(self, form, *values):
        size = struct.calcsize(form)
        if self.n + size > _SIZE:
            self.flush()
        struct.pack_into(form, self.out, self.n, *values)
        self.n += size

    def drive(self, gpio, level):
        n = self.n
        if n + 3 > _SIZE:
            self.flush()
            n = 0
        out = self.out
        out[n] = 80
        out[n + 1] = gpio
        out[n + 2] = level
        self.n = n + 3
        self.fresh = False

    def data(self, buf):
        size = len(buf)
        self.put("<BH", 68, size)
        if self.n + size <= _SIZE:
            self.out[self.n : self.n + size] = buf
            self.n += size
        else:
            self.flush()
            began = utime.ticks_us()
            self.tx.write(buf)
            self.own += utime.ticks_diff(utime.ticks_us(), began)
        self.us += size * 8000000 // self.baud
        self.fresh = False
        if size > _LONG:
            self.sync()

    def spend(self, us):
        self.put("<BI", 84, us)
        self.us += us
        self.fresh = False
        self.sync()

    def sync(self):
        """After time has passed: handlers hear of the edges in it before the program goes on."""
        if self.hands:
            self.put("<B", 89)
            self.reply()

    def level(self, gpio):
        """Level of an input; keys and BUSY are known after each reply until time passes."""
        if not self.fresh or not self.known >> gpio & 1:
            self.put("<BB", 82, gpio)
            return self.reply()
        if gpio == self.busy:
            self.put("<BB", 66, gpio)
        return self.levels >> gpio & 1

    def adc(self, gpio):
        self.put("<BB", 81, gpio)
        return self.reply()

    def wait(self, kind, ms):
        cpu = utime.ticks_diff(utime.ticks_us(), self.since) - self.own
        flash = self.flash
        self.put("<BBiIIII", 87, kind, ms, cpu, flash.programs, flash.erases, flash.bytes)
        self.reply()
        self.own = 0
        self.since = utime.ticks_us()

    def reply(self):
        self.flush()
        began = utime.ticks_us()
        while True:
            if self.rx.readinto(self.frame) != 24:
                sys.exit(0)
            kind, number, self.us, self.levels = struct.unpack_from("<BxxxIQQ", self.frame)
            if kind == 119:
                self.fresh = True
                self.own += utime.ticks_diff(utime.ticks_us(), began)
                return number
            if kind == 101:
                # as the port calls a handler, but that an allocation in it raises MemoryError
                if self.hands >> number & 1:
                    self.fresh = True
                    micropython.heap_lock()
                    try:
                        self.hand(self.pins[number])
                    finally:
                        micropython.heap_unlock()
            elif kind == 99:
                self.flash.cut_at = self.flash.ops + number if number else 0
            else:
                self.answer(self.rx.read(number).decode())

    def wake(self, how, pins, level):
        mask = 0
        for pin in pins:
            mask |= 1 << pin.gpio
        self.put("<BBBQ", 75, how, int(level), mask)
        return mask

    def lend(self, name):
        if name in self.setup["lacks"]:
            raise AttributeError(name)
        import extra

        del sys.modules["extra"]
        return getattr(extra, name)

    def answer(self, question):
        """One of the named questions, or any expression over main and its parts."""
        try:
            ask = self.asks.get(question)
            text = json.dumps(ask() if ask else eval(question, self.scope))
        except Exception as e:
            sys.print_exception(e)
            text = json.dumps({"failed": str(e)})
        if self.setup.get("lean"):  # the heap between two questions is the firmware's
            sys.modules.pop("report", None)
        self.flush()
        self.tx.write(b"A")
        self.tx.write(text)
        self.tx.write(b"\n")

    def lost(self):
        """Power is gone: tell the bench and never come back; it ends this process."""
        self.put("<B", 88)
        self.flush()
        while self.rx.read(24):
            pass
        sys.exit(0)


link = Link()
