"""Each panel of display/panels with the shipped driver on the model of its own controller: every
turn of the glass that it can have, every kind of chip, and the faults of wiring and supply."""

import panel_entry
import turn
from controller import model
from display import panels
from glass import noise
from rig import Bus, Rig
from scorer.refresh import Refresh

TURNS = {True: (90, 270), False: (0, 180)}  # by whether the RAM stands upright


def shapes():
    """(panel, turn) of all there are."""
    for name in panels.names():
        entry = panel_entry.find(name)
        for turned in TURNS[entry["height"] > entry["width"]]:
            yield name, turned


def usual(name):
    """The turn of a panel on the boards."""
    entry = panel_entry.find(name)
    return 270 if entry["height"] > entry["width"] else 0


def rig_of(name, turned=None, **switches):
    return Rig(name, turned=usual(name) if turned is None else turned, **switches)


def pictures(rig, count=3):
    size = len(rig.frame)
    return [bytearray(noise(size, 11 + i)) for i in range(count)]


def clean(rig, *allowed):
    wrong = [e for e in rig.model.errors if e[0] not in allowed]
    assert not wrong, (rig.entry["id"], rig.shape, wrong[:3])


def rest(rig):
    rig.panel.sleep()
    rig.settle()


def planes(rig):
    """Lengths of the planes that were sent since the last call, by opcode."""
    heard = {}
    for _, op, value in rig.model.log:
        if op in (0x10, 0x13, 0x24, 0x26) and isinstance(value, int) and value > 8:
            heard[op] = value
    del rig.model.log[:]
    return heard


def test_full_partial_sleep_and_wake_arrive_bit_for_bit_on_every_panel_in_every_turn():
    for name, turned in shapes():
        rig = rig_of(name, turned)
        one, two, three = pictures(rig)
        rig.show(one)
        clean(rig)
        for picture in (two, three, one):
            planes(rig)
            rig.show(picture)
            assert len(planes(rig)) == 2  # both, before each partial
        rig.show(two, full=True)
        rest(rig)
        assert rig.panel.asleep
        rig.tick(3600000)
        rig.show(three)
        clean(rig)
        assert (rig.panel.fulls, rig.panel.partials) == (2, 4)
        assert (rig.model.fulls, rig.model.partials) == (2, 4)


def test_two_hundred_partials_by_the_policy_keep_every_rule_on_every_panel():
    for name in panels.names():
        rig = rig_of(name, budget=40)
        policy = Refresh()
        frame = bytearray(b"\xff" * len(rig.frame))
        for n in range(200):
            frame[n * 7 % len(frame)] ^= 0x5A
            policy.touch(rig.now)
            how = policy.decide(rig.now, True, "deal_end" if n % 13 == 12 else "entry")
            rig.begin(frame, how == "full")
            rig.settle()  # the model compares the glass with the plane after each of them
            rig.tick(300)
            if n % 40 == 39:
                rig.check(frame)
        clean(rig)
        assert rig.panel.partials > 180 and rig.panel.fulls >= 6, name


def test_every_kind_of_chip_shows_every_frame():
    for name in panels.names():
        for old in ("kept", "copied", "swapped"):
            for latency, celsius in ((1, 22), (5, 5), (5, 40)):
                rig = rig_of(name, old=old, pingpong=latency == 5, latency=latency,
                             celsius=celsius, seed=celsius)  # fmt: skip
                one, two, three = pictures(rig)
                for picture in (one, two, three, one):
                    rig.show(picture)
                rest(rig)
                rig.show(two)
                clean(rig)


def black(name, turned, x, y):
    """Where a pixel of the reader's picture is on the RAM's own (RAM column, RAM row)."""
    entry = panel_entry.find(name)
    width, height = entry["width"], entry["height"]
    return {
        0: (x, y),
        90: (y, height - 1 - x),
        180: (width - 1 - x, height - 1 - y),
        270: (width - 1 - y, x),
    }[turned]


