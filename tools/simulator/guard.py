"""What a board does not forgive (hardware rules E18, E23, E52..E55, E58, E59, E66): watches pins,
sleep and watchdog on the bench's side.  The panel's own rules are the controller model's."""

ISOLATING = ("ESP32-S2", "ESP32-S3", "ESP32-C3", "ESP32-C6")  # pads float in light sleep
_PULL = {None: 0, "down": 1, "up": 2}


class Guard:
    def __init__(self, board, report):
        """report(id, text) is called once for each breach."""
        self.board = board
        self.report = report
        self.reset()

    def reset(self):
        """The chip starts: pins are inputs without pulls, nothing is held or set."""
        self.held = set()
        self.outs = {}
        self.pulls = {}
        self.wake = [0, 0]
        self.wake_level = [0, 0]
        self.spins = 0
        self.spun_at = None
        self.dog = None

    def setup(self, gpio, mode, pull, hold):
        if gpio in self.held and hold == 255 and mode != 255:
            self.report("E54", f"GPIO {gpio} set up without releasing its hold")
        if pull != 255:
            self.pulls[gpio] = pull
        if mode == 1:
            self.outs.pop(gpio, None)
        if hold == 1:
            self.held.add(gpio)
        elif hold == 0:
            self.held.discard(gpio)

    def drive(self, gpio, level):
        self.outs[gpio] = level
        if gpio in self.held:
            self.report("E54", f"GPIO {gpio} driven while it is held")

    def spi(self, baud, miso, limit):
        """limit: Hz, what the panel takes."""
        if baud > limit:
            self.report("E23", f"SPI at {baud} Hz, the limit is {limit}")
        if miso == 254:
            self.report("E66", "SPI without an explicit miso")

    def set_wake(self, how, level, mask):
        self.wake[how] = mask
        self.wake_level[how] = level
        if how == 1 and not level and self.board.CHIP == "ESP32" and mask & (mask - 1):
            self.report("E51", "a classic ESP32 wakes from EXT1 only when all pins are low")

    def woken(self, levels):
        """Whether a configured key ends a light sleep, given the levels of all pins."""
        for mask, level in zip(self.wake, self.wake_level, strict=True):
            if mask and (levels if level else ~levels) & mask:
                return True
        return False

    def spin(self, us):
        """Light sleep returned at once."""
        self.spins = self.spins + 1 if us == self.spun_at else 1
        self.spun_at = us
        if self.spins > 3:
            self.report("E59", "light sleep returned at once more than three times")

    def light_sleep(self, levels, us):
        """Called when the chip enters light sleep."""
        for name, gpio, _, pull in self.board.KEYS:
            if pull and self.pulls.get(gpio) != _PULL[pull]:
                self.report("E55", f"key {name} sleeps without its pull {pull}")
        if self.woken(levels):
            self.report("E52", "light sleep with a wake key down")
            self.spin(us)
        power = self.board.POWER
        powered = not power or self.outs.get(power[0]) == power[1]
        if self.board.CHIP in ISOLATING:
            if power and power[0] not in self.held:
                self.report("E53", f"panel supply GPIO {power[0]} floats in light sleep")
            if powered:
                for line in ("rst", "cs"):
                    if self.board.PINS[line] not in self.held:
                        self.report("E18", f"panel line {line} floats in light sleep")

    def feed(self, timeout_ms, us):
        if timeout_ms:
            self.dog = [timeout_ms * 1000, us]
        elif self.dog:
            self.dog[1] = us

    def time(self, us):
        if self.dog and us - self.dog[1] > self.dog[0]:
            self.report("E58", f"watchdog not fed for {(us - self.dog[1]) // 1000} ms")
            self.dog = None
