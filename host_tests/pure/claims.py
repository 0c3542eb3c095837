"""What the rules did in the case of a dispute, said so that it can be found in an answer.

A claim is a word, that stands for a phrase of which one of the forms must be in the answer ("yes"
and "no" at its beginning; COMMON, and the phrases of the case), or a figure.  An answer agrees
when it has the phrases that are claimed and no other of them, and the figures that are claimed, in
their order, and no other: said() reads them out of its text.
"""

from coinche.cards import DENOMINATIONS

LANGUAGES = ("fr", "en")
COMMON = {
    "yes": ("^Oui.|^Oui,|^Oui :", "^Yes.|^Yes,|^Yes:"),
    "no": ("^Non.|^Non,|^Non :", "^No.|^No,|^No:"),
    "no_coinche": ("On ne coinche pas à cette table", "There is no coinche at this table"),
    "melds_off": ("Les annonces ne se jouent pas", "Declarations are not played"),
    "unscored": ("La belote ne se marque pas", "The belote is not written"),
    "worthless": ("belote de la défense ne vaut rien", "held by the defence is worth nothing"),
    "no_SA": ("Le sans atout ne se joue pas", "No-trump is not played"),
    "no_TA": ("Le tout atout ne se joue pas", "All-trump is not played"),
    "no_capot": ("Le capot ne se demande pas", "Capot cannot be bid"),
    "quota": ("il n'y a pas de total à atteindre", "there is no target"),
    "ranked": ("lus faible au plus fort", "rom low to high"),
}


def table():
    """(a table of cases, what puts a function into it as the case of a dispute).

    The row of a dispute is (function, phrases, reader, what was read so far).  The function
    returns a tuple of claims; or a list of tuples, where the rules do the same for more than one
    answer; or None where no position of this table shows what is asked.
    """
    cases = {}

    def case(dispute, reader=None, **phrases):
        def keep(function):
            own = COMMON.copy()
            own.update(phrases)
            cases[dispute] = (function, own, reader, {})
            return function

        return keep

    return cases, case


# ---- what an answer says


def has(text, forms):
    for form in forms.split("|"):
        if text.startswith(form[1:]) if form[0] == "^" else form in text:
            return True
    return False


def once(items):
    out = []
    for item in items:
        if item not in out:
            out.append(item)
    return out


def figures(text):
    """The numbers in a text, each where it comes first."""
    out, digits = [], ""
    for letter in text + " ":
        if letter in "0123456789":
            digits += letter
        elif digits:
            out.append(int(digits))
            digits = ""
    return once(out)


def said(row, text, language, words):
    """What an answer claims, by the row of its case: (phrases, figures, denominations in their
    order, what the reader of the case took out of it)."""
    known = row[3]
    if (language, text) not in known:
        known[language, text] = _said(row, text, language, words)
    return known[language, text]


def _said(row, text, language, words):
    place = LANGUAGES.index(language)
    phrases, reader = row[1:3]
    steps = []
    if reader:
        text, steps = reader(text, language)
    found = [key for key in sorted(phrases) if has(text, phrases[key][place])]
    order = []
    if "ranked" in found:
        tail = text[text.index(phrases["ranked"][place]) :]
        names = words["bid.order"]
        order = [(tail.find(names[d][language]), d) for d in DENOMINATIONS]
        order = [d for at, d in sorted(order) if at >= 0]
    return found, figures(text), order, steps


def agrees(row, claims, text, language, words):
    """Whether the answer says what one of these tuples of claims says, and nothing else."""
    found, numbers, order, steps = said(row, text, language, words)
    for one in claims if type(claims) is list else [claims]:
        lists = {item[0]: item[1] for item in one if type(item) is tuple}
        if (
            found == sorted([item for item in one if type(item) is str])
            and numbers == once([item for item in one if type(item) is int])
            and [d for d in order if d in lists.get("order", order)] == lists.get("order", [])
            and _same_steps(steps, lists.get("steps", []))
        ):
            return True
    return False


def _same_steps(told, played):
    """The last step that is told repeats; one that ends the deal is the last that can be seen."""
    if not played or not told:
        return played == told
    for i, step in enumerate(played):
        if told[min(i, len(told) - 1)] != step:
            return False
    return True
