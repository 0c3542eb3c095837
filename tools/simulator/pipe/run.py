"""Boots the firmware in the bench's MicroPython process: flash mounted, questions ready, main run.
Arguments: fd in, fd out, image file, first tick, mask of the pins whose levels are told, BUSY,
JSON {"options", "seed", "lacks", "cause", "reason", "pins", "memory", "rtc"}."""

import gc
import json
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


def _boot(argv):
    setup = link.setup = json.loads(argv.pop())
    link.memory = bytes.fromhex(setup["memory"])
    link.open(int(argv[1]), int(argv[2]), *map(int, argv[4:]))
    link.flash = Flash(argv[3], link.lost)
    link.flash.mount("/flash")
    os.chdir("/flash")
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


_boot(sys.argv)
