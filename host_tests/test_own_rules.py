"""A table's rules: found by the marks of a deal or two, or made by eight questions. With keys of
every style, in this process; what is written is compared with tools/rules.py."""

import json
import random
from contextlib import contextmanager

import pytest

import budgets
import examples
import rules as rule_tool
from coinche import deal, profile
from on_glass import SIZES, STYLES, Glasses, flaws
from scorer import book, session, wake
from scorer.screens import ours

STYLES_OF_KEYS = ("row", "dial", "three", "scroll")
NAMED = {key: profile.resolve(key) for key in profile.KEYS}
# question and answer: what the rules say then, read off the words of the screen
MEANS = {
    "00": {"bid.SA": False, "bid.TA": False},
    "01": {"bid.SA": True, "bid.TA": False},
    "02": {"bid.SA": False, "bid.TA": True},
    "03": {"bid.SA": True, "bid.TA": True},
    "10": {"melds.on": True},
    "11": {"melds.on": False},
    "20": {"made.points": True, "made.contract": True},
    "21": {"made.points": False, "made.contract": True},
    "22": {"made.points": True, "made.contract": False},
    "30": {"fail.base": 160},
    "31": {"fail.base": 162},
    "32": {"fail.base": 0},
    "40": {"dbl.max_level": 2, "dbl.level2": 4},
    "41": {"dbl.max_level": 2, "dbl.level2": 3},
    "42": {"dbl.max_level": 1},
    "43": {"dbl.max_level": 0},
    "50": {"belote.on_fail": "holder"},
    "51": {"belote.on_fail": "defence"},
    "60": {"round.unit": 1},
    "61": {"round.unit": 10, "round.up_from": 5},
    "62": {"round.unit": 10, "round.up_from": 6},
    "70": {"match.target": 1000},
    "71": {"match.target": 1500},
    "72": {"match.target": 2000},
}
DEALS = ("100S =115", "100S =85", "80S =70 bt1", "120H =130 bd1", "100S x =115 bt1", "90D xx =60",
         "100S all8", "110C lost8", "capotS all8", "capotH failed", "100S =115 mt20")  # fmt: skip


def marks(text, given):
    """Of the rule tool: "115/47", "" where the rules do not play the deal."""
    told = rule_tool.answer(
        rule_tool.score, json.dumps({"profile": given, "deal": deal.from_text(text)}).encode()
    )
    return "" if "error" in told else "%d/%d" % (told["takers"], told["defence"])


@contextmanager
def table(style="row", rules="ffb_contree_2016"):
    """(hand, session) at the setup of a new match."""
    with budgets.at_desk(style, rules, 0) as hand:
        hand.answer("fr")
        yield hand, hand.bench.app.session


def go(hand, style, answers):
    budgets.follow(hand, answers, style)


# ---- by example


def test_the_questions_are_what_the_tool_makes_of_the_rule_sets():
    assert examples.main(["--check"]) == 0
    for path, text in examples.entries().items():
        assert book.text("cases", "by" + path) == text


def test_the_questions_are_short_and_few():
    """At most three, of at most five answers; the first is always the same, and no coinche."""
    made = examples.tree(NAMED)
    assert made[""][0] == "100S =115"
    assert max(len(path) for path in made) < 3
    assert max(len(groups) for _, groups in made.values()) <= 5


def test_rule_sets_that_no_deal_tells_apart_are_an_error():
    """Nobody is asked in vain: these two differ in who cuts."""
    other = profile.resolve({"extends": "fr", "values": {"deal.cutter": "right"}})
    with pytest.raises(ValueError, match="fr, other"):
        examples.tree({"fr": NAMED["fr"], "other": other})


@pytest.mark.parametrize("style", STYLES_OF_KEYS)
@pytest.mark.parametrize("key", profile.KEYS)
def test_the_marks_that_a_table_writes_lead_to_exactly_its_rules(key, style):
    with table(style, "it" if key != "it" else "fr") as (hand, told):
        go(hand, style, "rules example")
        asked = 0
        while "accept" not in hand.offered():
            text = examples.entries()[told.typed[1:]].split("\n")[0]
            assert len(hand.offered()) <= 6 and "none" in hand.offered()
            hand.answer(marks(text, key))
            asked += 1
        assert 1 < asked <= 3
        go(hand, style, "accept")
        assert (hand.screen(), told.setup, told.typed) == ("setup", (key, 0), "")
        go(hand, style, "start DEALER")
        assert told.rules_key == key and told.rules == NAMED[key]


