"""What the pure tests share: data files, and a generator whose numbers are the same everywhere.

Nothing here knows pytest, so that both interpreters run it.
"""

import json

from coinche import profile
from coinche.errors import RuleError

_DATA = (__file__.rpartition("/")[0] or ".") + "/../data/"
_loaded = {}


def load(name):
    """The JSON of host_tests/data/<name>, of a .jsonl the list of its lines; read once."""
    if name not in _loaded:
        with open(_DATA + name, encoding="utf-8") as file:
            if name.endswith(".jsonl"):
                _loaded[name] = [json.loads(line) for line in file]
            else:
                _loaded[name] = json.load(file)
    return _loaded[name]


def rules(key=None, **own):
    """A rule set, or the defaults, with values of its own: rules("fr", dbl__level2=3)."""
    values = {name.replace("__", "."): value for name, value in own.items()}
    return profile.resolve({"extends": key, "values": values})


def refusal(call, *arguments):
    """(field, why, limits) of the error; of must_be, whose limits are English, that they are."""
    try:
        call(*arguments)
    except RuleError as error:
        limits = error.limits
        if error.why == "must_be":
            limits = bool(limits) and all(type(one) is str and one for one in limits)
        return error.field, error.why, limits
    return None


def refused(call, *arguments):
    """The field of the error, None without one."""
    error = refusal(call, *arguments)
    return error and error[0]


class Rng:
    """A seeded generator (xorshift, 32 bits): random.Random is not on MicroPython."""

    def __init__(self, seed):
        self.state = (seed * 2654435761 + 1013904223) & 0xFFFFFFFF or 1

    def bits(self):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, n):
        """0..n-1; the bias of the remainder does not matter here."""
        return (self.bits() >> 3) % n

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items
