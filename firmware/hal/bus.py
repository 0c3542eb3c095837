"""The panel's wires: SPI and its plain pins, as a driver wants them.

Promises: a command is one frame under chip select, with the data line low for the opcode and
high for what follows; no line of a panel without supply is driven (current would flow back
through it).  Leaves to the driver: which bytes, when, and pieces of at most 4096 of them.
miso is always None: a pin left out would be the port's default, which has another owner.
"""

from machine import SPI, Pin


class Bus:
    """The wires of board.PINS, board.SPI and board.POWER; powered from the start."""

    def __init__(self, board):
        self.board = board
        self._one = bytearray(1)
        self._gate = None
        if board.POWER:
            gpio, on_level, _ = board.POWER
            self._gate = Pin(gpio, Pin.OUT, value=1 - on_level, hold=False)
        self._on = False
        self._switch(True)

    def power(self, on):
        """Panel supply and its lines; returns the ms to wait until the supply is steady."""
        if bool(on) != self._on:
            self._switch(on)
        settle, self._settle = self._settle, 0
        return settle

    def _switch(self, on):
        board = self.board
        pins = board.PINS
        spi = board.SPI
        self._on = bool(on)
        self._settle = board.POWER[2] if on and self._gate else 0
        if on:
            if self._gate:
                self._gate(board.POWER[1])
            self._cs = Pin(pins["cs"], Pin.OUT, value=1, hold=False)
            self._dc = Pin(pins["dc"], Pin.OUT, value=1, hold=False)
            self._rst = Pin(pins["rst"], Pin.OUT, value=1, hold=False)
            self._busy = Pin(pins["busy"], Pin.IN)
            self._spi = SPI(
                spi["id"],
                baudrate=spi["baudrate"],
                sck=Pin(spi["sck"]),
                mosi=Pin(spi["mosi"]),
                miso=None,
            )
            return
        self._spi.deinit()
        for gpio in (spi["sck"], spi["mosi"], pins["cs"], pins["dc"], pins["rst"]):
            Pin(gpio, Pin.IN)
        if self._gate:
            self._gate(1 - board.POWER[1])

    def command(self, op, data=None):
        """Opcode 0..255, then its parameters or plane bytes if there are any."""
        self._one[0] = op
        self._dc(0)
        self._cs(0)
        self._spi.write(self._one)
        if data:
            self._dc(1)
            self._spi.write(data)
        self._cs(1)

    def data(self, buf):
        """More bytes for the last command."""
        self._dc(1)
        self._cs(0)
        self._spi.write(buf)
        self._cs(1)

    def reset(self, level):
        """Drive RST; 0 holds the controller in reset.  The driver keeps the times."""
        self._rst(level)

    def busy(self):
        """Raw level of BUSY, 0 or 1; what it means is in the panel's entry."""
        return self._busy()
