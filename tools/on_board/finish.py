# Dix de Der: main.py for the moments in which a new program is put in the place of the old one.
# All of it lies checked in the folder `next`.  Where the power goes here, the next start goes on;
# the real main.py comes last, in the place of this file.
import os

GONE = ()  # what the new program does not have; filled in by tools/deploy.py


def move(folder):
    for row in list(os.ilistdir("next/" + folder)):
        path = folder + row[0]
        if row[1] == 0x4000:
            try:
                os.mkdir(path)
            except OSError:
                pass  # it is there
            move(path + "/")
            os.rmdir("next/" + path)
        elif path != "main.py":
            os.rename("next/" + path, path)
            print(path)


def finish():
    for path in GONE:
        try:
            os.remove(path)
            print("removed", path)
        except OSError:
            pass  # it is gone, or a folder with something in it
    move("")
    os.rename("next/main.py", "main.py")
    os.rmdir("next")


print("A new program is being put in place.")
try:
    finish()
except OSError as e:
    print("It is not finished:", e)
    print("Run the same `make deploy` again.")
else:
    import machine

    machine.reset()
