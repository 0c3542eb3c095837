"""A pretended board on a pseudo-terminal, for the tools that copy to a board and look at it.

A MicroPython process (unix port) with a littlefs image of its own, the fakes of machine, esp32 and
time of the bench, and the bench's model of panel and keys behind them.  The wrapper here owns the
terminal that mpremote opens (under the name `port`, a symbolic link, because of a name under
/dev/pts mpremote assumes that it can wait for ever) and does what a board does and a process
cannot: a soft reset starts the interpreter again, in the raw prompt if it was there, without
main.py then; reset() and deep sleep end it; a board that sleeps hears nothing; Ctrl-C ends what
runs.  Time is the bench's, but not faster than `speed` times the real one, so that a tool and a
person can come in between.

    python host_tests/deploy/ptyboard.py [BOARD]     a board to try the tools on, until Ctrl-C
"""

import functools
import json
import os
import pty
import queue
import select
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from littlefs import LittleFS
from littlefs.context import UserContext

import bench
import mpy
from bench import Bench, interpreter
from bringup import translated

HERE = Path(__file__).parent
BANNER = b"raw REPL; CTRL-B to exit\r\n"
PROMPT = b">>> "
CAUSES = {"power": 1, "hard": 2, "deep": 4, "soft": 5}
MACHINES = {
    "ESP32": "Generic ESP32 module with ESP32",
    "ESP32-S2": "Generic ESP32S2 module with ESP32S2",
    "ESP32-S3": "Generic ESP32S3 module with Octal-SPIRAM with ESP32S3",
}
# makes the terminal the process's own, so that Ctrl-C in it becomes its interrupt
OWNER = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "


def owner(command):
    """The command of an interpreter that owns its terminal."""
    if "-c" in command:  # Python loads it: the same process may do that first
        at = command.index("-c") + 1
        return [*command[:at], OWNER + command[at], *command[at + 1 :]]
    start = OWNER + "os.execv(sys.argv[1], sys.argv[1:])"
    return [sys.executable, "-I", "-S", "-c", start, *command]


@functools.cache
def beside(board):
    """The folder of what runs beside a board's program, compiled: the fakes of the port, and
    tools/simulator/report.py in the words of the program."""
    built = mpy.build(mpy.board_folder(board))
    folder = built.with_name(f"{board}.terminal")
    folder.mkdir(exist_ok=True)
    text = (bench.SIMULATOR / "report.py").read_text("utf-8")
    text = translated(text, mpy.renamed(built))
    report = folder / "report.py"
    if not report.exists() or report.read_text("utf-8") != text:
        report.write_text(text, "utf-8")
    sources = [*bench.PIPE.glob("*.py"), *HERE.glob("port/*.py"), report]
    return mpy.compile_tree([(p, Path(p.name)) for p in sources], folder / "mpy", keep=())


class _Quiet(Exception):
    """The pipe has nothing more to say: the interpreter is at its prompt, or computes."""


class _Pieces(bench._Reader):
    """Does not wait at the beginning of a message: whoever is at the prompt sends none."""

    patient = False  # an answer is on its way

    def take(self, count):
        if not self.patient and count == 1 and self.at == len(self.buf) and not self.poll.poll(0):
            raise _Quiet
        return super().take(count)


def _raw(fd, signals):
    """A terminal that changes no byte; with `signals` Ctrl-C interrupts and is not a byte."""
    mode = termios.tcgetattr(fd)
    mode[0] = mode[1] = 0
    mode[3] = termios.ISIG | termios.NOFLSH if signals else 0
    for name in (termios.VQUIT, termios.VSUSP):
        mode[6][name] = b"\0"
    mode[6][termios.VINTR] = b"\x03"
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    termios.tcsetattr(fd, termios.TCSANOW, mode)


