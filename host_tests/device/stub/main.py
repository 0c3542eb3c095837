"""A small application on the shipped hal and driver, for the tests of the bench itself: every key
that goes down is counted in a file, and the count is drawn as a pattern."""

import gc
import time

gc.threshold(16384)

from packed import mount  # noqa: E402

mount()

import board  # noqa: E402

from display import panels  # noqa: E402
from display.panel import Panel  # noqa: E402
from hal import board as pins  # noqa: E402
from hal import sleep  # noqa: E402
from hal.device import Device  # noqa: E402

options = {}
app = device = None


class App:
    def __init__(self, device, entry):
        self.device = device
        width, height = [int(word) for word in entry["size"].split(" ")]
        self.canvas = bytearray(width // 8 * height)
        self.panel = Panel(device.bus, entry, board.TURN)
        self.keys = []  # names in the order in which they went down, since boot
        self.count = 0
        self.down = 0
        self.shows = 0
        self.dirty = True
        try:
            with open("count") as file:
                self.count = int(file.read())
        except OSError:
            pass

    def draw(self):
        for at in range(0, len(self.canvas), 50):
            ink = (at // 50 * 7 + self.count * 37) & 255
            row = bytes([ink, 255 - ink]) * 25
            self.canvas[at : at + 50] = row[: len(self.canvas) - at]

    def step(self, now):
        time.sleep_us(options.get("works", 0))
        for _, down in self.device.levels():
            for i, key in enumerate(board.KEYS):
                if down & ~self.down & 1 << i:
                    self.keys.append(key[0])
                    self.count += 1
                    with open("count", "w") as file:
                        file.write(str(self.count))
                    self.dirty = True
            self.down = down
        if options.get("crash") == self.count:
            raise ValueError("the stub crashes as asked")
        if options.get("hasty") == self.count:
            device.bus.command(0x20)
            device.bus.command(0x20)
        if self.dirty and self.panel.ready():
            self.panel.show(self.canvas, self.shows % 30 == 0, self.draw)
            self.shows += 1
            self.dirty = False
        if self.panel.ready() and options.get("sleep") == self.count:
            if not self.panel.asleep:
                self.panel.sleep()
                return 0
            sleep.deep(self.device, 0, b"the stub sleeps.")
        return self.panel.step(now)

    def busy(self):
        return self.dirty or self.down != 0 or not self.panel.ready()


def main():
    global app, device
    why = pins.start(board)
    device = Device(board, pins.keys(board), pins.wake(board), why != 4)
    app = App(device, panels.find(board.PANELS[0]))
    while True:
        device.wait(app.step(device.now()))
