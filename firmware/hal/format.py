"""The file system of the board made anew; everything that was on it is gone."""

import os

import esp32
import vfs

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_DATA, _ANY = const(1), const(255)  # type and subtype of a partition


def find():
    """The partition of the file system, None where the board has none."""
    found = esp32.Partition.find(_DATA, _ANY, "vfs")
    return found[0] if found else None


def run():
    """Formats and mounts it where the program is; whether that went well."""
    place = os.getcwd()
    try:
        vfs.umount(place)
    except OSError:
        pass  # nothing was mounted
    try:
        part = find()
        vfs.VfsLfs2.mkfs(part)
        vfs.mount(vfs.VfsLfs2(part), place)
        os.chdir(place)
    except OSError:
        return False
    return True
