# Elecrow CrowPanel 2.9": ESP32-S3, 296x128 e-paper, a dial and two keys.  Data only; what each
# field means is in boards/README.md, where the numbers come from in this folder's README.md.
NAME = "crowpanel_29"
TITLE = 'Elecrow CrowPanel 2.9"'
CHIP = "ESP32-S3"
IMAGE = ("ESP32_GENERIC_S3-SPIRAM_OCT", 0x0)
PANELS = ("CROWPANEL29",)
PROBE = ()
TURN = 270
STYLE = "dial"
SPI = {"id": 1, "baudrate": 10_000_000, "sck": 12, "mosi": 11}
PINS = {"cs": 45, "dc": 46, "rst": 47, "busy": 48}
POWER = (7, 1, 10)
START = ((42, 0),)
HOLD = ((7, 0), (42, 0))
KEYS = (
    ("up", 6, 0, None),
    ("down", 4, 0, None),
    ("ok", 5, 0, None),
    ("back", 1, 0, None),
    ("menu", 2, 0, None),
)
WAKE = {
    "light": "gpio",
    "ext1": True,
    "hold": (7, 42, 45, 46, 47),
    "deep": ("up", "down", "ok", "back", "menu"),
    "ext0": None,
    "pads": True,
}
LED = (41, 1)
BATTERY = None
WATCHDOG_MS = 30_000
HEAP = "224K"
