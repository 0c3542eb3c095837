"""The board's rules, one by one: each breach is reported under its id, and good use is silent."""

import types

import pytest

from bench import Bench, BenchError
from guard import Guard

CROW = types.SimpleNamespace(
    CHIP="ESP32-S3",
    POWER=(7, 1, 10),
    PINS={"cs": 45, "dc": 46, "rst": 47, "busy": 48},
    KEYS=(("ok", 5, 0, None), ("up", 6, 0, "up")),
    START=((42, 0),),
    HOLD=((7, 0), (42, 0)),
    BATTERY={"adc": 8, "ratio": (2, 1), "enable": (21, 1, 10)},
)
CLASSIC = types.SimpleNamespace(
    CHIP="ESP32",
    POWER=None,
    PINS={"cs": 15, "dc": 27, "rst": 26, "busy": 25},
    KEYS=(("k1", 32, 1, None), ("k2", 33, 1, None)),
    START=(),
    HOLD=((26, 1),),
    BATTERY=None,
)
UP = 1 << 5 | 1 << 6  # levels of CROW with no key down


@pytest.fixture
def watch():
    def make(board):
        found = []
        guard = Guard(board, lambda name, text: found.append(name))
        return guard, found

    return make


def ready(guard):
    """CROW set up as it should be before a light sleep."""
    for gpio in (7, 45, 46, 47):
        guard.setup(gpio, 3, 255, 255)
        guard.drive(gpio, 1)
        guard.setup(gpio, 255, 255, 1)
    guard.setup(6, 1, 2, 255)
    guard.set_wake(0, 0, UP)


def test_a_careful_light_sleep_is_silent(watch):
    guard, found = watch(CROW)
    ready(guard)
    guard.light_sleep(UP, 0)
    assert found == []


@pytest.mark.parametrize(
    ("gpio", "name"), [(7, "E53"), (45, "E18"), (47, "E18")], ids=["gate", "cs", "rst"]
)
def test_pads_of_an_s3_float_in_light_sleep_unless_held(watch, gpio, name):
    guard, found = watch(CROW)
    ready(guard)
    guard.setup(gpio, 255, 255, 0)
    guard.light_sleep(UP, 0)
    assert found == [name]


def test_a_classic_chip_keeps_its_levels_without_hold(watch):
    guard, found = watch(CLASSIC)
    guard.light_sleep(0, 0)
    assert found == []


def test_E54_held_pin_written(watch):
    guard, found = watch(CROW)
    ready(guard)
    guard.drive(47, 0)
    assert found == ["E54"]


def test_E55_key_sleeps_without_its_pull(watch):
    guard, found = watch(CROW)
    ready(guard)
    guard.setup(6, 1, 0, 255)
    guard.light_sleep(UP, 0)
    assert found == ["E55"]


def test_E52_light_sleep_with_a_key_down(watch):
    guard, found = watch(CROW)
    ready(guard)
    guard.light_sleep(1 << 6, 0)
    assert found == ["E52"]


def test_E59_the_fourth_immediate_return_in_a_row(watch):
    guard, found = watch(CLASSIC)
    for _ in range(3):
        guard.spin(1000)
    assert found == []
    guard.spin(1000)
    assert found == ["E59"]


def test_E59_returns_at_different_times_are_no_spin(watch):
    guard, found = watch(CLASSIC)
    for us in range(10):
        guard.spin(us * 10_000)
    assert found == []


def test_E51_classic_chip_with_two_keys_in_a_low_mask(watch):
    guard, found = watch(CLASSIC)
    guard.set_wake(1, 0, 1 << 32 | 1 << 33)
    assert found == ["E51"]
    guard.set_wake(1, 1, 1 << 32 | 1 << 33)
    assert found == ["E51"]


def test_E58_watchdog_starved(watch):
    guard, found = watch(CLASSIC)
    guard.feed(5000, 0)
    guard.time(5_000_000)
    guard.feed(0, 5_000_000)
    guard.time(10_000_000)
    assert found == []
    guard.time(10_000_001)
    assert found == ["E58"]


def test_E23_and_E66_bus_speed_and_default_miso(watch):
    guard, found = watch(CLASSIC)
    guard.spi(20_000_000, 255, 20_000_000)
    assert found == []
    guard.spi(26_000_000, 255, 20_000_000)
    guard.spi(20_000_000, 255, 10_000_000)
    guard.spi(4_000_000, 254, 10_000_000)
    assert found == ["E23", "E23", "E66"]


