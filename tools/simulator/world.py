"""A board's surroundings: the panel's wires and supply, and the keys, at one virtual time.

Promises: what the firmware does to pins and SPI reaches the controller model as a real board
would pass it on; faults of the wiring are reported with their ids (E19, E24) among panel.errors.
Leaves to its owner: the clock (advance) and pin modes.  Used by the bench and by the web page.
"""

import turn
from controller import model
from panel_entry import find


class World:
    """board: module or namespace with PINS, SPI, POWER, PANELS, TURN, KEYS; panel: the one that is
    fitted, the first of PANELS if not said; switches: of the model."""

    def __init__(self, board, panel=None, **switches):
        self.now = 0
        self.board = board
        pins = board.PINS
        self._cs, self._dc = pins["cs"], pins["dc"]
        self._rst, self._busy = pins["rst"], pins["busy"]
        self._gate = board.POWER[0] if board.POWER else None
        self._lines = (self._cs, self._dc, self._rst)
        self._sck, self._mosi = board.SPI["sck"], board.SPI["mosi"]
        self._op = self._bits = 0  # of an opcode that comes bit by bit, and how many have come
        self._keys = {}
        self._gpios = {}
        for name, gpio, active, _ in board.KEYS:
            self._keys[name] = (gpio, active)
        entry = find(panel or board.PANELS[0])
        self._shape = entry["width"], entry["height"], board.TURN
        self.panel = model(entry, powered=self._gate is None, **switches)
        self._rest()

    def _rest(self):
        """Levels of a board that was just powered; keys are where fingers hold them."""
        levels = {self._cs: 1, self._dc: 1, self._rst: 1}
        for name in self._keys:
            gpio, active = self._keys[name]
            levels[gpio] = self._gpios.get(gpio, 1 - active)
        self._gpios = levels
        self._look()

    def _look(self):
        """keys: their levels, a bit a GPIO."""
        self.keys = 0
        for gpio, _ in self._keys.values():
            self.keys |= self._gpios[gpio] << gpio

    def advance(self, to):
        """Time goes on to `to` ms."""
        self.now = to
        self.panel.advance(to)

    def next_change(self):
        """ms until the panel does something by itself (BUSY or glass), None when it will not."""
        return self.panel.next_change(self.now)

    def frame(self):
        """The glass as the firmware lays its frame."""
        return turn.frame(self.panel.glass, *self._shape)

    def picture(self):
        """(rows of the glass for people, eight pixels a byte; width, height)"""
        return (turn.picture(self.panel.glass, *self._shape),) + turn.size(*self._shape)

    def write_pin(self, gpio, level):
        """An output pin is driven to `level`."""
        panel = self.panel
        if gpio == self._gate:
            panel.power(level == self.board.POWER[1], self.now)
            if gpio == self._rst and panel.powered:  # a reset, and no start of the driver
                panel.stated = not panel.face.unknown
        elif gpio in self._lines and not panel.powered:
            panel.errors.append(("E19", self.now, "GPIO %d driven, the panel is off" % gpio))
        elif gpio == self._rst and level != self._gpios[gpio]:
            panel.reset(level, self.now)
        elif gpio == self._cs and level:
            self._op = self._bits = 0
        elif gpio == self._sck and level and not self._gpios[self._cs]:
            if not self._gpios[self._dc]:
                self._op = self._op << 1 | self._gpios.get(self._mosi, 0)
            self._bits += 1
        self._gpios[gpio] = level

    def read_pin(self, gpio):
        """Level of an input; reading BUSY is noticed by the model."""
        if gpio == self._busy:
            return self.panel.busy(self.now)
        if gpio == self._mosi and self._bits > 8:
            at = self._bits - 9
            answer = self.panel.answer(self._op, at // 8 + 1)
            return answer[at // 8] >> 7 - at % 8 & 1
        return self._gpios.get(gpio, 0)

    def spi_write(self, data):
        """Bytes on SPI go where chip select and the data line say."""
        if self._gpios[self._cs]:
            self.panel.errors.append(("E24", self.now, "SPI bytes without chip select"))
        else:
            self.panel.spi(data, self._gpios[self._dc], self.now)

    def key(self, name, down):
        """A finger on key `name`; ValueError when the board has no such key."""
        if name not in self._keys:
            raise ValueError("key %s: this board has %s" % (name, ", ".join(sorted(self._keys))))
        gpio, active = self._keys[name]
        self._gpios[gpio] = active if down else 1 - active
        self._look()

    def power_cut(self):
        """The battery is out and in again: the panel forgets all, the glass keeps its picture."""
        panel = self.panel
        panel.power(False, self.now, torn=True)
        panel.reset(1, self.now)
        self._rest()
        if self._gate is None:
            panel.power(True, self.now)
