"""The list of events: undo, redo, edit, delete, insert; and the match played from it.

Promises: nothing is patched, a correction changes the list and the match is played again; every
version stays in the list.  What one event does to a match is match.py's.  Events may be dicts or
lines of notation.py; a device keeps lines.
"""

from coinche import match
from coinche.checks import number
from coinche.errors import RuleError
from coinche.event import CORRECTIONS, check
from coinche.notation import from_text, kind_of


def _correction(item):
    """(n, the event put there or None) of an edit, insert or delete, a dict or a line."""
    if type(item) is str:
        made = from_text(item)
        return made["n"], item.split(" ", 2)[2] if "with" in made else None
    return item["n"], item.get("with")


class _List:
    """The events entered so far, with what undo took back.

    Each is kept with its place: its number in the list, and ".with" where a correction put it.
    """

    def __init__(self):
        self.done = []
        self.undone = []

    def add(self, i, item):
        """True where the match must be played again: the list did not only grow."""
        kind = kind_of(item)
        if kind == "undo" or kind == "redo":
            source, target = self.done, self.undone
            if kind == "redo":
                source, target = target, source
            if not source:
                raise RuleError(_path((i, "event")), "nothing_to_" + kind)
            target.append(source.pop())
            return True
        self.done.append((i, item))
        self.undone = []
        return kind in CORRECTIONS or kind == "rules"

    def live(self):
        """The places and the events that count, in the order of play."""
        live = []
        for i, item in self.done:
            kind = kind_of(item)
            if kind not in CORRECTIONS:
                live.append(((i,), item))
                continue
            try:
                n, put = _correction(item)
                number("n", n, 1, len(live) + (kind == "insert"))
            except RuleError as error:
                raise error.under(_path((i,)))
            if kind == "insert":
                live.insert(n - 1, ((i, "with"), put))
            elif kind == "edit":
                live[n - 1] = ((i, "with"), put)
            else:
                del live[n - 1]
        return live


def _path(place):
    """events[3] or events[3].with"""
    return ".".join(["events[%d]" % place[0]] + list(place[1:]))


def live(events):
    """The events that count, in the order of play: undo, redo, edit, delete, insert resolved.

    events: dicts or lines of event.to_text; lines stay lines, so a long match costs little memory.
    """
    log = _List()
    for i, item in enumerate(events):
        log.add(i, item)
    return [item for _, item in log.live()]


def ends(events):
    """(what an undo would take back, what a redo would bring back), None where there is nothing:
    events as they were entered, corrections included."""
    log = _List()
    for i, item in enumerate(events):
        log.add(i, item)
    return tuple([items[-1][1] if items else None for items in (log.done, log.undone)])


def last(first, items):
    """The state after the last of the live events: replay() without the states between."""
    return _last(first, items, None)


def _last(first, items, places):
    state = first
    for later in _replay(first, items, places, False):
        state = later
    return state


def replay(first, items):
    """Yields the state after each live event (a dict or a line), from the state before the first.

    Rules take effect from the live event they name, as the list counts now, also one that is still
    to come; a deal before them that they reach is marked anew, whatever was written.  What was
    dealt after the end, as a correction now has it, changes nothing.
    """
    return _replay(first, items, None, True)


def _replay(first, items, places, is_kept):
    """is_kept: each state is a value of its own, else they are one dict that changes."""
    state = first.copy()
    switches = _switches(items, places)
    if switches:
        _switch(state, switches, 1)
    i = 0
    try:
        for item in items:
            if type(item) is str:
                item = from_text(item)
            if is_kept:
                state = state.copy()
            if "written" in item and _reached(switches, i + 1):
                item = item.copy()
                del item["written"]
            if item["event"] == "rules" or (state["over"] and item["event"] in match.STOPS):
                match.nothing(state)
            else:
                match.change(state, item)
            i += 1
            if switches:
                _switch(state, switches, i + 1)
            yield state
    except RuleError as error:
        raise error.under(_path(places[i] if places else (i,)))


def _switches(items, places):
    """[(from, profile, own number)] of the rules in a list of live events, in their order."""
    out = []
    for i, item in enumerate(items):
        if kind_of(item) == "rules":
            try:
                item = from_text(item) if type(item) is str else item
                number("from", item["from"], 1)
                out.append((item["from"], match.resolved(item), i + 1))
            except RuleError as error:
                raise error.under(_path(places[i] if places else (i,)))
    return out


def _reached(switches, n):
    """Whether rules that were set after live event n are for it too."""
    return any(since <= n < own for since, _, own in switches)


def _switch(state, switches, n):
    """Gives the state the rules of live event n."""
    profile = [profile for since, profile, _ in switches if since <= n]
    if profile and profile[-1] is not state["profile"]:
        match.use(state, profile[-1])


def fold(profile, target, first_dealer, start_, events):
    """The states before the first event and after each; fields of errors start with events[i]."""
    if type(events) not in (list, tuple):
        raise RuleError("events", "must_be", "a list")
    state = first = match.start(profile, target, first_dealer, start_)
    states = [first]
    switches = []
    log = _List()
    for i, item in enumerate(events):
        try:
            if type(item) is str:
                item = from_text(item)
            else:
                check(item)
        except RuleError as error:
            raise error.under(_path((i,)))
        if log.add(i, item):
            live = log.live()
            places = [place for place, _ in live]
            items = [item for _, item in live]
            switches = _switches(items, places)
            state = _last(first, items, places)
        else:
            try:
                state = match.change(state.copy(), item)
            except RuleError as error:
                raise error.under(_path((i,)))
            if switches:
                _switch(state, switches, state["events"] + 1)
        states.append(state)
    return states