def test_a_key_wakes_at_its_level_only(watch):
    guard, _ = watch(CROW)
    guard.set_wake(0, 0, UP)
    assert not guard.woken(UP)
    assert guard.woken(1 << 5)
    guard, _ = watch(CLASSIC)
    guard.set_wake(0, 1, 1 << 32 | 1 << 33)
    assert not guard.woken(0)
    assert guard.woken(1 << 33)


# ---- deep sleep


def deep(guard):
    """CROW set up as it should be before a deep sleep."""
    guard.setup(42, 3, 255, 255)
    guard.drive(42, 0)
    guard.started()
    guard.setup(7, 3, 255, 255)
    guard.drive(7, 0)
    for gpio in (7, 42):
        guard.setup(gpio, 255, 255, 1)
    guard.pads = True
    guard.setup(6, 1, 2, 255)
    guard.set_wake(1, 0, UP)


def test_a_careful_deep_sleep_is_silent(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.deep_sleep(UP, False, False)
    assert found == []
    assert guard.deep_woken(UP) is None
    assert guard.deep_woken(1 << 5) == (3, [6])


def test_E50_a_key_that_is_no_RTC_pin_cannot_wake(watch):
    guard, found = watch(CROW)
    guard.set_wake(1, 0, 1 << 21)
    assert found == []
    guard.set_wake(1, 0, 1 << 22)
    assert found == ["E50"]
    guard, found = watch(CLASSIC)
    guard.set_wake(2, 0, 1 << 39)
    assert found == []
    guard.set_wake(2, 0, 1 << 5)
    assert found == ["E50"]


def test_E52_deep_sleep_with_a_key_down(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.deep_sleep(1 << 6, False, False)
    assert found == ["E52"]


@pytest.mark.parametrize("how", ["not held", "other level", "pads let go"])
def test_E53_what_is_to_be_held_is_not(watch, how):
    guard, found = watch(CROW)
    deep(guard)
    if how == "pads let go":
        guard.pads = False  # GPIO 42 is no RTC pin
    else:
        guard.setup(42, 255, 255, 0)
    if how == "other level":
        guard._start.clear()
        guard.drive(42, 1)
        guard.setup(42, 255, 255, 1)
    guard.deep_sleep(UP, False, False)
    assert found == ["E53"]


def test_E54_a_hold_outlasts_the_start_until_it_is_released(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.deep_sleep(UP, False, False)
    guard.reset(slept=True)
    guard.setup(7, 3, 255, 255)
    assert found == ["E54"]
    guard.setup(42, 3, 255, 0)
    guard.drive(42, 0)
    assert found == ["E54"]
    guard.reset()
    guard.setup(7, 3, 255, 255)
    assert found == ["E54"]


def test_E55_a_key_that_wakes_sleeps_without_its_pull(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.setup(6, 1, 0, 255)
    guard.deep_sleep(UP, False, False)
    assert found == ["E55"]
    guard.set_wake(1, 0, 1 << 5)  # what does not wake needs none
    guard.deep_sleep(UP, False, False)
    assert found == ["E55"]


def test_E57_deep_sleep_while_the_panel_is_busy(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.deep_sleep(UP, True, False)
    assert found == ["E57"]


def test_E18_RST_floats_while_the_panel_has_power(watch):
    guard, found = watch(CLASSIC)
    guard.setup(26, 3, 255, 255)
    guard.drive(26, 1)
    guard.setup(26, 255, 255, 1)
    guard.deep_sleep(0, False, True)
    assert found == []
    guard.setup(26, 255, 255, 0)
    guard.deep_sleep(0, False, True)
    assert found == ["E53", "E18"]


def test_E19_a_line_of_a_panel_without_power_is_driven(watch):
    guard, found = watch(CROW)
    deep(guard)
    guard.setup(46, 3, 255, 255)
    guard.drive(46, 1)
    guard.deep_sleep(UP, False, False)
    assert found == ["E19"]


def test_E62_a_handler_on_a_pin_that_ends_light_sleep(watch):
    """micropython issue 9583: it fires again and again."""
    guard, found = watch(CROW)
    guard.irq(5, True)
    guard.set_wake(1, 0, UP)
    assert found == []
    guard.set_wake(0, 0, UP)
    assert found == ["E62"]
    guard.irq(5, False)
    guard.set_wake(0, 0, UP)
    assert found == ["E62"]
    guard.irq(5, True)
    assert found == ["E62"] * 2


def test_E63_a_strapping_pin_is_held_at_the_wrong_level_over_a_start(watch):
    guard, found = watch(CROW)
    deep(guard)
    for level, count in ((0, 0), (1, 1)):
        guard.setup(45, 3, 255, 0)
        guard.drive(45, level)
        guard.setup(45, 255, 255, 1)
        guard.deep_sleep(UP, False, True)
        assert found.count("E63") == count


def test_E64_what_is_driven_from_the_start_on_stays_driven(watch):
    guard, found = watch(CROW)
    guard.started()
    assert found == ["E64"]
    guard, found = watch(CROW)
    guard.setup(42, 3, 255, 255)
    guard.drive(42, 0)
    guard.started()
    guard.drive(42, 0)
    assert found == []
    guard.drive(42, 1)
    guard.setup(42, 1, 255, 255)
    assert found == ["E64"] * 2


def test_E65_the_cell_is_read_with_its_divider_steady_and_off_again(watch):
    guard, found = watch(CROW)
    guard.adc()
    assert found == ["E65"]
    guard.drive(21, 1)
    guard.time(9_999)
    guard.adc()
    assert found == ["E65"] * 2
    guard.time(10_000)
    guard.adc()
    assert found == ["E65"] * 2
    deep(guard)
    guard.deep_sleep(UP, False, False)
    assert found == ["E65"] * 3


# ---- keys


def strokes(guard, *edges):
    for i, ms in enumerate(edges):
        guard.us = ms * 1000
        guard.key("ok", i % 2 == 0)


@pytest.mark.parametrize(
    ("edges", "told", "found"),
    [
        ((0, 60), 1, []),
        ((0, 60), 0, ["E60"]),
        ((0, 60), 2, ["E61"]),
        ((0, 2, 3, 5, 6, 60, 62, 64), 1, []),  # bounce at both ends
        ((0, 2, 3, 5, 6, 60, 62, 64), 2, ["E61"]),
        ((0, 60, 120, 180), 2, []),
        ((0, 60, 120, 180), 1, ["E60"]),
        ((0, 4), 0, []),  # interference
        ((0, 4), 1, ["E61"]),
        ((0, 20), 0, []),  # shorter than the dead time: it may count or not
        ((0, 20), 1, []),
    ],
)
def test_E60_and_E61_a_press_is_told_once(watch, edges, told, found):
    guard, reported = watch(CROW)
    strokes(guard, *edges)
    guard.heard({"ok": told})
    assert reported == found


def test_E60_and_E61_on_the_bench_a_program_that_loses_or_doubles_a_press(on_bench):
    """The whole program, whose gestures are made to lie."""
    for lie, name in (("[]", "E60"), ("[e for e in old(*a)] + [('up', 'press', 7)]", "E61")):
        bench = Bench("crowpanel_42", "2M", False, "fr", strict=False)
        try:
            bench.idle()
            old = "(lambda old: lambda *a: %s)(main.app.gestures.sample)" % lie
            bench.ask(f"setattr(main.app.gestures, 'sample', {old})")
            bench.ask('link.lend("count_presses")(main.app)')
            bench.press("up", ms=60)
            bench.guard.heard(bench.ask("heard"))
            assert [error[0] for error in bench.errors] == [name]
        finally:
            bench.close()


# ---- what needs more than wires


def test_E56_deep_sleep_with_something_that_is_not_on_the_flash(box):
    hands = box("waveshare_esp32_driver", "it", 3000)
    hands.go("S", "100")
    hands.bench.ask("main.app.session.facts.update({'denomination': 'H'})")
    hands.bench.ask("main.app.session.lines.append('k')")
    with pytest.raises(BenchError, match="E56"):
        hands.bench.wait(16 * 60_000)


def test_E68_flash_written_while_the_panel_works_is_advice(on_bench):
    """Keys pressed during a refresh are applied and saved in it."""
    bench = on_bench("crowpanel_42")
    bench.press("ok")
    bench.press("ok")
    bench.idle()
    assert {name for name, _, _ in bench.advice} == {"E68"} and bench.errors == []
