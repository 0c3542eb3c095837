#!/usr/bin/env python3
"""Puts the program on a board, or the new parts of it: `make deploy BOARD=crowpanel_42 PORT=...`.

Compiles with tools/mpy.py, asks the board for the SHA-256 of what it has, copies what differs,
removes stale program files, and starts the program.  Never touches the data: what is neither in a
folder of the program nor a compiled file in the root stays (match.*, draft.*, archive/, boot.py,
panel.txt), so an update keeps the evening in progress.

The cable may come out at any instant.  What is new is copied into the folder `next` and checked
there, and up to then the old program is whole and runs; the same command then goes on with what is
in `next` already.  Only when all of it is right does main.py become tools/on_board/finish.py,
which moves the files to their places and puts the real main.py there last: a move is one atomic
operation of littlefs each, and where the power goes in between, the next start runs finish.py
again.  So the board has the old program or the new one, never a mixture.  It costs room for a
second copy of what changes (280 KB of the 2 MB of the smallest board), which is asked for first.

Exit codes: 0 done; 1 the copy failed; 2 a board, panel or chip that does not fit; 3 no board.
"""

import argparse
import hashlib
import re
import runpy
import sys
import time
from pathlib import PurePosixPath

import mpy
from boardlink import BROKEN, ON_BOARD, Board, Trouble, damaged, find_port, run_tool, say

NEXT = "next"
PANEL = "panel.txt"
RESERVE = 12  # blocks that stay free: two journals of 16 KB, drafts, some of the archive
WATCH_S = 4  # after the start, for a program that ends at once


def manifest(out):
    """{path on the board: bytes} of a folder that mpy.release() made; main.py is last."""
    found = {**mpy.files(out), mpy.VERSION: (out / mpy.VERSION).read_bytes()}
    return {name: found[name] for name in sorted(found, key=lambda n: (n == "main.py", n))}


def mark(data):
    """Size and hash, as the board tells them."""
    return len(data), hashlib.sha256(data).hexdigest()[:16]


def ours(path, tops, stems):
    """Whether a path on a board is of the program; tops: its folders, stems: the names of the
    modules in the root."""
    first, _, rest = path.partition("/")
    stem, _, suffix = first.rpartition(".")
    return first in tops if rest else suffix == "mpy" or (suffix == "py" and stem in stems)


def stale(files, folders, wanted):
    """What is of an older program: files, then folders, inner ones first."""
    tops = {name.partition("/")[0] for name in wanted if "/" in name}
    tops |= {path.name for path in mpy.FIRMWARE.iterdir() if path.is_dir()}
    stems = {PurePosixPath(name).stem for name in wanted if "/" not in name}
    gone = [name for name in sorted(files) if name not in wanted and ours(name, tops, stems)]
    kept = {str(folder) for name in wanted for folder in PurePosixPath(name).parents}
    inner = sorted(folders, key=lambda f: -f.count("/"))
    return gone + [f for f in inner if f.partition("/")[0] in tops and f not in kept]


def shadows(gone, wanted):
    """Those of the stale sources that could be loaded instead of a compiled file."""
    return [name for name in gone if name.endswith(".py") and name[:-3] + ".mpy" in wanted]


