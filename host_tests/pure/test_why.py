"""Why a deal has its marks, and what they would be under one other rule: worked cases, and two
laws over all published rule sets and random mixtures.  What is named first moves what it is named
for; and the changes are all that one parameter can change, and nothing else."""

import sys

from coinche import profile, why
from coinche.errors import RuleError
from coinche.scoring import score
from support import Rng, load, refusal, refused, rules

SHARE = 30 if sys.implementation.name == "micropython" else 4  # one of so many published deals
MIXED = 10 if sys.implementation.name == "micropython" else 30  # rule sets that are made up
ROWS = list(profile.parameters())


def facts_of(contract, denomination="H", level=0, **more):
    facts = {"contract": contract, "denomination": denomination, "level": level}
    facts.update(more)
    return facts


def allowed(row):
    """The listed values, then the ends of the range."""
    _, kind, words, low_high, _ = row
    ends = low_high.split("..") if low_high != "-" else []
    return [profile.value(kind, word) for word in words + [w for w in ends if w not in words]]


def listed(row):
    return [profile.value(row[1], word) for word in row[2]]


def marked(facts, table):
    """What score gives; None where it needs a count; False where the deal cannot be."""
    try:
        return score(facts, table)
    except RuleError as error:
        return None if error.why == "needed" else False


def moves(name, step, facts, table):
    """Whether another value of the parameter, which the table may have but for what it does not
    go together with, moves the line of that step, or the outcome."""
    side, amount, what, _ = step
    line = (side, amount, what)
    before = score(facts, table)
    row = next(row for row in ROWS if row[0] == name)
    for value in allowed(row):
        changed = dict(table, **{name: value})
        after = marked(facts, changed)
        error = refusal(profile.check, changed)
        if after and (error is None or error[1] == "combination"):
            if side and after["lines"].count(line) != before["lines"].count(line):
                return True
            if not side and after["outcome"] != what:
                return True
    return False


def published():
    """(facts, table, id) of the published deals that have marks."""
    rows = [row for row in load("rules/examples.json")["rows"] if row["kind"] == "deal"]
    rows = [row for row in rows if "takers" in row["expect"]]
    assert len(rows) > 370
    for i in range(0, len(rows), SHARE):
        row = rows[i]
        table = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
        yield row["deal"], table, row["id"]


def mixture(rng):
    """A published table with up to eight parameters drawn anew that go together."""
    table = profile.resolve(rng.pick((None,) + profile.KEYS))
    table.update({"bid.SA": True, "bid.TA": True, "bid.capot": True})
    scoring = ("test.", "made.", "fail.", "dbl.", "belote.", "melds.", "capot.", "round.", "contr")
    rows = [row for row in ROWS if [1 for head in scoring if row[0].startswith(head)]]
    for _ in range(rng.below(9)):
        row = rng.pick(rows)
        before = table[row[0]]
        table[row[0]] = rng.pick(allowed(row))
        if refused(profile.check, table):
            table[row[0]] = before
    return table


def deal(rng, table):
    """Facts that are often near a threshold, as the table may have them; None if it may not."""
    contract = rng.pick((80, 80, 90, 100, 120, 150, "capot"))
    facts = facts_of(contract, rng.pick(("H", "H", "S", "SA", "TA")), rng.below(3))
    near = 81 if contract in ("capot", 80) else contract
    field = rng.pick(("taker_points", "taker_points", "native_points", "tricks", "made"))
    if field == "tricks":
        facts[field] = rng.pick(("takers_all", "defence_all"))
    elif field == "made":
        facts[field] = rng.below(2) == 1
    else:
        facts[field] = near + rng.pick((-20, -10, -5, -1, 0, 0, 1, 5, 10, 20, 50))
    if facts["denomination"] != "SA" and rng.below(2):
        facts[rng.pick(("belote_takers", "belote_defence"))] = 1
    if rng.below(3) == 0:
        facts[rng.pick(("melds_takers", "melds_defence"))] = rng.pick((20, 50, 100))
    facts["last_deal"] = rng.below(8) == 0
    return facts if marked(facts, table) else None


