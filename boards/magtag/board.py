# Adafruit MagTag 2.9": ESP32-S2, 296x128 e-paper of four kinds, four keys under it.  Data only;
# what each field means is in boards/README.md, where the numbers come from in this folder's
# README.md.
NAME = "magtag"
TITLE = 'Adafruit MagTag 2.9"'
CHIP = "ESP32-S2"
IMAGE = ("ESP32_GENERIC_S2", 0x1000)
PANELS = ("MAGTAG_7519_CA", "MAGTAG_7519_44", "MAGTAG_A005", "MAGTAG_IL0373")
PROBE = (
    (
        0x2E,
        1,
        0xFF,
        {
            0xFF: "MAGTAG_IL0373",
            0x00: "MAGTAG_A005",
            0x44: "MAGTAG_7519_44",
            0xCA: "MAGTAG_7519_CA",
        },
    ),
)
TURN = 270
STYLE = "row"
SPI = {"id": 2, "baudrate": 4_000_000, "sck": 36, "mosi": 35}
PINS = {"cs": 8, "dc": 7, "rst": 6, "busy": 5}
POWER = None
START = ((21, 1), (16, 0))
HOLD = ((6, 1), (21, 1), (16, 0))
KEYS = (
    ("k1", 15, 0, "up"),
    ("k2", 14, 0, "up"),
    ("k3", 12, 0, "up"),
    ("k4", 11, 0, "up"),
)
WAKE = {
    "light": None,
    "ext1": True,
    "hold": (),
    "deep": ("k1", "k2", "k3", "k4"),
    "ext0": None,
    "pads": False,
}
LED = (13, 1)
BATTERY = {"adc": 4, "ratio": (2, 1), "enable": None, "mah": 400}
WATCHDOG_MS = 30_000
HEAP = "224K"
