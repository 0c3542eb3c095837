"""The entry in the making, read by the rules of the table: what may still be said, what must be
asked, how the piles are counted. No words, no keys: the screens of the entry share it."""

from coinche import deal, match
from coinche.errors import RuleError
from scorer import lazy, phrases

COMMON = 180  # numbers up to here are on the first list
_LIMIT = 1000  # the highest number that a profile can allow (profiles.json, bid.max)
_SAID = "contract denomination level belote_takers belote_defence melds_takers melds_defence"
_COUNTS = ("taker_points", "native_points", "native_cards")


def most(s):
    """The highest number that this table bids."""
    return s.rules["bid.max"] or _LIMIT


def numbers(s, higher):
    """The numbers that this table bids, as texts: up to 180, or those above."""
    every = range(s.rules["bid.min"], most(s) + 1, s.rules["bid.step"])
    return [str(n) for n in every if (n > COMMON) == higher]


def habit(s):
    """The number about which this table bids, as a text: the middle one of the bids of this match,
    to which a few hundreds are added, so that a single high bid moves nothing."""
    return s.remember("habit", len(s.lines), lambda: _habit(s.lines))


def _habit(lines):
    numbers = [100] * 5
    for line in lines:
        if line[0] == "d":
            head = line[line.find(" ") + 1 :].partition(" ")[0].rstrip("SHDCTA")
            if head.isdigit():
                numbers.append(int(head))
    numbers.sort()
    return str(numbers[len(numbers) // 2])


def is_slam(s):
    return isinstance(s.facts["contract"], str)


def top_level(s):
    """How far this contract may be coinched by the rules of the table."""
    return deal.top_level(s.facts["contract"], s.rules)


def top_belotes(s):
    """Belotes that can count in this deal (RULES section 8): none at no-trump, one in a suit."""
    rules, denomination = s.rules, s.facts["denomination"]
    if denomination == "SA" or not (rules["belote.scored"] or rules["test.belote"]):
        return 0
    return rules["belote.max_TA"] if denomination == "TA" else 1


def may_say(s):
    """Whether a belote or a declaration can be entered for this contract at all."""
    return s.rules["melds.on"] or top_belotes(s) > 0


def need(s):
    """`needs` of the contract with what has been said so far (kept until that changes)."""
    facts = s.facts
    said = [facts.get(field) for field in _SAID.split(" ")]
    return s.remember("need", said, lambda: _needs(facts, s.rules))


def _needs(facts, rules):
    from coinche.needs import needs

    out = needs(facts, rules, facts)
    lazy.drop("coinche.needs")
    return out


def asked(s):
    """What `needs` wants to know of this contract: {fact: its entry}, the result among them."""
    return {question["fact"]: question for question in need(s)["ask"]}


def results(s):
    """The ends of this deal that can differ in a mark."""
    return need(s)["ask"][0]["of"]


def wants_count(s, result):
    """Whether the points must be counted when the deal ended so."""
    points = asked(s).get("points")
    return points is not None and result in points["when"].get("result", (result,))


def tie_points(s):
    """The takers' points when both sides have the same (RULES 11.1): half of the pile, less what
    the takers have beside their tricks."""
    facts = s.facts
    extra = 0
    for field, worth, tested in (("belote_", 20, "test.belote"), ("melds_", 1, "test.melds")):
        if s.rules[tested]:
            extra += worth * (facts.get(field + "takers", 0) - facts.get(field + "defence", 0))
    return (deal.pile(facts["denomination"], s.rules) - extra) // 2


def unit(s):
    """(field that keeps the count, sum of both piles): as the cards are counted on the table."""
    return deal.counted(s.facts["denomination"], s.rules)


def whose(s):
    """The side whose pile is being counted."""
    return phrases.takers(s) if s.typed[0].lower() == "t" else phrases.defence(s)


def known(s):
    """The takers' count as it is kept, in the unit of the table, or None."""
    for field in _COUNTS:
        if field in s.facts:
            return s.facts[field]
    return None


def first_count(s):
    """After a check: typed as it was when the first pile was counted."""
    taken = known(s)
    if s.typed[0] == "T":
        s.typed = "d%02d" % (unit(s)[1] - taken)
    else:
        s.typed = "t%02d" % taken


def written(s):
    """The match with this deal written, or the RuleError that says why it cannot be."""
    if s.fix:
        return s.corrected()
    return _written(s, "written", s.facts)


def _written(s, name, facts):
    return s.remember(name, (s.taker, len(s.lines), facts), lambda: _try(s, facts))


def _try(s, facts):
    try:
        event = {"event": "deal", "taker": s.taker, "deal": facts}
        if ",o" in s.more:
            event["override"] = True
        return match.change(s.state.copy(), event)
    except RuleError as error:
        return error


def outcome(s, made):
    """The match if this contract failed, or was made with the least count that makes it; None
    where nobody can tell, or a deal of the past is corrected."""
    if s.fix:
        return None
    facts = {field: s.facts[field] for field in _SAID.split(" ") if field in s.facts}
    facts = deal.ended(facts, made, need(s)["least"], s.rules)
    if facts is None:
        return None
    after = _written(s, "made" if made else "failed", facts)
    return None if isinstance(after, RuleError) else after
