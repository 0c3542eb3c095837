"""How a table finds its rules: by the marks that it would write for a deal or two, by their name,
or by making its own (ours.py). The deals are chosen by tools/examples.py.

typed: "" which way; "q", then a digit for each answer; "x" to forget rules of the table's own.
"""

from coinche import deal
from scorer import book, own
from scorer.choice import MORE, Choice


def _asked(path):
    """The lines of a question: the deal, then marks and the rule sets that write them."""
    return book.text("cases", "by" + path).split("\n")


def _left(s):
    """The rule sets that the answers leave, the nearest first; [] before the first answer."""
    path = s.typed[1:]
    return _asked(path[:-1])[int(path[-1]) + 1].split(" ")[1:] if path else []


def ask(s, w):
    if not s.typed:
        answers = ["example", "rules", "ours"]
        labels = {"example": w("rules.example"), "rules": w("rules.names")}
        labels["ours"], labels["erase"] = w("rules.ours"), w("rules.forget")
        rare = "erase" if s.setup[0][0] == "=" else None
        return Choice(answers, labels, row=answers + [None], holds=(rare, None))
    if s.typed == "x":
        labels = {"keep": w("keep"), "drop": w("forget.drop")}
        row = ["keep", None, None, "drop"]
        return Choice(["keep", "drop"], labels, row=row, writes="drop", long=True)
    if len(_left(s)) == 1:
        return Choice(["accept"], {"accept": w("accept")}, row=[None, None, None, "accept"])
    answers = [line.split(" ")[0] for line in _asked(s.typed[1:])[1:]]
    labels = {a: "%d / %d" % tuple([int(n) for n in a.split("/")]) for a in answers}
    labels["none"], labels[MORE] = w("example.none"), w("key.list")
    return Choice(answers + ["none"], labels, layout="more")


def take(s, answer):
    if answer == "example":
        s.typed = "q"
    elif answer == "keep":
        s.typed = ""
    elif answer == "erase":
        s.typed = "x"
    elif answer in ("accept", "ours", "none"):
        s.setup = (_left(s) + [s.setup[0]])[0], 0
        s.typed = ""
        if answer == "accept":
            s.go("setup")
            return
        s.taker, s.more = "=", "."
        s.go("ours")
        return
    elif answer in ("rules", "drop"):
        s.typed = ""
        if answer == "drop":
            own.keep(s, s.setup[0][1:], "")
        s.go("rules" if answer == "rules" else "setup")
        s.save_draft()
        return
    else:
        marks = [line.split(" ")[0] for line in _asked(s.typed[1:])[1:]]
        s.typed += str(marks.index(answer))
    s.go("example")


def back(s):
    if s.typed:
        s.typed = s.typed[:-1]
        s.go("example")
    else:
        s.go("setup")


def view(s, w, put):
    left = _left(s) if s.typed[:1] == "q" else []
    put("title", w("forget.title", s.setup[0][1:]) if s.typed == "x" else w("rules.how"))
    if s.typed == "x":
        put("text", w("fresh.hold"), row=0)
    elif s.typed and len(left) != 1:
        put("text", own.example(w, deal.from_text(_asked(s.typed[1:])[0])) + ".", row=0)
        put("question", w("example.ask"))
    else:
        key = left[0] if left else s.setup[0]
        put("text", own.title(s, key), "bold", row=0)
        said = s.rule_words(w, own.resolve(s, key))
        put("ruling.all", w("example.is", ", ".join(said)))
