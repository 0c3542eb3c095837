"""The folder that goes onto a board: compiled, complete, and without anything stale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mpy
import words
from bench import interpreter
from lookup import key


@pytest.fixture
def tree(tmp_path):
    """A firmware of two files and a board, and where to build them."""
    firmware, board = tmp_path / "firmware", tmp_path / "toy"
    (firmware / "pack").mkdir(parents=True)
    board.mkdir()
    (firmware / "main.py").write_text("import pack.one\n")
    (firmware / "pack" / "one.py").write_text("VALUE = 41\n")
    (board / "board.py").write_text("NAME = 'toy'\n")
    return firmware, board, tmp_path / "out"


def names(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def code_of(out, *names):
    """What pack.NAME of a build is compiled to, wherever it lies, one after the other."""
    files = {module: out / path for path, module in mpy.modules(out).items()}
    return b"".join(files["pack." + name].read_bytes() for name in names)


def printed(folder, code="import main"):
    """What this prints under MicroPython, with the modules of the folder."""
    command = [*interpreter(), "-c", code]
    where = {"MICROPYPATH": f"{folder}:.frozen"}
    done = subprocess.run(command, capture_output=True, text=True, env=where, check=True)
    return done.stdout


def test_main_stays_source_and_the_rest_is_compiled(tree):
    firmware, board, out = tree
    assert mpy.build(board, firmware, out) == out
    assert names(out) == ["board.mpy", "main.py", os.path.join("pack", "one.mpy")]
    assert (out / "main.py").read_text() == "import pack.one\n"
    assert (out / "board.mpy").read_bytes()[:3] == b"M\x06\x00"  # format 6, no native code


def test_only_what_changed_is_compiled_again(tree):
    firmware, board, out = tree
    mpy.build(board, firmware, out)
    before = {name: (out / name).stat().st_ino for name in names(out)}
    source = firmware / "pack" / "one.py"
    source.write_text("VALUE = 42\n")
    os.utime(source, ns=(1, 1))  # also when the clock went back
    mpy.build(board, firmware, out)
    after = {name: (out / name).stat().st_ino for name in names(out)}
    assert [n for n in before if before[n] != after[n]] == [os.path.join("pack", "one.mpy")]


def test_modules_share_their_private_names_and_lines_stay():
    """MicroPython keeps every name for good: what no other module knows gets one of a few."""
    text = """import os
_DEEP = const(3)


class One:
    def __init__(self):
        self._left = self.right = "the _said"  # _left
        _helper(self, _said=2)


def _helper(one, _said):
    return one._left, _DEEP, [_ for _ in os.environ]
"""
    short = words.shared(text)
    assert short.splitlines()[6:8] == [
        '        self.b = self.right = "the _said"  # _left',
        "        c(self, _said=2)",
    ]
    assert short.splitlines()[10:] == [
        "def c(one, _said):",
        "    return one.b, _a, [_ for _ in os.environ]",
    ]
    scope = {}
    exec(words.shared("def _twice(n):\n    return 2 * n\n\n\nFOUR = _twice(2)\n"), scope)
    assert scope["FOUR"] == 4 and "_twice" not in scope


def test_a_parameter_that_nobody_names_shares_a_name_too(tree):
    """Until somebody does, in any file: then every file is compiled again with it."""
    firmware, board, out = tree
    one = firmware / "pack" / "one.py"
    one.write_text("def twice(number):\n    return number * 2\n")
    mpy.build(board, firmware, out, callers=())
    assert b"number" not in code_of(out, "one")
    (firmware / "main.py").write_text("import pack.one\n\npack.one.twice(number=2)\n")
    mpy.build(board, firmware, out, callers=())
    assert b"number" in code_of(out, "one")


# two modules that import from each other, what main.py asks for, and names that never meet
ONE = """
from pack import two

STEP = 3
_HALF = 2


def chain(n):
    return [two.halved(n), _HALF, STEP, two.LIMIT]


def unmet(n):
    return n
"""
TWO = """
LIMIT = 10


def halved(n):
    from pack.one import STEP as step, unmet

    return unmet(n) // 2 + step + Held(n).more()


class Held:
    def __init__(self, own):
        self.kept = own // 2

    def more(self):
        return self.kept


