"""Most compiled modules of a board are deflated files (tools/mpy.py): this puts the folder that it
lies in, which is never deflated itself, under a name where they are inflated as they are read, and
imports them from there.

Promises: what is no .mpy is the file as it is. A module is inflated when it is imported, and takes
no memory for that afterwards. Sources and frozen modules are not packed. `deflate` inflates in
every stock image since 1.21 (docs.micropython.org, library/deflate).

MicroPython keeps the name and the path of each module for good. So to it there is one module,
_NAME, whose file is whichever is wanted; it is known under its own name from when that is opened.
"""

import builtins
import os
import sys

import vfs
from deflate import RAW, DeflateIO

_BITS = const(10)  # of the window, which is a kilobyte of heap while a module is imported
_PLAIN = b"M\x06\x00"  # how a module begins that is not deflated
_PLACE = "/p"
_NAME = "_"
_FILE = "/_.mpy"


class _Packed:
    def __init__(self, folder):
        self._folder = folder
        self._import = builtins.__import__
        self._file = self._name = ""

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def stat(self, path):
        return os.stat(self._path(path))

    def ilistdir(self, path):
        return os.ilistdir(self._folder + path)

    def open(self, path, mode):
        file = open(self._path(path), mode)
        if path == _FILE:
            sys.modules[self._name] = sys.modules.pop(_NAME)
        if path.endswith(".mpy"):
            plain = file.read(3) == _PLAIN
            file.seek(0)
            if not plain:
                return DeflateIO(file, RAW, _BITS, True)
        return file

    def _path(self, path):
        return self._folder + (self._file if path == _FILE else path)

    def load(self, name, scope=None, own=None, wanted=None, level=0):
        """What import calls. Packages, and what is not here, are as ever."""
        if "." in name and not wanted:
            return self._import(name, scope, own, wanted, level)
        module = sys.modules.get(name)
        if module is None:
            file = "/" + name.replace(".", "/") + ".mpy"
            try:
                os.stat(self._folder + file)
            except OSError:
                return self._import(name, scope, own, wanted, level)
            self._file, self._name = file, name
            try:
                module = self._import(_NAME)
            except BaseException:
                sys.modules.pop(name, None)
                raise
        return module


def mount():
    """Called before any other import; does nothing where this module is no compiled file, nor the
    second time."""
    folder, _, file = __file__.rpartition("/")
    if file.endswith(".mpy") and folder in sys.path and folder != ".frozen":
        sys.path[sys.path.index(folder)] = _PLACE
        packed = _Packed(folder or os.getcwd().rstrip("/"))
        vfs.mount(packed, _PLACE)
        builtins.__import__ = packed.load
