"""The profile table against its source, tools/data/profiles.json, read by an own resolver."""

import sys

from coinche import profile
from coinche.errors import RuleError
from scorer.lazy import drop
from support import Rng, load, refusal

SOURCE = "../../tools/data/profiles.json"


def resolved(source, key):
    """Independent of the firmware: defaults, then each ancestor, then the profile."""
    if key is None:
        return {name: row["default"] for name, row in source["parameters"].items()}
    entry = source["profiles"][key]
    values = resolved(source, entry["extends"])
    values.update(entry["values"])
    return values


def refused(given):
    try:
        profile.resolve(given)
    except RuleError as error:
        return error
    return None


def matches(condition, value):
    if type(condition) is dict:
        wanted = condition["not"] if type(condition["not"]) is list else [condition["not"]]
        return value not in wanted
    return value in condition if type(condition) is list else value == condition


def is_invalid(source, values):
    return any(
        all(matches(wanted, values[name]) for name, wanted in entry["when"].items())
        for entry in source["invalid"]
    )


def random_profile(rng, source, changes):
    """Values of a valid profile: a published one with some listed or ranged values changed."""
    keys = sorted(source["profiles"])
    names = sorted(source["parameters"])
    while True:
        values = resolved(source, rng.pick(keys))
        for _ in range(changes):
            name = rng.pick(names)
            row = source["parameters"][name]
            if row["type"] == "map":
                values[name] = {"suit": 1, "SA": 1 + rng.below(2), "TA": 1}
            elif "range" in row and rng.below(2):
                low, high = row["range"]
                values[name] = low + rng.below(high - low + 1)
            else:
                values[name] = rng.pick(row["values"])
        if not is_invalid(source, values):
            return values


def test_every_parameter_of_the_source_is_in_the_table():
    source = load(SOURCE)["parameters"]
    names = [row[0] for row in profile.parameters()]
    assert len(names) == 116
    assert sorted(names) == sorted(source)


def test_defaults_and_published_profiles_have_the_values_of_the_source():
    """H109: sixteen rule sets are rows of one table, read here by a second resolver."""
    source = load(SOURCE)
    assert profile.resolve(None) == resolved(source, None)
    assert sorted(profile.KEYS) == sorted(source["profiles"])
    for key in profile.KEYS:
        values = profile.resolve(key)
        assert values == resolved(source, key), key
        for name in values:
            assert type(values[name]) is type(resolved(source, key)[name]), (key, name)


def test_titles_are_those_of_the_source_in_five_languages():
    for key, entry in load(SOURCE)["profiles"].items():
        for language in ("fr", "en", "it", "es", "pt"):
            assert profile.title(key, language) == entry["title"][language], (key, language)


def test_own_values_stand_over_those_of_the_base():
    values = profile.resolve({"extends": "fr", "values": {"match.target": 1500, "bid.SA": False}})
    expected = profile.resolve("fr")
    expected["match.target"] = 1500
    expected["bid.SA"] = False
    assert values == expected


def test_unknown_keys_fields_and_parameters_are_refused_by_name():
    for given, field in (
        ("no_such", "profile"),
        (7, "profile"),
        ([], "profile"),
        ({"extends": "no_such"}, "profile.extends"),
        ({"extends": 3, "values": {}}, "profile.extends"),
        ({"base": "fr"}, "profile.base"),
        ({"values": []}, "profile.values"),
        ({"extends": "fr", "values": {"round.units": 10}}, "profile.values.round.units"),
    ):
        error = refused(given)
        assert error and error.field == field, (given, error)


def test_every_parameter_refuses_a_wrong_type_and_names_itself():
    """true is not 1, "10" is not 10, no value is silently read as another."""
    for name, row in load(SOURCE)["parameters"].items():
        wrong = [[], {}, 3.5, -1, 99999, "no_such", "160"]
        wrong += [] if row["type"].startswith("bool") else [True, False]
        wrong += [0, 1] if row["type"].startswith("bool") else []
        wrong += [] if "null" in row["type"] else [None]
        wrong += [[["no_such"]], ["323", "323"], ["0"]] if row["type"].startswith("list") else []
        for value in wrong:
            if "items_int" in row and value == ["323", "323"]:
                continue  # two misdeals at 323 points
            error = refused({"extends": None, "values": {name: value}})
            assert error, (name, value)
            assert error.field == "profile.values." + name, (name, value, error.field)
            assert str(error).startswith("profile.values.%s: must be" % name), str(error)