def lonely():
    return LIMIT
"""
ASK = "from pack import one\n\nprint(one.chain(8))\n"


def test_public_functions_and_constants_share_names_too(tree):
    """Those that only modules of the program know; so do classes and their members."""
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text(ONE)
    (firmware / "pack" / "two.py").write_text(TWO)
    (firmware / "main.py").write_text(ASK)
    mpy.build(board, firmware, out, callers=())
    assert printed(out) == printed(firmware) == "[11, 2, 3, 10]\n"
    both = code_of(out, "one", "two")
    names = b"STEP LIMIT halved unmet lonely chain Held kept more".split()
    assert {name for name in names if name in both} == {b"chain"}


def test_public_names_that_meet_differ_and_the_others_share():
    text = "def {}():\n    return 1\n\n\n{} = 2\n_a = 3\n"
    modules = {"one": text.format("first", "FIRST"), "two": text.format("second", "SECOND")}
    modules["three"] = "from one import first\nfrom two import SECOND\n"
    short = words.public(modules, ())
    assert set(short) == {"first", "FIRST", "second", "SECOND"}
    for meet in ("first FIRST", "first SECOND", "second SECOND"):
        assert len({"_a", *[short[name] for name in meet.split()]}) == 3
    assert len(set(short.values())) == 2
    assert words.public(modules, ["from one import first\n"]).keys() == set(short) - {"first"}
    scope = {}
    exec(words.shared(modules["one"], (), short), scope)
    assert scope[short["first"]]() == 1 and scope[short["FIRST"]] == 2 and 3 in scope.values()


HAS = """class Has:
    def WORD(self):
        return 2

print(Has().WORD(), one.WORD)"""
SHADOWED = """def f(one):
    one.WORD = 3
    return one.WORD

class Has:
    pass

