"""Rules by example and a table's own on the bench: a match by them, what a power cut leaves at
every flash operation of the save, and what comes home in the journal."""

import json
from pathlib import Path

import pytest
from littlefs import LittleFS

import rules as rule_tool
from coinche import deal, profile
from device.hands import BOARDS, ROW, Box

pytestmark = pytest.mark.xdist_group("flow")

# both no-trump and all-trump, declarations, made + bid, 162, x3, belote across, to tens, 1500
ANSWERS = "3 0 0 1 1 1 1 1"
VALUES = {
    "bid.SA": True,
    "bid.TA": True,
    "melds.on": True,
    "fail.base": 162,
    "dbl.base": 162,
    "dbl.level2": 3,
    "belote.on_fail": "defence",
    "round.unit": 10,
    "round.up_from": 5,
    "match.target": 1500,
}
CHANGED = {name: VALUES[name] for name in ("fail.base", "dbl.base", "dbl.level2", "match.target")}


def by_tool(given, text):
    told = rule_tool.score({"profile": given, "deal": deal.from_text(text)})
    return {"NS": told["takers"], "WE": told["defence"]}


def journal(image):
    """The lines of the newest journal in a flash."""
    fs = LittleFS(block_size=4096, block_count=512, mount=False)
    fs.context.buffer = bytearray(Path(image).read_bytes())
    fs.mount()
    files = [fs.open(name, "rb").read().decode() for name in ("match.a", "match.b")
             if name in fs.listdir("/")]  # fmt: skip
    return max((file.split("\n") for file in files), key=lambda lines: int(lines[0].split()[1]))


@pytest.mark.parametrize("board", BOARDS)
def test_a_table_finds_its_rules_by_two_deals(box, board):
    hands = box(board, lang=None, start=None)
    first = hands.go("fr", "rules", "example")
    assert "100 demandé, 115 faits." in first["text"]
    assert "Chez vous, on marque ?" in first["text"]
    second = hands.go("215/47")
    assert "100 coinché, 115 faits, la belote." in second["text"]
    hands.bench.cut()
    assert hands.seen() == second
    found = hands.go("450/0")
    said = " ".join(found["text"])
    assert "On marque faits + demandés, chuté : 162 + contrat, coinche ×2, ×4" in said
    assert hands.go("accept")["screen"] == "setup"
    assert hands.go("start", "N")["profile"] == "it"
    assert hands.deal("S", "100", "S", "made", "3", "0")["marks"] == {"NS": 232, "WE": 30}


@pytest.mark.parametrize("board", BOARDS)
def test_a_match_by_rules_of_ones_own(tmp_path, board):
    """D72: the marks are those of the rule tool by the same parameters; after a cut, a rematch and
    a restart it is the same table."""
    given = {"extends": "fr", "values": VALUES}
    with Box(board, "fr", 0, store=tmp_path, start=None) as hands:
        shown = hands.go("rules", "ours", "3", "0", "0")
        assert shown["screen"] == "ours" and "NOS RÈGLES 4/8" in shown["text"]
        assert {"160 : 0 / 260", "162 : 0 / 262", "100 demandé, 85 faits"} <= set(shown["text"])
        hands.go(*ANSWERS.split()[3:], "names", "A", "B", "done")
        kept = hands.go("accept")
        assert (kept["screen"], kept["fields"]["setup"]) == ("setup", ["=Ab", 0])
        assert {"Ab", "Total : 1500"} <= set(kept["text"])
        hands.bench.cut()
        assert hands.seen() == kept
        begun = hands.go("start", "N")
        assert begun["profile"] == "=Ab"
        one = hands.deal("S", "100", "SA", "made", "3", "0")
        assert one["marks"] == by_tool(given, "100SA =132")
        hands.deal("S", "100", "D", "coinche", "coinche", "failed")
        hands.bench.cut()
        two = hands.seen()
        assert two["marks"] == by_tool(given, "100D xx failed")
        # the referee reads the same rules
        hands.go("?", "writing", "why")
        asked = hands.seen()
        hands.bench.cut()
        assert hands.seen() == asked
        hands.go("?")
        over = two
        while not over["over"]:
            over = hands.deal("N", "160", "S", "failed")
        again = hands.go("rematch")
        assert (again["profile"], again["totals"]) == ("=Ab", {"NS": 0, "WE": 0})
    with Box(board, "it", 0, store=tmp_path, start=None) as hands:
        assert hands.seen()["profile"] == "=Ab"
        offered = hands.go("<", "fresh")  # nothing is played yet
        assert offered["fields"]["setup"] == ["=Ab", 0] and "Ab" in offered["text"]


def test_the_power_may_go_inside_the_save_of_own_rules(box):
    """D68: at the n-th flash operation of the press that keeps them, for every n: they are there
    or the question still is; no other line is touched."""
    hands = box(ROW, "fr", 0, start=None)
    there = hands.go("rules", "ours", *ANSWERS.split(), "names", "A", "done")
    done = []
    for n in range(1, 40):
        hands.bench.idle()
        cuts = hands.bench.cuts
        hands.bench.cut(n)
        hands.ok()
        state = hands.seen()
        own = hands.bench.ask("main.app.session.own")
        if hands.bench.cuts == cuts:
            assert state["screen"] == "setup" and list(own) == ["A"]
            break
        if not own:
            assert state == there
            continue
        done.append(state["screen"])
        assert state["fields"]["setup"] == ["=A", 0]
        text = own["A"]
        if state["screen"] == "ours":
            hands.go("accept")
            assert hands.bench.ask("main.app.session.own") == {"A": text}
        hands.bench.idle()
        hands.go("rules", "erase")
        hands.bench.idle()
        gone = hands.go("drop")
        assert gone["screen"] == "setup" and not hands.bench.ask("main.app.session.own")
        hands.go("rules", "rules", "fr")
        there = hands.go("rules", "ours", *ANSWERS.split(), "names", "A", "done")
    assert n > 3 and done


def test_own_rules_come_home_and_go_to_another_box(tmp_path):
    """Export and import: the line of the journal, through the rule tool and back, is the set that
    a second box plays."""
    with Box(ROW, "fr", 0, store=tmp_path, start=None) as hands:
        hands.go("rules", "ours", *ANSWERS.split(), "names", "A", "done", "accept")
    line = [line for line in journal(tmp_path / "flash.img") if line.startswith("own ")]
    assert len(line) == 1
    _, name, text = line[0].split(" ")
    out = rule_tool.answer(rule_tool.own, json.dumps({"text": text}).encode())
    assert (out["extends"], out["values"]) == ("fr", CHANGED)
    back = profile.to_text(profile.resolve({"extends": out["extends"], "values": out["values"]}))
    assert back == text
    with Box(ROW, "it", 0, start=None) as hands:
        before = hands.seen()
        hands.bench.ask(f"main.app.session.own.update({{{name!r}: {back!r}}})")
        hands.bench.ask("main.app.session.save()")
        hands.bench.cut()
        assert hands.seen()["fields"] == before["fields"]
        assert hands.go("rules", "rules", "=A", "start", "N")["profile"] == "=A"
        marks = hands.deal("S", "100", "SA", "made", "3", "0")["marks"]
        assert marks == by_tool({"extends": "fr", "values": VALUES}, "100SA =132")
