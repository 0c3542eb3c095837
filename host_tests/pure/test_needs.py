"""needs() tells the truth: the least count is found again by trying every count, and deals that
answer alike are worth the same.  Each question of a published rule set is also shown to matter.

What is not a test_ here takes any rule set; host_tests/test_needs_model.py makes some up.
"""

import sys

from coinche import profile
from coinche.deal import counted
from coinche.needs import needs
from coinche.scoring import score
from support import Rng, rules

CONTRACTS = (80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180, "capot")
# MicroPython takes every fifth case of the large sweeps, CPython all of them
STEP = 5 if sys.implementation.name == "micropython" else 1


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


# ---- parameter by parameter


def test_what_is_no_contract_and_no_facts_is_refused_by_its_name():
    bid = {"contract": 100, "denomination": "H", "level": 0}
    for contract, facts, field in ((None, None, "contract"), ([], None, "contract"),
                                   ("100H", {}, "contract"), (bid, [], "facts"),
                                   (bid, "bt1", "facts"), (bid, 0, "facts")):  # fmt: skip
        try:
            needs(contract, profile.resolve(None), facts)
            raise AssertionError((contract, facts))
        except ValueError as error:
            assert (error.field, error.why) == (field, "must_be")
            assert error.limits and type(error.limits[0]) is str and error.limits[0]


def needed(contract, table, denomination="H", level=0, **facts):
    bid = {"contract": contract, "denomination": denomination, "level": level}
    return needs(bid, table, facts)