print(f(Has()), one.WORD)"""

PARAMETER = "print((lambda WORD: WORD)(2), one.WORD)"
DYNAMIC = "module = one\nprint(module.WORD)"
CHAINED = "import pack.one\nprint(pack.one.WORD)"
STORED = SHADOWED.replace("f(one):", "f(has):\n    one = has")


@pytest.mark.parametrize(
    ("one", "two"),
    [
        pytest.param("WORD = 1", "print(getattr(one, 'WORD'))", id="said"),
        pytest.param("WORD = 1", "print(dict(WORD=2), one.WORD)", id="keyword"),
        pytest.param("WORD = 1", "print(f'{one.WORD}')", id="f-string"),
        pytest.param(
            "from micropython import const\nWORD = const(1)", "print(one.WORD)", id="const"
        ),
        pytest.param(
            "def __getattr__(name):\n    return 5 if name == 'WORD' else 6",
            "print(one.WORD)",
            id="lazy",
        ),
    ],
)
def test_a_public_name_that_may_be_known_elsewhere_stays(tree, one, two):
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text(one + "\n")
    (firmware / "pack" / "two.py").write_text("from pack import one\n" + two + "\n")
    (firmware / "main.py").write_text("import pack.two\n")
    mpy.build(board, firmware, out, callers=())
    assert printed(out) == printed(firmware) != ""
    assert b"WORD" in code_of(out, "one")


@pytest.mark.parametrize("two", [HAS, SHADOWED, STORED, PARAMETER, DYNAMIC, CHAINED])
def test_a_name_of_several_things_is_renamed_wherever_it_stands(tree, two):
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text("WORD = 1\n")
    (firmware / "pack" / "two.py").write_text("from pack import one\n" + two + "\n")
    (firmware / "main.py").write_text("import pack.two\n")
    mpy.build(board, firmware, out, callers=())
    assert printed(out) == printed(firmware) != ""
    assert b"WORD" not in code_of(out, "one", "two")


def test_a_member_that_foreign_objects_have_too_stays(tree):
    firmware, board, out = tree
    one = "class One:\n    def fill_rect(self):\n        self.said = 3\n"
    (firmware / "pack" / "one.py").write_text(one)
    (firmware / "main.py").write_text("import pack.one\n")
    mpy.build(board, firmware, out, callers=())
    code = code_of(out, "one")
    assert b"fill_rect" in code and b"said" not in code


def test_members_that_never_meet_in_a_module_differ_for_they_meet_in_an_object(tree):
    firmware, board, out = tree
    one = "class Held:\n    pass\n\n\ndef left(held):\n    held.apple = 1\n"
    two = "def right(held):\n    held.pear = 2\n"
    (firmware / "pack" / "one.py").write_text(one)
    (firmware / "pack" / "two.py").write_text(two)
    main = "from pack import one, two\nheld = one.Held()\none.left(held)\ntwo.right(held)\n"
    (firmware / "main.py").write_text(main + "print(sorted(held.__dict__.values()))\n")
    mpy.build(board, firmware, out, callers=())
    assert printed(out) == "[1, 2]\n"


def test_what_has_no_name_shares_one_letter():
    """Names of comprehensions are for tracebacks; a text that looks like one is left alone."""
    text = b"\x06one\0" + b"\x14<listcomp>\0" + b"\x08<BBI\0" + b"\x05" + b"\x10<lambda>\0"
    head, rest = b"M\x06\0\x1f\x05\0", b"code <lambda>"
    short = b"\x06one\0" + b"\x02a\0" + b"\x08<BBI\0" + b"\x05" + b"\x02a\0"
    assert words.nameless(head + text + rest) == head + short + rest


def test_constants_of_the_board_that_nobody_asks_for_do_not_ship(tree):
    firmware, board, out = tree
    (board / "board.py").write_text("NAME = 'toy'\nPINS = (1, 2)\n")
    (firmware / "pack" / "one.py").write_text("import board\n\nVALUE = board.PINS\n")
    mpy.build(board, firmware, out, callers=())
    assert printed(out, "import pack.one, board; print(len(dir(board)))") == "5\n"
    assert b"toy" not in (out / "board.mpy").read_bytes()


def test_a_public_name_that_others_have_too_stays(tree):
    """A builtin of the same name, and a function of a module that is not ours."""
    firmware, board, out = tree
    one = "def pack(n):\n    return n\n\n\ndef hex(n):\n    return pack(n) * 2\n"
    (firmware / "pack" / "one.py").write_text(one)
    two = "from struct import pack\n\nfrom pack import one\n\n"
    two += "print(hex(17), one.hex(2), pack('B', 65))\n"
    (firmware / "pack" / "two.py").write_text(two)
    (firmware / "main.py").write_text("import pack.two\n")
    mpy.build(board, firmware, out, callers=())
    assert printed(out) == printed(firmware) == "0x11 4 b'A'\n"


def test_a_public_name_comes_back_when_somebody_asks_for_it(tree, tmp_path):
    """main.py, which ships as it is, or a caller; then every file is compiled again."""
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text("def told():\n    return 7\n")
    two = "from pack import one\n\n\ndef twice():\n    return one.told() * 2\n"
    (firmware / "pack" / "two.py").write_text(two)
    asker = tmp_path / "asker.py"
    kept = []
    for main, caller in (
        ("import pack.two\n", ""),
        ("import pack.two\nprint(pack.two.twice())\n", ""),
        ("import pack.two\nprint(pack.two.twice())\n", "TEXT = 'one.told()'\n"),
        ("import pack.two\n", ""),
    ):
        (firmware / "main.py").write_text(main)
        asker.write_text(caller)
        mpy.build(board, firmware, out, callers=[asker])
        both = code_of(out, "one", "two")
        kept.append([word for word in (b"told", b"twice") if word in both])
        assert printed(out) == ("14\n" if "print" in main else "")
    assert kept == [[], [b"twice"], [b"told", b"twice"], []]


# a program of modules that import each other, of which some are dropped, some loaded by name
HUB = """
import sys

from pack import left, right as r
from pack.left import NAME, Shape as S
from scorer import lazy

_COLD = "pack.cold pack.worse"
SHARED = (("pack.cold", "one two"), ("pack.none", "three"))