def test_none_of_these_leads_to_the_questions_from_what_is_nearest():
    with table("row", "bga") as (hand, told):
        go(hand, "row", "rules example none")
        assert (hand.screen(), told.setup, told.typed) == ("ours", ("bga", 0), "")
        go(hand, "row", "BACK example 120/50 none")
        assert (hand.screen(), told.setup[0]) == ("ours", "ffb_contree_2016_pf")


def test_every_step_leads_back_to_the_setup():
    with table() as (hand, told):
        go(hand, "row", "rules example 100/0 20/162")
        screens = []
        for _ in range(4):
            go(hand, "row", "BACK")
            screens.append((hand.screen(), told.typed))
        assert screens == [("example", "q2"), ("example", "q"), ("example", ""), ("setup", "")]
        go(hand, "row", "rules rules BACK")
        assert hand.screen() == "example"


def test_a_setup_that_is_given_up_leaves_the_last_table():
    """What is offered then is what a restart would offer."""
    with table("row", "it") as (hand, told):
        go(hand, "row", "start DEALER all_pass MENU fresh")
        drop(hand, "row")
        go(hand, "row", "rules example 220/50 500/0 accept")
        assert told.setup[0] == "ffb_contree_2016"
        go(hand, "row", "BACK")
        assert (hand.screen(), told.setup) == ("table", ("it", 0))
        assert loaded(told).setup == told.setup


# ---- eight questions


def answered(hand, told, rng, style="row"):
    """Answers the eight questions by chance; {parameter: value} that they mean."""
    wanted = {}
    for n in range(8):
        assert told.more.index(".") == n
        offered = [a for a in hand.offered() if a != "rules"]
        assert 2 <= len(offered) <= 4 and offered[-1] == sorted(offered)[-1]
        # what is shown beside an answer is what the rules would write then
        text = book.text("cases", "own.%d" % n).split(";")[0]
        shown = ours._offer(told)[0]
        answer = rng.choice(offered)
        go(hand, style, answer)
        rules = ours._now(told)
        profile.check(rules)
        assert shown[answer].replace(" ", "") == (marks(text, profile.exported(rules)) or "-")
        wanted.update(MEANS.get(f"{n}{answer}", {}))
    return wanted


@pytest.mark.parametrize("key", profile.KEYS)
def test_whatever_is_answered_makes_rules_that_score_like_the_rule_tool(key):
    """From every published rule set: what was answered is so, nothing goes against the rules of
    profiles, and the text that is kept is the same rules for the rule tool."""
    rng = random.Random(key)
    for name in ("A", "B", "C"):
        with table("row", key) as (hand, told):
            go(hand, "row", "rules ours")
            wanted = answered(hand, told, rng)
            go(hand, "row", f"names {name} done accept")
            assert (hand.screen(), told.setup) == ("setup", ("=" + name, 0))
            text = told.own[name]
            found = rule_tool.answer(rule_tool.own, json.dumps({"text": text}).encode())
            given = {"extends": found["extends"], "values": found["values"]}
            again = rule_tool.answer(rule_tool.own, json.dumps({"profile": given}).encode())
            assert again == found and found["text"] == text
            rules = profile.resolve(given)
            for parameter, value in wanted.items():
                assert rules[parameter] == value, parameter
            go(hand, "row", "start DEALER")
            assert told.rules_key == "=" + name
            assert told.rules == rules
            for one in DEALS:
                facts = deal.from_text(one)
                assert marks(one, given) == marks_of(facts, told.rules), one


def marks_of(facts, rules):
    from coinche.errors import RuleError
    from coinche.scoring import score

    try:
        made = score(facts, rules)
    except RuleError:
        return ""
    return "%d/%d" % (made["takers"], made["defence"])


@pytest.mark.parametrize("key", profile.KEYS)
def test_answering_what_is_so_already_changes_nothing(key):
    """The focus of a list begins there: eight times OK makes the rules that were chosen."""
    with table("dial", key) as (hand, told):
        go(hand, "dial", "rules ours")
        for _ in range(8):
            hand.press("ok")
        rules = dict(ours._now(told))
        assert rules == NAMED[key] or {**rules, "match.target": 0} == {
            **NAMED[key], "match.target": 0,
        }  # fmt: skip
        if NAMED[key]["match.target"] in (1000, 1500, 2000):
            assert rules == NAMED[key]


