"""Which panel is fitted, on a board that comes with several (board.PROBE).

A row of PROBE is (what, bytes, mask, {value: panel}).  `what` is an opcode whose answer is read,
most significant byte first, on the data line, which on these boards goes both ways: bit by bit,
for SPI cannot do that (boards.md: MagTag, CoreInk).  Or it is "busy": two published probes that
must agree, BUSY while RST is low (low: UltraChip, high: Solomon) and its idle level after a reset
(the other way round; CrowPanel 4.2").  Runs once, before the bus, and takes about 70 ms.
"""

from time import sleep_ms

from machine import Pin


def fitted(board):
    """The id of the panel, None where no row knows the answer."""
    pins, spi = board.PINS, board.SPI
    if board.POWER:
        gate, level, settle = board.POWER
        Pin(gate, Pin.OUT, value=level, hold=False)
        sleep_ms(settle)
    rst = Pin(pins["rst"], Pin.OUT, value=0, hold=False)
    busy = Pin(pins["busy"], Pin.IN)
    sleep_ms(10)  # a sleeping chip answers only after a reset
    low = busy()
    rst(1)
    sleep_ms(50)
    found = None
    for what, size, mask, known in board.PROBE:
        if what == "busy":
            value = busy() if busy() != low else None
        else:
            value = _read(pins, spi, what, size) & mask
        found = found or known.get(value)
    return found


def _read(pins, spi, op, size):
    sck, dc, line, cs = [
        Pin(gpio, Pin.OUT, value=0, hold=False)
        for gpio in (spi["sck"], pins["dc"], spi["mosi"], pins["cs"])
    ]
    for bit in range(8):
        line(op >> 7 - bit & 1)
        sck(1)
        sck(0)
    dc(1)
    line.init(Pin.IN, Pin.PULL_UP)
    value = 0
    for _ in range(8 * size):
        sck(1)
        value = value << 1 | line()
        sck(0)
    cs(1)
    return value
