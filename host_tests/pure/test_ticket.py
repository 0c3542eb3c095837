"""The ticket tells two profiles apart that mark differently; the words are all written down."""

import sys

from coinche import history, melds, profile
from coinche.errors import RuleError
from coinche.rule_words import words
from coinche.scoring import score
from support import Rng, load
from ticket import ticket

SOURCE = "../../tools/data/profiles.json"
# of the pairs with one ticket, so many for one whose marks are compared: 0.2 s each
SAMPLE = 80 if sys.implementation.name == "micropython" else 20
TEXTS = "../../tools/data/ticket_words.json"

# parameters that decide how one plays, bids, deals or argues, and no mark of a given deal
PROCEDURE = (
    "dbl.window dbl.escape dbl.on_min belote.order belote.forgotten belote.forgotten_rebelote "
    "melds.deadline deal.cutter deal.cut_min deal.packets deal.shuffle deal.all_pass bid.min "
    "bid.max bid.step bid.order bid.equal_overcall bid.generale_is_capot bid.self_raise "
    "bid.reenter bid.end_passes bid.form bid.correction match.targets pen.misdeal "
    "pen.misdeal_after_bid pen.revoke_now pen.revoke_late pen.false_meld "
    "pen.coinche_out_of_turn pen.bid_out_of_turn"
).split(" ")
# parameters that another one settles: pile.SA and pile.TA go with the method, pile.suit is 162
SETTLED = ("pile.suit", "pile.SA", "pile.TA")


def scoring_parameters(source):
    return [
        name
        for name in sorted(source["parameters"])
        if name not in PROCEDURE and name not in SETTLED and not name.startswith("play.")
    ]


def deals():
    """Yields deals that reach every branch of the score."""
    extras = ((0, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 50), (0, 0, 20, 0), (2, 1, 0, 0))
    natives = [{"native_cards": n, "last_trick": "takers"} for n in (42, 119)]
    natives += [{"native_cards": n, "last_trick": "defence"} for n in (42, 119)]
    counts = [{"taker_points": n} for n in (60, 78, 81, 82, 85, 92, 106, 155, 162)]
    for contract in (80, 90, 100, 160):
        for denomination in ("S", "SA", "TA"):
            for level in (0, 1, 2):
                for count in [{"tricks": "takers_all"}, {"tricks": "defence_all"}] + (
                    counts if denomination == "S" else natives
                ):
                    for extra in extras:
                        deal = {"contract": contract, "denomination": denomination, "level": level}
                        deal.update(count)
                        deal["belote_takers"], deal["belote_defence"] = extra[:2]
                        deal["melds_takers"], deal["melds_defence"] = extra[2:]
                        yield deal
    for contract in ("capot", "generale"):
        for denomination in ("S", "TA"):
            for level in (0, 1, 2):
                for tricks, solo in (
                    ("takers_all", False),
                    ("takers_all", True),
                    ("defence_all", False),
                    (None, False),
                ):
                    for belotes in ((0, 0), (1, 0), (0, 1)):
                        deal = {"contract": contract, "denomination": denomination, "level": level}
                        deal.update({"tricks": tricks, "generale_made": solo})
                        deal["belote_takers"], deal["belote_defence"] = belotes
                        yield deal


def marks(deal, rules):
    try:
        out = score(deal, rules)
    except RuleError:
        return "refused"
    return (out["outcome"], out["takers"], out["defence"], out["held"])


RUNS = [{"kind": "run", "length": 3, "top": "9", "suit": suit} for suit in "SHDC"]


