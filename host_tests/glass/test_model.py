"""The model of the controller can fail: each error id is provoked by hand, without the driver."""

from controller import Solomon
from glass import Glass, flipped, noise
from panel_entry import find

SIZE = 15000
WHITE = b"\xff" * SIZE
ONE = bytes(noise(SIZE, 11))
TWO = bytes(noise(SIZE, 12))

# Ids that another part reports, or that this hardware cannot have:
# E18 and E23 belong to the bench's guard (pins asleep, SPI clock), E19 to test_world.py; E30
# needs two controllers.
ELSEWHERE = ("E18", "E19", "E23", "E30")


class Hand:
    """Sends bytes to a model, minding BUSY only where it is told to."""

    def __init__(self, entry=None, **switches):
        self.now = 0
        self.model = Solomon(entry or find("GYE042A87"), **switches)
        self.now = 20

    def cmd(self, op, *args):
        self.model.spi(bytes((op,)), 0, self.now)
        if args:
            self.model.spi(bytes(args), 1, self.now)

    def plane(self, op, data):
        self.window()
        self.cmd(op)
        for at in range(0, len(data), 4000):
            self.model.spi(data[at : at + 4000], 1, self.now)

    def window(self):
        self.cmd(0x44, 0, 49)
        self.cmd(0x45, 0, 0, 43, 1)
        self.cmd(0x4E, 0)
        self.cmd(0x4F, 0, 0)

    def idle(self):
        """Waits as one should."""
        self.now += 10
        while self.model.busy(self.now):
            self.now += 10

    def init(self):
        self.model.reset(0, self.now)
        self.now += 10
        self.model.reset(1, self.now)
        self.now += 10
        self.cmd(0x12)
        self.idle()
        self.cmd(0x01, 0x2B, 1, 0)
        self.cmd(0x11, 3)
        self.cmd(0x18, 0x80)
        self.cmd(0x3C, 5)

    def full(self, frame, what=0xF7, border=5, options=0x40):
        self.cmd(0x3C, border)
        self.plane(0x26, frame)
        self.plane(0x24, frame)
        self.cmd(0x21, options, 0)
        self.cmd(0x22, what)
        self.cmd(0x20)
        self.idle()

    def partial(self, old, new, what=0xFF):
        self.cmd(0x3C, 0x80)
        if old:
            self.plane(0x26, old)
        self.plane(0x24, new)
        self.cmd(0x21, 0, 0)
        self.cmd(0x22, what)
        self.cmd(0x20)
        self.idle()

    def ids(self):
        return sorted({e[0] for e in self.model.errors})


def started(frame=WHITE, **switches):
    hand = Hand(**switches)
    hand.init()
    hand.full(frame)
    assert hand.ids() == [] and hand.model.glass == frame
    return hand


def test_a_correct_evening_raises_nothing_and_shows_each_frame():
    hand = started()
    for old, new in ((WHITE, ONE), (ONE, TWO), (TWO, ONE)):
        hand.partial(old, new)
        assert hand.model.glass == new
    hand.full(TWO)
    hand.cmd(0x10, 1)
    hand.now += 5000
    hand.init()
    hand.partial(TWO, ONE)
    assert hand.model.glass == ONE and hand.ids() == []
    assert (hand.model.partials, hand.model.fulls) == (4, 2)


def test_e01_the_old_plane_is_not_the_glass():
    hand = started(ONE)
    hand.partial(WHITE, TWO)
    assert "E01" in hand.ids()


def test_e01_only_the_new_plane_written_works_with_a_copying_chip_and_fails_with_a_keeping_one():
    for old, ids in (("copied", []), ("kept", ["E01", "E33"])):
        hand = started(ONE, old=old)
        hand.partial(ONE, TWO)
        hand.partial(None, WHITE)
        assert hand.ids() == ids, old


def test_e01_the_old_plane_ruled_out_by_r21_is_not_the_glass():
    hand = started(ONE)
    hand.cmd(0x3C, 0x80)
    hand.plane(0x26, ONE)
    hand.plane(0x24, TWO)
    hand.cmd(0x22, 0xFF)  # R21 still 40 00 from the full refresh
    hand.cmd(0x20)
    assert hand.ids() == ["E01"]


def test_e02_no_waveform_loaded():
    hand = Hand()
    hand.init()
    hand.full(WHITE, what=0xC7)
    assert hand.ids() == ["E02"] and hand.model.fulls == 0