def test_each_corner_of_the_readers_picture_is_at_its_place_on_the_glass():
    for name, turned in shapes():
        rig = rig_of(name, turned)
        width, height = turn.size(rig.shape[0], rig.shape[1], turned)
        places = [(0, 0), (width - 1, 0), (0, height - 1), (width - 3, height - 2)]
        frame = bytearray(b"\xff" * len(rig.frame))
        for x, y in places:
            if turned in (90, 270):  # columns of eight pixels a byte, the topmost lowest
                frame[y // 8 * width + x] &= ~(1 << y % 8)
            else:
                frame[y * (width // 8) + x // 8] &= ~(0x80 >> x % 8)
        rig.show(frame)
        wide = rig.shape[0]
        found = set()
        for at, byte in enumerate(rig.model.glass):
            if byte != 255:
                dots = [bit for bit in range(8) if not byte << bit & 0x80]
                found |= {(at * 8 % wide + bit, at * 8 // wide) for bit in dots}
        assert found == {black(name, turned, x, y) for x, y in places}, (name, turned)
        clean(rig)


def narrow():
    """A 2.13" glass: 122 of 128 columns are visible (controllers.md 4.2)."""
    entry = panel_entry.find("GDEM029T94")
    lines = dict(entry["lines"], size="128 250", visible="122")
    lines["init"] = lines["init"].replace("01 27 01 00", "01 F9 00 00")
    lines["win"] = lines["win"].replace("27 01", "F9 00")
    return dict(entry, lines=lines, height=250, visible_width=122)


def test_a_glass_that_shows_122_of_128_columns_has_white_padding_and_its_last_row_and_column():
    for ink, errors in ((0xFF, set()), (0xDF, {"E07"})):
        rig = Rig("GDEM029T94")
        rig.entry = narrow()
        rig.shape = 128, 250, 0
        rig.model = model(rig.entry)
        rig.bus = Bus(rig.model, rig)
        rig.boot()
        frame = bytearray(b"\xff" * 16 * 250)
        frame[15] &= 0xBF  # x 121, y 0: the last column
        frame[249 * 16] = 0  # y 249: the last row
        frame[100 * 16 + 15] &= ink  # x 122 is not on the glass
        rig.show(frame)
        rig.show(frame, full=True)
        assert {e[0] for e in rig.model.errors} == errors


def test_a_known_glass_starts_with_a_partial_on_every_panel():
    for name in panels.names():
        rig = rig_of(name)
        one, two, _ = pictures(rig)
        rig.show(one)
        rest(rig)
        rig.boot()
        rig.known(one)
        rig.show(two)
        clean(rig)
        assert (rig.model.fulls, rig.model.partials) == (1, 1), name


# ---- faults, one by one (hardware rules, fault injection) ----


def failing(name, fault):
    """A rig that has shown a picture, then got a fault, and tried to show another one for at most
    half a minute, or until it says that it failed."""
    rig = rig_of(name)
    one, two, _ = pictures(rig)
    rig.show(one)
    fault(rig)
    rig.begin(two)
    while rig.now < 30000 and not rig.panel.failed:
        wait = rig.step()
        if wait is None:
            break
        rig.tick(wait)
    return rig, two


def test_busy_stuck_busy_is_given_up_said_and_healed_on_every_panel():
    for name in panels.names():
        rig, two = failing(name, lambda rig: setattr(rig.model, "stuck", "busy"))
        assert rig.panel.failed in ("busy", "reset"), name
        assert not rig.panel.glass_known
        rig.model.stuck = None
        rig.settle(limit=100000)
        rig.check(two)
        clean(rig, "E08", "E17")
        assert rig.panel.failed is None


def test_busy_stuck_idle_is_noticed_and_the_times_of_the_table_waited_for_on_every_panel():
    for name in panels.names():
        rig = rig_of(name)
        rig.model.stuck = "idle"
        one, two, _ = pictures(rig)
        rig.show(one)
        rig.show(two)
        assert rig.panel.blind and rig.panel.failed is None, name
        clean(rig)


def test_rst_not_connected_switches_the_panels_sleep_off_on_every_panel():
    def fault(rig):
        rest(rig)
        rig.model.rst_connected = False

    for name in panels.names():
        rig, two = failing(name, fault)
        assert rig.panel.failed == "reset" and not rig.panel.can_sleep, name
        rig.model.rst_connected = True
        rig.settle(limit=100000)
        rig.show(two, full=True)
        assert rig.model.glass == turn.glass(two, *rig.shape), name


def test_supply_dropped_in_sleep_and_in_a_refresh_ends_in_the_picture_on_every_panel():
    for name in panels.names():
        rig = rig_of(name)
        one, two, three = pictures(rig)
        rig.show(one)
        rest(rig)
        rig.model.power(False, rig.now, torn=True)
        rig.tick(50)
        rig.model.power(True, rig.now)
        rig.tick(50)
        rig.panel.forget()  # as the board says that switches the supply
        rig.show(two)
        rig.begin(three)
        while not rig.model.is_busy(rig.now):
            rig.tick(rig.step())
        rig.tick(20)
        rig.model.power(False, rig.now, torn=True)
        rig.tick(20)
        rig.model.power(True, rig.now)
        rig.panel.forget()
        rig.settle(limit=100000)
        rig.check(three)
        clean(rig)


def test_no_panel_at_all_ends_by_the_times_of_the_table():
    for name in panels.names():
        rig = rig_of(name, powered=False)
        rig.bus.power = lambda on: 0
        rig.begin(pictures(rig)[0])
        spent = 0
        while rig.now < 60000 and not rig.panel.failed:
            wait = rig.step()
            if wait is None:
                break
            spent += 1
            rig.tick(wait)
        assert rig.panel.failed or rig.panel.blind, name


def test_a_panel_of_the_other_family_is_reported():
    for name, fitted in (("GYE042A87", "CROWPANEL42_GREEN"), ("CROWPANEL42_GREEN", "GYE042A87")):
        rig = rig_of(fitted)
        rig.entry = panel_entry.find(name)
        rig.boot()
        rig.begin(pictures(rig)[0])
        while rig.now < 60000 and not (rig.panel.failed or rig.panel.blind):
            wait = rig.step()
            if wait is None:
                break
            rig.tick(wait)
        assert rig.panel.failed or rig.panel.blind, (name, fitted)


def test_what_a_processor_turns_is_what_the_controller_turns():
    """The software way gives the same RAM, for every panel whose controller can."""
    for name in panels.names():
        entry = panel_entry.find(name)
        if "win270" not in entry["lines"]:
            continue
        made = []
        for lines in (entry["lines"], {k: v for k, v in entry["lines"].items() if k != "win270"}):
            rig = rig_of(name)
            rig.entry = dict(entry, lines=lines)
            rig.boot()
            rig.show(pictures(rig)[0])
            clean(rig)
            made.append(bytes(rig.model.glass))
        assert made[0] == made[1], name
