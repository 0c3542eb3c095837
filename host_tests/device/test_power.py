"""Deep sleep and waking from it, on every way in which a chip lets its keys do that.

Every bench here is strict: a broken rule of the hardware (E18, E19, E50..E57) ends the test.
"""

import zlib

import pytest

from bench import ROOT, Bench
from device.hands import DIAL, ROW, Box

MINUTE = 60_000
QUARTER = 15 * MINUTE
SAME = ("screen", "fields", "contract", "totals", "dealer", "speaker", "deal", "note")
LOW = (("k1", 32, 0, "up"), ("k2", 33, 0, "up"), ("k3", 4, 0, "up"), ("k4", 27, 0, "up"))
KEYS_5 = ("up", "down", "ok", "back", "menu")
# what differs from the two boards, for each capability
KINDS = {
    "any_low": (DIAL, {}),  # S3: any key by EXT1
    "any_high": (ROW, {}),  # classic
    "all_low": (  # classic: one key by EXT1, one by EXT0
        ROW,
        {
            "KEYS": LOW,
            "PINS": {"cs": 15, "dc": 21, "rst": 26, "busy": 25},
            "WAKE": {"light": "gpio", "ext1": False, "deep": ("k2",), "ext0": "k3"},
        },
    ),
    "polls": (  # S2: no light sleep
        DIAL,
        {
            "CHIP": "ESP32-S2",
            "WAKE": {"light": None, "ext1": True, "deep": KEYS_5, "ext0": None, "pads": True},
        },
    ),
}
# the keys that are tried, and what is told then: a number and a suit, or where the focus is
WAKING = {
    "any_low": (("up", None), ("down", None), ("menu", None), ("back", None), ("ok", None)),
    "any_high": (("k1", ("suit", 80)), ("k3", ("play", "D")), ("k4", None), ("k2", None)),
    "all_low": (("k2", ("suit", 90)), ("k3", ("play", "D"))),
    "polls": (("ok", ("suit", 100)),),
}


@pytest.fixture(scope="module")
def boards():
    """{kind: a board}; where nothing has changed what was compiled before is used again."""
    found = {}
    for kind, (board, fields) in KINDS.items():
        found[kind] = board
        if fields:
            found[kind] = ROOT / "build" / "kinds" / kind
            found[kind].mkdir(parents=True, exist_ok=True)
            text = (ROOT / "boards" / board / "board.py").read_text(encoding="utf-8")
            fields["WAKE"] = {"hold": (), "pads": False, **fields["WAKE"]}
            text += "".join(f"{name} = {value!r}\n" for name, value in fields.items())
            path = found[kind] / "board.py"
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
    return found


@pytest.fixture
def asleep(boards):
    """asleep(kind): a Bench in its deep sleep in the middle of a contract, and the state before;
    then(bench) is done before it sleeps."""
    made = []

    def make(kind, lacks=(), then=None):
        bench = Bench(boards[kind], "224K", True, "fr", "it", 3000, seed=1, lacks=lacks)
        made.append(bench)
        bench.idle()
        for key in ("ok", "ok", "ok") if "ok" in bench.keys else ("k4", "k1", "k3"):
            bench.press(key)
            bench.idle()
        state = bench.state(heap=False)
        assert state["screen"] == "number"
        if then:
            then(bench)
        bench.wait(70_000 if kind == "polls" else QUARTER + 10_000)
        return bench, state

    yield make
    for one in made:
        one.close()


def same(state):
    return {name: state[name] for name in SAME}


@pytest.mark.parametrize("kind", KINDS)
def test_any_key_that_can_ends_the_sleep_and_the_first_refresh_is_a_partial(asleep, kind):
    """I112, K11, K16: on the glass stands what it was."""
    bench, before = asleep(kind)
    panel = bench.world.panel
    for key, told in WAKING[kind]:
        assert bench.asleep
        fulls, partials, boots = panel.fulls, panel.partials, bench.boots
        slept = bench.deep_us
        bench.wait(60 * MINUTE)
        assert bench.deep_us - slept == 60 * MINUTE * 1000
        bench.press(key)
        assert (bench.asleep, bench.boots) == (False, boots + 1)
        bench.idle()
        assert (panel.fulls, panel.partials) == (fulls, partials + 1)
        state = bench.state(heap=False)
        assert (state["totals"], state["dealer"]) == (before["totals"], before["dealer"])
        if told:
            facts = state["fields"]
            assert told == (state["screen"], facts.get("denomination", facts.get("contract")))
        bench.wait(70_000 if kind == "polls" else QUARTER + 10_000)


