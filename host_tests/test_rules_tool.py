"""tools/rules.py as it is called, under CPython and under MicroPython: both answer alike."""

import glob
import json
import os
import subprocess
import sys

import evening_facts
import rule_tables
import rules
import test_fuzz
from coinche import history, profile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.path.join(ROOT, "tools", "rules.py")
MICROPYTHON = os.path.join(os.path.dirname(sys.executable), "micropython")
SCORE = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 120}
EVENING_PROFILES = ("club", "it", "fr", "ffb_contree_2016", "cannes_2016")


def run(interpreter, call, text):
    """(exit code, parsed lines)"""
    assert os.path.exists(interpreter), "pip install -r requirements.txt brings " + interpreter
    done = subprocess.run(
        [interpreter, TOOL, call], input=text, capture_output=True, check=False
    )
    assert not done.stderr or done.returncode, done.stderr.decode()
    return done.returncode, [json.loads(line) for line in done.stdout.decode().splitlines()]


def answers(call, lines):
    """The answers to JSON values, after both interpreters gave the same ones."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    text = text.encode()
    code, out = run(sys.executable, call, text)
    assert code == 0 and len(out) == len(lines)
    assert run(MICROPYTHON, call, text) == (0, out)
    return out


def rows(kind):
    path = os.path.join(ROOT, "host_tests", "data", "rules", "examples.json")
    with open(path, encoding="utf-8") as file:
        return [row for row in json.load(file)["rows"] if row["kind"] == kind]


def given(row):
    return {"extends": row["profile"], "values": row["overrides"]}


def evenings():
    paths = sorted(glob.glob(os.path.join(ROOT, "host_tests", "data", "evenings", "*.json")))
    assert len(paths) == 30
    for path in paths:
        with open(path, encoding="utf-8") as file:
            yield os.path.basename(path), json.load(file)


# ---- the calls


def test_score_answers_every_published_deal():
    table = rows("deal")
    assert len(table) == 385
    out = answers("score", [{"profile": given(row), "deal": row["deal"]} for row in table])
    for row, answer in zip(table, out):
        expected = dict(row["expect"])
        for wrong in ("refused", "error"):
            if wrong in expected:
                assert answer["field"] == expected[wrong], (row["id"], answer)
                assert answer["error"].startswith(expected[wrong] + ": ")
                break
        else:
            assert {name: answer[name] for name in expected} == expected, (row["id"], answer)
            for side in ("takers", "defence"):
                own = [line["amount"] for line in answer["lines"] if line["side"] == side]
                assert sum(own) == answer[side], row["id"]


def test_match_answers_every_published_end():
    lines = []
    for row in rows("match"):
        events = []
        for one in row["deals"]:
            if "deal" in one:
                taker = "N" if one["takers"] == "NS" else "W"
                events.append({"event": "deal", "taker": taker, "deal": one["deal"]})
            else:
                events.append(dict(one, event="marks"))
        lines.append({"profile": given(row), "start": row["before"], "events": events})
    for row, answer in zip(rows("match"), answers("match", lines)):
        last = answer["states"][-1]
        assert last["totals"] == row["expect"]["totals"], row["id"]
        expected = row["expect"]["result"]
        assert last["winner"] == (expected if last["over"] else None), row["id"]
        assert last["over"] == (expected not in ("continue", "extra_deal")), row["id"]
        assert (last["why"] == "extra_deal") == (expected == "extra_deal"), row["id"]


def test_melds_answers_every_published_contest_of_announced_declarations():
    table = [row for row in rows("melds_contest") if row["id"] != "K11"]  # seen in a hand only
    lines = [
        {"profile": given(row), **{n: row[n] for n in ("denomination", "dealer", "melds")}}
        for row in table
    ]
    for row, answer in zip(table, answers("melds", lines)):
        assert {name: answer[name] for name in row["expect"]} == row["expect"], row["id"]
        assert sorted(answer) == ["cancelled", "points", "reason", "winner"]


def test_needs_answers_with_what_the_design_names():
    bid = {"contract": 100, "denomination": "H", "level": 0}
    facts = {"belote_takers": 1, "melds_defence": 0}
    lines = [
        {"profile": "fr", "contract": bid, "facts": facts},
        {"profile": "it", "contract": bid},
        {"contract": dict(bid, contract="capot")},
    ]
    out = answers("needs", lines)
    for answer in out:
        assert sorted(answer) == ["ask", "if_failed", "if_least", "least"]
        assert answer["ask"][0]["fact"] == "result"
    assert [answer["least"] for answer in out] == [80, 100, None]
    assert out[1]["if_least"] == {"takers": 200, "defence": 62}
    assert out[1]["if_failed"] == {"takers": 0, "defence": 262}
    assert out[2]["if_least"] is None


def test_a_state_has_the_fields_of_the_design_and_no_other():
    events = [{"event": "deal", "taker": "N", "deal": SCORE}, {"event": "undo"}]
    answer = answers("match", [{"first_dealer": "N", "events": events}])[0]
    assert len(answer["states"]) == 3
    for state in answer["states"]:
        assert sorted(state) == sorted(
            ["dealer", "speaker", "cutter", "totals", "deals", "marks", "held", "no_bid", "over",
             "winner", "why"]
        )  # fmt: skip
    assert answer["states"][1]["totals"] == {"NS": 220, "WE": 42}
    assert answer["states"][2] == answer["states"][0]


# ---- wrong lines


def test_legal_and_winner_answer_every_published_position():
    table = rows("play")
    assert len(table) == 10
    lines = [
        {"profile": given(row), **{k: row[k] for k in ("denomination", "hand", "trick", "seat")}}
        for row in table
    ]
    for row, answer in zip(table, answers("legal", lines)):
        assert sorted(answer) == ["legal", "reason"]
        assert sorted(answer["legal"]) == sorted(row["expect"]["legal"]), row["id"]
    line = {"denomination": "H", "trick": [["E", "8H"], ["N", "QH"], ["W", "JH"], ["S", "9H"]]}
    assert answers("winner", [line]) == [{"seat": "W", "points": 37}]  # vectors, T0001


def test_auction_answers_every_published_call():
    """A call that is not legal is named with its reason."""
    table = rows("auction")
    assert len(table) == 19
    lines = [{"profile": given(row), "dealer": row["dealer"], "calls": row["calls"]}
             for row in table]  # fmt: skip
    for row, answer in zip(table, answers("auction", lines)):
        expect = row["expect"]
        if not expect["legal"]:
            at = "calls[%d]" % (len(row["calls"]) - 1)
            assert answer["field"] == at and answer["error"].startswith(at + ": ")
            assert answer["why"] and answer["why"] != "choice", row["id"]
            continue
        assert sorted(answer) == ["contract", "legal", "next", "others", "over", "redeal"]
        assert (answer["over"], answer["next"]) == (expect["closed"], expect["to_speak"])
        contract = answer["contract"]
        assert (contract and contract["taker"]) == expect["bidder"], row["id"]
        if contract:
            assert f"{contract['value']}{contract['denomination']}" == expect["bid"]
            assert contract["level"] == expect["level"]
    calls = [["W", "80H"], ["S"]]
    for wrong, field in ((calls, "calls[1]"), ({}, "calls"), ([["W", "80 H"]], "calls[0]"),
                         ([["X", "pass"]], "calls[0]"), ([3], "calls[0]")):  # fmt: skip
        (answer,) = answers("auction", [{"dealer": "N", "calls": wrong}])
        assert answer["field"] == field, wrong
    assert answers("auction", [{"dealer": "n", "calls": []}])[0]["field"] == "dealer"


def test_melds_answers_every_published_contest_from_the_hands():
    table = rows("melds_contest")
    lines = [{"profile": given(row), "denomination": row["denomination"], "dealer": row["dealer"],
              "melds": {seat: {"hand": row["hands"][seat]} for seat in "NWSE"}}
             for row in table]  # fmt: skip
    for row, answer in zip(table, answers("melds", lines)):
        assert {name: answer[name] for name in row["expect"]} == row["expect"], row["id"]


def test_every_dispute_has_one_answer_in_every_published_rule_set():
    """All figures and lists filled in, in both languages, at most 140 characters, a capital
    first."""
    with open(os.path.join(ROOT, "tools", "data", "disputes.json"), encoding="utf-8") as file:
        disputes = json.load(file)["disputes"]
    assert [one["id"] for one in disputes] == list(range(1, 85))
    with open(os.path.join(ROOT, "tools", "data", "profiles.json"), encoding="utf-8") as file:
        keys = [None, *json.load(file)["profiles"]]
    lines = [{"profile": key, "id": one["id"]} for key in keys for one in disputes]
    for line, answer in zip(lines, answers("dispute", lines)):
        assert sorted(answer) == ["answer", "decided_by"], (line, answer)
        one = disputes[line["id"] - 1]
        assert sorted(answer["answer"]) == ["en", "fr"]
        for text in answer["answer"].values():
            assert 0 < len(text) <= 140 and "{" not in text and text[0] == text[0].upper()
        values = profile.resolve(line["profile"])
        assert answer["decided_by"] == {name: values[name] for name in one["decided_by"]}


def test_worth_answers_the_value_table():
    (answer,) = answers("worth", [{"profile": "ffb_contree_2016", "target": 1000,
                                   "start": {"NS": 800, "WE": 600, "deals": 8}}])  # fmt: skip
    row = {(one["contract"], one["level"]): one for one in answer["rows"]}
    made, failed = {"takers": 520, "defence": 0}, {"takers": 0, "defence": 520}
    assert row[100, 1] == {
        "contract": 100, "level": 1, "least": 100,
        "NS": {"made": dict(made, winner="NS"), "failed": dict(failed, winner="WE")},
        "WE": {"made": dict(made, winner="WE"), "failed": dict(failed, winner="NS")},
    }  # fmt: skip


def test_wrong_lines_are_answered_in_place_with_the_field():
    deal = {"event": "deal", "taker": "N", "deal": SCORE}
    wrong = (
        ("score", [], "line"),
        ("score", 3, "line"),
        ("score", {}, "deal"),
        ("score", {"deal": None}, "deal"),
        ("score", {"deal": SCORE, "x": 1}, "x"),
        ("score", {"deal": dict(SCORE, taker_points=170)}, "deal.taker_points"),
        ("score", {"deal": dict(SCORE, level=True)}, "deal.level"),
        ("score", {"deal": dict(SCORE, taker_points=100.0)}, "deal.taker_points"),
        ("score", {"deal": dict(SCORE, seat="N")}, "deal.seat"),
        ("score", {"deal": dict(SCORE, belote_takers=1, belote_defence=1)}, "deal.belote_defence"),
        ("score", {"deal": dict(SCORE, melds_takers=20, melds_defence=20)}, "deal.melds_defence"),
        ("score", {"deal": dict(SCORE, made=True)}, "deal.made"),
        ("score", {"profile": "no", "deal": SCORE}, "profile"),
        ("score", {"profile": {"extends": "no"}, "deal": SCORE}, "profile.extends"),
        ("score", {"profile": {"values": {"round.unit": 5}}, "deal": SCORE},
         "profile.values.round.unit"),
        ("score", {"profile": {"values": {"a.b": 5}}, "deal": SCORE}, "profile.values.a.b"),
        ("needs", {"contract": dict(SCORE)}, "contract.taker_points"),
        ("needs", {"contract": {"contract": 80, "denomination": "S"}}, "contract.level"),
        ("needs", {"contract": {"contract": 80, "denomination": "S", "level": 0},
                   "facts": {"belote_takers": 2}}, "facts.belote_takers"),
        ("needs", {"contract": {"contract": 80, "denomination": "S", "level": 0},
                   "facts": {"made": True}}, "facts.made"),
        ("melds", {"denomination": "S", "dealer": "N"}, "melds"),
        ("melds", {"denomination": "S", "dealer": "N", "melds": {"N": {"hand": ["7S", "1S"]}}},
         "melds.N.hand[1]"),
        ("legal", {"denomination": "H", "hand": ["7H"], "trick": []}, "seat"),
        ("legal", {"denomination": "H", "hand": ["7H"], "trick": [], "seat": "X"}, "seat"),
        ("legal", {"denomination": "H", "hand": [], "trick": [], "seat": "N"}, "hand"),
        ("legal", {"denomination": "H", "hand": ["7H"], "trick": [["N", "7H"]], "seat": "W"},
         "hand[0]"),
        ("legal", {"denomination": "H", "hand": ["7H"], "trick": [["N"]], "seat": "W"},
         "trick[0]"),
        ("winner", {"denomination": "H", "trick": [["N", "7H"]]}, "trick"),
        ("winner", {"denomination": "NT", "trick": []}, "denomination"),
        ("dispute", {}, "id"),
        ("dispute", {"id": 0}, "id"),
        ("dispute", {"id": 85}, "id"),
        ("dispute", {"id": True}, "id"),
        ("worth", {"denomination": "SA"}, "bid.SA"),
        ("worth", {"denomination": "NT"}, "denomination"),
        ("worth", {"target": 0}, "target"),
        ("melds", {"denomination": "S", "dealer": "N", "melds": {"N": [{}]}}, "melds.N[0].kind"),
        ("match", {}, "events"),
        ("match", {"events": {}}, "events"),
        ("match", {"events": ["p"]}, "events[0]"),
        ("match", {"events": [], "target": "1000"}, "target"),
        ("match", {"events": [], "first_dealer": "n"}, "first_dealer"),
        ("match", {"events": [], "start": {"N": 0}}, "start.N"),
        ("match", {"events": [deal, dict(deal, deal=dict(SCORE, level=3))]},
         "events[1].deal.level"),
        ("match", {"events": [deal, {"event": "undo"}, {"event": "undo"}]}, "events[2].event"),
    )  # fmt: skip
    for call in ("score", "needs", "melds", "match", "legal", "winner", "dispute", "worth"):
        table = [(line, field) for name, line, field in wrong if name == call]
        for (line, field), answer in zip(table, answers(call, [line for line, _ in table])):
            assert sorted(answer) == ["error", "field"], (line, answer)
            assert answer["field"] == field, (line, answer)
            assert answer["error"].startswith(field + ": "), answer


def test_rubbish_in_any_part_of_a_line_is_answered():
    """Every call: each part of a good line replaced by rubbish, as JSON; what is wrong is named by
    its field, and nothing else comes of it."""
    hands = {"N": {"hand": test_fuzz.HAND}, "W": test_fuzz.ANNOUNCED["W"]}
    own = {"extends": "fr", "values": {"bid.generale": True}}
    trick = test_fuzz.TRICK
    good = {
        "score": {"profile": own, "deal": SCORE},
        "needs": {"profile": own, "contract": {"contract": 80, "denomination": "S", "level": 0},
                  "facts": {"belote_takers": 1}},
        "legal": {"profile": own, "denomination": "H", "hand": test_fuzz.HAND[:2], "trick": trick,
                  "seat": "N"},
        "winner": {"denomination": "H", "trick": [*trick, ["N", "JH"]]},
        "melds": {"profile": own, "denomination": "H", "dealer": "N", "melds": hands},
        "auction": {"profile": own, "dealer": "N", "calls": [["W", "80H"], ["S", "coinche"]]},
        "match": {"profile": own, "target": 1000, "first_dealer": "N",
                  "start": {"NS": 0, "WE": 0, "deals": 0}, "events": test_fuzz.EVENTS},
        "dispute": {"profile": own, "id": 3},
        "worth": {"profile": own, "denomination": "H", "target": 1000},
        "profile": {"profile": own},
    }  # fmt: skip
    assert sorted(good) == sorted(rules._CALLS)
    for name, line in good.items():
        call, wrong = rules._CALLS[name], 0
        assert "error" not in rules.answer(call, json.dumps(line).encode()), name
        for part in test_fuzz.spoilt(line):
            answer = json.loads(json.dumps(rules.answer(call, json.dumps(part).encode())))
            if "error" in answer:
                wrong += 1
                assert answer["error"].startswith(answer["field"] + ": "), (part, answer)
        assert wrong > 30, name


def test_a_line_that_no_reader_can_hold_is_answered():
    """Nested too deep, numbers of thousands of digits."""
    huge = "9" * 5000
    for text in ("[" * 100000 + "]" * 100000, '{"deal": ' * 3000 + "1" + "}" * 3000,
                 '{"deal": {"contract": %s, "denomination": "H", "level": 1}}' % huge,
                 '{"deal": {"contract": 80, "denomination": "H", "level": 0, "taker_points": 90,'
                 ' "melds_takers": %s}, "profile": "club"}' % huge):  # fmt: skip
        for interpreter in (sys.executable, MICROPYTHON):
            lines = (text + "\n" + json.dumps({"deal": SCORE}) + "\n").encode()
            code, out = run(interpreter, "score", lines)
            assert code == 0 and "error" in out[0] and "takers" in out[1], (text[:40], out)


def test_the_sentence_of_the_design():
    answer = answers("score", [{"deal": dict(SCORE, taker_points=170)}])[0]
    assert answer == {
        "error": "deal.taker_points: 170 is not in 0..162", "field": "deal.taker_points",
    }  # fmt: skip


def test_blank_lines_get_no_answer_and_broken_ones_do_not_stop_the_rest():
    good = json.dumps({"deal": SCORE}).encode()
    text = b"\n  \n" + good + b"\n{broken\n\t\n\xff\n" + good
    for interpreter in (sys.executable, MICROPYTHON):
        code, out = run(interpreter, "score", text)
        assert code == 0
        assert [answer.get("field") for answer in out] == [None, "line", "line", None]
        assert out[0] == out[3]


def test_an_unknown_call_exits_2():
    for interpreter in (sys.executable, MICROPYTHON):
        for call in ("", "legal_cards", "--help"):
            code, out = run(interpreter, call, b'{"deal": {}}\n')
            assert (code, out) == (2, [])


def test_the_tool_finds_the_firmware_from_any_folder(tmp_path):
    for interpreter in (sys.executable, MICROPYTHON):
        done = subprocess.run(
            [interpreter, os.path.relpath(TOOL, tmp_path), "score"], cwd=tmp_path, check=True,
            input=json.dumps({"deal": SCORE}).encode(), capture_output=True,
        )  # fmt: skip
        assert json.loads(done.stdout)["takers"] == 220


# ---- whole evenings


def test_every_evening_folds_under_five_profiles_to_the_same_totals():
    lines, expected = [], []
    for name, evening in evenings():
        for key in EVENING_PROFILES:
            values = profile.resolve(key)
            for target in (evening["target"], 9999):
                events, left_out, unused = evening_facts.events(evening, values, target)
                assert len(events) + len(left_out) + unused == len(evening["deals"])
                assert unused == 0 or target != 9999, (name, key)
                lines.append({"profile": key, "target": target, "events": events,
                              "first_dealer": evening["first_dealer"]})  # fmt: skip
                last = history.fold(values, target, evening["first_dealer"], None, events)[-1]
                expected.append((name, key, last["totals"], last["over"], last["winner"]))
    out = answers("match", lines)
    assert len(out) == 300
    assert len([row for row in expected if row[3]]) > 140  # most reach the target of their file
    for answer, (name, key, totals, over, winner) in zip(out, expected):
        assert "error" not in answer, (name, key, answer)
        last = answer["states"][-1]
        found = (last["totals"], last["over"], last["winner"])
        assert found == (totals, over, winner), (name, key)


def test_figures_of_the_worked_evening():
    """The worked evening of the flow: marks of some deals, 504 and 1098 after four under it."""
    evening = next(evenings())[1]
    for key, number, takers, defence in (
        ("it", 1, 544, 0), ("fr", 1, 580, 0), ("club", 1, 280, 0),
        ("it", 2, 232, 30), ("fr", 2, 230, 30), ("club", 2, 100, 0),
        ("it", 3, 0, 272), ("fr", 3, 0, 310), ("club", 3, 0, 202),
        ("it", 4, 0, 524), ("fr", 4, 540, 0), ("club", 4, 240, 0),
        ("it", 5, 0, 282), ("fr", 5, 250, 50), ("club", 5, 140, 0),
        ("it", 6, 269, 33), ("fr", 6, 370, 30), ("club", 6, 240, 0),
        ("it", 10, 780, 0), ("fr", 10, 0, 1060), ("club", 10, 320, 100),
        ("it", 14, 0, 282), ("fr", 14, 0, 280), ("club", 14, 0, 182),
        ("it", 19, 185, 77), ("fr", 19, 190, 80), ("club", 19, 80, 20),
    ):  # fmt: skip
        states = list(evening_facts.play(evening, profile.resolve(key), 9999))
        _, event, _, state = states[number - 1]
        side = "NS" if event["taker"] in ("N", "S") else "WE"
        other = "WE" if side == "NS" else "NS"
        assert state["marks"] == {side: takers, other: defence}, (key, number, state["marks"])
    last = list(evening_facts.play(evening, profile.resolve("it")))[-1]
    assert (last[0], last[3]["totals"]) == (3, {"NS": 504, "WE": 1098})


def test_what_a_profile_cannot_have_is_left_out_by_its_parameter():
    left = {}
    for _, evening in evenings():
        for key in EVENING_PROFILES:
            for _, why in evening_facts.events(evening, profile.resolve(key), 9999)[1]:
                left.setdefault(key, set()).add(why)
    assert left["it"] == {"bid.SA", "bid.TA"}
    assert {"bid.SA", "bid.TA", "pen.misdeal"} <= left["ffb_contree_2016"]
    assert left["cannes_2016"] == {"bid.SA", "bid.TA"}
    assert "club" not in left
    assert left["fr"] == {"pen.misdeal"}


# ---- the generated tables


def test_the_tables_are_what_the_source_gives():
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, "tools", "rule_tables.py"), "--check"], check=False
    )
    assert done.returncode == 0


def test_a_changed_source_makes_the_tables_stale(tmp_path, monkeypatch):
    with open(rule_tables.SOURCE, encoding="utf-8") as file:
        source = json.load(file)
    source["profiles"]["it"]["values"]["fail.base"] = 160
    changed = tmp_path / "profiles.json"
    changed.write_text(json.dumps(source), encoding="utf-8")
    monkeypatch.setattr(rule_tables, "SOURCE", str(changed))
    assert rule_tables.main(["--check"]) == 1
