"""The shipped driver on the model of its controller: byte streams, every switch, every fault."""

import gc

from display import panels
from display.panel import Panel
from glass import noise
from rig import PERIOD, Bus, Rig
from scorer.refresh import Refresh

try:
    import tracemalloc
except ImportError:  # MicroPython counts by itself
    tracemalloc = None

SIZE = 15000
NAMES = ("GYE042A87", "WS_4IN2_V2")
WHITE = bytearray(b"\xff" * SIZE)
ONE = bytearray(noise(SIZE, 11))
TWO = bytearray(noise(SIZE, 12))

# As recommended for the SSD1683 (controllers.json names the sources), with the window of 400x300
# before each plane
WIN = "44 00 31|45 00 00 2B 01|4E 00|4F 00 00"
RESET = "rst 0|rst 1"
INIT = RESET + "|12|01 2B 01 00|11 03|3C 05|18 80|" + WIN
PLANES = WIN + "|26 *15000|" + WIN + "|24 *15000"
FULL = "3C 05|" + PLANES + "|21 40 00|22 F7|20"
PARTIAL = "3C 80|" + PLANES + "|21 00 00|22 FF|20"
SLEEP = "10 01"


def stream(rig):
    """What the model has heard since the last call, in the notation above."""
    out = []
    for _, what, value in rig.model.log:
        if what == "power":
            continue
        if what == "rst":
            out.append("rst %d" % value)
        elif isinstance(value, int):
            out.append("%02X *%d" % (what, value))
        else:
            out.append(" ".join(["%02X" % b for b in bytes((what,)) + value]))
    del rig.model.log[:]
    return "|".join(out)


def clean(rig, *allowed):
    wrong = [e for e in rig.model.errors if e[0] not in allowed]
    assert not wrong, wrong


def rest(rig):
    rig.panel.sleep()
    rig.settle()


def shown(rig, *frames):
    for frame in frames:
        rig.show(frame)


def digits(number):
    """A frame with a block for each figure, so that 88 -> 11 -> 88 shares and changes pixels."""
    frame = bytearray(WHITE)
    for i, figure in enumerate(str(number)):
        for y in range(40, 140):
            at = y * 50 + 4 + 12 * i
            frame[at : at + 10] = bytes((int(figure) * 29,)) * 10
    return frame


# ---- byte streams ----


def test_golden_streams_of_init_full_partial_sleep_and_wake():
    """K17, K18: the sleep has its data byte, and comes after BUSY."""
    for name in NAMES:
        rig = Rig(name)
        rig.show(ONE)
        assert stream(rig) == INIT + "|" + FULL, name
        rig.show(TWO)
        assert stream(rig) == PARTIAL, name
        rig.show(ONE, full=True)
        assert stream(rig) == FULL, name
        rest(rig)
        assert stream(rig) == SLEEP, name
        rig.show(TWO)
        assert stream(rig) == INIT + "|" + PARTIAL, name
        clean(rig)


def test_the_planes_of_a_partial_are_the_glass_and_the_frame():
    rig = Rig(readable=True)
    shown(rig, ONE, TWO)
    for plane, frame in ((1, ONE), (0, TWO)):
        rig.bus.command(0x41, bytes((plane,)))
        rig.bus.command(0x27)
        assert rig.model.read(SIZE + 1, rig.now)[1:] == frame
    clean(rig)


def test_reset_keeps_its_times():
    rig = Rig()
    rig.show(ONE)
    at = [entry[0] for entry in rig.model.log[1:4]]  # after the power entry: rst, rst, 12
    assert at[1] - at[0] >= 10 and at[2] - at[1] >= 10


# ---- the switches of the model ----


