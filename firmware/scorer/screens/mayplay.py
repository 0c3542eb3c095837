"""May I play this card? At most three questions about what is seen at the table, then what may be
played, in one sentence to read aloud; from there to the rule that decided it.

path: topic.mayplay.denomination.answers, an answer as its place in the question's list.
"""

from coinche import mayplay
from scorer.court import bid_here, heading, in_play, kinds, offer

_RULES = {"opponent_ruff": "62", "partner": "63", "partner_ruff": "64"}  # disputes, by who wins


def _told(s):
    """(denomination, "" while it is asked; the answers so far as digits)."""
    part = s.path.split(".")
    if len(part) > 2:
        return part[2], part[3]
    asks = not in_play(s) and len(kinds(s)) > 1
    return "" if asks else bid_here(s), ""


def _asked(s):
    """(answers so far as ids, how they are called among the texts, what mayplay.ask says)."""
    return s.remember("mayplay", _told(s), lambda: _ask(s, *_told(s)))


def _ask(s, kind, digits):
    answers, said = [], []
    told = mayplay.ask(kind, answers, s.court())
    for digit in digits:
        answers.append(told[1][int(digit)])
        said.append(_id(told, answers[-1]))
        told = mayplay.ask(kind, answers, s.court())
    return answers, said, told


def _is_verdict(told):
    return type(told[1]) is str


def _id(told, answer):
    """How an answer is called among the texts."""
    return told[0] + "." + answer


def ask(s, w):
    kind, _ = _told(s)
    if not kind:
        return offer(w, kinds(s))
    answers, _, told = _asked(s)
    if _is_verdict(told):
        return offer(w, ["game", "why" if _rule(kind, answers) else None, None, "list"])
    ids = told[1]
    labels = {one: w("key." + _id(told, one)) for one in ids}
    row = [one for one in ids if one != "lead"]
    rare = "lead" if "lead" in ids else None
    return offer(w, row, labels, (rare, None))


def _rule(kind, answers):
    """The dispute that decided it, "" where every table plays alike."""
    if kind == "TA":
        return "65" if answers[0] == "higher" else ""
    if answers[0] == "trump":
        return "61" if answers[1] == "higher" else ""
    return _RULES.get(answers[1], "") if len(answers) > 1 else ""


def take(s, answer):
    kind, digits = _told(s)
    topic = s.path.partition(".")[0]
    if answer == "game":
        s.referee()
    elif answer == "list":
        s.plead("referee", s.path)
    elif answer == "why":
        s.plead("ruling", "%s.%s..%s.%s" % (topic, _rule(kind, _asked(s)[0]), kind, digits))
    elif not kind:
        s.plead("mayplay", "%s.mayplay.%s." % (topic, answer))
    else:
        at = _asked(s)[2][1].index(answer)
        s.plead("mayplay", "%s.mayplay.%s.%s%d" % (topic, kind, digits, at))


def back(s):
    kind, digits = _told(s)
    topic = s.path.partition(".")[0]
    if digits:
        s.plead("mayplay", "%s.mayplay.%s.%s" % (topic, kind, digits[:-1]))
    elif kind and not in_play(s) and len(kinds(s)) > 1:
        s.plead("mayplay", topic + ".mayplay")  # what is played was asked
    else:
        s.plead("referee", s.path)


def view(s, w, put):
    heading(s, w, put)
    put("ruling.question", w("asks.mayplay"))
    kind, _ = _told(s)
    if not kind:
        put("cards.ask", w("ask.trump.is"))
        return
    _, said, told = _asked(s)
    for row in range(len(said)):
        put("mayplay.said", w("seen." + said[row]), row=row)
    if not _is_verdict(told):
        question, ids = told
        for row, one in enumerate([one for one in ids if one != "lead"]):
            put("mayplay.key", w("key." + _id(told, one)), row=row)
            put("mayplay.seen", w("seen." + _id(told, one)), row=row)
        if kind == "TA" and question == "mine":
            question = "mine.TA"  # of the suit that was led
        put("cards.ask", w("ask." + question))
        return
    reason, cards = told
    name = "say." + reason + ("." + cards if reason == "partner_winning" else "")
    put("ruling", w(name))
