"""What the firmware uses of `machine` and `esp32` once a start or a sleep: loaded when it is asked
for and not kept, for the heap is the firmware's."""

from link import link


def deepsleep(ms=-1):
    if link.held:  # what wake_on_gpio was told is of no use here, and the port says so
        raise ValueError("wake_on_gpio is not supported for deep sleep")
    link.wait(3, ms)


def reset():
    link.wait(4, 0)


def wake_reason():
    return link.setup.get("reason", 0)


def wake_pins():
    return tuple(link.setup.get("pins", ()))


def wake_on_ext0(pin=None, level=False):
    link.wake(2, () if pin is None else (pin,), level)


def gpio_deep_sleep_hold(on):
    link.put("<BB", 72, int(on))


class Partition:
    """The one partition that the bench has: its flash."""

    TYPE_DATA = 1

    @staticmethod
    def find(type=0, subtype=255, label=None):
        return [link.flash] if type == 1 and label == "vfs" else []


def nothing_lost(app):
    """Whether the files of the flash, read anew, hold what the application knows (E56); a box that
    was told nothing has no lines."""
    from scorer.journal import Journal

    session = getattr(app, "session", None)
    if session is None:
        return True
    lines, draft = Journal().load()
    drafts = [session.draft()] + [""] * session.at_home()
    told = session.state is not None or session.journal.saves or lines
    return draft in drafts and (not told or lines == list(session.journal_lines()))


def count_presses(app):
    """From now on `heard` has the presses that the gestures have told, by key (E60, E61)."""
    sample = app.gestures.sample
    heard = link.scope["heard"] = {}
    last = {}

    def counting(now, mask):
        events = sample(now, mask)
        for key, _, at in events:
            if last.get(key) != at:
                last[key] = at
                heard[key] = heard.get(key, 0) + 1
        return events

    app.gestures.sample = counting
