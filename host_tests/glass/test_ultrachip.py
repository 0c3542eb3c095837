"""The model of the UltraChip family: the sequences of the hardware notes play clean on every
panel, and each error id is provoked by hand, without the driver."""

import json

import controller
from glass import flipped, noise
from panel_entry import find
from ultrachip import CHIPS, FULL, PARTIAL, UltraChip, driven, ends, levels

FOLDER = __file__.replace("\\", "/").rpartition("/")[0] or "."
with open(FOLDER + "/controllers.json") as f:
    NOTES = json.load(f)

# the panels of this family that the boards have
PANELS = ("GDEY075T7", "GDEW075T7", "CROWPANEL42_GREEN", "MAGTAG_IL0373", "GDEW0154M09")

# Ids that another part reports, or that this hardware cannot have:
# E18 and E23 belong to the bench's guard (pins asleep, SPI clock), E19 to test_world.py; E30
# needs two controllers.
ELSEWHERE = ("E18", "E19", "E23", "E30")


def entry(name):
    note = NOTES["panels"][name]
    fields = "controller width height visible_width x_offset white_bit busy_active times_ms"
    found = {field: note[field] for field in fields.split()}
    found["id"] = name
    return found


class Hand:
    """Sends bytes to a model, minding BUSY only where it is told to; plays the sequences of the
    notes.  white, one, two: pictures for this panel."""

    def __init__(self, name="CROWPANEL42_GREEN", made=None, **switches):
        self.name = name
        self.note = NOTES["panels"][name]
        made = made or entry(name)
        self.size = made["width"] // 8 * made["height"]
        self.white = b"\xff" * self.size
        self.one = bytes(noise(self.size, 11))
        self.two = bytes(noise(self.size, 12))
        picture = switches.pop("picture", None)
        self.model = controller.model(
            made, picture=getattr(self, picture) if picture else None, **switches
        )
        self.now = 20
        self.waited = 0

    def cmd(self, op, *args):
        self.model.spi(bytes((op,)), 0, self.now)
        if args:
            self.model.spi(bytes(args), 1, self.now)

    def plane(self, op, data):
        self.cmd(op)
        for at in range(0, len(data), 4000):
            self.model.spi(data[at : at + 4000], 1, self.now)

    def idle(self, limit=20000):
        """Waits as one should."""
        start = self.now
        self.now += 10
        while self.model.busy(self.now) == 0:
            self.now += 10
            assert self.now - start <= limit, "busy for ever"
        self.waited += self.now - start

    def window(self):
        x, y = self.note["width"] - 1, self.note["height"] - 1
        if NOTES["controllers"][self.note["controller"]]["ops"]["90"]["n_params"] == 9:
            self.cmd(0x90, 0, 0, x >> 8, x & 255, 0, 0, y >> 8, y & 255, 1)
        else:
            self.cmd(0x90, 0, x, 0, 0, y >> 8, y & 255, 1)

    def lut(self, name, leave_out=None):
        tables = NOTES["luts"][name]["tables"]
        for op in sorted(tables):
            if op != leave_out:
                row = bytes([int(byte, 16) for byte in tables[op]["bytes"].split()])
                self.cmd(int(op, 16), *(row + bytes(tables[op]["pad_to"] - len(row))))

    def play(self, kind, old=None, new=None, leave_out=()):
        """One sequence of the notes; leave_out: opcodes that are forgotten."""
        for op, args in self.note["sequences"][kind]:
            if op in leave_out:
                continue
            if op == "@rst":
                self.model.reset(0, self.now)
                self.now += args[0]
                self.model.reset(1, self.now)
                self.now += args[1]
            elif op == "@ms":
                self.now += args[0]
            elif op == "@busy":
                self.idle(args[0])
            elif op == "@win":
                self.window()
            elif op == "@lut":
                self.lut(args[0])
            elif op[0] == "@":
                frame = {"@old": old, "@new": new, "@inv": flipped(new)}[op]
                self.plane(int(args[0], 16), frame)
            else:
                self.cmd(int(op, 16), *[int(arg, 16) for arg in args])

    def full(self, frame, old=None, kind="full", leave_out=()):
        self.play(kind, old or frame, frame, leave_out)

    def partial(self, old, new, kind="partial", leave_out=()):
        self.play(kind, old, new, leave_out)

    def on(self):
        """High voltage on."""
        self.cmd(0x04)
        self.idle()

    def off(self):
        self.cmd(0x02)
        self.idle()

    def ids(self):
        return sorted({e[0] for e in self.model.errors})

    def advised(self):
        return [e[0] for e in self.model.advice]


def started(name="CROWPANEL42_GREEN", frame="white", **switches):
    hand = Hand(name, **switches)
    hand.play("init")
    hand.full(getattr(hand, frame))
    assert hand.ids() == [] and hand.model.glass == getattr(hand, frame), hand.model.errors
    hand.now += 6000  # whoever looks at a CoreInk sees that no second pass is under way
    hand.model.advance(hand.now)
    del hand.model.advice[:]
    return hand


# ---- the tables ----


def test_the_model_knows_the_opcodes_of_the_notes_and_no_others():
    for name in sorted(CHIPS):
        note, model = NOTES["controllers"][name], Hand(panel_of(name)).model
        assert sorted(model._most) == sorted([int(op, 16) for op in note["ops"]]), name
        forbidden = {int(op, 16) for op, row in note["ops"].items() if row.get("otp")}
        if name == "UC8179":
            forbidden.add(0xE1)  # in none of its tables, and named in the note of GDEY075T7
        assert set(CHIPS[name]["forbidden"]) == forbidden
        busy = {int(op, 16) for op, row in note["ops"].items() if row["busy"]} - forbidden
        assert set(CHIPS[name]["busy"]) == busy - {0x02, 0x04, 0x07, 0x12, 0x17}, name
        for op in model._most:
            row = note["ops"]["%02X" % op]
            assert model._most[op] == row["n_params"], (name, op)
            assert model._least[op] == row.get("min_params", row["n_params"]), (name, op)
        assert CHIPS[name]["ram"] == (note["ram"]["source"], note["ram"]["gate"])
        assert CHIPS[name]["quiet"] == note["reset"]["after_ms"]
        assert UltraChip.spi_hz == note["max_write_hz"]
        always = [int(op, 16) for op in note["accepted_while_busy"]]
        assert sorted(UltraChip.always_ops) == sorted(always)
        assert note["deep_sleep"] == {"op": "07", "check": "A5"} and note["busy_active"] == 0
        assert note["planes"] == {"new": "13", "old": "10"}
        assert ("17" in note["ops"]) == (CHIPS[name]["auto"] != ())


