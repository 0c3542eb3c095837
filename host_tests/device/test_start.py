"""A start that cannot brick: the prompt is always within reach, what went wrong is said, the match
is there, and the box starts again by itself, but not for ever."""

import pytest

from bench import SOFT, WATCHDOG, Bench, BenchError
from device.hands import DIAL, ROW, Box

MINUTE = 60_000
SAME = ("screen", "fields", "contract", "totals", "dealer", "speaker", "deal")


@pytest.fixture
def source():
    """source(board, ...): a Bench that runs the sources, whose attributes can be changed."""
    made = []

    def make(board, idle=True, **more):
        made.append(Bench(board, "2M", False, "fr", "it", 3000, **more))
        if idle:
            made[-1].idle()
        return made[-1]

    yield make
    for one in made:
        one.close()


def same(state):
    return {name: state[name] for name in SAME}


def printed(bench):
    bench._log.flush()
    bench._log.seek(0)
    return bench._log.read().decode()


# ---- the key of safe mode


@pytest.mark.parametrize(("board", "key"), [(ROW, "k1"), (DIAL, "up")])
@pytest.mark.parametrize("ms", [2_100, 9_800])
def test_the_first_key_held_at_power_on_leads_to_the_prompt(board, key, ms):
    """No watchdog, no sleep: the program has ended."""
    with pytest.raises(BenchError, match="the firmware ended") as found:
        Bench(board, "224K", True, fingers=[(0, key, ms)])
    assert "first key held" in str(found.value)
    assert "Traceback" not in str(found.value)


@pytest.mark.parametrize("ms", [60, 1_900])
def test_a_shorter_press_at_power_on_is_nothing(source, ms):
    bench = source(ROW, fingers=[(0, "k1", ms)])
    state = bench.state(heap=False)
    assert (state["screen"], state["note"]) == ("setup", "")


@pytest.mark.parametrize("key", ["k1", "k2"])
def test_a_key_that_jams_at_power_on_is_said_until_it_comes_up(source, key):
    """The first one is waited for, ten seconds; any other is in nobody's way."""
    bench = source(ROW, idle=False, fingers=[(0, key, 20_000)])
    assert bench.now < (10_100 if key == "k1" else 100)
    bench.wait(15_000 - bench.now)
    said = f"Touche bloquée, ignorée : {key}"
    assert said in bench.state(heap=False)["text"] and said in printed(bench)
    bench.press("k4")  # the others are heard
    bench.wait(1_000)
    assert bench.state(heap=False)["screen"] == "first"
    bench.wait(5_000)
    bench.idle()
    state = bench.state(heap=False)
    assert said not in state["text"] and state["screen"] == "first"


def test_the_key_of_safe_mode_that_wakes_the_box_is_a_key(box):
    hands = box(ROW, "it", 3000)
    hands.go("S")
    hands.bench.wait(15 * MINUTE + 10_000)
    assert hands.bench.asleep
    hands.bench.press("k1", ms=5_000)
    assert hands.seen()["contract"]["contract"] == 80


def test_a_person_at_the_prompt_gets_rid_of_the_watchdog(source):
    """Ctrl-C, as any exception that is no fault, ends the program as it came."""
    bench = source(ROW)
    bench.wait(5_000)
    assert bench.guard.dog[0] == 30_000_000
    stop = "lambda *a: (_ for _ in ()).throw(KeyboardInterrupt)"
    bench.ask(f"setattr(main.app.refresh, 'decide', {stop})")
    with pytest.raises(BenchError, match="KeyboardInterrupt"):
        bench.press("k1")
    assert bench.guard.dog[0] == 3_600_000_000


# ---- why it started


def test_starts_that_nobody_asked_for_are_counted_said_and_forgotten_with_the_cell(box):
    hands = box(ROW, "it", 3000)
    hands.go("S")
    before = hands.seen()
    for cause in (SOFT, WATCHDOG):
        hands.bench.reset(cause)
        assert same(hands.seen()) == same(before)
    assert "Dix de Der: start 3, 2 unasked" in printed(hands.bench)
    hands._state = None
    hands.go("<", "<")
    assert "relancée 2× (garde)" in " ".join(hands.seen()["text"])
    hands.go("<")
    hands.bench.wait(15 * MINUTE + 10_000)
    hands.bench.press("k4", ms=5)
    assert "Dix de Der: start 4, 2 unasked" in printed(hands.bench)
    hands.bench.cut()
    assert "Dix de Der: start 1, 0 unasked" in printed(hands.bench)


# ---- the crash screen


def crash(bench):
    bench.strict = False
    bench.ask("setattr(main.app.refresh, 'decide', None)")


