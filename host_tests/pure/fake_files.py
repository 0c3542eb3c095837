"""A stand-in for the file port of scorer/journal.py, and the contract that it and the real port
pass alike: here the fake, in host_tests/storage the real one, on littlefs and on CPython."""


class FakeFiles:
    """Files in a dict, with the errors of littlefs.

    piece: bytes handed over at a time.  dirs: names that are folders.  wrong: errno by name, for
    reads.  no_write: errno of every write; no_fs: nothing is mounted; deaf: writes are dropped.
    """

    def __init__(self, data=None, piece=7):
        self.data = dict(data or {})
        self.piece = piece
        self.dirs = set()
        self.wrong = {}
        self.no_write = None
        self.no_fs = False
        self.deaf = False
        self.writes = []
        self.reads = []

    def _check(self):
        if self.no_fs:
            raise OSError(19, "fake")

    def read(self, name, take):
        self._check()
        self.reads.append(name)
        if name in self.wrong:
            raise OSError(self.wrong[name], "fake")
        if name in self.dirs:
            raise OSError(21, "fake")
        if name not in self.data:
            raise OSError(2, "fake")
        data = self.data[name]
        for at in range(0, len(data), self.piece):
            if not take(data[at : at + self.piece]):
                break

    def write(self, name, pieces):
        self._check()
        if name in self.dirs:
            raise OSError(21, "fake")
        if self.no_write:
            if self.no_write == 28:  # a new name may stay behind, empty
                self.data.setdefault(name, b"")
            raise OSError(self.no_write, "fake")
        self.writes.append(name)
        if self.deaf:
            return
        data = b""
        try:
            for piece in pieces:
                data += piece
        finally:
            self.data[name] = data  # the end of the block closes the file, come what may

    def rename(self, old, new):
        self._check()
        if self.no_write and self.no_write != 28:
            raise OSError(self.no_write, "fake")
        if old in self.dirs:
            if new in self.data:
                raise OSError(20, "fake")
            self.dirs.remove(old)
            self.dirs.add(new)
            return
        if old not in self.data:
            raise OSError(2, "fake")
        if new in self.dirs:
            raise OSError(21, "fake")
        self.data[new] = self.data.pop(old)

    def remove(self, name):
        self._check()
        if self.no_write and self.no_write != 28:
            raise OSError(self.no_write, "fake")
        if name not in self.data:
            raise OSError(2, "fake")
        del self.data[name]

    def names(self, folder):
        self._check()
        found = [name for name in self.data if name.startswith(folder + "/")]
        return [name[len(folder) + 1 :] for name in found]

    def mkdir(self, name):
        self.dirs.add(name)


def content(fs, name):
    """All bytes of a file, None where there is none."""
    got = []

    def take(piece):
        got.append(bytes(piece))
        return True

    try:
        fs.read(name, take)
    except OSError as e:
        assert e.errno == 2, e.errno
        return None
    return b"".join(got)


def errno_of(call, *args):
    try:
        call(*args)
    except OSError as e:
        return e.errno
    return None


def check_files(fs, mkdir):
    """The contract of the port, on an empty folder; mkdir(name) makes a folder in it."""
    assert content(fs, "one") is None
    fs.write("one", (b"abc\n", b"", b"d\xc3\xa9f"))
    assert content(fs, "one") == b"abc\nd\xc3\xa9f"
    long = [b"%04d" % n for n in range(1000)]
    fs.write("one", long)
    assert content(fs, "one") == b"".join(long), "many pieces"
    fs.write("one", (b"x" * 300 for _ in range(2)))
    assert content(fs, "one") == b"x" * 600, "a shorter file replaces a longer one whole"

    sizes = []

    def first(piece):
        sizes.append(len(piece))
        return False

    fs.read("one", first)
    assert len(sizes) == 1 and 0 < sizes[0] < 600, "read stops when it is told to, in pieces"

    def half():
        yield b"half"
        raise ValueError("enough")

    try:
        fs.write("two", half())
        raise AssertionError("the error of the pieces was swallowed")
    except ValueError:
        pass
    assert content(fs, "two") == b"half", "what came before the error is kept by the close"
    fs.write("two", ())
    assert content(fs, "two") == b""

    fs.rename("one", "two")
    assert content(fs, "one") is None and content(fs, "two") == b"x" * 600, "rename replaces"
    assert errno_of(fs.rename, "none", "two") == 2

    mkdir("dir")
    assert errno_of(fs.read, "dir", first) == 21
    assert errno_of(fs.write, "dir", ()) == 21
    assert errno_of(fs.rename, "two", "dir") == 21
    assert errno_of(fs.rename, "dir", "two") == 20
    fs.rename("dir", "dir2")
    assert content(fs, "dir") is None and errno_of(fs.read, "dir2", first) == 21

    assert list(fs.names("none")) == []
    fs.write("deep/one", (b"1",))
    fs.write("deep/two", (b"2",))
    assert sorted(fs.names("deep")) == ["one", "two"] and content(fs, "deep/two") == b"2"
    fs.rename("deep/one", "deep/three")
    fs.remove("deep/two")
    assert list(fs.names("deep")) == ["three"] and content(fs, "deep/two") is None
    assert errno_of(fs.remove, "deep/two") == 2
