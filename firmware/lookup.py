"""Big tables as bytes: rows of equal length in the order of a 16-bit hash of their names.

A dict of a hundred tuples costs ten kilobytes of heap, the same as rows less than one. `pack`
makes such a table, `find` looks a row up; what a row holds after its first two bytes is its
owner's. A name is looked up as text, or as its hash, which tools/mpy.py puts in its place where it
stands in a program. Such tables, and whatever else the program reads, are files that lie below
HERE, each in the folder of its package.
"""

from binascii import crc32

HERE = __file__[: __file__.rfind("/") + 1]  # with its slash; empty where that is no folder


def key(name):
    """The hash of a name, 0..65535; what is one already stays."""
    return name if type(name) is int else crc32(name.encode()) & 0xFFFF


def pack(rows):
    """The table of (name, bytes) rows; ValueError where two names have the same hash."""
    rows = sorted([(key(name), data) for name, data in rows])
    for i in range(1, len(rows)):
        if rows[i][0] == rows[i - 1][0]:
            raise ValueError("lookup: two names with the hash %d" % rows[i][0])
    return b"".join([number.to_bytes(2, "little") + data for number, data in rows])


def find(table, size, name, missing=None):
    """Where the row of a name begins; size: bytes of a row. Where there is none, what stands for
    that, or KeyError(name)."""
    wanted = key(name)
    low, high = 0, len(table) // size
    while low < high:
        middle = (low + high) >> 1
        at = middle * size
        found = table[at] | table[at + 1] << 8
        if found == wanted:
            return at
        if found < wanted:
            low = middle + 1
        else:
            high = middle
    if missing is None:
        raise KeyError(name)
    return missing