def test_one_parameter_after_the_other_can_be_changed_and_nothing_else_changes():
    """Each is said in words, in both languages; what is refused in combination is not offered;
    whoever goes on comes round to the rules that he began with."""
    source = json.loads((examples.HERE / "data" / "profiles.json").read_text("utf-8"))
    with table("row", "fr") as (hand, told):
        go(hand, "row", "rules ours rules")
        fixed = []
        for place, (name, row) in enumerate(source["parameters"].items()):
            assert told.typed == str(place)
            start, seen = told.more, []
            while "turn" in hand.offered() and len(seen) <= 10:
                go(hand, "row", "turn")
                rules = ours._now(told)
                profile.check(rules)
                changed = profile.difference(rules, NAMED["fr"])
                assert set(changed) <= {name, "pile.SA", "pile.TA"}, changed
                if rules[name] == NAMED["fr"][name]:
                    break
                seen.append(rules[name])
            if not seen:
                fixed.append(name)
            assert len(seen) <= len(row["values"]) or row["type"] == "map"
            told.more = start
            told.forget()
            hand._state = hand.bench.app.asked = None
            go(hand, "row", "next")
        assert told.typed == "0"
        # what a pile is follows from its count; the others go with a second parameter
        assert {"pile.suit", "pile.SA", "pile.TA"} <= set(fixed)
        assert len(fixed) <= 10, fixed


def test_a_group_is_passed_with_one_press():
    with table() as (hand, told):
        go(hand, "row", "rules ours rules")
        names = list(NAMED["fr"])
        groups = []
        for _ in range(20):
            groups.append(int(told.typed))
            go(hand, "row", "group")
            if told.typed == "0":
                break
        heads = [n for n, name in enumerate(names)
                 if not n or names[n - 1].split(".")[0] != name.split(".")[0]]  # fmt: skip
        assert groups == heads
        go(hand, "row", "earlier")
        assert told.typed == str(len(names) - 1)
        go(hand, "row", "done")
        assert told.typed == ""


def test_the_draft_has_room_for_all_that_can_be_said():
    """A long name, accents, the longest key, and as many changes as are taken."""
    with table("row", "ffb_contree_2016_note1") as (hand, told):
        go(hand, "row", "rules ours 0 1 0 0 0 0 0 0 rules group")
        taken = 0
        for _ in range(40):
            if "turn" in hand.offered():
                go(hand, "row", "turn")
                taken += 1
                assert len(told.draft().encode()) <= session.DRAFT_BYTES
            go(hand, "row", "next")
        assert taken == 8
        go(hand, "row", "done names " + "É " * 9 + "done")
        assert told.typed == "ÉÈ"[0] + "é" * 7
        assert len(told.draft().encode()) <= session.DRAFT_BYTES


def make(hand, style, name, answers="3 0 1 0 1 0 1 1"):
    """Own rules under a name of one letter."""
    go(hand, style, f"rules ours {answers} names {name} done accept")


@pytest.mark.parametrize("style", STYLES_OF_KEYS)
def test_rules_of_ones_own_are_chosen_listed_changed_and_forgotten(style):
    with table(style) as (hand, told):
        make(hand, style, "A")
        go(hand, style, "rules rules fr")
        make(hand, style, "B", "0 1 0 1 0 0 0 0")
        go(hand, style, "rules rules")
        assert hand.offered()[-2:] == ["=A", "=B"] and len(hand.offered()) == 18
        go(hand, style, "=A")
        assert told.setup == ("=A", 0)
        rules = profile.from_text(told.own["A"])
        go(hand, style, "start DEALER")
        assert (told.rules_key, told.rules) == ("=A", rules)
        # the running match under the other, and back
        go(hand, style, "MENU rules =B accept")
        assert told.rules == profile.from_text(told.own["B"]) and told.rules_key == "=A"
        go(hand, style, "MENU rules")
        choice = hand.bench.app.choice()
        assert choice.answers[choice.start] == "=B"
        go(hand, style, "BACK BACK MENU undo accept")
        assert told.rules == rules
        # a change under its own name does not touch the match
        go(hand, style, "MENU fresh")
        drop(hand, style)
        go(hand, style, "rules ours 0 1 0 0 0 0 0 0 accept")
        assert profile.from_text(told.own["A"]) != rules
        assert (told.rules, told.rules_key) == (rules, None)
        # forgotten: a hold of two seconds
        go(hand, style, "rules erase")
        assert "A" in told.own
        drop(hand, style)
        assert (list(told.own), hand.screen()) == (["B"], "setup")
        assert told.setup == (session.START_RULES, 0)


