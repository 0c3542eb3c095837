"""A board with MicroPython on a serial port, as the tools that copy to it and look at it see it.

Rests on mpremote's serial transport (pinned in requirements.txt) as a library: one connection for
everything, the raw prompt, code handed over with flow control.  What is added: whoever does not
answer is told apart (no port, no right to it, in use, another firmware, asleep, a damaged volume)
and said with what to do about it; the person is given time to press RESET, because a box that
sleeps hears nothing; and no wait is endless.
"""

import binascii
import os
import re
import select
import struct
import sys
import time
from pathlib import Path

ON_BOARD = Path(__file__).resolve().parent / "on_board"
OLDEST = (1, 23)  # loads what tools/mpy.py compiles
PATIENCE_S = 30
PIECE = 3072  # bytes a message: 4 KB as base64, a small part of an empty heap
WINDOW_S = 1.0  # for an answer to Ctrl-C
CORRUPT = b"filesystem appears to be corrupted"
BANNER = b"raw REPL; CTRL-B to exit\r\n"

try:
    from mpremote.transport import TransportError
    from mpremote.transport_serial import SerialTransport
    from serial import SerialException
    from serial.tools import list_ports
except ImportError:
    raise SystemExit("mpremote is missing: pip install -r tools/requirements.txt") from None

# what a broken connection raises: struct.error where an answer of two bytes has not come
BROKEN = (TransportError, SerialException, OSError, struct.error)


class Trouble(Exception):
    """What went wrong and what to do, for a person; code: the exit code."""

    def __init__(self, text, code=1):
        super().__init__(text)
        self.code = code


def say(text=""):
    print(text, flush=True)


def find_port(port):
    """The port to use: the one that is named, or the only one with a USB device."""
    if port:
        return port
    found = sorted(p.device for p in list_ports.comports() if p.vid is not None)
    if len(found) == 1:
        return found[0]
    if found:
        raise Trouble(f"There are several ports, say PORT=: {' '.join(found)}", 3)
    raise Trouble(
        "No board is connected by USB. Is it a cable for data, and is the board switched on?", 3
    )


def _check_port(port):
    """Say why a port cannot be opened; mpremote keeps that to itself."""
    if os.name == "nt":
        return
    try:
        os.close(os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK))
    except FileNotFoundError:
        others = " ".join(sorted(p.device for p in list_ports.comports() if p.vid is not None))
        raise Trouble(f"There is no port {port}. Ports with a device: {others or 'none'}", 3)
    except PermissionError:
        raise Trouble(
            f"No right to use {port}: `sudo usermod -aG dialout $USER`, then log in again", 3
        )
    except OSError as e:
        raise Trouble(f"{port} cannot be opened: {e.strerror}", 3)


class Wire:
    """A serial port that is read in whatever pieces come, and hands them out in any other."""

    def __init__(self, port):
        self.port = port
        self.ahead = b""

    @property
    def in_waiting(self):
        if not self.ahead and (count := self.port.in_waiting):
            self.ahead = self.port.read(count)
        return len(self.ahead)

    def inWaiting(self):
        return self.in_waiting

    def read(self, count=1):
        if not self.in_waiting:
            return self.port.read(count)
        piece, self.ahead = self.ahead[:count], self.ahead[count:]
        return piece

    def reset_input_buffer(self):
        self.ahead = b""
        self.port.reset_input_buffer()

    def __getattr__(self, name):
        return getattr(self.port, name)


