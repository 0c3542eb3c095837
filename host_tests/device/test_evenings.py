"""Whole evenings through the keys: every file, five rule sets, four keys and a dial, and with the
power cut. What stands on the glass must equal what tools/rules.py makes of the same facts.

Every file is played under one of the rule sets, on each board with each of its panels and to one
end or the other, in turn: with the file's target, which ends the match, or with one that
nobody reaches. `make prove ARGS=evenings` plays all of it. The heap is the board's own.
"""

import json
import random
from pathlib import Path

import pytest

from bench import ROOT, Bench, load_board
from evening import Hand, Lost, begin, cut, play

FILES = sorted((Path(__file__).parent.parent / "data" / "evenings").glob("evening*.json"))
BOARDS = ("waveshare_esp32_driver", "crowpanel_42")
PROFILES = ("club", "it", "fr", "ffb_contree_2016", "cannes_2016")
CUTS = 500  # of the evenings that are not cut after every step
PART = 8  # deals of an evening that is cut at random


def evening(path):
    return json.loads(path.read_text(encoding="utf-8"))


def fitted():
    """(board, panel) of all there are."""
    for path in sorted(ROOT.glob("boards/*/board.py")):
        for panel in load_board(path.parent.name)[1].PANELS:
            yield path.parent.name, panel


def part(path, chance):
    """Some deals of an evening, one after the other."""
    facts = evening(path)
    first = chance.randrange(len(facts["deals"]) - PART)
    return {**facts, "deals": facts["deals"][first : first + PART]}


def bench(board, profile, target, panel=None):
    """A box; a panel that cannot be told apart is set, as a person would."""
    data = load_board(board)[1]
    files = {"panel.txt": panel + "\n"} if panel and not data.PROBE else {}
    return Bench(
        board, data.HEAP, True, "fr", profile, target, panel=panel, files=files
    )  # fmt: skip


FITTED = list(fitted())
PLAYED = [
    (path, profile)
    for n, path in enumerate(FILES)
    for m, profile in enumerate(PROFILES)
    if (2 * n + m) % len(PROFILES) == 0
]


class EveryStep:
    """Cuts after every press of an evening."""

    count = 0

    def deal(self):
        pass

    def __call__(self, hand):
        self.count += 1
        cut(hand.bench)


class Sometimes(EveryStep):
    """Cuts after about every second press, up to `most` times, at once or within 0.7 s."""

    most = 0

    def __init__(self, chance):
        self.chance = chance

    def __call__(self, hand):
        if self.count < self.most and self.chance.random() < 0.6:
            self.count += 1
            cut(hand.bench, self.chance.randrange(700))


@pytest.mark.parametrize("board, panel", FITTED)
def test_every_evening_ends_with_the_totals_of_the_rule_tool(board, panel):
    """D59 too: up to thirty deals in the heap of a board."""
    for n, (path, profile) in enumerate(PLAYED):
        if (n + n // len(FITTED)) % len(FITTED) == FITTED.index((board, panel)):
            whole_evening(board, profile, path, None if n // len(FITTED) % 2 else 9999, panel)


def whole_evening(board, profile, path, target, panel=None):
    """Plays one file; target None: its own."""
    facts, told = evening(path), []
    with bench(board, profile, target or facts["target"], panel) as box:
        code = play(box, facts, out=told.append)
    summary = json.loads(told[-1])
    assert code == 0, (path.name, target, summary)
    if target:
        assert summary["unused"] == 0 and not summary["over"]


@pytest.mark.parametrize("board, profile, name", [
    ("waveshare_esp32_driver", "it", "evening00.json"),
    ("crowpanel_42", "fr", "evening24.json"),
])
def test_a_cut_after_every_step_changes_nothing(board, profile, name):
    facts = evening(next(path for path in FILES if path.name == name))
    steps = EveryStep()
    told = []
    with bench(board, profile, 1000) as box:
        assert play(box, facts, out=told.append, cuts=steps) == 0
    assert steps.count == json.loads(told[-1])["presses"] > 30


@pytest.mark.parametrize("number", range(4))
def test_cuts_at_random_instants_change_nothing(number):
    """A quarter of the seeded cuts, over the other evenings, in the middle of refreshes too."""
    chance = random.Random(number)
    others = [path for path in FILES if path.name not in ("evening00.json", "evening24.json")]
    cuts = Sometimes(chance)
    while cuts.count < CUTS // 4:
        cuts.most = min(cuts.count + 45, CUTS // 4)
        with bench(chance.choice(BOARDS), chance.choice(PROFILES), 3000) as box:
            facts = part(chance.choice(others), chance)
            assert play(box, facts, out=lambda line: None, cuts=cuts) == 0


def test_a_hand_that_asks_for_what_is_not_there_is_told():
    with bench(BOARDS[0], "it", 1000) as box:
        hand = Hand(box)
        begin(hand, "N")
        with pytest.raises(Lost, match="capot is not among"):
            hand.answer("capot")


def test_what_destroys_is_a_long_hold_with_three_keys_and_a_wheel_too():
    for board in ("reterminal_e1001", "m5_coreink"):
        told, cuts = [], Sometimes(random.Random(5))
        cuts.most = 20
        with bench(board, "fr", 9999) as box:
            facts = part(FILES[2], random.Random(2))
            assert play(box, facts, out=told.append, cuts=cuts) == 0
            assert cuts.count == 20
            hand = Hand(box)
            if "menu" not in box.keys:
                box.hold("ok")
            else:
                box.press("menu")
            hand.answer("fresh")
            box.idle()
            box.press("next" if "next" in box.keys else "down")
            box.idle()
            box.hold("ok", 2100)
            box.idle()
            assert Hand(box).screen() == "setup"
