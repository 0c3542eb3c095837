"""What a board does not forgive (hardware rules E18, E19, E23, E50..E55, E57..E66):
watches pins, keys, sleep and watchdog on the bench's side.  The panel's own rules are the
controller model's; E56 and E68 need more than wires, so the bench has them."""

DEAD_US = 30_000  # contacts that open for less have bounced
GLITCH_US = 5_000  # and what closes them for less is interference
ISOLATING = ("ESP32-S2", "ESP32-S3", "ESP32-C3", "ESP32-C6")  # pads float in light sleep
_PULL = {None: 0, "down": 1, "up": 2}
_LATER = range(22)
# pins of the RTC, which alone wake a chip from deep sleep (esp32.md 3)
RTC_PINS = {
    "ESP32": (0, 2, 4, 12, 13, 14, 15, 25, 26, 27) + tuple(range(32, 40)),
    "ESP32-S2": _LATER,
    "ESP32-S3": _LATER,
    "ESP32-C6": range(8),
}
# what a strapping pin is pulled to while the chip starts (data sheets, "strapping pins")
STRAPS = {
    "ESP32": {0: 1, 2: 0, 5: 1, 12: 0, 15: 1},
    "ESP32-S2": {0: 1, 45: 0, 46: 0},
    "ESP32-S3": {0: 1, 45: 0, 46: 0},
}


