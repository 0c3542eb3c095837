"""Benches for the tests of this folder; each is closed at the end of its test."""

import os
from pathlib import Path

import pytest

import bench
from device.hands import Box

STUB = Path(__file__).parent / "stub"
BOARDS = ("crowpanel_42", "waveshare_esp32_driver")


@pytest.fixture(autouse=True, scope="module")
def one_core():
    """A worker of the test run keeps to one core: bench and firmware take turns over a pipe, and
    on one core that costs a fifth less time than across two."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    cores = os.sched_getaffinity(0)
    if worker:
        os.sched_setaffinity(0, {sorted(cores)[int(worker[2:]) % len(cores)]})
    yield
    os.sched_setaffinity(0, cores)


@pytest.fixture
def on_bench():
    """on_bench(board, **settings): a Bench with the stub application, idle unless idle=False."""
    made = []

    def make(board="crowpanel_42", idle=True, **settings):
        settings.setdefault("firmware", [STUB])
        made.append(bench.Bench(board, **settings))
        if idle:
            made[-1].idle()
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.fixture
def board_like(tmp_path):
    """board_like(board, NAME=value, ...): folder of a board that differs in these fields."""

    def make(board, **fields):
        folder = tmp_path / f"{board}_like"
        folder.mkdir()
        text = (bench.ROOT / "boards" / board / "board.py").read_text(encoding="utf-8")
        text += "".join(f"{name} = {value!r}\n" for name, value in fields.items())
        (folder / "board.py").write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def box():
    """box(board, rules, ...): a Box, closed at the end of the test."""
    made = []

    def make(*what, **more):
        made.append(Box(*what, **more))
        return made[-1]

    yield make
    for one in made:
        one.bench.close()


@pytest.fixture(scope="module")
def shared():
    """shared(board, rules): a Box that several tests use, at its main screen with nothing
    entered."""
    made = {}

    def get(board, rules):
        if (board, rules) not in made:
            made[board, rules] = Box(board, rules, 300)
        made[board, rules].home()
        return made[board, rules]

    yield get
    for one in made.values():
        one.bench.close()
