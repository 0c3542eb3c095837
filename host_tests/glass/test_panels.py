"""The tables of firmware and model against the hardware notes (controllers.json beside them)."""

import json

import controller
from display import panels

FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."


def notes():
    with open(FOLDER + "/controllers.json") as f:
        return json.load(f)


def as_text(sequence):
    """A sequence of the notes in the notation of display.panels."""
    steps = []
    for op, arguments in sequence:
        steps.append(" ".join([op] + [str(a) for a in arguments]))
    return "; ".join(steps)


def test_every_shipped_sequence_is_the_recommended_one():
    for name in panels.names():
        entry, source = panels.find(name), notes()["panels"][name]
        for kind in sorted(entry["sequences"]):
            assert entry["sequences"][kind] == as_text(source["sequences"][kind]), (name, kind)
        assert sorted(entry["sequences"]) == ["full", "init", "partial", "sleep"]


def test_geometry_polarity_and_times_are_those_of_the_notes():
    for name in panels.names():
        entry, source = panels.find(name), notes()["panels"][name]
        for (
            field
        ) in "controller width height visible_width x_offset white_bit busy_active".split():
            assert entry[field] == source[field], (name, field)
        for what in sorted(entry["times_ms"]):
            assert entry["times_ms"][what] == source["times_ms"][what], (name, what)


def test_a_panel_that_does_not_exist_is_refused_with_the_names_that_do():
    try:
        panels.find("GDEY075T7")
    except ValueError as e:
        assert "GYE042A87" in str(e) and "GDEY075T7" in str(e)
    else:
        raise AssertionError("found")


def test_the_model_knows_the_opcodes_of_the_data_sheet_and_no_others():
    ops = notes()["controllers"]["SSD1683"]["ops"]
    assert sorted(op for op, _, _ in controller.OPS) == sorted(int(op, 16) for op in ops)
    for op, most, least in controller.OPS:
        row = ops["%02X" % op]
        assert most == row["n_params"], hex(op)
        assert least == row.get("min_params", most), hex(op)
        assert (op in controller.OTP_OPS) == row.get("otp", False), hex(op)
        if "por" in row:
            value = bytes([int(byte, 16) for byte in row["por"]])
            assert dict(controller.POWER_ON)[op] == value, hex(op)
    size = notes()["controllers"]["SSD1683"]["ram"]
    assert (controller.RAM_BYTES * 8, controller.RAM_ROWS) == (size["source"], size["gate"])
