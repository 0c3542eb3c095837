"""Classic belote, without bids, as far as the parameters of coinche reach it: takers must beat the
defence, a tie is a litige, whoever takes all tricks writes 252 (the usual published rules of
belote: 162 in the tricks, belote 20 to its holder, "dedans" gives all of it to the defence).

A contract of 80 stands for "je prends": it decides nothing, for who has more than the others has
at least 82 of 162. What the parameters do not reach: the card turned up and its two rounds, and a
contract that is entered without its number."""

from coinche import auction, history, profile
from coinche.scoring import score

CLASSIC = {
    "extends": "fr",
    "values": {
        "bid.max": 80,
        "bid.SA": False,
        "bid.TA": False,
        "bid.capot": False,
        "dbl.max_level": 0,
        "melds.on": False,
        "test.need_on_80": 0,
        "test.beat": "gt",
        "test.tie": "litige",
        "test.on_rounded": False,
        "made.points": True,
        "made.contract": False,
        "made.defence_points": True,
        "fail.base": 162,
        "fail.contract": False,
        "belote.on_fail": "holder",
        "capot.points_unbid": 252,
        "capot.defence_base": 252,
        "round.unit": 1,
        "match.target": 1000,
    },
}
# points of the takers, belote takers / defence -> made, marks of takers, marks of the defence
ROWS = (
    (90, 0, 0, True, 90, 72),
    (82, 0, 0, True, 82, 80),
    (80, 0, 0, False, 0, 162),
    (72, 1, 0, True, 92, 90),
    (71, 1, 0, None, 20, 91),  # the belote is its holder's, held are the points
    (70, 1, 0, False, 20, 162),
    (91, 0, 1, None, 0, 91),
    (92, 0, 1, True, 92, 90),
    (90, 0, 1, False, 0, 182),
    (152, 0, 0, True, 152, 10),
    (0, 0, 0, False, 0, 162),
)


def facts(points, takers=0, defence=0, **more):
    out = {"contract": 80, "denomination": "H", "level": 0, "taker_points": points}
    out.update({"belote_takers": takers, "belote_defence": defence})
    out.update(more)
    return out


def deal(taker, *told):
    return {"event": "deal", "taker": taker, "deal": facts(*told)}


def test_every_cell_of_a_deal_without_bids():
    rules = profile.resolve(CLASSIC)
    for points, takers, defence, made, ours, theirs in ROWS:
        got = score(facts(points, takers, defence), rules)
        assert (got["made"], got["takers"], got["defence"]) == (made, ours, theirs), points
    swept = facts(162, tricks="takers_all")
    assert score(swept, rules)["takers"] == 252
    swept = facts(0, tricks="defence_all")
    assert score(swept, rules)["defence"] == 252


def test_a_litige_is_held_for_whoever_wins_the_next_deal():
    rules = profile.resolve(CLASSIC)
    tie = history.fold(rules, None, "N", None, [deal("W", 81)])[-1]
    assert (tie["totals"], tie["held"]) == ({"NS": 81, "WE": 0}, 81)
    after = history.fold(rules, None, "N", None, [deal("W", 81), deal("S", 100)])[-1]
    assert (after["totals"], after["held"]) == ({"NS": 81 + 100 + 81, "WE": 62}, 0)
    after = history.fold(rules, None, "N", None, [deal("W", 81), deal("S", 60)])[-1]
    assert (after["totals"], after["held"]) == ({"NS": 81, "WE": 162 + 81}, 0)


def test_who_takes_says_one_thing_and_nobody_doubles():
    rules = profile.resolve(CLASSIC)
    state = auction.start("N", rules)
    assert auction.legal(state) == ["pass", "80S", "80H", "80D", "80C"]
    state = auction.after(state, "W", "80H")
    assert auction.legal(state) == ["pass"] and not auction.others(state)