def every():
    """The published deals, and made-up ones under made-up rules."""
    if not _deals:
        _deals.extend(published())
        rng = Rng(41)
        for i in range(MIXED):
            table = mixture(rng)
            for _ in range(6):
                facts = deal(rng, table)
                if facts:
                    _deals.append((facts, table, i))
    return _deals


_deals = []


# ---- worked cases


def test_a_deal_of_the_federation_step_by_step():
    """W025: 90 and the belote make 100."""
    facts = facts_of(100, "S", taker_points=90, belote_takers=1)
    assert why.steps(facts, profile.resolve("bga")) == [
        (None, None, "made", ("test.belote",)),
        ("takers", 90, "points", ("made.points",)),
        ("takers", 100, "contract", ("made.contract",)),
        ("takers", 20, "belote", ("belote.scored",)),
        ("defence", 72, "points", ("made.points", "made.defence_points")),
    ]


def test_a_coinched_deal_names_what_is_multiplied():
    table = profile.resolve("ffb_contree_2016")
    facts = facts_of(100, "S", 2, taker_points=60, belote_takers=1)
    assert why.steps(facts, table) == [
        (None, None, "failed", ()),
        ("defence", 640, "base", ("fail.base", "dbl.mul_base", "dbl.level2")),
        ("defence", 400, "contract", ("fail.contract", "dbl.mul_contract", "dbl.level2")),
        ("defence", 20, "belote", ("belote.scored", "dbl.mul_belote")),
    ]
    told = facts_of(100, level=1, made=True)
    assert why.steps(told, table)[1:] == [
        ("takers", 320, "base", ("dbl.base", "dbl.mul_base", "dbl.level1")),
        ("takers", 200, "contract", ("made.contract", "dbl.mul_contract", "dbl.level1")),
    ]


def test_the_test_is_named_only_where_it_mattered():
    def verdict(points, key=None, **own):
        return why.steps(facts_of(80, taker_points=points), rules(key, **own))[0][2:]

    assert verdict(100) == ("made", ())
    assert verdict(81) == ("made", ("test.need_on_80", "test.extra", "test.beat"))
    assert verdict(81, "ffb_coinchee_2015") == ("failed", ("test.beat", "test.tie"))
    assert verdict(81, "pagat") == ("failed", ("test.need_on_80",))
    litige = verdict(81, test__beat="gt", test__tie="litige")
    assert litige[0] == "litige" and "test.tie" in litige[1]
    on_rounded = verdict(79, round__unit=10)
    assert on_rounded == ("failed", ("test.on_rounded",))


def test_belotes_declarations_and_all_tricks_name_their_own_rule_first():
    """Of the special case, where there is one: W112, V25, W005, W007."""
    def first(facts, table):
        return {step[:3]: step[3][0] for step in why.steps(facts, table)[1:]}

    all8 = facts_of(110, "S", tricks="takers_all", belote_defence=1)
    assert first(all8, profile.resolve("forfaits")) == {
        ("takers", 250, "capot"): "capot.points_unbid",
        ("takers", 20, "belote"): "belote.on_capot",
    }
    melds = first(facts_of(90, tricks="takers_all", melds_defence=50),
                  profile.resolve("ffb_coinchee_2015"))
    assert melds["takers", 50, "melds"] == "melds.on_capot"
    assert melds["takers", -2, "rounding"] == "round.unit"
    lost = first(facts_of(90, taker_points=105, melds_defence=50), profile.resolve("fr"))
    assert lost["defence", 50, "melds"] == "melds.on"
    both = facts_of(90, "S", 1, taker_points=20, belote_takers=1)
    found = first(both, rules(belote__on_dbl_fail="winner"))
    assert found["defence", 20, "belote"] == "belote.on_dbl_fail"
    slam = first(facts_of("capot", taker_points=150), profile.resolve("forfaits"))
    assert slam == {("defence", 500, "base"): "capot.fail_base"}
    lost8 = first(facts_of(80, tricks="defence_all"), rules(capot__defence_base=250))
    assert lost8["defence", 250, "capot"] == "capot.defence_base"