def test_every_variant_of_the_hardware_shows_every_frame_without_an_error():
    for name in NAMES:
        for old in ("kept", "copied", "swapped"):
            for pingpong in (False, True):
                for latency in (1, 5):
                    for celsius in (5, 22, 40):
                        rig = Rig(
                            name,
                            seed=7 * latency + celsius,
                            old=old,
                            pingpong=pingpong,
                            latency=latency,
                            celsius=celsius,
                        )
                        shown(rig, digits(88), digits(11), digits(88), ONE)
                        rig.show(TWO, full=True)
                        rest(rig)
                        rig.tick(3600000)
                        shown(rig, digits(40), WHITE, ONE)
                        clean(rig)
                        assert (rig.panel.fulls, rig.panel.partials) == (2, 6)
                        assert (rig.model.fulls, rig.model.partials) == (2, 6)


def test_corners_and_edges_land_where_they_belong():
    rig = Rig()
    frame = bytearray(WHITE)
    frame[0] &= 0x7F  # x 0, y 0
    frame[49] &= 0xFE  # x 399, y 0
    frame[299 * 50] = 0  # x 0..7, y 299
    frame[299 * 50 + 49] &= 0xFE  # x 399, y 299
    for full in (True, False):
        rig.show(WHITE, full)
        rig.show(frame, full)
        assert rig.model.glass == frame
    clean(rig)


def test_random_seeds_of_start_ram_and_times():
    for seed in range(1, 25):
        rig = Rig(seed=seed, latency=1 + 4 * (seed & 1))
        shown(rig, ONE, TWO, WHITE)
        clean(rig)
        assert rig.panel.fulls == 1  # one refresh at the start, not two


# ---- first refresh, known and unknown glass ----


def test_the_first_refresh_is_full_whatever_was_asked():
    rig = Rig()
    assert rig.begin(ONE, False) is True
    rig.settle()
    assert rig.begin(TWO, False) is False
    rig.settle()
    clean(rig)
    assert (rig.model.fulls, rig.model.partials) == (1, 1)


def test_a_glass_declared_known_starts_with_a_partial():
    rig = Rig(picture=bytes(ONE))
    rig.known(ONE)
    assert rig.panel.same(ONE) and not rig.panel.same(TWO)
    rig.show(TWO)
    clean(rig)
    assert (rig.model.fulls, rig.model.partials) == (0, 1)


def test_same_is_true_only_for_the_frame_on_a_known_glass():
    rig = Rig()
    assert not rig.panel.same(bytearray(SIZE)) and not rig.panel.same(WHITE)
    rig.show(ONE)
    assert rig.panel.same(bytearray(ONE)) and not rig.panel.same(TWO)
    rig.panel.forget()
    assert not rig.panel.same(ONE)


def test_forget_makes_the_next_refresh_full_with_init():
    rig = Rig()
    rig.show(ONE)
    stream(rig)
    rig.panel.forget()
    rig.show(TWO)
    assert stream(rig) == INIT + "|" + FULL
    clean(rig)


def test_asleep_or_awake_the_glass_stays_known():
    rig = Rig()
    rig.show(ONE)
    rest(rig)
    assert rig.panel.asleep and rig.panel.same(ONE) and rig.panel.ready()
    rest(rig)  # once more changes nothing
    assert stream(rig).endswith(SLEEP) and stream(rig) == ""
    rig.show(TWO)
    assert not rig.panel.asleep
    clean(rig)


# ---- steps ----


class Deaf:
    """A bus without a panel: BUSY never shows, nothing is kept."""

    def command(self, op, data=None):
        pass

    data = reset = power = lambda self, value: None

    def busy(self):
        return 0


class Loose(Bus):
    """A bus that gives way after `good` more pieces of a plane; None: it holds."""

    good = None

    def data(self, buf):
        if self.good is not None:
            self.good -= 1
            if self.good < 0:
                raise OSError("wires")
        Bus.data(self, buf)


def memory():
    """Bytes in use, garbage aside; on CPython, where it goes at once, only what came since
    tracemalloc.start()."""
    if tracemalloc:
        return tracemalloc.get_traced_memory()[0]
    gc.collect()
    return gc.mem_alloc()


