"""One file for each controller family; an entry of display.panels names its family.

Every driver has the same face: show, step, ready, sleep (see solomon.py).  The bus it gets has
  command(op, data=None)  data(buf)  reset(level)  busy() -> raw level  power(on)
"""


def open_panel(bus, entry):
    """The driver of the panel described by `entry`, over `bus`; loads only that family."""
    module = __import__("display.drivers." + entry["family"], None, None, ("Panel",))
    return module.Panel(bus, entry)
