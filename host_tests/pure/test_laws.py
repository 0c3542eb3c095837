"""Laws that hold for all of the rules: texts read back, the table may be turned, and the order in
which something was told does not matter."""

from coinche import auction, cards, deal, melds, notation, profile, tricks
from coinche.scoring import score
from support import Rng, load

SEATS = ("N", "W", "S", "E")
PACK = [rank + suit for suit in cards.SUITS for rank in cards.RANKS]


def turned(seat):
    """The seat a quarter turn on: the sides change places."""
    return SEATS[(SEATS.index(seat) + 1) % 4] if seat else seat


def shuffled(rng, facts):
    """An equal dict whose fields came in another order."""
    out = {}
    for name in rng.shuffled(sorted(facts)):
        out[name] = facts[name]
    assert out == facts
    return out


def test_cards_calls_deals_and_events_read_back_as_they_were():
    for i in range(32):
        assert cards.number(cards.name(i)) == i
    for card in PACK:
        assert cards.name(cards.number(card)) == card
    for value in auction.WORDS:
        assert auction.read_call(auction.call_text(value)) == (value, None)
    rows = load("rules/examples.json")["rows"]
    for row in rows:
        if row["kind"] == "auction":
            for _, call in row["calls"]:
                assert auction.call_text(*auction.read_call(call)) == call
        if row["kind"] == "deal" and "error" not in row["expect"]:
            facts = deal.from_text(deal.to_text(row["deal"]))
            assert deal.from_text(deal.to_text(facts)) == facts
            event = {"event": "deal", "taker": "W", "deal": facts}
            assert notation.from_text(notation.to_text(event)) == event


def test_marks_do_not_depend_on_the_order_in_which_facts_were_told():
    rng = Rng(21)
    for row in load("rules/examples.json")["rows"]:
        if row["kind"] == "deal" and "takers" in row["expect"]:
            values = profile.resolve({"extends": row["profile"], "values": row["overrides"]})
            expected = score(row["deal"], values)
            for _ in range(3):
                assert score(shuffled(rng, row["deal"]), values) == expected, row["id"]


def test_a_turned_table_plays_the_same_cards():
    rng = Rng(22)
    values = profile.resolve("bga")
    for _ in range(400):
        pack = rng.shuffled(PACK)
        seat, count = rng.pick(SEATS), rng.below(4)
        at = SEATS.index(seat)
        trick = [(SEATS[(at - count + i) % 4], pack[i]) for i in range(count)]
        hand = pack[4 : 5 + rng.below(8)]
        denomination = rng.pick(cards.DENOMINATIONS)
        other = [(turned(who), card) for who, card in trick]
        assert tricks.legal(hand, trick, seat, denomination, values) == tricks.legal(
            hand, other, turned(seat), denomination, values
        )
        four = [(who, pack[SEATS.index(who)]) for who in SEATS]
        winner, points = tricks.winner(four, denomination, values)
        other = [(turned(who), card) for who, card in four]
        assert tricks.winner(other, denomination, values) == (turned(winner), points)


def test_a_turned_table_bids_the_same_contract():
    rng = Rng(23)
    for key in ("fr", "club", "pagat", "bga"):
        values = profile.resolve(key)
        for _ in range(15):
            dealer = rng.pick(SEATS)
            state, other = auction.start(dealer, values), auction.start(turned(dealer), values)
            while not state["over"]:
                calls = auction.legal(state)
                assert auction.legal(other) == calls
                told = auction.others(state)
                assert auction.others(other) == {turned(who): told[who] for who in told}
                seat, call = state["next"], rng.pick((calls[0], calls[-1], rng.pick(calls)))
                state = auction.after(state, seat, call)
                other = auction.after(other, turned(seat), call)
            contract = auction.contract(state)
            if contract:
                contract = dict(contract, taker=turned(contract["taker"]))
            assert auction.contract(other) == contract


def test_a_turned_table_declares_for_the_other_side():
    rng = Rng(24)
    sides = {"NS": "WE", "WE": "NS", None: None}
    for _ in range(100):
        values = profile.resolve(
            {"values": {"melds.on": True, "melds.tie": rng.pick(("nobody", "first"))}}
        )
        pack = rng.shuffled(PACK)
        hands = {seat: {"hand": pack[8 * i : 8 * i + 8]} for i, seat in enumerate(SEATS)}
        dealer, denomination = rng.pick(SEATS), rng.pick(cards.DENOMINATIONS)
        found = melds.contest(denomination, dealer, hands, values)
        other = {turned(seat): hands[seat] for seat in hands}
        found["winner"] = sides[found["winner"]]
        assert melds.contest(denomination, turned(dealer), other, values) == found


def test_an_exported_profile_is_the_same_profile_again():
    for key in list(profile.KEYS) + [None]:
        values = profile.resolve(key)
        found = profile.exported(values)
        assert found["values"] == {} and profile.resolve(found["extends"]) == values
    own = {"extends": "cannes_2016", "values": {"match.target": 1995, "dbl.on_min": False}}
    assert profile.exported(profile.resolve(own)) == own