class Meter(Bus):
    """A bus that counts what one step does."""

    count = looks = 0

    def command(self, op, data=None):
        self.count += 1 + len(data or b"")
        Bus.command(self, op, data)

    def data(self, buf):
        self.count += len(buf)
        Bus.data(self, buf)

    def busy(self):
        self.looks += 1
        return Bus.busy(self)


def metered(**switches):
    rig = Rig(**switches)
    rig.bus = Meter(rig.model, rig)
    rig.boot()
    return rig


def test_a_step_sends_at_most_4096_bytes_and_looks_at_busy_at_most_three_times():
    rig = metered()
    for frame, full in ((ONE, True), (TWO, False), (WHITE, True)):
        rig.begin(frame, full)
        while True:
            rig.bus.count = rig.bus.looks = 0
            wait = rig.step()
            assert rig.bus.count <= 4096 and rig.bus.looks <= 3
            if wait is None:
                break
            rig.tick(wait)
        assert 0 < rig.bus.largest <= 4096
    clean(rig)


def test_a_step_before_its_time_does_nothing_and_says_how_long():
    rig = metered(spread=0)
    rig.show(ONE)
    rig.begin(TWO)
    wait = rig.step()
    while wait < 100:
        rig.tick(wait)
        wait = rig.step()
    before = len(rig.model.log), rig.bus.looks
    rig.tick(60)
    assert rig.step() == wait - 60
    assert (len(rig.model.log), rig.bus.looks) == before
    rig.settle()
    clean(rig)


def test_the_processor_may_sleep_through_most_of_a_refresh():
    rig = metered(spread=0)
    shown(rig, ONE, TWO)  # the driver has seen one full and one partial
    for frame, full in ((ONE, False), (TWO, True)):
        rig.bus.looks = 0
        rig.begin(frame, full)
        naps = []
        while (wait := rig.step()) is not None:
            naps.append(wait)
            rig.tick(wait)
        asleep = sum([nap for nap in naps if nap > 10])
        # 7/8 of the time it took before, in two naps; then a look every 10 ms
        assert asleep * 100 >= sum(naps) * 80, naps
        assert rig.bus.looks <= 4 + sum(naps) // 8 // 10 + 2
    clean(rig)


def test_an_idle_panel_asks_for_nothing():
    rig = Rig()
    assert rig.panel.step(0) is None and rig.panel.ready()
    rig.show(ONE)
    assert rig.panel.step(0) is None and stream(rig).endswith("|20")


def test_the_end_is_told_by_a_zero_so_that_the_caller_comes_round_once_more():
    rig = Rig()
    rig.begin(ONE)
    last = None
    while (wait := rig.step()) is not None:
        last = wait
        rig.tick(wait)
    assert last == 0 and rig.panel.ready()


def test_show_and_sleep_while_not_ready_are_refused():
    rig = Rig()
    rig.begin(ONE)
    for act in (lambda: rig.begin(TWO), rig.panel.sleep):
        try:
            act()
        except ValueError:
            pass
        else:
            raise AssertionError("accepted")
    rig.settle()
    assert rig.model.glass == ONE
    clean(rig)


def test_what_others_drew_on_the_frame_is_never_taken_for_the_glass():
    for busy in (False, True):  # drawn on when all is done, or already while the glass changes
        rig = Rig()
        for first, second, full in ((ONE, TWO, True), (TWO, WHITE, False)):
            rig.begin(first, full)
            while rig.model.log[-1][1] != 0x20 or not rig.model.is_busy(rig.now):
                rig.tick(rig.step())
            if busy:
                rig.frame[:] = second
            rig.settle()
            rig.model.check(first, rig.now, rig.panel.same)
            rig.frame[:] = second
            assert not rig.panel.same(rig.frame)
            assert rig.begin(ONE) is True  # the old plane of a partial would be wrong
            rig.settle()
            rig.check(ONE)
        clean(rig)
        assert (rig.model.fulls, rig.model.partials) == (3, 1)