def contests(rules):
    """What the two sides get for some declarations."""
    out = []
    carres = [{"kind": "carre", "rank": rank} for rank in ("A", "10", "J", "9", "K", "7")]
    tables = [{"N": [RUNS[0]], "W": [RUNS[1]]}, {"W": [RUNS[0]], "N": [RUNS[1]]}]
    tables += [{"N": [one], "E": [two]} for one in carres for two in carres if one is not two]
    tables.append({"N": [carres[3], RUNS[0]], "W": [RUNS[1]]})
    for denomination in ("S", "C", "SA", "TA"):
        if denomination in ("SA", "TA") and not rules["bid." + denomination]:
            continue
        for table in tables:
            try:
                found = melds.contest(denomination, "E", table, rules)
                out.append((found["winner"], found["points"], found["cancelled"]))
            except RuleError:
                out.append("refused")
    return out


def ends(rules, target):
    """How some matches end, from totals about a target."""
    out = []
    for ours, theirs, before in ((-10, -400, 0), (-10, -30, 0), (-20, -20, 0), (-96, -150, 0),
                                 (-20, -400, 11), (0, 0, 9)):  # fmt: skip
        for takers, made, no_trick, belote in (
            ("NS", True, None, 0),
            ("NS", False, None, 0),
            ("WE", True, "NS", 20),
            ("NS", False, "NS", 20),
        ):
            for marks_ in ((10, 10), (20, 10), (20, 20), (20, 40), (10, 30), (11, 30)):
                start = {"NS": max(target + ours, 0), "WE": max(target + theirs, 0)}
                start["deals"] = before
                event = {
                    "event": "marks", "takers": takers, "made": made, "no_trick": no_trick,
                    "marks": {"NS": marks_[0], "WE": marks_[1]}, "belote": {"NS": belote, "WE": 0},
                }  # fmt: skip
                state = history.fold(rules, None, "N", start, [event])[-1]
                out.append((state["over"], state["winner"], state["dealer"]))
        deal = {"contract": 80, "denomination": "S", "level": 0, "taker_points": 86}
        event = {"event": "deal", "taker": "N", "deal": deal}
        state = history.fold(rules, None, "N", start, [event])[-1]
        out.append((state["over"], state["winner"], state["marks"]))
    return out


def assert_alike(one, two, about):
    """Two profiles with the same ticket give the same marks, contests and ends."""
    for deal in deals():
        assert marks(deal, one) == marks(deal, two), (about, deal)
    assert contests(one) == contests(two), about
    for target in (one["match.target"], two["match.target"]):
        assert ends(one, target) == ends(two, target), about


def bases():
    """Profiles from which every parameter can show: all that may be bid, played and rounded."""
    all_in = {"bid.generale": True, "bid.SA": True, "bid.TA": True, "melds.on": True}
    yield profile.resolve({"values": all_in})
    more = {"test.beat": "gt", "round.unit": 10, "round.on": "points", "match.quota_deals": 12}
    more.update(all_in)
    yield profile.resolve({"values": more})
    for key in ("club", "it", "ffb_coinchee_2015", "forfaits", "pagat", "bga", "cannes_2016"):
        yield profile.resolve(key)


def changed(rng, name, row, values):
    """Other values of one parameter, with what must go with it."""
    if name == "contract.factor":
        return [{"suit": 1, "SA": 2, "TA": 1}]
    others = list(row["values"])
    if "range" in row:
        low, high = row["range"]
        others += [low, high, low + rng.below(high - low + 1)]
    return [value for value in others if value != values[name]]


def with_value(base, name, value):
    values = dict(base)
    values[name] = value
    if name == "pile.TA_method":
        values["pile.TA"] = 258 if value == "native258" else 162
    if name == "pile.SA_method":
        values["pile.SA"] = 130 if value == "ace11_raw" else 162
    try:
        profile.check(values)
    except RuleError as error:
        assert error.why == "combination", (name, value, str(error))
        return None
    return values


def test_every_parameter_is_either_procedure_or_told_apart():
    source = load(SOURCE)
    for name in PROCEDURE:
        assert name in source["parameters"], name
    assert len(scoring_parameters(source)) == 116 - len(PROCEDURE) - len(SETTLED) - 7


