"""What a value of an event, a call or a hand may be: RuleError with its field where it is not.
The facts of a deal and the values of a profile are checked where they are read."""

from coinche.errors import RuleError
from coinche.seats import SIDES

_MOST = 100000  # marks and targets of no evening


def number(field, value, low=0, high=_MOST):
    """RuleError unless value is an integer in low..high."""
    if type(value) is not int:
        raise RuleError(field, "integer", value)
    if not low <= value <= high:
        raise RuleError(field, "range", low, high, value)


def choice(field, value, allowed):
    """RuleError unless value is one of the allowed words."""
    if type(value) is not str or value not in allowed:
        raise RuleError(field, "must_be", " ".join(allowed), "not %s" % value)


def pair(field, value):
    """RuleError unless value is {"NS": n, "WE": n}."""
    fields(field, value, SIDES, ())
    for side in SIDES:
        number(field + "." + side, value[side])


def fields(at, value, needed, known):
    """RuleError unless value is a dict with all needed fields and none that is not known."""
    if type(value) is not dict:
        raise RuleError(at or "event", "must_be", "an object")
    prefix = at + "." if at else ""
    for name in sorted(value):
        if name not in needed and name not in known:
            raise RuleError(prefix + name, "unknown")
    for name in needed:
        if name not in value:
            raise RuleError(prefix + name, "missing")