def test_the_panel_keeps_no_frame_of_its_own():
    if tracemalloc:
        tracemalloc.start()
    frame = bytearray(WHITE)
    before = memory()
    panel = Panel(Deaf(), panels.find("GYE042A87"))
    now = most = 0
    for picture, full in ((ONE, True), (TWO, False), (ONE, False)):

        def draw(picture=picture):
            frame[:] = picture

        panel.show(frame, full, draw)
        while (wait := panel.step(now)) is not None:
            now += wait
            most = max(most, memory() - before)
    assert (panel.fulls, panel.partials) == (1, 2)
    assert 0 < most < SIZE // 2
    second = bytearray(frame)  # which would have been noticed
    assert memory() - before > SIZE // 2 and second == ONE
    if tracemalloc:
        tracemalloc.stop()


def test_without_anything_to_draw_the_frame_as_it_is_is_shown_in_full():
    rig = Rig()
    for picture in (ONE, TWO, TWO):
        rig.frame[:] = picture
        assert rig.panel.show(rig.frame) is True
        rig.settle()
        rig.model.check(picture, rig.now, rig.panel.same)
    clean(rig)
    assert (rig.model.fulls, rig.model.partials) == (3, 0)


def test_the_picture_is_drawn_between_the_old_plane_and_the_new_one():
    rig = Rig()
    rig.show(ONE)
    heard = []
    for full in (False, True):
        stream(rig)

        def draw():
            heard.append(stream(rig))
            rig.frame[0] ^= 255

        rig.panel.show(rig.frame, full, draw)
        rig.settle()
    assert heard == ["3C 80|" + WIN + "|26 *15000|" + WIN, "3C 05|" + WIN]
    clean(rig)


# ---- nothing new ----


def test_a_partial_that_draws_what_the_glass_shows_is_not_shown():
    """K14."""
    rig = Rig()
    rig.show(ONE)
    assert not rig.panel.skipped
    busy_ms = rig.panel.busy_ms
    stream(rig)
    assert rig.show(ONE) == 0  # not a ms is waited for
    assert rig.panel.skipped and rig.panel.glass_known and rig.panel.failed is None
    assert stream(rig) == "3C 80|" + WIN + "|26 *15000|" + WIN
    assert (rig.panel.fulls, rig.panel.partials, rig.panel.busy_ms) == (1, 0, busy_ms)
    assert (rig.model.fulls, rig.model.partials) == (1, 0)
    rig.show(TWO)
    assert not rig.panel.skipped and stream(rig) == PARTIAL
    assert (rig.panel.fulls, rig.panel.partials) == (1, 1)
    clean(rig)


def test_a_full_refresh_is_shown_even_when_it_draws_nothing_new():
    rig = Rig()
    rig.show(ONE)
    rig.show(ONE)
    assert rig.panel.skipped
    stream(rig)
    rig.show(ONE, full=True)
    assert not rig.panel.skipped and stream(rig) == FULL
    assert (rig.model.fulls, rig.model.partials) == (2, 0)
    rig.panel.forget()
    rig.show(ONE)
    assert not rig.panel.skipped and stream(rig) == INIT + "|" + FULL
    clean(rig)


def test_after_a_skipped_one_every_variant_shows_what_comes_next():
    for old in ("kept", "copied", "swapped"):
        for pingpong in (False, True):
            rig = Rig(old=old, pingpong=pingpong, latency=5)
            shown(rig, ONE, TWO)
            for picture, full in ((WHITE, False), (ONE, True), (TWO, False)):
                for _ in range(2):
                    on_it = bytes(rig.model.glass)
                    rig.show(on_it)
                    assert rig.panel.skipped
                rig.show(picture, full)
                assert not rig.panel.skipped
            rig.show(TWO)
            rest(rig)
            rig.tick(3600000)
            rig.show(TWO)  # woken for nothing
            assert rig.panel.skipped and not rig.panel.asleep
            rest(rig)
            assert rig.panel.asleep
            rig.show(ONE)
            clean(rig)
            assert (rig.model.fulls, rig.model.partials) == (2, 4)


