"""Makes the file system of the board anew; everything that was on it is gone."""

import os

import esp32
import vfs


def find():
    """The partition of the file system, None where the board has none."""
    found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="vfs")
    return found[0] if found else None


def mend():
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
