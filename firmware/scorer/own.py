"""Rule sets by their key: the published ones (coinche.profile), and those that the table has made
and keeps under a name, whose key is "=" and the name. Loaded when rules are chosen, and dropped
with the large tables of rules."""

from coinche import profile
from scorer import phrases
from scorer.session import START_RULES


def keys(s):
    """Of the published rule sets in their order, then of the table's own."""
    own = [name for name in sorted(s.own) if name not in s.strange]
    return list(profile.KEYS) + ["=" + name for name in own]


def resolve(s, key):
    """The rules of a key."""
    return profile.from_text(s.own[key[1:]]) if key[0] == "=" else profile.resolve(key)


def named(s, rules):
    """The key of rules, or of their text; None without one."""
    text = rules if type(rules) is str else profile.to_text(rules)
    for name in sorted(s.own):
        if s.own[name] == text:
            return "=" + name
    return profile.named(text)


def title(s, key):
    return key[1:] if key[0] == "=" else profile.title(key, s.lang)


def keep(s, name, text):
    """Keeps rules of the table's own under a name, "" for no more of them, and saves; the next
    match is by them, the running one goes on by its rules, whatever they are called now."""
    s.own = dict(s.own)
    s.own[name] = text
    s.setup = "=" + name, 0
    if not text:
        del s.own[name]
        s.setup = START_RULES, 0
    if s.base:
        s.rules_key = named(s, s.rules_text)
    s.save()


def example(w, facts):
    """A deal in words: "100 coinché, 115 faits, la belote"."""
    get, kind = facts.get, facts["denomination"]
    text = phrases.value(w, facts["contract"])
    if kind in phrases.PIPS:
        said = w("example.0", text), w("example.1", text), w("example.2", text)
        text = said[facts["level"]]
    else:
        text += " " + w("suit." + kind)
    out = [text]
    if get("tricks"):
        out.append(w("all.tricks") if facts["tricks"] == "takers_all" else w("example.lost"))
    elif get("taker_points") is not None:
        out.append(w("example.points", facts["taker_points"]))
    if get("belote_takers"):
        out.append(w("example.belote"))
    if get("belote_defence"):
        out.append(w("example.opposite"))
    if get("melds_takers"):
        out.append(w("example.melds"))  # the only one in these deals
    return ", ".join(out)
