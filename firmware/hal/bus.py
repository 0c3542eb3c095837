"""The panel's wires: SPI and its plain pins, as a driver wants them.

Promises: a command is one frame under chip select, with the data line low for the opcode and
high for what follows; no line of a panel without supply is driven (current would flow through
it), also where RST is what switches the supply.  Leaves to the driver: which bytes, when, and
pieces of at most 4092 of them.
miso is always None: a pin left out would be the port's default, which has another owner.
"""

from machine import SPI, Pin


class Bus:
    """The wires of board.PINS, board.SPI and board.POWER; powered from the start."""

    def __init__(self, board):
        self.board = board
        self._one = bytearray(1)
        self._on = False
        self._settle = 0
        self._settle = self.power(True)

    def power(self, on):
        """Panel supply and its lines; returns the ms to wait until the supply is steady."""
        wait, self._settle = self._settle, 0
        if on == self._on:
            return wait
        board = self.board
        pins, spi = board.PINS, board.SPI
        gate, level, settle = board.POWER or (None, 0, 0)
        self._on = on
        if not on:
            self._spi.deinit()
            for gpio in (spi["sck"], spi["mosi"], pins["cs"], pins["dc"], pins["rst"]):
                if gpio != gate:
                    Pin(gpio, Pin.IN)
            if board.POWER:
                Pin(gate, Pin.OUT, value=1 - level, hold=False)
            return 0
        if board.POWER:
            Pin(gate, Pin.OUT, value=level, hold=False)
        self._cs, self._dc, self._rst = [
            Pin(pins[line], Pin.OUT, value=1, hold=False) for line in ("cs", "dc", "rst")
        ]
        self._busy = Pin(pins["busy"], Pin.IN)
        self._spi = SPI(
            spi["id"],
            baudrate=spi["baudrate"],
            sck=Pin(spi["sck"]),
            mosi=Pin(spi["mosi"]),
            miso=None,
        )
        return settle

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
        if self.board.POWER and self.board.POWER[0] == self.board.PINS["rst"]:
            self.power(bool(level))
        else:
            self._rst(level)

    def busy(self):
        """Raw level of BUSY, 0 or 1; what it means is in the panel's entry."""
        return self._busy()