@pytest.mark.parametrize("name", sorted(p.parent.name for p in ROOT.glob("boards/*/board.py")))
def test_every_board_sleeps_by_its_own_data_and_says_which_key_wakes_it(name):
    """E18, E19, E50..E57 with the pins, holds and panel that the board really has."""
    with Bench(name, None, True, "fr", "it", 3000, seed=1) as bench:
        bench.idle()
        state = bench.state(heap=False)
        bench.wait(70_000 if bench.board.WAKE["light"] is None else QUARTER + 10_000)
        assert bench.asleep
        partials, boots = bench.world.panel.partials, bench.boots
        bench.wait(24 * 60 * MINUTE)
        row = bench.board.STYLE == "row"
        bench.press("k1" if row else "ok", ms=30)  # up again before any module is loaded
        assert (bench.asleep, bench.boots) == (False, boots + 1)
        bench.idle()
        assert bench.world.panel.partials == partials + 1
        after = bench.state(heap=False)
        assert after["screen"] != state["screen"]  # the press was heard


def test_a_detent_that_wakes_counts_exactly_once(asleep):
    bench, before = asleep("any_low")
    bench.press("down", ms=20)
    bench.idle()
    after = bench.state(heap=False)
    assert (after["screen"], after["focus"]) == ("number", before["focus"] + 1)
    assert same(after) == same(before)


def test_the_glass_says_that_the_box_sleeps_and_shows_where_it_was(asleep):
    """I112. The picture that sleeps is the one of the screen but for a band."""
    seen = []
    bench, _ = asleep("any_high", then=lambda bench: seen.append(bytes(bench.world.panel.glass)))
    glass = bytes(bench.world.panel.glass)
    rows = [y for y in range(300) if glass[y * 50 : y * 50 + 50] != seen[0][y * 50 : y * 50 + 50]]
    assert len(rows) > 15 and (rows[0] >= 225 and rows[-1] < 250)
    assert glass[rows[2] * 50] == 0  # black from the edge on


def test_a_key_that_may_not_wake_does_not(asleep):
    bench, _ = asleep("all_low")
    boots = bench.boots
    for key in ("k1", "k4"):
        bench.press(key, ms=500)
        bench.wait(1_000)
    assert bench.asleep and bench.boots == boots


@pytest.mark.parametrize(
    ("ms", "screen"), [(2_000, "suit"), (60, "number")], ids=["still down", "up again"]
)
def test_an_older_port_tells_the_key_by_its_level_or_not_at_all(asleep, ms, screen):
    """wake_pins() is of 1.29; a key that has come up meanwhile is only a wake."""
    bench, _ = asleep("any_high", lacks=["wake_pins"])
    bench.press("k1", ms=ms)
    bench.idle()
    assert bench.state(heap=False)["screen"] == screen


def test_a_single_pin_of_EXT1_and_EXT0_are_known_without_wake_pins(asleep):
    bench, _ = asleep("all_low", lacks=["wake_pins"])
    bench.press("k2", ms=20)
    bench.idle()
    assert bench.state(heap=False)["fields"]["contract"] == 90


def test_a_second_press_while_the_chip_starts_is_the_next_one(asleep):
    """It fell into the second that the program takes to load."""
    bench, _ = asleep("any_high")
    bench.fingers([(0, "k4", 60), (420, "k1", 60)], 600)
    bench.idle()
    state = bench.state(heap=False)
    assert (state["screen"], state["fields"]["page"]) in (("number", "1"), ("suit", ""))


def test_a_key_held_for_ever_wakes_it_once_and_is_left_out_then(asleep):
    bench, _ = asleep("polls")
    bench.world.key("menu", True)
    bench.wait(70_000)
    assert bench.asleep and bench.boots == 2
    bench.wait(60 * MINUTE)
    bench.press("down")
    assert bench.boots == 3
    bench.idle()
    said = "Touche bloquée, ignorée : menu"
    assert said in bench.state(heap=False)["text"]
    bench.world.key("menu", False)
    bench.wait(100)
    bench.idle()
    assert said not in bench.state(heap=False)["text"]


def test_where_nothing_is_kept_it_stays_awake(tmp_path):
    """E56: memory is the only copy. There is no file system on this flash."""
    (tmp_path / "flash.img").write_bytes(b"not a volume" * 4096)
    with Box(ROW, "it", 3000, store=tmp_path) as hands:
        hands.go("S", "100")
        hands.bench.wait(2 * QUARTER)
        assert not hands.bench.asleep and hands.bench.light_us > QUARTER * 1000
        assert hands.seen()["contract"]["contract"] == 100


