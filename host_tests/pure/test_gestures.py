"""Key events from level traces: holds, repeats, bounce, several keys, keys that are down at start.

`play` is the hardware: it draws the levels over time, calls `sample` when `wait` asks for it and
when a level changes, as the device does. What must come out is known from how the trace was made.
"""

from scorer.gestures import Gestures
from scorer.ticks import PERIOD, add, since

STARTS = (0, 12345, PERIOD - 1, PERIOD - 20, PERIOD - 400, PERIOD - 700, PERIOD // 2 - 100)


class Rng:
    """Numbers that look random, the same on every run and on both interpreters."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n


def play(gestures, changes, until, start=0, late=None):
    """The events [(time, key, kind, down_at)] of a trace, times from 0; the clock begins at start.

    changes: [(time, mask)] in order. late: None, or a function that gives the milliseconds by
    which the next call comes late, whatever happens meanwhile (a drawing, a save).
    """
    gestures.sample(add(start, -1000), 0)
    events = []
    now, mask, at = 0, 0, 0
    while now <= until:
        while at < len(changes) and changes[at][0] <= now:
            mask = changes[at][1]
            at += 1
        tick = add(start, now)
        for key, kind, down_at in gestures.sample(tick, mask):
            events.append((now, key, kind, since(down_at, start)))
        wait = gestures.wait(tick)
        assert wait is None or wait >= 1
        after = until + 1 if wait is None else now + wait
        if at < len(changes):
            after = min(after, changes[at][0])
        now = max(after, now + 1)
        if late:
            now += late()
    return events


def kinds(events):
    return [(key, kind) for _, key, kind, _ in events]


def test_a_press_fires_once_after_its_release_and_says_when_it_began():
    for start in STARTS:
        events = play(Gestures(("a",)), [(100, 1), (160, 0)], 5000, start)
        assert kinds(events) == [("a", "press")]
        time, _, _, down_at = events[0]
        assert down_at == 100 and 160 <= time <= 170


def test_a_hold_fires_once_at_its_time_and_its_release_says_nothing():
    """K2: one press is one event."""
    for start in STARTS:
        events = play(Gestures(("a",)), [(100, 1), (1500, 0)], 5000, start)
        assert events == [(800, "a", "hold", 100)]


def test_a_millisecond_less_is_a_press():
    for length, kind in ((700, "press"), (701, "hold"), (60, "press")):
        assert kinds(play(Gestures(("a",)), [(100, 1), (100 + length, 0)], 5000)) == [("a", kind)]


def test_what_destroys_takes_two_seconds():
    gestures = Gestures(("a", "b"))
    gestures.long = ("b",)
    assert (gestures.hold_ms("a"), gestures.hold_ms("b")) == (700, 2000)
    trace = [(100, 3), (1900, 1), (2500, 3), (4600, 0)]
    assert play(gestures, trace, 6000) == [
        (800, "a", "hold", 100), (1905, "b", "press", 100), (4500, "b", "hold", 2500)]


def test_progress_is_shown_from_150_ms_to_the_hold():
    """E77: a hold shows its progress, and nothing is pressed twice."""
    for start in STARTS:
        gestures = Gestures(("a", "b"), repeat=("b",))
        gestures.sample(start, 0)
        shown = {}
        for now in range(0, 1000, 5):
            gestures.sample(add(start, now), 1)
            shown[now] = gestures.progress(add(start, now))
        assert shown[145] is None
        assert shown[150] == ("a", 214)
        assert shown[350] == ("a", 500)
        assert shown[695] == ("a", 992)
        assert shown[700] is None and shown[995] is None


def test_progress_ends_when_the_key_comes_up_and_a_repeating_key_has_none():
    gestures = Gestures(("a", "b"), repeat=("b",))
    gestures.sample(0, 0)
    for now in range(10, 400, 5):
        gestures.sample(now, 3)
    assert gestures.progress(400)[0] == "a"
    gestures.sample(400, 2)
    assert gestures.progress(400) is None


def test_progress_is_of_the_key_that_is_held_longest():
    gestures = Gestures(("a", "b"))
    gestures.sample(0, 0)
    for now in range(10, 600, 5):
        gestures.sample(now, 2 if now < 300 else 3)
    assert gestures.progress(600)[0] == "b"


def test_a_repeating_key_repeats_from_half_a_second_and_has_no_hold():
    for start in STARTS:
        events = play(Gestures(("a",), repeat=("a",)), [(100, 1), (1060, 0)], 5000, start)
        assert [(time, kind) for time, _, kind, _ in events] == [
            (600, "repeat"), (750, "repeat"), (900, "repeat"), (1050, "repeat")]
    short = play(Gestures(("a",), repeat=("a",)), [(100, 1), (599, 0)], 5000)
    assert kinds(short) == [("a", "press")]


def test_an_instant_key_fires_as_it_goes_down_and_only_then():
    for start in STARTS:
        events = play(Gestures(("a",), instant=("a",)), [(100, 1), (3000, 0)], 5000, start)
        assert events == [(105, "a", "press", 100)]
    both = Gestures(("a",), repeat=("a",), instant=("a",))
    assert [(time, kind) for time, _, kind, _ in play(both, [(100, 1), (800, 0)], 5000)] == [
        (105, "press"), (600, "repeat"), (750, "repeat")]


def test_detents_of_a_dial_count_one_each_also_when_it_is_turned_fast():
    trace = []
    for n in range(12):                 # 8 ms pulses, 25 a second
        trace += [(100 + 40 * n, 1), (108 + 40 * n, 0)]
    events = play(Gestures(("up",), instant=("up",), repeat=("up",)), trace, 2000)
    assert kinds(events) == [("up", "press")] * 12


def test_interference_of_less_than_5_ms_is_nothing():
    """K8: a phantom moves nothing."""
    for start in STARTS:
        trace = []
        for n in range(40):
            trace += [(100 + 37 * n, 1), (100 + 37 * n + 1 + n % 4, 0)]
        assert play(Gestures(("a",)), trace, 3000, start) == []


def test_a_short_opening_during_a_press_does_not_divide_it():
    trace = [(100, 1), (200, 0), (204, 1), (300, 0), (303, 1), (900, 0)]
    assert play(Gestures(("a",)), trace, 3000) == [(800, "a", "hold", 100)]


def test_two_keys_do_not_disturb_each_other():
    """J12: each key has its own contact."""
    trace = [(100, 1), (110, 3), (190, 1), (230, 3), (260, 2), (330, 0)]
    events = play(Gestures(("a", "b")), trace, 3000)
    assert kinds(events) == [("b", "press"), ("a", "press"), ("b", "press")]
    assert [down_at for _, _, _, down_at in events] == [110, 100, 230]


def test_events_of_one_sample_come_in_the_order_of_their_presses():
    for start in STARTS:
        gestures = Gestures(("a", "b", "c"))
        gestures.sample(start, 0)
        for now, mask in ((100, 4), (103, 5), (109, 7), (120, 7), (200, 0)):
            assert gestures.sample(add(start, now), mask) == []
        assert [key for key, _, _ in gestures.sample(add(start, 205), 0)] == ["c", "a", "b"]


def test_a_key_that_is_down_at_start_is_reported_and_ignored_until_it_comes_up():
    gestures = Gestures(("a", "b"), repeat=("b",))
    assert gestures.stuck() == []
    for now in range(0, 20000, 10):
        assert gestures.sample(now, 3) == []
    assert gestures.stuck() == ["a", "b"]
    assert gestures.progress(20000) is None
    assert gestures.sample(20010, 2) == [] and gestures.sample(20050, 2) == []
    assert gestures.stuck() == ["b"]
    for now, mask in ((20100, 3), (20110, 3), (20160, 2)):
        assert gestures.sample(now, mask) == []
    assert gestures.sample(20165, 2) == [("a", "press", 20100)]


def test_an_hour_long_hold_is_one_hold_and_no_flood():
    hour = 3600000
    for start in (0, PERIOD - 5000, PERIOD - 1800000):
        gestures = Gestures(("a",))
        events = play(gestures, [(100, 1)], hour, start)
        assert events == [(800, "a", "hold", 100)]
        assert gestures.stuck() == ["a"]
        gestures = Gestures(("a",), repeat=("a",))
        events = play(gestures, [(100, 1), (hour, 0), (hour + 500, 1), (hour + 560, 0)],
                      hour + 2000, start)
        assert 60 <= len(events) <= 70
        assert kinds(events[:-1]) == [("a", "repeat")] * (len(events) - 1)
        assert events[-1][2:] == ("press", hour + 500)
        assert gestures.stuck() == []


def test_a_late_call_gives_one_repeat_and_not_those_it_missed():
    gestures = Gestures(("a",), repeat=("a",))
    gestures.sample(0, 0)
    gestures.sample(100, 1)
    gestures.sample(110, 1)
    assert gestures.sample(5000, 1) == [("a", "repeat", 100)]
    assert gestures.sample(5010, 1) == []
    assert gestures.sample(5150, 1) == [("a", "repeat", 100)]


def test_a_press_seen_by_one_sample_only_still_counts():
    gestures = Gestures(("a",))
    gestures.sample(0, 0)
    assert gestures.sample(100, 1) == []
    assert gestures.sample(180, 0) == []
    assert gestures.wait(180) == 5
    assert gestures.sample(185, 0) == [("a", "press", 100)]
    assert gestures.sample(400, 0) == []


def test_quiet_keys_ask_for_no_call():
    gestures = Gestures(("a", "b"))
    assert gestures.wait(0) is None
    gestures.sample(0, 0)
    assert gestures.wait(0) is None
    gestures.sample(100, 1)
    assert gestures.wait(100) == 5
    assert gestures.wait(103) == 2
    gestures.sample(105, 1)
    assert 1 <= gestures.wait(105) <= 20
    gestures.sample(190, 0)
    gestures.sample(195, 0)
    assert gestures.wait(195) is None
    for now, mask, wait in ((300, 1, 5), (305, 1, 20), (310, 0, 20), (320, 0, 10), (329, 0, 1)):
        gestures.sample(now, mask)
        assert gestures.wait(now) == wait           # the end of the dead time, not before


def test_the_first_press_after_days_counts():
    """J12, K4: ticks wrap, and no key is dead afterwards."""
    day = 86400000
    for start in STARTS:
        for days in (1, 5, 6, 7, 9, 12, 13, 30):
            gestures = Gestures(("a",))
            gestures.sample(start, 0)
            for now, mask in ((100, 1), (110, 1), (200, 0), (210, 0)):
                gestures.sample(add(start, now), mask)
            later = add(start, days * day)
            gestures.sample(later, 1)
            gestures.sample(add(later, 10), 1)
            gestures.sample(add(later, 80), 0)
            assert gestures.sample(add(later, 90), 0) == [("a", "press", later)], days


def bounce(rng, trace, time, bit, level):
    """A contact that settles to a level within 20 ms; returns the mask bits over time."""
    end = time + rng.below(21)
    trace.append((time, bit, level))
    while True:
        time += 1 + rng.below(7)
        if time >= end:
            break
        level_now = rng.below(2)
        trace.append((time, bit, level_now))
    trace.append((end, bit, level))


def masks(edges):
    """[(time, mask)] from [(time, bit, level)]."""
    out, mask = [], 0
    for time, bit, level in sorted(edges):
        mask = mask | 1 << bit if level else mask & ~(1 << bit)
        out.append((time, mask))
    return out


def test_bouncing_contacts_give_exactly_one_event_a_press():
    """K1, K9: eight edges or ten are one press. Three keys with random presses, holds, bounce
    and interference, sampled early and late."""
    rng = Rng(20)
    presses = 0
    for n in range(60):
        # Sampled late, interference may look like a press: no sampling can tell them apart.
        late = None
        if n % 3 == 1:
            late = lambda: rng.below(4)                             # noqa: E731  a poll
        elif n % 3 == 2:
            late = lambda: 35 if rng.below(9) == 0 else 0           # noqa: E731  a save
        edges, wanted = [], []
        for bit in range(3):
            time = 100 + rng.below(300)
            for _ in range(6):
                held = rng.below(3) == 0
                length = 800 + rng.below(400) if held else 45 + rng.below(500)
                wanted.append(("abc"[bit], time, "hold" if held else "press"))
                bounce(rng, edges, time, bit, 1)
                bounce(rng, edges, time + length, bit, 0)
                time += length + 90 + rng.below(300)
                if not late:
                    edges += [(time, bit, 1), (time + 1 + rng.below(4), bit, 0)]
                    time += 50
        start = STARTS[n % len(STARTS)]
        events = play(Gestures(("a", "b", "c")), masks(edges), 20000, start, late)
        got = sorted([(key, down_at, kind) for _, key, kind, down_at in events])
        assert len(got) == len(wanted), (n, got, wanted)
        for i in range(len(got)):
            (key, down_at, kind), (its, time, its_kind) = got[i], wanted[i]
            assert (key, kind) == (its, its_kind) and 0 <= down_at - time <= 60, (n, got, wanted)
        presses += len(wanted)
    assert presses == 1080


def test_a_look_that_comes_late_finds_the_hold_that_was():
    """hal.device tells of an edge as of two looks, just before and just after it: a key that came
    up after 0.75 s while the program computed was a hold, and one after 0.65 s a press."""
    for ms, kind in ((650, "press"), (750, "hold")):
        gestures = Gestures(("k",))
        events = []
        for at, mask in ((0, 0), (100, 0), (100, 1), (100 + ms, 1), (100 + ms, 0), (2000, 0)):
            events += gestures.sample(at, mask)
        assert events == [("k", kind, 100)]
