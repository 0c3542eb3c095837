"""The panels as data, one text file each: geometry, polarity, times, byte sequences, waveforms.

Promises: nothing of a panel stands in driver code.  Adding a panel is adding a file.  A line is a
name and what it says; "#" begins a remark:

  controller NAME           for people, and for the models of the tests
  size WIDTH HEIGHT         of the RAM that is shown, in pixels; the width a multiple of 8
  busy LEVEL                of the line BUSY while the controller works
  times on MS off MS full MS partial MS     typical; full: all of it, partial: until it is shown
  rest MS                   how long it may wait awake for the next refresh, 30000 if not said
  visible COLUMNS           where the glass shows fewer than the RAM has (for the models)
  init, full, partial, sleep        a sequence, its steps parted by "; "
  skip                      what follows where a partial one has nothing new to show
  winT                      the window of a glass that is turned by T degrees: then the controller
                            turns the picture itself, and nobody else does
  any other name: a sequence that others play

A step is an opcode with its parameters in hex (00*36: thirty-six of them), or
  @rst LOW WAIT   hardware reset, both in ms          @ms N       let N ms pass
  @busy LIMIT     until BUSY is idle, at most LIMIT ms; with a second number so many ms where BUSY
                  has never been seen to work
  @show LIMIT     the same for the refresh that the step before has started
  @old OP  @new OP  @inv OP   through opcode OP the frame that is on the glass, the frame to show,
                              and its complement
  @NAME           the line of that name
Sources stand in each file.  Byte values only, no code of theirs.
"""

import os

from lookup import HERE

_FOLDER = "display/panels"


def find(name):
    """{name of a line: what it says} of the panel `name`; ValueError when there is none."""
    entry = {}
    try:
        lines = open(HERE + _FOLDER + "/" + name + ".txt")
    except OSError:
        raise ValueError("panel %s: not one of %s" % (name, ", ".join(names())))
    with lines:
        for line in lines:
            if line[0] != "#":
                what, _, said = line.strip().partition(" ")
                entry[what] = said
    return entry


def names():
    """Ids of all panels that are here, sorted."""
    return sorted([file[:-4] for file in os.listdir(HERE + _FOLDER) if file.endswith(".txt")])