# ---- a drawing or a bus that fails ----


def fails(act):
    try:
        act()
    except (ValueError, OSError) as e:
        return str(e)
    raise AssertionError("nothing came out")


def test_what_draw_raises_comes_out_of_step_and_the_next_refresh_is_full_with_init():
    for full, sleeping in ((False, False), (True, False), (False, True), (True, True)):
        rig = Rig()
        rig.show(ONE)
        if sleeping:
            rest(rig)

        def draw(frame=rig.frame):
            frame[:5000] = TWO[:5000]
            raise ValueError("half drawn")

        rig.panel.show(rig.frame, full, draw)
        assert "half drawn" in fails(rig.settle)
        assert rig.panel.ready() and rig.panel.step(rig.now) is None
        assert not rig.panel.glass_known and not rig.panel.same(rig.frame)
        assert rig.model.glass == ONE and not rig.panel.skipped
        stream(rig)
        rig.panel.forget()  # starts nothing again
        assert rig.panel.ready()
        assert rig.begin(WHITE) is True
        rig.settle()
        rig.check(WHITE)
        assert stream(rig) == INIT + "|" + FULL
        rig.show(TWO)
        clean(rig)
        assert (rig.model.fulls, rig.model.partials) == (2, 1)


def test_what_the_bus_raises_comes_out_too_and_heals_alike():
    for full in (False, True):
        for good in range(8):
            rig = Rig()
            rig.bus = Loose(rig.model, rig)
            rig.boot()
            rig.show(ONE)
            rig.bus.good = good
            rig.begin(TWO, full)
            assert "wires" in fails(rig.settle)
            assert rig.panel.ready() and not rig.panel.glass_known
            assert rig.draws == (1 if full or good >= 4 else 0)
            rig.bus.good = None
            clean(rig)
            stream(rig)
            rig.show(WHITE)
            assert stream(rig) == INIT + "|" + FULL
            clean(rig, "E12")  # the plane that was broken off


def test_late_calls_do_no_harm():
    for late in (1, 45, 120, 400, 3000):
        rig = Rig(latency=5)
        for frame, full in ((ONE, True), (TWO, False), (ONE, False), (WHITE, True), (TWO, False)):
            rig.show(frame, full, late=late)
        clean(rig)
        assert rig.panel.failures == 0, late


def test_the_clock_may_wrap_at_any_moment_of_a_refresh():
    times = []
    for before in range(0, 5000, 37):
        rig = Rig(start=PERIOD - before)
        rig.show(ONE)
        rig.show(TWO)
        times.append(rig.now)
        clean(rig)
    assert len(set(times)) == 1  # the same whatever the clock reads


def test_counters_count_refreshes_and_panel_time():
    rig = Rig(spread=0)
    shown(rig, ONE, TWO, ONE)
    # until the look that finds it idle: the busy times of the model, and at most 10 ms more each
    busy = 3500 + 2 * (358 + 268)
    assert busy <= rig.panel.busy_ms <= busy + 30
    assert (rig.panel.partials, rig.panel.fulls) == (2, 1)


# ---- faults ----


def stuck(stuck_at, kind):
    """A rig whose BUSY is stuck busy from step stuck_at of a refresh on."""
    rig = Rig()
    rig.show(ONE)
    if kind == "wake":
        rest(rig)
    rig.begin(TWO, kind == "full")
    for _ in range(stuck_at):
        rig.tick(rig.step() or 0)
    rig.model.stuck = "busy"
    return rig


