"""The import arrows of the design, the promise of the pure modules, and the idioms that break on
MicroPython.  coinche imports only itself; scorer imports coinche; display and hal know nothing
of cards; only hal touches the machine; only main sees everything.
"""

import ast
import json
import re

import pytest

from tree.source import ROOT, imports, name, parsed, python, text

# folder or file -> what it may import, beside itself; the more exact row counts
MAY = {
    "firmware/main.py": {"board", "packed", "scorer", "gc"},
    # what main does seldom: it sees everything, and nobody but lazy.run() knows it
    "firmware/box": {"display", "hal", "scorer", "binascii", "gc", "io", "sys", "time"},
    "firmware/scorer/lazy.py": {"box", "sys"},
    "firmware/scorer/power.py": {"binascii", "micropython", "struct"},
    "firmware/coinche": {"coinche", "micropython", "sys"},
    "firmware/lookup.py": {"binascii"},
    "firmware/packed.py": {"builtins", "deflate", "os", "sys", "vfs"},
    "firmware/scorer": {"coinche", "lookup", "scorer", "micropython", "binascii", "gc", "sys"},
    "firmware/scorer/book": {"coinche", "json", "lookup"},
    "firmware/scorer/journal.py": {"micropython", "binascii", "os"},
    "firmware/scorer/gestures.py": {"scorer.ticks", "micropython"},
    "firmware/scorer/refresh.py": {"scorer.ticks", "micropython"},
    "firmware/scorer/ticks.py": {"micropython"},
    "firmware/display": {
        "binascii",
        "display",
        "framebuf",
        "lookup",
        "micropython",
        "struct",
        "sys",
    },
    "firmware/display/panels": {"lookup", "os"},
    "firmware/hal": {"hal", "machine", "esp32", "array", "os", "random", "time", "vfs"},
}
ROOMS = ("box", "coinche", "scorer", "display", "hal")
MODELS = ("chip", "controller", "glass", "panel_entry", "turn", "ultrachip", "world")
# what runs under MicroPython too, beside the firmware
BOTH = ["host_tests/pure", "tools/rules.py", "tools/ticket.py"]
BOTH += [f"tools/simulator/{part}.py" for part in MODELS]
BOTH += [f"host_tests/models/{part}.py" for part in ("at_table", "play")]
BOTH_MAY = {"box", "coinche", "scorer", "display"}
BOTH_MAY |= {"micropython", "binascii", "collections", "gc", "json", "models.at_table"}
BOTH_MAY |= {"os", "random", "struct", "sys", "time", "math", "models.play"}
# methods that str, int and namedtuple do not have there (title and translate are words of ours)
MISSING = """zfill ljust rjust casefold capitalize swapcase expandtabs removeprefix removesuffix
    isalnum isidentifier format_map bit_length _replace _asdict _fields with_traceback""".split()
# calls that a module may make while it is imported: they make constants
AT_IMPORT = {
    "const",
    "bytes",
    "bytearray",
    "dict",
    "frozenset",
    "len",
    "max",
    "min",
    "ord",
    "range",
}
AT_IMPORT |= {"set", "sorted", "str", "sum", "tuple", "threshold", "split", "encode", "join"}
AT_IMPORT |= {"items", "mount", "rfind"}

FIRMWARE = list(python("firmware"))


def allowed(path):
    row = max((row for row in MAY if name(path).startswith(row)), key=len)
    return MAY[row]


def fits(module, permitted):
    return any(module == good or module.startswith(good + ".") for good in permitted)


def ids(paths):
    return [name(path) for path in paths]


@pytest.mark.parametrize("path", FIRMWARE, ids=ids(FIRMWARE))
def test_imports_only_point_down(path):
    wrong = [row for row in imports(path) if not fits(row[0], allowed(path))]
    assert not wrong, f"{name(path)} imports {wrong}; it may import {sorted(allowed(path))}"


def test_every_folder_of_the_firmware_has_its_row():
    rooms = {path.relative_to(ROOT / "firmware").parts[0] for path in FIRMWARE}
    assert rooms == {"main.py", "packed.py", "lookup.py", *ROOMS}


