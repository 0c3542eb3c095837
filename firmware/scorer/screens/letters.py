"""A name, letter by letter, in groups that four keys can reach: of a player, or of the table's own
rules. At most eight letters, fewer of the wide ones: more does not fit on a key."""

from scorer import phrases
from scorer.choice import Choice

LONGEST = 8


def ask(s, w):
    answers = w("alphabet").split(" ") + ["done"]
    labels = {a: a for a in answers}
    labels["done"] = w("names.done")
    labels["erase"] = w("names.erase")
    return Choice(answers, labels, holds=("erase" if s.typed else None, "done"), layout="groups")


def take(s, answer):
    if answer == "erase":
        s.typed = s.typed[:-1]
    elif answer != "done":
        if fits(s.typed + answer):
            s.typed += answer if not s.typed else _small(answer)
    elif s.taker == "=":
        s.go("ours")
        return
    else:
        names = dict(s.names)
        names.pop(s.taker, None)
        if s.typed:
            names[s.taker] = s.typed
        s.names = names
        s.taker, s.typed = "", ""
        s.save()
        s.go("names")
        return
    s.go("letters")


def fits(name):
    """Whether a name has room on a key."""
    wide = sum([name.count(letter) for letter in "MWmw"])
    return len(name) <= min(LONGEST, 9 - wide // 2)  # two of them take the room of three


def _small(letter):
    """MicroPython lowers ASCII only: the accents of the alphabet are told here."""
    pairs = "ÉéÈèÇçÊêËëÏïÔô"
    at = pairs.find(letter)
    return letter.lower() if at < 0 else pairs[at + 1]


def back(s):
    if s.taker == "=":
        s.go("ours")
        return
    s.taker, s.typed = "", ""
    s.go("names")


def view(s, w, put):
    if s.taker == "=":
        put("title", w("ours"))
        put("text", w("ours.name.ask"), row=0)
    else:
        put("title", w("setup.names").upper())
        put("text", phrases.seat(s, w, s.taker), row=0)
    put("headline", s.typed + "_")
    put("question", w("ask.letters"))
