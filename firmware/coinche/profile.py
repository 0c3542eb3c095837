"""The rules of a table: one plain dict {parameter: value}, all parameters, resolved, valid, never
changed.  RULES.md section 15; the table, the combinations and the published profiles come from
coinche/{tables,published}.py, which are large: imported when a function here needs them, so that
who has had enough can drop them.  One row of the table at a time: parameters.py.

A profile as given (P) is None (the defaults), the key of a published one, or
{"extends": key or None, "values": {parameter: value}}.
"""

from coinche.errors import RuleError
from coinche.parameters import FACTORS, is_number, parameters, value

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LANGUAGES = ("fr", "en", "it", "es", "pt")


def __getattr__(name):
    """KEYS: the keys of the published profiles, in their order; read when asked for."""
    if name == "KEYS":
        return _keys()
    raise AttributeError(name)


def _published():
    from coinche import published

    return published


def _keys():
    return tuple([line.split(" ", 1)[0] for line in _published().NAMED])


def word(kind, value):
    """The word of a value, "" where its type is wrong for the kind."""
    if value is None:
        return "null"
    if kind == "b":
        return ("no", "yes")[value] if type(value) is bool else ""
    if kind == "v":
        if type(value) is str:
            return "" if value == "null" or is_number(value) else value
        return str(value) if type(value) is int else ""
    if kind == "m":
        if type(value) is not dict or sorted(value) != ["SA", "TA", "suit"]:
            return ""
        parts = [value[key] for key in FACTORS]
        return ":".join([str(part) for part in parts if type(part) is int])
    if type(value) is not list or not value:
        return ""
    types = (int,) if kind == "n" else (str, int)
    if [item for item in value if type(item) not in types or "+" in str(item)]:
        return ""
    return "+".join([str(item) for item in value])


def _allowed(row, text):
    _, kind, listed, low_high, items = row
    if text in listed:
        return True
    if kind == "v" and low_high != "-" and is_number(text):
        low, high = low_high.split("..")
        return int(low) <= int(text) <= int(high)
    parts = text.split("+")
    if kind == "l" and text != "null":
        items = items.split("+")
        if "#" not in items:
            return all(part in items for part in parts) and len(set(parts)) == len(parts)
        return all(part in items or (is_number(part) and 0 < int(part) <= 1000) for part in parts)
    if kind == "n":
        numbers = [int(part) for part in parts if is_number(part) and 100 <= int(part) <= 10000]
        return len(numbers) == len(parts) <= 9 and sorted(set(numbers)) == numbers
    return False


def _words(row):
    """What a parameter may be, for a message."""
    _, kind, listed, low_high, items = row
    text = " ".join(listed)
    if low_high != "-":
        text += " or " + low_high
    if items != "-":
        text += " or a list of " + items.replace("#", "a number").replace("+", ", ")
    if kind == "n":
        text += " or up to 9 rising numbers in 100..10000"
    return text


def check(values):
    """Raises RuleError where the dict is not a whole valid profile: unknown, missing, must_be (the
    limits: what is allowed, what was given) or combination (the limits: of what, why not)."""
    words = {}
    known = 0
    for row in parameters():
        name = row[0]
        if name not in values:
            raise RuleError(name, "missing")
        text = word(row[1], values[name])
        if not _allowed(row, text):
            raise RuleError(name, "must_be", _words(row), "not %s" % (text or values[name]))
        known += 1
        if _goes_together(name):
            words[name] = text
    if known < len(values):
        names = [row[0] for row in parameters()]
        raise RuleError(min([name for name in values if name not in names]), "unknown")
    _combined(words.get)


def _goes_together(name):
    """Whether a parameter is named in a combination."""
    return any(name + "=" in line for line in _published().INVALID)


def combined(values):
    """RuleError "combination" where valid values of parameters go together in a way that is
    refused; what check() says last."""

    def word_of(name):
        value = values[name]
        if value is None:
            return "null"
        return ("no", "yes")[value] if type(value) is bool else str(value)

    _combined(word_of)


def _combined(word_of):
    """The same; word_of(name): the word of a value."""
    for line in _published().INVALID:
        line, why = line.split("; ")
        when = [part.split("=") for part in line.split(" ")]
        for name, wanted in when:
            is_not = wanted[0] == "!"
            if (word_of(name) in (wanted[1:] if is_not else wanted).split("|")) == is_not:
                break
        else:
            others = ["%s = %s" % (name, word_of(name)) for name, _ in when]
            raise RuleError(when[0][0], "combination", ", ".join(others), why)


