"""needs() tells the truth: the least count is found again by trying every count, and deals that
answer alike are worth the same.  Each question of a published rule set is also shown to matter.

What is not a test_ here takes any rule set; host_tests/test_needs_model.py makes some up.
"""

import sys

from coinche import profile
from coinche.deal import counted
from coinche.needs import needs
from coinche.scoring import score
from support import Rng

CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, "capot")
# MicroPython takes every fifth case of the large sweeps, CPython all of them
STEP = 5 if sys.implementation.name == "micropython" else 1


def rules(key, **overrides):
    values = {name.replace("__", "."): value for name, value in overrides.items()}
    return profile.resolve({"extends": key, "values": values})


def bids(table, contracts=CONTRACTS):
    """Every contract, denomination and level that these rules score."""
    for contract in contracts:
        if contract in ("capot", "generale") and not table["bid." + contract]:
            continue
        slam = contract in ("capot", "generale")
        top = 0 if slam and not table["dbl.capot_allowed"] else table["dbl.max_level"]
        for denomination in ("H", "SA", "TA"):
            if denomination == "H" or table["bid." + denomination]:
                for level in range(top + 1):
                    yield {"contract": contract, "denomination": denomination, "level": level}


def extras(denomination, table):
    """Belotes and declarations that can be, as facts."""
    most = {"H": 1, "SA": 0, "TA": min(table["belote.max_TA"], 2)}[denomination]
    melds = ((0, 0), (20, 0), (0, 50), (150, 0), (0, 400)) if table["melds.on"] else ((0, 0),)
    for bt in range(most + 1):
        for bd in range(most + 1 - bt):
            for mt, md in melds:
                facts = {}
                for field, number in (("belote_takers", bt), ("belote_defence", bd),
                                      ("melds_takers", mt), ("melds_defence", md)):  # fmt: skip
                    if number:
                        facts[field] = number
                yield facts


def joined(*parts):
    facts = {}
    for part in parts:
        facts.update(part)
    return facts


def marks(got):
    return {"takers": got["takers"], "defence": got["defence"]}


# ---- the least count


def check_least(bid, table, more):
    """least, if_least, if_made and if_failed against score, count by count."""
    got = needs(bid, table, more)
    failed = joined(bid, more)
    if bid["contract"] == "capot":
        made = joined(bid, more, {"tricks": "takers_all"})
        assert got["least"] is None and got["if_least"] is None
        assert got["if_made"] == marks(score(made, table)), (bid, more)
        assert got["if_failed"] == marks(score(failed, table)), (bid, more)
        return
    field, pile = counted(bid["denomination"], table)
    failures = []
    for last in ("takers", "defence") if field == "native_cards" else (None,):
        least = None
        for count in range(pile + 1):
            facts = joined(bid, more, {field: count, "last_trick": last})
            result = score(facts, table)
            if result["made"] is True:
                if least is None:
                    least = count
                    if last != "defence":
                        assert got["if_least"] == got["if_made"] == marks(result), (bid, more)
                elif count > least + 2 and count < pile - 2:
                    continue
            else:
                assert least is None, (bid, more, count)
                if result["made"] is False:
                    failures.append(marks(result))
        told = got["least_without"] if last == "defence" else got["least"]
        assert told == least, (bid, more, told, least)
        if least is None and last != "defence":
            assert got["if_least"] is None and got["if_made"] is None
    for failure in failures:
        assert got["if_failed"] == failure, (bid, more)


def test_least_is_the_least_count_that_score_accepts():
    cases = 0
    rng = Rng(3)
    for key in profile.KEYS:
        table = profile.resolve(key)
        for bid in bids(table):
            for more in extras(bid["denomination"], table):
                if rng.below(4 * STEP) == 0:
                    check_least(bid, table, more)
                    cases += 1
    assert cases > 700 // STEP


def test_least_on_the_screens_of_the_flow():
    """The four examples of the play screen, and the native thresholds of RULES section 10."""
    for key, contract, level, more, least in (
        ("bga", 80, 0, {"belote_takers": 1}, 62),
        ("fr", 120, 0, {"melds_takers": 20}, 100),
        ("fr", 120, 0, {"belote_takers": 1, "melds_takers": 100}, 21),
        ("fr", 80, 2, {"melds_defence": 100}, 131),
        ("fr", 100, 0, {}, 100),
    ):
        bid = {"contract": contract, "denomination": "H", "level": level}
        assert needs(bid, profile.resolve(key), more)["least"] == least, (key, contract, more)
    table = rules("ffb_contree_2016", bid__TA=True)
    for i in range(9):
        bid = {"contract": 80 + 10 * i, "denomination": "TA", "level": 0}
        assert needs(bid, table)["least"] == (128, 144, 160, 176, 192, 208, 223, 239, 255)[i]


