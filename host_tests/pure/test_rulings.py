"""The promise of the referee: for every published rule set, and for mixtures of parameters, every
published dispute has exactly one answer, and what the answer says is what the rules do in a
position built for it (rulings.py).  A text that says something else is noticed."""

import sys

from claims import LANGUAGES, agrees
from coinche import profile, referee
from coinche.errors import RuleError
from rulings import CASES, DISPUTES, LOOSE, MANNERS, WORDS, is_loose, proven
from support import Rng, load
from test_profile import SOURCE, is_invalid, random_profile

# make prove plays more: host_tests/prove.py rulings
MIXTURES = 100 if sys.implementation.name == "micropython" else 300
FORCED = 3  # mixtures for each answer of each dispute, made so that it is the one
# Pairs of answers, by their places, for which the rules do the same under every rule set.  27: a
# coinche out of turn is refused, and whether it stands all the same the table decides; 68: neither
# no rule nor a choice of the injured side is a number.
SAME_ANSWERS = [(27, 3, 4), (68, 0, 2)]
SAME_TO_THE_RULES = [(27, "pen.coinche_out_of_turn")]
# the parameters that a case may look at: one that the engine takes as its argument, one that the
# dispute does not ask about
LOOKED_AT = ["capot.contract", "pen.bid_out_of_turn"]


def published():
    return [(key, profile.resolve(key)) for key in [None] + list(profile.KEYS)]


def text_of(dispute, place, P, language):
    """One of the answers, whether it holds or not; None where its figures cannot be."""
    asked = DISPUTES[dispute]
    row = dict(asked["answers"][place], when={})
    try:
        return referee.answer(dict(asked, answers=[row]), P, WORDS, language)
    except RuleError:
        return None


def check(dispute, P):
    """What is wrong, as a list; what is known to be loose must be so."""
    claims, wrong = proven(dispute, P)
    if is_loose(dispute, P):
        return [] if wrong or claims is None else [(dispute, "is not loose", claims)]
    return [(dispute, claims, text) for text in wrong]


def forced(rng, when):
    """A valid mixture that meets the conditions of an answer."""
    source = load(SOURCE)
    while True:
        P = random_profile(rng, source, 3 + rng.below(30))
        for name in when:
            row = source["parameters"][name]
            values = list(row["values"])
            if "range" in row:
                low, high = row["range"]
                values.append(low + rng.below(high - low + 1))
            values = [value for value in values if referee.matches(when[name], value)]
            P[name] = rng.pick(values)
        P["pile.SA"] = 130 if P["pile.SA_method"] == "ace11_raw" else 162
        if "pile.TA" in when:
            P["pile.TA_method"] = "native258" if P["pile.TA"] == 258 else "x152/248"
        P["pile.TA"] = 258 if P["pile.TA_method"] == "native258" else 162
        if not is_invalid(source, P):
            return P


def wrong_figures(dispute, text):
    """The text with each of its figures one too high."""
    start = None
    for at, letter in enumerate(text + " "):
        if letter in "0123456789":
            start = at if start is None else start
        elif start is not None:
            number = int(text[start:at])
            if dispute != 69 or number > 9:  # there small ones count the steps
                yield text[:start] + str(number + 1) + text[at:]
            start = None


def contradicted(text):
    for one, other in (("Oui", "Non"), ("Yes", "No")):
        for before, after in ((one, other), (other, one)):
            after_it = text[len(before) :].strip()[:1]
            if text.startswith(before) and after_it in (".", ",", ":"):
                yield after + text[len(before) :]


def test_every_dispute_has_a_case_or_a_reason_why_not():
    assert not [dispute for dispute in CASES if dispute in MANNERS]
    assert sorted(list(CASES) + list(MANNERS)) == sorted(DISPUTES)
    assert all(MANNERS[dispute] for dispute in MANNERS)


def test_answers_are_what_the_rules_do_in_every_published_rule_set():
    for key, P in published():
        for dispute in DISPUTES:
            referee.ruling(DISPUTES[dispute], P)  # exactly one holds
        for dispute in CASES:
            assert not is_loose(dispute, P), (key, dispute)
            claims, wrong = proven(dispute, P)
            assert claims is not None and not wrong, (key, dispute, claims, wrong)


