"""Boots the firmware in the bench's MicroPython process: flash mounted, questions ready, main
run."""

import gc
import os
import random
import sys

import esp32
import micropython
from flash import Flash
from link import link


def _report():
    import report

    return report


def _state():
    return _report().state(sys.modules["main"].app)


def _idle():
    """[busy, CRC-32 of the frame that the application has drawn]"""
    machine = _state()["machine"]
    return [machine["busy"], machine["frame_crc"]]


def _quick_idle():
    report = _report()
    if hasattr(report, "idle"):
        return report.idle(sys.modules["main"].app)
    return _idle()


def _ready():
    return getattr(sys.modules.get("main"), "app", None) is not None


def _heap():
    gc.collect()
    micropython.mem_info()
    return [gc.mem_free(), gc.mem_alloc()]


def run():
    link.flash = Flash(link.open(), link.lost)
    link.flash.mount("/flash")
    setup = link.setup
    os.chdir("/flash")
    for name in setup["files"]:
        if name not in os.listdir():
            with open(name, "w") as file:
                file.write(setup["files"][name])
    random.seed(setup["seed"])
    for name in setup["lacks"]:
        if name in esp32.__dict__:
            delattr(esp32, name)
    link.asks.update({"ready": _ready, "state": _state, "idle": _quick_idle, "heap": _heap})
    gc.collect()
    import main

    main.options = setup["options"]
    link.scope.update({"main": main, "sys": sys, "os": os, "gc": gc, "link": link})
    main.main()

