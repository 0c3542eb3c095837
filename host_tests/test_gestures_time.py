"""Holds, repeats, bounce and idleness in real durations: freezegun drives the clock.

The clock is the kind that the device has, milliseconds that start again at 2**30, made from
time.monotonic(). Every test runs far from the wrap, on it, and with the wrap in the middle.
"""

import random
import time
from functools import partial

import pytest
from freezegun import freeze_time

from scorer.gestures import Gestures
from scorer.ticks import PERIOD, since

# pytest keeps its own time, else its list of slow tests shows years.
frozen_time = partial(freeze_time, "2026-01-24 20:30:00", ignore=["_pytest.timing"])

STARTS = [0, 5000, PERIOD - 1, PERIOD - 100, PERIOD - 450, PERIOD - 600, PERIOD - 900]


class Clock:
    """ticks_ms of an ESP32 that shows `start` now."""

    def __init__(self, start):
        self.shift = start - round(time.monotonic() * 1000)

    def ticks_ms(self):
        return (round(time.monotonic() * 1000) + self.shift) % PERIOD


class Table:
    """One key under a finger, and the loop that samples it every few milliseconds."""

    def __init__(self, frozen, start, **options):
        self.frozen = frozen
        self.clock = Clock(start)
        self.gestures = Gestures(("k",), **options)
        self.events = []
        self.mask = 0
        self.sample()

    def sample(self):
        for event in self.gestures.sample(self.clock.ticks_ms(), self.mask):
            self.events.append(event[1])

    def wait(self, seconds):
        """The loop runs for that long: it samples when asked for, at the latest at the end."""
        left = round(seconds * 1000)
        while left > 0:
            due = self.gestures.wait(self.clock.ticks_ms())
            step = left if due is None else min(due, left)
            self.frozen.tick(step / 1000)
            left -= step
            self.sample()

    def level(self, down, seconds):
        self.mask = down
        self.sample()
        self.wait(seconds)


@pytest.fixture(params=STARTS)
def table(request):
    with frozen_time() as frozen:
        yield lambda **options: Table(frozen, request.param, **options)


def test_the_clock_wraps_and_freezegun_moves_it():
    with frozen_time() as frozen:
        clock = Clock(PERIOD - 100)
        before = clock.ticks_ms()
        frozen.tick(0.4)
        assert (before, clock.ticks_ms()) == (1073741724, 300)
        assert since(clock.ticks_ms(), before) == 400


def test_a_press_of_60_ms_is_a_press(table):
    t = table()
    t.level(1, 0.06)
    t.level(0, 1)
    assert t.events == ["press"]


def test_a_hold_fires_at_700_ms_and_not_before(table):
    t = table()
    t.level(1, 0.699)
    assert t.events == []
    t.wait(0.001)
    assert t.events == ["hold"]
    t.wait(2)
    t.level(0, 1)
    assert t.events == ["hold"]


def test_what_destroys_fires_at_two_seconds_and_not_before(table):
    t = table()
    t.gestures.long = ("k",)
    t.level(1, 1.999)
    assert t.events == []
    t.wait(0.001)
    t.level(0, 1)
    assert t.events == ["hold"]


def test_progress_grows_from_150_ms_to_the_hold(table):
    t = table()
    t.level(1, 0.149)
    assert t.gestures.progress(t.clock.ticks_ms()) is None
    seen = []
    for _ in range(6):
        t.wait(0.1)
        seen.append(t.gestures.progress(t.clock.ticks_ms()))
    permille = [value[1] for value in seen[:5]]
    assert permille == [249 * 1000 // 700, 349 * 1000 // 700, 449 * 1000 // 700,
                        549 * 1000 // 700, 649 * 1000 // 700]
    assert seen[5] is None and t.events == ["hold"]


def test_repeats_come_at_500_ms_and_every_150_ms_after_it(table):
    t = table(repeat=("k",))
    t.level(1, 0.499)
    assert t.events == []
    t.wait(0.001)
    assert t.events == ["repeat"]
    t.wait(0.149)
    assert t.events == ["repeat"]
    t.wait(0.001)
    assert t.events == ["repeat"] * 2
    t.wait(0.3)
    t.level(0, 1)
    assert t.events == ["repeat"] * 4


def test_a_detent_fires_before_it_is_released(table):
    t = table(instant=("k",))
    t.level(1, 0.005)
    assert t.events == ["press"]
    t.level(0, 1)
    assert t.events == ["press"]


def test_bounce_on_both_edges_is_one_press(table):
    t = table()
    for bounces in ((1, 2, 1, 3), (2, 6, 1, 1), (7, 2, 5, 1)):
        t.events.clear()
        for down, ms in zip((1, 0, 1, 0), bounces):
            t.level(down, ms / 1000)
        t.level(1, 0.1)
        for down, ms in zip((0, 1, 0, 1), bounces):
            t.level(down, ms / 1000)
        t.level(0, 0.2)
        assert t.events == ["press"], bounces


def test_two_quick_presses_are_two(table):
    t = table()
    for _ in range(2):
        t.level(1, 0.045)
        t.level(0, 0.045)
    assert t.events == ["press"] * 2


def test_interference_is_nothing(table):
    t = table()
    for ms in (1, 2, 3, 4):
        t.level(1, ms / 1000)
        t.level(0, 0.05)
    assert t.events == []


def test_an_idle_key_asks_for_nothing_and_the_first_press_counts(table):
    t = table()
    t.level(1, 0.1)
    t.level(0, 0.1)
    for days in (0.5, 6, 6.5, 7, 12, 12.43, 40):
        t.events.clear()
        assert t.gestures.wait(t.clock.ticks_ms()) is None
        t.frozen.tick(days * 86400)
        t.level(1, 0.08)
        t.level(0, 0.1)
        assert t.events == ["press"], days


def test_an_hour_under_a_book_is_one_hold(table):
    t = table()
    t.level(1, 3600)
    assert t.events == ["hold"]
    assert t.gestures.stuck() == ["k"]
    assert t.gestures.wait(t.clock.ticks_ms()) is None
    t.level(0, 0.1)
    t.level(1, 0.08)
    t.level(0, 0.1)
    assert t.events == ["hold", "press"]


@pytest.mark.parametrize("seed", range(12))
def test_random_bounce_is_one_event_a_press(table, seed):
    rng = random.Random(seed)
    t = table()
    wanted = []
    for _ in range(8):
        held = rng.random() < 0.3
        wanted.append("hold" if held else "press")
        for down in (1, 0):
            for _ in range(rng.randrange(4)):
                t.level(rng.randrange(2), rng.randrange(1, 6) / 1000)
            t.level(down, (rng.uniform(0.75, 1.5) if held else rng.uniform(0.05, 0.5))
                    if down else rng.uniform(0.06, 0.4))
    assert t.events == wanted