def panel_of(chip):
    for name in PANELS:
        if NOTES["panels"][name]["controller"] == chip:
            return name
    raise ValueError(chip)


def test_each_family_has_its_model_and_no_other_chip_has_one():
    assert controller.model(find("GYE042A87")).spi_hz == 20000000
    assert controller.model(entry("GDEY075T7")).spi_hz == 10000000
    for field, value in (("controller", "UC8151D"), ("width", 808), ("height", 608)):
        wrong = entry("GDEY075T7")
        wrong[field] = value
        try:
            controller.model(wrong)
        except ValueError as e:
            assert str(value) in str(e) or "UC8179" in str(e)
        else:
            raise AssertionError(field)


def test_what_each_waveform_of_the_notes_does():
    # for old and new bit 00, 01, 10, 11: what a black and a white pixel become; 2 is a grey
    wanted = {
        "uc8176_full_ws42": FULL,
        "uc8276c_full_t": FULL,
        "uc8176_partial_ws42": PARTIAL,
        "uc8276c_partial_t": PARTIAL,
        "uc_2in9_partial_ws29d": PARTIAL,
        # white to white has two frames of white: too few to move a black pixel
        "gd7965_partial_ws75old": PARTIAL,
        "jd79653a_du_m5gfx": PARTIAL,
        # four greys: only black and white when both planes are equal
        "il0373_gray_cp": ((0, 0), (2, 2), (2, 2), (1, 1)),
    }
    seven = ("uc8276c_full_t", "uc8276c_partial_t", "jd79653a_du_m5gfx")
    for name in sorted(NOTES["luts"]):
        if "tables" in NOTES["luts"][name]:
            rows = NOTES["luts"][name]["tables"]
            tables = {}
            for op in rows:
                row = bytes([int(byte, 16) for byte in rows[op]["bytes"].split()])
                tables[op] = row + bytes(rows[op]["pad_to"] - len(row))
            does = ends(
                tables["20"],
                [tables[op] for op in ("24", "22", "23", "21")],
                7 if name in seven else 6,
            )
            assert does == wanted.pop(name), (name, does)
    assert wanted == {}


def test_a_waveform_is_read_against_vcom_with_its_repeats():
    still = bytes(42)
    # a pixel at level 0 moves when VCOM does: by -VDL it goes black, by -VDH white
    vcom = b"\x40\x10\0\0\0\x01" + bytes(36)
    assert ends(vcom, [still] * 4, 6) == ((1, 1),) * 4
    # one frame ten times is as long as ten frames once, and a repeat of 0 is none
    ten = b"\x80\x01\0\0\0\x0a" + bytes(36)
    once = b"\x40\x0a\0\0\0\x01" + bytes(36)
    never = b"\x80\x0a\0\0\0\0" + bytes(36)
    assert ends(still, [ten, once, never, still], 6) == ((1, 1), (0, 0), (0, 1), (0, 1))
    # seven bytes: the first two phases twice, all of it three times
    seven = b"\x03\x84\x01\0\0\x02\x01" + bytes(49)
    level = bytes([2] * 4 + [0] + [2] * 4 + [0])
    assert levels(seven, 7) == level * 3
    # a floating pixel stays
    floats = b"\xc0\x14\0\0\0\x01" + bytes(36)
    assert ends(still, [ten, ten, floats, floats], 6)[2:] == ((0, 1), (0, 1))


def test_pixels_end_where_the_waveform_takes_each():
    shown, old, new = 0x5A, 0xCC, 0xAA
    grey, odd = ((0, 0), (2, 2), (2, 2), (1, 1)), ((1, 0), (0, 2), (2, 1), (0, 0))
    for does in (FULL, PARTIAL, grey, odd):
        wanted = 0
        for i in range(8):
            pair = (old >> i & 1) << 1 | new >> i & 1
            end = does[pair][shown >> i & 1]
            wanted |= (1 - (new >> i & 1) if end == 2 else end) << i
        assert driven(bytes((shown,)), bytes((old,)), bytes((new,)), does) == bytes((wanted,))


# ---- the sequences ----


def evening(name, **switches):
    hand = Hand(name, **switches)
    hand.play("init")
    frames = (hand.white, hand.one, hand.two, hand.one, bytes(hand.size))
    hand.full(frames[0])
    for i in range(1, len(frames)):
        hand.now += 100
        hand.partial(frames[i - 1], frames[i])
        assert hand.model.glass == frames[i]
    hand.full(hand.two, frames[-1])
    assert hand.model.glass == hand.two
    hand.play("sleep")
    hand.now += 900000
    hand.play("init")
    hand.partial(hand.two, hand.one)
    hand.model.check(hand.one, hand.now)
    hand.play("sleep")
    assert hand.ids() == [], (name, switches, hand.model.errors)
    assert (hand.model.partials, hand.model.fulls) == (5, 2), (name, switches)
    return hand


def test_an_evening_by_the_notes_is_clean_on_every_panel():
    for name in PANELS:
        evening(name)


def test_it_is_clean_whatever_nobody_knows_about_the_panel():
    for name in PANELS[2:]:
        for i, old in enumerate(("kept", "copied", "swapped")):
            switches = {"latency": (1, 5)[i % 2], "celsius": (5, 22, 40)[i], "seed": i + 2}
            hand = evening(name, old=old, **switches)
            assert "E26" not in hand.advised()


def test_the_big_panel_is_clean_too_and_its_fast_partial_is_advised_against_in_the_cold():
    for celsius, old in ((5, "swapped"), (22, "copied")):
        hand = evening("GDEY075T7", celsius=celsius, old=old, latency=5)
        assert ("E26" in hand.advised()) == (celsius == 5)
    assert "E26" not in evening("GDEW075T7", celsius=5).advised()


def test_a_partial_window_of_the_whole_glass_and_a_fast_full_play_clean():
    hand = started("GDEY075T7")
    hand.partial(hand.white, hand.one, "partial_window")
    hand.full(hand.two, kind="full_fast")
    hand.full(hand.white)
    assert hand.ids() == [] and hand.model.glass == hand.white
    assert (hand.model.partials, hand.model.fulls) == (1, 3)


def test_power_off_by_the_notes_is_no_sleep():
    for name in PANELS[:4]:
        hand = started(name)
        hand.on()
        hand.play("power_off")
        assert not hand.model.high_voltage and hand.ids() == []
        hand.partial(hand.white, hand.one)
        assert hand.ids() == [] and hand.model.glass == hand.one


