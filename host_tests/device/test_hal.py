"""The shipped hal and driver on real MicroPython, against the models of panel and board.

Every bench here is strict: a broken rule of the hardware (E..) ends the test by itself.
"""

import pytest

from bench import ROOT, load_board

BOARDS = ("crowpanel_42", "waveshare_esp32_driver")
WRAP = 1 << 30
CELL = "__import__('hal.gauge', None, None, ('read_mv',)).read_mv(main.board)"


def pattern(count):
    """What the stub draws for a count, 400x300."""
    rows = []
    for y in range(300):
        ink = (y * 7 + count * 37) & 255
        rows.append(bytes([ink, 255 - ink]) * 25)
    return b"".join(rows)


def counted(bench):
    return bench.state(heap=False)["fields"]["count"]


@pytest.mark.parametrize("mpy", [False, True], ids=["source", "mpy"])
@pytest.mark.parametrize("board", BOARDS)
def test_a_picture_arrives_bit_for_bit_full_and_partial(on_bench, board, mpy):
    bench = on_bench(board, mpy=mpy)
    panel = bench.world.panel
    assert panel.glass == pattern(0)
    assert (panel.fulls, panel.partials) == (1, 0)
    bench.press(bench.keys[-1])
    bench.idle()
    assert panel.glass == pattern(1)
    assert (panel.fulls, panel.partials) == (1, 1)


@pytest.mark.parametrize("board", BOARDS)
def test_keys_pressed_during_a_refresh_arrive_once_and_in_order(on_bench, board):
    bench = on_bench(board, idle=False)
    names = [bench.keys[i % len(bench.keys)] for i in (2, 0, 3, 1, 1, 2, 3, 0, 0, 2)]
    for name in names:  # the first full refresh takes seconds, these take 1.2
        bench.press(name)
    assert bench.world.panel.fulls == 0
    bench.idle()
    assert bench.state()["fields"]["keys"] == names
    assert bench.world.panel.glass == pattern(len(names))


@pytest.mark.parametrize("board", BOARDS)
def test_every_key_ends_light_sleep_at_once(on_bench, board):
    """K11. E76: the press that wakes counts."""
    bench = on_bench(board)
    for name in bench.keys:
        bench.idle()
        bench.wait(5_000)
        bench.press(name, ms=1, gap=0)
    assert bench.state()["fields"]["keys"] == bench.keys


@pytest.mark.parametrize("board", BOARDS)
def test_an_idle_box_sleeps_without_waking(on_bench, board_like, board):
    """K20."""
    bench = on_bench(board_like(board, WATCHDOG_MS=0))
    bench.wait(5_000)
    asleep, trips = bench.light_us, bench.round_trips
    bench.wait(3_600_000)
    assert bench.light_us - asleep == 3_600_000_000
    assert bench.round_trips == trips


@pytest.mark.parametrize("board", BOARDS)
def test_a_key_held_for_a_minute_makes_no_wake_loop_and_no_second_press(on_bench, board):
    """K12."""
    bench = on_bench(board)
    asleep = bench.light_us
    bench.hold(bench.keys[0], ms=60_000, gap=0)
    assert bench.light_us == asleep
    bench.idle()
    assert counted(bench) == 1


def test_a_key_down_at_power_on_makes_no_wake_loop(on_bench):
    bench = on_bench("crowpanel_42")
    bench.world.key("ok", True)
    bench.cut()
    bench.world.key("ok", True)
    bench.wait(10_000)
    bench.world.key("ok", False)
    bench.wait(100)
    bench.idle()


@pytest.mark.parametrize("board", BOARDS)
def test_the_prompt_can_be_reached_for_three_seconds_after_power_on(on_bench, board):
    bench = on_bench(board, idle=False)
    bench.wait(2_980 - bench.now)
    assert bench.light_us == 0
    bench.idle()
    bench.wait(1_000)
    assert bench.light_us > 0


@pytest.mark.parametrize("board", BOARDS)
def test_older_ports_wake_by_ext1(on_bench, board):
    bench = on_bench(board, lacks=["wake_on_gpio"])
    bench.wait(5_000)
    asleep = bench.light_us
    bench.wait(1_000)
    assert bench.light_us > asleep
    for name in bench.keys:
        bench.press(name)
    bench.idle()
    assert bench.state()["fields"]["keys"] == bench.keys


@pytest.mark.parametrize(
    "fields",
    [
        {"WAKE": {"light": None, "ext1": True, "hold": ()}},
        {"KEYS": (("k1", 32, 1, "down"), ("k2", 33, 0, "up"))},
    ],
    ids=["no wake", "mixed levels"],
)
def test_a_board_that_no_key_can_wake_polls(on_bench, board_like, fields):
    bench = on_bench(board_like("waveshare_esp32_driver", **fields))
    bench.wait(10_000)
    assert bench.light_us == 0
    for name in bench.keys:
        bench.press(name)
    bench.idle()
    assert bench.state()["fields"]["keys"] == bench.keys


