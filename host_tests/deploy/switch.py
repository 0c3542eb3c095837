"""The moment in which a new program takes the place of the old one, with the power going at every
flash operation, for MicroPython: `micropython switch.py FINISH.PY` with MICROPYPATH on
host_tests/storage.  Prints how many cuts there were; fails with a trace."""

import os
import sys

from flash import Flash, blank, mounted, off

OLD = {
    "main.py": b"old main",
    "lookup.mpy": b"o" * 300,
    "pack/one.mpy": b"o" * 5000,
    "pack/one.py": b"old source",
    "pack/deep/two.mpy": b"o" * 40,
    "pack/older/three.mpy": b"o" * 2000,
}
NEW = {
    "main.py": b"new main" * 100,
    "lookup.mpy": b"n" * 310,
    "pack/one.mpy": b"n" * 9000,
    "pack/deep/two.mpy": b"n" * 60,
    "pack/fresh/four.rows": b"n" * 700,
    "version.txt": b"new",
}
DATA = {"match.a": b"m" * 3000, "draft.b": b"d" * 100}
GONE = ("pack/one.py", "pack/older/three.mpy", "pack/older")


class Reset(Exception):
    pass


def write(files, folder=""):
    for name, data in files.items():
        name = folder + name
        for i, letter in enumerate(name):
            if letter == "/":
                try:
                    os.mkdir(name[:i])
                except OSError:
                    pass
        with open(name, "wb") as f:
            f.write(data)


def tree(folder=""):
    found = {}
    for row in os.ilistdir(folder or "."):
        name = folder + row[0]
        if row[1] == 0x4000:
            inner = tree(name + "/")
            found.update(inner or {name + "/": None})
        else:
            with open(name, "rb") as f:
                found[name] = f.read()
    return found


class Machine:
    @staticmethod
    def reset():
        raise Reset


def start(text):
    """A start of the board while main.py is finish.py; whether the new program is in place."""
    try:
        exec(text, {"__name__": "__main__"})
    except Reset:
        return True
    return False


def prepared(text):
    flash = blank(40)
    write(OLD)
    write(DATA)
    write(NEW, "next/")
    with open("main.py", "w") as f:
        f.write(text)
    off()
    return bytes(flash.image)


def main(path):
    with open(path) as f:
        text = f.read().replace("GONE = ()", "GONE = %r" % (GONE,))
    sys.modules["machine"] = Machine
    image = prepared(text)
    wanted = dict(NEW)
    wanted.update(DATA)

    flash = Flash(40, image)
    mounted(flash)
    assert start(text) and tree() == wanted, sorted(tree())
    operations = flash.operations
    off()
    cuts = 0
    for cut in range(operations):
        for half in (False, True):
            flash = Flash(40, image)
            mounted(flash)
            flash.cut(cut, half)
            start(text)
            off()
            again = Flash(40, flash.image)
            mounted(again)
            cuts += 1
            where = (cut, half)
            with open("main.py", "rb") as f:
                if f.read() != NEW["main.py"]:  # what the board starts now
                    assert start(text), where
            found = tree()
            found.pop("next/", None)  # an empty folder is all that may be left
            assert found == wanted, (where, sorted(found))
            assert not again.broken
            off()
    return operations, cuts


print(*main(sys.argv[1]))