def test_a_contract_that_no_count_makes_has_no_least():
    bid = {"contract": 170, "denomination": "H", "level": 0}
    table = profile.resolve("apps_162")
    got = needs(bid, table)
    assert got["least"] is None and got["if_least"] is None
    assert got["if_failed"] == {"takers": 0, "defence": 332}
    assert needs(bid, table, {"belote_takers": 1})["least"] == 150


def test_needs_refuses_what_score_refuses_and_forgets_the_rest():
    bid = {"contract": 100, "denomination": "H", "level": 0}
    table = profile.resolve("pagat")
    for change, more, field in (
        ({"denomination": None}, None, "deal.denomination"),
        ({"denomination": "SA"}, None, "bid.SA"),
        ({"contract": "capot", "level": 1}, None, "dbl.capot_allowed"),
        ({}, {"belote_takers": 2}, "deal.belote_takers"),
        ({}, {"melds_takers": 20, "melds_defence": 20}, "deal.melds_defence"),
    ):
        try:
            needs(joined(bid, change), table, more)
            raise AssertionError(change)
        except ValueError as error:
            assert error.field == field
    # facts of an entry in progress may be handed in as they are
    entry = joined(bid, {"taker_points": 99, "belote_takers": 1, "tricks": None})
    assert needs(entry, table, entry) == needs(bid, table, {"belote_takers": 1})


def test_the_last_deal_is_shown_as_it_will_be_written():
    bid = {"contract": 100, "denomination": "H", "level": 0, "last_deal": True}
    table = rules("local", test__need_on_80=0)
    bid["contract"] = 82
    assert needs(bid, table)["if_least"] == {"takers": 164, "defence": 80}
    bid["last_deal"] = False
    assert needs(bid, table)["if_least"] == {"takers": 162, "defence": 80}


# ---- the truth of the questions


def worth(facts, table):
    """All that a deal can change: outcome, marks, and what ends a match (RULES section 13)."""
    got = score(facts, table)
    out = [got["outcome"], got["takers"], got["defence"], got["held"]]
    veto = table["match.veto"]
    failed = got["made"] is False
    if veto != "none":
        out.append(got["no_trick"] == "takers" or failed)  # takers may not win now
        out.append(got["no_trick"] == "defence")
    if veto == "belote_alone_if_capot_or_failed":
        out.append(got["no_trick"])  # a blocked side waits for a trick
        for side in ("takers", "defence"):
            out.append(sum([n for s, n, what in got["lines"] if s == side and what == "belote"]))
    if table["match.last_deal_exact"]:
        exact = score(facts, table, True)
        out += [exact["takers"], exact["defence"], exact["held"]]
    return tuple(out)


def deals(bid, table, counts):
    """Facts of deals with this contract: these counts, and all tricks on either side."""
    field, pile = counted(bid["denomination"], table)
    slam = bid["contract"] in ("capot", "generale")
    zero = table["capot.detect"] == "zero_points"
    ways = [{"tricks": "takers_all"}, {"tricks": "defence_all"}]
    if bid["contract"] == "generale":
        ways.append({"tricks": "takers_all", "generale_made": True})
    for count in counts:
        if count <= pile and not (slam and zero and count == pile):
            lasts = ("takers", "defence") if field == "native_cards" else (None,)
            ways += [{field: count, "last_trick": last} for last in lasts]
    return [joined(bid, way, more) for way in ways for more in extras(bid["denomination"], table)]


def answer(fact, facts, asked, outcome, table):
    """The answer of a deal to a question, hashable."""
    if fact == "result":
        if facts.get("tricks") == "takers_all" and "capot" in asked["of"]:
            return "capot"
        if facts.get("tricks") == "defence_all" and "defence_all" in asked["of"]:
            return "defence_all"
        return "tie" if outcome in ("litige", "replay") else outcome
    if fact in ("points", "last_trick"):
        field, pile = counted(facts["denomination"], table)
        tricks = facts.get("tricks")
        if fact == "points":
            assert asked["of"] == [field]
            return {"takers_all": pile, "defence_all": 0}.get(tricks) if tricks else facts[field]
        return tricks.split("_")[0] if tricks else facts["last_trick"]
    if fact == "generale":
        return bool(facts.get("generale_made"))
    return tuple([facts.get(fact + "_" + side, 0) for side in asked["of"]])


def answers(facts, ask, outcome, table):
    result = answer("result", facts, ask[0], outcome, table)
    given = [result]
    for question in ask[1:]:
        when = question["when"]
        if not when or result in when["result"]:
            given.append(answer(question["fact"], facts, question, outcome, table))
        else:
            given.append(None)
    return tuple(given)