class Link(SerialTransport):
    """An open port. heard: what came in last."""

    def __init__(self, port):
        self.heard = b""
        super().__init__(port, timeout=5)
        self.port = self.serial
        self.serial = Wire(self.port)

    def close(self):
        self.serial = self.port
        super().close()

    def read_until(
        self, min_num_bytes, ending, timeout=10, data_consumer=None, timeout_overall=None
    ):
        """As the one it replaces, but it does not look every ten milliseconds, and it keeps what
        it has read."""
        data = bytearray()
        start = last = time.monotonic()
        while not data.endswith(ending):
            if self.serial.in_waiting:
                byte = self.serial.read(1)
                data += byte
                if data_consumer:
                    data_consumer(byte)
                last = None
                continue
            now = time.monotonic()
            last = last or now
            if timeout is not None and now >= last + timeout:
                break
            if timeout_overall is not None and now >= start + timeout_overall:
                break
            if os.name == "nt":
                time.sleep(0.001)
            else:
                select.select([self.port], [], [], 0.05)
        self.heard = (self.heard + data)[-4000:]
        return bytes(data)

    def knock(self, window):
        """Interrupt what runs and ask for the raw prompt; whether it came within the window."""
        self.serial.write(b"\r\x03")
        time.sleep(0.02)
        self.serial.write(b"\r\x01")
        banner = BANNER + b">"
        return self.read_until(1, banner, timeout_overall=window).endswith(banner)

    def fresh(self):
        """A soft reset into the raw prompt: an empty heap, and main.py does not run."""
        self.serial.write(b"\x04")
        # what comes before is the answer to an earlier knock
        if not self.read_until(1, b"soft reboot\r\n", timeout_overall=5).endswith(b"\n"):
            return False
        end = time.monotonic() + 12
        while not self.read_until(1, b"\n", timeout_overall=1).endswith(BANNER):
            if CORRUPT in self.heard or time.monotonic() > end:
                return False
        self.in_raw_repl = True
        return True

    def push_reset(self):
        """The pulse by which esptool resets a board, where the board has the wires for it."""
        try:
            self.port.dtr, self.port.rts = False, True
            time.sleep(0.1)
            self.port.rts = False
        except OSError:
            pass

    def aside(self, code):
        """What one line of code prints at the raw prompt that knock() has found, before anything
        is reset; "" where it cannot say."""
        time.sleep(0.05)
        self.serial.reset_input_buffer()
        self.serial.write(code + b"\x04")
        said = self.read_until(1, b"\x04>", timeout_overall=2)
        return said.partition(b"OK")[2].partition(b"\x04")[0].decode("utf-8", "replace").strip()

    def run(self, code, timeout=10):
        """What the code prints, as text; Trouble with the last line where it raises. timeout: of
        a silence, in seconds."""
        said, error = self.exec_raw(code, timeout)
        if error:
            raise Trouble(error.decode("utf-8", "replace").strip().splitlines()[-1])
        return said.decode("utf-8", "replace").replace("\r\n", "\n")

    def restart(self):
        """Reset the board, so that its program starts; the answer is not waited for."""
        self.exec_raw_no_follow("import machine\nmachine.reset()")
        self.in_raw_repl = False


def _silence(heard, port):
    """Trouble for a board that has not come to the prompt."""
    text = heard.decode("latin-1")
    lines = [line for line in text.splitlines() if line.strip().isprintable() and line.strip()]
    if lines:
        return Trouble(
            f"Something at {port} speaks, but not MicroPython: {lines[-1].strip()[:70]!r}. Is the"
            " image on it? `make flash BOARD=...` says how. Or is it another device?",
            3,
        )
    return Trouble(
        f"Nobody answers at {port}. If it is the right port: press RESET on the box, and start"
        " this again within three seconds (a box that sleeps hears nothing).",
        3,
    )


def connect(port, patience=PATIENCE_S):
    """A Link at a fresh raw prompt, whatever the board was doing; Trouble where it is not to be
    had. Its `damaged` says that the volume could not be mounted, `cause` why the board started."""
    end = time.monotonic() + patience
    link, asked, pushed, heard = None, False, False, b""
    _check_port(port)
    while True:
        try:
            if link is None:
                link = Link(port)
            if link.knock(WINDOW_S):
                break
            heard = link.heard
            if not pushed:
                pushed = True
                link.push_reset()
                continue
        except BROKEN as e:
            if link is None and "failed to access" in str(e) and os.path.exists(port):
                raise Trouble(f"{port} is in use: close the other program (a console?)", 3)
            if link is not None:  # USB of its own: the port goes and comes with a reset
                _shut(link)
                link = None
            time.sleep(0.2)
        if not asked:
            asked = True
            say(f"No answer yet. Press RESET on the box now; waiting {patience:.0f} s for it.")
        elif time.monotonic() > end:
            if link is not None:
                _shut(link)
            raise _silence(heard, port)
    link.damaged = False
    try:
        link.cause = link.aside(b"import machine;print(machine.reset_cause())")
        if not link.fresh():
            link.damaged = CORRUPT in link.heard
            if not link.damaged or not link.knock(3):
                raise Trouble("The board does not come back from its soft reset: press RESET", 3)
            link.in_raw_repl = True
    except BROKEN:
        _shut(link)
        raise Trouble("The board does not come back from its soft reset: press RESET", 3)
    except Trouble:
        _shut(link)
        raise
    return link


