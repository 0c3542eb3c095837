"""The referee: what is it about, and which question? "Cette donne" has first what touches the deal
that is played. What was entered stays as it is: the referee has a place of its own
(Session.place), and leads back to exactly where it was called from."""

from scorer import book, phrases
from scorer.choice import MORE, Choice
from scorer.court import heading, in_play

TOPICS = (
    "now card fault count contract coinche belote melds auction writing capot match deal learn"
)
_SHOWN = 4
_COUNTING = "count units last_trick trickless recount preview"


def ask(s, w):
    topic, question = (s.path + ".").split(".")[:2]
    if topic:
        ids = questions(s, topic)
        labels = {ids[i]: str(i + 1) for i in range(len(ids))}
    else:
        ids = TOPICS.split(" ")  # ".card": back from that topic
        labels = {name: w("topic." + name) for name in ids}
    labels[MORE] = w("menu.more")
    start = ids.index(question) if question in ids else 0
    return Choice(ids, labels, start=start, layout="more", opens=True, last="game")


def questions(s, topic):
    """What can be asked about it, a screen or the number of a dispute each."""
    names = _touching(s) if topic == "now" else (topic,)
    out = []
    for name in names:
        for question in book.text("cases", name).split(" "):
            if question not in out and _has(s, question):
                out.append(question)
    return out


def _has(s, question):
    """Whether a screen has anything to show now."""
    if question == "why":
        return "d" in [line[0] for line in s.live()]
    if question == "worth":
        return s.state is not None and not s.state["over"]
    if question == "contest":
        return in_play(s) and s.rules["melds.on"] and s.place[:5] == "play~"
    return True


def _touching(s):
    """The parts of "this deal", what was said aloud first."""
    facts, out = s.facts, []
    if facts.get("level"):
        out.append("now.coinched")
    if type(facts.get("contract", 0)) is str:
        out.append("now.slam")
    if facts.get("denomination") in ("SA", "TA"):
        out.append("now." + facts["denomination"])
    if s.state is not None and s.state["over"]:
        out.append("now.over")
    elif "denomination" not in facts or s.in_auction():
        out.append("now.bidding" if s.taker or s.typed else "now.table")
    else:
        if s.place.partition("~")[0] in _COUNTING.split(" "):
            out.insert(0, "now.counting")
        out.append("now.play")
        if s.rules["melds.on"]:
            out.append("now.melds")
    return out


def take(s, answer):
    topic = s.path.partition(".")[0]
    if not topic:
        s.plead("referee", answer)
    elif answer == "contest":
        s.referee()
        from scorer import announced

        s.aside("declare")
        s.aside("contest")
        announced.begin(s)
    else:
        screen = "ruling" if answer.isdigit() else "cards" if answer == "trick" else answer
        s.plead(screen, topic + "." + answer)


def back(s):
    topic = s.path.partition(".")[0]
    if topic:
        s.plead("referee", "." + topic)
    else:
        s.referee()


def view(s, w, put):
    heading(s, w, put)
    choice = ask(s, w)
    topic = s.path.partition(".")[0]
    if not topic:
        put("ask.high", w("ask.topic"))
        names = choice.answers
        for i in range(len(names)):
            put("topic", w("topic." + names[i]), row=i)
        return
    ids = choice.answers
    top = s.at if s.at >= 0 else choice.start
    first = 3 * int(s.page) if s.page else min(top // 3, max(0, (len(ids) - 2) // 3)) * 3
    for row, question in enumerate(ids[first : first + _SHOWN]):
        style = "inverse" if first + row == s.at else ""
        put("asked.no", str(first + row + 1), style, row)
        put("asked", said(s, w, question), row=row)
    if topic == "learn" and s.state is not None:
        put("todo", _todo(s, w))


def _todo(s, w):
    """What is to be done now, for a newcomer."""
    if s.state["over"]:
        return w("todo.over")
    facts, first = s.facts, phrases.seat(s, w, s.turn()["speaker"])
    if "denomination" not in facts:
        return w("todo.bidding", first)
    kind = facts["denomination"]
    trump = w("todo.trump", phrases.denomination(w, kind)) if len(kind) == 1 else w("todo." + kind)
    return trump + " " + w("todo.play", first, phrases.seat(s, w, s.taker))


def said(s, w, question):
    """A question in words."""
    if not question.isdigit():
        return w("asks." + question)
    text = book.text(w.lang, question).split("\n")[0]
    if "{" not in text:
        return text
    from coinche.referee import filled

    figures = {"match.target": s.state["target"]} if s.state else {}
    return filled(text, s.court(), {}, w.lang, figures)
