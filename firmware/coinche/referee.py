"""A dispute and the rules of the table give one answer.

Promises: what decides is read from the same parameters that score the deal; figures in an answer
are what score() gives.  The disputes are data (tools/data/disputes.json, rulings.json; on a board
scorer/book); what may be played is tricks.py's, what a fault costs faults.py's.
"""

from coinche.errors import RuleError
from coinche.scoring import score


def matches(wanted, value):
    """Whether a value meets a condition: a value, a list of values, {"not": either}. Type counts:
    false is not 0."""
    if type(wanted) is dict:
        return not matches(wanted["not"], value)
    for one in wanted if type(wanted) is list else (wanted,):
        if type(one) is type(value) and one == value:
            return True
    return False


def ruling(dispute, profile):
    """The place in dispute["answers"] of the one that holds under these rules; RuleError "id"
    where not exactly one does."""
    found = [
        i
        for i, row in enumerate(dispute["answers"])
        if all(matches(row["when"][name], profile[name]) for name in row["when"])
    ]
    if len(found) != 1:
        raise RuleError("id", "answers", dispute["id"], len(found))
    return found[0]


def figures(row, profile):
    """{"T": the marks of the takers, "D": of the defence} in the deal that an answer computes."""
    if "compute" not in row:
        return {}
    result = score(row["compute"], profile)
    return {"T": result["takers"], "D": result["defence"]}


def answer(dispute, profile, words, language):
    """The answer in a language, its figures filled in."""
    row = dispute["answers"][ruling(dispute, profile)]
    return filled(row["answer"][language], profile, words, language, figures(row, profile))


def question(dispute, profile, words, language):
    """The question likewise."""
    return filled(dispute["question"][language], profile, words, language)


def decided_by(dispute, profile):
    """{parameter: value of the table} that the answer hangs on."""
    return {name: profile[name] for name in dispute["decided_by"]}


def filled(text, profile, words, language, said=()):
    """The text with {parameter} replaced by what `said` has for it, else by its value in the
    profile; beginning with a capital."""
    out, rest = "", text
    while "{" in rest:
        before, _, rest = rest.partition("{")
        name, _, rest = rest.partition("}")
        value = said[name] if name in said else profile[name]
        out += before + _said(value, words.get(name), language)
    out += rest
    return out[:1].upper() + out[1:]


def _said(value, words, language):
    """A value in words: of a list item by item, each with what stands before it."""
    if type(value) is not list:
        return str(value)
    out = []
    heads = words["nth"][language] if "nth" in words and len(value) > 1 else ("",)
    for i, item in enumerate(value):
        text = words[item][language] if item in words else None
        if text is None:
            text = words["number"][language].replace("#", str(item))
        out.append(heads[min(i, len(heads) - 1)] + text)
    return words["join"][language].join(out)
