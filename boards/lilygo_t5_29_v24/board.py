# LILYGO T5 2.9" V2.4: ESP32, 296x128 e-paper of two kinds, three keys.  Data only; what each
# field means is in boards/README.md, where the numbers come from in this folder's README.md.
NAME = "lilygo_t5_29_v24"
TITLE = 'LILYGO T5 2.9" V2.4'
CHIP = "ESP32"
IMAGE = ("ESP32_GENERIC", 0x1000)
PANELS = ("DEPG0290BS", "GDEM029T94")
PROBE = ()
TURN = 270
STYLE = "three"
SPI = {"id": 2, "baudrate": 4_000_000, "sck": 18, "mosi": 23}
PINS = {"cs": 5, "dc": 17, "rst": 16, "busy": 4}
POWER = None
START = ((19, 0),)
HOLD = ((16, 1),)
KEYS = (
    ("prev", 37, 0, None),
    ("ok", 38, 0, None),
    ("next", 39, 0, None),
)
WAKE = {
    "light": "gpio",
    "ext1": False,
    "hold": (),
    "deep": ("ok",),
    "ext0": "next",
    "pads": True,
}
LED = (26, 0)
BATTERY = {"adc": 35, "ratio": (2, 1), "enable": None, "mah": 1000}
WATCHDOG_MS = 30_000
HEAP = "224K"