class Copy:
    """One run of the tool on a connected Board."""

    def __init__(self, board, wanted):
        self.board, self.link, self.wanted = board, board.link, wanted
        board.tools()

    def look(self):
        """Ask what is there, and work out what is to be done."""
        files, folders = self.board.tree(hashed=True)
        inside = NEXT + "/"
        there = {n[len(inside) :]: files.pop(n) for n in list(files) if n.startswith(inside)}
        folders = [f for f in folders if f != NEXT and not f.startswith(inside)]
        self.had = files
        self.changed = {n: d for n, d in self.wanted.items() if files.get(n) != mark(d)}
        self.staged = {n for n, d in self.changed.items() if there.get(n) == mark(d)}
        self.strays = sorted(set(there) - self.staged)
        self.gone = stale(files, folders, self.wanted)
        self.lib = sorted({"lib/" + name for name in self.wanted} & set(files))

    def room(self):
        """Trouble where what is to be copied does not fit."""
        todo = {n: d for n, d in self.changed.items() if n not in self.staged}
        sizes = self.link.run("s = os.statvfs('/')\nprint(s[0], s[3], s[2])")
        size, free, total = map(int, sizes.split())
        folders = {str(p) for n in todo for p in PurePosixPath(n).parents}
        need = sum(-(-len(d) // size) for d in todo.values()) + 4 * len(folders) + RESERVE
        if need > free:
            raise Trouble(
                f"Not enough room: {need * size // 1024} KB are needed and"
                f" {free * size // 1024} of {total * size // 1024} KB are free. Nothing was"
                " changed. Bring what is on the box home with `make pull PORT= TO=`, remove what"
                " is not needed (`mpremote rm :FILE`), and start this again."
            )

    def copy(self):
        """Bring what has changed into `next`, and check it there."""
        for name in self.strays:
            self.link.run(f"drop({NEXT + '/' + name!r})")
        todo = [n for n in self.changed if n not in self.staged]
        total = sum(len(self.changed[n]) for n in todo)
        if self.staged:
            say(f"{len(self.staged)} files are on the board from a copy that was not finished.")
        sent = 0
        for number, name in enumerate(todo, 1):
            self.send(name)
            sent += len(self.changed[name])
            part = f"{number:>4}/{len(todo)} {sent * 100 // total:>3} %"
            say(f"{part}  {name}, {len(self.changed[name])} bytes")
        if "main.py" not in self.changed:  # it is moved like the others
            self.link.run(
                f"with open('main.py', 'rb') as f:\n begin('{NEXT}/main.py')\n"
                " out.write(f.read())\n end()"
            )
        for last in (False, True):
            wrong = self.wrong(self.board.tree(True, NEXT)[0], NEXT + "/", self.changed)
            if not wrong:
                return
            if last:
                raise Trouble(f"Wrong on the board, twice: {', '.join(wrong)}. A bad cable?")
            say(f"Not as sent, once more: {', '.join(wrong)}")
            for name in wrong:
                self.send(name)

    def wrong(self, files, folder, names):
        return [n for n in names if files.get(folder + n) != mark(self.wanted[n])]

    def send(self, name):
        try:
            self.board.send(NEXT + "/" + name, self.changed[name])
        except Trouble as e:
            if re.search(r"(Errno|OSError:) 28\b|ENOSPC", str(e)) or "ENOSPC" in str(e):
                self.link.run(f"out.close()\ndrop({NEXT!r})")
                raise Trouble(
                    f"The board is full at {name}. What was copied has been taken away again; the"
                    " old program is whole. `make pull PORT= TO=` brings home what is on it."
                )
            raise Trouble(f"{name}: the board says {e}. The old program is whole.")

    def switch(self):
        """Put everything in its place; from here on the board finishes by itself."""
        for name in shadows(self.gone, self.wanted):
            say(f"{name} is an old source of {name[:-3]}.mpy")
        text = (ON_BOARD / "finish.py").read_text("utf-8")
        text = text.replace("GONE = ()", f"GONE = {tuple(self.gone)!r}", 1)
        self.link.run(f"with open('main.py', 'w') as f:\n f.write({text!r})")
        say("All of it is on the board; it goes to its places now.")
        try:
            steps = text.partition('\nprint("A new')[0] + "\nfinish()\n"
            done = self.link.run(steps).splitlines()
        except Trouble as e:
            raise Trouble(f"The board cannot put it in place: {e}. RESET, then the same command.")
        for line in done:
            if line.startswith("removed "):
                say(line)

    def check(self):
        """Trouble where the board is not as it should be now."""
        self.board.tools()
        files, folders = self.board.tree(hashed=True)
        wrong = self.wrong(files, "", self.wanted)
        wrong += stale(files, folders, self.wanted)
        if wrong:
            raise Trouble(f"Not as it should be after the copy: {', '.join(wrong)}. Once more?")


def panel_of(board_dir, name):
    """What panel.txt is to hold; Trouble for a panel that the board does not have."""
    data = runpy.run_path(str(board_dir / "board.py"))
    known = data["PANELS"]
    if name not in known:
        raise Trouble(
            f"{board_dir.name} has no panel {name!r}; there are: {', '.join(known)}."
            " PANEL=auto lets the board find out.",
            2,
        )
    return name.encode()


def fits(board, board_dir):
    """Trouble where the board that answers is not the one that was named."""
    chip = runpy.run_path(str(board_dir / "board.py"))["CHIP"]
    if board.chip() not in (chip, None):
        raise Trouble(
            f"{board_dir.name} has an {chip}, but this is: {board.machine}. Another board, another"
            " PORT, or another image (`make flash BOARD=...`)?",
            2,
        )
    if board.frozen:
        raise Trouble(
            "The image on this board has the program frozen in, and that goes before any file: a"
            " new program is a new image. To try files all the same: `mpremote touch"
            " :develop.txt` first (boards/README.md).",
            2,
        )


def watch(port, seconds):
    """Listen to the start of the program: its trace where it fails, at the prompt or on the glass,
    else None."""
    import serial

    text, end = b"", time.monotonic() + seconds
    while time.monotonic() < end and not (b"Traceback" in text and text.endswith(b">>> ")):
        try:
            with serial.Serial(port, 115200, timeout=0.1) as line:
                while time.monotonic() < end and not text.endswith(b">>> "):
                    text += line.read(4096)
        except (OSError, serial.SerialException):
            time.sleep(0.2)  # USB of its own: it comes back
    found = text.find(b"Traceback")
    return None if found < 0 else text[found:].decode("utf-8", "replace")


def deploy(name, port=None, panel=None, make_new=False, patience=30, watch_s=WATCH_S):
    try:
        board_dir = mpy.board_folder(name)
    except ValueError as e:
        raise Trouble(str(e), 2)
    extra = {PANEL: panel_of(board_dir, panel)} if panel not in (None, "", "auto") else {}
    wanted = {**extra, **manifest(mpy.release(board_dir))}
    version = wanted[mpy.VERSION].decode().strip()
    port = find_port(port)
    say(f"{version}: {len(wanted)} files, {sum(map(len, wanted.values()))} bytes, to {port}")
    try:
        with Board(port, patience) as board:
            fits(board, board_dir)
            say(f"{board.machine}, MicroPython {'.'.join(map(str, board.version))}")
            if not volume(board, name, make_new):
                raise damaged(port, name)
            install(board, wanted, panel)
    except BROKEN as e:
        raise Trouble(
            f"The connection broke ({e}). The box has its old program, or puts the new one in"
            " place when it starts. The same command goes on where this one was."
        )
    if trace := watch(port, watch_s):
        raise Trouble(f"The files are right, but the program fails:\n{trace}")
    say("Done: the program runs.")


def volume(board, name, make_new):
    """Whether the board has a file system (makes one where that was asked for)."""
    if not board.link.damaged:
        try:
            board.link.run("os.listdir('/')\nos.statvfs('/')")
            return True
        except Trouble:
            pass
    if not make_new:
        return False
    say("Makes a new file system.")
    board.link.run(
        "import vfs\nfrom flashbdev import bdev\nvfs.VfsLfs2.mkfs(bdev)\n"
        "vfs.mount(vfs.VfsLfs2(bdev), '/')"
    )
    return True


def install(board, wanted, panel):
    copy = Copy(board, wanted)
    copy.look()
    if panel == "auto" and PANEL in copy.had:
        copy.gone.append(PANEL)
    if "main.py" in copy.had and mpy.VERSION not in copy.had:
        say("The main.py of another program is replaced.")
    if copy.lib:
        say(f"Not used, and can be removed (mpremote rm -r :lib): {', '.join(copy.lib)}")
    news = [n for n in copy.changed if n != mpy.VERSION]
    if not copy.changed and not copy.gone:
        say("Nothing has changed.")
        if copy.strays:
            board.link.run(f"drop({NEXT!r})")
        return
    size = sum(len(copy.changed[n]) for n in news)
    say(f"{len(news)} of {len(wanted)} files to copy, {size} bytes; {len(copy.gone)} to remove")
    copy.room()
    copy.copy()
    copy.switch()
    copy.check()


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", help="a folder name under boards/")
    parser.add_argument("--port", help="/dev/ttyUSB0, COM3 ...; found where there is only one")
    parser.add_argument("--panel", help="the panel that is fitted, or auto")
    parser.add_argument(
        "--format",
        action="store_true",
        help="make a new file system, where the old one is damaged: what was on it is lost",
    )
    parser.add_argument("--patience", type=float, default=30, help=argparse.SUPPRESS)
    parser.add_argument("--watch", type=float, default=WATCH_S, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    deploy(args.board, args.port, args.panel, args.format, args.patience, args.watch)


if __name__ == "__main__":
    sys.exit(run_tool(main, sys.argv[1:]))