def test_the_automatic_sequence_is_that_of_its_three_parts():
    times = NOTES["panels"]["CROWPANEL42_GREEN"]["times_ms"]
    for auto in (True, False):
        hand = started(spread=0)
        start = hand.now
        leave = () if auto else ("17", "@busy")
        hand.partial(hand.white, hand.one, leave_out=leave)
        if auto:
            took = hand.now - start
        else:
            for op in (0x04, 0x12, 0x02):
                hand.cmd(op)
                hand.idle()
            took = hand.now - start
        wanted = times["on"] + times["partial"] + times["off"]
        assert wanted <= took <= wanted + 30
        assert hand.ids() == [] and hand.model.glass == hand.one
        assert not hand.model.high_voltage


def test_the_automatic_sequence_may_end_in_deep_sleep():
    hand = started("GDEY075T7")
    hand.plane(0x10, hand.white)
    hand.plane(0x13, hand.one)
    hand.cmd(0x17, 0xA7)
    hand.idle()
    assert hand.ids() == [] and hand.model.glass == hand.one
    hand.cmd(0x50, 0x29, 7)
    assert hand.ids() == ["E04"]
    del hand.model.errors[:]
    hand.play("init")
    assert hand.ids() == []


# ---- errors ----


def test_e01_the_old_plane_is_not_the_glass():
    for name in PANELS:
        hand = started(name, "one")
        hand.partial(hand.white, hand.two)
        hand.model.check(hand.two, hand.now)
        assert "E01" in hand.ids(), name
        hand = started(name, "one")
        hand.partial(hand.one, hand.two)
        hand.model.check(hand.two, hand.now)
        assert hand.ids() == [], name


def test_e01_only_the_new_plane_written_needs_a_chip_that_helps():
    for old, ids in (("copied", []), ("swapped", []), ("kept", ["E01", "E33"])):
        hand = started("MAGTAG_IL0373", "one", old=old)
        hand.partial(hand.one, hand.two)
        hand.partial(None, hand.white, leave_out=("@old",))
        assert hand.ids() == ids, old
    # the UC8179 copies when 50 says so
    for cdi, ids in ((0x29, []), (0x21, ["E01", "E33"])):
        hand = started("GDEY075T7", "one")
        hand.cmd(0x50, cdi, 7)
        hand.partial(hand.one, hand.two)
        hand.partial(None, hand.white, leave_out=("@old",))
        assert hand.ids() == ids, cdi


def test_e01_new_plane_alone_is_asked_for_by_ddx():
    # every pixel goes to the new picture, whatever the old plane holds
    hand = started(frame="one")
    hand.lut("uc8276c_partial_t")
    hand.plane(0x13, hand.two)
    hand.cmd(0x50, 0xF7)
    hand.cmd(0x17, 0xA5)
    hand.idle()
    assert hand.ids() == ["E01"] and hand.model.glass == hand.two


def test_e02_registers_asked_for_and_a_table_missing():
    for op in ("20", "21", "22", "23", "24"):
        hand = Hand()
        hand.play("init")
        hand.plane(0x10, hand.one)
        hand.plane(0x13, hand.one)
        hand.lut("uc8276c_full_t", leave_out=op)
        hand.cmd(0x17, 0xA5)
        hand.idle()
        assert hand.ids() == ["E02"] and hand.model.fulls == 0, op


def test_e02_tables_do_not_survive_a_sleep():
    hand = started()
    hand.play("sleep")
    hand.now += 1000
    hand.play("init")
    hand.plane(0x10, hand.white)
    hand.plane(0x13, hand.one)
    hand.cmd(0x17, 0xA5)
    assert hand.ids() == ["E02"]


def test_e02_no_waveform_of_its_own_or_for_that_mode():
    for psr, ids in ((0x1F, ["E02"]), (0x2F, ["E02"]), (0x3F, [])):
        hand = Hand()
        hand.play("init")
        hand.cmd(0x00, psr, 0x4D)
        hand.full(hand.one)
        assert hand.ids() == ids, psr
    # the chip starts in the three-colour mode
    hand = Hand("GDEY075T7")
    hand.play("init", leave_out=("00",))
    hand.full(hand.one)
    assert hand.ids() == ["E02"]
    # ... and that of the IL0373 has one
    hand = Hand("MAGTAG_IL0373")
    hand.play("init")
    hand.cmd(0x00, 0x9F)
    hand.full(hand.one, leave_out=("00", "@lut"))
    assert hand.ids() == [] and hand.model.glass == hand.one


def test_e03_command_and_data_while_busy():
    hand = started()
    hand.cmd(0x04)
    hand.now += 2
    hand.cmd(0x50, 0x97)
    assert hand.ids() == ["E03"]
    hand = started(readable=True)
    hand.cmd(0x04)
    hand.now += 2
    for op in (0x70, 0x71, 0x81):
        hand.cmd(op)
    assert hand.ids() == []


def test_e04_command_in_deep_sleep_until_a_reset():
    hand = started()
    hand.play("sleep")
    hand.now += 100
    hand.cmd(0x50, 0x97)
    assert hand.ids() == ["E04"]
    hand = started()
    hand.play("sleep")
    hand.play("init")
    hand.full(hand.one)
    assert hand.ids() == [] and hand.model.glass == hand.one


def test_e04_a_reset_line_that_is_not_connected_never_ends_a_sleep():
    hand = started()
    hand.play("sleep")
    hand.model.rst_connected = False
    hand.play("init")
    assert hand.ids() == ["E04"]


def test_e05_refresh_before_the_high_voltage_is_there():
    hand = started("MAGTAG_IL0373")
    hand.full(hand.one, leave_out=("04",))
    assert hand.ids() == ["E05"] and hand.model.fulls == 1 and hand.model.glass == hand.white
    hand = started("GDEY075T7")
    hand.plane(0x10, hand.white)
    hand.plane(0x13, hand.one)
    hand.cmd(0x04)
    hand.now += 100
    hand.cmd(0x12)
    assert hand.ids() == ["E03", "E05"]
    hand.idle()
    del hand.model.errors[:]
    hand.cmd(0x12)
    hand.idle()
    assert hand.ids() == [] and hand.model.glass == hand.one
    hand.off()
    hand.cmd(0x12)
    assert hand.ids() == ["E05"]
    hand = started("GDEY075T7")
    hand.cmd(0x00, 0x1D)  # the booster is off
    hand.full(hand.one)
    assert hand.ids() == ["E05"]


