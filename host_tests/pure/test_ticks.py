"""Durations across the wrap of the millisecond counter (practice: 1 073 741 724 + 400 is 300)."""

from scorer.ticks import PERIOD, add, since


def test_period_is_the_one_of_the_esp32():
    assert PERIOD == 2**30


def test_the_published_example_of_the_wrap():
    start = PERIOD - 100
    assert start == 1073741724
    assert add(start, 400) == 300
    assert since(300, start) == 400


def test_since_undoes_add_wherever_it_starts():
    half = PERIOD // 2
    for start in (0, 1, 1000, half - 1, half, half + 1, PERIOD - 1000, PERIOD - 1):
        for ms in (0, 1, 5, 700, 86400000, half - 1, -1, -700, -86400000, -half):
            now = add(start, ms)
            assert 0 <= now < PERIOD
            assert since(now, start) == ms
            if ms > -half:
                assert since(start, now) == -ms
