# Sent to a board by tools/bringup.py, which puts the names of the compiled program in the place of
# those of the sources here, and hands over the data of the board as DATA; every function prints
# its answer as one line of JSON.  The parts are those that the program itself builds.
import gc
import json
import os
import time

import machine
from machine import Pin

from packed import mount

mount()
DATA = {}
main = None


def say(**what):
    print(json.dumps(what))


def since(then):
    return time.ticks_diff(time.ticks_ms(), then)


def calm():
    """Nothing feeds the watchdog of the program here, and it cannot be stopped; but the port takes
    another time for it."""
    if DATA["dog"]:
        machine.WDT(timeout=3600000)


def about():
    try:
        with open("version.txt") as f:
            version = f.read().strip()
    except OSError:
        try:
            from version import VERSION as version
        except ImportError:
            version = None
    try:
        with open("panel.txt") as f:
            chosen = f.read().strip()
    except OSError:
        chosen = None
    gc.collect()
    say(
        version=version,
        uname=list(os.uname()),
        panel_txt=chosen,
        heap_free=gc.mem_free(),
        mhz=machine.freq() // 1000000 if hasattr(machine, "freq") else None,
    )


def probe():
    """The panel that answers; null where the board does not ask or nothing is known."""
    found = None
    if DATA["probes"]:
        import board

        from hal import probe

        found = probe.fitted(board)
    say(found=found)


def build():
    global main
    import main

    began = time.ticks_ms()
    main.build()
    gc.collect()
    canvas = main.app.layout.canvas
    say(ms=since(began), width=canvas.width, height=canvas.height, heap_free=gc.mem_free())


