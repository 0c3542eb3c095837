"""Every screen on every size of glass: nothing is cut, nothing stands in anything else, what is
read from afar is large. Measured, not drawn: on_glass.py."""

import pytest

import texts
from coinche import profile
from device.test_flow import PLACES
from device.test_referee import followed
from device.test_screens import ENTRY, LIMIT, WALKS, wanted
from device.walk import ROW
from on_glass import SIZES, STYLES, Glasses, flaws, glass
from scorer import resume
from scorer.lang import LANGUAGES
from scorer.screens import SCREENS

# the widest there are
NAMES = {"N": "Emmanuel", "W": "Mohammed", "S": "Mammouth", "E": "Romingue"}
SIDES = ("NS", "WE")
BIG, SMALL = 0, 3
SMALL_STRIP = {("296x128", "preview"), ("200x200", "preview"), ("200x200", "contest")}


def on_all(style):
    return [size for size in SIZES if style in STYLES[size]]


def too_small(size, layout, seen):
    """Totals of the main screen and the contract of an entry that are not in large type."""
    large, facts = [], seen["fields"]
    if seen["screen"] in ("table", "over"):
        large = [str(seen["totals"][side]) for side in SIDES]
    elif seen["screen"] in ENTRY and "contract" in facts and (
        (size, seen["screen"]) not in SMALL_STRIP
    ):
        large = [str(facts["contract"]).upper()]
        large += [text for text in layout.canvas.log if text[:1] == "×" and len(large[0]) < 4]
    drawn = [text for _, text, font, _, _ in layout.canvas.texts if font is layout.fonts[BIG]]
    return [f"not large: {text}" for text in large if text not in drawn]


def measured(glasses, seen):
    """What is wrong with a screen, on any of the glasses."""
    return [
        f"{size}, {seen['where'][0]}: {flaw}"
        for size, layout in glasses.measured().items()
        for flaw in flaws(layout) + too_small(size, layout, seen)
    ]


@pytest.mark.parametrize("name", WALKS)
def test_every_screen_can_be_read_on_every_glass(name):
    board, lang, rules, strokes = WALKS[name]
    style = "row" if board == ROW else "dial"
    bad, count = [], 0
    with Glasses(style, on_all(style), lang, rules, 1000) as glasses:
        glasses.press(*strokes.split())
        for seen in glasses.explore(LIMIT, wanted):
            bad += measured(glasses, seen)
            count += 1
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])
    assert count > 100


@pytest.mark.parametrize("style", ["row", "dial"])
@pytest.mark.parametrize("name", PLACES)
def test_each_screen_of_the_box_can_be_read_on_every_glass(name, style):
    rules, answers = PLACES[name]
    with Glasses(style, on_all(style), "fr", rules, 300) as glasses:
        glasses.go("start N " + answers)
        seen = glasses.look()
        assert seen["screen"] == name
        assert not measured(glasses, seen)


# from the setup of a match to 300, beside the places of test_flow
MORE_PLACES = {
    "the code": "start N all_pass < code",
    "the slip of a table": "start N < lock S H D C 99 < S 160 S failed write",
    "a table is chosen": "start N < lock S H D C",
    "a code is asked": "start N < lock S H D C 99 rules S H",
    "the lock in the menu": "start N < lock S H D C 99",
    "an agreement": "start N < lock S H D C 99 < all_pass < undo accept",
    "a total": "resume 8 1 9 1 1",
    "deals": "resume 8 1 9 1 8 1 9 1",
    "a dealer": "resume 8 1 9 1 8 1 9 1 63",
    "a code": "resume code " + " ".join("QGW8MDRN0"),
    "a wrong code": "resume code " + " ".join("QGW8MDRN0H"),
    "other rules": "resume code " + " ".join(resume.write(8191, 8191, 63, resume.OTHER, 1, 1)),
    "another target": "resume code " + " ".join(resume.write(8191, 8191, 63, 2, 1, 1)),
    "a whole code": "resume code " + " ".join(resume.write(8191, 8191, 63, 2, 1, 0)),
}


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("style", ["row", "dial"])
@pytest.mark.parametrize("name", MORE_PLACES)
def test_resuming_and_the_lock_can_be_read_on_every_glass(name, style, lang):
    """With the widest names too, which alone may be cut; held points are said with the code."""
    for names in ({}, NAMES):
        with Glasses(style, on_all(style), lang, "it", 300) as glasses:
            glasses.app.session.names = names
            glasses.go(MORE_PLACES[name])
            if name == "the code":
                glasses.app.session.state["held"] = 162
            bad = measured(glasses, glasses.look())
            assert not [flaw for flaw in bad if not (names and ": cut: " in flaw)]
            if name == "the code":
                said = texts.texts(lang)
                for size, layout in glasses.measured().items():
                    for text in (said["code.held"].format(162), said["code.end"].format(300)):
                        assert text in " ".join(layout.canvas.log), size


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", SIZES)
def test_beside_any_rules_there_is_room_for_another_end(size, lang):
    layout, said = glass(size, "dial"), texts.texts(lang)
    for screen in ("code", "resume"):
        for key in profile.KEYS:
            layout.clear(screen)
            end = said["code.end"].format(said["quota"].format(24))
            layout.put("fact", [profile.title(key, lang), end])
            assert end in " ".join(layout.canvas.log) and not flaws(layout), key


