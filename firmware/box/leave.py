"""A person at the prompt has stopped the program, and nothing feeds the watchdog any more."""

from hal import board


def run(device):
    if device and device.feed:
        board.leave()
