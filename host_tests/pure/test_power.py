"""What a start knows of the one before it; what the voltage of the cell means."""

from box import power as cell
from scorer.power import NEVER, begun, pack, rest_ms

NEW = [0, 0, -2, 0, 0, 0, 0, NEVER]  # as after the cell was put in: nothing is known
SLEEPING = [0x89ABCDEF, 40, 1000, 3, 255, 0x1F, 3, 86400]
POWER, RESET, WATCHDOG, SLEPT, PROMPT = 1, 2, 3, 4, 5


class Session:
    def __init__(self, permille=-2, note=""):
        self.box = permille, 1000, 0, 0
        self.note = note


def test_a_key_gets_back_what_was_kept():
    for record in (NEW, SLEEPING, [1, 0, -1, 5, 0, 0, 255, -3480]):
        assert begun(SLEPT, pack(record)) == record


def test_without_memory_the_box_is_new():
    kept = pack(SLEEPING)
    for why in (POWER, RESET, WATCHDOG, SLEPT, PROMPT):
        for data in (b"", b"x", bytes(20), b"\xff" * 16, kept[:-1], kept + b"0"):
            assert begun(why, data) == NEW


def test_a_bit_of_the_memory_that_changed_makes_it_nothing():
    data = pack(SLEEPING)
    for at in range(len(data)):
        for bit in range(8):
            bad = bytearray(data)
            bad[at] ^= 1 << bit
            assert begun(SLEPT, bytes(bad)) == NEW, (at, bit)


def test_a_start_that_nobody_asked_for_counts_and_knows_no_glass():
    """One by power while the memory is still there is a voltage that broke down. Nor does it know
    whether the clock has stood still."""
    for why in (POWER, RESET, WATCHDOG, PROMPT):
        assert begun(why, pack([7, 8, 500, 0, 4, 3, 2, 9])) == [0, 0, 500, why, 5, 0, 2, NEVER]
    assert begun(WATCHDOG, pack(SLEEPING))[4] == 255


def test_a_chip_that_burns_its_cell_while_it_waits_goes_to_sleep_sooner():
    """energy.md 3: fifteen minutes; the S2 must not sleep lightly."""
    assert (rest_ms("gpio"), rest_ms(None)) == (900000, 60000)


def test_the_charge_of_the_cell_rises_with_its_voltage_and_has_ends():
    last = 0
    for mv in range(2500, 4500):
        now = cell.permille(mv)
        assert last <= now <= 1000, mv
        last = now
    assert cell.permille(3270) == cell.permille(0) == 0
    assert cell.permille(4200) >= 995 and cell.permille(4500) == 1000
    assert abs(cell.permille(3840) - 500) < 30  # half, on every common curve
    assert cell.permille(3600) < 50 < cell.permille(3650)


def test_a_cell_is_said_to_be_nearly_empty_once():
    session = Session()
    assert cell.read(session, 3500) and session.note == "note.low"
    session.note = ""
    for mv in (3500, 3450, 3510, 3400, 3300):
        assert not cell.read(session, mv) and session.note == "", mv
    assert not cell.read(session, 4000)  # charged
    assert cell.read(session, 3500) and session.note == "note.low"


def test_noise_around_the_limit_says_nothing_twice():
    session = Session()
    assert not cell.read(session, 3800)
    said = 0
    for i in range(50):
        said += cell.read(session, 3600 + i % 2 * 20)
        session.note = ""
    assert said == 1


def test_a_cell_that_cannot_be_read_is_said_once_until_it_can():
    session = Session()
    assert cell.read(session, None) and session.note == "note.cell"
    session.note = ""
    assert not cell.read(session, None) and session.note == ""
    assert not cell.read(session, 4000) and session.box[0] > 700
    assert cell.read(session, None)


def test_one_thing_after_the_other_is_said():
    session = Session(note="note.set_aside")
    assert not cell.read(session, 3400) and session.note == "note.set_aside"
    session.note = ""
    assert cell.read(session, 3400) and session.note == "note.low"
