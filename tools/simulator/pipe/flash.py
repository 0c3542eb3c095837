"""The flash under the file system: an image file as a NOR block device of 4096-byte blocks.
Counts programs and erases; `cut_at` is the operation that stays half done because power goes."""

import vfs

_BLOCK = 4096
_BLANK = b"\xff" * 256  # a block is erased in pieces: the heap is the firmware's


class Flash:
    def __init__(self, path, lost):
        self.file = open(path, "r+b")
        self.blocks = self.file.seek(0, 2) // _BLOCK
        self.lost = lost
        self.programs = self.erases = self.bytes = self.ops = self.cut_at = 0

    def readblocks(self, block, buf, offset=0):
        self.file.seek(block * _BLOCK + offset)
        self.file.readinto(buf)

    def writeblocks(self, block, buf, offset=0):
        self.programs += 1
        self.bytes += len(buf)
        self._change(block * _BLOCK + offset, buf)

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            self.erases += 1
            self._change(arg * _BLOCK, _BLANK, _BLOCK // len(_BLANK))
            return 0

    def _change(self, at, buf, times=1):
        self.ops += 1
        cut = self.ops == self.cut_at
        self.file.seek(at)
        if times > 1:
            for _ in range(times // 2 if cut else times):
                self.file.write(buf)
        else:
            self.file.write(memoryview(buf)[: len(buf) // 2] if cut else buf)
        if cut:
            self.lost()

    def mount(self, folder):
        """Mount the volume; a blank one is formatted, a damaged one stays as it is (no files)."""
        try:
            volume = vfs.VfsLfs2(self)
        except OSError:
            head = bytearray(64)
            self.readblocks(0, head)
            if head != b"\xff" * 64:
                from novolume import NoVolume  # rare: not worth its heap otherwise

                volume = NoVolume()
            else:
                vfs.VfsLfs2.mkfs(self)
                volume = vfs.VfsLfs2(self)
        vfs.mount(volume, folder)
