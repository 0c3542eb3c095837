"""Which panel is fitted: every probe against every panel and against nobody, and what a person
sets instead. The shipped program starts; its picture must be on the glass of that panel."""

import pytest

from bench import Bench, load_board

ASKED = ("crowpanel_42", "magtag", "m5_coreink")
FITTED = [(board, panel) for board in ASKED for panel in load_board(board)[1].PANELS]


@pytest.fixture
def start():
    """start(board, **settings): a Bench that is idle, or has had half a minute."""
    made = []

    def begin(board, **settings):
        made.append(Bench(board, mpy=True, **settings))
        return made[-1]

    yield begin
    for one in made:
        one.close()


def seen(bench):
    return bench.ask("[main.app.panel.failed, main.app.panel.blind]")


@pytest.mark.parametrize("board, panel", FITTED)
def test_each_panel_is_recognised(start, board, panel):
    bench = start(board, panel=panel)
    bench.idle()
    assert seen(bench) == [None, False] and bench.world.panel.fulls == 1


@pytest.mark.parametrize("panel", ["MAGTAG_7519_44"])
def test_an_unknown_id_counts_as_the_newest_panel(start, panel):
    """adafruit/circuitpython takes the last row of its table too; these two are driven alike."""
    bench = start("magtag", panel=panel)
    bench.world.panel.answer = lambda op, count: b"\x7e" * count
    bench.cut()
    bench.idle()
    assert seen(bench) == [None, False]


@pytest.mark.parametrize("board, panel", [
    ("magtag", "MAGTAG_IL0373"),  # the old one does not answer at all
    ("m5_coreink", "GDEW0154M09"),  # the first of PANELS
])  # fmt: skip
def test_nobody_answers(start, board, panel):
    bench = start(board, panel=panel)
    bench.world.panel.answer = lambda op, count: b"\xff" * count
    bench.cut()
    bench.idle()
    assert seen(bench) == [None, False]


def test_two_probes_that_disagree_leave_the_usual_panel(start):
    """BUSY stuck: high while RST is low says Solomon, high when idle says UltraChip."""
    bench = start("crowpanel_42")
    bench.idle()
    bench.world.panel.stuck = "busy"
    bench.cut()
    bench.wait(3000)
    bench.world.panel.stuck = None
    bench.wait(60000)
    bench.idle()
    assert seen(bench) == [None, False]


@pytest.mark.parametrize("board, panel", [
    (board, panel)
    for board in ("reterminal_e1001", "lilygo_t5_29_v24", "magtag")
    for panel in load_board(board)[1].PANELS[1:2]
])  # fmt: skip
def test_a_file_on_the_board_overrides_what_it_usually_has_and_what_answers(start, board, panel):
    files = {"panel.txt": panel + "\n"}
    bench = start(board, panel=panel, files=files)
    bench.world.panel.answer = lambda op, count: b"\x00" * count
    bench.cut()
    bench.idle()
    assert seen(bench) == [None, False]


def test_a_file_that_names_no_panel_is_said_and_the_box_starts(start):
    bench = start("reterminal_e1001", files={"panel.txt": "GDEY075T8"})
    bench.idle()
    assert b"panel GDEY075T8: not one of GDEW075T7, GDEY075T7" in log(bench)
    assert seen(bench) == [None, False]


def log(bench):
    bench._log.seek(0)
    return bench._log.read()


def test_a_reset_that_cuts_the_supply_leaves_the_glass_known(start):
    """E09 on the E1001: its panel sleeps after half a minute and wakes by a cut of its supply."""
    bench = start("reterminal_e1001", lang="fr")
    bench.idle()
    bench.wait(40_000)
    bench.press("next")
    bench.idle()
    assert seen(bench) == [None, False]
    assert (bench.world.panel.fulls, bench.world.panel.partials) == (1, 1)