def _shut(link):
    try:
        link.close()
    except OSError:
        pass


class Board:
    """A connected board with tools/on_board/files.py in its memory. As a context it is restarted
    at the end, whatever happened, so that the evening goes on."""

    def __init__(self, port, patience=PATIENCE_S):
        self.port = port
        self.link = connect(port, patience)
        try:
            self.identify()
        except BaseException:
            self.leave()
            raise

    def identify(self):
        self.link.run("import sys, os")
        about = self.link.run(
            "i = sys.implementation\n"
            "u = os.uname() if hasattr(os, 'uname') else ()\n"
            "print(sys.platform, *i[1][:3], getattr(i, '_mpy', 0) & 255, sep='|')\n"
            "print(*u, sep='|')\nprint(*sys.path, sep='|')"
        ).split("\n")
        self.platform, *version, mpy = about[0].split("|")
        self.version = tuple(int(n) for n in version)
        self.uname = about[1].split("|")
        self.machine = self.uname[-1]
        self.frozen = about[2].split("|")[0] == ".frozen"
        if self.version < OLDEST or int(mpy) != 6:
            raise Trouble(
                f"MicroPython {'.'.join(version)} on the board is too old: `make flash BOARD=...`"
            )

    def chip(self):
        """ESP32, ESP32-S2, ESP32-S3 ..., as the image says at its end; None where it does not."""
        found = re.match(r"(ESP32)-?([A-Z]\d)?", self.machine.rpartition(" with ")[2])
        return found and "-".join(filter(None, found.groups()))

    def tools(self):
        self.link.run((ON_BOARD / "files.py").read_text("utf-8"))

    def tree(self, hashed=False, folder=""):
        """({path: (size, hash or "-")}, [folders, outer ones first])"""
        files, folders = {}, []
        for line in self.link.run(f"tree({folder!r}, {hashed})").splitlines():
            kind, size, digest, path = line.split(" ", 3)
            if kind == "d":
                folders.append(path)
            else:
                files[path] = int(size), digest
        return files, folders

    def fetch(self, name):
        """The bytes of a file."""
        return b"".join(map(binascii.a2b_base64, self.link.run(f"get({name!r})").splitlines()))

    def send(self, name, data):
        """Writes a file."""
        run = self.link.run
        pieces = [
            binascii.b2a_base64(data[at : at + PIECE], newline=False).decode()
            for at in range(0, len(data), PIECE)
        ]
        if len(pieces) < 2:
            run(f"put({name!r},{''.join(pieces)!r})")
            return
        run(f"begin({name!r})")
        for piece in pieces:
            run(f"more({piece!r})")
        run("end()")

    def reopen(self):
        """A port that went away with a reset, once it is there again; whether it is."""
        _shut(self.link)
        try:
            self.link = Link(self.port)
        except BROKEN:
            return False
        return True

    def leave(self):
        """Start the program and close the port; a broken line is nobody's trouble any more."""
        try:
            if self.link.in_raw_repl:
                self.link.restart()
        except BROKEN:
            pass
        _shut(self.link)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()


def damaged(port, board):
    return Trouble(
        f"The file system on the board is damaged, and so is what was on it. What can be kept is"
        f" in the image that\n    esptool --port {port} read-flash 0 ALL flash.bin\nmakes. Then"
        f" `make deploy BOARD={board} PORT={port} FORMAT=yes` makes a new one and copies the"
        " program."
    )


def run_tool(main, argv):
    """Exit code of a tool: Trouble is said, not traced."""
    try:
        return main(argv) or 0
    except Trouble as e:
        print(e, file=sys.stderr, flush=True)
        return e.code
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on where this one was.", file=sys.stderr)
        return 130
