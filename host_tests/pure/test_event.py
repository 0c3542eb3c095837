"""Events and their lines: exact round trip, and a clear refusal of anything else."""

from coinche import event, notation, profile
from coinche.errors import RuleError
from support import Rng, refusal

SEATS = ("N", "W", "S", "E")
SIDES = ("NS", "WE")


def facts(rng):
    """Facts in the form that deal.from_text gives: what says nothing is left out."""
    deal = {
        "contract": rng.pick((80, 90, 110, 160, 250, "capot", "generale")),
        "denomination": rng.pick(("S", "H", "D", "C", "SA", "TA")),
        "level": rng.below(3),
    }
    kind = rng.below(6)
    if kind == 0:
        deal["taker_points"] = rng.below(163)
    elif kind == 1:
        deal["native_cards"] = rng.below(249)
        deal["last_trick"] = rng.pick(("takers", "defence"))
    elif kind == 2:
        deal["native_points"] = rng.below(259)
    elif kind == 3:
        deal["made"] = rng.pick((True, False))
    else:
        deal["tricks"] = rng.pick(("takers_all", "defence_all"))
    for name, values in (
        ("belote_takers", (1, 2)), ("belote_defence", (1, 3)), ("melds_takers", (20, 150)),
        ("melds_defence", (50,)), ("generale_made", (True,)), ("last_deal", (True,)),
    ):  # fmt: skip
        if rng.below(4) == 0:
            deal[name] = rng.pick(values)
    return deal


def pair(rng):
    return {"NS": rng.below(500), "WE": rng.below(500)}


def plain(rng):
    """A random event of the match in the form that from_text gives."""
    kind = rng.pick(("deal", "deal", "deal", "marks", "all_pass", "misdeal", "penalty",
                     "last_deal", "target", "dealer"))  # fmt: skip
    made = {"event": kind}
    if kind == "deal":
        made["taker"] = rng.pick(SEATS)
        made["deal"] = facts(rng)
        if rng.below(4) == 0:
            made["belote_seats"] = [rng.pick(SEATS) for _ in range(rng.below(3))]
        if rng.below(4) == 0:
            made["coincheur"] = rng.pick(SEATS)
        if rng.below(4) == 0:
            made["override"] = True
        if rng.below(4) == 0:
            made["minute"] = rng.below(300)
        if rng.below(4) == 0:
            made["written"] = pair(rng)
    elif kind == "marks":
        made["takers"] = rng.pick((None, "NS", "WE"))
        made["made"] = rng.pick((True, False, None))
        made["marks"] = pair(rng)
        made["no_trick"] = rng.pick((None, "NS", "WE"))
        made["belote"] = pair(rng)
    elif kind == "misdeal" and rng.below(2):
        made["after_bid"] = {"seat": rng.pick(SEATS), "value": rng.pick((80, 120, "capot"))}
    elif kind == "penalty":
        made["to"] = rng.pick(SIDES)
        made["points"] = rng.below(300)
        made["ends_deal"] = rng.pick((True, False))
        if rng.below(2):
            made["why"] = rng.pick(("revoke_late", "false_meld", "x9.1"))
    elif kind == "target":
        made["value"] = 1 + rng.below(3000)
    elif kind == "dealer":
        made["seat"] = rng.pick(SEATS)
    return made


def correction(rng):
    kind = rng.pick(("edit", "insert", "delete", "undo", "redo"))
    made = {"event": kind}
    if kind in ("edit", "insert", "delete"):
        made["n"] = 1 + rng.below(40)
    if kind in ("edit", "insert"):
        made["with"] = plain(rng)
    return made


def refused(made):
    try:
        event.check(made)
    except RuleError as error:
        return error.field
    return None


def unread(line):
    try:
        notation.from_text(line)
    except RuleError:
        return True
    return False