def test_e03_command_and_data_while_busy():
    hand = started()
    hand.cmd(0x12)
    hand.now += 2
    hand.cmd(0x3C, 5)
    assert hand.ids() == ["E03"]
    hand = started()
    hand.cmd(0x24)
    hand.cmd(0x20)
    hand.model.spi(b"\0", 1, hand.now)
    assert [e[2] for e in hand.model.errors if e[0] == "E03"] == ["data while busy"]


def test_e04_command_in_deep_sleep():
    hand = started()
    hand.cmd(0x10, 1)
    hand.now += 100
    hand.cmd(0x3C, 5)
    assert hand.ids() == ["E04"]


def test_e05_display_without_high_voltage():
    hand = Hand()
    hand.init()
    hand.full(WHITE, what=0xB7)  # all but 40
    assert hand.ids() == ["E05"] and hand.model.fulls == 0


def test_e06_more_partials_than_the_glass_should_have():
    hand = started(budget=3)
    for i in range(3):
        hand.partial((WHITE, ONE)[i % 2], (WHITE, ONE)[1 - i % 2])
    assert hand.ids() == []
    hand.partial(ONE, WHITE)
    assert hand.ids() == ["E06"]


def test_e07_ink_beyond_the_visible_width():
    entry = find("GYE042A87")
    entry["visible_width"] = 396
    hand = Hand(entry)
    hand.init()
    hand.full((b"\xff" * 49 + b"\x0f") * 300)
    assert hand.ids() == []
    hand.full((b"\xff" * 49 + b"\xf7") * 300)
    assert hand.ids() == ["E07"]


def test_e08_busy_was_seen_and_ignored():
    hand = started()
    hand.cmd(0x12)
    hand.now += 5
    hand.model.busy(hand.now)
    hand.now += 20
    hand.cmd(0x3C, 5)
    assert hand.ids() == ["E08"]


def test_e08_waiting_for_the_busy_level_to_come_back():
    hand = started()
    for _ in range(5):
        hand.now += 10
        assert hand.model.busy(hand.now) == 0
    assert hand.ids() == ["E08"]


def test_e09_first_refresh_partial():
    hand = Hand(picture=ONE)
    hand.init()
    hand.partial(ONE, TWO)
    assert hand.ids() == ["E09"]


def test_e09_partial_on_unknown_glass():
    hand = Hand()
    hand.init()
    hand.partial(WHITE, TWO)
    assert "E09" in hand.ids()


def test_e09_a_declared_glass_may_start_with_a_partial():
    hand = Hand(picture=ONE)
    hand.model.stated = True
    hand.init()
    hand.partial(ONE, TWO)
    assert hand.ids() == [] and hand.model.glass == TWO


def test_e10_plane_not_written_since_reset():
    hand = started(ONE)
    hand.init()
    hand.partial(None, TWO)
    assert "E10" in hand.ids()


def test_e10_plane_written_only_in_part():
    hand = Hand()
    hand.init()
    hand.window()
    hand.cmd(0x24)
    hand.model.spi(WHITE[:7500], 1, hand.now)
    hand.cmd(0x21, 0x40, 0)
    hand.cmd(0x20)
    assert "E10" in hand.ids() and "E12" in hand.ids()


def test_e11_window_in_pixels_beyond_the_ram_or_upside_down():
    for op, args in (
        (0x44, (0, 199)),
        (0x44, (30, 20)),
        (0x45, (0, 0, 44, 1)),
        (0x45, (9, 0, 3, 0)),
        (0x4E, (50,)),
        (0x4F, (44, 1)),
        (0x11, (0,)),
    ):
        hand = started()
        hand.window()
        hand.cmd(op, *args)
        hand.cmd(0x24)
        assert hand.ids() == ["E11"], (op, args)


def test_e12_bytes_do_not_fill_the_window():
    for count in (SIZE - 1, SIZE + 1):
        hand = started()
        hand.window()
        hand.cmd(0x24, *WHITE[:1])
        hand.model.spi(bytes(count - 1), 1, hand.now)
        hand.cmd(0x7F)
        assert hand.ids() == ["E12"], count


def test_e13_too_few_and_too_many_parameters():
    for op, args in ((0x01, (0x2B, 1)), (0x3C, (5, 0)), (0x7F, (1,)), (0x45, (0, 0, 43))):
        hand = Hand()
        hand.cmd(op, *args)
        hand.cmd(0x7F)
        assert hand.ids() == ["E13"], op


def test_e14_opcode_of_another_family():
    hand = started()
    hand.cmd(0x13)
    assert hand.ids() == ["E14"]


def test_e15_sleep_without_its_code():
    hand = started()
    hand.cmd(0x10)
    hand.cmd(0x7F)
    assert hand.ids() == ["E15"]
    hand = started()
    hand.cmd(0x10, 0x32)
    assert hand.ids() == ["E15"]