def test_every_listed_value_and_both_ends_of_every_range_are_accepted():
    source = load(SOURCE)
    for name, row in source["parameters"].items():
        values = [] if row["type"] == "map" else list(row["values"])
        if "range" in row:
            low, high = row["range"]
            values += [low, high]
            listed = row["values"]
            for beyond in (low - 1, high + 1):
                if beyond not in listed:
                    error = refused({"extends": None, "values": {name: beyond}})
                    assert error and error.field == "profile.values." + name, (name, beyond)
                    assert "%d..%d" % (low, high) in str(error), str(error)
        for value in values:
            own = resolved(source, None)
            own[name] = value
            if not is_invalid(source, own):
                assert profile.resolve({"extends": None, "values": {name: value}}) == own, name


def test_every_refused_combination_is_refused_by_the_name_of_a_parameter_in_it():
    source = load(SOURCE)
    for entry in source["invalid"]:
        values = {}
        for name, wanted in entry["when"].items():
            if type(wanted) is dict:
                row = source["parameters"][name]
                values[name] = next(v for v in row["values"] if v != wanted["not"])
            else:
                values[name] = wanted[0] if type(wanted) is list else wanted
        error = refused({"extends": None, "values": values})
        assert error and error.why == "combination", entry
        assert error.field[len("profile.values.") :] in entry["when"], error.field
        for name in entry["when"]:
            assert name in str(error), (name, str(error))
        own = resolved(source, None)
        profile.combined(own)  # what is in order is not refused
        own.update(values)
        assert refusal(profile.combined, own)[1] == "combination", entry


def test_a_profile_is_accepted_exactly_where_no_combination_of_the_source_refuses_it():
    """Random pairs of listed values on a published profile, judged by an own reading."""
    source = load(SOURCE)
    rng = Rng(7)
    names = [n for n in sorted(source["parameters"]) if n != "contract.factor"]
    involved = sorted({name for entry in source["invalid"] for name in entry["when"]})
    count = 0
    for _ in range(150):
        key = rng.pick(profile.KEYS)
        own = {}
        for pool in (involved, involved, names):
            name = rng.pick(pool)
            own[name] = rng.pick(source["parameters"][name]["values"])
        values = resolved(source, key)
        values.update(own)
        error = refused({"extends": key, "values": own})
        assert bool(error) == is_invalid(source, values), (key, own, error)
        count += bool(error)
    assert 10 < count < 140


def test_whole_numbers_in_the_misdeal_steps_read_as_their_words():
    values = profile.resolve({"values": {"pen.misdeal": ["redeal", 162]}})
    assert values["pen.misdeal"] == ["redeal", "162"]


def test_the_field_of_a_combination_is_a_value_that_was_given():
    """Each of these clashes with a value of the base: the own value is the one to change."""
    for key, name, value in (
        ("club", "bid.order", None),
        ("club", "pile.TA", 162),
        ("bga", "bid.end_passes", 3),
        ("pagat", "dbl.mul_contract", False),
        ("it", "bid.self_raise", "yes"),
    ):
        error = refused({"extends": key, "values": {name: value, "match.target": 1000}})
        assert error.field == "profile.values." + name, (key, error.field)


def test_messages_say_what_was_given_and_what_may_be():
    for own, text in (
        ({"round.unit": 5}, "profile.values.round.unit: must be 1 10, not 5"),
        ({"test.extra": True}, "profile.values.test.extra: must be 0 2 or 2..10, not True"),
        ({"fail.base_SA": 261},
         "profile.values.fail.base_SA: must be null 152 or 0..260, not 261"),
        ({"deal.packets": ["32"]},
         "profile.values.deal.packets: must be 323+332+233 323 323+233 44+323+332+233 "
         "or a list of 323, 332, 233, 44, not 32"),
        ({"match.targets": [1000, 900]},
         "profile.values.match.targets: must be 1000+1500+2000+2001+3000 "
         "or up to 9 rising numbers in 100..10000, not 1000+900"),
        ({"pile.TA": 258},
         "profile.values.pile.TA: combination (pile.TA = 258, pile.TA_method = x162/258, "
         "A scaled all-trump pile is 162.)"),
    ):  # fmt: skip
        assert str(refused({"values": own})) == text, str(refused({"values": own}))
    assert str(refused("x")).endswith(" contree_162_x3, not x")


