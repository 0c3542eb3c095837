"""The names of a program as it goes onto a board: which of them nobody knows but the program, and
what they are called there.

MicroPython keeps every name and every short string for good, and each file has those that it uses.
So a private name becomes a letter that modules share (shared), and so does a public one that no
string, no foreign object and nobody else reaches (public); what nothing calls does not ship
(unused, unasked, without); comprehensions have no names (nameless).

A module that others import by its name in full, "coinche.errors", gets a letter too and lies in
the root (moves, rooted): `from k import RuleError`.  What it is bound to is that letter as well,
and a string that is nothing but names of modules has the new ones.  Those that are loaded by a
name put together stay where they are, and who imports one beside that gets it by its name as a
string, which is too long to be kept.

Texts in, texts out: files, boards and the compiler are tools/mpy.py's.
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
LOADED = ("scorer.screens.", "scorer.lang.", "box.", "display.fonts.", "extra")
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
_SHORT = [name for name in _SHORT if name not in ("os", "gc", "io", "re")]  # of the port


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


def _parts(node):
    """[(dotted name, alias)] of what an import names."""
    if isinstance(node, ast.Import):
        return [(alias.name, alias) for alias in node.names]
    return [(f"{node.module}.{alias.name}", alias) for alias in node.names]


def moves(modules, copied, callers):
    """{dotted name: name in the root} of these modules, {dotted name: text}, that can lie there,
    and {name: itself} of those that are imported beside being loaded by name. copied: texts that
    are translated too (rooted); callers: those that are not. Left alone is what a caller imports,
    and what is imported as `import a.b`, which binds a."""
    asked, stay = set(), set()
    for texts, found in (([*modules.values(), *copied], asked), (callers, stay)):
        for node in [node for text in texts for node in _walk(_parse(text))]:
            if isinstance(node, ast.ImportFrom):
                found |= {node.module, *[name for name, _ in _parts(node)]}
            elif isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
                stay |= {alias.name for alias in node.names if not alias.asname}
    asked = {name for name in asked.intersection(modules) if "." in name} - stay
    return {n: n if n.startswith(LOADED) else n.replace(".", "__") for n in sorted(asked)}


def _only_imported(tree):
    """{name: its module} of the names of a source that stand for one imported module wherever they
    stand, none of them in an f-string."""
    found = {name: tuple(of) for name, of in _bindings(tree).items() if len(of) == 1}
    for node in _walk(tree):
        other = getattr(node, "arg", None) or getattr(node, "name", None)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.pop(node.id, None)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            other = node.names
        elif isinstance(node, ast.JoinedStr):
            other = re.findall(r"\w+", ast.unparse(node))
        elif isinstance(node, (ast.alias, ast.keyword)):
            continue
        for name in [other] if isinstance(other, str) else other or ():
            found.pop(name, None)
    return {name: module for name, (module,) in found.items()}


def rooted(text, moved):
    """The source with its imports of modules that have moved(), each bound to its new name where
    that is free; lines stay."""
    tree, used = _parse(text), names_in(text)
    bound = {name: moved.get(of, ".") for name, of in _only_imported(tree).items()}
    bound = {name: new for name, new in bound.items() if "." not in new and new not in used}
    changes = []  # (row, first byte, row, byte after it, text)
    for node in _walk(tree):
        where = [getattr(node, "lineno", 0), getattr(node, "col_offset", 0)]
        if isinstance(node, ast.Name) and node.id in bound:
            new = bound[node.id]
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            new = _imported(node, moved, bound)
        else:
            continue
        if new:
            changes.append((*where, node.end_lineno, node.end_col_offset, new))
    lines = [line.encode() for line in text.split("\n")]
    for row, start, last, end, new in sorted(changes, reverse=True):
        line = lines[row - 1][:start] + new.encode() + lines[last - 1][end:]
        lines[row - 1 : last] = [line, *[b""] * (last - row)]
    return b"\n".join(lines).decode()


def _imported(node, moved, bound):
    """The import as it is when modules have moved; None where it stays. bound: {name: module} of
    the names that give way to that of their module."""
    out, rest = [], []
    for name, alias in _parts(node):
        as_name = alias.asname or alias.name
        if name not in moved:
            rest.append(alias)
        elif moved[name] == name:
            out.append(f'{as_name} = __import__("{name}", None, None, ("*",))')
        else:
            as_name = "" if as_name in bound else f" as {as_name}"
            out.append(f"import {moved[name]}{as_name}")
    module = getattr(node, "module", None)
    if not out and module not in moved:
        return None
    if rest:
        head = f"from {moved.get(module, module)} " if module else ""
        out.append(head + "import " + ", ".join(map(ast.unparse, rest)))
    return "; ".join(out)


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


def _known(tree, tops, members=(), roots=()):
    """The names in this source that may be known to more than its imports say; tops: {module:
    its functions and constants}, members: of classes, of those that are renamed, as are roots,
    modules."""
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
            found = {alias.name for alias in node.names}.difference(roots)
            known.update(part for name in found for part in name.split("."))
        elif isinstance(node, ast.ImportFrom):
            known |= {alias.name for alias in node.names} - tops.get(node.module, set())
            if node.module not in roots:
                known.update(node.module.split("."))
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


def public(modules, others, askers=(), given=(), moved=(), company=()):
    """{name: short name} of the functions, constants, classes and members in these modules,
    {dotted name: text}, that nobody knows but these modules: no keyword, nothing that is reached
    by a string, no attribute of a foreign object or module, no builtin, nothing that the other
    texts ask for, or the programs of askers. A name is renamed wherever it stands. Names that meet
    in one module get different short names, or in a text of company, which is to be renamed alike;
    and so do all members, which meet in objects, and all modules that have moved(), under their
    names in full; the others share them. given: short names of another build, which are kept."""
    given, moved = dict(given), dict(moved)
    there = {new for name, new in moved.items() if new != name}
    moved |= _moved(given)
    given |= {new: given[name] for name, new in _moved(given).items()}
    modules = {moved.get(name, name): rooted(text, moved) for name, text in modules.items()}
    others = [rooted(text, moved) for text in others]
    roots = {*moved.values()}
    trees = {name: _parse(text) for name, text in modules.items()}
    tops = {name: set(_bound(tree)) for name, tree in trees.items()}
    members = {name for tree in trees.values() for name in _members(tree)}
    known = FOREIGN.union(dir(builtins), [name for name in modules if "." not in name])
    known |= {name.split(".")[-1] for name in modules if name.startswith(LOADED)}
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
        known |= _known(tree, owned, members, roots)
    found = {name for top in [*tops.values(), members] for name in top - known if name[0] != "_"}
    found |= there
    found -= set(given)
    taken = {where: names_in(text) for where, text in [*modules.items(), *enumerate(company)]}
    taken = {m: names | {given[n] for n in names if n in given} for m, names in taken.items()}
    homes = {name: [m for m in taken if name in taken[m]] for name in sorted(found)}
    short = {}
    # the most common first: each gets the first short name that is free wherever it is
    for name in sorted(homes, key=lambda name: -len(homes[name])):
        used = set().union(*[taken[module] for module in homes[name]])
        for all_differ in (own, there):
            if name in all_differ:
                used |= {short[other] for other in all_differ.intersection(short)}
        short[name] = next(one for one in _SHORT if one not in used)
        for module in homes[name]:
            taken[module].add(short[name])
    short |= given
    return short | {name: short.pop(new, name) for name, new in moved.items()}


def _moved(renamed):
    """moves() as public() has returned them among the names."""
    found = {name: new for name, new in renamed.items() if "." in name}
    return {name: name if new == name else name.replace(".", "__") for name, new in found.items()}


def shared(text, called=None, renamed=None):
    """The source with its private names turned into a, b ... (_a, where const() needs it), and so
    its parameters that no call names (called: keywords() of all sources, None where they are not
    known), its public ones as `renamed` says (public()), and with the ids of texts and places,
    w("id") and put("id"), as what lookup.py makes of them: MicroPython keeps every name and every
    short string for good, so the modules share the names that nobody else may know, and of an id,
    which is only looked up, nothing is left but its key. Lines stay."""
    renamed = dict(renamed or {})
    moved = _moved(renamed)
    text = rooted(text, moved)
    renamed |= {moved[name]: renamed[name] for name in moved}
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    tree = _parse(text)
    said, ids = _said(tree), _ids(tree)
    used = dict.fromkeys(t.string for t in tokens if t.type == tokenize.NAME)
    names = {name: short for name, short in renamed.items() if name in used}
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
        elif token.type == tokenize.STRING and token.string[0] in "'\"":
            new = _names_of(token.string, renamed)
        if new:
            (row, start), (_, end) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:start] + new + line[end:]
    return "\n".join(lines)


def _names_of(string, renamed):
    """A string that is nothing but names of modules, with those that they have now."""
    names = ast.literal_eval(string).split(" ")
    if all("." in name and name in renamed for name in names):
        return '"' + " ".join(renamed[name] for name in names) + '"'
    return None


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
