"""The tree of "may I play this card?" says of every position what tricks.legal says, with no
question too many."""

import sys

from coinche import mayplay, profile, tricks
from models.at_table import verdict
from support import Rng, refused, rules

SEATS = ("N", "W", "S", "E")
SUITS = ("S", "H", "D", "C")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = [rank + suit for suit in SUITS for rank in RANKS]
DENOMINATIONS = SUITS + ("SA", "TA")
PLAY = ("undertrump", "void_partner_winning", "only_trumps_on_partner_ruff", "overtake_all_trump",
        "overtrump_partner_on_trump_lead")  # fmt: skip
# random positions: as many as ten seconds take
POSITIONS = 3000 if sys.implementation.name == "micropython" else 30000


def mixtures():
    """All 48 tables that the five parameters can make, then the published ones."""
    for undertrump in ("may", "must"):
        for void in ("free", "free_but_overtrump", "must_ruff"):
            for only in ("any", "overtrump"):
                for all_trump in (True, False):
                    for lead in (True, False):
                        values = (undertrump, void, only, all_trump, lead)
                        yield rules(None, **{"play__" + n: v for n, v in zip(PLAY, values)})
    for key in profile.KEYS:
        yield profile.resolve(key)


def paths(denomination, table, said=()):
    """Every way through the tree: (answers, verdict)."""
    asked, offered = mayplay.ask(denomination, list(said), table)
    if type(offered) is str:
        yield said, (asked, offered)
        return
    for answer in offered:
        yield from paths(denomination, table, said + (answer,))


def position(rng):
    """(denomination, hand, trick), for N; ruffs, hands of only trumps, low trumps and voids often,
    for at random they are rare.  Nobody asks whether the trick was played as the rules want."""
    denomination = rng.pick(DENOMINATIONS)
    trump = denomination if len(denomination) == 1 else rng.pick(SUITS)
    led = rng.pick(SUITS)
    kind = rng.below(4)  # of the hand: any, void, only trumps, trumps and a suit that is not led
    pack = rng.shuffled(PACK)
    trick = []
    for i in range(rng.below(4)):
        wanted = led if not i or rng.below(2) else trump if rng.below(2) else rng.pick(SUITS)
        card = ([one for one in pack if one[-1] == wanted] or pack)[0]
        pack.remove(card)
        trick.append(card)
    if kind == 1:
        pack = [card for card in pack if card[-1] != led]
    elif kind == 2:
        pack = [card for card in pack if card[-1] == trump] or pack
    elif kind == 3:
        plain = rng.pick([suit for suit in SUITS if suit != led])
        pack = [card for card in pack if card[-1] in (trump, plain)]
    if rng.below(3) == 0:  # such a hand seldom goes over
        pack = [card for card in pack if card[-1] != trump or card[0] in "78QK"] or pack
    return denomination, pack[: 1 + rng.below(8)], [
        (SEATS[i - len(trick)], card) for i, card in enumerate(trick)
    ]  # fmt: skip


def test_the_tree_is_the_rules_of_play_at_every_table():
    """Same reason, same cards; and every way through the tree was gone, the rarest too."""
    rng = Rng(31)
    tables = list(mixtures())
    gone = [{} for _ in tables]
    for i in range(POSITIONS):
        denomination, hand, trick = position(rng)
        place = i % len(tables)
        table = tables[place]
        legal, reason = tricks.legal(hand, trick, "N", denomination, table)
        found = verdict(mayplay.ask, denomination, hand, trick, "N", table)
        where = (denomination, hand, trick, place, found)
        assert found[:2] == (set(legal), reason), where
        way = (denomination if len(denomination) > 1 else "suit", found[2])
        gone[place][way] = gone[place].get(way, 0) + 1
    together = {}
    for met in gone:
        for way in met:
            together[way] = together.get(way, 0) + met[way]
    wanted = {}
    for table in tables:
        for denomination in ("H", "SA", "TA"):
            for answers, _ in paths(denomination, table):
                kind = denomination if len(denomination) > 1 else "suit"
                wanted[kind, answers] = True
    assert sorted(together) == sorted(wanted)
    least = min(together.values())
    assert least >= POSITIONS // 2000, sorted([(together[way], way) for way in together])[:5]


def test_at_most_three_questions_of_four_answers_and_none_is_idle():
    """Beside "lead"; an idle question: all its answers end in one verdict.  Answers that say the
    same in more words are not told apart where they end alike."""
    reasons = {}
    for table in mixtures():
        for denomination in DENOMINATIONS:
            ends = {}
            for answers, end in paths(denomination, table):
                assert len(answers) <= 3
                reasons[end] = True
                for i in range(len(answers)):
                    ends.setdefault(answers[:i], {}).setdefault(answers[i], set()).add(end)
            for before, by_answer in ends.items():
                assert len([one for one in by_answer if one != "lead"]) <= 4
                both = set()
                for reached in by_answer.values():
                    both |= reached
                assert len(both) > 1, (denomination, before)
                if "partner_ruff" in by_answer:
                    assert by_answer["partner"] != by_answer["partner_ruff"]
    assert len(reasons) == 11 and len({reason for reason, _ in reasons}) == 9


def test_a_table_is_asked_in_the_order_in_which_one_looks():
    table = rules()
    led = mayplay.ask("H", [], table)
    assert led == ("led", ("trump", "follow", "ruff", "none", "lead"))
    assert mayplay.ask("H", ["trump"], table) == ("mine", ("higher", "lower", "none"))
    assert mayplay.ask("H", ["trump", "higher"], table) == ("must_go_over", "over")
    who = mayplay.ask("H", ("ruff",), table)
    assert who == ("who", ("partner", "opponent", "opponent_ruff"))
    assert mayplay.ask("H", ["ruff", "partner"], table) == ("partner_winning", "any")
    assert mayplay.ask("H", ["ruff", "opponent_ruff"], table) == ("beat", ("higher", "lower"))
    half = rules(play__void_partner_winning="free_but_overtrump")
    assert len(mayplay.ask("H", ["ruff"], half)[1]) == 4
    way = ["ruff", "partner_ruff"]
    assert mayplay.ask("H", way, half) == ("both", ("mixed", "only", "lower"))
    assert mayplay.ask("H", way + ["mixed"], half) == ("partner_winning", "not_under")
    assert mayplay.ask("SA", [], table) == ("led", ("follow", "none", "lead"))
    assert mayplay.ask("TA", [], table) == ("mine", ("higher", "lower", "none", "lead"))


def test_an_answer_that_was_not_offered_is_refused_by_its_place():
    for answers, field in (
        (["who"], "answers[0]"), (["trump", "lead"], "answers[1]"), ([None], "answers[0]"),
        (["lead", "lead"], "answers[1]"), (["ruff", "partner_ruff"], "answers[1]"),
    ):  # fmt: skip
        assert refused(mayplay.ask, "H", answers, rules()) == field, answers