def trial(stuck_at, kind):
    """The same rig after the driver gave up, which it does within 8 s."""
    rig = stuck(stuck_at, kind)
    start = rig.now
    while True:
        wait = rig.step()
        if rig.panel.failed:
            return rig
        rig.tick(wait)
        assert rig.now - start <= 8000


def test_busy_stuck_busy_ends_at_the_limit_and_heals_with_a_full_refresh():
    """K6: every wait has a way out."""
    for stuck_at, kind, why in ((2, "full", "busy"), (2, "partial", "busy"), (0, "wake", "reset")):
        rig = trial(stuck_at, kind)
        assert rig.panel.failed == why
        assert not rig.panel.ready() and not rig.panel.glass_known
        # what could not even be reset has not been drawn
        assert (rig.draws, rig.frame) == ((0, ONE) if kind == "wake" else (1, TWO))
        rig.model.stuck = None
        stream(rig)
        rig.settle()
        assert stream(rig) == INIT + "|" + FULL
        rig.check(TWO)
        assert rig.panel.failed is None and rig.panel.glass_known
        rig.show(ONE)
        clean(rig)


def test_a_panel_that_stays_stuck_is_tried_again_ever_more_rarely():
    rig = trial(2, "partial")
    tries = [rig.now]
    seen = rig.panel.failures
    while rig.now < 3600000:
        wait = rig.step()
        assert wait is not None and wait >= 0
        if rig.panel.failures != seen:
            seen = rig.panel.failures
            tries.append(rig.now)
        rig.tick(wait)
    gaps = [tries[i + 1] - tries[i] for i in range(len(tries) - 1)]
    assert gaps[0] < 3000 and max(gaps) <= 302000
    assert gaps == sorted(gaps) and len(gaps) < 25
    clean(rig)


def test_however_often_it_is_tried_the_picture_is_drawn_once():
    for kind in ("full", "partial", "wake"):
        for stuck_at in range(steps_of(kind == "full") - 1):
            rig = stuck(stuck_at, kind)
            while rig.panel.failures < 1 + stuck_at % 3:
                wait = rig.step()
                if wait is None:
                    break  # it was past its last look
                rig.tick(wait)
            rig.model.stuck = None
            rig.settle(limit=100000)
            rig.check(TWO)
            rig.show(WHITE)
            clean(rig)


def test_busy_stuck_idle_is_noticed_and_the_time_of_the_table_waited_for():
    rig = Rig(spread=20, latency=5)
    rig.model.stuck = "idle"
    for frame, full in ((ONE, True), (TWO, False), (ONE, False), (TWO, True)):
        ms = rig.show(frame, full)
        assert rig.panel.blind
        assert ms >= (3500 if full else 358 + 268) * 12 // 10
        assert not rig.model.is_busy(rig.now)
    clean(rig)
    rig.model.stuck = None
    rig.show(ONE)
    assert not rig.panel.blind
    clean(rig)


def test_a_panel_without_supply_is_noticed():
    rig = Rig(powered=False)
    rig.bus.power = lambda on: None
    rig.begin(ONE)
    rig.settle()
    assert rig.panel.blind and rig.model.fulls == 0
    clean(rig)


def test_rst_not_connected_disables_the_sleep_that_it_could_not_end():
    rig = Rig()
    rig.show(ONE)
    rest(rig)
    rig.model.rst_connected = False
    rig.begin(TWO)
    while not rig.panel.failed:
        rig.tick(rig.step())
        assert rig.now < 20000
    assert rig.panel.failed == "reset" and not rig.panel.can_sleep
    clean(rig)  # not a byte was sent to a sleeping chip
    rig.model.rst_connected = True
    rig.settle()
    rig.check(TWO)
    stream(rig)
    rest(rig)
    assert stream(rig) == "" and not rig.panel.asleep
    clean(rig)


