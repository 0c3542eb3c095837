#!/usr/bin/env python3
"""Says which MicroPython image goes onto a board, where it is to be had, and the commands that put
it there: `make flash BOARD=crowpanel_42`.  It runs none of them, because they erase the board."""

import argparse
import runpy
import sys

import mpy
from boardlink import Trouble, run_tool

# the tests run on 1.29; from 1.27 on any key ends a light sleep; 1.23 is the oldest that goes
VERSION = "1.27 or later, best 1.29"
DOWNLOAD = "https://micropython.org/download/"


def text(name, port):
    """The instructions for a board."""
    data = runpy.run_path(str(mpy.board_folder(name) / "board.py"))
    image, address = data["IMAGE"]
    chip = data["CHIP"].lower().replace("-", "")
    port = port or "PORT"
    esptool = f"esptool --chip {chip} --port {port}"
    return f"""\
{data["TITLE"]}: the MicroPython image {image}, version {VERSION}, at {address:#x}.

1. From {DOWNLOAD}{image.partition("-")[0]}/ take {image}-DATE-vVERSION.bin
2. pip install esptool
3. This erases the board, matches included (bring them home before: make pull):

    {esptool} erase-flash
    {esptool} write-flash {address:#x} {image}-DATE-vVERSION.bin

4. make deploy BOARD={name} PORT={port}

Where esptool finds no chip: hold BOOT (GPIO 0), press RESET, let go of BOOT, and try again; RESET
starts the board afterwards. On a board with USB of its own the port may have another name then.
"""


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("board", help="a folder name under boards/")
    parser.add_argument("--port", help="for the commands")
    args = parser.parse_args(argv)
    try:
        print(text(args.board, args.port), end="")
    except ValueError as e:
        raise Trouble(str(e), 2)


if __name__ == "__main__":
    sys.exit(run_tool(main, sys.argv[1:]))
