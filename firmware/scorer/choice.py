"""A choice, and how a board's keys make it.

A screen states a Choice: which answers there are, in which order, and what they are called. It
never names a pin and never counts keys. A style turns keys into the answer: row.py has four
keys under the glass, each labelled by the screen; listing.py one focus that moves (scroll, dial,
three keys). Pure: no clock, no glass.

An answer never changes its key or its place. What writes a mark is `writes`: the app drops it
until the screen has been seen.
"""

MORE = "more"  # the label of the key that leads on


class Choice:
    """answers: ids in the order of a list. labels: {id: text}. row: ids on the four keys (None =
    blank), for choices of up to four; without it a long list is paged ("more": three and the rest)
    or grouped ("groups": digits and letters) or walked ("browse"). holds: rare answers on the
    second and third key, which a list shows after the others. start: where a list begins. writes:
    the answer that writes. long: that answer is a hold of two seconds, because it destroys
    something. back: where the key back leads, "back" or "menu", "" where it leads nowhere. opens:
    pages open at `start` too, and lead back to the first. quick: where one key takes what a focus
    is on, holding it gives this answer, wherever the focus is; it does not stand in the list.
    first: what only a list shows, at its head; in a row of keys a key of its own leads there.
    last: what the key of the referee leads to, "referee", and "game" on its own screens.
    """

    def __init__(
        self,
        answers,
        labels,
        row=None,
        holds=(None, None),
        start=0,
        writes=None,
        layout="plain",
        long=False,
        back="back",
        opens=False,
        quick=None,
        first=None,
        last="referee",
    ):
        self.answers = answers
        self.labels = labels
        self.row = row
        self.holds = holds
        self.start = start
        self.writes = writes
        self.layout = layout
        self.long = long
        self.back = back
        self.opens = opens
        self.quick = quick
        self.first = first
        self.last = last

    def listing(self):
        """Every answer in list order: the rare ones last."""
        return list(self.answers) + [
            a for a in self.holds if a is not None and a not in self.answers
        ]


def style(name):
    """The style of a board: "row", "scroll", "dial" or "three"."""
    if name == "row":
        from scorer.row import Row

        return Row()
    from scorer.listing import listing

    return listing(name)
