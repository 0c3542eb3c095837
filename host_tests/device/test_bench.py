"""The bench keeps its word: power cuts, virtual time, what it refuses, and its command line."""

import json
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image

import bench as bench_module
from bench import BLOCK, ROOT, BenchError

STUB = Path(__file__).parent / "stub"
BOARDS = ("crowpanel_42", "waveshare_esp32_driver")


def counted(bench):
    return bench.state(heap=False)["fields"]["count"]


def run(*arguments, script=None, firmware=STUB):
    command = [sys.executable, ROOT / "tools" / "bench.py", "--firmware", firmware, *arguments]
    return subprocess.run(
        command, input=script, capture_output=True, text=True, timeout=120, check=False
    )


# -- power ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", BOARDS)
def test_a_cut_keeps_the_files_and_the_picture_and_forgets_the_rest(on_bench, board):
    bench = on_bench(board)
    for name in bench.keys:
        bench.press(name)
    bench.idle()
    shown, planes = bytes(bench.world.panel.glass), [bytes(b) for b in bench.world.panel.banks]
    bench.cut()
    assert bench.world.panel.glass == shown
    assert [bytes(b) for b in bench.world.panel.banks] != planes
    assert bench.ask("main.device.now()") < 1000
    state = bench.state()
    assert (state["fields"]["count"], state["fields"]["keys"]) == (len(bench.keys), [])
    bench.idle()
    assert bench.world.panel.fulls == 2


def test_a_cut_in_the_middle_of_a_refresh_is_nobodys_fault(on_bench):
    bench = on_bench("crowpanel_42")
    bench.press("ok")
    assert bench.world.next_change() is not None
    bench.cut()
    bench.idle()
    assert counted(bench) == 1


def test_a_cut_at_every_flash_operation_leaves_the_old_or_the_new_file(on_bench):
    bench = on_bench("crowpanel_42")
    bench.press("ok")  # a new name may stay empty, an old file never becomes so
    seen = []
    for n in range(1, 20):
        bench.idle()
        before, cuts = counted(bench), bench.cuts
        bench.cut(n)
        bench.press("ok")
        assert counted(bench) in (before, before + 1)
        if bench.cuts == cuts:
            assert counted(bench) == before + 1
            break
        seen.append(counted(bench) - before)
    assert bench.cuts == len(seen) == n - 1 > 0


def test_an_armed_cut_ends_with_its_press(on_bench):
    bench = on_bench("crowpanel_42")
    bench.cut(500)
    bench.press("ok")
    assert bench.cuts == 0
    for _ in range(25):
        bench.press("ok")
        bench.idle()
    bench.cut(1)
    bench.press("ok")
    assert bench.cuts == 1


def test_the_store_is_kept_between_runs(on_bench, tmp_path):
    bench = on_bench("crowpanel_42", store=tmp_path)
    bench.press("ok")
    bench.close()
    assert (tmp_path / "flash.img").stat().st_size == 512 * 4096
    again = on_bench("waveshare_esp32_driver", store=tmp_path)
    assert counted(again) == 1


def test_a_damaged_volume_is_not_formatted_and_has_no_files(on_bench, tmp_path):
    image = tmp_path / "flash.img"
    image.write_bytes(b"not a volume" * 4096)
    bench = on_bench("crowpanel_42", store=tmp_path)
    with pytest.raises(BenchError, match="ENODEV"):
        bench.press("ok")  # the stub does not expect that
    assert image.read_bytes() == b"not a volume" * 4096


def test_flash_operations_are_counted(on_bench):
    bench = on_bench("crowpanel_42")
    before = dict(bench.flash)
    bench.press("ok")
    assert bench.flash["programs"] > before["programs"]
    assert bench.flash["bytes"] - before["bytes"] <= 128  # a small file lives in its entry
    assert bench.flash["erases"] == before["erases"]
    total = bench.flash["programs"]
    bench.cut()
    assert bench.flash["programs"] >= total