def test_e06_more_partials_than_the_glass_should_have():
    for name in ("MAGTAG_IL0373", "GDEW0154M09"):
        hand = started(name, budget=3)
        frames = (hand.white, hand.one)
        for i in range(3):
            hand.partial(frames[i % 2], frames[1 - i % 2])
        assert hand.ids() == []
        hand.partial(hand.one, hand.white)
        hand.model.check(hand.white, hand.now)
        assert hand.ids() == ["E06"]
        hand.full(hand.one, hand.white)
        del hand.model.errors[:]
        hand.partial(hand.one, hand.white)
        hand.model.check(hand.white, hand.now)
        assert hand.ids() == []


def test_e07_ink_beyond_the_visible_width():
    made = entry("MAGTAG_IL0373")
    made["visible_width"] = 122
    hand = Hand("MAGTAG_IL0373", made)
    hand.play("init")
    hand.full((b"\0" * 15 + b"\x3f") * 296)
    assert hand.ids() == []
    hand.full((b"\xff" * 15 + b"\xdf") * 296)
    assert hand.ids() == ["E07"]


def test_e08_busy_was_seen_and_ignored():
    hand = started()
    hand.cmd(0x04)
    hand.now += 5
    assert hand.model.busy(hand.now) == 0
    hand.now += 100
    hand.cmd(0x50, 0x97)
    assert hand.ids() == ["E08"]


def test_e08_waiting_for_the_busy_level_to_come_back():
    # the vendor's code for the CrowPanel with the green sticker does so
    hand = started()
    hand.on()
    for _ in range(5):
        hand.now += 10
        assert hand.model.busy(hand.now) == 1
    assert hand.ids() == ["E08"]
    hand = started()
    hand.on()
    hand.idle()
    assert hand.ids() == []


def test_e09_first_refresh_partial_or_on_unknown_glass():
    for name in PANELS:
        for picture in (None, "one"):
            hand = Hand(name, picture=picture)
            hand.play("init")
            hand.partial(hand.one, hand.two)
            hand.now += 6000
            hand.model.advance(hand.now)
            assert "E09" in hand.ids(), name
        hand = Hand(name, picture="one")
        hand.model.stated = True
        hand.play("init")
        hand.partial(hand.one, hand.two)
        hand.now += 6000
        hand.model.advance(hand.now)
        assert hand.ids() == [] and hand.model.glass == hand.two, name


def test_e09_unknown_glass_wants_the_complement_in_the_old_plane_of_a_uc8179():
    for complement in (True, False):
        hand = Hand("GDEY075T7")
        hand.play("init")
        hand.full(hand.one, flipped(hand.one) if complement else None)
        assert hand.ids() == [] and hand.model.glass == hand.one
        assert hand.advised() == ([] if complement else ["E09"])


def test_e10_plane_not_written_since_reset():
    for name in PANELS[2:]:
        hand = started(name, "one")
        hand.play("init")
        hand.partial(None, hand.two, leave_out=("@old",))
        assert "E10" in hand.ids(), name


def test_e10_a_window_needs_its_own_bytes_and_no_others():
    hand = started()
    hand.play("sleep")
    hand.play("init")
    hand.lut("uc8276c_partial_t")
    hand.cmd(0x50, 0xD7)
    hand.cmd(0x91)
    hand.cmd(0x90, 0, 8, 0, 15, 0, 3, 0, 4, 1)
    hand.cmd(0x10, 255, 255)
    hand.cmd(0x13, 0, 255)
    hand.cmd(0x17, 0xA5)
    hand.idle()
    assert hand.ids() == []
    hand.cmd(0x92)
    hand.cmd(0x17, 0xA5)
    assert "E10" in hand.ids()


def test_e11_window_in_columns_of_eight_inside_the_panel_and_not_upside_down():
    right = (0, 8, 0, 15, 0, 3, 0, 4, 1)
    for wrong, ids in (
        (right, []),
        ((1, 8, 1, 0x8F, 1, 3, 1, 0x2B, 1), []),
        ((1, 0x8F, 1, 8, 0, 3, 0, 4, 1), ["E11"]),
        ((0, 9, 0, 15, 0, 3, 0, 4, 1), ["E11"]),
        ((0, 8, 0, 16, 0, 3, 0, 4, 1), ["E11"]),
        ((0, 1, 0, 2, 0, 3, 0, 4, 1), ["E11"]),  # in bytes
        ((0, 16, 0, 15, 0, 3, 0, 4, 1), ["E11"]),
        ((0, 8, 0, 15, 0, 5, 0, 4, 1), ["E11"]),
        ((0, 8, 1, 0x97, 0, 3, 0, 4, 1), ["E11"]),
        ((0, 8, 0, 15, 0, 3, 1, 0x2C, 1), ["E11"]),
    ):
        hand = started()
        hand.cmd(0x91)
        hand.cmd(0x90, *wrong)
        assert hand.ids() == ids, wrong
    hand = started()
    hand.cmd(0x91)
    hand.cmd(0x10)
    assert hand.ids() == ["E11"]  # no window at all


def test_e11_resolution_of_another_panel_and_scan_from_the_other_side():
    for args, ids in (((1, 0x90, 1, 0x2C), []), ((1, 0x2C, 1, 0x90), ["E11"])):
        hand = started()
        hand.cmd(0x61, *args)
        hand.cmd(0x10)
        assert hand.ids() == ids
    # without 61, the IL0373 has PSR: 01 is 96x252, 10 is 128x296
    for psr, ids in ((0x7F, ["E11"]), (0xBF, [])):
        hand = Hand("MAGTAG_IL0373")
        hand.play("init", leave_out=("61",))
        hand.cmd(0x00, psr)
        hand.cmd(0x13)
        assert hand.ids() == ids, psr
    for psr in (0x37, 0x3B):
        hand = started()
        hand.cmd(0x00, psr, 0x4D)
        hand.full(hand.one)
        assert hand.ids() == ["E11"], psr


def test_e12_bytes_do_not_fill_the_window():
    for name, window, count in (
        ("GDEY075T7", None, 48000),
        ("MAGTAG_IL0373", None, 4736),
        ("MAGTAG_IL0373", (8, 23, 0, 3, 1, 2, 1), 512),
    ):
        for wrong in (-1, 0, 1):
            hand = started(name)
            if window:
                hand.cmd(0x91)
                hand.cmd(0x90, *window)
            hand.plane(0x13, bytes(count + wrong))
            hand.cmd(0x92)
            assert hand.ids() == (["E12"] if wrong else []), (name, wrong)


