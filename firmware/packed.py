"""The compiled modules of a board are deflated files (tools/mpy.py): this puts the folder that it
lies in, which is never deflated itself, under a name where they are inflated as they are read.

Promises: what is no .mpy is the file as it is. A module is inflated when it is imported, and takes
no memory for that afterwards. Sources and frozen modules are not packed. `deflate` inflates in
every stock image since 1.21 (docs.micropython.org, library/deflate).
"""

import os
import sys

import vfs
from deflate import RAW, DeflateIO

_BITS = const(10)  # of the window, which is a kilobyte of heap while a module is imported
_PLACE = "/p"


class _Packed:
    def __init__(self, folder):
        self._folder = folder

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        return os.stat(self._folder + path)

    def ilistdir(self, path):
        return os.ilistdir(self._folder + path)

    def open(self, path, mode):
        file = open(self._folder + path, mode)
        return DeflateIO(file, RAW, _BITS, True) if path.endswith(".mpy") else file


def mount():
    """Called before any other import; does nothing where this module is no compiled file, nor the
    second time."""
    folder, _, file = __file__.rpartition("/")
    if file.endswith(".mpy") and folder in sys.path and folder != ".frozen":
        sys.path[sys.path.index(folder)] = _PLACE
        vfs.mount(_Packed(folder or os.getcwd().rstrip("/")), _PLACE)
