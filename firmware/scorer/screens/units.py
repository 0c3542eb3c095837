"""The units of the pile that is being counted; then the count is complete and is judged."""

from scorer import entry
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    answers = [str(n) for n in range(10)]
    return Choice(answers, {a: a for a in answers}, layout="groups")


def take(s, answer):
    field, pile = entry.unit(s)
    value = int(s.typed[1:]) * 10 + int(answer)
    if value > pile:
        s.typed = s.typed[0]
        s.go("count", note="too.many")
        return
    typed = s.typed + answer
    if typed[0].isupper():
        s.typed = typed
        _check(s, typed[0], value, pile)
        return
    s.forget_result()
    s.typed = typed
    s.facts[field] = value if typed[0] == "t" else pile - value
    _settle(s)


def _settle(s):
    """A count is there: what points cannot tell is asked, then the preview."""
    field, pile = entry.unit(s)
    takers = s.facts[field]
    results = entry.results(s)
    if (takers == pile and "capot" in results) or (takers == 0 and "defence_all" in results):
        s.go("trickless")
    elif field == "native_cards" and "last_trick" not in s.facts:
        s.go("last_trick")
    else:
        s.go("preview")


def _check(s, letter, value, pile):
    """The second pile: both must add up, else nothing is written and both are counted again."""
    known = entry.known(s)
    if value == (known if letter == "T" else pile - known):
        entry.first_count(s)
        s.go("preview", note="checked")
    else:
        s.go("recount")


def back(s):
    s.typed = s.typed[0]
    s.go("count")


def view(s, w, put):
    strip.contract(s, w, put)
    strip.pile(s, w, put, int(s.typed[1:]))
