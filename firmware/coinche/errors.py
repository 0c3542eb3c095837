"""The one family of expected errors: facts or rules that cannot be.  An error is ids: the field
it is about, a reason, the limits.  str() is the English sentence for tools, on a box, which has no
reasons.py, the ids; a screen takes its words from the language.
"""


class RuleError(ValueError):
    """field: "deal.taker_points", or the parameter that forbids it; why: an id; limits: by why."""

    def __init__(self, field, why, *limits):
        super().__init__(field)
        self.field = field
        self.why = why
        self.limits = limits

    def __str__(self):
        try:
            from coinche.reasons import SAY
        except ImportError:
            SAY = {}
        say = SAY.get(self.why)
        if self.why == "must_be":
            say = "must be " + ", ".join([str(v) for v in self.limits])
        elif say is None:
            say = self.why.replace("_", " ")
            if self.limits:
                say += " (" + ", ".join([str(v) for v in self.limits]) + ")"
        else:
            say = say.format(*self.limits)
        return self.field + ": " + say

    def under(self, prefix):
        """The same error one level up: e.under("events[4]").field is "events[4].deal.level"."""
        return RuleError(prefix + "." + self.field, self.why, *self.limits)
