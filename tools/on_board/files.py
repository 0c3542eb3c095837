# Sent to a board by tools/boardlink.py and kept there in memory: lists, reads, hashes and writes
# files.  Every answer is a line of text.  Feeds the watchdog of the program that was stopped, or
# starts one: a board whose cable was pulled out of this restarts by itself after a minute.
import binascii
import hashlib
import os

try:
    from machine import WDT

    feed = WDT(timeout=60000).feed
except (ImportError, OSError, ValueError, AttributeError):

    def feed():
        pass


out = None  # the file that is being written


def hashed(name):
    """The first sixteen hex digits of its SHA-256: a line of the list is waited for."""
    whole = hashlib.sha256()
    piece = memoryview(bytearray(1024))
    with open(name, "rb") as f:
        while True:
            count = f.readinto(piece)
            if not count:
                return binascii.hexlify(whole.digest()[:8]).decode()
            whole.update(piece[:count])


def tree(folder, want_hash):
    """Lines: f SIZE HASH PATH, or d - - PATH for a folder, before what is in it."""
    for row in list(os.ilistdir(folder or "/")):
        feed()
        name = (folder + "/" if folder else "") + row[0]
        if row[1] == 0x4000:
            print("d - -", name)
            tree(name, want_hash)
        else:
            print("f", os.stat(name)[6], hashed(name) if want_hash else "-", name)


def begin(name):
    global out
    for i, letter in enumerate(name):
        if letter == "/":
            try:
                os.mkdir(name[:i])
            except OSError as e:
                if e.errno != 17:
                    raise
    out = open(name, "wb")


def more(text):
    feed()
    out.write(binascii.a2b_base64(text))


def end():
    out.close()


def put(name, text):
    begin(name)
    more(text)
    end()


def get(name):
    """The file as lines of base64."""
    piece = bytearray(768)
    with open(name, "rb") as f:
        while True:
            feed()
            count = f.readinto(piece)
            if not count:
                break
            print(binascii.b2a_base64(memoryview(piece)[:count]).decode(), end="")


def drop(name):
    """Remove a file, or a folder with all that is in it, if it is there."""
    feed()
    try:
        rows = list(os.ilistdir(name)) if os.stat(name)[0] & 0x4000 else ()
    except OSError:
        return
    for row in rows:
        drop(name + "/" + row[0])
    print("removed", name)
    os.remove(name)