def test_published_profiles_have_sixteen_different_tickets():
    seen = {}
    for key in profile.KEYS:
        line = " ".join(ticket(profile.resolve(key)))
        assert line not in seen, (key, seen.get(line))
        seen[line] = key
    assert len(seen) == 16


def test_the_tickets_read_as_their_legend_says():
    """By hand from the columns of RULES 16.1 to 16.4 and the legend in tools/ticket.py."""
    for key, line in (
        ("club", "D =pile ×2/×4:0 A:m ≥1500 ↺ "
                 "SA:A100.100.200.150 TA:258 C:F252,×0,d252,+90 ≥≥fait"),
        ("it", "F+D 162 ×2/×4:F ≥1000 ↺ C:F162"),
        ("fr", "F+D 160 ×2/×4 ≥d B:déf A 5↑ ≥2000 ↺ SA TA C:×n250,−250"),
        ("ffb_coinchee_2015", "F+D 160 ×2/×4 >d A:×,C,m 5↑L ≥2000 ↺ C:F252,×250 Vb"),
        ("ffb_contree_2016", "F+D 160 ×2/×4 B:déf,× 5↑ ≥2000 ↺ C:n252,−250"),
        ("ffb_contree_2016_note1", "F+D 160 D×2/×4 B:déf,× 5↑ ≥2000 ↺ C:n252,−250,×F"),
        ("ffb_contree_2016_pf", "F =160 ×2/×4 B:déf,× 5↑ ≥2000 ↺ C:a500,n252,−500,×+100"),
        ("forfaits", "F =160 ×2/×4 B:déf,×,C 5↑ ≥2000 ↺ C:a500,−500 ≥≥haut V"),
        ("pagat", "F+D 160 D×2/×4:F+d 80=82 B:pr 5↑L ≥2000 ↺ C:−250,!× ==fait"),
        ("bga", "F+D 162 ×2/×4:F 80=82 B:×0,m,TA0 >2000 ↺ SA:11 TA:248 ==½"),
        ("bga_bid_only", "D 0 ×2/×4 80=82 B:m,TA0 >1000 ↺ SA:11 TA:248 C:×0 ==½"),
        ("cannes_2016", "F+D 162 D×2/×3 B:déf,× 6↑L ≥2001 ↺ C:D270,F252,×n252,d252 fin"),
        ("annonces_seules", "D 0 ×2/×4 B:0 ≥1000 ↺ C:×0"),
        ("apps_162", "F+D 162 ×2/×4:F+d >d A ≥2000 ↺ C:F252"),
        ("local", "F+D 160 D×2/×3 B:déf,× 6↑ ≥2000 ↺ C:F252,×250 Vb fin"),
        ("contree_162_x3", "F+D 162 D×2/×3 B:déf,× ≥2000 ↺ C:F252,×n252"),
    ):  # fmt: skip
        assert " ".join(ticket(profile.resolve(key))) == line, key


