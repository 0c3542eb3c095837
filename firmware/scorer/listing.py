"""One focus on a list: UP and DOWN move it, OK takes it. Lists go round."""


class _Listing:
    """One focus. UP and DOWN move it, OK takes it. _actions maps a key and its kind to what it
    does."""

    ASLEEP = "note.asleep.ok"  # the key that wakes the box on every such board

    def __init__(self, actions, repeat, instant, commit, quick):
        """quick: the key whose hold gives the quick answer of a choice."""
        self._actions = actions
        self.REPEAT = repeat
        self.INSTANT = instant
        self.COMMIT = commit
        self.quick = quick

    def ids(self, choice):
        """The answers that have a focus."""
        ids = [a for a in choice.listing() if a != choice.quick]
        return [choice.first] + ids if choice.first else ids

    def act(self, choice, page, at, key, kind):
        ids = self.ids(choice)
        if kind == "hold" and key == self.COMMIT and choice.long and ids[at] == choice.writes:
            return ("answer", ids[at])
        if kind == "hold" and key == self.quick and choice.quick:
            return ("answer", choice.quick)
        what = self._actions.get((key, "press" if kind == "repeat" else kind))
        if what is None:
            return (None, None)
        if what in ("up", "down"):
            return ("at", (at + (1 if what == "down" else -1)) % len(ids)) if ids else (None, None)
        if what == "ok":
            if not ids or (choice.long and ids[at] == choice.writes):
                return (None, None)
            return ("answer", ids[at])
        return (what, None)

    def back(self, page, choice):
        return None


def _listing(up, down, ok, others, repeat, instant, quick):
    actions = {
        (up, "press"): "up",
        (down, "press"): "down",
        (ok, "press"): "ok",
    }
    actions.update(others)
    return _Listing(actions, repeat, instant, ok, quick)


def listing(name):
    """The keys of a board with a list: "scroll", "dial" or "three"."""
    if name == "three":
        return _listing(
            "prev",
            "next",
            "ok",
            {("ok", "hold"): "back", ("next", "hold"): "referee"},
            (),
            (),
            "prev",
        )
    others = {("back", "press"): "back", ("back", "hold"): "referee", ("menu", "press"): "menu"}
    instant = ("up", "down") if name == "dial" else ()
    return _listing("up", "down", "ok", others, ("up", "down"), instant, "ok")
