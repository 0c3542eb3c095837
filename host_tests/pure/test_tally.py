"""What a match was like: counts that can be made from the list of deals by hand."""

from coinche import history, match
from coinche.tally import tally
from support import Rng, rules

PASS = {"event": "all_pass"}


def deal(taker, made, level=0, contract=100, **more):
    facts = {"contract": contract, "denomination": "S", "level": level}
    facts["taker_points"] = 120 if made else 60
    facts.update(more)
    return {"event": "deal", "taker": taker, "deal": facts}


def told(items, values=None):
    return tally(match.start(values or rules("it"), 9999, "N"), items)


def test_nothing_was_played():
    totals, seats, doubled, best = told([])
    assert (totals, best) == ([], None)
    assert seats == {"N": [0, 0], "W": [0, 0], "S": [0, 0], "E": [0, 0]}
    assert doubled == {"NS": [0, 0], "WE": [0, 0]}


def test_who_took_and_made_and_who_said_coinche_and_won():
    items = [
        deal("N", True),
        PASS,
        deal("N", False),
        deal("W", False, level=1),
        deal("E", True, level=2),
        deal("S", True, level=1),
    ]
    totals, seats, doubled, best = told(items)
    assert seats == {"N": [2, 1], "W": [1, 0], "S": [1, 1], "E": [1, 1]}
    assert doubled == {"NS": [2, 1], "WE": [1, 0]}
    assert len(totals) == 5
    assert best[:2] == (4, "WE")  # surcoinched and made; an all pass is no deal that counts


def test_the_curve_is_that_of_the_fold_and_the_best_deal_its_largest_step():
    """A law, over random matches: the same totals as the events are folded to, one by one."""
    rng = Rng(7)
    values = rules("it")
    for _ in range(20):
        items = []
        for _ in range(rng.bits() % 12 + 1):
            level = rng.bits() % 3
            items.append(deal("NWSE"[rng.bits() % 4], rng.bits() % 2 == 1, level))
            if rng.bits() % 4 == 0:
                items.append(PASS)
        totals, seats, _, best = told(items, values)
        states = history.fold(values, 9999, "N", None, items)[1:]
        states = [state for state in states if state["marks"]]
        assert totals == [(s["totals"]["NS"], s["totals"]["WE"]) for s in states]
        assert best[2] == max([max(s["marks"]["NS"], s["marks"]["WE"]) for s in states])
        assert sum([taken for taken, _ in seats.values()]) == len(states)


def test_lines_of_a_journal_count_as_their_events():
    from coinche.notation import to_text

    items = [deal("N", True), PASS, deal("W", False, level=1)]
    first = match.start(rules("it"), 9999, "N")
    assert tally(first, [to_text(item) for item in items]) == tally(first, items)


def test_a_fine_beside_a_deal_is_no_best_deal():
    fine = {"event": "penalty", "to": "NS", "points": 400, "ends_deal": False}
    totals, _, _, best = told([fine])
    assert (totals, best) == ([(400, 0)], None)
    assert told([fine, deal("W", True)])[3][:2] == (1, "WE")
    assert told(["f NS 400 - false_meld", deal("W", True)])[3][:2] == (1, "WE")