def test_e13_too_few_and_too_many_parameters():
    for name, op, args, ids in (
        ("GDEY075T7", 0x50, (0x29,), ["E13"]),
        ("GDEY075T7", 0x50, (0x29, 7), []),
        ("GDEY075T7", 0x61, (3, 0x20, 1), ["E13"]),
        ("MAGTAG_IL0373", 0x61, (0x80, 1, 0x28, 0), ["E13"]),
        ("MAGTAG_IL0373", 0x82, (), ["E13"]),  # as Adafruit_EPD
        ("MAGTAG_IL0373", 0x01, (3, 0, 0x2B, 0x2B), []),
        ("CROWPANEL42_GREEN", 0x00, (0x3F,), ["E13"]),
        ("GDEW0154M09", 0x26, bytes(5000), ["E13"]),  # as GxEPD2, which means the old plane
        ("GDEW0154M09", 0x12, (), ["E05"]),
    ):
        hand = Hand(name)
        hand.cmd(op, *args)
        hand.cmd(0x92)
        assert hand.ids() == ids, (name, op)


def test_e14_opcode_of_another_family_or_chip():
    for name, op, ids in (
        ("CROWPANEL42_GREEN", 0x4E, ["E14"]),
        ("CROWPANEL42_GREEN", 0x18, ["E14"]),
        ("MAGTAG_IL0373", 0x17, ["E14"]),
        ("MAGTAG_IL0373", 0xE3, ["E14"]),
        ("GDEY075T7", 0x4D, ["E14"]),
        ("GDEW0154M09", 0x4D, []),
    ):
        hand = started(name)
        hand.cmd(op, 0x55)
        assert hand.ids() == ids, (name, op)


def test_e15_sleep_and_automatic_refresh_without_their_code():
    for args in ((), (5,)):  # 05 is what Adafruit_EPD sends
        hand = started("GDEY075T7")
        hand.cmd(0x07, *args)
        hand.cmd(0x92)
        assert hand.ids() == ["E15"], args
    for name, code, ids in (
        ("GDEY075T7", 0xA6, ["E15"]),
        ("GDEY075T7", 0xA5, []),
        ("GDEY075T7", 0xA7, []),
        ("CROWPANEL42_GREEN", 0xA7, ["E15"]),
    ):
        hand = started(name)
        hand.plane(0x10, hand.white)
        hand.plane(0x13, hand.one)
        hand.cmd(0x17, code)
        assert hand.ids() == ids, (name, code)


def test_e16_sleep_and_supply_off_with_high_voltage():
    for act in ("sleep", "power"):
        for off in (False, True):
            hand = started("GDEY075T7")
            hand.on()
            assert hand.model.high_voltage
            if off:
                hand.off()
            if act == "sleep":
                hand.cmd(0x07, 0xA5)
            else:
                hand.model.power(False, hand.now)
            assert hand.ids() == ([] if off else ["E16"]), (act, off)


def test_e17_reset_and_supply_off_while_busy():
    for act in ("reset", "power"):
        hand = started()
        hand.partial(hand.white, hand.one, leave_out=("@busy",))
        hand.now += 100
        if act == "reset":
            hand.model.reset(0, hand.now)
        else:
            hand.model.power(False, hand.now)
        assert "E17" in hand.ids(), act
        assert hand.model.face.unknown and hand.model.glass != hand.one
    hand = started()
    hand.partial(hand.white, hand.one, leave_out=("@busy",))
    hand.model.power(False, hand.now + 100, torn=True)
    assert hand.ids() == [] and hand.model.face.unknown
    hand = started()
    hand.partial(hand.white, hand.one)
    hand.model.reset(0, hand.now)
    assert hand.ids() == []


def test_e20_waiting_for_ever():
    # full, partial, on: three times the panel's time, and what the notes allow at least
    for name, kind, ms in (
        ("CROWPANEL42_GREEN", "full", 10100),
        ("CROWPANEL42_GREEN", "partial", 5100),
        ("GDEY075T7", "full", 3 * 4108),
    ):
        hand = started(name)
        hand.model.stuck = "busy"
        hand.play(kind, hand.white, hand.one, leave_out=("04", "@busy", "02"))
        if name == "GDEY075T7":
            hand.model.stuck = None
            hand.on()
            hand.model.stuck = "busy"
            hand.cmd(0x12)
        hand.now += ms - 10
        assert hand.model.busy(hand.now) == 0
        assert "E20" not in hand.ids()
        for _ in range(4):
            hand.now += 10
            assert "E20" not in hand.ids()  # a look is no wait
            hand.model.busy(hand.now)
        assert "E20" in hand.ids(), (name, kind)


def test_e21_busy_looked_at_before_it_can_appear():
    for latency in (1, 5):
        hand = started(latency=latency)
        hand.cmd(0x04)
        assert hand.model.busy(hand.now) == 1
        hand.cmd(0x50, 0x97)
        assert "E21" in hand.ids()
        hand = started(latency=latency)
        hand.cmd(0x04)
        hand.model.busy(hand.now)
        hand.now += latency
        assert hand.model.busy(hand.now) == 0
        hand.idle()
        hand.cmd(0x50, 0x97)
        assert hand.ids() == []


def test_e22_reset_too_short_and_command_too_soon():
    hand = started()
    hand.model.reset(0, hand.now)
    hand.model.reset(1, hand.now)
    assert hand.ids() == ["E22"]
    for name, wait, ids in (
        ("CROWPANEL42_GREEN", 0, ["E22"]),
        ("CROWPANEL42_GREEN", 1, []),
        ("GDEW0154M09", 5, ["E22"]),
        ("GDEW0154M09", 10, []),
    ):
        hand = started(name)
        hand.model.reset(0, hand.now)
        hand.now += 1
        hand.model.reset(1, hand.now)
        hand.now += wait
        hand.cmd(0x92)
        assert hand.ids() == ids, (name, wait)
    hand = started()
    hand.model.reset(0, hand.now)
    hand.cmd(0x92)
    assert hand.ids() == ["E22"]


def test_e24_parameters_with_the_data_line_low():
    hand = started()
    hand.model.spi(b"\x50\x97", 0, hand.now)
    assert "E24" in hand.ids()


def test_e25_reading_what_cannot_be_read():
    hand = started("GDEW0154M09")
    hand.cmd(0x70)
    assert hand.model.read(4, hand.now) == b"\xff\xff\xff\xff"
    assert hand.ids() == ["E25"]