def test_a_cut_in_deep_sleep_costs_a_full_refresh_and_nothing_else(asleep):
    bench, before = asleep("any_high")
    fulls = bench.world.panel.fulls
    bench.cut()
    bench.idle()
    assert bench.world.panel.fulls == fulls + 1
    assert same(bench.state(heap=False)) == same(before)


@pytest.mark.parametrize("damage", ["record", "glass"])
def test_a_record_that_does_not_fit_costs_a_full_refresh(asleep, damage):
    """emulation.md 7: saved frame damaged, or older than the glass."""
    bench, _ = asleep("any_high")
    fulls = bench.world.panel.fulls
    at = 1 if damage == "glass" else 8
    bench.memory = bench.memory[:at] + bytes([bench.memory[at] ^ 1]) + bench.memory[at + 1 :]
    if damage == "glass":
        bench.memory = bench.memory[:-4] + zlib.crc32(bench.memory[:-4]).to_bytes(4, "little")
    bench.press("k1")
    bench.idle()
    assert bench.world.panel.fulls == fulls + 1
    assert bench.state(heap=False)["screen"] == "suit"


def test_a_chip_that_must_not_sleep_lightly_sleeps_deeply_after_a_minute(asleep):
    bench, _ = asleep("polls")
    bench.press("down")
    bench.wait(59_000)
    assert not bench.asleep
    bench.wait(3_000)
    assert bench.asleep and bench.light_us == 0


def test_a_press_while_it_falls_asleep_keeps_it_awake(shared):
    """I111. From just before the moment to the end of the picture that says so: never lost, never
    twice."""
    hands = shared(DIAL, "it")
    bench = hands.bench
    for ms in (-50, 0, 60, 200, 400):
        began = bench.now
        bench.press("down")
        focus, boots = hands.seen()["focus"], bench.boots
        answers = len(bench.state(heap=False)["answers"]["list"][0])
        bench.wait(QUARTER - (bench.now - began) + ms)
        bench.press("down")
        assert hands.seen()["focus"] == (focus + 1) % answers
        assert bench.boots == boots


def test_it_sleeps_and_wakes_on_every_kind_of_screen(box):
    """No port says which key it was, and the key is up again: the screen is as it was."""
    hands = box(ROW, "it", 3000, lacks=["wake_pins"])
    bench = hands.bench
    for way in ((), ("S",), ("100",), ("H",), ("<", "<", "<", "?")):
        before = hands.go(*way)
        bench.wait(QUARTER + 10_000)
        assert bench.asleep
        fulls = bench.world.panel.fulls
        bench.press("k4", ms=20)
        assert hands.seen() == before
        assert bench.world.panel.fulls == fulls


def test_the_minutes_of_a_deal_go_on_in_deep_sleep_and_are_unknown_after_a_cut(box):
    """The clock of the port goes on in deep sleep, the minute that it began is in the RTC."""
    deal = ("S", "100", "S", "made", "3", "0")
    hands = box(DIAL, "it", 3000)

    def said():
        shown = hands.go("<", "deals")["text"]
        hands.go("<", "<")
        return [text for text in shown if text.startswith("Nous 132 + 100 = 232")]

    hands.bench.wait(7 * MINUTE)
    hands.deal(*deal)
    assert said() == ["Nous 132 + 100 = 232 · Eux 30 · 7 min"]
    began = hands.bench.deep_us
    hands.bench.wait(40 * MINUTE)
    assert hands.bench.deep_us > began
    hands.bench.press("up")
    hands.deal(*deal)
    assert said() == ["Nous 132 + 100 = 232 · Eux 30 · 40 min"]
    hands.bench.wait(5 * MINUTE)
    hands.bench.cut()
    hands.bench.wait(MINUTE)
    hands.deal(*deal)
    assert said() == ["Nous 132 + 100 = 232 · Eux 30"]
    hands.bench.wait(6 * MINUTE)
    hands.deal(*deal)
    assert said() == ["Nous 132 + 100 = 232 · Eux 30 · 6 min"]
    hands.bench.wait(20 * MINUTE)  # asleep after the cut: the match began before the clock
    hands.bench.press("up")
    hands.deal(*deal)
    assert said() == ["Nous 132 + 100 = 232 · Eux 30 · 20 min"]


def test_time_in_deep_sleep_is_counted(asleep):
    bench, _ = asleep("any_low")
    began = bench.deep_us
    bench.wait(1_000)
    assert bench.deep_us - began == 1_000_000
    assert bench.light_us > 14 * MINUTE * 1000
