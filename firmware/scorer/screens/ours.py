"""A table's own rules: eight questions, each beside the marks that its answers write for one deal;
then, where it wants, one parameter after the other. They start from the rules that are chosen and
are kept under a name. What does not go together is not offered.

taker is "=". more: the digits of the answers, ".", and for each parameter that was changed by
itself its place in the table, two digits of base 36, and that of its value, one. typed: the place
of the parameter that is looked at, or the name.
"""

from coinche import deal, profile
from coinche.errors import RuleError
from coinche.parameters import parameters, value
from coinche.scoring import score
from scorer import book, own
from scorer.choice import Choice

_QUESTIONS = 8
_CHANGES = 8  # what the draft has room for
SETS = 4
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _word(values, name):
    """The word of a value that is yes or no, a number or a word."""
    return profile.word("b" if type(values[name]) is bool else "v", values[name])


def _pairs(words):
    return [one.split("=") for one in words.split(" ") if one]


def _differ(values, words):
    return [name for name, word in _pairs(words) if _word(values, name) != word]


def _set(values, words, fixed=()):
    """Sets what the words say, but for what is fixed; {name: what it was}."""
    before = {}
    for name, word in _pairs(words):
        was, _, then = word.rpartition(">")
        if name not in fixed and (not was or _word(values, name) == was):
            before[name] = values[name]
            values[name] = value("b" if then in ("yes", "no") else "v", then)
    return before


def _answer(values, said, fixed):
    """Makes an answer of own.txt true; what is so already stays as it is, with all around it. The
    values are set in place, and what they were is given back: a second set of rules would be one
    more large piece of heap."""
    head, _, more = said.partition(":")
    return _set(values, head + more, fixed) if _differ(values, head) else {}


def _question(n):
    """[the deal, answers ..]"""
    return book.text("cases", "own." + n).split(";")


def _made(s, more):
    """(the rules by what was changed and answered so far, the parameters that were changed by
    themselves: no answer touches them)."""
    values = own.resolve(s, s.setup[0])
    said, _, changes = more.partition(".")
    fixed, n = [], 0
    for row in parameters() if changes else ():
        at = 0
        while at < len(changes):
            if int(changes[at : at + 2], 36) == n:
                values[row[0]] = value(row[1], row[2][int(changes[at + 2], 36)])
                fixed.append(row[0])
            at += 3
        n += 1
    for rule in _question("pile")[1:] if changes else ():  # the pile follows from its count
        head, _, more = rule.partition(":")
        if not _differ(values, head):
            _set(values, more)
    for n in range(len(said)):
        if said[n] != "-":
            _answer(values, _question(str(n))[1 + int(said[n])], fixed)
    return values, fixed


def _kept(s):
    return s.remember("made", (s.setup[0], s.more), lambda: _made(s, s.more))


def _now(s):
    return _kept(s)[0]


def _is_valid(values):
    try:
        profile.combined(values)
    except RuleError:
        return False
    return True


def _marks(text, values):
    """What a deal writes, "-" where it is not played."""
    try:
        told = score(deal.from_text(text), values)
    except RuleError:
        return "-"
    return "%d / %d" % (told["takers"], told["defence"])


def _offer(s):
    """{answer: the marks it writes} of the question that is asked, and its start in a list."""
    out, start = {}, "keep"
    question = _question(str(s.more.find(".")))
    values, fixed = _kept(s)
    for i in range(len(question) - 1):
        if not _differ(values, question[1 + i].partition(":")[0]):
            start = str(i)
        before = _answer(values, question[1 + i], fixed)
        if _is_valid(values):
            out[str(i)] = _marks(question[0], values)
        values.update(before)
    if start not in out and len(out) < 4:
        out["keep"] = _marks(question[0], values)
    return out, start


def _offered(s):
    return s.remember("count", (s.setup[0], s.more), lambda: _offer(s))


def _row(s):
    """(place, row) in the table of the parameter that is looked at, and how many there are."""
    at, n, found = int(s.typed), 0, None
    for row in parameters():
        if n == at:
            found = row
        n += 1
    return found, n