@pytest.mark.parametrize("style, lang, rules", [
    ("row", "fr", "fr"), ("dial", "en", "bga"), ("dial", "fr", "club"),
])  # fmt: skip
def test_the_referee_can_be_read_on_every_glass(style, lang, rules):
    bad = []
    with Glasses(style, on_all(style), lang, rules, 1000) as glasses:
        glasses.press(*(["k4", "k2"] if style == "row" else ["ok", "ok"]))
        glasses.go("S 100 H coinche ?")
        for seen in glasses.explore(160, followed):
            bad += measured(glasses, seen)
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])


@pytest.mark.parametrize("names", [{}, NAMES])
@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("style", ["row", "dial"])
def test_the_archive_and_a_series_can_be_read_on_every_glass(style, lang, names):
    """Twelve matches, so that the list is longer than a glass: the list from end to end, a match,
    its deals; the end of a match and of a series of three."""
    bad, screens = [], []
    deals = "S 160 S failed write "
    with Glasses(style, on_all(style), lang, "it", 300) as glasses:
        glasses.app.session.names = dict(names)
        glasses.go("start N " + deals + "< times < rematch " + (deals + "rematch ") * 11)

        def look(answers):
            glasses.go(answers)
            seen = glasses.look()
            screens.append(seen["screen"])
            bad.extend(flaw for flaw in measured(glasses, seen) if not (names and cut(flaw)))

        look("< earlier")
        for _ in range(11):
            glasses.press("k2" if style == "row" else "down")
            look("")
        for answers in ("12", "deals", "< start", "< < rematch " + deals, "rematch " + deals):
            look(answers)
        glasses.app.session.journal.fs.data["archive/3.txt"] = b"dx1 3\n"
        glasses.app.session.journal.fs.data["archive/2.bad"] = b""
        for answers in ("earlier", "3", "< rematch S 100 S made 3 0 write < fresh drop start N"):
            look(answers)
        look("< earlier")
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])
    assert screens[12:17] == "earlier deals over over over".split()


def cut(flaw):
    return ": cut: " in flaw and any(name in flaw for name in NAMES.values())


def may_be_cut(flaw):
    """Pairs of the longest names on 400x300, and on the smallest glass what one of them does."""
    _, cut, text = flaw.partition(": cut: ")
    pairs = [f"{NAMES[one]}, {NAMES[two]}" for one, two in SIDES]
    beside = [" contre ".join(pairs), " against ".join(pairs), *pairs]
    if flaw.startswith("400x300"):
        return bool(cut) and text in beside
    return bool(cut) and flaw.startswith("200x200, table") and any(
        name in text for name in NAMES.values()
    )


