"""What the referee says: the verdict, one sentence to read aloud, the rule of this table that
decided it, and where other published rules differ. Where points move, "apply" leads to the event:
nothing is written before both sides have seen before and after."""

from coinche import referee
from scorer import book
from scorer.court import heading, in_play, misdeal, offer

_SHORT = 22  # letters of a verdict that stands alone
_LONG = 140  # of a ruling; what is longer is a lesson
_MISDEALS = ("69", "125", "126")
_GATES = "melds.on dbl.max_level belote.scored bid.SA bid.TA bid.capot"  # played at all?
_ROWS = 2  # other answers on the glass


def ask(s, w):
    dispute, others = _read(s, w)
    more = "others" if _page(s) * _ROWS < len(others) else None
    apply = "apply" if _applies(s, dispute["id"]) else None
    return offer(w, ["game", more, apply, "list"])


def _applies(s, number):
    """Whether the ruling has an event: a misdeal, a late revoke, a declaration that is not shown,
    a rebelote that is forgiven once."""
    rules = s.rules
    if s.fix or s.state is None or s.state["over"]:
        return False
    if number in _MISDEALS:
        return True
    if not in_play(s):
        return False
    if number == "68":
        return rules["pen.revoke_late"] not in ("none", "injured_choice")
    if number == "56":
        return rules["melds.on"] and rules["pen.false_meld"] == "opponents_score"
    once = rules["belote.forgotten_rebelote"] == "forgiven_once" and len(s.state["forgiven"]) < 2
    return number == "58" and once and rules["belote.forgotten"] == "lost"


def _page(s):
    """How many pages of other answers were turned."""
    return int((s.path + "..").split(".")[2] or 0)


def _turn(s, page):
    part = (s.path + "..").split(".")
    part[2] = str(page or "")
    s.plead("ruling", ".".join(part).rstrip("."))


def _read(s, w):
    """The dispute, and what other rule sets say: [(their sentence, names of the rule sets)]."""
    number = s.path.split(".")[1]
    return s.remember("ruling", (number, w.lang), lambda: _look_up(s, w, number))


def _look_up(s, w, number):
    dispute, usual, groups = book.dispute(number, w.lang)
    rules, rows = s.court(), dispute["answers"]
    at = referee.ruling(dispute, rules)
    words = book.words(w.lang, [dispute["question"][w.lang]] + [r["answer"][w.lang] for r in rows])
    figures = referee.figures(rows[at], rules)
    if s.state is not None:
        figures["match.target"] = s.state["target"]
    said = {"id": number}
    for name, text in (("question", dispute["question"]), ("answer", rows[at]["answer"])):
        said[name] = referee.filled(text[w.lang], rules, words, w.lang, figures)
    names = _deciding(dispute, rows[at], rules, usual, w.lang)
    said["rules"] = [book.parameter(w.lang, name, rules[name]) for name in names]
    others, sets = [], book.text(w.lang, "sets").split("|") if groups else ()
    for at, values, digits in groups:
        text = referee.filled(rows[at]["answer"][w.lang], values, words, w.lang)
        if text != said["answer"]:
            others.append((text, [sets[int(digit, 36)] for digit in digits]))
    return said, others


def _deciding(dispute, row, rules, usual, lang):
    """The parameters that the answer hangs on, the most telling first: those it names, those that
    are not as usual, the others, and last whether a thing is played at all. usual: the value of
    each in the defaults."""
    found, when = [], row["when"]
    for i, name in enumerate(dispute["decided_by"]):
        if "{" + name in row["answer"][lang]:
            rank = 0
        elif when and name not in when:
            continue
        elif name in _GATES:
            rank = 3
        else:
            rank = 1 + (rules[name] == usual[i])
        found.append((rank, i, name))
    return [name for _, _, name in sorted(found)]


def take(s, answer):
    if answer == "game":
        s.referee()
    elif answer == "others":
        _turn(s, _page(s) + 1)
    elif answer == "list":
        s.plead("referee", s.path)
    elif s.path.split(".")[1] in _MISDEALS:
        s.propose(misdeal(s))
    else:
        s.plead("fault", ".".join(s.path.split(".")[:2]))


def back(s):
    part = s.path.split(".")
    if _page(s):
        _turn(s, _page(s) - 1)
    elif len(part) > 3:  # from the verdict on a card
        s.plead("mayplay", ".".join((part[0], "mayplay", part[3], part[4])))
    else:
        s.plead("referee", s.path)


def verdict(text):
    """(the word that says it all, the rest) of an answer; no word where it is not a short one."""
    word, stop, rest = text.partition(". ")
    if not stop:
        word, rest = text.rstrip("."), ""
    if len(word) > _SHORT or "«" in word:
        return "", text
    return word, rest


def view(s, w, put):
    heading(s, w, put)
    dispute, others = _read(s, w)
    page = _page(s)
    put("other.question" if page else "ruling.question", dispute["question"])
    if page:
        for row, (text, names) in enumerate(others[(page - 1) * _ROWS : page * _ROWS]):
            put(("other.names.0", "other.names.1")[row], names)
            put(("other.0", "other.1")[row], text)
        return
    if len(dispute["answer"]) > _LONG:
        put("ruling.long", dispute["answer"])
        return
    word, rest = verdict(dispute["answer"])
    put("ruling.word", word)
    put("ruling" if word else "ruling.all", rest)
    if dispute["rules"]:
        put("ruling.rule", dispute["rules"])
    if others:
        theirs = verdict(others[0][0])[0]
        said = w("otherwise") if theirs in ("", word) else w("elsewhere", theirs)
        put("ruling.elsewhere", [said] + others[0][1])
