"""`os` of the ESP32 port, as far as the unix port has it, and uname() as the pretended board
answers it; inside.py sets the names."""

from uos import *  # noqa: F403

names = ("esp32", "esp32", "1.29.0", "v1.29.0 on 2026-08-01", "?")


def uname():
    return names
