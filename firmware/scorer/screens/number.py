"""How much was bid: the numbers from the minimum to 180, capot, générale; "more" leads to the
higher numbers."""

from scorer import entry, phrases
from scorer.choice import MORE, Choice
from scorer.screens import strip


def ask(s, w):
    answers = entry.numbers(s, False)
    for slam in ("capot", "generale"):
        if s.rules["bid." + slam]:
            answers.append(slam)
    if entry.most(s) > entry.COMMON:
        answers.append("higher")
    labels = {a: phrases.value(w, a) if a in ("capot", "generale") else a for a in answers}
    labels["higher"] = w("higher", entry.COMMON)
    labels[MORE] = w("and.more")
    if s.in_auction():
        return called(s, answers, labels)
    held = str(s.facts.get("contract") or entry.habit(s))
    return Choice(
        answers, labels, start=answers.index(held) if held in answers else 0, layout="more"
    )


def called(s, answers, labels):
    """The same in an auction: what may not be said stands in brackets, and the list opens where
    something may."""
    from scorer import bidding

    first = None
    for i, answer in enumerate(answers):
        if answer == "higher":
            continue
        if bidding.why_not(s, answer):
            labels[answer] = "(%s)" % labels[answer]
        elif first is None:
            first = i
    return Choice(answers, labels, start=first or 0, layout="more", opens=True)


def take(s, answer):
    if answer == "higher":
        s.go("higher")
        return
    s.bid(answer)


def back(s):
    if s.in_auction():
        from scorer import bidding

        bidding.show(s)
    else:
        s.go("table")


def view(s, w, put):
    strip.contract(s, w, put)
    strip.before_bid(s, w, put)
    put("ask", w("ask.number"))