GOOD = (
    {"event": "deal", "taker": "N", "deal": {}, "coincheur": "W", "belote_seats": ["N"]},
    {"event": "deal", "taker": "N", "deal": {}, "override": False, "written": {"NS": 0, "WE": 9}},
    {"event": "deal", "taker": "N", "deal": {}, "minute": 0},
    {"event": "marks", "takers": "NS", "made": None, "marks": {"NS": 1, "WE": 2},
     "no_trick": "WE", "belote": {"NS": 0, "WE": 20}},
    {"event": "marks", "marks": {"NS": 1, "WE": 2}},
    {"event": "all_pass"},
    {"event": "misdeal", "after_bid": {"seat": "N", "value": "capot"}},
    {"event": "penalty", "to": "NS", "points": 160, "why": "revoke_late", "ends_deal": True},
    {"event": "last_deal"},
    {"event": "target", "value": 1500},
    {"event": "dealer", "seat": "E"},
    {"event": "rules", "profile": None, "from": 1},
    {"event": "edit", "n": 3, "with": {"event": "all_pass"}},
    {"event": "insert", "n": 1, "with": {"event": "misdeal"}},
    {"event": "delete", "n": 2},
    {"event": "undo"},
    {"event": "redo"},
)  # fmt: skip
WRONG = {
    "taker": ("NS", None, 1, []), "deal": ([], None, "80S"), "coincheur": ("NS", None),
    "belote_seats": ("N", ["X"], [["N"]], None), "override": (1, None, "true"),
    "written": ({"NS": 1}, [1, 2], {"NS": True, "WE": 0}, {"NS": 1, "WE": 1, "N": 1}),
    "takers": ("N", 1, False), "made": (1, 0, "made"), "no_trick": ("N", False),
    "marks": ({"NS": 1}, None, {"NS": -1, "WE": 0}, {"NS": 1.0, "WE": 0}, {"NS": True, "WE": 0}),
    "belote": ({"WE": 1}, None, {"NS": "20", "WE": 0}), "to": ("N", None, ["NS"]),
    "after_bid": (None, {"seat": "N"}, {"seat": "NS", "value": 80}, {"seat": "N", "value": True},
                  {"seat": "N", "value": "all"}, {"seat": "N", "value": 80, "suit": "S"}),
    "points": (-1, True, "160", None, 1.5), "minute": (-1, True, "9", None, 0.5),
    "why": ("", "a b", 7, "é", None),
    "ends_deal": (None, 1, "yes"), "value": (0, -5, True, "1000", None), "seat": ("NS", "", 2),
    "from": (0, True, None), "n": (0, -1, True, "1", None, 2.0),
    "with": (None, "p", {"event": "undo"}, {"event": "edit", "n": 1, "with": {"event": "undo"}},
             {"event": "deal", "taker": "N"}),
}  # fmt: skip


def test_the_line_of_an_event_reads_back_as_the_same_event():
    rng = Rng(1)
    for i in range(600):
        made = plain(rng) if i % 4 else correction(rng)
        event.check(made)
        line = notation.to_text(made)
        assert notation.from_text(line) == made, (line, made)
        assert max([ord(c) for c in line]) < 127 and "\n" not in line


def test_lines_are_short_and_readable():
    deal = {"contract": 100, "denomination": "H", "level": 1, "taker_points": 132}
    deal["belote_takers"] = 1
    made = {"event": "deal", "taker": "N", "deal": deal}
    assert notation.to_text(made) == "dN 100H x =132 bt1"
    made["coincheur"] = "W"
    made["belote_seats"] = ["S"]
    made["minute"] = 95
    assert notation.to_text(made) == "dN,bS,cW,t95 100H x =132 bt1"
    assert notation.to_text({"event": "edit", "n": 3, "with": {"event": "all_pass"}}) == "e 3 p"


def test_marks_told_without_the_rest_are_noted_with_it():
    line = notation.to_text({"event": "marks", "marks": {"NS": 10, "WE": 20}})
    assert line == "k - ? 10/20 - 0/0"
    assert notation.from_text(line)["belote"] == {"NS": 0, "WE": 0}


def test_a_change_of_rules_is_kept_with_all_its_values():
    """A later firmware may know other defaults: the line does not depend on them."""
    line = notation.to_text({"event": "rules", "profile": "fr", "from": 4})
    made = notation.from_text(line)
    assert made["from"] == 4
    assert profile.resolve(made["profile"]) == profile.resolve("fr")
    assert len(made["profile"]["values"]) == 116
    assert notation.to_text(made) == line


def test_complete_events_are_accepted():
    for made in GOOD:
        assert refused(made) is None, made


def test_every_wrong_field_is_refused_by_its_name():
    for made in GOOD:
        for name in made:
            if name == "event" or name == "profile":
                continue
            for value in WRONG[name]:
                wrong = dict(made)
                wrong[name] = value
                field = refused(wrong)
                assert field and field.split(".")[0].split("[")[0] == name, (wrong, field)