def test_rare_rules_read_as_their_legend_says():
    base = profile.resolve({"values": {"bid.SA": True, "bid.TA": True, "melds.on": True,
                                       "bid.generale": True}})  # fmt: skip
    quiet = ticket(base)
    for name, value, token in (
        ("made.defence_points", False, "F+D/0"), ("fail.base_SA", 152, "160/SA152"),
        ("fail.contract", False, "=160"), ("dbl.max_level", 0, "×1"), ("dbl.max_level", 1, "×2"),
        ("dbl.mul_contract", False, "F×2/×4"), ("dbl.defence_points", True, "×2/×4+d"),
        ("test.extra", 2, "D+2"), ("test.on_rounded", True, "T↑"), ("test.belote", False, "B:T"),
        ("test.melds", False, "A:T"), ("belote.scored", False, "B:0"),
        ("belote.on_dbl_made", "winner", "B:×+"), ("belote.on_dbl_fail", "winner", "B:×−"),
        ("belote.on_dbl_made", "lost", "B:×0"), ("belote.on_capot", "winner", "B:C"),
        ("belote.max_TA", 1, "B:TA1"), ("dbl.mul_belote", True, "B:m"),
        ("melds.on_fail", "holder", "A:h"), ("melds.on_dbl_made", "winner", "A:×"),
        ("melds.on_capot", "winner", "A:C"), ("melds.tie", "first", "A:1er"),
        ("melds.card_reuse", True, "A:+"), ("melds.four_7_8", "cancel_melds", "A:7A"),
        ("melds.four_7_8", "cancel_deal", "A:7D"), ("round.on", "points", "1↑"),
        ("contract.factor", {"suit": 1, "SA": 2, "TA": 1}, "SA×2"),
        ("pile.SA_method", "ace11_raw", "SA:130"), ("pile.TA_method", "table_J13_Q2", "TA:13"),
        ("melds.SA_carre_nines", 150, "SA:A200.150.100.150"), ("capot.bonus_dbl", 100, "C:×+100"),
        ("capot.detect", "zero_points", "C:0p"), ("dbl.mul_base_slam", False, "C:×D"),
        ("generale.contract", 1000, "G:D1000"), ("generale.points", 600, "G:F600"),
        ("generale.base_dbl", 160, "G:×160"), ("generale.fail_base", 500, "G:−500"),
        ("match.both", "takers", "≥≥pr"), ("match.veto", "capot_or_failed", "V"),
        ("match.quota_deals", 12, "12d"), ("match.reach", "gt", ">2000"),
    ):  # fmt: skip
        tokens = ticket(with_value(base, name, value))
        assert [one for one in tokens if one not in quiet] == [token], (name, value, tokens)


def test_one_changed_parameter_changes_the_ticket_or_no_mark():
    """Each scoring parameter, each listed value, both ends and the middle of its range."""
    source = load(SOURCE)
    rng = Rng(5)
    alike = tried = 0
    for base in bases():
        line = ticket(base)
        for name in scoring_parameters(source):
            for value in changed(rng, name, source["parameters"][name], base):
                other = with_value(base, name, value)
                if other is None:
                    continue
                tried += 1
                if ticket(other) == line:
                    alike += 1
                    if alike % SAMPLE == 0:
                        assert_alike(base, other, (name, value))
    assert tried > 1000, tried
    assert alike * 4 < tried, (alike, tried)


def test_from_a_profile_where_all_is_played_every_scoring_parameter_shows():
    """Where everything may be bid and played only what another value switches off stays silent."""
    source = load(SOURCE)
    rng = Rng(9)
    silent = set()
    base = next(bases())
    for name in scoring_parameters(source):
        for value in changed(rng, name, source["parameters"][name], base):
            other = with_value(base, name, value)
            if other is not None and ticket(other) == ticket(base):
                silent.add(name)
    # a tie needs test.beat gt, tens need unit 10, the complement needs points
    expected = ["match.last_deal_exact", "round.up_from", "test.tie"]
    assert sorted(silent) == expected, sorted(silent)


def test_two_random_profiles_with_one_ticket_mark_alike():
    source = load(SOURCE)
    names = scoring_parameters(source)
    rng = Rng(21)
    seen = {}
    for _ in range(150):
        values = profile.resolve(rng.pick(("it", "fr", "bga")))
        for _ in range(2):
            name = rng.pick(names)
            value = rng.pick(changed(rng, name, source["parameters"][name], values) or [None])
            values = (with_value(values, name, value) if value is not None else None) or values
        line = " ".join(ticket(values))
        if line in seen and values != seen[line] and rng.below(SAMPLE) == 0:
            assert_alike(seen[line], values, profile.difference(values, seen[line]))
        seen[line] = values