def _known(key, field):
    """The stored text of a published profile."""
    for line in _published().NAMED if type(key) is str and " " not in key else ():
        if line.startswith(key + " "):
            return line[len(key) + 1 :]
    raise RuleError(field, "must_be", " ".join(_keys()), "not %s" % key)


def resolve(given):
    """All parameters of a profile as given.  RuleError: "profile", "profile.extends",
    "profile.values" or "profile.values.<parameter>"."""
    if given is None:
        return _decoded(_published().DEFAULTS)
    if type(given) is str:
        return _decoded(_known(given, "profile"))
    if type(given) is not dict:
        raise RuleError("profile", "must_be", "null, a key or an object")
    for field in sorted(given):
        if field not in ("extends", "values"):
            raise RuleError("profile." + field, "unknown")
    base, own = given.get("extends"), given.get("values", {})
    text = _published().DEFAULTS if base is None else _known(base, "profile.extends")
    if type(own) is not dict:
        raise RuleError("profile.values", "must_be", "an object")
    values = _decoded(text)
    if own:
        values.update(own)
        try:
            check(values)
        except RuleError as error:
            field = error.field
            if error.why == "combination":
                named = [part.split(" ")[0] for part in error.limits[0].split(", ")]
                field = ([name for name in named if name in own] + [field])[0]
            raise RuleError(field, error.why, *error.limits).under("profile.values")
        if type(own.get("pen.misdeal")) is list:
            values["pen.misdeal"] = [str(step) for step in own["pen.misdeal"]]
    return values


def title(key, language):
    """Title of a published profile in fr en it es pt."""
    from coinche.titles import TITLES

    for line in TITLES.split("\n") if type(key) is str else ():
        if line.startswith(key + "|"):
            words = line.split("|")[1:]
            return words[_LANGUAGES.index(language)] or words[0]
    raise RuleError("profile", "must_be", " ".join(_keys()), "not %s" % key)


def difference(profile, base):
    """{parameter: value of profile} where two resolved profiles differ."""
    return {name: profile[name] for name in profile if profile[name] != base[name]}


def exported(profile):
    """{"extends", "values"}: the published rule set that is nearest, and what differs from it.
    resolve() makes it the same profile again; as JSON it is what a table keeps of its own."""
    found = None
    for line in ("- " + _published().DEFAULTS,) + _published().NAMED:
        key, code = line.split(" ", 1)
        own = difference(profile, _decoded(code))
        if found is None or len(own) < len(found["values"]):
            found = {"extends": None if key == "-" else key, "values": own}
    return found


def to_text(profile):
    """The profile for the journal: one word of ASCII that holds every value, whatever the defaults
    of a later firmware are.  "1", then for each parameter the place of its value among the listed
    ones, or (the value).  Tables grow at their ends only (a test freezes both orders); one more
    parameter is one more sign, and from_text then has to read the texts without it."""
    out = ["1"]
    for name, kind, listed, _, _ in parameters():
        text = word(kind, profile[name])
        out.append(_DIGITS[listed.index(text)] if text in listed else "(" + text + ")")
    return "".join(out)


def from_text(text):
    """The profile of to_text; RuleError on anything that to_text does not write."""
    if type(text) is not str or not text.startswith("1"):
        raise RuleError("profile", "text", str(text)[:20])
    words = {}
    values = _decoded(text, words)
    _combined(words.get)
    return values


def _decoded(text, words=None):
    """words: takes the words of the parameters that are named in combinations."""
    values = dict.fromkeys([row[0] for row in parameters()])  # in one piece, where heap is short
    at = 1
    for row in parameters():
        name, kind, listed = row[:3]
        if text[at : at + 1] == "(":
            end = text.find(")", at)
            found = text[at + 1 : end] if end > 0 else ""
            if found in listed or not _allowed(row, found):
                raise RuleError("profile", "text", name)
            at = end + 1
        else:
            place = _DIGITS.find(text[at : at + 1] or "-")
            if not 0 <= place < len(listed):
                raise RuleError("profile", "text", name)
            found = listed[place]
            at += 1
        values[name] = value(kind, found)
        if words is not None and _goes_together(name):
            words[name] = found
    if at != len(text):
        raise RuleError("profile", "text", text[at : at + 20])
    return values


def named(profile):
    """Key of the published profile with exactly these values, or None; its text will do."""
    text = profile if type(profile) is str else to_text(profile)
    for line in _published().NAMED:
        key, code = line.split(" ", 1)
        if code == text:
            return key
    return None
