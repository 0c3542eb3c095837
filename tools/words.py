"""The names of a program as it goes onto a board: which of them nobody knows but the program, and
what they are called there.

MicroPython keeps every name and every short string for good, and each file has those that it uses.
So a private name becomes a letter that modules share (shared), and so does a public one that no
string, no foreign object and nobody else reaches (public); what nothing calls does not ship
(unused, unasked, without); comprehensions have no names (nameless).  Texts in, texts out: files,
boards and the compiler are tools/mpy.py's.
"""

import ast
import builtins
import functools
import io
import re
import sys
import tokenize
from keyword import iskeyword
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "firmware"))

from lookup import key

# modules that are loaded by a name put together, so that nobody sees who uses them; the last is
# one of the bench's
LOADED = ("scorer.screens.", "scorer.lang.", "box.", "extra")
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


def names_in(text):
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
        known |= _said(_parse(text)) | names_in(text)
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
    taken = {module: names_in(text) for module, text in modules.items()}
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