def picture():
    """What has no symmetry: a frame round the edge, a number in each corner, an arrow that points
    up, black and white lines of one pixel."""
    canvas = main.app.layout.canvas
    canvas.clear()
    fb, w, h = canvas.fb, canvas.width, canvas.height
    fb.rect(0, 0, w, h, 0)
    for text, x, y in (("1", 4, 4), ("2", w - 12, 4), ("3", 4, h - 12), ("4", w - 12, h - 12)):
        fb.text(text, x, y, 0)
    x, y, size = w // 2, h // 4, h // 8
    for i in range(size):
        fb.hline(x - i, y + i, 2 * i + 1, 0)
    fb.fill_rect(x - size // 4, y + size, size // 2, size, 0)
    fb.text("UP", x - 8, y + 2 * size + 4, 0)
    for i in range(0, w // 4, 2):
        fb.vline(w // 8 + i, h - h // 4, h // 8, 0)
    for i in range(0, h // 8, 2):
        fb.hline(w - w // 8 - w // 4, h - h // 4 + i, w // 4, 0)


def box(at):
    """A black box a step further along the middle of the picture."""
    canvas = main.app.layout.canvas
    fb, w, h = canvas.fb, canvas.width, canvas.height
    fb.fill_rect(8, h // 2 + h // 8, w - 16, 16, 1)
    fb.fill_rect(8 + at * 24, h // 2 + h // 8, 20, 16, 0)


def show(limit, full, draw):
    """One refresh by the program's own driver, and what BUSY did meanwhile: [ms, level] of each
    change, looked at every two milliseconds or so."""
    panel, canvas = main.app.panel, main.app.layout.canvas
    changes = [[0, panel.bus.busy()]]
    was = panel.fulls, panel.partials, panel.failures
    began = time.ticks_ms()
    panel.show(canvas.frame, full, draw)
    done = False
    while since(began) < limit:
        wait = panel.step(main.device.now())
        if wait is None:
            done = True
            break
        stop = since(began) + wait
        while True:
            level = panel.bus.busy()
            if level != changes[-1][1] and len(changes) < 24:
                changes.append([since(began), level])
            if since(began) >= stop:
                break
            time.sleep_ms(min(2, stop - since(began)))
    if not done:
        panel.forget()
    say(
        ms=since(began),
        done=done,
        full=panel.fulls - was[0],
        partial=panel.partials - was[1],
        failures=panel.failures - was[2],
        failed=panel.failed,
        blind=panel.blind,
        busy=changes,
    )


def rest():
    """The panel's sleep."""
    panel = main.app.panel
    panel.sleep()
    while True:
        wait = panel.step(main.device.now())
        if wait is None:
            break
        time.sleep_ms(wait)
    say(asleep=panel.asleep, busy=panel.bus.busy())


def pins():
    pulls = {None: None, "up": Pin.PULL_UP, "down": Pin.PULL_DOWN}
    return [(name, Pin(gpio, Pin.IN, pulls[pull]), on) for name, gpio, on, pull in DATA["keys"]]


def press(limit):
    """The first key that goes down within the limit: its name, how long it stayed down, how often
    its level changed; null where none does.  stuck: keys that were down already."""
    keys = pins()
    stuck = [name for name, pin, on in keys if pin() == on]
    began = time.ticks_ms()
    while since(began) < limit:
        for name, pin, on in keys:
            if pin() == on and name not in stuck:
                down = time.ticks_ms()
                up, changes, level = down, 1, on
                while since(up) < 60 and since(down) < 20000:
                    now = pin()
                    if now != level:
                        level = now
                        changes += 1
                    if now == on:
                        up = time.ticks_ms()
                    time.sleep_ms(1)
                ms = time.ticks_diff(up, down)
                return say(key=name, after=time.ticks_diff(down, began), ms=ms, changes=changes)
        time.sleep_ms(2)
    say(key=None, stuck=stuck)


def cell():
    """The cell in millivolts, as the program reads it; null where it cannot."""
    if not DATA["gauge"]:
        return say(mv=None)
    import board

    from hal import gauge

    say(mv=gauge.read_mv(board))


def led(times):
    gpio, on = DATA["led"]
    pin = Pin(gpio, Pin.OUT, value=1 - on)
    for _ in range(times):
        pin(on)
        time.sleep_ms(300)
        pin(1 - on)
        time.sleep_ms(300)
    say(gpio=gpio)


def light(limit):
    """The program's own wait, asleep as far as the board can: ends with a key or the limit."""
    device = main.device
    time.sleep_ms(3100)  # so long after power-on it stays awake for the prompt
    device.levels()
    began = time.ticks_ms()
    device.wait(limit)
    ms = since(began)
    say(ms=ms, down=[name for name, pin, on in pins() if pin() == on])


CATCH = """import machine, os
os.remove("boot.py")
try:
    os.rename("boot.kept", "boot.py")
except OSError:
    pass
try:
    pins = list(machine.wake_pins())
except AttributeError:
    pins = None
with open("woke.txt", "w") as f:
    f.write(str([machine.reset_cause(), machine.wake_reason(), pins]))
print("WOKE")
raise ValueError("the bring-up goes on at the prompt")
"""


def released(limit):
    """The keys that are still down after the limit, or none as soon as none is."""
    began = time.ticks_ms()
    while True:
        down = [name for name, pin, on in pins() if pin() == on]
        if not down or since(began) > limit:
            return say(down=down)
        time.sleep_ms(10)


def deep():
    """Deep sleep as the program goes into it.  The next start writes down why it came and stops at
    the prompt, by a boot.py that takes itself away first; returns only where there is no sleep."""
    from hal import sleep

    try:
        os.rename("boot.py", "boot.kept")
    except OSError:
        pass
    with open("boot.py", "w") as f:
        f.write(CATCH)
    sleep.deep(main.device, 0, b"")
    os.remove("boot.py")
    try:
        os.rename("boot.kept", "boot.py")
    except OSError:
        pass
    say(deep=False, down=[name for name, pin, on in pins() if pin() == on])


def woke():
    """[cause, reason, pins] of the start after a deep sleep, once."""
    with open("woke.txt") as f:
        found = f.read()
    os.remove("woke.txt")
    say(woke=found)
