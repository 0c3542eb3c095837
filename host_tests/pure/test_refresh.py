"""The refresh policy: the row "refreshes" of the budgets, and the wrap of the clock."""

from scorer.refresh import Refresh
from scorer.ticks import PERIOD

CLOCKS = (0, 1000000, PERIOD - 5000, PERIOD - 1)  # a wrap in the middle of the pause, and at once


def run(policy, now, count, place, step_ms=700):
    """count changes by key; returns (what was done, the time after)."""
    done = []
    for _ in range(count):
        policy.touch(now)
        done.append(policy.decide(now, True, place))
        now = (now + step_ms) % PERIOD
    return done, now


def test_the_first_refresh_is_full_and_only_when_there_is_something_to_show():
    for place in ("entry", "deal_end", "calm"):
        policy = Refresh()
        assert policy.decide(0, False, place) is None
        assert policy.decide(0, True, place) == "full"
        assert policy.decide(400, True, place) == "partial"


def test_after_a_deep_sleep_with_a_known_count_the_first_may_be_partial():
    policy = Refresh(7)
    assert policy.decide(0, True, "calm") == "partial" and policy.partials == 8


def test_nothing_is_refreshed_without_a_change():
    """K14: nothing is drawn again by the clock."""
    policy = Refresh(0)
    for now in range(0, 100000, 1000):
        assert policy.decide(now, False, "calm") is None
    assert policy.partials == 0 and policy.wait(100000) is None


def test_each_change_is_one_partial():
    policy = Refresh(0)
    for i in range(10):
        assert policy.decide(i * 500, True, "entry") == "partial"
        for later in (1, 2, 3):
            assert policy.decide(i * 500 + later, False, "entry") is None


def test_past_twenty_the_end_of_the_deal_brings_the_full_one():
    for now in CLOCKS:
        policy = Refresh(0)
        done, now = run(policy, now, 19, "entry")
        assert policy.decide(now, True, "deal_end") == "partial"  # the twentieth
        policy.touch(now)
        assert policy.decide(now, True, "entry") == "partial"
        assert policy.decide(now, True, "deal_end") == "full"
        assert policy.partials == 0
        assert done == ["partial"] * 19


def test_past_twenty_ten_seconds_without_a_key_bring_it_too():
    for start in CLOCKS:
        policy = Refresh(0)
        done, now = run(policy, start, 25, "calm")
        assert done == ["partial"] * 25
        last = (now - 700) % PERIOD
        for ms in (700, 5000, 9999):
            now = (last + ms) % PERIOD
            assert policy.decide(now, False, "calm") is None
            assert policy.wait(now) == 10000 - ms
        assert policy.decide((last + 10000) % PERIOD, False, "calm") == "full"
        assert policy.wait((last + 10000) % PERIOD) is None


def test_a_key_in_the_pause_starts_it_again():
    for now in CLOCKS:
        policy = Refresh(30)
        policy.decide(now, True, "calm")
        now = (now + 9000) % PERIOD
        policy.touch()
        assert policy.wait(now) == 10000
        now = (now + 9000) % PERIOD
        assert policy.decide(now, False, "calm") is None
        assert policy.wait(now) == 1000


def test_a_partial_that_the_panel_skipped_is_not_counted():
    policy = Refresh(7)
    assert policy.decide(0, True, "entry") == "partial"
    assert policy.decide(300, True, "entry") == "partial"
    for _ in range(3):  # taken back once, however often it is said
        policy.take_back()
        assert policy.partials == 8
        assert policy.decide(400, False, "entry") is None
    assert policy.decide(500, True, "entry") == "partial" and policy.partials == 9


def test_nothing_is_taken_back_before_the_first_refresh_or_from_a_full_one():
    policy = Refresh()
    policy.take_back()
    assert policy.partials is None
    assert policy.decide(0, True, "calm") == "full"
    policy.take_back()
    assert policy.partials == 0
    policy = Refresh(40)
    assert policy.decide(0, True, "entry") == "full"
    policy.take_back()
    assert policy.partials == 0


def test_skipped_partials_bring_no_full_one():
    for place in ("entry", "deal_end", "calm"):
        policy = Refresh(0)
        for i in range(100):
            policy.touch(i * 700)
            assert policy.decide(i * 700, True, place) == "partial"
            policy.take_back()
        assert policy.partials == 0 and policy.wait(70000) is None
    policy = Refresh(19)
    policy.touch(0)
    assert policy.decide(0, True, "calm") == "partial"
    assert policy.wait(1000) == 9000
    policy.take_back()
    assert policy.wait(1000) is None


def test_nothing_full_during_entry_however_long_the_pause():
    """I114, K13: no full refresh while somebody enters."""
    for now in CLOCKS:
        policy = Refresh(25)
        policy.touch(now)
        assert policy.decide(now, True, "entry") == "partial"
        assert policy.wait(now) is None
        now = (now + 3600000) % PERIOD
        assert policy.decide(now, False, "entry") is None
        assert policy.decide(now, True, "entry") == "partial"


def test_never_more_than_forty_partials_in_a_row():
    """I114: a bounded number of partials."""
    for place in ("entry", "deal_end", "calm"):
        done, _ = run(Refresh(0), 0, 500, place, step_ms=300)
        longest = row = 0
        for kind in done:
            row = row + 1 if kind == "partial" else 0
            longest = max(longest, row)
        assert longest == (20 if place == "deal_end" else 40)


def test_a_deal_of_twenty_presses_never_meets_a_full_refresh_in_its_entry():
    # from at most 19 partials at the start of an entry, 20 more stay below the limit
    policy = Refresh(0)
    now = 0
    for _ in range(100):
        done, now = run(policy, now, 20, "entry")
        assert "full" not in done
        policy.touch(now)
        assert policy.decide(now, True, "deal_end") == "full"
    for _ in range(100):
        done, now = run(policy, now, 12, "entry")
        assert "full" not in done
        policy.touch(now)
        policy.decide(now, True, "deal_end")