def go():
    print(left.chain(3), r.chain(2), NAME, S().area(), taken(4))
    for _ in range(2):
        from pack import cold

        print(cold.count(), cold.count(), [name in sys.modules for name in _COLD.split(" ")])
        lazy.drop(*_COLD.split(" "))
        print(SHARED[0][0] in sys.modules, hasattr(sys.modules.get("pack"), "cold"))
    try:
        from pack import worse
    except ValueError as error:
        print(error, "pack.worse" in sys.modules)
    try:
        from pack.reasons import SAY
    except ImportError:
        print("no reasons")
    for name in ("one", "two"):
        screen = __import__("scorer.screens." + name, None, None, ("*",))
        print(screen.ask(), "scorer.screens." + name in sys.modules)


def taken(cold):
    return cold + 1
"""
PROGRAM = {
    "main.py": "from pack.hub import go\n\ngo()\n",
    "pack/__init__.py": '"""A folder."""\n',
    "pack/hub.py": HUB,
    "pack/left.py": """
from pack import right

NAME = "é"; from pack.right import (
    STEP,
    chain as other,
)


class Shape:
    def area(self):
        return right.STEP * STEP


def chain(n):
    return [n] + other(n - 1) if n else []
""",
    "pack/right.py": """
from pack import left

STEP = 4


def chain(n):
    return [-n] + left.chain(n - 1) if n else []
""",
    "pack/cold.py": "at = 0\n\n\ndef count():\n    global at\n    at += 1\n    return at\n",
    "pack/worse.py": "from pack.left import NAME\n\nraise ValueError(NAME)\n",
    "scorer/lazy.py": (mpy.FIRMWARE / "scorer" / "lazy.py").read_text("utf-8"),
    "scorer/screens/__init__.py": "PLAN = 3\n",
    "scorer/screens/one.py": """
from scorer.screens import PLAN, two


def ask():
    return PLAN, two.ask()
""",
    "scorer/screens/two.py": "from pack.right import STEP\n\n\ndef ask():\n    return STEP\n",
}
PRINTS = """[3, -2, 1] [-2, 1] é 16 5
1 2 [True, False]
False False
1 2 [True, False]
False False
é False
no reasons
(3, 4) True
4 True
"""


@pytest.mark.parametrize("way", ["packed", "files", "frozen"])
def test_modules_that_are_imported_lie_in_the_root_under_letters(tmp_path, way):
    """Bound to a letter too, where nothing else has the name. Screens keep their names, by which
    they are loaded; a folder that only holds modules has no file."""
    firmware, board, out = tmp_path / "firmware", tmp_path / "toy", tmp_path / "out"
    board.mkdir()
    (board / "board.py").write_text("NAME = 'toy'\n")
    program = dict(PROGRAM)
    if way == "packed":
        program["main.py"] = "from packed import mount\n\nmount()\n" + PROGRAM["main.py"]
        program["packed.py"] = (mpy.FIRMWARE / "packed.py").read_text("utf-8")
    for name, text in program.items():
        (firmware / name).parent.mkdir(parents=True, exist_ok=True)
        (firmware / name).write_text(text, "utf-8")
    mpy.build(board, firmware, out, callers=(), frozen=way == "frozen")
    assert printed(firmware) == printed(out) == PRINTS
    short = mpy.renamed(out)
    root = {"pack.hub", "pack.left", "pack.right", "pack.cold", "pack.worse"}
    root |= {"scorer.lazy", "scorer.screens"}
    letters = [short[name] for name in root]
    assert len({*letters}) == len(root) and max(map(len, letters)) <= 2
    own = {"main.py", "board.mpy", *[name + ".mpy" for name in letters]}
    own |= {"packed.mpy"} if way == "packed" else set()
    screens = {"scorer/screens/one.mpy", "scorer/screens/two.mpy"}
    assert {path.replace(os.sep, "/") for path in names(out)} == own | screens
    assert {*mpy.modules(out).values()} >= {*root, "scorer.screens.one", "scorer.screens.two"}
    code = b"".join(mpy.inflated(out / name) for name in mpy.modules(out))
    assert b"left" not in code and b"pack.right" not in code


def test_a_module_that_is_inflated_leaves_neither_name_nor_path(tmp_path):
    """Names are kept for good, a word for each module but one."""
    firmware, board, out = tmp_path / "firmware", tmp_path / "toy", tmp_path / "out"
    (firmware / "box").mkdir(parents=True)
    board.mkdir()
    (board / "board.py").write_text("NAME = 'toy'\n")
    (firmware / "packed.py").write_bytes((mpy.FIRMWARE / "packed.py").read_bytes())
    for one in ("first", "second", "third"):
        (firmware / "box" / f"{one}.py").write_text("VALUE = 1\n")
    (firmware / "main.py").write_text(
        "from packed import mount\nmount()\n"
        "def load(name):\n    return __import__(name, None, None, ('*',))\n"
        "import micropython, sys\n"
        "said = 'first second third'.split(' ')\n"
        "print([load('box.' + name).VALUE for name in said])\n"
        "print(sorted(name for name in sys.modules if '.' in name))\n"
        "micropython.qstr_info(1)\n"
    )
    mpy.build(board, firmware, out)
    text = printed(out)
    assert text.startswith("[1, 1, 1]\n['box.first', 'box.second', 'box.third']\n")
    kept = {line[2:-1] for line in text.splitlines() if line.startswith("Q(")}
    assert not [name for name in kept if "box." in name and name != "box."]
    assert [name for name in kept if name.startswith("/p/")] == ["/p/_.mpy"]


def test_imports_of_modules_that_have_moved_keep_their_lines():
    text = """from pack import (
    one,
    two,
)
import pack.three as three, sys; from pack.one import A as B, C
def f(two):
    from pack import one, five
    return f"{three}", one.A, sys, "é", one.C, x.one, {"one": one}
