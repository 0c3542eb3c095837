"""Modules that are needed for a moment: imported where they are used, dropped when that is over.

The names inside stay interned for good, about half a byte for each byte of .mpy; the code goes.
"""

import sys

# the large tables of rules and who reads them; the list of events and its text
RULES = (
    "coinche.profile",
    "coinche.parameters",
    "coinche.tables",
    "coinche.published",
    "coinche.titles",
    "scorer.own",
)
EVENTS = ("coinche.history", "coinche.notation", "coinche.event")
# what an entry is told and marked by
PLAYING = ("scorer.entry", "coinche.match", "coinche.scoring")
# what the modules of box need
_BOX = "hal.board hal.sleep hal.gauge scorer.power"


def drop(*names):
    """Forgets these modules, loaded or not; whoever still holds one keeps it alive."""
    for name in names:
        if sys.modules.pop(name, None) is not None:
            package, _, leaf = name.rpartition(".")
            package = sys.modules.get(package)
            if package and hasattr(package, leaf):
                delattr(package, leaf)


def run(what, *more):
    """What a module of box does: loaded for it and dropped after it, with what it needs."""
    try:
        return __import__("box." + what, None, None, ("*",)).run(*more)
    finally:
        drop("box." + what, *_BOX.split(" "))