def test_lists_of_numbers_have_bounds():
    nine = [100, 200, 300, 400, 500, 600, 700, 800, 10000]
    for targets, is_good in ((nine, True), (nine[:1], True), ([99], False), ([10001], False),
                             (nine[:8] + [900, 1000], False), ([500, 500], False)):  # fmt: skip
        assert (refused({"values": {"match.targets": targets}}) is None) == is_good, targets
    for steps, is_good in ((["1000"], True), (["1001"], False), (["1", "redeal"], True),
                           (["01"], False), (["123456"], False)):  # fmt: skip
        assert (refused({"values": {"pen.misdeal": steps}}) is None) == is_good, steps


def test_check_wants_every_parameter():
    values = profile.resolve("it")
    profile.check(values)
    del values["round.on"]
    try:
        profile.check(values)
        raise AssertionError("accepted")
    except RuleError as error:
        assert (error.field, error.why) == ("round.on", "missing")


def test_difference_is_what_a_base_needs_to_become_the_profile():
    source = load(SOURCE)
    rng = Rng(3)
    for _ in range(20):
        values = random_profile(rng, source, 4)
        key = rng.pick(profile.KEYS)
        own = profile.difference(values, profile.resolve(key))
        assert profile.resolve({"extends": key, "values": own}) == values
        assert all(resolved(source, key)[name] != own[name] for name in own)


def test_named_knows_the_published_profiles_and_no_other():
    for key in profile.KEYS:
        values = profile.resolve(key)
        assert profile.named(values) == key
        values["match.target"] = 1234
        assert profile.named(values) is None


def test_the_text_of_a_profile_reads_back_as_the_same_profile():
    source = load(SOURCE)
    rng = Rng(11)
    for changes in (0, 1, 3, 9, 30, 60) * 4:
        values = random_profile(rng, source, changes)
        text = profile.to_text(values)
        assert " " not in text and max([ord(c) for c in text]) < 127
        assert profile.from_text(text) == values, text


def test_the_text_of_a_published_profile_fits_200_characters():
    assert max([len(profile.to_text(profile.resolve(key))) for key in profile.KEYS]) <= 200


def test_a_damaged_text_is_refused_or_is_another_whole_profile():
    """Never an exception of another kind, never half a profile."""
    text = profile.to_text(profile.resolve("cannes_2016"))
    damaged = [text[:n] for n in range(len(text))] + [text + "0", text + " "]
    for i in range(0, len(text), 3):
        damaged += [text[:i] + c + text[i + 1 :] for c in "0z(+x"]
    for bad in damaged:
        if bad == text:
            continue
        try:
            values = profile.from_text(bad)
        except RuleError:
            continue
        assert profile.to_text(values) == bad, bad


def test_texts_that_no_profile_writes_are_refused():
    good = profile.to_text(profile.resolve("it"))
    at = good.index("(501")
    for bad in ("", "2" + good[1:], good[:at] + "(0501+701+1000)" + good[at + 14 :],
                good[:1] + "(162)" + good[2:],
                good.replace("(501+701+1000)", "(701+501)")):  # fmt: skip
        try:
            profile.from_text(bad)
            raise AssertionError(bad)
        except RuleError:
            pass


def test_the_order_and_the_value_codes_of_the_journal_are_frozen():
    """host_tests/data/profile_code.json is what old journals hold: it may only be added to."""
    frozen = load("profile_code.json")
    rows = list(profile.parameters())
    for i, (name, listed) in enumerate(frozen["rows"]):
        assert rows[i][0] == name, (i, name)
        assert rows[i][2][: len(listed)] == listed, name
    for key, text in frozen["codes"].items():
        assert profile.from_text(text) == profile.resolve(key or None), key
        assert profile.to_text(profile.resolve(key or None)) == text
    custom = frozen["custom"]
    given = {"extends": custom["extends"], "values": custom["values"]}
    assert profile.from_text(custom["text"]) == profile.resolve(given)


def test_the_large_tables_can_be_dropped_and_come_back():
    before, title = profile.resolve("bga"), profile.title("bga", "en")
    for _ in range(2):
        for name in ("tables", "published", "titles"):
            assert "coinche." + name in sys.modules
            drop("coinche." + name)
            assert "coinche." + name not in sys.modules
        assert profile.resolve("bga") == before and profile.title("bga", "en") == title
