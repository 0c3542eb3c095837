"""The panels' files and the models against the hardware notes (controllers.json beside them)."""

import json

import controller
from display import panels
from panel_entry import find

FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."
# Where a file differs from the notes, and why: kind of sequence -> ours.
OURS = {
    # whatever the glass shows, every pixel is driven (the notes advise it for an unknown glass)
    ("GDEY075T7", "full"): ("@old 10", "@inv 10"),
    ("GDEW075T7", "full"): ("@old 10", "@inv 10"),
    # @show sleeps for longer than that, and polls afterwards
    ("GDEW0154M09", "full"): ("; @ms 300", ""),
    ("GDEW0154M09", "partial"): ("; @ms 300", ""),
}
TRIGGERS = ("20", "12", "17")


def notes():
    with open(FOLDER + "/controllers.json") as f:
        return json.load(f)


def told(source, name, kind):
    """A sequence of the notes in the notation of the files, waveforms in full."""
    family = source["controllers"][source["panels"][name]["controller"]]["family"]
    steps, shown = [], False
    for op, arguments in source["panels"][name]["sequences"][kind]:
        if op == "@lut":
            chosen = arguments if isinstance(arguments, str) else arguments[0]
            steps += waveform(source["luts"][chosen])
            continue
        if op == "@busy" and shown:
            op, shown = "@show", False
        steps.append(" ".join([op] + [str(a) for a in arguments]))
        shown = shown or (op == "20" if family == "solomon" else op in ("12", "17"))
    text = "; ".join(steps)
    for a, b in [OURS[key] for key in OURS if key == (name, kind)]:
        assert a in text
        text = text.replace(a, b)
    return text


def waveform(table):
    """The steps that load a waveform."""
    steps = [" ".join([op] + values) for op, values in table.get("load", [])]
    for op in sorted(table.get("tables", {})):
        row = table["tables"][op]
        values = row["bytes"].split()
        values += ["00"] * (row.get("pad_to", 0) - len(values))
        steps.append(" ".join([op] + values))
    return steps


def written(lines, kind):
    """A sequence of a file, its waveforms and runs of bytes in full."""
    steps = []
    for step in lines[kind].split("; "):
        if step[0] == "@" and step[1:].endswith("lut"):
            steps += written(lines, step[1:]).split("; ")
            continue
        words = []
        if step.startswith("@busy "):  # what a dead BUSY costs is ours
            step = " ".join(step.split(" ")[:2])
        for word in step.split(" "):
            byte, _, times = word.partition("*")
            words += [byte] * int(times or 1)
        steps.append(" ".join(words))
    return "; ".join(steps)


def test_every_sequence_and_waveform_is_that_of_the_notes():
    source = notes()
    for name in panels.names():
        lines = panels.find(name)
        for kind in ("init", "full", "partial", "sleep"):
            assert written(lines, kind) == told(source, name, kind), (name, kind)


def test_a_file_has_no_line_that_nobody_reads():
    known = {"controller", "size", "busy", "times", "rest", "visible", "init", "full", "partial"}
    known |= {"sleep", "skip", "win270"}
    known |= {"lut", "full.lut", "partial.lut", "win"}
    for name in panels.names():
        lines = panels.find(name)
        said = " ".join([lines[line] for line in sorted(lines)])
        for line in lines:
            assert line in known or "@" + line in said, (name, line)


def test_where_busy_is_dead_switching_on_and_off_gets_half_as_much_again_as_it_takes():
    for name in panels.names():
        entry = find(name)
        for kind in ("init", "full", "partial", "sleep", "skip"):
            steps = entry["lines"].get(kind, "").split("; ")
            for op, what in (("04", "on"), ("02", "off")):
                if op in steps:
                    waited = steps[steps.index(op) + 1]
                    assert waited == "@busy 1000 %d" % (entry["times_ms"][what] * 3 // 2), name


def test_every_panel_that_the_boards_may_have_is_here():
    wanted = "GYE042A87 CROWPANEL42_GREEN CROWPANEL29 GDEY075T7 GDEW075T7 MAGTAG_IL0373"
    wanted += " MAGTAG_A005 MAGTAG_7519_44 MAGTAG_7519_CA DEPG0290BS GDEM029T94 GDEW0154M09"
    wanted += " GDEW0154D67 WS_4IN2_V2 WS_2IN9_V2"
    assert panels.names() == sorted(wanted.split(" "))


def test_geometry_polarity_and_times_are_those_of_the_notes():
    source = notes()
    for name in panels.names():
        entry, row = find(name), source["panels"][name]
        for field in "controller width height visible_width white_bit busy_active".split(" "):
            assert entry[field] == row[field], (name, field)
        if source["controllers"][row["controller"]]["family"] == "solomon":
            assert entry["x_offset"] == row["x_offset"], name
        for what in ("on", "off", "full", "partial"):
            assert entry["times_ms"][what] == row["times_ms"][what], (name, what)


def test_the_window_is_the_whole_of_the_panel_and_nothing_else():
    for name in panels.names():
        entry = find(name)
        lines, x, last = entry["lines"], entry["x_offset"], entry["height"] - 1
        right = x + entry["width"] // 8 - 1
        rows = "00 00 %02X %02X" % (last & 255, last >> 8)
        back = rows[6:] + " " + rows[:6].strip()
        if entry["controller"].startswith("SSD"):
            made = "44 %02X %02X; 45 %s; 4E %02X; 4F 00 00" % (x, right, rows, x)
            # X down, Y up, Y first: SSD1680 data sheet, 11h
            turned = "11 06; 44 %02X %02X; 45 %s; 4E %02X; 4F 00 00" % (right, x, rows, right)
            assert lines.get("win270", turned) == turned, name
        else:
            pixels = 8 * right + 7
            made = "90 00 %02X 00 00 %02X %02X 01" % (pixels, last >> 8, last & 255)
        assert lines.get("win", made) == made, (name, back)


def test_a_panel_that_does_not_exist_is_refused_with_the_names_that_do():
    try:
        panels.find("GDEY042T81")
    except ValueError as e:
        assert "GYE042A87" in str(e) and "GDEY042T81" in str(e)
    else:
        raise AssertionError("found")


def test_the_model_knows_the_opcodes_of_the_data_sheet_and_no_others():
    source = notes()["controllers"]
    for chip in sorted(controller.CHIPS):
        ops = source[chip]["ops"]
        model = controller.Solomon(dict(find("WS_2IN9_V2"), controller=chip))
        assert sorted(model._most) == sorted(int(op, 16) for op in ops), chip
        for op in model._most:
            row = ops["%02X" % op]
            assert model._most[op] == row["n_params"], (chip, hex(op))
            assert model._least[op] == row.get("min_params", row["n_params"]), (chip, hex(op))
            assert (op in controller.OTP_OPS) == row.get("otp", False), (chip, hex(op))
            if "por" in row:
                value = bytes([int(byte, 16) for byte in row["por"]])
                assert model.reg[op] == value, (chip, hex(op))
        size = source[chip]["ram"]
        assert (model.ram_bytes * 8, model.ram_rows) == (size["source"], size["gate"])
