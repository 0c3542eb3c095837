"""The driver on the controller model, with a virtual clock: for tests of driver and policy.

Promises: time moves only as the driver asks (or as the rig is told to be late); after every
refresh the glass is compared with the picture, with the one frame and with what the driver
believes, and the picture was drawn once, whatever happened on the way.
"""

import turn
from controller import model
from display.panel import Panel
from panel_entry import find

PERIOD = 1 << 30  # the driver's clock wraps here, the model's never


class Bus:
    """The bus of display.panel, straight onto a model; `clock` has .now in ms."""

    def __init__(self, model, clock):
        self.model = model
        self.clock = clock
        self.largest = 0

    def command(self, op, data=None):
        self.model.spi(bytes((op,)), 0, self.clock.now)
        if data:
            self.model.spi(data, 1, self.clock.now)

    def data(self, buf):
        self.largest = max(self.largest, len(buf))
        self.model.spi(buf, 1, self.clock.now)

    def reset(self, level):
        self.model.reset(level, self.clock.now)

    def busy(self):
        return self.model.busy(self.clock.now)

    def power(self, on):
        self.model.power(on, self.clock.now)


class Rig:
    """name: of the panel; start: reading of the driver's clock at the beginning; turned: degrees
    that the glass is turned; switches: of the model."""

    def __init__(self, name="GYE042A87", start=0, turned=0, **switches):
        self.entry = find(name)
        self.shape = self.entry["width"], self.entry["height"], turned
        self.now = 0
        self.start = start
        self.model = model(self.entry, **switches)
        self.bus = Bus(self.model, self)
        self.steps = 0
        self.boot()

    def boot(self):
        """A new driver and an empty frame, as after a restart of the device."""
        self.panel = Panel(self.bus, self.entry["lines"], self.shape[2])
        self.frame = bytearray(len(self.model.glass))
        self.draws = 0  # how often the picture of the last begin() was drawn

    def known(self, picture):
        """The glass is declared to show `picture`, and the frame holds it."""
        self.frame[:] = picture
        self.panel.known(self.frame)
        self.model.stated = True

    def step(self):
        """One step of the driver; returns its answer.  The clock does not move."""
        self.steps += 1
        before = self.panel.failures
        wait = self.panel.step((self.now + self.start) % PERIOD)
        if self.panel.failures != before:
            self.model.failed = True
        return wait

    def tick(self, ms):
        self.now += ms
        self.model.advance(self.now)

    def settle(self, limit=60000, late=0):
        """Step until ready, `late` ms late each time; returns the ms that it took."""
        start = self.now
        while True:
            wait = self.step()
            if wait is None:
                return self.now - start
            if self.now - start > limit:
                raise ValueError("rig: not ready after %d ms" % limit)
            self.tick(wait + (late if wait else 0))

    def begin(self, picture, full=False):
        """Start a refresh that draws `picture` on the frame; returns whether it will be full."""
        self.draws = 0

        def draw():
            self.draws += 1
            self.frame[:] = picture

        return self.panel.show(self.frame, full, draw)

    def check(self, picture):
        """What is to be true after a refresh that drew `picture`."""
        glass = turn.glass(picture, *self.shape)
        self.model.check(glass, self.now, lambda it: self.panel.same(turn.frame(it, *self.shape)))
        if self.draws != 1:
            raise ValueError("rig: drawn %d times" % self.draws)
        if self.frame != picture:
            raise ValueError("rig: the frame is not the picture")

    def show(self, picture, full=False, late=0):
        """One refresh to its end, with the checks; returns the ms that it took."""
        self.begin(picture, full)
        ms = self.settle(late=late)
        self.check(picture)
        return ms