def test_e16_sleep_and_supply_off_with_high_voltage():
    hand = started()
    hand.partial(WHITE, ONE, what=0xFC)
    assert hand.model.high_voltage and hand.ids() == []
    hand.cmd(0x10, 1)
    assert hand.ids() == ["E16"]
    hand = started()
    hand.partial(WHITE, ONE, what=0xFC)
    hand.model.power(False, hand.now)
    assert hand.ids() == ["E16"]
    hand = started()
    hand.partial(WHITE, ONE, what=0xFC)
    hand.cmd(0x22, 0x83)
    hand.cmd(0x20)
    hand.idle()
    hand.cmd(0x10, 1)
    assert hand.ids() == []


def test_e17_reset_and_supply_off_while_busy():
    for act in ("reset", "power"):
        hand = started()
        hand.plane(0x24, ONE)
        hand.cmd(0x20)
        hand.now += 100
        if act == "reset":
            hand.model.reset(0, hand.now)
        else:
            hand.model.power(False, hand.now)
        assert "E17" in hand.ids(), act
        assert hand.model.face.unknown and hand.model.glass != ONE


def test_a_power_cut_of_the_whole_device_is_no_error_but_the_glass_is_lost():
    hand = started()
    hand.plane(0x26, WHITE)
    hand.plane(0x24, ONE)
    hand.cmd(0x20)
    hand.model.power(False, hand.now + 100, torn=True)
    assert hand.ids() == [] and hand.model.face.unknown


def test_e20_waiting_for_ever():
    hand = started()
    hand.model.stuck = "busy"
    hand.cmd(0x22, 0xFF)
    hand.cmd(0x21, 0, 0)
    hand.cmd(0x20)
    hand.now += 2000
    assert hand.model.busy(hand.now) == 1 and "E20" not in hand.ids()
    hand.now += 200
    hand.model.busy(hand.now)
    assert "E20" not in hand.ids()  # a look is no wait
    for _ in range(2):
        hand.now += 10
        hand.model.busy(hand.now)
    assert "E20" in hand.ids()


def test_e21_busy_looked_at_before_it_can_appear():
    for latency in (1, 5):
        hand = started(latency=latency)
        hand.cmd(0x12)
        assert hand.model.busy(hand.now) == 0
        hand.cmd(0x3C, 5)
        assert "E21" in hand.ids()
        hand = started(latency=latency)
        hand.cmd(0x12)
        hand.model.busy(hand.now)
        hand.now += latency
        assert hand.model.busy(hand.now) == 1
        hand.idle()
        hand.cmd(0x3C, 5)
        assert hand.ids() == []


def test_e22_reset_too_short_and_command_too_soon():
    hand = started()
    hand.model.reset(0, hand.now)
    hand.model.reset(1, hand.now)
    assert hand.ids() == ["E22"]
    hand = started()
    hand.model.reset(0, hand.now)
    hand.now += 10
    hand.model.reset(1, hand.now)
    hand.now += 5
    hand.cmd(0x12)
    assert hand.ids() == ["E22"]
    hand = started()
    hand.model.reset(0, hand.now)
    hand.cmd(0x12)
    assert hand.ids() == ["E22"]


def test_e24_parameters_with_the_data_line_low():
    hand = started()
    hand.model.spi(b"\x3c\x05", 0, hand.now)
    assert "E24" in hand.ids()


def test_e25_reading_what_cannot_be_read():
    hand = started()
    hand.cmd(0x2F)
    assert hand.model.read(1, hand.now) == b"\xff"
    assert hand.ids() == ["E25"]


def test_a_readable_panel_answers_status_and_ram():
    hand = started(ONE, readable=True)
    hand.cmd(0x2F)
    assert hand.model.read(1, hand.now) == b"\x01"  # idle, chip id 01
    hand.cmd(0x27)
    assert hand.model.read(4, hand.now)[1:] == ONE[:3]
    assert hand.ids() == []


def fast(hand, frame):
    hand.cmd(0x1A, 0x64)
    hand.full(frame, what=0xD7)


def test_e26_fast_waveform_in_the_cold():
    for celsius, ids in ((5, ["E26"]), (22, []), (40, ["E26"])):
        hand = Hand(celsius=celsius)
        hand.init()
        fast(hand, ONE)
        assert hand.ids() == ids and hand.model.glass == ONE, celsius


def test_e27_full_refreshes_in_a_row_are_advised_against_and_no_more():
    hand = started()
    hand.full(ONE)
    assert hand.ids() == [] and [e[0] for e in hand.model.advice] == ["E27"]
    hand.now += 180000
    hand.full(ONE)
    assert len(hand.model.advice) == 1