def test_probes_answer_as_the_notes_say_and_do_no_harm():
    for name in PANELS:
        hand = Hand(name, readable=True)
        hand.play("init", leave_out=("04", "@ms", "@lut"))
        for op in (0x2E, 0x2F):
            hand.cmd(op)
            assert hand.model.read(4, hand.now) == b"\xff\xff\xff\xff"
        hand.cmd(0x70)
        answer = hand.model.read(4, hand.now)
        # M5GFX takes the first byte as the lowest
        value = answer[0] | answer[1] << 8 | answer[2] << 16 | answer[3] << 24
        assert (value & 0xFFFF00FF == 0x00F00000) == (name == "GDEW0154M09")
        hand.cmd(0x71)
        assert hand.model.read(1, hand.now)[0] & 1 == 1
        hand.cmd(0x04)
        hand.now += 5
        hand.cmd(0x71)
        assert hand.model.read(1, hand.now)[0] & 1 == 0
        hand.idle()
        hand.cmd(0x40)
        hand.idle()
        assert hand.model.read(2, hand.now) == b"\x16\0"  # 22 degrees
        hand.cmd(0x82, 0x12)
        hand.cmd(0x81)
        assert hand.model.read(1, hand.now) == b"\x12"
        assert hand.ids() == [], (name, hand.model.errors)


def test_e26_fast_waveform_in_the_cold_and_the_heat():
    for celsius, ids in ((5, ["E26"]), (22, []), (40, ["E26"])):
        hand = Hand("GDEY075T7", celsius=celsius)
        hand.play("init")
        hand.full(hand.one, kind="full_fast")
        assert hand.ids() == ids and hand.model.glass == hand.one, celsius
        hand.full(hand.two)
        assert hand.ids() == ids and hand.model.glass == hand.two, celsius


def test_e27_full_refreshes_in_a_row_are_advised_against_and_no_more():
    for name, apart in (("MAGTAG_IL0373", 180000), ("GDEW0154M09", 15000)):
        hand = started(name)
        hand.full(hand.one, hand.white)
        assert hand.ids() == [] and hand.advised() == ["E27"], name
        hand.play("sleep")
        hand.now += apart
        hand.play("init")
        hand.full(hand.one)
        assert hand.ids() == [] and len(hand.advised()) == 1, name


def test_e28_full_refresh_with_leftovers_of_a_partial():
    # the window
    for leave_out, ids in ((("92",), ["E28"]), ((), [])):
        hand = started("MAGTAG_IL0373")
        hand.partial(hand.white, hand.one, leave_out=leave_out)
        hand.full(hand.one)
        assert hand.ids() == ids, leave_out
    # the border: floating after a partial
    for name in ("MAGTAG_IL0373", "CROWPANEL42_GREEN", "GDEW075T7"):
        for leave_out, ids in ((("50",), ["E28"]), ((), [])):
            hand = started(name)
            hand.partial(hand.white, hand.one)
            hand.full(hand.one, leave_out=leave_out)
            assert hand.ids() == ids, (name, leave_out)
    # a temperature that was fixed for an earlier refresh
    for leave_out, ids in ((("E0", "E5"), ["E28"]), ((), [])):
        hand = started("GDEY075T7")
        hand.full(hand.one, kind="full_fast")
        assert hand.ids() == []
        hand.full(hand.two, kind="full_fast", leave_out=leave_out)
        assert hand.ids() == ids, leave_out


def test_e28_with_the_fixed_temperature_or_the_tables_of_a_partial_a_full_is_none():
    for name, leave_out in (
        ("GDEY075T7", ("E0",)),
        ("GDEW075T7", ("00", "50")),
        ("CROWPANEL42_GREEN", ("@lut", "50")),
    ):
        hand = started(name)
        hand.partial(hand.white, hand.one)
        fulls = hand.model.fulls
        hand.full(hand.two, hand.one, leave_out=leave_out)
        assert hand.model.fulls == fulls and hand.model.partials == 2, name


def test_e29_the_glass_is_the_inverse():
    for name, cdi in (("GDEY075T7", (0x20, 7)), ("MAGTAG_IL0373", (0x87,))):
        hand = started(name)
        hand.cmd(0x50, *cdi)  # DDX 00: 1 is black
        hand.full(hand.one, leave_out=("50",))
        hand.model.check(hand.one, hand.now)
        assert hand.ids() == ["E29"] and bytes(hand.model.glass) == flipped(hand.one), name
    # as Waveshare does: sent inverted under that polarity
    hand = started("GDEY075T7")
    hand.cmd(0x50, 0x10, 7)
    hand.full(flipped(hand.one), hand.one)
    hand.model.check(hand.one, hand.now)
    assert hand.ids() == []


def test_e31_waveform_of_the_wrong_length():
    for name, op, lengths in (
        ("GDEY075T7", 0x20, {41: 1, 42: 0, 60: 0, 61: 1}),
        ("GDEY075T7", 0x21, {41: 1, 42: 0, 43: 1}),
        ("CROWPANEL42_GREEN", 0x22, {41: 1, 42: 0, 56: 0, 57: 1}),
        ("MAGTAG_IL0373", 0x20, {41: 1, 42: 0, 44: 0, 45: 1}),
        ("MAGTAG_IL0373", 0x24, {41: 1, 42: 0, 44: 1}),
    ):
        for count in sorted(lengths):
            hand = Hand(name)
            hand.cmd(op, *bytes(count))
            hand.cmd(0x92)
            assert hand.ids() == ["E31"] * lengths[count], (name, op, count)


def test_e31_a_table_that_is_too_short_is_not_loaded():
    hand = Hand()
    hand.play("init")
    hand.plane(0x10, hand.one)
    hand.plane(0x13, hand.one)
    hand.lut("uc8276c_full_t", leave_out="23")
    hand.cmd(0x23, *bytes(41))
    hand.cmd(0x17, 0xA5)
    assert hand.ids() == ["E02", "E31"]


def test_e32_one_time_programming_and_what_must_never_be_sent():
    for name, op, ids in (
        ("GDEY075T7", 0xA0, ["E32"]),
        ("GDEY075T7", 0xA1, ["E32"]),
        ("GDEY075T7", 0xE1, ["E32"]),
        ("GDEW0154M09", 0xE1, ["E32"]),
        ("CROWPANEL42_GREEN", 0xA1, ["E32"]),
        ("MAGTAG_IL0373", 0xA0, ["E32"]),
        ("GDEY075T7", 0xA2, []),
    ):
        hand = started(name)
        hand.cmd(op)
        assert hand.ids() == ids, (name, op)


def test_e33_a_wrong_old_plane_leaves_ghosts_until_a_full_refresh():
    for name in PANELS:
        hand = started(name, "one")
        hand.partial(hand.two, hand.two)  # nothing is driven
        hand.model.check(hand.one, hand.now)
        assert hand.ids() == ["E01", "E33"] and hand.model.glass == hand.one, name
        del hand.model.errors[:]
        hand.full(hand.two)
        hand.model.check(hand.two, hand.now)
        assert hand.ids() == [], name


