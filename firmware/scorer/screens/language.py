"""The language of the screen: asked once by a new box, and in the menu. Each name is in its own
language."""

from scorer.choice import Choice
from scorer.lang import LANGUAGES


def ask(s, w):
    answers = [code for code, _ in LANGUAGES]
    labels = dict(LANGUAGES)
    start = answers.index(s.lang) if s.lang in answers else 0
    return Choice(answers, labels, start=start, back="back" if s.origin else "")


def take(s, answer):
    s.lang = answer
    s.save()
    if s.origin:
        s.leave()
    else:
        s.home()


def back(s):
    if s.origin:
        s.leave()


def view(s, w, put):
    put("headline", "Dix de Der")
    put("question", w("ask.language"))
