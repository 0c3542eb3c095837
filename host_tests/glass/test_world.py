"""The world of a board: wires, supply switch and keys in front of the controller model."""

from display import panels
from display.panel import Panel
from glass import noise
from world import World

ONE = bytearray(noise(15000, 11))
TWO = bytearray(noise(15000, 12))


class Board:
    """A board as boards/*/board.py describe it, with a supply switch for the panel."""

    PINS = {"cs": 45, "dc": 46, "rst": 47, "busy": 48}
    SPI = {"id": 1, "baudrate": 10000000, "sck": 12, "mosi": 11}
    POWER = (7, 1, 10)
    PANELS = ("GYE042A87",)
    TURN = 0
    KEYS = (("up", 6, 0, None), ("k4", 34, 1, "down"))


def test_e19_a_line_driven_while_the_panel_has_no_supply():
    world = World(Board)
    world.write_pin(47, 1)
    assert [e[0] for e in world.panel.errors] == ["E19"]
    world = World(Board)
    world.write_pin(7, 1)
    world.write_pin(47, 1)
    assert world.panel.errors == []


def test_e24_bytes_without_chip_select():
    world = World(Board)
    world.write_pin(7, 1)
    world.advance(100)
    world.spi_write(b"\x12")
    assert [e[0] for e in world.panel.errors] == ["E24"]


class Wires:
    """A bus that moves the pins of a World as hal.bus moves those of a board."""

    def __init__(self, world):
        self.world = world
        self.power(True)

    def power(self, on):
        self.world.write_pin(7, 1 if on else 0)

    def reset(self, level):
        self.world.write_pin(47, level)

    def busy(self):
        return self.world.read_pin(48)

    def _send(self, dc, data):
        self.world.write_pin(46, dc)
        self.world.write_pin(45, 0)
        self.world.spi_write(data)
        self.world.write_pin(45, 1)

    def command(self, op, data=None):
        self._send(0, bytes((op,)))
        if data:
            self._send(1, data)

    def data(self, buf):
        self._send(1, buf)


def show(panel, frame, picture):
    """A refresh that draws `picture` on the frame."""

    def draw():
        frame[:] = picture

    panel.show(frame, False, draw)


def settle(world, panel, steps=1000):
    for _ in range(steps):
        wait = panel.step(world.now)
        if wait is None:
            return
        world.advance(world.now + wait)


def test_the_driver_reaches_the_glass_through_the_pins():
    world = World(Board)
    panel = Panel(Wires(world), panels.find(Board.PANELS[0]))
    frame = bytearray(15000)
    for picture in (ONE, TWO, ONE):
        show(panel, frame, picture)
        settle(world, panel)
        assert world.panel.glass == picture and world.next_change() is None
    assert world.panel.errors == [] and (world.panel.fulls, world.panel.partials) == (1, 2)


def test_a_power_cut_in_a_refresh_is_no_error_and_the_next_start_shows_the_frame():
    world = World(Board)
    panel = Panel(Wires(world), panels.find(Board.PANELS[0]))
    frame = bytearray(15000)
    show(panel, frame, ONE)
    settle(world, panel)
    show(panel, frame, TWO)
    settle(world, panel, 12)
    assert world.next_change() is not None
    world.power_cut()
    assert not world.panel.powered and world.next_change() is None
    world.advance(world.now + 1000)
    panel = Panel(Wires(world), panels.find(Board.PANELS[0]))
    show(panel, frame, TWO)
    settle(world, panel)
    assert world.panel.glass == TWO and world.panel.errors == []
    assert (world.panel.fulls, world.panel.partials) == (2, 0)


def test_keys_have_the_level_of_their_wiring():
    world = World(Board)
    assert (world.read_pin(6), world.read_pin(34)) == (1, 0)
    world.key("up", True)
    world.key("k4", True)
    assert (world.read_pin(6), world.read_pin(34)) == (0, 1)
    world.power_cut()
    assert (world.read_pin(6), world.read_pin(34)) == (0, 1)
    world.key("up", False)
    assert world.read_pin(6) == 1
    try:
        world.key("ok", True)
    except ValueError as e:
        assert "k4, up" in str(e)
    else:
        raise AssertionError("a key that is not there")
