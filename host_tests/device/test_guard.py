"""The board's rules, one by one: each breach is reported under its id, and good use is silent."""

import types

import pytest

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
