"""In what: the four suits, and no-trump and all-trump where the table bids them. The third press,
and the deal is in play."""

from coinche.errors import RuleError
from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    answers = list("SHDC")
    wide = [d for d in ("SA", "TA") if s.rules["bid." + d]]
    labels = {d: phrases.denomination(w, d) for d in answers + wide}
    if s.in_auction():
        for d in labels:
            if _forbidden(s, d):
                labels[d] = "(%s)" % labels[d]
    held = s.facts.get("denomination", "H" if wide else "S")  # the shortest ways round a list
    every = answers + wide
    return Choice(
        answers,
        labels,
        row=answers,
        holds=tuple((wide + [None, None])[:2]),
        start=every.index(held),
    )


def _forbidden(s, denomination):
    """Whether the auction does not allow the bid in it."""
    from scorer import bidding

    return bidding.why_not(s, str(s.facts["contract"]), denomination)


def _bid(s, denomination):
    from scorer import bidding

    if _forbidden(s, denomination):
        s.facts["denomination"], s.facts["level"] = denomination, 0
        s.go("forbidden")
    else:
        bidding.bid(s, denomination)


def take(s, answer):
    if s.in_auction():
        _bid(s, answer)
        return
    facts = s.facts
    before = facts.get("denomination", answer)
    if before != answer and 2 in (len(before), len(answer)):
        s.forget_result()  # out of another pile: a count of a suit says nothing of all-trump
    if facts.get("denomination") != answer:
        for field in ("belote_takers", "belote_defence"):
            facts.pop(field, None)
        s.tell("b")
    facts["denomination"] = answer
    facts["level"] = min(facts.get("level", 0), entry.top_level(s))
    if not facts["level"]:
        s.tell("c")
    if s.fix and not isinstance(s.corrected(), RuleError):
        s.go("fix")
        return
    s.forget_result()
    s.go("play")


def back(s):
    number = not entry.is_slam(s) and s.facts["contract"]
    s.go("higher" if number > entry.COMMON else "number")


def view(s, w, put):
    strip.contract(s, w, put)
    strip.before_bid(s, w, put)
    put("ask", w("ask.suit"))
