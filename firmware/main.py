"""Dix de Der: has the parts built from the board, runs the loop. What is seldom needed is in the
modules of box, each loaded for its one thing."""

import gc

gc.threshold(16384)

from packed import mount  # noqa: E402

mount()

import board  # noqa: E402

from scorer.lazy import run  # noqa: E402

app = device = None
options = {}  # lang, profile, target: what a box offers before it has been asked (for the bench)


def build():
    """The whole device on this board; `app` and `device` are kept as names of this module. None
    when the prompt is wanted: the first key was held at a start."""
    global app, device
    app, device = run("start", board, options) or (None, None)
    return app


def main():
    """Runs for ever. What step() cannot handle itself ends in the crash screen, and Ctrl-C at the
    prompt; journal and draft bring everything back."""
    try:
        if build():
            while True:
                wait = app.step(device.now())
                if app.need:
                    wait = run(app.need, app, device, wait)
                device.wait(wait)
    except BaseException as e:
        run("fail", e, app, device)


if __name__ == "__main__":
    main()
