"""The file system of the board made anew; everything that was on it is gone."""

import os

import esp32
import vfs

_DATA = const(1)  # type of a partition
_ANY = const(255)  # subtype


def run():
    """Formats the partition and mounts it where the program is; whether that went well."""
    place = os.getcwd()
    try:
        vfs.umount(place)
    except OSError:
        pass  # nothing was mounted
    try:
        part = esp32.Partition.find(_DATA, _ANY, "vfs")[0]
        vfs.VfsLfs2.mkfs(part)
        vfs.mount(vfs.VfsLfs2(part), place)
        os.chdir(place)
    except (OSError, IndexError):
        return False
    return True
