"""The count of one pile as it lies on the table: its tens here, then its units. The other pile is
what is left.

`typed` is the pile ("d" defence, "t" takers; a capital letter: counted to check the other one),
then the tens, then the units, which stay until the contract changes. The pile asked for is the
smaller one, so its tens stay small; "our pile / their pile" changes over. The exact count is
always kept, also where only tens are written. Where the cards are counted in another unit
(no-trump, all-trump), they are typed as they lie.
"""

from scorer import entry, phrases
from scorer.choice import Choice
from scorer.screens import strip


def ask(s, w):
    pile = entry.unit(s)[1]
    checking = s.typed[0].isupper()
    answers = [str(n) for n in range((pile if checking else pile // 2) // 10 + 1)]
    labels = {a: a for a in answers}
    start = 0
    if not checking:
        least = entry.need(s)["least"]
        if least is not None:  # a list begins at what 15 points over the need would leave
            likely = pile - least - 15 if s.typed[0] == "d" else least - 15
            start = max(0, min(likely // 10, len(answers) - 1))
        answers.append("flip")
        labels["flip"] = w("their.pile" if entry.whose(s) == phrases.us(s) else "our.pile")
    return Choice(answers, labels, start=start, layout="groups")


def take(s, answer):
    if answer == "flip":
        s.typed = "t" if s.typed[0] == "d" else "d"
        s.go("count")
    else:
        s.typed = s.typed[0] + answer
        s.go("units")


def back(s):
    if s.typed[0].isupper():
        entry.first_count(s)
        s.go("preview")
    else:
        s.typed = ""
        s.go("preview" if "made" in s.facts else "play")


def view(s, w, put):
    strip.contract(s, w, put)
    strip.pile(s, w, put, None)