def test_e33_the_grey_waveform_wants_equal_planes():
    hand = started("MAGTAG_IL0373")
    hand.plane(0x10, hand.white)
    hand.plane(0x13, hand.one)
    hand.lut("il0373_gray_cp")
    hand.on()
    hand.cmd(0x12)
    hand.idle()
    assert hand.ids() == ["E33"] and hand.model.fulls == 2
    # white stays white, and what was to turn black is no black
    assert bytes(hand.model.glass) == hand.white


def test_e33_no_waveform_for_the_temperature_means_no_update():
    for celsius in (-15, 60):
        hand = Hand("GDEY075T7", celsius=celsius)
        hand.play("init")
        hand.full(hand.one)
        assert hand.ids() == ["E33"] and hand.model.fulls == 0
    hand = Hand("GDEY075T7")
    hand.play("init")
    hand.cmd(0x41, 0x80)  # a sensor that is not there
    hand.full(hand.one, leave_out=("41",))
    assert hand.ids() == ["E33"]
    # the older batches know no fast waveform
    for kind, ids in (("partial", ["E33"]), ("full", [])):
        hand = started("GDEW075T7")
        hand.note = NOTES["panels"]["GDEY075T7"]
        hand.play(kind, hand.white, hand.one)
        assert hand.ids() == ids, kind


def test_e34_high_voltage_left_on():
    hand = started("GDEY075T7")
    hand.on()
    hand.now += 9000
    hand.model.advance(hand.now)
    assert hand.ids() == []
    hand.now += 1100
    hand.model.advance(hand.now)
    assert hand.ids() == ["E34"]
    # once, and again after a refresh
    hand.now += 20000
    hand.model.advance(hand.now)
    assert len(hand.model.errors) == 1
    hand.plane(0x10, hand.white)
    hand.plane(0x13, hand.one)
    hand.cmd(0x12)
    hand.idle()
    hand.now += 10100
    hand.model.advance(hand.now)
    assert [e[0] for e in hand.model.errors] == ["E34", "E34"]


def test_e35_the_driver_believes_something_else():
    hand = started(frame="one")
    hand.model.check(hand.one, hand.now, lambda frame: frame == hand.one)
    assert hand.ids() == []
    hand.model.check(hand.one, hand.now, lambda frame: frame == hand.two)
    assert hand.ids() == ["E35"]


def test_e36_partial_after_a_reported_failure():
    for name in PANELS[2:]:
        hand = started(name)
        hand.model.failed = True
        hand.partial(hand.white, hand.one)
        hand.model.check(hand.one, hand.now)
        assert hand.ids() == ["E36"], name
        hand = started(name)
        hand.model.failed = True
        hand.full(hand.one, hand.white)
        hand.partial(hand.one, hand.two)
        hand.model.check(hand.two, hand.now)
        assert hand.ids() == [], name


def test_every_id_that_this_hardware_can_have_is_provoked_here():
    proven = {"E" + n[6:8] for n in globals() if n.startswith("test_e") and n[6:8].isdigit()}
    wanted = {"E%02d" % i for i in range(1, 37)} - set(ELSEWHERE)
    assert proven == wanted, sorted(wanted ^ proven)


# ---- the CoreInk's JD79653A ----


def test_two_passes_are_one_full_refresh_on_whatever_the_glass_shows():
    hand = Hand("GDEW0154M09")  # nobody knows what it shows
    hand.play("init")
    hand.full(hand.one, hand.two)
    hand.model.check(hand.one, hand.now)
    assert hand.ids() == [] and (hand.model.fulls, hand.model.partials) == (1, 0)
    assert not hand.model.face.unknown


def test_the_first_pass_alone_is_a_partial_and_its_errors_come_out():
    for end in ("wait", "look", "off", "another"):
        hand = Hand("GDEW0154M09")
        hand.play("init")
        hand.partial(hand.two, flipped(hand.one))
        assert hand.ids() == [], end
        if end == "wait":
            hand.now += 6000
            hand.model.advance(hand.now)
        elif end == "look":
            hand.model.check(bytes(hand.model.glass), hand.now)
        elif end == "off":
            hand.off()
        else:
            hand.partial(flipped(hand.one), hand.two)
        assert "E09" in hand.ids() and hand.model.fulls == 0, end


def test_a_failed_first_pass_is_forgiven_with_its_reset():
    hand = Hand("GDEW0154M09")
    hand.play("init")
    hand.model.slow = 20
    hand.partial(hand.one, flipped(hand.one), leave_out=("@ms", "@busy"))
    hand.now += 2000
    hand.play("init")
    hand.full(hand.one, hand.two)
    hand.model.check(hand.one, hand.now)
    assert hand.ids() == [] and hand.model.fulls == 1


def test_an_inverted_screen_that_somebody_looked_at_is_a_partial():
    hand = started("GDEW0154M09")
    hand.partial(hand.white, hand.one)
    hand.model.check(hand.one, hand.now)
    hand.partial(hand.one, flipped(hand.one))
    hand.model.check(flipped(hand.one), hand.now)
    assert hand.ids() == [] and (hand.model.fulls, hand.model.partials) == (1, 2)


def test_its_high_voltage_stays_and_once_off_only_a_reset_brings_it_back():
    hand = started("GDEW0154M09")
    assert hand.model.high_voltage
    hand.off()
    hand.cmd(0x04)
    assert hand.model.next_change(hand.now) is None
    for _ in range(100):
        hand.now += 10
        assert hand.model.busy(hand.now) == 0
    assert hand.ids() == []
    for _ in range(20):
        hand.now += 10
        hand.model.busy(hand.now)
    assert hand.ids() == ["E20"]
    del hand.model.errors[:]
    hand.play("init")
    hand.partial(hand.white, hand.one)
    hand.model.check(hand.one, hand.now)
    assert hand.ids() == [] and hand.model.glass == hand.one
    # the others switch on again
    hand = started("MAGTAG_IL0373")
    hand.on()
    hand.off()
    hand.on()
    assert hand.model.high_voltage and hand.ids() == []


# ---- what it does with time, planes and wires ----


def test_old_plane_switches_do_what_they_say():
    for old in ("kept", "copied", "swapped"):
        hand = started("MAGTAG_IL0373", "one", old=old)
        hand.partial(hand.one, hand.two)
        left = {
            "kept": (hand.one, hand.two),
            "copied": (hand.two, hand.two),
            "swapped": (hand.two, hand.one),
        }
        assert tuple([bytes(bank) for bank in hand.model.banks]) == left[old], old


