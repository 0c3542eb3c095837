"""The start of a pretended board, inside its MicroPython (see ptyboard.py): as the ESP32 port
starts, with the volume of an image file as the only file system.  Arguments: fd in, fd out (the
bench's pipes), fd of news and of their answers, image file, first tick, mask of the pins whose
levels are told, BUSY, JSON {"raw", "why", "reason", "pins", "memory", "machine", "lacks"}."""

# all that is to be found once the volume is the only file system
import binascii  # noqa: F401
import gc
import json
import os
import sys
import time  # noqa: F401

import esp32  # noqa: F401
import machine
import novolume  # noqa: F401
import vfs
from flash import Flash
from link import link

import report

try:
    import extra  # what the bench asks of the port once a start
except ImportError:
    extra = None

_CORRUPT = """\
The filesystem appears to be corrupted. If you had important data there, you
may want to make a flash snapshot to try to recover it. Otherwise, perform
factory reprogramming of MicroPython firmware (completely erase flash, followed
by firmware programming).
"""


def _tell(what):
    """News for the wrapper, which ends this process."""
    link.flush()
    _news.write(what)
    while True:
        try:
            _answers.read(1)
        except KeyboardInterrupt:
            pass


def _machine(setup):
    """What the pipe's machine leaves out: resets, deep sleep, why the board started."""
    machine.PWRON_RESET, machine.HARD_RESET, machine.WDT_RESET = 1, 2, 3
    machine.DEEPSLEEP_RESET, machine.SOFT_RESET = 4, 5
    machine.reset = lambda: _tell(b"R")
    machine.soft_reset = lambda: _tell(b"S")
    machine.reset_cause = lambda: setup["why"]
    if not hasattr(machine, "deepsleep"):
        machine.deepsleep = lambda ms=0: _tell(b"Z")
        machine.wake_reason = lambda: setup["reason"]
        machine.wake_pins = lambda: tuple(setup["pins"])
    os.names = os.names[:4] + (setup["machine"],)


def _mount(flash):
    """As the stock image does it: a damaged volume ends in a message without an end."""
    vfs.umount("/")
    try:
        vfs.mount(vfs.VfsLfs2(flash), "/")
        return
    except OSError:
        head = bytearray(4096)
        flash.readblocks(0, head)
    if head != b"\xff" * 4096:
        _news.write(b"U")
    while head != b"\xff" * 4096:
        print(_CORRUPT)
        link.nap(300)
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/")
    with open("boot.py", "w") as f:
        f.write("# This file is executed on every boot (including wake-boot from deepsleep)\n")


def _run(name):
    """A file of the volume, as the board runs it: an exception ends in the prompt."""
    try:
        with open(name) as f:
            text = f.read()
    except OSError:
        return
    exec(compile(text, name, "exec"), globals())


def _state():
    app = globals().get("app")
    return report.state(app) if app else None


def _boot(argv):
    global _news, _answers
    setup = json.loads(argv[9])
    link.rx, link.tx = open(int(argv[1]), "rb"), open(int(argv[2]), "wb")
    link.first_tick, link.known, link.busy = [int(one) for one in argv[6:9]]
    link.setup, link.memory = setup, bytes.fromhex(setup["memory"])
    link.lend = lambda name: getattr(extra, name)
    _news, _answers = open(int(argv[3]), "wb"), open(int(argv[4]), "rb")
    flash = link.flash = Flash(argv[5], link.lost)
    link.nap = lambda ms: link.wait(0, ms)
    link.asks["state"] = _state
    _machine(setup)
    sys.modules["flashbdev"] = type("flashbdev", (), {"bdev": flash})
    _mount(flash)
    sys.path[:] = ["", ".frozen", "/lib"]
    gc.collect()
    _news.write(b"U")
    return setup["raw"]


if not _boot(sys.argv):
    _run("boot.py")
    _run("main.py")
else:
    _run("boot.py")