def test_what_runs_on_both_interpreters_imports_what_both_have():
    paths = list(python(*BOTH))
    ours = {path.stem for path in paths} | {"?"}  # run.py imports the tests by their names
    wrong = [
        (name(path), module, line)
        for path in paths
        for module, line in imports(path)
        if not fits(module, BOTH_MAY | ours)
    ]
    assert not wrong, wrong


def test_the_rules_are_integers_in_integers_out():
    """No float, no true division, no file, no output: coinche and the policies of scorer."""
    wrong = []
    policies = [f"firmware/scorer/{part}.py" for part in ("gestures", "refresh", "ticks")]
    for path in python("firmware/coinche", *policies):
        for node in ast.walk(parsed(path)):
            bad = isinstance(node, ast.Constant) and isinstance(node.value, float)
            bad |= isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.Div)
            bad |= isinstance(node, ast.Name) and node.id in ("open", "print", "input", "float")
            if bad:
                wrong.append((name(path), node.lineno))
    assert not wrong, wrong


def test_only_the_journal_the_fonts_the_places_the_panels_and_the_texts_open_files():
    wrong = [
        (name(path), node.lineno)
        for path in FIRMWARE
        if path.name not in ("journal.py", "text.py", "layout.py", "start.py", "packed.py")
        and path.parent.name not in ("lang", "book", "panels")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open"
    ]
    assert not wrong, wrong


def at_import(path):
    """Calls that run when the file is imported."""
    todo = list(parsed(path).body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            continue
        if isinstance(node, ast.If) and "__name__" in ast.dump(node.test):
            continue
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", None) or getattr(node.func, "attr", "?"), node.lineno
        todo += ast.iter_child_nodes(node)


def test_no_object_is_created_at_import():
    wrong = [
        (name(path), line, call)
        for path in FIRMWARE
        for call, line in at_import(path)
        if call not in AT_IMPORT
    ]
    assert not wrong, wrong


def test_no_board_is_named_in_the_firmware():
    """A board states what it can do; the code asks for that, never for its name."""
    boards = {path.parent.name for path in (ROOT / "boards").glob("*/board.py")}
    wrong = []
    for path in FIRMWARE:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and node.value in boards:
                wrong.append((name(path), node.lineno, node.value))
            if isinstance(node, ast.Attribute) and node.attr in ("NAME", "TITLE", "CHIP"):
                wrong.append((name(path), node.lineno, node.attr))
    assert boards and not wrong, wrong


def test_no_profile_is_named_in_a_condition():
    """H109: Rules are data: what a table plays is asked of its parameters."""
    keys = set(json.loads(text(ROOT / "tools/data/profiles.json"))["profiles"])
    wrong = [
        (name(path), node.lineno)
        for path in FIRMWARE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Compare)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and part.value in keys
    ]
    assert keys and not wrong, wrong


def test_no_except_is_bare():
    wrong = [
        (name(path), node.lineno)
        for path in python("firmware", "boards", "tools", "host_tests")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]
    assert not wrong, wrong


def test_no_method_is_used_that_micropython_does_not_have():
    wrong = [
        (name(path), node.lineno, node.attr)
        for path in python("firmware", "boards", *BOTH)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and node.attr in MISSING
    ]
    assert not wrong, wrong


def test_no_string_or_tuple_is_sliced_with_a_step():
    wrong = [
        (name(path), node.lineno)
        for path in python("firmware", "boards", *BOTH)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Slice) and node.step is not None
    ]
    assert not wrong, wrong


# These are rules, and rules are data: they stand in tools/data/profiles.json.  The exceptions,
# each with its reason; an unused one is one too many.  display counts pixels: not looked at.
RULE_NUMBERS = (152, 160, 162, 250, 252, 258)
EXCEPTIONS = {
    ("firmware/coinche/deal.py", 152): "RULES section 3: the sum of the cards, undisputed",
    ("firmware/coinche/deal.py", 162): "the notation of all eight tricks, whatever the pile",
    ("firmware/coinche/deal.py", 258): "RULES section 10: what pile.TA_method x162/258 converts",
    (
        "firmware/coinche/match.py",
        160,
    ): "RULES section 4 rule 5: marks of a misdeal after the bid",
    ("firmware/coinche/match.py", 250): "the same: a capot counts 250 there",
}