def test_every_missing_and_every_unknown_field_is_refused_by_its_name():
    optional = ("coincheur", "belote_seats", "override", "written", "minute", "takers", "made",
                "no_trick", "belote", "after_bid", "why")  # fmt: skip
    for made in GOOD:
        for name in made:
            short = dict(made)
            del short[name]
            assert refused(short) == (None if name in optional else name), (short, name)
        more = dict(made)
        more["contract"] = 1
        assert refused(more) == "contract"


def test_what_is_no_event_is_refused():
    for made in (None, [], "p", 3, {}, {"event": None}, {"event": "deals"}, {"event": ["deal"]}):
        assert refused(made) == "event", made


def test_damaged_lines_are_refused_or_read_as_another_event_exactly():
    rng = Rng(8)
    for i in range(150):
        line = notation.to_text(plain(rng) if i % 3 else correction(rng))
        at = rng.below(len(line))
        for bad in (line[:at], line[:at] + rng.pick(" 0x/-?,NbE+") + line[at + 1 :], line + " ",
                    " " + line, line[:at] + " " + line[at:], line + line):  # fmt: skip
            if bad == line:
                continue
            try:
                read = notation.from_text(bad)
            except RuleError:
                continue
            event.check(read)
            # a deal may be noted in more than one way (=07 is none): its own notation decides
            assert bad[0] == "d" or notation.to_text(read) == bad, bad


def test_lines_that_no_event_has_are_refused():
    for bad in ("", " ", "q", "pp", "p 1", "m N", "m N x", "m X 80", "dX 80S", "d 80S", "dN",
                "dN ", "dN,q 80S", "dN,bX 80S", "dN,w1 80S", "dN,cE,bN 80S", "dN,o,o 80S",
                "k NS + 1/2",
                "k NS * 1/2 - 0/0", "k N + 1/2 - 0/0", "f NS x + a", "f NS 1 * a", "f NS 1 + A",
                "t", "t x", "t 0", "t 01", "g", "g NS", "r 1", "r x 1", "r 1 10", "e 3", "e 3 u",
                "e x p", "e 0 p", "i 3 e 1 p", "x", "x 0", "u 1", "y y", "z 1"):  # fmt: skip
        assert unread(bad), bad


def test_a_refused_event_says_why_and_what_was_given():
    facts_ = {"event": "deal", "taker": "N", "deal": {}}
    target = {"event": "target"}
    bid = {"event": "misdeal"}
    fine = {"event": "penalty", "to": "NS", "points": 1, "ends_deal": True}
    for made, expected in (
        (None, ("event", "must_be", True)),
        ({"event": "deals"}, ("event", "must_be", True)),
        ({}, ("event", "must_be", True)),
        (target, ("value", "missing", ())),
        (dict(target, value="9"), ("value", "integer", ("9",))),
        (dict(target, value=True), ("value", "integer", (True,))),
        (dict(target, value=0), ("value", "range", (1, 100000, 0))),
        (dict(target, value=100001), ("value", "range", (1, 100000, 100001))),
        (dict(target, value=1, a=2), ("a", "unknown", ())),
        (dict(fine, to="N"), ("to", "must_be", True)),
        (dict(fine, points=-1), ("points", "range", (0, 100000, -1))),
        (dict(fine, ends_deal=1), ("ends_deal", "bool", (1,))),
        (dict(fine, why="A"), ("why", "must_be", True)),
        (dict(facts_, belote_seats="N"), ("belote_seats", "must_be", True)),
        (dict(facts_, override=None), ("override", "bool", (None,))),
        (dict(facts_, deal=[]), ("deal", "must_be", True)),
        (dict(bid, after_bid=80), ("after_bid", "must_be", True)),
        (dict(bid, after_bid={"seat": "N"}), ("after_bid.value", "missing", ())),
        (dict(bid, after_bid={"seat": "N", "value": 0}),
         ("after_bid.value", "range", (1, 100000, 0))),
        ({"event": "edit", "n": 1, "with": {"event": "undo"}}, ("with.event", "must_be", True)),
        ({"event": "edit", "n": 1, "with": dict(fine, points="1")},
         ("with.points", "integer", ("1",))),
        ({"event": "marks", "taker": "N", "deal": {}}, ("deal", "unknown", ())),
        ({"event": "marks", "made": 0, "marks": {"NS": 0, "WE": 0}}, ("made", "bool", (0,))),
    ):  # fmt: skip
        assert refusal(event.check, made) == expected, (made, refusal(event.check, made))