def test_what_if_of_eighty_one_all():
    """V23: FFB coinchée 2015, 81 against 81 on an 80."""
    table = profile.resolve("ffb_coinchee_2015")
    assert list(why.changes(facts_of(80, "S", taker_points=81), table)) == [
        ("test.beat", "none", 160, 80),
        ("test.beat", "ge", 160, 80),
        ("test.tie", "litige", 0, 80),
        ("test.tie", "replay", 0, 0),
        ("fail.base", 0, 0, 80),
        ("fail.contract", False, 0, 160),
    ]


def test_what_if_of_a_deal_that_was_told_and_not_counted():
    found = list(why.changes(facts_of(100, level=1, made=True), profile.resolve("fr")))
    assert ("dbl.base", 162, 524, 0) in found and ("dbl.mul_contract", False, 420, 0) in found
    assert [row[:2] for row in found if row[2] is None] == [
        ("dbl.base", "points"), ("dbl.defence_points", True), ("capot.detect", "zero_points"),
    ]  # fmt: skip
    assert all((row[2] is None) == (row[3] is None) for row in found)


def test_a_deal_that_cannot_be_marked_is_refused():
    for facts, field in ((facts_of(80), "deal.taker_points"), (facts_of(80, "XX"), None)):
        field = field or "deal.denomination"
        assert refused(why.steps, facts, rules()) == field
        assert refused(list, why.changes(facts, rules())) == field


# ---- laws


def test_steps_are_the_lines_of_score_and_what_is_named_first_moves_them():
    """After the outcome.  Only a tie has lines that nothing else moves."""
    for facts, table, where in every():
        got = score(facts, table)
        steps = why.steps(facts, table)
        assert [step[:3] for step in steps] == [(None, None, got["outcome"])] + got["lines"], where
        for step in steps:
            assert len(set(step[3])) == len(step[3]), (where, step)
            if step[3]:
                assert moves(step[3][0], step, facts, table), (where, step)
            else:
                assert not step[0] or got["made"] is None, (where, step)


def test_changes_are_all_single_changes_of_the_marks_and_nothing_else():
    """By trial.  Each is named by a step, or brings a line that was not there; and what only a
    value outside the lists would change is named or returned for another value, but for the two
    thresholds, where the list does not reach what the range does."""
    for facts, table, where in every():
        base = score(facts, table)
        found, left = list(why.changes(facts, table)), 0
        named = []
        for step in why.steps(facts, table):
            named += step[3]
        known = named + [change[0] for change in found]
        changed = dict(table)
        for row in ROWS:
            name = row[0]
            for value in allowed(row):
                if value == table[name]:
                    continue
                changed[name] = value
                got = marked(facts, changed)
                marks = (got["takers"], got["defence"]) if got else (None, None)
                if got is False or marks == (base["takers"], base["defence"]):
                    continue
                if refused(profile.check, changed):
                    continue
                at = (where, name, value)
                if value in listed(row):
                    assert found[left] == (name, value) + marks, (at, found)
                    left += 1
                    if got and not [1 for line in got["lines"] if line not in base["lines"]]:
                        assert name in named, at
                else:
                    assert name in known or name in ("test.extra", "test.need_on_80"), at
            changed[name] = table[name]
        assert left == len(found), where


def test_changes_are_made_one_by_one_and_leave_the_profile_as_it_was():
    table = profile.resolve("fr")
    facts = facts_of(100, taker_points=105)
    before, count = dict(table), [0]

    def counted(facts, profile, exact=False):
        count[0] += 1
        return score(facts, profile, exact)

    why.score = counted
    try:
        found = why.changes(facts, table)
        assert count[0] == 0
        next(found)
        few = count[0]
        rest = list(found)
    finally:
        why.score = score
    assert few < 40 < count[0] and rest
    why.steps(facts, table)
    assert table == before