def _other(s, row):
    """`more` with the next value of a parameter that goes with the rest; "" where none does."""
    said, _, changes = s.more.partition(".")
    place = int(s.typed)
    mark = _DIGITS[place // 36] + _DIGITS[place % 36]
    kept = ""
    for i in range(0, len(changes), 3):
        if changes[i : i + 2] != mark:
            kept += changes[i : i + 3]
    if len(kept) >= 3 * _CHANGES:
        return ""
    listed = row[2]
    now = profile.word(row[1], _now(s)[row[0]])
    s.forget()  # one set of rules at a time
    at = listed.index(now) if now in listed else -1
    for step in range(1, len(listed) + (at < 0)):
        more = said + "." + kept + mark + _DIGITS[(at + step) % len(listed)]
        values = _made(s, more)[0]
        if profile.word(row[1], values[row[0]]) != now and _is_valid(values):
            return more
    return ""


def ask(s, w):
    labels = {"rules": w("ours.one")}
    if s.typed.isdigit():
        row, _ = _row(s)
        turn = "turn" if _other(s, row) else None
        labels = {"turn": w("ours.turn"), "next": w("key.next"), "earlier": w("key.earlier")}
        labels["done"], labels["group"] = w("names.done"), w("ours.group")
        keys = ["earlier", turn, "next", "done"]
        answers = [a for a in ("next", turn, "earlier", "done") if a]
        return Choice(answers, labels, row=keys, holds=(None, "group"))
    n = s.more.find(".")
    if n < _QUESTIONS:
        marks, start = _offered(s)
        answers = sorted(marks)
        for answer in answers:
            labels[answer] = _label(w, n, answer)
        row = answers + [None] * (4 - len(answers))
        at = answers.index(start) if start in answers else 0
        return Choice(answers, labels, row=row, holds=("rules", None), start=at)
    accept = "accept" if s.typed else None
    labels["names"], labels["accept"] = w("ours.name"), w("accept")
    answers = [a for a in ("names", accept, "rules") if a]
    row = ["rules", "names", None, accept]
    return Choice(answers, labels, row=row, start=1 if accept else 0)


def _label(w, n, answer):
    if answer == "keep":
        return w("keep")
    if n == _QUESTIONS - 1:  # a target
        return _question(str(n))[1 + int(answer)].partition("=")[2]
    return w("ours." + str(n) + answer)


def take(s, answer):
    said, _, changes = s.more.partition(".")
    at = -1
    if answer == "names":
        s.go("letters")
        return
    if answer == "accept":
        _keep(s)
        return
    if answer == "rules":
        s.typed = "0"
    elif answer == "done":
        s.typed = s.setup[0][1:] if s.setup[0][0] == "=" and len(said) == _QUESTIONS else ""
    elif s.typed.isdigit():
        at = s.at
        row, count = _row(s)
        if answer == "turn":
            s.more = _other(s, row)
        else:
            s.typed = str(_moved(int(s.typed), answer, count))
    else:
        s.more = said + ("-" if answer == "keep" else answer) + "." + changes
        if len(said) == _QUESTIONS - 1 and s.setup[0][0] == "=":
            s.typed = s.setup[0][1:]
    s.go("ours", at)


def _moved(at, answer, count):
    """The place of the next parameter, of the one before, or of the first of the next group."""
    if answer == "earlier":
        return (at - 1) % count
    if answer == "next":
        return (at + 1) % count
    n, group = 0, None
    for row in parameters():
        if n == at:
            group = row[0].partition(".")[0]
        if n > at and row[0].partition(".")[0] != group:
            return n
        n += 1
    return 0


def _keep(s):
    name, was = s.typed, s.setup[0]
    if was != "=" + name and name in s.own:
        s.go("ours", note="ours.taken")
    elif name not in s.own and len(s.own) >= SETS:
        s.go("ours", note="ours.full")
    else:
        own.keep(s, name, profile.to_text(_now(s)))
        s.taker = s.more = s.typed = ""
        s.go("setup")
        s.save_draft()


def back(s):
    said, _, changes = s.more.partition(".")
    if s.typed.isdigit():
        s.typed = ""
    elif said:
        s.typed = ""
        s.more = said[:-1] + "." + changes
    else:
        s.taker = s.more = ""
        s.go("example")
        return
    s.go("ours")


def view(s, w, put):
    values = _now(s)
    if s.typed.isdigit():
        row, count = _row(s)
        put("title", w("ours.one.at", int(s.typed) + 1, count))
        rule = book.parameter(s.lang, row[0], values[row[0]])
        name, _, word = rule.partition("\u00a0: ")
        put("text", name, row=0)
        put("text", word, "bold", row=1)
        try:
            text = _question(row[0].partition(".")[0])[0]
        except KeyError:
            text = _question("6")[0]
        put("question", own.example(w, deal.from_text(text)) + " : " + _marks(text, values))
        return
    n = s.more.find(".")
    if n < _QUESTIONS:
        put("title", w("ours.at", n + 1, _QUESTIONS))
        put("text", w("ours." + str(n)), "bold", row=0)
        if n == _QUESTIONS - 1:
            return
        marks, labels = _offered(s)[0], ask(s, w).labels
        row = 0
        for answer in sorted(marks):
            put("line", labels[answer] + " : " + marks[answer], row=row)
            row += 1
        put("question", own.example(w, deal.from_text(_question(str(n))[0])))
        return
    put("title", w("ours"))
    put("text", s.typed or w("ours.unnamed"), "bold", row=0)
    lines = s.rule_words(w, values)
    for i in range(len(lines)):
        put("line", lines[i], row=i)
    put("fact", w("setup.total.is", values["match.target"]), row=0)
