# M5Stack CoreInk: ESP32, 1.54" 200x200 e-paper of two kinds, a wheel and two keys.  Data only;
# what each field means is in boards/README.md, where the numbers come from in this folder's
# README.md.
NAME = "m5_coreink"
TITLE = 'M5Stack CoreInk'
CHIP = "ESP32"
IMAGE = ("ESP32_GENERIC", 0x1000)
PANELS = ("GDEW0154M09", "GDEW0154D67")
# The values of M5GFX with their bytes turned: it takes the first one as the lowest.
PROBE = (
    (0x2F, 4, 0xFFFFFFFF, {0x01000100: "GDEW0154D67"}),
    (0x70, 4, 0xFF00FFFF, {0x0000F000: "GDEW0154M09"}),
)
TURN = 0
STYLE = "scroll"
SPI = {"id": 2, "baudrate": 8_000_000, "sck": 18, "mosi": 23}
PINS = {"cs": 9, "dc": 15, "rst": 0, "busy": 4}
POWER = None
START = ((12, 1),)
HOLD = ((12, 1), (0, 1))
KEYS = (
    ("up", 37, 0, None),
    ("down", 39, 0, None),
    ("ok", 38, 0, None),
    ("back", 5, 0, "up"),
    ("menu", 27, 0, "up"),
)
WAKE = {
    "light": "gpio",
    "ext1": False,
    "hold": (),
    "deep": ("ok",),
    "ext0": "down",
    "pads": False,
}
LED = None
BATTERY = {"adc": 35, "ratio": (251, 51), "enable": None, "mah": 390}
WATCHDOG_MS = 30_000
HEAP = "224K"
