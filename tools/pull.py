#!/usr/bin/env python3
"""Brings home what a box has written: `make pull PORT=... TO=folder`.

Journals (match.a, match.b), drafts, the matches that were played (archive/17.txt), damaged files
that were set aside (*.bad): everything on the board that is not the program, into a new folder
below TO with the date in its name.  Nothing on the
board is changed; the evening goes on afterwards.  Exit codes as tools/deploy.py.
"""

import argparse
import sys
import time
from pathlib import Path

import mpy
from boardlink import BROKEN, Board, Trouble, damaged, find_port, run_tool, say
from deploy import NEXT, mark, ours

LEFT = ("boot.py", "develop.txt")


def data(names):
    """Those of the paths on a board that the program has written, or that say how it is set."""
    tops = {p.name for p in mpy.FIRMWARE.iterdir() if p.is_dir()} | {"lib", NEXT}
    stems = {p.stem for p in mpy.FIRMWARE.glob("*.py")} | {"board"}
    return [n for n in sorted(names) if n not in LEFT and not ours(n, tops, stems)]


def pull(to, port=None, patience=30):
    """The new folder."""
    port = find_port(port)
    folder = Path(to) / time.strftime("dix-de-der-%Y-%m-%d-%H%M%S")
    try:
        with Board(port, patience) as board:
            if board.link.damaged:
                raise damaged(port, "...")
            board.tools()
            files, _ = board.tree(hashed=True)
            names = data(files)
            for name in names:
                content = board.fetch(name)
                if mark(content) != files[name]:
                    raise Trouble(f"{name} did not come as it is on the board. A bad cable?")
                path = folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                say(f"{name}, {len(content)} bytes")
    except BROKEN as e:
        raise Trouble(f"The connection broke ({e}). Nothing on the box was changed.")
    say(f"{len(names)} files in {folder}" if names else "There is nothing to bring.")
    return folder


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("to", help="where the new folder is made")
    parser.add_argument("--port", help="/dev/ttyUSB0, COM3 ...; found where there is only one")
    parser.add_argument("--patience", type=float, default=30, help=argparse.SUPPRESS)
    args = parser.parse_args(argv)
    pull(args.to, args.port, args.patience)


if __name__ == "__main__":
    sys.exit(run_tool(main, sys.argv[1:]))
