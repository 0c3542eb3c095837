"""The shipped program on the bench as in an image that has it frozen in: started by _boot.py of
boards/, with the flash of the bench as its only volume.  What stands in for the frozen modules:
the folders of the compiled program, code too, are handed to _boot.py as what is kept; the modules
in the root stand in one more such folder, with what they read."""

# all that is to be found once the files of the PC are away
import os
import sys
import time  # noqa: F401

import esp32  # noqa: F401
import link as pipe
import machine  # noqa: F401
import novolume  # noqa: F401
import vfs
from link import link

import report

options = {}
link.setup["lean"] = False  # its report is not found a second time
_program = {"__name__": "program", "app": None, "device": None}
# as text: in the words of the compiled firmware sys has another path
_PATH = 'import sys\nsys.path[:] = ["", ".frozen", "/lib", "/modules"]'


def __getattr__(name):
    if name in ("app", "device"):
        return _program[name]
    raise AttributeError(name)


def _read(folder, inside=""):
    found = {}
    for row in os.ilistdir(folder):
        full = folder + "/" + row[0]
        if row[1] == 0x4000:
            found.update(_read(full, inside + row[0] + "/"))
        else:
            with open(full, "rb") as f:
                found[inside + row[0]] = f.read()
    return found


def main():
    files = _read(options["program"])
    with open(options["boot"]) as f:
        boot = f.read()
    inside = {n: data for n, data in files.items() if "/" in n}
    outside = {"main/" + n: data for n, data in files.items()}
    for beside in (report, pipe):  # what the bench loads for a question and lets go
        folder = beside.__file__.rpartition("/")[0]
        outside.update({"main/" + n: data for n, data in _read(folder).items()})
    for where in ("/flash", "/"):
        vfs.umount(where)
    sys.modules["flashbdev"] = type("flashbdev", (), {"bdev": link.flash})
    sys.modules["kept"] = type("kept", (), {"FILES": inside})
    exec(_PATH, {})
    # what is frozen has no folder to inflate
    sys.modules["packed"] = type("packed", (), {"mount": staticmethod(lambda: None)})
    scope = {"__name__": "__main__"}
    exec(boot, scope)
    vfs.mount(scope["Kept"]("main", outside), "/modules")
    exec(str(files["main.py"], "utf-8"), _program)
    _program["options"].update(options)
    _program["main"]()
