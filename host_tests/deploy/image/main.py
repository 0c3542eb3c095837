"""The shipped program on the bench as in an image that has it frozen in: started by _boot.py of
boards/, with the flash of the bench as its only volume.  What stands in for the frozen modules:
the folders of the compiled program, code too, are handed to _boot.py as what is kept; the modules
in the root stand in one more such folder."""

# all that is to be found once the files of the PC are away
import os
import sys
import time  # noqa: F401

import esp32  # noqa: F401
import machine  # noqa: F401
import novolume  # noqa: F401
import vfs
from link import link

import report  # noqa: F401

options = {}
app = device = None
_ROOT = "/modules"


def _read(folder, inside=""):
    found = {}
    for row in os.ilistdir(folder):
        path = folder + "/" + row[0]
        if row[1] == 0x4000:
            found.update(_read(path, inside + row[0] + "/"))
        else:
            with open(path, "rb") as f:
                found[inside + row[0]] = f.read()
    return found


def main():
    global app, device
    files = _read(options["program"])
    with open(options["boot"]) as f:
        boot = f.read()
    for where in ("/flash", "/"):
        vfs.umount(where)
    modules = {"main/" + n: data for n, data in files.items() if "/" not in n}
    sys.modules["flashbdev"] = type("flashbdev", (), {"bdev": link.flash})
    sys.modules["kept"] = type("kept", (), {"FILES": {n: d for n, d in files.items() if "/" in n}})
    sys.path[:] = ["", ".frozen", "/lib"]
    scope = {"__name__": "__main__"}
    exec(boot, scope)
    vfs.mount(scope["Kept"]("main", modules), _ROOT)
    sys.path.append(_ROOT)
    program = {"__name__": "program"}
    exec(str(files["main.py"], "utf-8"), program)
    program["options"].update(options)
    program["build"]()
    app, device = program["app"], program["device"]
    while True:
        device.wait(app.step(device.now()))
