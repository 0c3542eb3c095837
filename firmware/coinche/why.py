"""Why this score?  What lies behind each line of a deal's marks, and what they would be if one
parameter was another.  No rule stands here: score() is asked again, with that one changed.
"""

from coinche.errors import RuleError
from coinche.parameters import parameters, value
from coinche.scoring import score

_NO_MARK = ("deal", "bid.", "play", "pen.")  # how what writes no mark begins
# how what is seldom the reason begins; melds.on and round.on beside these
_LAST = ("pile.", "contr", "dbl.l")


def steps(facts, profile, exact=False):
    """[(side, amount, what, parameters)]: (None, None, outcome, ...), then the lines of score().

    exact: as score() takes it.  parameters: those of which another value moves the outcome; of a
    line, those that move it and leave the outcome, or are named like the line.  The most telling
    first: those that are named like it, special cases before the general one; then the others in
    the order of the table.
    """
    base = score(facts, profile, exact)
    rows = [(None, None, base["outcome"], [])] + [line + ([],) for line in base["lines"]]
    place = 0
    for name, _, _, result in _tries(facts, profile, exact, True):
        place += 1
        for side, amount, what, found in rows if result else ():
            own = name[:5] == what[:5]
            moved = result["outcome"] != base["outcome"]
            if side:
                line = side, amount, what
                moved = (own or not moved) and (
                    result["lines"].count(line) != base["lines"].count(line))
            if moved and not (found and found[-1][1] == name):
                late = name[:5] in _LAST or name[-3:] == ".on"
                found.append((1000 + place if late else -place if own else place, name))
    return [row[:3] + (tuple([name for _, name in sorted(row[3])]),) for row in rows]


def changes(facts, profile, names=None, exact=False):
    """Yields (parameter, value, takers, defence) for each listed value of a single parameter (of
    one of these, if named) with which the deal has other marks; None, None where its tricks would
    have to be counted."""
    from coinche.profile import combined

    base = score(facts, profile, exact)
    for name, new, changed, result in _tries(facts, profile, exact, False, names):
        marks = (result["takers"], result["defence"]) if result else (None, None)
        if marks != (base["takers"], base["defence"]):
            try:
                combined(changed)
            except RuleError:
                continue
            yield (name, new) + marks


def _tries(facts, profile, exact, ends, names=None):
    """Yields (parameter, value, the changed profile, its score or None where it lacks a count).
    ends: the ends of the range, where one value only is listed."""
    changed = profile.copy()
    for name, kind, words, low_high, _ in parameters():
        if name[:4] in _NO_MARK or names is not None and name not in names:
            continue
        if ends and len(words) == 1 and low_high != "-":
            words = low_high.split("..")
        for word in words:
            changed[name] = value(kind, word)
            if changed[name] != profile[name]:
                try:
                    result = score(facts, changed, exact)
                except RuleError as error:
                    if error.why != "needed":
                        continue
                    result = None
                yield name, changed[name], changed, result
        changed[name] = profile[name]
