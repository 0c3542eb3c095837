"""No press is lost while the program computes: on an ESP32 that takes 250 ms to 2 s a step, and
keys that were only looked at between two steps would come and go unseen."""

import pytest

from bench import Bench, BenchError

WORKS = "(lambda old: lambda: (link.spend(%d), old())[1])(main.app.view)"
LONG_US = 1_500_000
START = {"waveshare_esp32_driver": ["k4", "k1"], "crowpanel_42": ["ok", "ok"]}


@pytest.fixture
def slow():
    """slow(board, us): the real application, each of whose pictures takes so long to draw."""
    made = []

    def make(board, us=LONG_US, rules="it"):
        bench = Bench(board, "2M", False, "fr", rules, 3000, seed=1, counts=True)
        made.append(bench)
        bench.idle()
        for key in START[board]:
            bench.press(key)
            bench.idle()
        bench.ask(f"setattr(main.app, 'view', {WORKS % us})")
        return bench

    yield make
    for one in made:
        one.close()


def turns(*keys, ms=20, gap=40, after=0):
    """Presses one after the other, as bench.fingers() has them."""
    return [(after + i * (ms + gap), key, ms) for i, key in enumerate(keys)]


@pytest.mark.parametrize("board", ["crowpanel_42", "waveshare_esp32_driver"])
def test_presses_inside_a_step_arrive_once_and_in_order(on_bench, board):
    """K3: noted while a step computes."""
    bench = on_bench(board, options={"works": 900_000})
    names = [bench.keys[i % len(bench.keys)] for i in (0, 2, 1, 1, 3, 0, 0, 2, 3, 1)]
    bench.fingers(turns(*names, ms=30, gap=25), 6_000)
    assert bench.state()["fields"]["keys"] == names


def test_presses_with_bounce_inside_a_step_are_presses_of_the_application(slow):
    bench = slow("waveshare_esp32_driver")
    chatter = [(at + d, "k4", 2) for at in (200, 500) for d in (0, 3)]
    presses = [(at + 6, "k4", 80) for at in (200, 500)]
    bench.fingers([(0, "k3", 60), *chatter, *presses], 9_000)
    bench.idle()
    state = bench.state(heap=False)
    assert (state["screen"], state["fields"]["page"]) == ("number", "2")


def test_a_dial_that_is_turned_fast_while_a_picture_is_drawn_keeps_its_sum(slow):
    bench = slow("crowpanel_42")
    state = bench.state(heap=False)
    bench.fingers(turns(*["down"] * 20, "up", "up", "up"), 8_000)  # 1.4 s, the picture takes 1.5
    bench.idle()
    answers = len(state["answers"]["list"][0])
    assert bench.state(heap=False)["focus"] == (state["focus"] + 17) % answers


def test_interference_inside_a_step_is_nothing(slow):
    bench = slow("crowpanel_42")
    focus = bench.state(heap=False)["focus"]
    bench.fingers(turns("down") + turns(*["down"] * 10, ms=4, after=100), 5_000)
    bench.idle()
    assert bench.state(heap=False)["focus"] == focus + 1


@pytest.mark.parametrize(("ms", "screen"), [(690, "number"), (710, "table")])
def test_a_hold_inside_a_step_is_as_long_as_it_was(slow, ms, screen):
    """700 ms of the first key go back; a press of it takes the first number."""
    bench = slow("waveshare_esp32_driver")
    bench.fingers([(0, "k3", 60), (400, "k1", ms)], 9_000)
    bench.idle()
    assert (bench.state(heap=False)["screen"] == "table") == (screen == "table")


def test_a_hundred_presses_during_a_refresh_of_four_seconds_are_all_applied(on_bench):
    """emulation.md 7. They take four seconds at the pace that the dead time of a key allows."""
    bench = on_bench("crowpanel_42", idle=False)
    names = [bench.keys[i % 4] for i in range(100)]
    for name in names:
        bench.press(name, ms=20, gap=20)
    bench.idle()
    assert bench.state()["fields"]["keys"] == names


def test_a_handler_that_allocates_is_found_out(on_bench):
    """What the port's documents forbid; the bench raises MemoryError for it."""
    bench = on_bench("crowpanel_42", idle=False)
    bench.ask("main.device.keys[0][0].irq(lambda pin: [0] * 99)")
    with pytest.raises(BenchError, match="MemoryError"):
        bench.press(bench.keys[0])


def test_handlers_are_off_in_light_sleep_and_on_while_a_key_is_down(on_bench):
    """E62, micropython issue 9583."""
    bench = on_bench("crowpanel_42")
    bench.wait(5_000)
    assert bench.light_us and not bench.guard.irqs and bench.guard.wake[0]
    bench.fingers([(0, "ok", 500)], 200)
    assert bench.guard.irqs == {gpio for _, gpio, _, _ in bench.board.KEYS}
    assert bench.guard.wake[0] == 0