"""
    moved = {f"pack.{name}": f"pack__{name}" for name in ("one", "two", "three")}
    moved["pack.five"] = "pack.five"
    assert words.rooted(text, moved) == """import pack__one; import pack__two as two



import pack__three as three; import sys; from pack__one import A as B, C
def f(two):
    import pack__one; five = __import__("pack.five", None, None, ("*",))
    return f"{three}", pack__one.A, sys, "é", pack__one.C, x.one, {"one": pack__one}
"""


def test_a_module_stays_that_a_caller_imports_or_whose_folder_is_bound():
    modules = {"pack.one": "", "pack.two": "from pack import one\n", "pack.three": "", "top": ""}
    copied = ["import pack.three\nimport top\nfrom pack.two import VALUE\n"]
    assert words.moves(modules, copied, []) == {"pack.one": "pack__one", "pack.two": "pack__two"}
    assert words.moves(modules, copied, ["from pack import one\n"]) == {"pack.two": "pack__two"}
    modules["box.four"] = "from box import four\n"
    assert words.moves(modules, [], ["from pack import one\n"]) == {"box.four": "box.four"}


def test_names_that_meet_in_what_runs_beside_the_program_differ():
    """On the bench: it is renamed alike."""
    modules = {"one": "def apple():\n    pass\n", "two": "def pear():\n    pass\n"}
    assert len(set(words.public(modules, ()).values())) == 1
    company = ["class Link:\n    apple = pear = 1\n"]
    assert len(set(words.public(modules, (), company=company).values())) == 2


def test_nothing_public_is_renamed_where_the_callers_are_not_known(tree):
    firmware, board, out = tree
    mpy.compile_tree(mpy.sources(board, firmware), out)
    assert printed(out, "from pack import one; print(one.VALUE)") == "41\n"


def test_a_program_that_can_inflate_its_modules_ships_them_deflated(tree):
    """Deflate halves text and saves a quarter of code; the window is a kilobyte of heap."""
    firmware, board, out = tree
    packed = mpy.FIRMWARE / "packed.py"
    (firmware / "packed.py").write_bytes(packed.read_bytes())
    (firmware / "main.py").write_text(
        "import packed, sys; packed.mount(); import pack.one\n"
        "print(pack.one.VALUE, '/p' in sys.path)\n"
    )
    (firmware / "pack" / "one.py").write_text(f"VALUE = len({'far ' * 3000!r})\n")
    mpy.build(board, firmware, out)
    one = out / "pack" / "one.mpy"
    assert one.stat().st_size < 300 and len(mpy.inflated(one)) > 12_000
    assert (out / "packed.mpy").read_bytes()[:3] == b"M\x06\x00"  # which no one would inflate
    assert printed(out) == "12000 True\n"
    assert printed(firmware) == "12000 False\n"  # sources are not packed
    frozen = mpy.build(board, firmware, out.with_name("frozen"), frozen=True)
    assert (frozen / "pack" / "one.mpy").read_bytes()[:3] == b"M\x06\x00"


def test_what_every_deal_loads_is_not_deflated():
    """To inflate it took as long as all else that a key did."""
    folder = mpy.release(mpy.board_folder("crowpanel_42"))
    plain = {
        name
        for path, name in mpy.modules(folder).items()
        if (folder / path).read_bytes()[:3] == b"M\x06\x00"
    }
    assert plain == {mpy.module_of(path) for path in mpy.PLAIN} | {"packed"}


def test_the_window_of_the_program_is_that_of_the_tool():
    text = (mpy.FIRMWARE / "packed.py").read_text("utf-8")
    assert f"_BITS = const({mpy.WINDOW_BITS})" in text


def test_a_box_says_the_ids_of_an_error(tmp_path):
    """Its sentences, coinche/reasons.py, are for a terminal: they do not ship."""
    board = mpy.ROOT / "boards" / "crowpanel_42"
    out = mpy.build(board, out=tmp_path / "out", callers=[Path(__file__)])
    assert not (out / "coinche" / "reasons.mpy").exists()
    errors = mpy.renamed(out).get("coinche.errors", "coinche.errors")
    code = f"from packed import mount; mount(); from {errors} import RuleError\n"
    for error in ("'deal.level', 'range', 0, 2, 3", "'call', 'passed_out'", "'x', 'must_be', 1"):
        code += f"print(RuleError({error}).under('events[4]'))\n"
    assert printed(out, code).splitlines() == [
        "events[4].deal.level: range (0, 2, 3)",
        "events[4].call: passed out",
        "events[4].x: must be 1",
    ]


def test_a_function_that_nothing_on_the_board_calls_does_not_ship(tree):
    """Nor one that only such a function calls; what main.py or a caller names does."""
    firmware, board, out = tree
    one = firmware / "pack" / "one.py"
    one.write_text(
        """VALUE = 1