@pytest.mark.parametrize("board", [ROW, DIAL])
def test_a_fault_outside_the_screens_is_shown_and_the_box_starts_again(source, board):
    bench = source(board)
    bench.press(bench.keys[3 if board == ROW else 2])
    bench.idle()
    before, shown = bench.state(heap=False), bytes(bench.world.panel.glass)
    crash(bench)
    bench.press(bench.keys[1])
    bench.wait(20_000)
    glass = bytes(bench.world.panel.glass)
    assert bench.boots == 1 and glass != shown
    ink = [y for y in range(300) if glass[y * 50 : y * 50 + 50] != b"\xff" * 50]
    assert ink and ink[-1] < 8 + 6 * 16  # six short lines and nothing else
    text = printed(bench)
    assert "TypeError: 'NoneType' object isn't callable" in text and "in _show" in text
    bench.wait(60_000)
    assert bench.boots == 2
    bench.strict = True
    bench.own_errors.clear()
    bench.wait(10_000)
    assert same(bench.state(heap=False)) == same(before)
    assert "Dix de Der: start 2, 1 unasked" in printed(bench)


def test_a_key_on_the_crash_screen_starts_the_box_at_once(source):
    bench = source(ROW)
    crash(bench)
    bench.press("k2")
    bench.wait(10_000)
    assert bench.boots == 1
    bench.press("k3")
    assert bench.boots == 2


def test_after_three_crashes_in_a_row_only_a_key_goes_on(source):
    bench = source(ROW)
    for boots in (2, 3, 4):
        crash(bench)
        bench.press("k2")
        bench.wait(70_000)
        assert bench.boots == boots
    crash(bench)
    bench.press("k2")
    bench.wait(30 * MINUTE)
    assert bench.boots == 4
    bench.press("k2")
    assert bench.boots == 5


def test_crashes_with_calm_between_them_are_not_in_a_row(source):
    bench = source(ROW)
    for boots in range(2, 7):
        bench.wait(11 * MINUTE)
        crash(bench)
        bench.press("k2")
        bench.wait(70_000)
        assert bench.boots == boots


def test_a_program_that_cannot_be_built_tries_three_times_and_leaves_the_prompt(source):
    with pytest.raises(BenchError, match="the firmware ended") as found:
        source(ROW, options={"lang": 5}, strict=False)
    assert "at 180000 ms" in str(found.value) and "TypeError" in str(found.value)


def test_memory_that_is_short_for_a_moment_is_a_fault_of_the_screen_only(source):
    """The crash barrier of the screens has it: nothing is restarted."""
    bench = source(ROW)
    bench.strict = False
    bench.ask("setattr(main.app.style, 'act', lambda *a: bytearray(1 << 30))")
    bench.press("k4")
    bench.wait(5_000)
    assert bench.boots == 1
    assert bench.state(heap=False)["note"] == "note.fault:MemoryError"


# ---- flash that is full, or none


def test_a_full_flash_is_said_and_the_match_goes_on(box):
    hands = box(ROW, "it", 3000, blocks=16)
    deals = 0
    hands.bench.ask(
        "[open('fill%d' % i, 'wb').write(b'x' * 3900) for i in range(os.statvfs('.')[3] - 1)]"
    )
    while True:
        state = hands.deal("S", "100", "D", "made", "3", "0")
        deals += 1
        assert state["totals"] == {"NS": 232 * deals, "WE": 30 * deals}
        if "Mémoire pleine : rien n'est gardé." in state["text"]:
            break
        assert deals < 5
    hands.bench.wait(30 * MINUTE)
    assert not hands.bench.asleep  # memory is the only copy
    hands._state = None
    assert hands.deal("N", "90", "H", "failed")["totals"]["WE"] > 30 * deals


@pytest.mark.parametrize("board", [ROW, DIAL])
def test_a_flash_without_file_system_is_formatted_only_by_a_long_hold(tmp_path, board):
    image = tmp_path / "flash.img"
    image.write_bytes(b"not a volume" * 300_000)
    with Box(board, "it", 3000, store=tmp_path) as hands:
        state = hands.seen()
        assert "Pas de mémoire : rien n'est gardé." in state["text"] or state["note"] == ""
        before = hands.deal("S", "100", "D", "made", "3", "0")
        assert before["totals"] == {"NS": 232, "WE": 30}
        hands.go("<", "format")
        assert "Il efface tout ce qui est gardé ici." in hands.seen()["text"]
        hands.press("k4" if board == ROW else "ok")  # a press is not enough
        hands.seen()
        hands.press("k4" if board == ROW else "ok", "hold")
        hands.seen()
        assert image.read_bytes()[:12] == b"not a volume"
        if hands.screen() != "format":
            hands.go("format")
        hands.answer("drop")
        hands.home()
        assert hands.seen()["totals"] == before["totals"]
        hands.bench.cut()
        hands._state = None
        state = hands.seen()
        assert (state["totals"], state["note"]) == (before["totals"], "")
        hands.go("<")
        assert "format" not in hands.offered()
