"""The boards' data against the hardware notes (data/boards.json, from public schematics and board
files) and against what the chips can do."""

import json
from pathlib import Path

import pytest

from bench import ROOT, load_board
from display import panels
from guard import RTC_PINS, STRAPS

NOTES = json.loads((Path(__file__).parent / "data/boards.json").read_text("utf-8"))["boards"]
NAMES = sorted(path.parent.name for path in ROOT.glob("boards/*/board.py"))
# the folders that share an entry of the notes
ENTRY = {"waveshare_esp32_driver_29": "waveshare_esp32_driver"}
OWN_PANEL = {"waveshare_esp32_driver": "WS_4IN2_V2", "waveshare_esp32_driver_29": "WS_2IN9_V2"}
FIELDS = """NAME TITLE CHIP PANELS PROBE TURN STYLE SPI PINS POWER START HOLD KEYS WAKE LED
    BATTERY WATCHDOG_MS HEAP IMAGE""".split()
KEYS = {
    "row": ["k1", "k2", "k3", "k4"],
    "dial": ["up", "down", "ok", "back", "menu"],
    "scroll": ["up", "down", "ok", "back", "menu"],
    "three": ["prev", "ok", "next"],
}
# ports/esp32: pads that are inputs only
NO_PULL = {"ESP32": set(range(34, 40)), "ESP32-S2": {46}, "ESP32-S3": set()}
# pads that decide how the chip starts, and are used otherwise on the board as it is sold: the top
# key and the power hold (m5stack/M5-CoreInk:src/utility/config.h)
STRAPPED = {("m5_coreink", 5), ("m5_coreink", 12)}


def board(name):
    return load_board(name)[1]


def note(name):
    return NOTES[ENTRY.get(name, name)]


def test_every_board_of_the_notes_has_its_folder():
    assert {ENTRY.get(name, name) for name in NAMES} == set(NOTES)


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_every_field_and_no_other(name):
    found = [field for field in vars(board(name)) if field.isupper()]
    assert sorted(found) == sorted(FIELDS)
    assert board(name).NAME == name


@pytest.mark.parametrize("name", NAMES)
def test_pins_keys_and_switches_are_those_of_the_notes(name):
    data, told = board(name), note(name)
    assert data.CHIP == told["chip"].replace("-PICO-D4", "")
    spi = {key: told["spi"][key] for key in ("id", "baudrate", "sck", "mosi")}
    assert spi == data.SPI and told["spi"]["miso"] is None
    assert {line: told[line] for line in ("cs", "dc", "rst", "busy")} == data.PINS
    power = told["power"]
    if power and power["kind"] != "board power hold, keep on also in sleep":
        assert data.POWER == (power["pin"], power["on_level"], power["settle_ms"])
    else:
        assert data.POWER is None
    assert data.STYLE == told["input"]["style"]
    image, address = told["image"]["name"], int(told["image"]["flash_offset"], 16)
    assert data.IMAGE == (image, address)
    for key, gpio, active, pull in data.KEYS:
        row = told["keys"][key.upper()]
        assert told["input"]["keys"][key] == row["gpio"] == gpio
        assert active == (0 if row["active_low"] else 1)
        assert pull == (None if row["pull"] == "ext" else row["pull"])
    held = {(row["gpio"], row["level"]) for row in told["hold_pins"]}
    assert held == set(data.HOLD)
    if told["battery"] is None:
        assert data.BATTERY is None
    else:
        assert data.BATTERY["adc"] == told["battery"]["adc"]
        num, den = data.BATTERY["ratio"]
        assert abs(num / den - told["battery"]["divider"]) < 0.001
        enable = told["battery"]["enable"]
        enable = enable and (enable["pin"], enable["on_level"], enable["settle_ms"])
        assert data.BATTERY["enable"] == enable
    led = told["led"]
    if led and led["on_level"] is not None:
        assert data.LED == (led["gpio"], led["on_level"])
    else:
        assert data.LED is None