def tool(n):
    return helper(n) + tool(n - 1) if n else 0


def helper(n):
    return b"helped"


def used():
    return b"useful"


VALUE = used()
"""
    )
    mpy.build(board, firmware, out, callers=())
    compiled = code_of(out, "one")
    assert b"useful" in compiled and b"helped" not in compiled
    (firmware / "main.py").write_text("import pack.one\n\nprint(pack.one.tool)\n")
    mpy.build(board, firmware, out, callers=())
    assert b"helped" in code_of(out, "one")
    assert "function" in printed(out)


def test_of_the_ids_of_texts_and_places_only_the_keys_are_left():
    """They are only looked up (lookup.py), and a number is no name."""
    text = """def view(w, put, x, s):
    put("title", w("a" if x == "b" else "c"), "bold")
    put(("left", "right")[x], w("ask." + x), row=0)
    s.put("other", "é")
"""
    title, a, c, left, right = map(key, "title a c left right".split())
    assert words.shared(text).splitlines()[1:] == [
        f'    put({title}, w({a} if x == "b" else {c}), "bold")',
        f'    put(({left}, {right})[x], w("ask." + x), row=0)',
        '    s.put("other", "é")',
    ]


def test_what_has_no_source_any_more_is_removed(tree):
    firmware, board, out = tree
    mpy.build(board, firmware, out)
    (firmware / "pack" / "one.py").unlink()
    mpy.build(board, firmware, out)
    assert names(out) == ["board.mpy", "main.py"]
    assert not (out / "pack").exists()


def test_a_file_that_the_device_cannot_parse_is_named(tree):
    firmware, board, out = tree
    (firmware / "pack" / "one.py").write_text("match 1:\n    case 1:\n        pass\n")
    with pytest.raises(SystemExit, match=r"one\.py"):
        mpy.build(board, firmware, out)
    assert not list(out.rglob("one*"))


def test_an_unknown_board_is_exit_2():
    command = [sys.executable, mpy.ROOT / "tools" / "mpy.py", "toaster"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "boards/toaster" in done.stderr