def from_answers(bid, ask, given):
    """The facts that the answers alone make, as a table would write them down."""
    facts = dict(bid)
    counts = False
    for question, value in zip(ask, given):
        fact = question["fact"]
        if value is None or fact == "result":
            continue
        if fact == "points":
            facts[question["of"][0]] = value
            counts = True
        elif fact == "last_trick":
            facts["last_trick"] = value
        elif fact == "generale":
            facts["generale_made"] = value
        else:
            for side, number in zip(question["of"], value):
                facts[fact + "_" + side] = number
    result = given[0]
    slam = bid["contract"] in ("capot", "generale")
    if result == "capot" or slam and result == "made":
        facts["tricks"] = "takers_all"
        if bid["contract"] == "generale" and result == "made":
            facts["generale_made"] = True
    elif result == "defence_all":
        facts["tricks"] = "defence_all"
    elif not counts:
        facts["made"] = result == "made"
    return facts


def check_truth(bid, table, counts):
    """Deals that answer alike are worth the same, and the answers alone score to it.  Returns all:
    (facts, outcome, worth) of each deal."""
    ask = needs(bid, table)["ask"]
    assert ask[0]["fact"] == "result" and not ask[0]["when"]
    assert not [q for q in ask if not q["of"]]
    seen = {}
    every = []
    for facts in deals(bid, table, counts):
        value = worth(facts, table)
        outcome = value[0]
        given = answers(facts, ask, outcome, table)
        assert given[0] in ask[0]["of"], (facts, ask)
        every.append((facts, outcome, value))
        if given not in seen:
            seen[given] = value
            alone = worth(from_answers(bid, ask, given), table)
            assert alone == value, (bid, ask, facts, value, alone)
        assert seen[given] == value, (bid, ask, facts, value, seen[given])
    return ask, every