class Guard:
    def __init__(self, board, report):
        """report(id, text) is called once for each breach."""
        self.board = board
        self.report = report
        self.rtc = sum(1 << gpio for gpio in RTC_PINS[board.CHIP])
        self.us = 0
        self.held = set()
        self.reset()

    def reset(self, slept=False):
        """The chip starts: pins are inputs without pulls, nothing is set, and nothing is held but
        what was held through a deep sleep."""
        if not slept:
            self.held = set()
        self.outs = {}
        self._driven = {}  # since when
        self.pulls = {}
        self.irqs = set()
        self.pads = False
        self._edges = {}  # key: [(us, is down)]
        self._start = None
        self.wake = [0, 0, 0]  # masks: gpio, ext1, ext0
        self.wake_level = [0, 0, 0]
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
            if self._start and gpio in self._start:
                self.report("E64", f"GPIO {gpio} is let go of, it is to stay driven")
        if hold == 1:
            self.held.add(gpio)
        elif hold == 0:
            self.held.discard(gpio)

    def drive(self, gpio, level):
        if self.outs.get(gpio) != level:
            self._driven[gpio] = self.us
        self.outs[gpio] = level
        if self._start and self._start.get(gpio, level) != level:
            self.report("E64", f"GPIO {gpio} driven to {level}")
        if gpio in self.held:
            self.report("E54", f"GPIO {gpio} driven while it is held")

    def started(self):
        """The program waits for the first time: what is to be driven from the start on is."""
        if self._start is None:
            self._start = dict(self.board.START)
            if self.board.BATTERY and self.board.BATTERY["enable"]:
                self._start.pop(self.board.BATTERY["enable"][0], None)  # on while the cell is read
            for gpio, level in self._start.items():
                if self.outs.get(gpio) != level:
                    self.report("E64", f"GPIO {gpio} is not driven to {level} after the start")

    def irq(self, gpio, on):
        (self.irqs.add if on else self.irqs.discard)(gpio)
        self._no_irq_on_wake()

    def _no_irq_on_wake(self):
        for gpio in self.irqs:
            if self.wake[0] >> gpio & 1:
                self.report("E62", f"GPIO {gpio} has a handler and ends light sleep")
                return

    def adc(self):
        """The cell is read."""
        if enable := self.board.BATTERY["enable"]:
            gpio, level, settle_ms = enable
            if self.outs.get(gpio) != level:
                self.report("E65", "the cell is read without its divider")
            elif self.us - self._driven[gpio] < settle_ms * 1000:
                self.report("E65", "the cell is read before its divider is steady")

    def _asleep(self):
        battery = self.board.BATTERY
        if battery and battery["enable"]:
            gpio, level, _ = battery["enable"]
            if self.outs.get(gpio) == level:
                self.report("E65", "the divider of the cell is left on")

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
        if how and mask & ~self.rtc:
            self.report("E50", "a key that is no RTC pin cannot wake the chip")
        self._no_irq_on_wake()

    def woken(self, levels):
        """Whether a configured key ends a light sleep, given the levels of all pins."""
        for mask, level in zip(self.wake, self.wake_level, strict=True):
            if mask and (levels if level else ~levels) & mask:
                return True
        return False

    def deep_woken(self, levels):
        """(reason, pins that machine.wake_pins() tells) when a key ends a deep sleep, else None;
        it tells none of ext0 (modmachine.c)."""
        _, mask, single = self.wake
        if (levels if self.wake_level[2] else ~levels) & single:
            return 2, ()
        low = (levels if self.wake_level[1] else ~levels) & mask
        if low:
            return 3, [gpio for gpio in range(64) if low >> gpio & 1]
        return None

    def deep_sleep(self, levels, busy, powered):
        """Called when the chip enters deep sleep; busy, powered: the panel."""
        board = self.board
        self.dog = None
        self._asleep()
        if busy:
            self.report("E57", "deep sleep while the panel is busy")
        if self.deep_woken(levels):
            self.report("E52", "deep sleep with a wake key down")
        for name, gpio, _, pull in board.KEYS:
            if pull and (self.wake[1] | self.wake[2]) >> gpio & 1:
                if self.pulls.get(gpio) != _PULL[pull]:
                    self.report("E55", f"key {name} sleeps without its pull {pull}")
        if not self.pads:
            for gpio in sorted(self.held):
                if not self.rtc >> gpio & 1:
                    self.report("E53", f"GPIO {gpio} is no RTC pin and not held in deep sleep")
        wanted = dict(board.HOLD)
        for gpio, level in wanted.items():
            if gpio not in self.held or self.outs.get(gpio) != level:
                self.report("E53", f"GPIO {gpio} is not held at {level}")
        if board.POWER and board.POWER[0] not in wanted:
            self.report("E53", f"panel supply GPIO {board.POWER[0]} floats in deep sleep")
        lines = {name: board.PINS[name] for name in ("cs", "dc", "rst")}
        if powered and lines["rst"] not in self.held:
            self.report("E18", "panel line rst floats in deep sleep")
        for name, gpio in lines.items():
            if not powered and gpio in self.outs and gpio != (board.POWER or (None,))[0]:
                self.report("E19", f"panel line {name} driven in deep sleep, the panel is off")
        for gpio in sorted(self.held):
            pulled = STRAPS.get(board.CHIP, {}).get(gpio, self.outs.get(gpio))
            if self.outs.get(gpio) != pulled and (gpio, self.outs.get(gpio)) not in board.START:
                self.report("E63", f"strapping pin GPIO {gpio} held at {1 - pulled} over a start")

    def spin(self, us):
        """Light sleep returned at once."""
        self.spins = self.spins + 1 if us == self.spun_at else 1
        self.spun_at = us
        if self.spins > 3:
            self.report("E59", "light sleep returned at once more than three times")

    def light_sleep(self, levels, us):
        """Called when the chip enters light sleep."""
        self._asleep()
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

    def key(self, name, down):
        """An edge of a contact."""
        self._edges.setdefault(name, []).append((self.us, down))

    def heard(self, counts):
        """The presses that the program has told so far, by key, when no key is down."""
        for name, edges in self._edges.items():
            least, most = _presses(edges)
            if counts.get(name, 0) < least:
                self.report("E60", f"{least} presses of {name}, {counts.get(name, 0)} were told")
            elif counts.get(name, 0) > most:
                self.report("E61", f"{most} presses of {name}, {counts[name]} were told")

    def time(self, us):
        self.us = us
        if self.dog and us - self.dog[1] > self.dog[0]:
            self.report("E58", f"watchdog not fed for {(us - self.dog[1]) // 1000} ms")
            self.dog = None


def _presses(edges):
    """(least, most) presses that these edges of one contact are: least counts what nobody may
    miss, most what may count."""
    downs = []  # [from, to], what is parted by less than the dead time is one
    for us, down in edges:
        if down:
            if not downs or us - downs[-1][1] >= DEAD_US:
                downs.append([us, us])
        elif downs:
            downs[-1][1] = us
    least = sum([to - since >= DEAD_US for since, to in downs])
    return least, sum([to - since >= GLITCH_US for since, to in downs])