@pytest.mark.parametrize("name", NAMES)
def test_every_panel_that_the_board_may_have_is_known_and_told_apart_or_set(name):
    data, told = board(name), note(name)
    wanted = [OWN_PANEL[name]] if name in OWN_PANEL else told["panels"]
    assert sorted(data.PANELS) == sorted(wanted)
    assert set(data.PANELS) <= set(panels.names())
    answers = [panel for *_, known in data.PROBE for panel in known.values()]
    assert sorted(answers) == (sorted(data.PANELS) if data.PROBE else [])
    sizes = {panels.find(panel)["size"] for panel in data.PANELS}
    assert len(sizes) == 1 and (data.TURN in (90, 270)) == (sizes == {"128 296"})


@pytest.mark.parametrize("name", NAMES)
def test_keys_are_those_of_the_style_in_its_order(name):
    data = board(name)
    assert [key for key, *_ in data.KEYS] == KEYS[data.STYLE]
    assert len({gpio for _, gpio, *_ in data.KEYS}) == len(data.KEYS)
    assert len({active for _, _, active, _ in data.KEYS}) == 1  # one level wakes


@pytest.mark.parametrize("name", NAMES)
def test_what_wakes_a_board_can_wake_its_chip(name):
    """E50, E51: RTC pads only; a classic ESP32 takes several low keys for one that all must be."""
    data = board(name)
    keys = {key: (gpio, active) for key, gpio, active, _ in data.KEYS}
    wakes = [*data.WAKE["deep"], *([data.WAKE["ext0"]] if data.WAKE["ext0"] else [])]
    assert wakes and len(set(wakes)) == len(wakes)
    assert all(keys[key][0] in RTC_PINS[data.CHIP] for key in wakes)
    # what the sleeping glass says: any key of a row, OK of the others
    assert set(wakes) == set(keys) if data.STYLE == "row" else "ok" in wakes
    if data.CHIP == "ESP32" and keys[wakes[0]][1] == 0:
        assert len(data.WAKE["deep"]) == 1 and not data.WAKE["ext1"]
    else:
        assert set(wakes) == set(keys) and data.WAKE["ext0"] is None
    assert (data.WAKE["light"] is None) == (data.CHIP == "ESP32-S2")


@pytest.mark.parametrize("name", NAMES)
def test_no_pull_where_the_chip_has_none_and_no_strapping_pad_is_held_against_its_start(name):
    data = board(name)
    straps = {pin: at for pin, at in STRAPS[data.CHIP].items() if (name, pin) not in STRAPPED}
    for key, gpio, _, pull in data.KEYS:
        assert not (pull and gpio in NO_PULL[data.CHIP]), key
        assert gpio not in straps, key
    for gpio, level in data.HOLD:
        assert straps.get(gpio, level) == level
        assert gpio not in NO_PULL[data.CHIP]  # these cannot be held


@pytest.mark.parametrize("name", NAMES)
def test_switches_that_are_held_in_sleep_are_set_from_the_start(name):
    """A load that is off in sleep is off before, and RST is the driver's."""
    data = board(name)
    panel = {data.PINS["rst"], data.POWER and data.POWER[0]}
    assert {pin for pin in data.HOLD if pin[0] not in panel} <= set(data.START)


@pytest.mark.parametrize("name", NAMES)
def test_the_page_of_a_board_has_what_its_owner_needs(name):
    page = (ROOT / "boards" / name / "README.md").read_text("utf-8")
    assert "verified on the controller model" in " ".join(page.split())
    same = "../waveshare_esp32_driver/README.md" if name.endswith("driver_29") else None
    assert "## Sources" in page and "HEAP" in page
    for heading in ("## Wiring", "## Keys", "## Image"):
        assert heading in page or same in page, heading
    image = note(name)["image"]
    assert same or (image["name"].split("-")[0] in page and image["flash_offset"] in page)
