#!/usr/bin/env python3
"""Lays out what an image of MicroPython with the program frozen in is built from: `make frozen
BOARD=crowpanel_42` makes build/frozen/crowpanel_42 with a manifest.py and the folder `program`.

The modules are those that `make deploy` copies, but for the names under which an image finds them;
what the program reads is one module of bytes, `kept`, for a frozen module has no files beside it;
what it is stands in the module `version`; _boot.py is that of boards/.  Building the image needs
the sources of MicroPython and the ESP-IDF (boards/README.md).
"""

import argparse
import runpy
import shutil
import sys

import mpy
from mpy import ROOT


def lay_out(name):
    """The folder for a board."""
    board_dir = mpy.board_folder(name)
    folder = ROOT / "build" / "frozen" / name
    program = folder / "program"
    mpy.build(board_dir, out=folder / "modules", frozen=True)
    shutil.rmtree(program, ignore_errors=True)
    files = mpy.files(folder / "modules")
    rows = ""
    for path, data in files.items():
        if not path.endswith((".py", ".mpy")):
            rows += f"    {path!r}: {data!r},\n"
            continue
        (program / path).parent.mkdir(parents=True, exist_ok=True)
        (program / path).write_bytes(data)
    # as version.txt of the same program on files
    version = f"{name} {mpy.content(mpy.files(mpy.build(board_dir)))} {mpy.commit()}"
    (program / "kept.py").write_text(f"FILES = {{\n{rows}}}\n", "utf-8")
    (program / "version.py").write_text(f"VERSION = {version!r}\n", "utf-8")
    shutil.copyfile(ROOT / "boards" / "_boot.py", program / "_boot.py")
    shutil.copyfile(ROOT / "boards" / "manifest.py", folder / "manifest.py")
    return folder


def command(name, folder):
    """What builds the image, in a tree of MicroPython."""
    image = runpy.run_path(str(mpy.board_folder(name) / "board.py"))["IMAGE"][0]
    board, _, variant = image.partition("-")
    words = ["make -C ports/esp32", f"BOARD={board}"]
    words += [f"BOARD_VARIANT={variant}"] if variant else []
    return " ".join([*words, f"FROZEN_MANIFEST={folder}/manifest.py"])


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("board", help="a folder name under boards/")
    args = parser.parse_args(argv)
    try:
        folder = lay_out(args.board)
    except ValueError as e:
        print(e, file=sys.stderr)
        return 2
    found = [path for path in (folder / "program").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in found)
    print(f"{folder.relative_to(ROOT)}: {len(found)} modules, {size // 1024} KB. In a tree of")
    print(f"MicroPython with the ESP-IDF:\n\n    {command(args.board, folder)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
