"""The files of the repository for the tests of the tree: found by walking, without git, so that an
unpacked archive is judged alike; what .gitignore names is left out."""

import ast
import functools
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PRODUCTS = {".git", ".venv", "node_modules", "build", "mutants", "__pycache__"}
PRODUCTS |= {".pytest_cache", ".ruff_cache", ".hypothesis"}


def walk(folder=ROOT):
    for path in sorted(folder.iterdir()):
        if path.name in PRODUCTS or path.suffix == ".pyc":
            continue
        if path.is_dir():
            yield from walk(path)
        else:
            yield path


def name(path):
    """The path as it is said in a message: from the root, with slashes."""
    return path.relative_to(ROOT).as_posix()


def python(*folders):
    """Python files below these folders, or these files."""
    for folder in folders:
        path = ROOT / folder
        yield from [path] if path.is_file() else (p for p in walk(path) if p.suffix == ".py")


def text(path):
    return path.read_text(encoding="utf-8")


@functools.cache
def parsed(path):
    return ast.parse(text(path), str(path))


def imports(path):
    """(module, line) of every import of a file, those inside functions and __import__ too.  A name
    that is made at run time counts by its constant beginning: "display.drivers." + name."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), node.lineno
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "__import__":
            arg = node.args[0]
            while isinstance(arg, ast.BinOp):
                arg = arg.left
            yield str(arg.value) if isinstance(arg, ast.Constant) else "?", node.lineno