class PtyBoard(Bench):
    """A board with power, not yet programmed.

    folder: where its flash image, and the link to its terminal, are; speed: of its clock against
    the real one; heap as Bench; chip: another than the board's data say.  do(f) runs f in the
    thread of the board, which alone may touch it: do(lambda: board.press("ok")).
    """

    def __init__(self, board, folder, heap="512K", speed=1, chip=None, **more):
        self.speed = speed
        self._heap = f"heapsize={heap}"
        self.cause, self.woke = "power", (0, ())
        self.memory = b""  # of the RTC
        self.said = b""  # what the board printed since the start
        self.boots_at = []
        self.deep = False  # asleep, with the interpreter gone
        self._raw_mode = self._entering = False  # at the raw prompt; on the way to it
        self._tail = b""
        self._inner = self._news = self._answers = None
        self._to_board = b""
        self._tasks = queue.SimpleQueue()
        self._open = True
        self.failure = None
        master, self._held = pty.openpty()
        self._outer = master
        _raw(self._held, False)
        os.set_blocking(self._outer, False)
        self.port = str(Path(folder, "tty"))
        os.symlink(os.ttyname(self._held), self.port)
        self._beside = beside(board)
        self._poke_r, self._poke_w = os.pipe()
        self._chip = chip
        super().__init__(board, heap, store=folder, **more)
        self._thread = threading.Thread(target=self._loop, daemon=True)
        self._thread.start()

    # -- for tests ---------------------------------------------------------------------------

    def do(self, task):
        """Run task() in the board's thread; returns what it returns, raises what it raises."""
        answer = queue.SimpleQueue()
        self._tasks.put((task, answer))
        os.write(self._poke_w, b"x")
        good, value = answer.get(timeout=60)
        if not good:
            raise value
        return value

    def until(self, true, limit_s=10):
        """Wait, in real time, until true() is true in the board's thread; returns what it is."""
        end = time.monotonic() + limit_s
        while not (found := self.do(true)):
            if time.monotonic() > end:
                raise TimeoutError(f"not within {limit_s} s; the board said {self.said[-2000:]!r}")
            time.sleep(0.01)
        return found

    def push_reset(self):
        """The RESET button."""
        self.do(lambda: self._start("power", False))

    def stroke(self, key, after_ms=200, ms=120):
        """The key goes down in after_ms of the board's time, for ms; returns at once."""

        def task():
            start = self.us + after_ms * 1000
            self._edges += [(start, key, True), (start + ms * 1000, key, False)]
            self._edges.sort(key=lambda e: e[0])

        self.do(task)

    def ask(self, question):
        self._reader.patient = True
        try:
            return super().ask(question)
        finally:
            self._reader.patient = False

    def state(self):
        """What the application shows, None while there is none; in the board's thread."""
        if self._wait == (0, None):
            return None
        return self.ask("state")

    def rests(self):
        """Whether it is in light sleep for ten seconds or more, unless a key wakes it."""
        kind, end = self._wait
        return kind == 1 and (end is None or end - self.us > 10_000_000)

    def volume(self):
        """{path: bytes} of the files on the board, read on the PC."""
        return self.do(lambda: read_volume(self.image))

    def store(self, files):
        """Put {path: bytes} on the volume, which is formatted if it is blank, and start."""

        def task():
            self._kill()
            write_volume(self.image, files)
            self._start("power", False)

        self.do(task)

    def close(self):
        if self._open:
            self._open = False
            os.write(self._poke_w, b"x")
            if hasattr(self, "_thread"):
                self._thread.join()
            super().close()
            for fd in (self._outer, self._held, self._poke_r, self._poke_w):
                os.close(fd)
            os.unlink(self.port)
        if self.failure:
            failure, self.failure = self.failure, None
            raise failure

    # -- power -------------------------------------------------------------------------------

    def _boot(self, *_):
        """Start the interpreter on a terminal of its own."""
        self.boots += 1
        self.boots_at.append(self.cause)
        self._boot_us = self._wait_since = self.us
        self._real = time.monotonic()
        self._flash_base = dict(self.flash)
        self._wait = (0, None)
        self._in_light, self._stated = False, None
        self.deep = self._is_up = self._interrupted = False
        self.guard.reset()
        self._inner, terminal = pty.openpty()
        _raw(terminal, True)
        os.set_blocking(self._inner, False)
        child_in, self._tx = os.pipe()
        rx, child_out = os.pipe()
        self._news, child_news = os.pipe()
        child_answers, self._answers = os.pipe()
        self._reader = _Pieces(rx)
        known = sum(1 << gpio for _, gpio, _, _ in self.board.KEYS) | 1 << self._busy
        fds = child_in, child_out, child_news, child_answers
        name = MACHINES[self._chip or self.board.CHIP]
        setup = {"raw": self._raw_mode, "why": CAUSES[self.cause], "machine": name, "lacks": []}
        setup |= {"reason": self.woke[0], "pins": self.woke[1], "memory": self.memory.hex()}
        arguments = [*fds, self.image, self._first_tick, known, self._busy, json.dumps(setup)]
        path = [self._beside, ".frozen"]
        self._child = subprocess.Popen(
            [*owner(interpreter()), "-X", self._heap, "-i"]
            + [str(one) for one in (HERE / "inside.py", *arguments)],
            pass_fds=fds,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env={"MICROPYPATH": ":".join(str(one) for one in path), "PATH": "/usr/bin:/bin"},
            start_new_session=True,
        )
        for fd in (*fds, terminal):
            os.close(fd)

    def _kill(self):
        if self._child:
            super()._kill()
            for fd in (self._inner, self._news, self._answers):
                os.close(fd)
            self._to_board = b""

    def _start(self, cause, raw):
        self._kill()
        if cause == "power":
            self._edges.clear()
            for key in self.keys:
                self.world.key(key, False)
            self.world.power_cut()
            self.memory = b""
        self.cause, self._raw_mode, self._entering, self._tail = cause, raw, raw, b""
        self._boot()

    # -- the loop ----------------------------------------------------------------------------

    def _loop(self):
        while self._open:
            try:
                self._turn()
            except Exception as e:  # said in close(): a thread has nobody to tell
                self.failure = e
                self._drain(e)
                return

    def _drain(self, failure):
        while self._open:
            try:
                self._tasks.get(timeout=0.1)[1].put((False, failure))
            except queue.Empty:
                pass

    def _turn(self):
        watched = [self._outer, self._poke_r]
        if self._child:
            watched += [self._inner, self._reader.fd, self._news]
        ready = select.select(watched, [], [], self._nap())[0]
        if self._poke_r in ready:
            os.read(self._poke_r, 4096)
        while not self._tasks.empty():
            task, answer = self._tasks.get()
            try:
                answer.put((True, task()))
            except Exception as e:
                answer.put((False, e))
            ready = ()  # what was ready may be closed
        if self._outer in ready:
            self._from_client(os.read(self._outer, 65536))
        for fd, hear in (
            (self._reader.fd, self._serve),
            (self._inner, self._from_board),
            (self._news, self._hear_news),
        ):
            if fd in ready:
                boots = self.boots
                hear()
                if boots != self.boots or not self._child:
                    return  # those were the files of the last start
        if self._to_board and self._child:
            try:
                sent = os.write(self._inner, self._to_board)
                self._to_board = self._to_board[sent:]
            except BlockingIOError:
                pass
        if self._child or self.deep:
            self._time()

    def _is_deaf(self):
        """Asleep, or in the first moments after a reset."""
        return self.deep or self._wait[0] == 1 or not self._is_up

    def _from_client(self, data):
        if self._is_deaf():
            return
        if b"\x03" in data:
            self._wait = (0, None)  # whatever waits gives up
            if self._interrupted:  # a second one before the first is heard would end the process
                data = data.replace(b"\x03", b"")
            self._interrupted = True
        self._to_board += data

    def _from_board(self):
        try:
            data = os.read(self._inner, 65536)
        except OSError:
            data = b""
        if not data:
            self._child.wait()
            self._print(b"MPY: soft reboot\r\n")
            self._start("soft", self._raw_mode)
            return
        self._interrupted = False
        self._print(data)
        fresh = self._tail + data
        at = {mark: fresh.rfind(mark) for mark in (BANNER, PROMPT)}
        if max(at.values()) >= 0:
            if at[PROMPT] > at[BANNER] and self._entering:
                self._to_board += b"\x01"
            else:
                self._raw_mode = at[BANNER] > at[PROMPT]
            self._entering = False
            fresh = b""
        self._tail = fresh[-len(BANNER) + 1 :]

    def _print(self, data):
        self.said += data
        try:
            os.write(self._outer, data)
        except BlockingIOError:
            pass  # nobody reads: a board does not wait for that either

    def _hear_news(self):
        news = os.read(self._news, 1)
        if news == b"U":
            self._is_up = True
        elif news == b"R":
            self._start("hard", False)
        elif news == b"S":
            self._start("soft", False)
        elif news == b"Z":
            self._fall_asleep()

    def _fall_asleep(self):
        self._kill()
        self.deep, self._real = True, time.monotonic()

    def _serve(self):
        try:
            self._hear()
        except _Quiet:
            return
        except bench._Ended:
            return  # the terminal says it too
        self._real = time.monotonic()

    def _due(self):
        """When the waiting interpreter, or a key, wants to go on, in us; None: never. At the
        prompt no time passes: what a person is asked to do comes after what asks for it."""
        if self._wait == (0, None) and not self.deep:
            return None
        times = [self._edges[0][0]] if self._edges else []
        if self._wait[1] is not None:
            times.append(self._wait[1])
        return min(times, default=None)

    def _nap(self):
        if self._to_board:
            return 0.001
        due = self._due()
        if due is None:
            return 1
        return max(0, (due - self._now_us()) / 1e6 / self.speed)

    def _now_us(self):
        """The board's time by the real clock."""
        return self.us + int((time.monotonic() - self._real) * 1e6 * self.speed)

    def _time(self):
        due, now = self._due(), self._now_us()
        while due is not None and due <= now:
            self._advance(max(due, self.us))
            self._real = time.monotonic()
            kind, deadline = self._wait
            if self.deep:
                self._wake_up()
            elif (deadline is not None and deadline <= self.us) or (
                kind == 1 and self.guard.woken(self._levels())
            ):
                self._wait, self._in_light = (0, None), False
                self._slept_us[kind] += self.us - self._wait_since
                self._wait_since = self.us
                self._send(bench._GO, 0)
                return
            due = self._due()


    def _wake_up(self):
        """Start again where a key that can end a deep sleep is down."""
        levels, keys = self._levels(), self.board.KEYS
        wake = self.board.WAKE
        for name, gpio, active, _ in keys:
            if levels >> gpio & 1 == active and name in (*wake["deep"], wake["ext0"]):
                self.woke = (2, ()) if name == wake["ext0"] else (3, (gpio,))
                return self._start("deep", False)