def test_e28_full_refresh_with_leftovers_of_a_partial():
    hand = started()
    hand.full(ONE, border=0x80)
    assert hand.ids() == ["E28"]
    hand = started()
    hand.full(ONE, options=0)
    assert hand.ids() == ["E28"]
    hand = started()
    hand.partial(WHITE, ONE)
    hand.full(ONE, what=0xC7)
    assert hand.ids() == ["E28"]
    hand = Hand()
    hand.init()
    fast(hand, ONE)
    assert hand.ids() == []
    hand.full(TWO, what=0xD7)
    assert hand.ids() == ["E28"]


def test_e29_the_glass_is_the_inverse():
    hand = started()
    hand.full(ONE, options=0x48)
    hand.model.check(ONE, hand.now)
    assert hand.ids() == ["E29"] and bytes(hand.model.glass) == flipped(ONE)


def test_e31_waveform_of_the_wrong_length():
    for count in (153, 228):
        hand = started()
        hand.cmd(0x32, *bytes(count))
        hand.cmd(0x7F)
        assert hand.ids() == ["E31"], count
    hand = started()
    hand.cmd(0x32, *bytes(227))
    hand.cmd(0x7F)
    assert hand.ids() == []


def test_e32_one_time_programming():
    for op in (0x08, 0x2A, 0x30, 0x36, 0x39):
        hand = started()
        hand.cmd(op)
        assert hand.ids() == ["E32"], op


def test_e33_a_wrong_old_plane_leaves_ghosts_until_a_full_refresh():
    hand = started(ONE)
    hand.partial(TWO, TWO)  # nothing is driven
    assert hand.ids() == ["E01", "E33"] and hand.model.glass == ONE
    del hand.model.errors[:]
    hand.full(TWO)
    hand.model.check(TWO, hand.now)
    assert hand.ids() == []


def test_e33_no_waveform_for_the_temperature_means_no_update():
    for celsius in (-15, 60):
        hand = Hand(celsius=celsius)
        hand.init()
        hand.full(ONE)
        assert hand.ids() == ["E33"] and hand.model.fulls == 0
    hand = Hand()
    hand.init()
    hand.cmd(0x18, 0x48)  # a sensor that is not there
    hand.full(ONE)
    assert hand.ids() == ["E33"]


def test_e34_high_voltage_left_on():
    hand = started()
    hand.partial(WHITE, ONE, what=0xFC)
    hand.now += 9000
    hand.model.advance(hand.now)
    assert hand.ids() == []
    hand.now += 1100
    hand.model.advance(hand.now)
    assert hand.ids() == ["E34"]


def test_e35_the_driver_believes_something_else():
    hand = started(ONE)
    hand.model.check(ONE, hand.now, lambda frame: frame == ONE)
    assert hand.ids() == []
    hand.model.check(ONE, hand.now, lambda frame: frame == TWO)
    assert hand.ids() == ["E35"]


def test_e36_partial_after_a_reported_failure():
    hand = started()
    hand.model.failed = True
    hand.partial(WHITE, ONE)
    assert hand.ids() == ["E36"]
    hand = started()
    hand.model.failed = True
    hand.full(ONE)
    hand.partial(ONE, TWO)
    assert hand.ids() == []


def test_every_id_that_this_hardware_can_have_is_provoked_here():
    proven = {"E" + n[6:8] for n in globals() if n.startswith("test_e") and n[6:8].isdigit()}
    wanted = {"E%02d" % i for i in range(1, 37)} - set(ELSEWHERE)
    assert proven == wanted, sorted(wanted ^ proven)


def test_old_plane_switches_do_what_they_say():
    for old, pingpong, left in (
        ("kept", False, (ONE, TWO)),
        ("copied", False, (TWO, TWO)),
        ("swapped", False, (TWO, ONE)),
        ("kept", True, (TWO, ONE)),
    ):
        hand = started(ONE, old=old, pingpong=pingpong, readable=True)
        hand.partial(ONE, TWO)
        found = []
        for plane in (1, 0):
            hand.cmd(0x41, plane)
            hand.cmd(0x27)
            found.append(hand.model.read(SIZE + 1, hand.now)[1:])
        assert tuple(found) == left, (old, pingpong)