def test_cards_that_are_converted_have_a_least_with_and_without_the_last_trick():
    """bga: nearest integers of 19/15 and 19/31 of the cards, 10 for the last trick."""
    table = profile.resolve("bga")
    for denomination, up, down, full in (("SA", 19, 15, 120), ("TA", 19, 31, 248)):
        for contract in (80, 90, 100, 140, 150, 160):
            need = 82 if contract == 80 else contract
            told = needed(contract, table, denomination)
            for name, ten in (("least", 10), ("least_without", 0)):
                reached = [n for n in range(full + 1)
                           if (2 * up * n + down) // (2 * down) + ten >= need]  # fmt: skip
                assert told[name] == (reached[0] if reached else None), (denomination, contract)
    assert "least_without" not in needed(100, table)
    assert "least_without" not in needed("capot", table, "SA")


def test_declarations_can_make_a_contract_without_a_trick():
    table = rules(None, melds__on=True)
    assert needed(80, table, melds_takers=100)["least"] == 0
    assert needed(80, table, melds_takers=79)["least"] == 1
    assert needed(80, rules(None), melds_takers=100)["least"] == 80


def test_a_belote_of_the_defence_raises_the_least_where_it_counts():
    """RULES 11 step 4: t > o, o = PD + bD; nothing where belote.defence is no."""
    for own, belotes, least in (
        ({}, 0, 82), ({}, 1, 92), ({"belote__defence": False}, 1, 82),
        ({"test__belote": False}, 1, 82),
    ):  # fmt: skip
        table = rules(None, test__beat="gt", **own)
        assert needed(80, table, belote_defence=belotes)["least"] == least, own


def test_a_slam_has_marks_and_no_least():
    """RULES 11: made 250 + 250 and 500 + 500, failed 160 and the contract."""
    table = rules(None, bid__generale=True)
    for contract, made, failed in (("capot", 500, 410), ("generale", 1000, 660)):
        told = needed(contract, table)
        assert told["if_made"] == {"takers": made, "defence": 0}
        assert told["if_failed"] == {"takers": 0, "defence": failed}
        assert told["least"] is None and told["if_least"] is None
        told = needed(contract, table, level=2)
        assert told["if_made"]["takers"] == 4 * made
    table = rules(None, bid__TA=True, pile__TA=258, pile__TA_method="native258")
    assert needed("capot", table, "TA")["if_made"] == {"takers": 250 + 96 + 250, "defence": 0}


def test_where_all_points_are_all_tricks_the_whole_pile_makes_more_than_it_counts():
    """capot.detect = zero_points: 258 count 250 + 96 (RULES 11 step 2)."""
    table = rules(None, bid__TA=True, pile__TA=258, pile__TA_method="native258",
                  capot__detect="zero_points")  # fmt: skip
    told = needed(300, table, "TA")
    assert told["least"] == 258
    assert told["if_made"] == {"takers": 346 + 300, "defence": 0}
    assert needed(350, table, "TA")["least"] is None


def test_a_failure_moves_no_belote_as_all_tricks_do():
    table = rules(None, belote__on_capot="winner")
    told = needed(100, table, belote_defence=1)["if_failed"]
    assert told == {"takers": 0, "defence": 280}
    told = needed(100, table, belote_takers=1)["if_failed"]
    assert told == {"takers": 20, "defence": 260}


def results(contract=100, level=0, denomination="H", **own):
    return asked(None, contract, level, denomination, **own)[0][2:]


def test_all_tricks_of_the_defence_are_asked_where_they_are_worth_another_failure():
    """RULES 11 step 7d: capot.defence_base + x against the base of any failure."""
    pile = {"bid__TA": True, "pile__TA": 258, "pile__TA_method": "native258", "fail__base": "pile"}
    same = dict(pile, capot__defence_base=162)  # 162 + 96 is the pile of 258
    plain = {"made__points": False, "capot__defence_base": 152, "bid__SA": True}
    for given, own, expected in (
        ({"denomination": "TA"}, same, ["capot"]),
        ({}, same, ["capot"]),
        ({"denomination": "TA"}, dict(pile, capot__defence_base=252), ["capot", "defence_all"]),
        ({"denomination": "SA"}, dict(plain, fail__base_SA=152), []),
        ({"denomination": "H"}, dict(plain, fail__base_SA=152), ["defence_all"]),
        ({"denomination": "SA"}, plain, ["defence_all"]),
        ({"denomination": "SA"}, dict(plain, fail__base=152), []),
        ({"contract": "capot"}, dict(plain, capot__fail_base=152), []),
        ({"contract": "capot"}, plain, ["defence_all"]),
        ({}, dict(plain, capot__fail_base=152), ["defence_all"]),
        ({"contract": "generale"}, dict(plain, bid__generale=True, generale__fail_base=152), []),
        ({"contract": "generale"}, dict(plain, bid__generale=True, capot__fail_base=152),
         ["defence_all"]),
        ({}, {"made__points": False}, []),
    ):  # fmt: skip
        assert results(**dict(own, **given)) == expected, (given, own)


def test_all_tricks_are_asked_where_a_veto_looks_at_them():
    """RULES 13.3: a side without a trick is held; takers without one can make a bid by what they
    declare, and a blocked side waits for a trick."""
    quiet = {"made__points": False}
    for veto, melds, expected in (
        ("none", True, []),
        ("capot_or_failed", False, ["capot"]),
        ("capot_or_failed", True, ["capot", "defence_all"]),
        ("belote_alone_if_capot_or_failed", False, ["capot", "defence_all"]),
    ):
        assert results(match__veto=veto, melds__on=melds, **quiet) == expected, (veto, melds)
    for veto, expected in (("none", []), ("capot_or_failed", ["capot"])):
        got = results("generale", bid__generale=True, match__veto=veto)
        assert got == expected, veto
        assert results("capot", match__veto=veto) == []


def test_all_tricks_are_asked_where_they_move_a_belote_or_declarations():
    """RULES 11 steps 8 and 9: a doubled contract looks at its own rule first."""
    quiet = {"made__points": False, "melds__on": True}
    for level, own, expected in (
        (0, {}, []),
        (0, {"melds__on_capot": "winner"}, ["capot"]),
        (0, {"melds__on_capot": "winner", "melds__on_dbl_made": "winner"}, ["capot"]),
        (1, {"melds__on_capot": "winner"}, ["capot"]),
        (1, {"melds__on_capot": "winner", "melds__on_dbl_made": "winner"}, []),
        (0, {"belote__on_capot": "winner", "melds__on": False}, ["capot"]),
        (1, {"belote__on_capot": "winner", "belote__on_dbl_made": "winner",
             "belote__on_fail": "defence"}, []),
        (0, {"belote__on_capot": "winner", "belote__defence": False}, []),
        (0, {"belote__on_capot": "winner", "belote__scored": False}, []),
        (0, {"melds__on_capot": "winner", "melds__on": False}, []),
        (0, {"capot__bonus": 90}, ["capot"]),
        (0, {"capot__bonus_dbl": 100}, []),
        (1, {"capot__bonus_dbl": 100}, ["capot"]),
        (0, {"capot__base_unbid_dbl": 250}, []),
        (1, {"capot__base_unbid_dbl": 250}, ["capot"]),
        (1, {"capot__base_unbid_dbl": 160}, []),
    ):  # fmt: skip
        assert results(100, level, **dict(quiet, **own)) == expected, (level, own)
    spare = {"belote__on_capot": "winner", "bid__SA": True, "bid__TA": True, "belote__max_TA": 1}
    spare["made__points"] = False
    assert results(denomination="SA", **spare) == []
    assert results(denomination="TA", **spare) == ["capot"]
    assert results(denomination="TA", **dict(spare, belote__max_TA=0)) == []


def test_belotes_are_asked_where_they_are_written_or_tested():
    both = ["takers", "defence"]
    for own, expected in (
        ({}, both),
        ({"belote__defence": False}, ["takers"]),
        ({"belote__scored": False}, ["takers"]),
        ({"belote__scored": False, "test__beat": "gt"}, both),
        ({"belote__scored": False, "test__belote": False}, None),
    ):
        got = asked(None, 100, 0, **own)[1].get("belote")
        assert (got and got["of"]) == expected, own


def test_equal_totals_are_asked_where_they_can_be_and_have_a_rule():
    """RULES 11.1: un-doubled, beaten by gt; half of 162 and a belote is 91."""
    for contract, level, own, expected in (
        (80, 0, {}, ["tie"]), (90, 0, {}, ["tie"]), (100, 0, {}, []), (80, 1, {}, []),
        (90, 0, {"test__belote": False}, []), (80, 0, {"test__belote": False}, ["tie"]),
        (80, 0, {"test__tie": "fail"}, []), (80, 0, {"test__beat": "ge"}, []),
        (500, 0, {"melds__on": True}, ["tie"]),
        (500, 0, {"melds__on": True, "test__melds": False}, []),
        ("capot", 0, {}, []),
    ):  # fmt: skip
        for tie in ("litige", "replay"):
            given = {"test__beat": "gt", "test__tie": tie}
            given.update(own)
            got = [one for one in results(contract, level, **given) if one == "tie"]
            assert got == expected, (contract, level, given)


def when_of(fact, contract=100, level=0, denomination="H", **own):
    question = asked(None, contract, level, denomination, **own)[1].get(fact)
    return question and question["when"].get("result", [])


TIED = {"test__beat": "gt", "made__points": False}


def test_the_first_question_is_the_result():
    bid = {"contract": "generale", "denomination": "H", "level": 0}
    table = rules(None, bid__generale=True, match__veto="capot_or_failed", melds__on=True)
    ask = needs(bid, table)["ask"]
    assert ask[0] == {"fact": "result", "of": ["made", "failed", "capot"], "when": {}}
    assert ask[1] == {"fact": "generale", "of": [True, False], "when": {"result": ["capot"]}}
    assert ask[-1] == {"fact": "melds", "of": ["takers", "defence"], "when": {}}


def test_a_count_is_asked_for_the_results_that_need_it():
    assert when_of("points", capot__detect="zero_points") == []
    assert when_of("points", "capot", capot__detect="zero_points") == ["failed"]
    assert when_of("points", "capot") is None
    assert when_of("points", 80, test__tie="litige", **TIED) == ["tie"]
    assert when_of("points", 80, test__tie="litige", test__beat="gt") == ["made", "tie"]


def test_a_tie_that_is_played_again_asks_only_what_it_is_tested_by():
    told = ["made", "failed", "capot"]
    bonus = dict(TIED, capot__bonus=90)
    assert when_of("belote", 80, test__tie="replay", **bonus) == []
    assert when_of("belote", 80, test__tie="replay", test__belote=False, **bonus) == told
    assert when_of("belote", 80, test__tie="litige", test__belote=False, **bonus) == []
    bonus["melds__on"] = True
    assert when_of("melds", 80, test__tie="replay", **bonus) == []
    assert when_of("melds", 80, test__tie="replay", test__melds=False, **bonus) == told
    assert when_of("melds", 80, test__tie="litige", test__melds=False, **bonus) == []


def test_a_belote_is_lost_only_in_a_doubled_contract_that_is_made():
    lost = {"belote__on_dbl_made": "lost", "made__points": False}
    ask = needs({"contract": 100, "denomination": "H", "level": 0}, rules(None, **lost))["ask"]
    assert [(q["of"], q["when"]) for q in ask[1:]] == [(["takers", "defence"], {})]
    ask = needs({"contract": 100, "denomination": "H", "level": 1}, rules(None, **lost))["ask"]
    assert [(q["of"], q["when"]) for q in ask[1:]] == [
        (["takers"], {"result": ["made"]}), (["takers", "defence"], {"result": ["failed"]}),
    ]  # fmt: skip


def test_all_tricks_that_fail_a_contract_move_a_belote_too():
    """RULES 11 step 8: a 300 fails with all eight tricks, worth 250; 270 is made by a belote."""
    own = {"belote__on_capot": "winner", "belote__on_dbl_made": "winner", "made__points": False}
    for contract, on_fail, expected in (
        (300, "holder", ["capot"]), (300, "winner", []), (100, "holder", []),
        (250, "holder", []), (260, "holder", ["capot"]),
    ):  # fmt: skip
        got = results(contract, 1, belote__on_dbl_fail=on_fail, **own)
        assert got == expected, (contract, on_fail)
    own.update({"belote__on_fail": "defence", "belote__on_dbl_fail": "holder"})
    assert results(300, 1, **own) == []


def test_belotes_that_are_not_written_are_asked_where_they_make_the_contract():
    """All tricks are 250, at all-trump of 258 96 more; a belote 20."""
    quiet = {"belote__scored": False, "capot__bonus": 90}
    for contract, expected in ((240, ["made"]), (250, ["made"]), (251, ["made", "capot"]),
                               (270, ["made", "capot"]), (271, ["made"])):  # fmt: skip
        assert when_of("belote", contract, **quiet) == expected, contract
    trump = {"bid__TA": True, "pile__TA": 258, "pile__TA_method": "native258",
             "belote__max_TA": 1}  # fmt: skip
    trump.update(quiet)
    for contract, expected in ((346, ["made"]), (347, ["made", "capot"]),
                               (366, ["made", "capot"]), (367, ["made"])):  # fmt: skip
        assert when_of("belote", contract, 0, "TA", **trump) == expected, contract
    melds = dict(quiet, melds__on=True, capot__defence_base=252)
    assert when_of("belote", 100, **melds) == ["made", "defence_all"]
    assert when_of("belote", 100, **dict(melds, test__beat="gt")) == [
        "made", "capot", "defence_all"]  # fmt: skip
    assert when_of("belote", 100, **dict(melds, test__melds=False)) == ["made"]


def test_a_failed_slam_without_a_base_of_its_own_is_any_failure():
    assert results("capot", capot__defence_base=160) == []
    assert results("capot", capot__defence_base=252) == ["defence_all"]
    same = {"dbl__base": "points", "capot__points_unbid": 162, "capot__base_unbid_dbl": 162}
    assert results(100, 1, round__unit=10, **same) == []


def test_equal_totals_are_reached_up_to_half_of_all_points():
    """162 and a belote: 91 each; rounded, 74 and 20 are 90 and so are 88."""
    both = {"test__beat": "gt", "test__tie": "replay"}
    rounded_ = dict(both, round__unit=10, test__on_rounded=True)
    raw = {"bid__SA": True, "pile__SA": 130, "pile__SA_method": "ace11_raw"}
    for contract, denomination, own, expected in (
        (91, "H", both, True), (92, "H", both, False), (90, "H", rounded_, True),
        (65, "SA", dict(raw, **both), True), (66, "SA", dict(raw, **both), False),
        (70, "SA", dict(raw, **rounded_), True),
    ):  # fmt: skip
        got = "tie" in results(contract, 0, denomination, **own)
        assert got is expected, (contract, denomination)


def test_a_belote_of_the_defence_that_is_worth_nothing_moves_nothing():
    """belote.defence = no: equal totals make the contract, and a failure is 260."""
    told = needed(80, rules(None, test__beat="ge", belote__defence=False), belote_defence=1)
    assert told["least"] == 81
    assert told["if_failed"] == {"takers": 0, "defence": 240}
    assert needed(80, rules(None, test__beat="ge"), belote_defence=1)["least"] == 91


def test_belotes_that_are_not_written_are_asked_where_score_tests_again():
    quiet = {"belote__scored": False, "capot__bonus": 90}
    for beat in ("none", "ge", "gt"):  # 250 and no card of the others' need no belote
        assert when_of("belote", 100, test__beat=beat, **quiet) == ["made"]
    tens = dict(quiet, round__unit=10, test__on_rounded=True)
    assert when_of("belote", 140, **tens) == ["made"]
    # a count is told whatever came of it, and score finds out
    assert when_of("belote", 100, belote__scored=False, capot__detect="zero_points") == []


def test_a_belote_is_not_lost_where_all_tricks_fail_the_contract():
    own = {"belote__on_dbl_made": "lost", "belote__on_capot": "winner", "made__points": False}
    for contract, more in ((300, {}), ("generale", {"bid__generale": True})):
        bid = {"contract": contract, "denomination": "H", "level": 1}
        ask = needs(bid, rules(None, **dict(own, **more)))["ask"]
        assert ask[0]["of"] == ["made", "failed", "capot"]
        assert [(q["of"], q["when"]) for q in ask if q["fact"] == "belote"] == [
            (["takers"], {"result": ["made"]}),
            (["takers", "defence"], {"result": ["failed", "capot"]}),
        ]
