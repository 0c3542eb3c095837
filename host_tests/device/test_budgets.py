"""The budgets whose figures are exact, on every machine the same: presses, refreshes, flash, heap.

What is counted is tools/budgets.py's, which also prints the figures that depend on the machine.
"""

import functools

import pytest

import budgets
import energy

# a common evening in every style, and in one also that of slams, no-trump, all passes and holds
RUNS = [*((style, budgets.ON_BENCH[0]) for style in budgets.BOARDS), ("dial", budgets.ON_BENCH[1])]


def over(rows):
    return [budgets.line(*row[:3]) for row in rows if budgets.is_over(*row[1:3])]


@functools.cache
def record(style, number):
    """An evening on the bench in the heap of the budget, played once."""
    return budgets.record(budgets.BOARDS[style], number)


def test_a_thing_said_costs_the_way_to_it_and_its_answers():
    """Each press is one act; a way that led back again is no thing said."""
    taker, number = ("answer", "N"), ("answer", "100")
    back, made = ("back", None), ("answer", "made")
    said, side = ("answer", "said"), ("answer", "WE")
    at = ("at", 2)
    assert budgets.sayings([taker, number, made]) == []
    assert budgets.sayings([taker, number, said, side, made]) == [2]
    assert budgets.sayings([taker, at, number, at, at, said, at, side, at, made]) == [5]
    assert budgets.sayings([taker, said, back, said, ("answer", "20"), side, made]) == [3]


def test_the_means_are_those_of_plain_deals_and_of_all():
    plain = {"contract": 100, "level": 0, "tricks": None}
    deals = [
        (plain, True, 5),
        (plain, True, 8),
        ({**plain, "level": 1}, True, 20),
        ({**plain, "melds_defence": 50}, True, 21),
        ({**plain, "tricks": "takers_all"}, True, 22),
        ({**plain, "contract": "capot"}, False, 23),
        (plain, False, 6),
        (plain, None, 7),
    ]
    said = [("answer", "said"), ("answer", "NS")]
    played = [({"deal": d}, made, said + [("answer", "x")] * (n - 2)) for d, made, n in deals]
    played.append(({"event": "all_pass"}, None, [("answer", "all_pass")]))
    means = budgets.press_means(played)
    assert means == {"made": 6.5, "failed": 6, "said": 2, "every": 112 / 8}


@pytest.mark.parametrize("style", budgets.PRESSES)
def test_presses_of_deals_and_acts_keep_their_budgets(style):
    """Every evening under five rule sets; the marks are checked on the way."""
    rows = list(budgets.press_rows(style))
    assert len(rows) == 6 + len(budgets.SINGLE) + len(budgets.ASKED)
    assert not over(rows)


@pytest.mark.xdist_group("budgets")
@pytest.mark.parametrize(("style", "number"), RUNS)
def test_the_device_needs_the_presses_that_were_counted_without_it(style, number):
    evening = budgets.load(budgets.FILES[number])
    counted = [len(acts) for _, _, acts in budgets.presses(evening, "fr", style)]
    assert record(style, number)["played"] == counted


@pytest.mark.xdist_group("budgets")
@pytest.mark.parametrize(("style", "number"), RUNS)
def test_refreshes_and_erases_of_an_evening_keep_their_budgets(style, number):
    assert not over(budgets.count_rows(number, record(style, number)))


@pytest.mark.xdist_group("budgets")
@pytest.mark.parametrize("style", budgets.BOARDS)
def test_an_hour_of_play_keeps_its_energy(style):
    run = record(style, budgets.ON_BENCH[0])
    assert run["seconds"] > 3000
    assert budgets.mah_an_hour(budgets.BOARDS[style], run) <= budgets.MAH[style]


def test_a_box_that_sleeps_between_presses_has_its_energy_too(monkeypatch):
    """It was asked while it slept, and `make budgets` ended there."""
    whole = budgets.load(budgets.FILES[budgets.ON_BENCH[0]])
    part = {**whole, "deals": whole["deals"][:3]}
    monkeypatch.setattr(budgets, "load", lambda path: part)
    run = budgets.record("magtag", budgets.ON_BENCH[0])
    counted = [len(acts) for _, _, acts in budgets.presses(part, "fr", "row")]
    assert run["played"] == counted and run["wakes"] >= len(counted)
    assert run["deep_s"] > 60 and budgets.mah_an_hour("magtag", run) > 0


# the variants of the hardware notes (energy.json): presses and partials an hour, mAh
@pytest.mark.parametrize(("board", "count", "mah"), [
    ("crowpanel_42", 300, 1.27),
    ("crowpanel_42", 200, 1.03),
    ("crowpanel_29", 200, 1.03),
    ("reterminal_e1001", 200, 1.97),
    ("lilygo_t5_29_v24", 200, 1.21),
    ("m5_coreink", 200, 0.97),
    ("waveshare_esp32_driver", 200, 1.04),
])
def test_the_energy_model_gives_the_figures_of_the_notes(board, count, mah):
    hour = {"seconds": 3600, "presses": count, "partials": count, "fulls": 6, "deep_s": 0}
    assert abs(energy.mah_an_hour(board, {**hour, "wakes": 0}) - mah) < 0.01


def test_every_board_has_its_energy():
    assert set(energy.PANELS) == {p.parent.name for p in budgets.ROOT.glob("boards/*/board.py")}


@pytest.mark.parametrize("style", budgets.BOARDS)
def test_the_tour_sees_every_screen(style):
    """Whatever is a screen: what it is budgeted with goes through all of them."""
    folder = budgets.ROOT / "firmware" / "scorer" / "screens"
    screens = {p.stem for p in folder.glob("*.py") if "def ask(" in p.read_text(encoding="utf-8")}
    screens -= {"format"}  # only where there is no volume: test_start.py is there
    with budgets.at_desk(style, "ffb_contree_2016", 0) as hand:
        seen = {hand.screen()}
        hand.after = lambda hand: seen.add(hand.screen())
        budgets.follow(hand, budgets.TOUR, style)
    assert seen == screens - {"format"}  # of a box without file system: as fresh, which it loads


@pytest.mark.parametrize("style", budgets.BOARDS)
def test_every_screen_lasts_in_the_heap_of_the_budget(style):
    for heap, is_exact in budgets.HEAPS.items():
        if is_exact:
            free, largest = budgets.low_water(style, heap)
            assert free >= largest > 0
