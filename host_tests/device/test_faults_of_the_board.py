"""The faults of emulation.md 7, one by one, injected into the board under the whole program: each
ends in a message on the glass or at the prompt, the match is intact, and the keys are answered."""

from itertools import pairwise

import pytest

from bench import Bench
from device.hands import DIAL, ROW, Box

MINUTE = 60_000
QUARTER = 15 * MINUTE
WRAP = 1 << 30
GAUGE = {"adc": 1, "ratio": (2, 1), "enable": (21, 1, 10), "mah": 1000}


def printed(bench):
    bench._log.flush()
    bench._log.seek(0)
    return bench._log.read().decode()


def faulty(hands, *names):
    """From here on the model may object to these rules, for the fault breaks them."""
    hands.bench.strict = False

    def check():
        bench = hands.bench
        kept = [error for error in bench.errors if error[0] not in names]
        assert not kept, kept

    hands.bench.check = check


def play(hands):
    """A deal in the dark: nobody looks, and nothing is written that was not seen."""
    hands._state = None
    for answer in ("S", "100", "D", "made"):
        hands.act(answer)
        hands.bench.wait(300)


@pytest.fixture
def source():
    """source(board): a Bench that runs the sources, whose attributes can be changed."""
    made = []

    def make(board):
        made.append(Bench(board, "2M", False, "fr", "it", 3000))
        made[-1].idle()
        return made[-1]

    yield make
    for one in made:
        one.close()


# ---- the panel


@pytest.mark.parametrize("board", [ROW, DIAL])
def test_BUSY_that_never_ends_is_said_at_the_prompt_and_by_the_light(box, board):
    hands = box(board, "it", 3000)
    bench = hands.bench
    faulty(hands)
    panel = bench.world.panel
    lights = []
    drive = bench.guard.drive
    bench.guard.drive = lambda gpio, level: (lights.append((gpio, level)), drive(gpio, level))
    panel.stuck = "busy"
    play(hands)
    bench.wait(30_000)
    assert "Écran : BUSY sans fin" in printed(bench) or "Écran muet" in printed(bench)
    assert printed(bench).count("Écran") <= 2  # once for each change, not for each try
    assert ((41, 1) in lights) == (board == DIAL)
    state = bench.state(heap=False)
    assert state["contract"] == {"contract": 100, "denomination": "D", "level": 0}
    panel.stuck = None
    fulls = panel.fulls
    hands._state = None
    bench.wait(6 * MINUTE)  # it tries again by itself, at the latest after five minutes
    hands.seen()
    assert panel.fulls > fulls and not bench.ask("main.app.panel.failed")
    play_on = hands.deal("3", "0") if hands.screen() == "count" else hands.seen()
    assert play_on["totals"] in ({"NS": 232, "WE": 30}, {"NS": 0, "WE": 0})


def test_BUSY_that_says_nothing_is_said_on_the_glass_and_times_are_kept_without_it(box):
    hands = box(ROW, "it", 3000)
    faulty(hands, "E03", "E08", "E21", "E22", "E17")
    bench = hands.bench
    bench.world.panel.stuck = "idle"
    hands.go("S")
    bench.wait(10_000)
    said = "Écran : BUSY sans effet. Vérifier le fil."
    assert said in printed(bench)
    assert said in bench.state(heap=False)["text"]
    hands.go("100")  # the next key clears the line
    bench.wait(10_000)
    assert said not in bench.state(heap=False)["text"]
    assert printed(bench).count(said) == 1


def test_RST_without_a_wire_is_said_on_the_glass_and_the_panel_stays_awake(box):
    """The first sleep is never left: after that the panel is not put to sleep any more."""
    hands = box(ROW, "it", 3000)
    faulty(hands, "E04", "E22", "E03", "E08", "E20", "E21", "E10", "E34")
    bench = hands.bench
    bench.world.panel.rst_connected = False
    bench.wait(40_000)  # the panel sleeps
    hands.act("S")
    bench.wait(40_000)
    assert "Écran" in printed(bench)
    assert not bench.ask("main.app.panel.can_sleep")
    assert bench.state(heap=False)["fields"]["taker"] == "S"
    hands._state = None
    hands.act("100")
    bench.wait(5_000)
    assert bench.state(heap=False)["contract"]["contract"] == 100


def test_a_panel_of_the_other_family_is_said_and_the_keys_are_answered():
    """K10. panel.txt names the wrong one: nothing that it is told makes sense to it."""
    wrong = {"panel.txt": "GYE042A87"}
    bench = Bench(DIAL, "224K", True, "fr", panel="CROWPANEL42_GREEN", files=wrong, strict=False)
    try:
        bench.wait(20_000)
        assert "Écran muet : nappe, RST, PANELS ?" in printed(bench)
        bench.press("ok")
        bench.wait(1_000)
        assert bench.state(heap=False)["screen"] == "first"
    finally:
        bench.close()


