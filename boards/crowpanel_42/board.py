# Elecrow CrowPanel 4.2": ESP32-S3, 400x300 e-paper of two kinds, a dial and two keys.  Data
# only; what each field means is in boards/README.md, where the numbers come from in this
# folder's README.md.
NAME = "crowpanel_42"
TITLE = 'Elecrow CrowPanel 4.2"'
CHIP = "ESP32-S3"
IMAGE = ("ESP32_GENERIC_S3-SPIRAM_OCT", 0x0)
PANELS = ("GYE042A87", "CROWPANEL42_GREEN")
PROBE = (("busy", 0, 1, {0: "GYE042A87", 1: "CROWPANEL42_GREEN"}),)
TURN = 0
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