def test_supply_dropped_in_sleep_is_seen_at_the_wake():
    rig = Rig()
    rig.show(ONE)
    rest(rig)
    rig.model.power(False, rig.now)
    rig.tick(50)
    rig.model.power(True, rig.now)
    rig.tick(50)
    stream(rig)
    rig.show(TWO)
    assert stream(rig) == INIT + "|" + FULL
    clean(rig)


def test_supply_dropped_while_a_refresh_runs_is_seen_in_its_first_quarter():
    for full in (False, True):
        rig = Rig()
        rig.show(ONE)
        rig.begin(TWO, full)
        while not rig.model.is_busy(rig.now):
            rig.tick(rig.step())
        rig.tick(30)
        rig.model.power(False, rig.now, torn=True)
        rig.tick(20)
        rig.model.power(True, rig.now)
        stream(rig)
        rig.settle()
        assert stream(rig) == INIT + "|" + FULL
        rig.check(TWO)
        assert rig.panel.failures == 1
        clean(rig)


def steps_of(full):
    rig = Rig()
    rig.show(ONE)
    before = rig.steps
    rig.show(TWO, full)
    return rig.steps - before


def test_supply_cut_at_every_step_and_told_to_the_driver():
    for full in (False, True):
        last = steps_of(full) - 1
        for at in range(last + 1):
            rig = Rig()
            rig.show(ONE)
            rig.begin(TWO, full)
            for _ in range(at):
                rig.tick(rig.step() or 0)
            rig.model.power(False, rig.now, torn=True)
            rig.tick(30)
            rig.model.power(True, rig.now)
            rig.panel.forget()
            if at == last:  # it had just ended
                assert rig.panel.ready() and rig.model.glass == TWO and rig.draws == 1
            else:
                rig.settle()
                rig.check(TWO)
            rig.show(WHITE)
            clean(rig)


def test_the_whole_device_cut_at_every_step_starts_with_a_full_refresh():
    for full in (False, True):
        for at in range(steps_of(full)):
            rig = Rig()
            rig.show(ONE)
            rig.begin(TWO, full)
            for _ in range(at):
                rig.tick(rig.step() or 0)
            rig.model.power(False, rig.now, torn=True)
            rig.tick(30)
            rig.model.power(True, rig.now)
            rig.boot()
            stream(rig)
            rig.show(WHITE)
            assert stream(rig) == INIT + "|" + FULL
            clean(rig)


def test_a_refresh_four_times_too_slow_is_given_up_and_done_again():
    for full in (False, True):
        rig = Rig()
        rig.show(ONE)
        rig.model.slow = 4
        rig.begin(TWO, full)
        rig.settle()
        rig.check(TWO)
        assert rig.panel.failures == 1 and rig.panel.failed is None
        rig.show(ONE)
        clean(rig)


# ---- the model catches a driver that does less ----


def broken(kind, old, new, frames=(ONE, TWO, WHITE), sleep=False, **switches):
    """Ids of the errors when one sequence is changed."""
    entry = panels.find("GYE042A87")
    assert old in entry[kind]
    entry[kind] = entry[kind].replace(old, new)
    rig = Rig(**switches)
    rig.panel = Panel(rig.bus, entry)
    for frame in frames:
        rig.begin(frame)
        while (wait := rig.step()) is not None and not rig.panel.failed:
            rig.tick(wait)
        if rig.panel.failed:
            break
        rig.model.check(frame, rig.now)
    if sleep:
        rig.panel.sleep()
        rig.settle()
        rig.begin(ONE)
        rig.settle()
    return {e[0] for e in rig.model.errors}