def test_busy_follows_the_trigger_by_the_latency_and_lasts_the_time_of_the_panel():
    times = find("GYE042A87")["times_ms"]
    for latency in (1, 5):
        hand = started(latency=latency, spread=0)
        hand.plane(0x26, WHITE)
        hand.plane(0x24, ONE)
        hand.cmd(0x3C, 0x80)
        hand.cmd(0x21, 0, 0)
        hand.cmd(0x22, 0xFF)
        hand.cmd(0x20)
        start = hand.now
        levels = [hand.model.busy(start + t) for t in range(700)]
        assert levels.index(1) == latency
        shown = times["partial"] + times["off"]
        assert levels[latency:].index(0) + latency == shown


def test_the_picture_stands_before_the_high_voltage_is_off():
    hand = started(spread=0)
    hand.plane(0x26, WHITE)
    hand.plane(0x24, ONE)
    hand.cmd(0x3C, 0x80)
    hand.cmd(0x21, 0, 0)
    hand.cmd(0x22, 0xFF)
    hand.cmd(0x20)
    assert hand.model.next_change(hand.now) == 358
    hand.now += 357
    hand.model.advance(hand.now)
    assert hand.model.glass == WHITE
    hand.now += 1
    hand.model.advance(hand.now)
    assert hand.model.glass == ONE and hand.model.high_voltage
    assert hand.model.next_change(hand.now) == 268
    hand.now += 268
    hand.model.advance(hand.now)
    assert not hand.model.high_voltage and hand.model.next_change(hand.now) is None


def test_times_vary_by_the_seed_within_a_fifth():
    seen = set()
    for seed in range(1, 30):
        hand = started(seed=seed)
        hand.plane(0x26, WHITE)
        hand.plane(0x24, ONE)
        hand.cmd(0x3C, 0x80)
        hand.cmd(0x21, 0, 0)
        hand.cmd(0x20)
        hand.now += 1
        while hand.model.next_change(hand.now):
            hand.now += hand.model.next_change(hand.now)
        ms = hand.now - hand.model.log[-1][0]
        assert 3500 * 80 // 100 <= ms <= 3500 * 120 // 100
        seen.add(ms)
    assert len(seen) > 15


def test_other_directions_and_small_windows_land_where_the_data_sheet_says():
    where = {
        3: ((1, 2), (2, 2), (1, 3), (2, 3)),
        2: ((2, 2), (1, 2), (2, 3), (1, 3)),
        1: ((1, 3), (2, 3), (1, 2), (2, 2)),
        0: ((2, 3), (1, 3), (2, 2), (1, 2)),
        7: ((1, 2), (1, 3), (2, 2), (2, 3)),
    }
    for mode in sorted(where):
        hand = started(readable=True)
        hand.cmd(0x11, mode)
        hand.cmd(0x44, *((1, 2) if mode & 1 else (2, 1)))
        hand.cmd(0x45, *((2, 0, 3, 0) if mode & 2 else (3, 0, 2, 0)))
        hand.cmd(0x4E, where[mode][0][0])
        hand.cmd(0x4F, where[mode][0][1], 0)
        hand.cmd(0x24, 1, 2, 3, 4)
        hand.cmd(0x41, 0)
        hand.cmd(0x27)
        ram = hand.model.read(SIZE + 1, hand.now)[1:]
        wanted = bytearray(WHITE)
        for i in range(4):
            x, y = where[mode][i]
            wanted[y * 50 + x] = i + 1
        assert ram == bytes(wanted) and hand.ids() == [], mode


def test_software_reset_restores_registers_and_leaves_ram():
    hand = started(ONE, readable=True)
    hand.cmd(0x3C, 0x80)
    hand.cmd(0x12)
    hand.idle()
    assert hand.model.reg[0x3C] == b"\xc0"
    hand.cmd(0x41, 0)
    hand.cmd(0x27)
    assert hand.model.read(SIZE + 1, hand.now)[1:] == ONE and hand.ids() == []


def test_hardware_reset_makes_ram_undefined_and_ends_sleep():
    hand = started(ONE, readable=True)
    hand.cmd(0x10, 1)
    assert hand.model.busy(hand.now + 3600000) == 1
    hand.now += 3600000
    hand.init()
    hand.cmd(0x41, 0)
    hand.cmd(0x27)
    assert hand.model.read(SIZE + 1, hand.now)[1:] != ONE and hand.ids() == []


def test_a_differential_refresh_drives_only_the_pixels_whose_bits_differ():
    glass = Glass(8, 1, b"\xf0")
    glass.partial(b"\xcc", b"\xaa")
    # bit by bit: where old and new differ the new bit, else what was shown
    wanted = 0
    for i in range(8):
        old, new, shown = 0xCC >> i & 1, 0xAA >> i & 1, 0xF0 >> i & 1
        wanted |= (new if old != new else shown) << i
    assert glass.picture[0] == wanted