def test_flash_programs_only_clear_bits_and_erases_come_first(tmp_path):
    image = tmp_path / "flash.img"
    image.write_bytes(b"\xff" * (64 * BLOCK))
    script = """
import os, sys, vfs
from flash import Flash

class Nor(Flash):
    def _change(self, at, buf, times=1):
        if times == 1:  # an erase repeats its bytes
            old = bytearray(len(buf))
            self.readblocks(at // 4096, old, at % 4096)
            for a, b in zip(old, buf):
                assert b & ~a == 0, at
        Flash._change(self, at, buf, times)

nor = Nor(sys.argv[1], None)
nor.mount("/flash")
os.chdir("/flash")
for i in range(300):
    with open("f%d" % (i % 3), "w") as f:
        f.write("%d " % i * (i % 97 * 13))
for i in range(297, 300):
    with open("f%d" % (i % 3)) as f:
        assert f.read() == "%d " % i * (i % 97 * 13)
print(nor.programs > 1000, nor.erases > 300)
"""
    path = tmp_path / "nor.py"
    path.write_text(script)
    done = subprocess.run(
        [*bench_module.interpreter(), str(path), str(image)],
        env={"MICROPYPATH": f"{bench_module.PIPE}:.frozen"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True True\n", "")


# -- time and keys -------------------------------------------------------------------------------


def edges(bench, act):
    """The key edges that `act` makes, as (ms from now, key, down)."""
    found, key, start = [], bench.world.key, bench.now

    def note(name, down):
        found.append((bench.now - start, name, down))
        key(name, down)

    bench.world.key = note
    act()
    bench.world.key = key
    return found, bench.now - start


def test_a_press_is_60_ms_down_and_returns_60_ms_later(on_bench):
    bench = on_bench("crowpanel_42")
    assert edges(bench, lambda: bench.press("ok")) == ([(0, "ok", True), (60, "ok", False)], 120)


def test_a_hold_is_longer_than_the_700_ms_that_make_one(on_bench):
    bench = on_bench("crowpanel_42")
    found, took = edges(bench, lambda: bench.hold("ok"))
    assert found == [(0, "ok", True), (760, "ok", False)]
    assert took == 820
    assert edges(bench, lambda: bench.hold("ok", 2100))[0][1] == (2100, "ok", False)


def test_a_bounce_chatters_for_5_ms_at_both_ends_and_settles(on_bench):
    bench = on_bench("crowpanel_42")
    most = 0
    for _ in range(10):
        found, took = edges(bench, lambda: bench.bounce("ok"))
        assert took == 120
        assert found[0] == (0, "ok", True)
        assert all(at <= 5 or 60 <= at <= 65 for at, _, _ in found)
        assert [down for at, _, down in found if at <= 5][-1] is True
        assert found[-1] == (65, "ok", False)
        most = max(most, len(found))
        bench.idle()
    assert most >= 8


def test_the_same_script_gives_the_same_run(on_bench):
    def play():
        bench = on_bench("waveshare_esp32_driver", seed=7)
        for name in ("k1", "k3", "k3", "k2"):
            bench.bounce(name)
        bench.idle()
        return bench.now, bench.round_trips, bench.flash, bytes(bench.world.panel.glass)

    assert play() == play()


def test_spi_bytes_take_their_time_on_the_bus(on_bench):
    def shown_ms(board):
        bench = on_bench(board)
        bench.wait(5_000)
        start = bench.now
        bench.press("k1" if "k1" in bench.keys else "up", ms=1, gap=0)
        while bench.world.panel.log[-1][1] != 0x20:
            bench.wait(1)
        return bench.now - start

    # two planes of 15000 bytes: 24 ms at 10 MHz, 60 ms at 4 MHz
    assert 24 <= shown_ms("crowpanel_42") <= 36
    assert 60 <= shown_ms("waveshare_esp32_driver") <= 72


def test_a_key_makes_few_round_trips(on_bench):
    bench = on_bench("crowpanel_42")
    bench.press("ok")
    bench.idle()  # now the driver knows how long a partial takes
    bench.wait(5_000)
    before = bench.round_trips
    bench.press("ok")
    bench.idle()
    assert bench.round_trips - before <= 60


# -- what it refuses -----------------------------------------------------------------------------


def test_a_glass_that_is_not_the_drawn_frame_fails(on_bench):
    bench = on_bench("crowpanel_42")
    bench.ask("setattr(main.app, 'canvas', bytearray(15000))")
    with pytest.raises(BenchError, match="GLASS"):
        bench.idle()


def test_a_broken_panel_rule_fails_under_its_id(on_bench):
    bench = on_bench("crowpanel_42", options={"hasty": 1})
    with pytest.raises(BenchError, match="E03 at"):
        bench.press("ok")


def test_a_broken_rule_is_collected_when_not_strict(on_bench):
    bench = on_bench("crowpanel_42", options={"hasty": 1}, strict=False)
    bench.press("ok", ms=1, gap=0)
    assert "E03" in [name for name, _, _ in bench.errors]


def test_a_firmware_that_ends_shows_its_trace(on_bench):
    bench = on_bench("crowpanel_42", options={"crash": 1})
    with pytest.raises(BenchError, match="the stub crashes as asked"):
        bench.press("ok")


def test_an_unknown_key_is_named_with_those_there_are(on_bench):
    with pytest.raises(ValueError, match=r"unknown key k1.*up down ok back menu"):
        on_bench("crowpanel_42").press("k1")


def test_an_unknown_board_is_refused():
    with pytest.raises(ValueError, match="no_such_board"):
        bench_module.Bench("no_such_board")


# -- what can be read ----------------------------------------------------------------------------


def test_options_reach_main(on_bench):
    bench = on_bench("crowpanel_42", lang="en", profile="club", target=1000)
    assert bench.ask("main.options") == {"lang": "en", "profile": "club", "target": 1000}


def test_heap_is_that_of_the_option_and_the_largest_block_is_part_of_it(on_bench):
    small, large = (on_bench("crowpanel_42", heap=heap) for heap in ("224K", "448K"))
    free, largest = small.heap()
    assert 0 < largest <= free < 224 * 1024
    assert 220_000 < large.heap()[0] - free < 230_000


def test_the_harness_takes_less_than_16_KB_of_the_heap(tmp_path, on_bench):
    (tmp_path / "main.py").write_text(
        "import time\napp = 1\ndef main():\n    while True:\n        time.sleep_ms(1000)\n"
    )
    bench = on_bench("waveshare_esp32_driver", firmware=[tmp_path], idle=False)
    bench.heap()  # collects
    assert bench.ask("gc.mem_alloc()") < 16 * 1024


def test_a_shot_is_the_glass(on_bench, tmp_path):
    bench = on_bench("crowpanel_42")
    bench.press("ok")
    bench.idle()
    bench.shot(tmp_path / "shot.png")
    with Image.open(tmp_path / "shot.png") as image:
        assert image.size == (400, 300)
        assert image.convert("1").tobytes() == bytes(bench.world.panel.glass)


def test_state_counts_refreshes_on_the_glass_and_crc_is_the_frames(on_bench):
    bench = on_bench("crowpanel_42")
    bench.press("ok")
    bench.idle()
    machine = bench.state()["machine"]
    assert (machine["partial"], machine["full"], machine["busy"]) == (1, 1, False)
    assert machine["frame_crc"] == zlib.crc32(bench.world.panel.glass)
    assert machine["largest"] <= machine["heap_free"]


# -- the command line ----------------------------------------------------------------------------


def test_a_script_runs_and_state_is_one_json_line_in_order(tmp_path):
    script = "# a remark\n\nok\nhold:menu\nbounce:back\nwait:10\nidle\nstate\ncut\nidle\nstate\n"
    done = run("--keys", "-", script=script)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert next(iter(first)) == "screen"
    assert list(first)[-1] == "machine"
    assert first["text"] == ["é"]
    assert first["fields"]["count"] == second["fields"]["count"] >= 3


def test_a_shot_goes_into_the_frames_folder(tmp_path):
    script = tmp_path / "keys"
    script.write_text("idle\nshot:main\n")
    done = run("--keys", script, "--frames", tmp_path / "frames", "--board", BOARDS[1])
    assert (done.returncode, done.stderr) == (0, "")
    with Image.open(tmp_path / "frames" / "main.png") as image:
        assert image.size == (400, 300)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("jump", "jump"),
        ("k1", "k1"),
        ("hold:left", "left"),
        ("bounce:", "''"),
        ("wait:soon", "soon"),
        ("wait:-1", "-1"),
        ("cut:0", "0"),
        ("cut:", "''"),
        ("batt:full", "full"),
        ("hold:ok:0", "0"),
        ("shot:../x", "../x"),
        ("shot:x", "--frames"),
        ("idle:", "idle:"),
        ("OK", "OK"),
    ],
)
def test_an_unknown_command_or_key_is_exit_2_with_its_line(line, says):
    done = run("--keys", "-", script=f"ok\n\n{line}\nstate\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 3" in done.stderr
    assert says in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [(), ("--keys", "no/such/file"), ("--keys", "-", "--board", "toaster"), ("--evening", "x")],
    ids=["nothing to do", "no script", "no board", "no evening"],
)
def test_wrong_arguments_are_exit_2(arguments):
    done = run(*arguments, script="")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_failing_run_is_exit_1_with_the_line(tmp_path):
    text = (STUB / "main.py").read_text().replace('options.get("crash")', "1")
    (tmp_path / "main.py").write_text(text)
    (tmp_path / "report.py").write_text((STUB / "report.py").read_text())
    done = run("--keys", "-", script="idle\nok\nidle\n", firmware=tmp_path)
    assert done.returncode == 1
    assert "line 2 (ok)" in done.stderr
    assert "the stub crashes as asked" in done.stderr
