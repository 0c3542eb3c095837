"""Samples of key levels become key events: one press, exactly one event.

One state machine a key, so two keys at once do not disturb each other. A level counts when it has
stood for 5 ms; after a change the key is deaf for the dead time, on both edges, measured from the
first contact. Nothing here knows pins or clocks: the caller hands in the time and the levels, and
asks `wait` when to come again. A level that changes between two samples is seen at the next one;
a press is not lost when that one comes late, as long as one sample fell into it.
What a key means is the business of screens and styles.
"""

from scorer.ticks import add, since

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# All in milliseconds.
_GLITCH_MS = const(5)  # shorter is interference
_DEAD_MS = const(30)  # contacts bounce for 1 to 20 ms, worn ones longer (setting `dead`)
HOLD_MS = const(700)  # a rare answer
_LONG_MS = const(2000)  # what destroys something
_SHOW_MS = const(150)  # a hold shows its progress from here on
_REPEAT_MS = const(500)  # the first repeat
_AGAIN_MS = const(150)  # and the next ones: a partial refresh takes longer
_STUCK_MS = const(10000)  # nobody holds a key for so long: it is ignored until it comes up
_POLL_MS = const(20)  # while a key is down

_UP = const(0)
_DOWN = const(1)  # down, and no event yet
_SAID = const(2)  # down, its event is out
_STUCK = const(3)


class Gestures:
    """names: of the keys, in the order of the bits of a mask; 1 = down.

    repeat: names that repeat while they are held, instead of a hold. instant: names whose press
    fires as they go down (the detents of a dial); they have no hold. dead: debounce time in ms.
    long: names whose hold takes _LONG_MS, set by the caller at any time.
    """

    def __init__(self, names, repeat=(), instant=(), dead=_DEAD_MS):
        count = len(names)
        self.names = tuple(names)
        self.repeat = repeat
        self.instant = instant
        self.dead = dead
        self.long = ()
        self._state = None  # a byte a key; None until the first sample
        self._edge = [0] * count  # when the present level began
        self._turn = [-1] * count  # since when the pin says otherwise, -1: it does not
        self._next = [0] * count  # when the next repeat is due

    def hold_ms(self, key):
        """How long a key must be held for its hold."""
        return _LONG_MS if key in self.long else HOLD_MS

    def stuck(self):
        """Names of the keys that are ignored until they come up: down at start, or for 10 s."""
        return [name for name, state in zip(self.names, self._state or b"") if state == _STUCK]

    def sample(self, now, mask):
        """Takes the levels at `now` (ticks) and returns the events they complete.

        An event is (key, kind, down_at), kind "press", "hold" or "repeat"; the key went down at
        down_at. Events of one sample come in the order in which their keys went down.
        """
        if self._state is None:
            # A key that is down at start-up is jammed, or lies on something: not a press.
            self._state = bytearray(len(self.names))
            for i in range(len(self.names)):
                self._edge[i] = add(now, -self.dead)
                if mask >> i & 1:
                    self._state[i] = _STUCK
            return []
        events = []
        for i in range(len(self.names)):
            event = self._key(i, now, mask >> i & 1)
            if event:
                events.append(event + (i,))
        if len(events) > 1:
            events.sort(key=lambda event: (-since(now, event[2]), event[3]))
        return [event[:3] for event in events]

    def _key(self, i, now, down):
        """One key, one sample: its event or None."""
        state, edge, turn = self._state[i], self._edge[i], self._turn[i]
        name = self.names[i]
        if down != (state != _UP):
            if turn < 0:
                turn = self._turn[i] = now
            if since(now, turn) < _GLITCH_MS or self._deaf(edge, now):
                return None
            self._turn[i] = -1
            if not down:
                self._edge[i] = turn
                self._state[i] = _UP
                return (name, "press", edge) if state == _DOWN else None
            event = self._press(i, turn)
            if event:
                return event
            state, edge, turn = _DOWN, turn, -1  # a look that comes late finds a hold
        if turn >= 0:
            self._turn[i] = -1
            if state == _UP and since(now, turn) >= _GLITCH_MS and not self._deaf(edge, turn):
                # Down at one sample, up at this one, and that one was no glitch: it comes up now.
                self._turn[i] = now
                return self._press(i, turn)
        if state == _DOWN or state == _SAID:
            held = since(now, edge)
            if name in self.repeat:
                if held >= _REPEAT_MS and since(now, self._next[i]) >= 0:
                    self._state[i] = _SAID if held < _STUCK_MS else _STUCK
                    self._next[i] = add(now, _AGAIN_MS)
                    return (name, "repeat", edge)
            elif state == _DOWN and held >= self.hold_ms(name):
                self._state[i] = _SAID
                return (name, "hold", edge)
            if held >= _STUCK_MS:
                self._state[i] = _STUCK
        return None

    def _press(self, i, at):
        self._edge[i] = at
        self._next[i] = add(at, _REPEAT_MS)
        self._state[i] = _DOWN
        if self.names[i] not in self.instant:
            return None
        self._state[i] = _SAID
        return (self.names[i], "press", at)

    def _deaf(self, edge, now):
        # After six idle days `since` is negative: that is not the dead time.
        return 0 <= since(now, edge) < self.dead

    def progress(self, now):
        """(key, permille) of the hold that is going on, from _SHOW_MS to its event, or None."""
        best = None
        for i in range(len(self.names)):
            name = self.names[i]
            if (
                self._state
                and self._state[i] == _DOWN
                and self._turn[i] < 0
                and name not in self.repeat
            ):
                held = since(now, self._edge[i])
                if held >= _SHOW_MS and (best is None or held > best[0]):
                    best = held, name
        if best is None:
            return None
        return best[1], min(1000, best[0] * 1000 // self.hold_ms(best[1]))

    def wait(self, now):
        """Milliseconds (at least 1) until the next sample is due, or None when all is quiet.

        The caller comes earlier when a level changes.
        """
        least = None
        for i in range(len(self.names)):
            state = self._state[i] if self._state else _UP
            edge, turn = self._edge[i], self._turn[i]
            if turn >= 0:
                due = _GLITCH_MS - since(now, turn)
                if self._deaf(edge, now):
                    due = max(due, self.dead - since(now, edge))
            elif state == _DOWN or state == _SAID:
                held = since(now, edge)
                due = _STUCK_MS - held
                if self.names[i] in self.repeat:
                    due = since(self._next[i], now)
                elif state == _DOWN:
                    due = (_SHOW_MS if held < _SHOW_MS else self.hold_ms(self.names[i])) - held
                due = min(due, _POLL_MS)
            else:
                continue
            if least is None or due < least:
                least = due
        return None if least is None else max(1, least)