def test_no_number_of_the_rules_stands_in_the_code():
    """A21: a pile or a base that is not read from the profile would be the one of another."""
    found = {
        (name(path), node.value)
        for path in python("firmware/main.py", "firmware/coinche", "firmware/scorer")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and node.value in RULE_NUMBERS
    }
    assert found == set(EXCEPTIONS), found ^ set(EXCEPTIONS)


def test_no_text_holds_a_number_of_the_rules():
    """A21: but the tables, the titles of the rule sets, and the words by which a rule set names
    how cards are counted; what the ticket says for one of them holds its number."""
    table = json.loads(text(ROOT / "tools/data/profiles.json"))["parameters"]
    words = {value for row in table.values() for value in row["values"] if type(value) is str}
    words |= {":258"}
    wrong = []
    for path in python("firmware/main.py", "firmware/coinche", "firmware/scorer"):
        if path.name in ("tables.py", "published.py", "titles.py"):
            continue
        documents = {
            id(node.body[0].value)
            for node in ast.walk(parsed(path))
            if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and id(node) not in documents:
                numbers = re.findall(r"\d+", node.value if type(node.value) is str else "")
                numbers += re.findall(rb"\d+", node.value if type(node.value) is bytes else b"")
                if {int(number) for number in numbers} & set(RULE_NUMBERS):
                    if node.value not in words:
                        wrong.append((name(path), node.lineno, node.value))
    assert not wrong, wrong


def test_every_file_of_the_firmware_says_what_it_is_for():
    wrong = [
        name(path)
        for path in FIRMWARE
        if text(path).strip() and not text(path).startswith(("#", '"""'))
    ]
    assert not wrong, wrong


def test_a_board_is_data():
    for path in sorted((ROOT / "boards").glob("*/board.py")):
        for node in parsed(path).body:
            assert isinstance(node, ast.Assign), (name(path), node.lineno)
            ast.literal_eval(node.value)


def test_power_is_latched_before_anything_is_built():
    """K21: what holds the supply comes first, before canvas, panel and screens are even loaded."""
    path = ROOT / "firmware" / "box" / "start.py"
    tree = parsed(path)
    loaded = [n for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]
    loaded = {getattr(node, "module", None) or node.names[0].name for node in loaded}
    assert loaded == {"sys", "binascii", "hal", "scorer"}
    run = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "run")
    first = run.body[1]  # after its docstring
    assert ast.unparse(first) == "why, keys, down = _hal.start(board)"
    board = parsed(ROOT / "firmware" / "hal" / "board.py")
    start = next(n for n in board.body if getattr(n, "name", "") == "start")
    assert ast.unparse(start.body[1]).startswith("for gpio, level in board.HOLD + board.START:")


def test_nothing_asks_what_time_it_is():
    """I117: all times are differences of ticks, which cannot be put forward or back; but for the
    minutes of a deal, which only say how long it took (test_minutes.py)."""
    asked = {"time", "localtime", "gmtime", "mktime", "datetime", "time_ns"}
    wrong = [
        name(path)
        for path in FIRMWARE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in asked
    ]
    wrong += [
        name(path)
        for path in FIRMWARE
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom) and node.module == "time"
        if {one.name for one in node.names} & asked
    ]
    assert wrong == ["firmware/hal/device.py"]


def test_how_long_a_key_is_down_is_told_in_one_table():
    """E78: no screen has a hold of its own; what else in scorer and display lasts is said here."""
    others = {"_PAUSE_MS", "_REST_MS", "_POLLING_MS", "_CELL_MS"}  # without a key
    others |= {"_POLL_MS", "_LATE_MS", "_RETRY_MS", "_RETRY_MAX_MS"}  # of the panel
    found = {}
    for path in FIRMWARE:
        if path.parts[-2:-1] == ("hal",) or "box" in path.parts:
            continue
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                if node.id.endswith("_MS"):
                    found.setdefault(path.stem, set()).add(node.id)
    table = found.pop("gestures")
    assert {"HOLD_MS", "_LONG_MS", "_DEAD_MS", "_REPEAT_MS"} < table
    assert set().union(*found.values()) == others