def test_procedure_and_play_stay_off_the_ticket():
    """They change no mark; a ticket that grew with them would not fit."""
    source = load(SOURCE)
    base = profile.resolve("fr")
    for name in source["parameters"]:
        if name in PROCEDURE or name.startswith("play."):
            for value in source["parameters"][name]["values"]:
                values = dict(base)
                values[name] = value
                assert ticket(values) == ticket(base), name


def test_the_target_of_the_match_stands_on_the_ticket():
    """G95: with the sign of reached or exceeded."""
    assert "≥1234" in ticket(profile.resolve("it"), 1234)
    assert ">2000" in ticket(profile.resolve("bga"))
    assert "12d" in ticket(profile.resolve({"values": {"match.quota_deals": 12}}))


def test_typical_tickets_are_short_and_rare_rules_stand_behind_the_arrow():
    usual = {"belote.on_fail": "defence", "round.unit": 10, "round.on": "points"}
    line = " ".join(ticket(profile.resolve({"values": usual})))
    assert line == "F+D 160 ×2/×4 B:déf 5↑ ≥2000 ↺"  # the example of issue 2
    for key in profile.KEYS:
        tokens = ticket(profile.resolve(key))
        assert len(" ".join(tokens[: tokens.index("↺") + 1])) <= 42, tokens
        assert len(" ".join(tokens)) <= 90, tokens


def test_the_arrow_is_the_direction_of_the_deal():
    assert "↻" in ticket(profile.resolve({"values": {"deal.direction": "cw"}}))


def test_every_phrase_is_written_in_french_and_english_with_its_blanks():
    texts = load(TEXTS)
    rng = Rng(2)
    source = load(SOURCE)
    used = set()
    some = [profile.resolve(key) for key in profile.KEYS] + list(bases())
    names = "dbl.max_level test.extra made.contract bid.TA fail.base test.beat"
    for name in names.split(" "):
        for value in changed(rng, name, source["parameters"][name], some[1]):
            some.append(with_value(some[1], name, value) or some[1])
    some.append(profile.resolve({"values": {"fail.base": "pile", "made.contract": False}}))
    some.append(profile.resolve({"extends": "cannes_2016", "values": {"dbl.max_level": 1}}))
    some.append(profile.resolve({"extends": "forfaits", "values": {"dbl.max_level": 1}}))
    some.append(profile.resolve({"values": {"bid.SA": True}}))
    for values in some:
        for phrase in words(values, 20):
            used.add(phrase[0])
            for language in ("fr", "en"):
                text = texts[phrase[0]][language]
                blanks = len(text.split("{")) - 1
                assert blanks == len(phrase) - 1, (phrase, text)
                assert "{" not in text.format(*phrase[1:])
    assert sorted(used) == sorted(texts), [t for t in texts if t not in used]


def test_words_are_two_to_four_phrases_and_say_what_the_table_plays():
    for key in profile.KEYS:
        assert 2 <= len(words(profile.resolve(key))) <= 4
    assert words(profile.resolve("it")) == [
        ("w.made.both",), ("w.fail.bid", 162), ("w.dbl.two", 2, 4), ("w.melds.off",),
    ]  # fmt: skip
    assert words(profile.resolve("club"), 9) == [
        ("w.made.bid",), ("w.fail.pile",), ("w.dbl.two", 2, 4), ("w.melds.on",),
        ("w.suits.SA.TA",),
    ]  # fmt: skip
    assert words(profile.resolve("cannes_2016"), 9) == [
        ("w.made.both",), ("w.fail.bid", 162), ("w.dbl.bid.two", 2, 3), ("w.melds.off",),
        ("w.round.6",), ("w.suits",), ("w.belote.lost",),
    ]  # fmt: skip
    assert words(profile.resolve("ffb_contree_2016_pf"))[1] == ("w.fail", 160)
    assert words(profile.resolve("pagat"))[3] == ("w.need", 82)
    assert words(profile.resolve("forfaits"))[2] == ("w.dbl.flat.two", 320, 640)
