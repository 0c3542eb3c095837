"""The English of a RuleError by its reason id, for the rule tool and for people who test; the
screens have words of their own. Loaded when an error is printed."""

# {0}, {1} ... are the limits of the error
SAY = {
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
