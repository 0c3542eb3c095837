"""When the glass is refreshed, and how: a pure policy over counts and times.

Promises: nothing without a change; the first refresh full; then one partial a change, until
enough of them ask for a full one, which waits for the end of a deal or for a pause, and for
nothing any more once the glass has had its fill.  Typing is never stopped for it before that.
Leaves to others: what changed (panel.same), and an unknown glass (the driver insists itself).
Limits are cautious: peterhinch/micropython-nano-gui reports 2000 h of one partial a second on a
4.2" V2 without growing ghosts; vendors ask for a full one after about ten.
"""

from scorer.ticks import since

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_SOON = const(20)  # partials from which a full one is due
_LIMIT = const(40)  # partials that are never exceeded
_PAUSE_MS = const(10000)  # without a key


class Refresh:
    """partials: how many the glass has had since its last full one; None: nobody knows, so the
    first refresh is full (after a deep sleep the saved count makes a partial first one right)."""

    def __init__(self, partials=None):
        self.partials = partials
        self._spent = 0  # what the last "partial" has added to them
        self._place = None
        self._touched = True
        self._key_at = 0

    def touch(self, now=None):
        """A key was used, at `now` or since the last call that knew the time."""
        self._touched = now is None
        if now is not None:
            self._key_at = now

    def decide(self, now, changed, place):
        """What to start at once: None, "partial" or "full"; it counts as done.

        now: ms, wraps at 2**30; changed: the frame is not what the glass shows; place: "entry"
        (something is being typed), "deal_end" (a deal was just written) or "calm".  Ask only
        when the panel is ready.
        """
        self._stamp(now)
        self._place = place
        due = self._due() and place != "entry"
        pause = due and since(now, self._key_at) >= _PAUSE_MS
        if not changed and not pause:
            return None
        if (
            self.partials is None
            or self.partials >= _LIMIT
            or pause
            or (due and place == "deal_end")
        ):
            self.partials = self._spent = 0
            return "full"
        self._spent = 1
        self.partials += 1
        return "partial"

    def take_back(self):
        """What decide() said last did not happen: the panel found nothing new to show (it skips
        partials only).  Call it before the next decide(); twice is as good as once."""
        if self._spent:
            self.partials -= 1
            self._spent = 0

    def wait(self, now):
        """ms until decide() may say something without a change, None when it will not."""
        self._stamp(now)
        if not self._due() or self._place == "entry":
            return None
        left = _PAUSE_MS - since(now, self._key_at)
        return left if left > 0 else None

    def _due(self):
        return self.partials is not None and self.partials >= _SOON

    def _stamp(self, now):
        if self._touched:
            self._touched = False
            self._key_at = now
