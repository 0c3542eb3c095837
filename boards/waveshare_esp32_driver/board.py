# Waveshare ESP32 e-Paper driver board with a 4.2" V2 panel and four keys of your own under the
# glass.  Data only; what each field means is in boards/README.md, where the numbers come from in
# this folder's README.md.
NAME = "waveshare_esp32_driver"
TITLE = 'Waveshare ESP32 driver board, 4.2" V2'
CHIP = "ESP32"
IMAGE = ("ESP32_GENERIC", 0x1000)
PANELS = ("WS_4IN2_V2",)
PROBE = ()
TURN = 0
STYLE = "row"
SPI = {"id": 1, "baudrate": 4_000_000, "sck": 13, "mosi": 14}
PINS = {"cs": 15, "dc": 27, "rst": 26, "busy": 25}
POWER = None
START = ()
HOLD = ((26, 1),)
KEYS = (
    ("k1", 32, 1, "down"),
    ("k2", 33, 1, "down"),
    ("k3", 4, 1, "down"),
    ("k4", 34, 1, None),
)
WAKE = {
    "light": "gpio",
    "ext1": True,
    "hold": (),
    "deep": ("k1", "k2", "k3", "k4"),
    "ext0": None,
    "pads": False,
}
LED = None
BATTERY = None
WATCHDOG_MS = 30_000
HEAP = "224K"
