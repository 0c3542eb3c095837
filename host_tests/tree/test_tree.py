"""The repository itself: its fixed top level, pinned requirements, commands that exist, nothing of
the machine it was written on, nothing that passes by being skipped, and the size of what ships."""

import ast
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import mpy
import sizes
from bench import load_board
from tree.source import ROOT, name, parsed, python, text, walk

TOP = {"firmware", "host_tests", "boards", "tools", "Makefile", "README.md", "LICENSE"}
PRODUCTS = {"build", "mutants"}
BOARDS = sorted(path.parent.name for path in (ROOT / "boards").glob("*/board.py"))
TEXT = {"", *".py .md .json .jsonl .ini .toml .txt .html .css .js .mjs .svg".split()}


def test_the_top_level_is_the_fixed_one():
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - PRODUCTS == TOP


def test_no_file_is_too_large_to_be_source():
    large = [(name(path), path.stat().st_size) for path in walk() if path.stat().st_size > 400_000]
    assert not large


def test_nothing_tells_of_the_machine_it_was_written_on():
    """Paths, registries, how the work was organised; in halves here, so that this file passes."""
    words = ["/" + "work/", "/" + "root/", "/" + "home/", "/" + "tmp/", r"\." + "library"]
    words += ["pypi" + r"\.org", "npmjs" + r"\.", "python" + "hosted", r"\.\./" + "shared/"]
    words += [r"https?://[^ \"']+\.(?:wh" + "l|tgz|tar\\.gz|deb)", '"resol' + 'ved"']
    words += ["sub" + "agent", "language" + " model", "developer" + " session", "Clau" + "de"]
    wrong = []
    for path in walk():
        if path.suffix in TEXT:
            for number, line in enumerate(text(path).splitlines(), 1):
                found = re.search("|".join(words), line, re.I)
                if found:
                    wrong.append((name(path), number, found.group()))
    assert not wrong, wrong


def test_every_requirement_is_pinned():
    rows = [row for row in text(ROOT / "tools/requirements.txt").splitlines() if row[:1].isalpha()]
    assert len(rows) > 10
    assert all(re.fullmatch(r'[\w-]+==[\w.]+( ; python_version < "3\.11")?', row) for row in rows)
    package = json.loads(text(ROOT / "tools/package.json"))
    assert package["private"] is True
    wanted = {**package["dependencies"], **package["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+(-\d+)?", version) for version in wanted.values())
    locked = json.loads(text(ROOT / "tools/package-lock.json"))["packages"]
    assert {
        key.removeprefix("node_modules/"): row["version"] for key, row in locked.items() if key
    } == wanted
    assert all(row["integrity"].startswith("sha512-") for key, row in locked.items() if key)


def targets():
    return set(re.findall(r"^([a-z]+):", text(ROOT / "Makefile"), re.M))


def test_make_prints_its_targets():
    done = subprocess.run(["make", "-C", ROOT], capture_output=True, text=True, check=True)
    printed = set(re.findall(r"^make (\w+) +\S", done.stdout, re.M))
    assert printed == targets() >= {"run", "test", "lint", "bench", "budgets", "pictures", "clean"}


def test_every_script_of_the_makefile_exists():
    scripts = re.findall(r"\b(tools/\w+\.py)", text(ROOT / "Makefile"))
    assert scripts
    assert not [script for script in scripts if not (ROOT / script).exists()]


def test_every_command_of_the_documents_exists():
    """`make x` and the scripts named in README.md and the other documents."""
    wrong = []
    for path in walk():
        if path.suffix != ".md":
            continue
        found = text(path)
        code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", found, re.S))
        wrong += [
            (name(path), "make " + word)
            for word in re.findall(r"\bmake ((?![A-Z_]+=)[a-z]+)\b", code)
            if word not in targets()
        ]
        wrong += [
            (name(path), script)
            for script in re.findall(r"\b((?:tools|host_tests)/[\w/]+\.py)\b", code)
            if not (ROOT / script).exists()
        ]
        wrong += [
            (name(path), link)
            for link in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", found)
            if not (path.parent / link).exists()
        ]
    assert not wrong, wrong