def spread(bid, table, rng):
    """Counts near both ends, the contract and half the pile, and some in between."""
    pile = counted(bid["denomination"], table)[1]
    need = bid["contract"] if bid["contract"] not in ("capot", "generale") else 100
    near = [0, 1, pile - 1, pile, pile // 2, pile // 2 + 1]
    near += [need + d for d in (-41, -20, -1, 0, 1, 2)]
    least = needs(bid, table)["least"]
    if least:
        near += [least - 1, least]
    near += [rng.below(pile) for _ in range(6)]
    return sorted({count for count in near if count >= 0})


def test_deals_that_answer_alike_are_worth_the_same_under_every_rule_set():
    rng = Rng(5)
    cases = 0
    for key in profile.KEYS:
        table = profile.resolve(key)
        for bid in bids(table):
            if rng.below(STEP) == 0:
                check_truth(bid, table, spread(bid, table, rng))
                cases += 1
    assert cases > 650 // STEP


# rule sets that reach the questions no published one asks
ODD = (
    {"test.beat": "gt", "test.tie": "litige"},
    {"test.beat": "gt", "test.tie": "replay", "melds.on": True},
    {"test.beat": "gt", "test.tie": "litige", "round.unit": 10, "test.on_rounded": True},
    {"test.beat": "gt", "test.tie": "litige", "melds.on": True, "belote.scored": False},
    {"capot.detect": "zero_points"},
    {"capot.detect": "zero_points", "made.points": False, "match.veto": "capot_or_failed",
     "melds.on": True},
    {"bid.generale": True, "belote.on_capot": "winner"},
    {"bid.generale": True, "match.veto": "capot_or_failed"},
    {"bid.generale": True, "capot.detect": "zero_points", "belote.on_capot": "winner"},
    {"bid.SA": True, "bid.TA": True, "pile.SA": 130, "pile.SA_method": "ace11_raw",
     "test.beat": "ge"},
    {"bid.TA": True, "match.veto": "belote_alone_if_capot_or_failed", "melds.on": True},
    {"belote.scored": False, "made.points": False},
    {"belote.scored": False},
    {"dbl.base": "points", "belote.on_dbl_made": "lost", "capot.base_unbid_dbl": 160},
    {"made.points": False, "belote.on_dbl_made": "lost", "belote.on_capot": "winner",
     "melds.on": True},
    {"melds.on": True, "test.melds": False, "melds.on_capot": "winner", "made.points": False},
    {"round.unit": 10, "match.last_deal_exact": True, "round.on": "points",
     "round.complement": True},
)  # fmt: skip


def test_deals_that_answer_alike_are_worth_the_same_under_odd_rules():
    rng = Rng(7)
    for values in ODD:
        table = profile.resolve({"extends": None, "values": values})
        for bid in bids(table, (80, 90, 160, "capot", "generale")):
            check_truth(bid, table, spread(bid, table, rng))


def matters(bid, table, ask, every, drop):
    """Whether something is lost without it: a question by its number, one side of it as (number,
    place), or a result, merged into made and failed.  Some deals are then no longer told apart, or
    their facts no longer score to them."""
    if type(drop) is str:
        ask = [joined(ask[0], {"of": [r for r in ask[0]["of"] if r != drop]})] + ask[1:]
    seen = {}
    for facts, outcome, value in every:
        given = answers(facts, ask, outcome, table)
        i, side = drop if type(drop) is tuple else (drop, None)
        if type(i) is int and given[i] is not None:
            masked = None
            if side is not None:
                masked = tuple([0 if j == side else given[i][j] for j in range(len(given[i]))])
            given = given[:i] + (masked,) + given[i + 1 :]
        if given not in seen:
            seen[given] = value
            try:
                if worth(from_answers(bid, ask, given), table) != value:
                    return True
            except ValueError:
                return True
        elif seen[given] != value:
            return True
    return False


def test_every_question_of_a_published_rule_set_matters():
    """Dropping a question, a side of it, or the result capot or defence_all makes deals alike that
    are not."""
    rng = Rng(9)
    for key in profile.KEYS:
        table = profile.resolve(key)
        for bid in bids(table, (80, 100, 150, "capot")):
            if rng.below(STEP):
                continue
            ask, every = check_truth(bid, table, spread(bid, table, rng))
            for i in range(1, len(ask)):
                assert matters(bid, table, ask, every, i), (key, bid, ask[i])
                if ask[i]["fact"] in ("belote", "melds"):
                    for j in range(len(ask[i]["of"])):
                        assert matters(bid, table, ask, every, (i, j)), (key, bid, ask[i], j)
            for result in ask[0]["of"]:
                if result in ("capot", "defence_all"):
                    assert matters(bid, table, ask, every, result), (key, bid, result)


def asked(key, contract=100, level=0, denomination="H", **overrides):
    bid = {"contract": contract, "denomination": denomination, "level": level}
    ask = needs(bid, rules(key, **overrides))["ask"]
    return ask[0]["of"], {question["fact"]: question for question in ask[1:]}


def test_what_the_published_rules_ask():
    """By hand, from the texts: a count only where points are written, a belote likewise."""
    results, more = asked("annonces_seules")
    assert results == ["made", "failed"] and more == {}
    results, more = asked("annonces_seules", "capot")
    assert results == ["made", "failed"] and more == {}
    results, more = asked("club")
    assert results == ["made", "failed", "capot", "defence_all"]
    assert sorted(more) == ["belote", "melds"] and not more["belote"]["when"]
    results, more = asked("it")
    assert results == ["made", "failed"]  # 162 for all tricks, bid or not: the count says it
    assert more["points"]["when"] == {"result": ["made"]}
    results, more = asked("ffb_contree_2016", level=1)
    assert results == ["made", "failed"]  # 320 whatever the tricks
    assert sorted(more) == ["belote"]
    results, more = asked("pagat", level=1)
    assert more["points"]["when"] == {"result": ["made"]}
    assert more["belote"]["of"] == ["takers"]
    # the belote of the defence is lost when a doubled contract is made
    ask = needs({"contract": 100, "denomination": "H", "level": 1}, profile.resolve("bga"))["ask"]
    assert [(q["of"], q["when"]) for q in ask if q["fact"] == "belote"] == [
        (["takers"], {"result": ["made", "capot"]}),
        (["takers", "defence"], {"result": ["failed"]}),
    ]
    results, more = asked("bga", denomination="SA")
    assert "belote" not in more
    assert more["points"] == {
        "fact": "points", "of": ["native_cards"], "when": {"result": ["made"]},
        "pile": 120, "native": True, "min": 0, "max": 120,
    }  # fmt: skip
    assert more["last_trick"]["of"] == ["takers", "defence"]
    results, more = asked("fr", denomination="TA")
    assert more["points"]["of"] == ["native_points"] and more["points"]["pile"] == 258
    results, more = asked("fr")
    assert more["points"]["of"] == ["taker_points"] and more["points"]["native"] is False
    # all tricks unbid are worth what 162 points are, or are not
    same = {"dbl__base": "points", "capot__points_unbid": 162}
    assert asked(None, level=1, capot__base_unbid_dbl=162, **same)[0] == ["made", "failed"]
    assert asked(None, level=1, capot__base_unbid_dbl=160, **same)[0] == [
        "made",
        "failed",
        "capot",
    ]
    tens = {"round__unit": 10, "round__on": "points"}
    tens.update(same)
    assert asked(None, level=1, capot__base_unbid_dbl=160, **tens)[0] == ["made", "failed"]
    assert asked(None, 80, test__beat="gt", test__tie="replay")[0] == [
        "made",
        "failed",
        "capot",
        "tie",
    ]
    # no belote brings 100 to equal totals: 91 is the most
    assert "tie" not in asked(None, 100, test__beat="gt", test__tie="replay")[0]
    results, more = asked(None, "generale", bid__generale=True, belote__on_capot="winner")
    assert results == ["made", "failed", "capot"]
    assert more["generale"]["when"] == {"result": ["capot"]}