def test_what_a_word_may_be_is_listed_beside_what_was_given():
    try:
        event.check({"event": "penalty", "to": "EW", "points": 1, "ends_deal": True})
        raise AssertionError("accepted")
    except RuleError as error:
        assert error.limits == ("NS WE", "not EW")
    try:
        event.check({"event": "score"})
        raise AssertionError("accepted")
    except RuleError as error:
        assert sorted(error.limits[0].split(" ")) == sorted({made["event"] for made in GOOD})
        assert error.limits[1] == "not score"


def test_the_bid_before_a_misdeal_is_a_number_a_capot_or_a_generale():
    """RULES 4.5."""
    for value in (1, 80, "capot", "generale"):
        made = {"event": "misdeal", "after_bid": {"seat": "E", "value": value}}
        event.check(made)
        line = notation.to_text(made)
        assert line == "m E %s" % value
        assert notation.from_text(line) == made


def test_each_kind_of_event_has_the_line_of_the_head_of_the_module():
    counted = {"contract": 100, "denomination": "H", "level": 0, "taker_points": 132}
    pay = {"event": "penalty", "to": "NS", "points": 160, "ends_deal": False}
    for made, line in (
        ({"event": "deal", "taker": "N", "deal": counted, "override": True,
          "written": {"NS": 160, "WE": 0}}, "dN,o,w160/0 100H =132"),
        ({"event": "marks", "takers": "NS", "made": True, "marks": {"NS": 120, "WE": 40},
          "no_trick": None, "belote": {"NS": 0, "WE": 20}}, "k NS + 120/40 - 0/20"),
        ({"event": "marks", "takers": "WE", "made": False, "marks": {"NS": 120, "WE": 40},
          "no_trick": "WE", "belote": {"NS": 0, "WE": 20}}, "k WE - 120/40 WE 0/20"),
        (dict(pay, ends_deal=True), "f NS 160 +"),
        (pay, "f NS 160 -"),
        (dict(pay, why="false_meld"), "f NS 160 - false_meld"),
        ({"event": "all_pass"}, "p"),
        ({"event": "misdeal"}, "m"),
        ({"event": "last_deal"}, "z"),
        ({"event": "target", "value": 1500}, "t 1500"),
        ({"event": "dealer", "seat": "E"}, "g E"),
        ({"event": "edit", "n": 3, "with": pay}, "e 3 f NS 160 -"),
        ({"event": "insert", "n": 12, "with": {"event": "all_pass"}}, "i 12 p"),
        ({"event": "delete", "n": 3}, "x 3"),
        ({"event": "undo"}, "u"),
        ({"event": "redo"}, "y"),
    ):  # fmt: skip
        assert notation.to_text(made) == line
        assert notation.from_text(line) == made
        assert notation.kind_of(line) == notation.kind_of(made) == made["event"]


def test_a_refused_line_is_named_whole():
    for line in (None, 7, "q", "", "p 1", "dN,q 80S =99", "dN,w1 80S =99", "dN,wX/1 80S =99",
                 "dN,w1/X 80S =99", "k NS + a/2 - 0/0", "k NS + 1/a - 0/0", "k NS + 1/2 - 0/x",
                 "m N eighty", "m N X80", "f NS x +", "f NS 1", "f NS 1 + a b", "t X5", "t 5X",
                 "t", "t 01", "r x 1", "e x p", "e 3", "x y", "i", "u u", "k NS * 1/2 - 0/0"):
        expected = ("event", "text", (line,))
        assert refusal(notation.from_text, line) == expected, (line, expected)


def test_a_correction_puts_no_correction_into_the_match():
    for inner in ({"event": "edit", "n": 1, "with": {"event": "all_pass"}},
                  {"event": "insert", "n": 1, "with": {"event": "all_pass"}},
                  {"event": "delete", "n": 1}, {"event": "undo"}, {"event": "redo"}):  # fmt: skip
        for kind in ("edit", "insert"):
            made = {"event": kind, "n": 1, "with": inner}
            assert refusal(event.check, made) == ("with.event", "must_be", True), made
            assert unread("%s 1 %s" % (kind[0], notation.to_text(inner)))