def test_mutant_sequences_are_caught():
    for kind, old, new, name in (
        ("partial", "@win; @old 26; ", "", "E01"),
        ("partial", "@old 26", "@new 26", "E01"),
        ("partial", "21 00 00; ", "", "E01"),
        ("partial", "22 FF", "22 CF", "E28"),
        ("partial", "22 FF", "22 BF", "E05"),
        ("init", "18 80; ", "", "E33"),
        ("init", "11 03", "11 01", "E11"),
        ("init", "@ms 10; @busy 500; 01", "01", "E03"),
        ("init", "@rst 10 10; @busy 500", "@rst 10 1", "E22"),
        ("full", "@new 24", "@new 26", "E10"),
        ("full", "22 F7", "22 C7", "E02"),
        ("full", "21 40 00", "21 48 00", "E29"),
        ("full", "21 40 00; ", "", "E28"),
        ("full", "20; @show 8000", "20; 7F; @show 8000", "E03"),
    ):
        assert name in broken(kind, old, new), (kind, old, new, name)
    assert "E15" in broken("sleep", "10 01", "10", sleep=True)
    assert "E16" in broken("partial", "22 FF", "22 FC", sleep=True)
    frames = (ONE, TWO)
    assert broken("partial", "22 FF", "22 FF", frames) == set()


def test_mutant_full_with_the_border_of_the_partial_is_caught():
    entry = panels.find("GYE042A87")
    entry["full"] = entry["full"].replace("3C 05; ", "")
    rig = Rig()
    rig.panel = Panel(rig.bus, entry)
    shown(rig, ONE, TWO)
    clean(rig)
    rig.show(ONE, full=True)
    assert [e[0] for e in rig.model.errors] == ["E28"]


def test_mutant_wait_without_a_limit_is_caught():
    entry = panels.find("GYE042A87")
    entry["partial"] = entry["partial"].replace("2000", "9000")
    rig = Rig()
    rig.panel = Panel(rig.bus, entry)
    rig.panel._blind_ms["partial"] = 9000  # its own limit, three times the time of the table
    rig.show(ONE)
    rig.model.stuck = "busy"
    rig.begin(TWO)
    while rig.now < 12000:
        rig.tick(rig.step())
    assert "E20" in [e[0] for e in rig.model.errors]


def test_mutant_polarity_is_caught():
    entry = panels.find("GYE042A87")
    entry["busy"] = "0"
    rig = Rig()
    rig.panel = Panel(rig.bus, entry)
    rig.begin(ONE)
    while not rig.panel.failed:
        rig.tick(rig.step())
    assert "E08" in [e[0] for e in rig.model.errors]


# ---- an evening ----


def test_five_hundred_changes_by_the_policy_keep_every_rule():
    rig = Rig(start=PERIOD - 60000, old="swapped", latency=5)
    policy = Refresh()
    random = 1
    frame = bytearray(WHITE)
    for i in range(500):
        random = (random * 1103515245 + 12345) & 0x7FFFFFFF
        frame[random % SIZE] ^= 1 << (random >> 20 & 7)
        now = (rig.now + rig.start) % PERIOD
        policy.touch(now)
        place = "deal_end" if i % 11 == 10 else "entry"
        kind = policy.decide(now, not rig.panel.same(frame), place)
        assert kind
        rig.show(frame, kind == "full")
        rig.tick(200)
    clean(rig)
    assert rig.model.fulls >= 500 // 40


def test_the_policy_counts_what_the_glass_went_through_also_when_half_is_skipped():
    rig = Rig()
    policy = Refresh()
    frame = bytearray(WHITE)
    skipped = 0
    for i in range(400):
        if i * 7 % 4 < 2:  # else a key that changed nothing on the screen
            frame[i * 37] ^= 0x18
        policy.touch(rig.now)
        kind = policy.decide(rig.now, True, "deal_end" if i % 25 == 24 else "entry")
        rig.show(frame, kind == "full")
        if rig.panel.skipped:
            policy.take_back()
            skipped += 1
        assert policy.partials == rig.model.face.since_full
        rig.tick(200)
    clean(rig)
    assert 150 < skipped < 200 and 5 <= rig.model.fulls <= 10