def test_the_readme_has_what_a_newcomer_needs():
    readme = text(ROOT / "README.md")
    assert "make run" in readme and "make test" in readme
    assert re.search(r"!\[[^\]]*\]\([^)]+\.png\)", readme), "a picture of the screen"
    assert not [board for board in BOARDS if board not in readme]


def test_every_board_says_how_it_is_wired_and_how_far_it_is_tested():
    for board in BOARDS:
        assert (ROOT / "boards" / board / "README.md").exists(), board


def test_the_build_machine_runs_the_same_command():
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert text(script).startswith("#!/usr/bin/env bash\n")
    assert "\nset -euo pipefail\n" in text(script)
    assert text(script).rstrip().endswith("\nmake test")


def test_no_test_can_pass_by_being_skipped():
    words = {"skip", "skipif", "importorskip", "xfail", "skipTest"}
    wrong = [
        (name(path), node.lineno, node.attr)
        for path in python("host_tests")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and node.attr in words
    ]
    assert not wrong, wrong


def test_every_pure_test_is_plain():
    """Functions without fixtures and without pytest, so that both interpreters run them."""
    wrong = []
    for path in python("host_tests/pure"):
        if path.name.startswith("test_"):
            names = [node for node in parsed(path).body if isinstance(node, ast.FunctionDef)]
            tests = [node for node in names if node.name.startswith("test_")]
            if not tests:
                wrong.append((name(path), "no test"))
            doubled = {node.name for node in tests if [n.name for n in tests].count(node.name) > 1}
            wrong += [(name(path), "twice", test) for test in sorted(doubled)]
            wrong += [
                (name(path), "not plain", node.name)
                for node in tests
                if node.args.args or node.decorator_list
            ]
    assert not wrong, wrong


# ---- what ships

# what ships is compiled to be weighed; this is what else MicroPython runs
ALSO = ["host_tests/pure", "tools/rules.py", "tools/ticket.py", "tools/simulator"]
ALSO += ["firmware/" + path for path in mpy.LEFT_OUT]


@pytest.mark.xdist_group("sizes")
def test_the_compiler_of_the_device_accepts_every_file(tmp_path):
    modules = {mpy.module_of(p.relative_to(ROOT / "firmware")) for p in python("firmware")}
    modules -= {mpy.module_of(Path(path)) for path in mpy.LEFT_OUT}
    modules -= {"coinche", "display", "display.fonts", "scorer"}  # nothing but folders
    for board in BOARDS:
        is_row = load_board(board)[1].STYLE == "row"  # as the bench reads it
        other = {mpy.module_of(Path(path)) for path in (mpy.LIST if is_row else mpy.ROW)}
        shipped = set(sizes.measure(board)["modules"])
        glass = "%dx%d" % mpy.glass(ROOT / "boards" / board)
        other |= {one for one in modules if re.search(r"\.\d", one) and glass not in one}
        # what only some boards need: a picture turned by the processor, a panel that is asked
        assert shipped | {"display.turned", "hal.probe"} == modules - other | {"board"}
        places = [path.stem for path in sizes.shipped(board)[0] if path.parent.name == "places"]
        assert places == [glass]
    mpy.compile_tree([(path, Path(name(path))) for path in python(*ALSO)], tmp_path, keep=())


@pytest.mark.xdist_group("sizes")
@pytest.mark.parametrize("board", BOARDS)
def test_what_ships_fits_its_budgets(board):
    got = sizes.measure(board)
    print(*sizes.table(board), sep="\n")
    over = [what for what in sizes.BUDGET if got[what] > sizes.BUDGET[what]]
    assert not over, "\n".join(sizes.table(board, verbose=True))


def test_there_is_a_board_to_ship_for():
    assert {"crowpanel_42", "waveshare_esp32_driver"} <= set(BOARDS)
