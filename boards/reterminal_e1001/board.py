# Seeed reTerminal E1001: ESP32-S3, 7.5" 800x480 e-paper, three keys on the case.  Data only;
# what each field means is in boards/README.md, where the numbers come from in this folder's
# README.md.
NAME = "reterminal_e1001"
TITLE = 'Seeed reTerminal E1001'
CHIP = "ESP32-S3"
IMAGE = ("ESP32_GENERIC_S3-SPIRAM_OCT", 0x0)
PANELS = ("GDEY075T7", "GDEW075T7")
PROBE = ()
TURN = 0
STYLE = "three"
SPI = {"id": 1, "baudrate": 4_000_000, "sck": 7, "mosi": 9}
PINS = {"cs": 10, "dc": 11, "rst": 12, "busy": 13}
POWER = (12, 1, 10)
START = ((16, 0), (21, 0))
HOLD = ((12, 0), (16, 0), (21, 0))
KEYS = (
    ("prev", 5, 0, None),
    ("ok", 4, 0, None),
    ("next", 3, 0, None),
)
WAKE = {
    "light": "gpio",
    "ext1": True,
    "hold": (10, 11, 12, 16, 21),
    "deep": ("prev", "ok", "next"),
    "ext0": None,
    "pads": False,
}
LED = (6, 0)
BATTERY = {"adc": 1, "ratio": (2, 1), "enable": (21, 1, 10), "mah": 2000}
WATCHDOG_MS = 30_000
HEAP = "288K"