@pytest.mark.parametrize("style, lang, rules", [
    ("row", "fr", "fr"), ("dial", "fr", "bga"), ("dial", "en", "pagat"),
])  # fmt: skip
def test_the_longest_names_never_run_into_each_other(style, lang, rules):
    """I119, on every glass."""
    bad = []
    with Glasses(style, on_all(style), lang, rules, 1000) as glasses:
        glasses.press(*(["k4", "k2"] if style == "row" else ["ok", "ok"]))
        lines = glasses.journal()
        box = lines[0].split(" ")
        assert box[5] == ",,,", box
        box[5] = ",".join(NAMES[seat] for seat in "NWSE")
        glasses.stand([" ".join(box), *lines[1:]], glasses.look()["where"][0])
        for seen in glasses.explore(160, wanted):
            bad += [flaw for flaw in measured(glasses, seen) if not may_be_cut(flaw)]
    assert not bad, f"{len(bad)} flaws:\n" + "\n".join(bad[:20])


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_noted_fits_on_every_screen(size, lang):
    """One line on the main screen where the box sleeps: all seats are still to be seen."""
    layout, said = glass(size, "dial"), texts.texts(lang)
    names = [name for name in said if name.startswith("note.")]
    for screen in SCREENS.split(" "):
        for name in [*names, "not.written", "checked", "too.many"]:
            layout.clear(screen)
            layout.put("note", said[name].replace("{0}", "RuntimeError"), "band")
            assert not flaws(layout), (screen, name)
            lines = len(layout.canvas.texts)
            assert lines == 1 or size == "200x200" and name != "note.asleep", (screen, name)


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", [size for size in SIZES if size != "200x200"])
@pytest.mark.parametrize("style", ["row", "dial"])
def test_the_resume_code_stands_beside_the_sleep_in_one_line(size, style, lang):
    """On every screen, a code of wide letters; the smallest glass has no room for it."""
    layout, said = glass(size, style), texts.texts(lang)
    for screen in SCREENS.split(" "):
        layout.clear(screen)
        asleep = said["note.asleep" if style == "row" else "note.asleep.ok"]
        code = said["code.is"].format("QGW8M", "DRN0H")
        layout.put("note", [asleep, code], "band")
        assert not flaws(layout) and len(layout.canvas.texts) == 1, screen
        assert layout.canvas.texts[0][1] == asleep + " · " + code, screen
    assert glass("200x200", "dial").at("note")[8] > 3


# ---- the bar


def labels(lang):
    """The longest words that stand over a key, and those that a hold of it gives."""
    said = texts.texts(lang)
    kinds = "key. meld. menu. fix. zero. kind. rank. topic. setup. hold. agree. names.".split()
    names = [name for name in said if name.startswith(tuple(kinds)) and "{" not in said[name]]
    names += """coinche surcoinche coinche.off belote melds made failed capot tie pass bid play
        all_pass misdeal our.pile their.pile back check write choose keep accept contest holder
        rules.example rules.names rules.ours rules.forget forget.drop example.none ours.one
        ours.turn ours.group ours.name nobody lot undo
        rematch fresh.drop since.now since.first stands""".split()
    names += [name for name in said if name.startswith("ours.") and name[5:].isdigit()
              and len(name) == 7]  # fmt: skip
    none = "menu.last menu.cell.bad fix.missing setup.title".split()
    found = [said[name] for name in names if name not in none]
    return found + [said["arrows"].split()[0] + name for name in NAMES.values()]


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", [size for size in SIZES if "row" in STYLES[size]])
def test_every_label_fits_over_its_key(size, lang):
    layout = glass(size, "row")
    for text in labels(lang):
        layout.clear()
        layout.bar(layout, [(text, ""), ("", text), (text, text), ("", "")], 2, 500)
        assert not [flaw for flaw in flaws(layout) if "in a line" not in flaw], text


@pytest.mark.parametrize("lang", [code for code, _ in LANGUAGES])
@pytest.mark.parametrize("size", SIZES)
def test_what_keys_do_is_said_under_a_list(size, lang):
    """With the longest answers of a long press; the way back is said always."""
    layout, said = glass(size, "dial"), texts.texts(lang)
    for keys in ("ok", "prev"):
        lists, quick = said[f"hint.{keys}.list"], said[f"hint.{keys}.quick"]
        for what, back in (
            (lists, "menu"),
            (lists, "back"),
            (quick.format(said["misdeal"]), "menu"),
            (quick.format(said["coinche.off"]), "back"),
        ):
            hints = what, said[f"hint.{keys}.{back}"]
            layout.clear()
            layout.bar(layout, labels(lang), 3, hints)
            assert not flaws(layout), (hints, flaws(layout))
            assert hints[1] in layout.canvas.log
            assert what.rpartition(" · ")[2] in layout.canvas.log[-1]
