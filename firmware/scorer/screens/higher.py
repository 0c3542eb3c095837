"""The numbers above 180, where the table bids them."""

from scorer import entry
from scorer.choice import MORE, Choice
from scorer.screens import number

view = number.view


class Numbers:
    """Labels that are the answers themselves, but for those that are set: a dict of eighty would
    be one large piece of heap."""

    def __init__(self):
        self.set = {}

    def __getitem__(self, answer):
        return self.set.get(answer, answer)

    def __setitem__(self, answer, text):
        self.set[answer] = text


def ask(s, w):
    answers = entry.numbers(s, True)
    labels = Numbers()
    labels[MORE] = w("and.more")
    if s.in_auction():
        return number.called(s, answers, labels)
    held = str(s.facts.get("contract", ""))
    return Choice(
        answers, labels, start=answers.index(held) if held in answers else 0, layout="more"
    )


def take(s, answer):
    s.bid(answer)


def back(s):
    s.go("number")