def drop(hand, style):
    for key, kind in {
        "row": [("k4", "hold")],
        "three": [("next", "press"), ("ok", "hold")],
    }.get(style, [("down", "press"), ("ok", "hold")]):
        hand.press(key, kind)


def test_a_name_is_taken_once_and_there_are_four():
    with table() as (hand, told):
        for name in "ABCD":
            make(hand, "row", name)
            go(hand, "row", "rules rules fr")
        kept = dict(told.own)
        go(hand, "row", "rules ours 0 1 0 0 0 0 0 0 names A done accept")
        assert (hand.screen(), told.note, told.own) == ("ours", "ours.taken", kept)
        go(hand, "row", "names erase E done accept")
        assert (hand.screen(), told.note, told.own) == ("ours", "ours.full", kept)
        go(hand, "row", "BACK BACK BACK BACK BACK BACK BACK BACK BACK")
        assert (hand.screen(), told.taker, told.more) == ("example", "", "")


# ---- the journal


def loaded(told):
    """A box that starts from what this one would have saved."""
    other = session.Session(told.journal, lambda n: 0)
    wake.read(other, list(told.journal_lines()))
    other.home()
    return other


def test_own_rules_are_in_the_journal_and_the_last_table_is_offered_again():
    with table() as (hand, told):
        make(hand, "row", "A")
        go(hand, "row", "total 1000 start DEALER")
        text = told.own["A"]
        assert "own A " + text in list(told.journal_lines())
        again = loaded(told)
        assert (again.own, again.rules_key, again.setup) == (told.own, "=A", ("=A", 1000))
        assert again.rules == told.rules and again.state == told.state
        assert list(again.journal_lines()) == list(told.journal_lines())
        # forgotten while the match runs: it goes on by the same rules
        told.own = {}
        again = loaded(told)
        assert again.rules == told.rules and again.rules_key is None
        go(hand, "row", "MENU fresh")
        drop(hand, "row")


def test_a_journal_without_own_rules_is_read_and_a_broken_line_is_not():
    with table() as (hand, told):
        go(hand, "row", "start DEALER")
        lines = list(told.journal_lines())
        assert not [line for line in lines if line.startswith("own")]
        assert loaded(told).own == {}
        other = session.Session(told.journal, lambda n: 0)
        for bad in ("own", "own A", "own A 1 2"):
            with pytest.raises(ValueError):
                wake.read(other, lines[:1] + [bad] + lines[1:])


def test_a_draft_of_rules_that_are_not_there_is_none():
    with table() as (hand, told):
        make(hand, "row", "A")
        draft = told.draft()
        told.own = {}
        told.home()
        told.setup = "fr", 0
        told.restore(draft)
        assert told.setup == ("fr", 0)


# ---- the glass


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("style", ["row", "dial"])
def test_every_question_can_be_read_on_every_glass(style, lang):
    sizes = [size for size in SIZES if style in STYLES[size]]
    roads = ["rules", "rules example", "rules example 220/50 0/500"]
    roads += [f"rules example {way}" for way in ("220/50", "215/47", "100/0", "210/50", "120/50")]
    roads += ["rules ours " + " ".join("30101011"[:n]) for n in range(9)]
    roads += ["rules ours 0 1 0 0 0 0 0 0 names M W M W M done",
              "rules ours 0 1 0 0 0 0 0 0 names M W M W M done accept rules erase"]  # fmt: skip
    bad = []
    for road in roads:
        with Glasses(style, sizes, lang, "ffb_contree_2016_note1", 0) as glasses:
            glasses.go(road)
            for size, layout in glasses.measured().items():
                bad += [f"{road} on {size}: {flaw}" for flaw in flaws(layout)]
    with Glasses(style, sizes, lang, "club", 0) as glasses:
        glasses.go("rules ours rules")
        for _ in range(116):
            for size, layout in glasses.measured().items():
                name = glasses.app.session.typed
                bad += [f"parameter {name} on {size}: {flaw}" for flaw in flaws(layout)]
            glasses.go("next")
    assert not bad, f"{len(bad)}\n" + "\n".join(bad[:30])