def test_planes_start_again_at_their_command_and_fill_only_the_window():
    hand = started()
    hand.cmd(0x13, 1, 2, 3)
    hand.cmd(0x13, 4)
    assert bytes(hand.model.banks[1][:4]) == b"\x04\x02\x03\xff"
    hand = started(frame="one")
    hand.cmd(0x50, 0xD7)
    hand.lut("uc8276c_partial_t")
    hand.cmd(0x91)
    hand.cmd(0x90, 0, 8, 0, 23, 0, 3, 0, 4, 1)
    wanted = bytearray(hand.one)
    wanted[151:153], wanted[201:203] = b"\x01\x02", b"\x03\x04"
    hand.cmd(0x10, *(hand.one[151:153] + hand.one[201:203]))
    hand.cmd(0x13, 1)
    hand.model.spi(bytes((9, 9, 9)), 1, hand.now)
    hand.cmd(0x13, 1)
    hand.model.spi(bytes((2, 3)), 1, hand.now)
    hand.model.spi(b"\x04", 1, hand.now)
    hand.cmd(0x17, 0xA5)
    hand.idle()
    assert hand.ids() == [] and hand.model.glass == wanted
    hand.cmd(0x92)
    hand.partial(bytes(wanted), hand.two)
    assert hand.ids() == [] and hand.model.glass == hand.two


def test_busy_follows_the_trigger_by_the_latency_and_lasts_the_time_of_the_panel():
    times = NOTES["panels"]["GDEY075T7"]["times_ms"]
    for latency in (1, 5):
        hand = started("GDEY075T7", latency=latency, spread=0)
        hand.cmd(0xE0, 2)
        hand.cmd(0xE5, 0x6E)
        hand.plane(0x10, hand.white)
        hand.plane(0x13, hand.one)
        for op, ms in ((0x04, times["on"]), (0x12, times["partial"]), (0x02, times["off"])):
            hand.cmd(op)
            levels = [hand.model.busy(hand.now + t) for t in range(ms + 5)]
            assert levels.index(0) == latency, op
            assert levels[latency:].index(1) + latency == ms, op
            hand.now += ms + 5
        assert hand.ids() == [] and hand.model.glass == hand.one


def test_the_picture_stands_before_the_high_voltage_is_off():
    times = NOTES["panels"]["CROWPANEL42_GREEN"]["times_ms"]
    hand = started(spread=0)
    hand.partial(hand.white, hand.one, leave_out=("@busy",))
    assert hand.model.next_change(hand.now) == times["on"] + times["partial"]
    hand.now += hand.model.next_change(hand.now) - 1
    hand.model.advance(hand.now)
    assert hand.model.glass == hand.white
    hand.now += 1
    hand.model.advance(hand.now)
    assert hand.model.glass == hand.one and hand.model.high_voltage
    assert hand.model.next_change(hand.now) == times["off"]
    hand.now += times["off"]
    hand.model.advance(hand.now)
    assert not hand.model.high_voltage and hand.model.next_change(hand.now) is None


def test_times_vary_by_the_seed_within_a_fifth_and_one_refresh_may_be_slow():
    seen = set()
    for seed in range(1, 30):
        hand = Hand("MAGTAG_IL0373", seed=seed)
        hand.play("init")
        hand.full(hand.white, leave_out=("02", "@busy", "12"))
        hand.idle()
        hand.cmd(0x12)
        ms = hand.model.next_change(hand.now)
        assert 2057 * 80 // 100 <= ms <= 2057 * 120 // 100
        seen.add(ms)
    assert len(seen) > 15
    hand = started(spread=0)
    hand.model.slow = 3
    times = hand.note["times_ms"]
    usual = times["on"] + times["partial"] + times["off"]
    for factor in (3, 1):
        hand.partial(hand.white, hand.white, leave_out=("@busy",))
        start = hand.now
        while hand.model.next_change(hand.now):
            hand.now += hand.model.next_change(hand.now)
        assert hand.now - start == factor * usual


def test_busy_in_deep_sleep_is_idle_unless_told_otherwise_and_low_without_supply():
    hand = started()
    hand.play("sleep")
    assert hand.model.busy(hand.now + 3600000) == 1
    hand.model.sleep_level = 0
    for later in range(5):
        assert hand.model.busy(hand.now + 3600000 + 10 * later) == 0
    assert hand.ids() == []
    hand.model.power(False, hand.now + 3600100)
    assert hand.model.busy(hand.now + 3600100) == 0 and hand.ids() == []


def test_a_stuck_line_is_a_fault_of_the_line_and_not_of_the_driver():
    hand = started()
    hand.model.stuck = "idle"
    hand.partial(hand.white, hand.one, leave_out=("@busy",))
    hand.now += 1000
    assert hand.model.busy(hand.now) == 1
    hand.partial(hand.one, hand.two, leave_out=("@busy",))
    hand.now += 1000
    hand.model.advance(hand.now)
    assert hand.ids() == [] and hand.model.glass == hand.two


def test_flicker_is_that_of_a_full_refresh():
    for kind, flickers in (("full", True), ("partial", False)):
        hand = started()
        hand.play(kind, hand.white, hand.one, leave_out=("@busy",))
        assert hand.model.flickers == flickers
        hand.idle()
        assert not hand.model.flickers


def test_a_software_reset_restores_the_registers_and_leaves_the_planes():
    hand = started("GDEW075T7", "one")
    hand.partial(hand.one, hand.two)
    hand.cmd(0x91)
    hand.cmd(0x00, 0x1E)
    hand.plane(0x13, hand.two)
    assert hand.ids() == ["E11"]  # the resolution is gone
    del hand.model.errors[:]
    hand.play("init", leave_out=("@rst",))
    hand.lut("gd7965_partial_ws75old", leave_out="24")
    hand.cmd(0x00, 0x3F)
    hand.on()
    hand.cmd(0x12)
    assert hand.ids() == ["E02"]  # and so are the tables
    hand.idle()
    hand.cmd(0x00, 0x1F)
    hand.cmd(0x12)
    hand.idle()
    assert hand.ids() == ["E02"] and hand.model.glass == hand.two


def test_other_opcodes_with_busy_have_it():
    for name in sorted(CHIPS):
        for op in sorted(CHIPS[name]["busy"]):
            hand = Hand(panel_of(name))
            hand.cmd(op, *bytes(hand.model._most[op]))
            hand.now += 2
            assert hand.model.busy(hand.now) == 0, (name, op)
            hand.idle(20)
            hand.cmd(0x92)
            assert hand.ids() == [], (name, op)