def test_refused_light_sleep_does_not_spin_and_loses_no_key(on_bench):
    bench = on_bench("crowpanel_42")
    bench.wait(5_000)
    bench.ask("setattr(link, 'refuse', True)")
    bench.press("ok")  # ends the sleep that was already on
    asleep = bench.light_us
    bench.idle()
    bench.wait(10_000)
    for name in bench.keys:
        bench.press(name)
    assert bench.light_us == asleep
    assert bench.state()["fields"]["keys"] == ["ok", *bench.keys]


@pytest.mark.parametrize("ms", [0, 1, 9, 10, 11, 250])
def test_wait_takes_exactly_its_time_when_no_key_moves(on_bench, ms):
    bench = on_bench("crowpanel_42", idle=False)
    script = "(lambda d, t: (d.wait(%d), d.now() - t)[1])(main.device, main.device.now())" % ms
    asked = bench.ask(script)
    assert asked == ms


@pytest.mark.parametrize("before_wrap_ms", [1, 3_000, 3_900, 5_000])
def test_the_tick_counter_may_wrap_at_any_moment(on_bench, before_wrap_ms):
    bench = on_bench("crowpanel_42", first_tick=WRAP - before_wrap_ms)
    for name in bench.keys:
        bench.press(name)
    bench.idle()
    bench.wait(5_000)
    assert bench.ask("main.device.now()") == (WRAP - before_wrap_ms + bench.now) % WRAP
    bench.press("ok")
    bench.idle()
    assert counted(bench) == len(bench.keys) + 1


def test_a_watchdog_is_fed_through_an_hour_of_sleep(on_bench, board_like):
    bench = on_bench(board_like("waveshare_esp32_driver", WATCHDOG_MS=8_000))
    bench.wait(3_600_000)
    assert bench.guard.dog[0] == 8_000_000  # it runs, and a starved one would have been E58
    bench.press("k1")
    bench.idle()
    assert counted(bench) == 1


@pytest.mark.parametrize("enable", [None, (21, 1, 10)], ids=["fixed", "switched"])
def test_the_cell_is_read_through_its_divider(on_bench, board_like, enable):
    gauge = {"adc": 1, "ratio": (2, 1), "enable": enable}
    bench = on_bench(board_like("crowpanel_42", BATTERY=gauge))
    for mv in (3300, 3712, 4200):
        bench.batt(mv)
        assert abs(bench.ask(CELL) - mv) <= 1
    assert bench.guard.outs.get(21) == (0 if enable else None)


def test_a_cell_that_cannot_be_read_has_no_figure(on_bench, board_like):
    """esp32.md 9: the port raises since 1.29; the divider is switched off all the same."""
    gauge = {"adc": 1, "ratio": (2, 1), "enable": (21, 1, 10)}
    bench = on_bench(board_like("crowpanel_42", BATTERY=gauge), idle=False)
    bench.batt(None)
    assert bench.ask(CELL) is None
    assert bench.guard.outs[21] == 0


def test_lots_come_from_the_seed_and_are_below_their_number(on_bench):
    def draws(seed):
        bench = on_bench("crowpanel_42", idle=False, seed=seed)
        return bench.ask("[main.device.lot(n) for n in (1, 2, 4, 1000) * 20]")

    first = draws(1)
    assert first == draws(1) != draws(2)
    assert all(0 <= value < n for value, n in zip(first, (1, 2, 4, 1000) * 20))
    assert set(first[2::4]) == {0, 1, 2, 3}


def test_supply_off_lets_go_of_every_line_and_on_again_starts_afresh(on_bench):
    bench = on_bench("crowpanel_42")
    bench.ask("main.device.bus.power(False)")
    _, board = load_board("crowpanel_42")
    assert not set(bench.guard.outs) & {12, 11, *(board.PINS[n] for n in ("cs", "dc", "rst"))}
    assert bench.guard.outs[7] == 0
    assert not bench.world.panel.powered


def test_the_supply_reports_its_settle_time_once(on_bench):
    bench = on_bench("crowpanel_42")
    assert bench.ask("main.device.bus.power(True)") == 0  # the driver has had it
    bench = on_bench("waveshare_esp32_driver")
    assert bench.ask("main.device.bus.power(True)") == 0


ALL = sorted(path.parent.name for path in (ROOT / "boards").glob("*/board.py"))


@pytest.mark.parametrize("board", ALL)
def test_every_board_leaves_no_line_undecided_in_deep_sleep_and_wakes_by_its_keys(on_bench, board):
    """E18, E19, E50..E55, E57, E63 and E64 are silent; what is held outlasts the start."""
    bench = on_bench(board, options={"sleep": 1})
    wake = bench.board.WAKE
    for key in bench.keys:
        if not bench.asleep:
            bench.press(key)
            bench.wait(20_000)
            assert bench.asleep
            assert bench.memory == b"the stub sleeps."
        able = key in (*wake["deep"], wake["ext0"])
        bench.press(key, ms=30)
        assert bench.asleep != able
        if able:
            bench.cut()  # the count on the flash keeps it awake
            bench.ask("main.options.update({'sleep': main.app.count + 1})")
            bench.idle()
