"""The first thing that runs in an image that has the program frozen in (boards/manifest.py), in
the place of the port's own, which stops for ever at a volume that it cannot mount.

Promises: the volume is tried twice, made only where all of the flash is blank, and otherwise left
as it is: the program starts without a file system then, and the match goes on in RAM.  Frozen
modules go before files of the same name, unless the volume has a file develop.txt, by which one
tries out a program on files.  What the program reads (texts, fonts, panels) is frozen as bytes in
the module `kept`, which tools/frozen.py makes, and stands at the paths where the files would be.
"""

import io
import os
import sys

import vfs
from flashbdev import bdev


class Kept:
    """The frozen files below one folder, as a file system that cannot be written."""

    def __init__(self, folder, files):
        self.folder = folder
        self.files = files

    def mount(self, readonly, mkfs):
        pass

    def umount(self):
        pass

    def chdir(self, path):
        pass

    def open(self, path, mode):
        data = self.files.get(self.folder + path)
        if data is None or "r" not in mode:
            raise OSError(2 if data is None else 30)
        return io.BytesIO(data) if "b" in mode else io.StringIO(str(data, "utf-8"))

    def ilistdir(self, path):
        inside = (self.folder + path).rstrip("/") + "/"
        for name in {n[len(inside) :].split("/")[0] for n in self.files if n.startswith(inside)}:
            yield (name, 0x8000 if inside + name in self.files else 0x4000, 0)

    def stat(self, path):
        name = (self.folder + path).rstrip("/")
        size = len(self.files.get(name, b""))
        if name in self.files or any(n.startswith(name + "/") for n in self.files):
            return (0x8000 if name in self.files else 0x4000, 0, 0, 0, 0, 0, size, 0, 0, 0)
        raise OSError(2)

    def statvfs(self, path):
        return (4096, 4096, 0, 0, 0, 0, 0, 0, 0, 255)


def blank(device):
    """Whether nothing was ever written: every byte of the flash is FF."""
    piece, nothing = bytearray(4096), b"\xff" * 4096
    for block in range(device.ioctl(4, 0)):
        device.readblocks(block, piece)
        if piece != nothing:
            return False
    return True


def volume():
    """Mount the volume at /, or say why there is none."""
    for last in (False, True):
        try:
            return vfs.mount(vfs.VfsLfs2(bdev), "/")
        except OSError as error:
            if last and not blank(bdev):
                print("No file system:", error, "- the match is kept in RAM only.")
            elif last:
                vfs.VfsLfs2.mkfs(bdev)
                vfs.mount(vfs.VfsLfs2(bdev), "/")


def start():
    if bdev:
        volume()
    try:
        os.stat("develop.txt")
        print("develop.txt: files go before the frozen program.")
    except OSError:
        from kept import FILES

        sys.path.remove(".frozen")
        sys.path.insert(0, ".frozen")
        for folder in {name.split("/")[0] for name in FILES}:
            vfs.mount(Kept(folder, FILES), "/" + folder)


start()
