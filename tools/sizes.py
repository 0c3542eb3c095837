#!/usr/bin/env python3
"""What the firmware weighs, beside the budgets.

What ships is what tools/mpy.py builds; main.py, which ships as text, is compiled to be weighed.
code: the files of all modules but the generated ones, which are tables: fonts, languages, rule
sets.  board: all that lies on one board.  Of the others the bytes of .mpy count, inflated, for
that is what the heap gets.  resident: the modules that the design names as always there (app,
journal, gestures, refresh, driver, canvas, body font, scoring, match, profile, deal).  loaded,
which has no budget of its own (the heap has): all that is in memory between two screens, that is
main.py, what it and box/start.py import anywhere, and what those modules import at their top;
fonts included.
`python tools/sizes.py` prints the table, `-v` every module.
"""

import ast
import functools
import re
import sys
import tempfile
from pathlib import Path

import mpy

ROOT = Path(__file__).resolve().parent.parent
BUDGET = {"code": 128 * 1024, "board": 320 * 1024, "resident": 50 * 1024}
TABLES = ("coinche.tables", "coinche.published", "coinche.titles")
DATA = ("display.fonts.", "scorer.lang.", "board", *TABLES)
RESIDENT = """
    scorer.app scorer.session scorer.journal scorer.gestures scorer.ticks scorer.refresh
    display.panel display.canvas display.text
    coinche.scoring coinche.match coinche.profile coinche.deal coinche.cards coinche.errors
""".split()


def imported(nodes, modules):
    """Names among `modules` that these statements import, also as `from package import`."""
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    whole = set()
    for name in found & set(modules):
        parts = name.split(".")  # importing a.b.c runs a and a.b too
        whole.update(".".join(parts[:n]) for n in range(1, len(parts) + 1))
    return whole & set(modules)


def top_level(tree):
    """The statements that an import runs: those of the module and of its ifs and tries."""
    todo, found = list(tree.body), []
    while todo:
        node = todo.pop()
        found.append(node)
        if isinstance(node, (ast.If, ast.Try, ast.With, ast.For, ast.While)):
            todo += [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)]
            todo += [n for h in getattr(node, "handlers", ()) for n in h.body]
    return found


def loaded(trees):
    """Modules that are in memory between two screens."""
    found = {"main"}
    for name in ("main", "box.start"):
        found |= imported(ast.walk(trees[name]), trees)
    todo = list(found)
    while todo:
        more = imported(top_level(trees[todo.pop()]), trees) - found
        found |= more
        todo += more
    return found


@functools.cache
def shipped(board):
    """{file on the board: where it is built}, {module as the sources call it: the same}"""
    out = mpy.build(ROOT / "boards" / board)
    files = {p.relative_to(out): p for p in out.rglob("*") if p.is_file()}
    return files, {module: files[path] for path, module in mpy.modules(out).items()}


def main_compiled():
    """Bytes of .mpy of main.py."""
    with tempfile.TemporaryDirectory() as folder:
        pair = mpy.FIRMWARE / "main.py", Path("main.py")
        out = mpy.compile_tree([pair], Path(folder, "out"), keep=())
        return (out / "main.mpy").stat().st_size


def measure(board):
    """{"code", "board", "resident", "loaded": bytes, "modules": {name: bytes}, "kept": [...],
    "always": [...]}: names of what is loaded between two screens, and of what is resident."""
    files, found = shipped(board)
    program = [path for name, path in found.items() if not name.startswith(DATA)]
    modules = {name: len(mpy.inflated(path)) for name, path in found.items()}
    modules["main"] = main_compiled()
    trees = {
        mpy.module_of(name): ast.parse(path.read_text(encoding="utf-8"))
        for path, name in mpy.sources(ROOT / "boards" / board, mpy.FIRMWARE)
        if name.suffix == ".py"
    }
    fonts = [name for name in modules if re.match(r"display\.fonts\.\d", name)]  # of its glass
    kept = sorted({*loaded(trees), *fonts}.intersection(modules))  # without bare packages
    resident = RESIDENT + [name for name in fonts if name.endswith(".body")]
    return {
        "code": sum(path.stat().st_size for path in program) + modules["main"],
        "board": sum(path.stat().st_size for path in files.values()),
        "resident": sum(modules[name] for name in resident),
        "loaded": sum(modules[name] for name in kept),
        "modules": modules,
        "kept": kept,
        "always": resident,
    }


def table(board, verbose=False):
    """Lines of the figures beside the budgets."""
    got = measure(board)
    for what, budget in BUDGET.items():
        yield f"{what:<9} {got[what]:>7} of {budget} bytes  {board}"
    yield f"{'loaded':<9} {got['loaded']:>7} bytes between two screens  {board}"
    if verbose:
        for name, size in sorted(got["modules"].items(), key=lambda item: (-item[1], item[0])):
            where = "loaded" if name in got["kept"] else ""
            where = "resident" if name in got["always"] else where
            yield f"{size:>8}  {name:<28} {where}".rstrip()


def main(argv):
    for board in sorted(p.parent.name for p in (ROOT / "boards").glob("*/board.py")):
        for line in table(board, "-v" in argv):
            print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