def test_answers_are_what_the_rules_do_in_mixtures_of_parameters():
    rng, source = Rng(41), load(SOURCE)
    wrong = []
    for _ in range(MIXTURES):
        P = random_profile(rng, source, 3 + rng.below(60))
        for dispute in DISPUTES:
            referee.ruling(DISPUTES[dispute], P)
        for dispute in CASES:
            wrong += check(dispute, P)
    assert not wrong, wrong[:3]


def flipped(dispute, P, language):
    """(parameter, answer) for other values of those that decide, as far as that can be."""
    source = load(SOURCE)["parameters"]
    for name in DISPUTES[dispute]["decided_by"]:
        for value in source[name]["values"]:
            Q = dict(P)
            Q[name] = value
            try:
                yield name, referee.answer(DISPUTES[dispute], Q, WORDS, language)
            except RuleError:
                pass  # values that do not go together


def compare(dispute, place, P, claims, apart, noticed):
    """Holds other answers against what is claimed here, and those of other rules; apart and
    noticed: {pair of answers, or parameter: whether any was seen to be wrong}."""
    answers, row = DISPUTES[dispute]["answers"], CASES[dispute]
    for language in LANGUAGES:

        def seen(table, key, text, language=language):
            is_wrong = not agrees(row, claims, text, language, WORDS)
            table[key] = table.get(key, False) or is_wrong

        own = text_of(dispute, place, P, language)
        for other in range(len(answers)):
            text = text_of(dispute, other, P, language)
            if text and answers[other]["answer"] != answers[place]["answer"]:
                seen(apart, (dispute, min(place, other), max(place, other)), text)
        for name, text in flipped(dispute, P, language):
            if text != own:
                seen(noticed, (dispute, name), text)


def test_every_answer_of_every_case_is_proven_and_told_from_the_others():
    """Each answer is made to be the one that holds.  What is claimed there is not what the other
    answers say, nor that of a table where a parameter that decides has another value."""
    rng = Rng(43)
    apart, noticed, not_proven, wrong = {}, {}, [], []
    for dispute in sorted(CASES):
        asked = DISPUTES[dispute]
        for place, answer in enumerate(asked["answers"]):
            tried, is_proven = 0, False
            while tried < FORCED or not is_proven and tried < 10 * FORCED:
                tried += 1
                P = forced(rng, answer["when"])
                assert referee.ruling(asked, P) == place
                wrong += check(dispute, P)
                claims = CASES[dispute][0](P)
                if claims is not None and not is_loose(dispute, P):
                    is_proven = True
                    compare(dispute, place, P, claims, apart, noticed)
            if not is_proven:
                not_proven.append((dispute, place))
    assert not wrong, wrong[:3]
    assert not not_proven, not_proven
    same = sorted([pair for pair in apart if not apart[pair]])
    assert same == SAME_ANSWERS, same
    same = sorted([pair for pair in noticed if not noticed[pair]])
    assert same == SAME_TO_THE_RULES, same


def test_what_is_known_to_be_loose_is_so():
    for dispute in LOOSE:
        when, why, values = LOOSE[dispute]
        P = profile.resolve({"values": values})
        claims, wrong = proven(dispute, P)
        assert when(P) and why and len(wrong) == len(LANGUAGES), (dispute, claims)


def test_a_wrong_text_is_noticed_in_every_case():
    """A figure that is one too high, the opposite of yes and no, the answer of other rules."""
    noticed = set()
    for key, P in published():
        for dispute in CASES:
            row = CASES[dispute]
            claims = row[0](P)
            place = referee.ruling(DISPUTES[dispute], P)
            for language in LANGUAGES:
                text = text_of(dispute, place, P, language)
                for bad in list(wrong_figures(dispute, text)) + list(contradicted(text)):
                    assert not agrees(row, claims, bad, language, WORDS), (key, dispute, bad)
                    noticed.add(dispute)
                for other in range(len(DISPUTES[dispute]["answers"])):
                    bad = text_of(dispute, other, P, language)
                    if bad and not agrees(row, claims, bad, language, WORDS):
                        noticed.add(dispute)
    assert sorted(noticed) == sorted(CASES)


def test_a_case_does_not_look_at_what_decides():
    here = __file__.rpartition("/")[0] or "."
    for name in ("positions", "rulings_marks", "rulings_table"):
        with open(here + "/" + name + ".py", encoding="utf-8") as file:
            parts = file.read().split('P["')[1:]
        looked = [part[: part.index('"')] for part in parts]
        assert sorted(looked) == (LOOKED_AT if name == "rulings_table" else []), (name, looked)
