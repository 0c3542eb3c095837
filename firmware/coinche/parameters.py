"""The parameters of the rules, one at a time from the large table that coinche/tables.py is, and
the values that its words stand for.  A whole set of them is a profile (profile.py)."""

FACTORS = ("suit", "SA", "TA")
_is_interned = False


def parameters():
    """Yields the rows of the table, one at a time so that they are never in memory together:
    (name, kind, words of the listed values, range or "-", items or "-").

    kind: b yes/no, v number or word, l list, n list of numbers, m factors suit:SA:TA.
    """
    from coinche import tables

    global _is_interned
    for text in tables.PARAMETERS:
        at = 0
        while at < len(text):
            end = text.find("\n", at)
            if end < 0:
                end = len(text)
            name, kind, listed, low_high, items = text[at:end].split(" ")
            if not _is_interned:
                # the name becomes one that all profiles and their readers share: 4 KB in all, not
                # 8 each; it costs an exception the first time; cut out again, it is the shared one
                getattr(None, name, None)
                name = text[at : at + len(name)]
            yield name, kind, listed.split("|"), low_high, items
            at = end + 1
    _is_interned = True


def is_number(text):
    return 0 < len(text) < 6 and not text.strip("0123456789") and text == str(int(text))


def value(kind, word):
    """The value that a word of the table stands for."""
    if word == "null":
        return None
    if kind == "b":
        return word == "yes"
    if kind == "v":
        return int(word) if is_number(word) else word
    if kind == "m":
        return dict(zip(FACTORS, [int(part) for part in word.split(":")]))
    parts = word.split("+")
    return [int(part) for part in parts] if kind == "n" else parts