class _Image(UserContext):
    """A flash image in memory; what it replaces writes a log."""

    def __init__(self, image):
        super().__init__(buffer=bytearray(image))

    def read(self, cfg, block, off, size):
        start = block * cfg.block_size + off
        return self.buffer[start : start + size]

    def prog(self, cfg, block, off, data):
        start = block * cfg.block_size + off
        self.buffer[start : start + len(data)] = data
        return 0

    def erase(self, cfg, block):
        start = block * cfg.block_size
        self.buffer[start : start + cfg.block_size] = b"\xff" * cfg.block_size
        return 0


def _opened(path):
    image = Path(path).read_bytes()
    volume = LittleFS(
        context=_Image(image),
        mount=False,
        block_size=bench.BLOCK,
        block_count=len(image) // bench.BLOCK,
        read_size=32,
        prog_size=32,
        cache_size=128,
        lookahead_size=32,
    )
    if image == b"\xff" * len(image):
        volume.format()
    volume.mount()
    return volume


def read_volume(path):
    """{path: bytes} of the files in a flash image."""
    volume, found = _opened(path), {}
    for folder, _, names in volume.walk("/"):
        for name in names:
            full = f"{folder.rstrip('/')}/{name}"
            with volume.open(full, "rb") as f:
                found[full[1:]] = f.read()
    return found


def used_blocks(path):
    """How many blocks of a flash image are in use."""
    return _opened(path).used_block_count


def write_volume(path, files):
    """Put {path: bytes} into a flash image; None removes."""
    volume = _opened(path)
    for name, data in files.items():
        if data is None:
            volume.remove(name)
            continue
        if "/" in name:
            volume.makedirs(name.rpartition("/")[0], exist_ok=True)
        with volume.open(name, "wb") as f:
            f.write(data)
    Path(path).write_bytes(volume.context.buffer)


def main(argv):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        with PtyBoard(argv[1] if argv[1:] else "crowpanel_42", folder, strict=False) as board:
            print(f"a board without a program: make deploy BOARD=... PORT={board.port}")
            try:
                while True:
                    print("Enter is its RESET button; Ctrl-C ends")
                    input()
                    board.push_reset()
            except (KeyboardInterrupt, EOFError):
                pass


if __name__ == "__main__":
    main(sys.argv)