def test_a_cut_in_the_middle_of_a_refresh_costs_a_full_one_and_no_fact(box):
    """A brown-out: the glass is unknown, whatever the RTC says."""
    hands = box(ROW, "it", 3000)
    hands.go("S", "100")
    hands.act("D")
    before = hands.bench.state(heap=False)
    fulls = hands.bench.world.panel.fulls
    assert hands.bench.world.next_change() is not None
    hands.bench.cut()
    after = hands.seen()
    assert hands.bench.world.panel.fulls == fulls + 1
    assert (after["screen"], after["contract"]) == (before["screen"], before["contract"])


def test_a_panel_that_fails_does_not_keep_the_box_from_its_sleep(box):
    hands = box(ROW, "it", 3000)
    faulty(hands)
    bench = hands.bench
    bench.world.panel.stuck = "busy"
    hands.act("S")
    bench.wait(QUARTER + 3 * MINUTE)
    assert bench.asleep
    bench.world.panel.stuck = None
    fulls = bench.world.panel.fulls
    bench.press("k2")
    bench.idle()
    assert bench.world.panel.fulls > fulls  # nobody knew the glass
    assert bench.state(heap=False)["contract"]["contract"] == 90


# ---- the cell


@pytest.fixture
def with_cell(board_like):
    made = []

    def make(mv, **more):
        bench = Bench(
            board_like(ROW, BATTERY=GAUGE), "2M", False, "fr", "it", 3000, battery=mv, **more
        )
        made.append(bench)
        bench.idle()
        return bench

    yield make
    for one in made:
        one.close()


def test_the_cell_is_read_seldom_and_shown_as_evenings(with_cell):
    """I113."""
    bench = with_cell(3840)
    reads = []
    adc = bench.guard.adc
    bench.guard.adc = lambda: (reads.append(bench.now), adc())
    for key in ("k4", "k1"):
        bench.press(key)
        bench.idle()
    for _ in range(20):
        bench.hold("k4")  # to the referee, and back
        bench.idle()
        bench.wait(30_000)
    groups = sorted({at // MINUTE for at in reads})
    assert len(reads) == 8 * len(groups) and len(groups) >= 2
    assert all(b - a >= 5 for a, b in pairwise(groups))
    bench.hold("k1")
    bench.idle()
    assert bench.state(heap=False)["screen"] == "menu"
    # half of 1000 mAh
    assert "pile : 9 soirées" in " ".join(bench.state(heap=False)["text"])


def test_a_cell_that_is_nearly_empty_is_said_once_and_kept(with_cell):
    bench = with_cell(3450)
    assert bench.state(heap=False)["note"] == "note.low"
    assert "Batterie presque vide : à recharger." in bench.state(heap=False)["text"]
    bench.cut()
    bench.idle()
    assert bench.state(heap=False)["note"] == "note.low"
    bench.press("k4")
    bench.idle()
    for mv in (3440, 3460, 3400):
        bench.batt(mv)
        bench.wait(6 * MINUTE)
        bench.press("k2")
        bench.idle()
        assert bench.state(heap=False)["note"] == ""


def test_a_cell_that_cannot_be_read_is_said_and_stops_nothing(with_cell):
    bench = with_cell(None)
    assert bench.state(heap=False)["note"] == "note.cell"
    bench.press("k4")
    bench.idle()
    assert bench.state(heap=False)["note"] == ""
    bench.press("k1")
    bench.idle()
    bench.hold("k1")
    bench.idle()
    assert "pile illisible" in " ".join(bench.state(heap=False)["text"])


def test_what_was_read_outlasts_a_deep_sleep(with_cell):
    bench = with_cell(3450)
    bench.press("k4")
    bench.idle()
    bench.wait(QUARTER + 10_000)
    assert bench.asleep
    bench.press("k1")
    bench.idle()
    assert bench.state(heap=False)["note"] == ""  # not said again


# ---- the clock


@pytest.mark.parametrize("before_wrap_ms", [QUARTER + 10_000, QUARTER - 500, 500])
def test_the_tick_counter_may_wrap_while_it_waits_for_its_sleep(before_wrap_ms):
    with Box(ROW, "it", 3000, first_tick=WRAP - before_wrap_ms) as hands:
        hands.go("S")
        hands.bench.wait(QUARTER - 10_000)
        assert not hands.bench.asleep
        hands.bench.wait(20_000)
        assert hands.bench.asleep
        hands.bench.press("k2")
        assert hands.seen()["contract"]["contract"] == 90


def test_refused_light_sleep_does_not_keep_the_box_from_its_deep_sleep(source):
    """E59: no spin; and it is deep sleep that saves the cell then."""
    bench = source(ROW)
    bench.wait(5_000)
    bench.ask("setattr(link, 'refuse', True)")
    bench.ask("setattr(main.app, 'rest_ms', 60000)")  # a quarter of an hour of polls is long here
    bench.press("k2")
    bench.wait(70_000)
    assert bench.asleep
