# The one family of expected errors: facts or rules that cannot be.  An error is ids: the field
# it is about, a reason, the limits.  str() is the English sentence for tools; a screen takes its
# words from the language.

# reason -> sentence; {0}, {1} ... are the limits
_SAY = {
    "range": "{2} is not in {0}..{1}",
    "low": "{1} is under {0}",
    "missing": "is missing",
    "unknown": "is not a known field",
    "integer": "{0} is not an integer",
    "bool": "{0} is not true or false",
    "choice": "{0} is none of the allowed values",
    "text": "cannot read {0}",
    "forbidden": "these rules do not allow it",
    "twice": "a count is given already in {0}",
    "needed": "these marks need the count of the takers",
    "told": "made is told together with {0}",
    "slam": "a slam is made by its tricks, not by word",
    "tricks": "{1} contradicts {0}",
    "der": "only a count of cards says who took the last trick",
    "cards": "this conversion takes the cards without the last trick",
    "sides": "declarations count for one side only, the other has {0}",
}


class RuleError(ValueError):
    """field: "deal.taker_points", or the parameter that forbids it; why: an id; limits: by why."""

    def __init__(self, field, why, *limits):
        super().__init__(field)
        self.field = field
        self.why = why
        self.limits = limits

    def __str__(self):
        say = _SAY.get(self.why)
        if say is None:
            say = self.why.replace("_", " ")
            if self.limits:
                say += " (" + ", ".join([str(v) for v in self.limits]) + ")"
        else:
            say = say.format(*self.limits)
        return self.field + ": " + say

    def under(self, prefix):
        """The same error one level up: e.under("events[4]").field is "events[4].deal.level"."""
        return RuleError(prefix + "." + self.field, self.why, *self.limits)
