"""NOR flash in memory under littlefs, for MicroPython.  It counts what costs time and wear, notes
a program that would set a bit (flash can only clear them), and loses its power at a chosen
operation: that one is done half or not at all, and every later call answers -5 (EIO; the garbage
collector, which closes open files, could do nothing with an exception).
"""

import os

import vfs

BLOCK = 4096


class Flash:
    """blocks of 4096 bytes, blank or as in image.  programs, erases, bytes: since the start."""

    def __init__(self, blocks=16, image=None):
        self.blocks = blocks
        self.image = bytearray(image or b"\xff" * (BLOCK * blocks))
        self.programs = self.erases = self.bytes = 0
        self.worn = [0] * blocks
        self.broken = None  # what the driver did that no flash can do
        self.left = -1  # operations until the power goes; -1: it stays
        self.half = False
        self.off = False

    @property
    def operations(self):
        return self.programs + self.erases

    def cut(self, after, half):
        """Power goes at operation number after + 1 from now."""
        self.left = after
        self.half = half

    def restore(self):
        """Power is back."""
        self.off = False
        self.left = -1

    def _ends(self):
        if self.left == 0:
            self.off = True
        self.left -= 1
        return self.off

    def readblocks(self, n, buf, off=0):
        if self.off:
            return -5
        at = n * BLOCK + off
        buf[:] = memoryview(self.image)[at : at + len(buf)]
        return 0

    def writeblocks(self, n, buf, off=None):
        if self.off:
            return -5
        if off is None:
            self.broken = "a write without an erase"
            off = 0
        at = n * BLOCK + off
        length = len(buf)
        new = int.from_bytes(buf, "little")
        if int.from_bytes(self.image[at : at + length], "little") & new != new:
            self.broken = "a program that sets bits"
        if self._ends():
            if not self.half:
                return -5
            length //= 2
        self.image[at : at + length] = memoryview(buf)[:length]
        self.programs += 1
        self.bytes += length
        return -5 if self.off else 0

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            if self.off:
                return -5
            length = BLOCK
            if self._ends():
                if not self.half:
                    return -5
                length //= 2
            self.image[arg * BLOCK : arg * BLOCK + length] = b"\xff" * length
            self.erases += 1
            self.worn[arg] += 1
            return -5 if self.off else 0
        return 0


def mounted(flash):
    """Make this flash the current directory, in the place of the one before."""
    try:
        vfs.umount("/flash")
    except OSError:
        pass
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    os.chdir("/flash")


def blank(blocks=16):
    """A formatted flash, mounted."""
    flash = Flash(blocks)
    vfs.VfsLfs2.mkfs(flash)
    mounted(flash)
    return flash


def off():
    """Power is gone: forget the file system without writing; what it had open stays unwritten."""
    os.chdir("/")
    try:
        vfs.umount("/flash")
    except OSError:
        pass
