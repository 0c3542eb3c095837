"""A dispute has one answer under the rules of the table; its figures are those of score."""

from coinche import referee
from coinche.errors import RuleError
from support import refusal, rules

DISPUTE = {
    "id": 7,
    "question": {"fr": "{fail.base} ou rien ?", "en": "{fail.base} or nothing?"},
    "decided_by": ["fail.base", "dbl.max_level"],
    "answers": [
        {"when": {"fail.base": [160, 162]}, "answer": {"fr": "le {fail.base}.", "en": "that."}},
        {
            "when": {"fail.base": 0},
            "answer": {"fr": "{T} et {D}", "en": "{T} and {D}."},
            "compute": {
                "contract": 100, "denomination": "S", "level": 0, "taker_points": 60,
            },
        },
        {"when": {"fail.base": {"not": [0, 160, 162]}}, "answer": {"fr": "autre", "en": "other"}},
    ],
}  # fmt: skip
LISTS = {
    "323": {"fr": "3-2-3"},
    "332": {"fr": "3-3-2"},
    "233": {"fr": "2-3-3"},
    "number": {"fr": "# aux autres"},
    "redeal": {"fr": "redonne"},
    "join": {"fr": " ; "},
}


def test_a_condition_is_a_value_a_list_or_a_not_and_type_counts():
    for wanted, value, expected in (
        (0, 0, True), (0, False, False), (False, 0, False), (True, True, True), (1, True, False),
        ("a", "a", True), (None, None, True), (None, 0, False), ([1, 2], 2, True),
        ([1, 2], 3, False), ({"not": 0}, 1, True), ({"not": 0}, 0, False),
        ({"not": [0, 1]}, 2, True), ({"not": [0, 1]}, 1, False), ({"not": 0}, False, True),
    ):  # fmt: skip
        assert referee.matches(wanted, value) is expected, (wanted, value)


def test_the_answer_is_the_one_whose_condition_holds():
    assert referee.ruling(DISPUTE, rules(fail__base=162)) == 0
    assert referee.answer(DISPUTE, rules(fail__base=162), {}, "fr") == "Le 162."
    assert referee.answer(DISPUTE, rules(fail__base="pile"), {}, "en") == "Other"
    assert referee.question(DISPUTE, rules(fail__base=162), {}, "en") == "162 or nothing?"


def test_figures_are_those_of_score():
    """A failed 100 with a base of 0 and the contract written: 0 and 100."""
    values = rules(fail__base=0)
    assert referee.answer(DISPUTE, values, {}, "fr") == "0 et 100"


def test_lists_are_said_item_by_item():
    steps = dict(LISTS, nth={"fr": ["1re : ", "2e : ", "puis : "]})
    say = {"pen.misdeal": steps, "deal.packets": LISTS}
    text = {"id": 1, "question": {"fr": "{pen.misdeal}"}}
    values = rules(pen__misdeal=["redeal", "160"])
    assert referee.question(text, values, say, "fr") == "1re : redonne ; 2e : 160 aux autres"
    values = rules(pen__misdeal=["redeal", "redeal", "162"])
    assert referee.question(text, values, say, "fr").endswith("puis : 162 aux autres")
    assert referee.question(text, rules(), say, "fr") == "Redonne"
    text["question"]["fr"] = "{deal.packets}"
    assert referee.question(text, rules(), say, "fr") == "3-2-3 ; 3-3-2 ; 2-3-3"


def test_what_decides_is_said_with_its_values():
    values = rules(fail__base=162)
    assert referee.decided_by(DISPUTE, values) == {"fail.base": 162, "dbl.max_level": 2}


def test_a_dispute_without_one_answer_is_an_error():
    for answers in ([], DISPUTE["answers"] * 2):
        try:
            referee.ruling(dict(DISPUTE, answers=answers), rules())
        except RuleError as error:
            assert (error.field, error.why) == ("id", "answers")
        else:
            raise AssertionError(answers)


def test_every_parameter_of_a_text_is_filled_in_and_only_its_first_letter_raised():
    words = "{melds.tie} of {fail.base} or {dbl.level1}x at {bid.min}."
    text = {"id": 1, "question": {"en": words}}
    assert referee.question(text, rules(), {}, "en") == "Nobody of 160 or 2x at 80."


def test_lists_are_said_in_the_language_of_the_answer():
    said = {"en": "the steps are {pen.misdeal}.", "fr": "dans l'ordre : {pen.misdeal}."}
    dispute = {"id": 2, "answers": [{"when": {}, "answer": said}]}
    steps = {
        "redeal": {"en": "again", "fr": "redonne"},
        "number": {"en": "# to the others", "fr": "# aux autres"},
        "join": {"en": ", ", "fr": " ; "},
    }
    say = {"pen.misdeal": steps}
    values = rules(pen__misdeal=["redeal", "162"])
    text = referee.answer(dispute, values, say, "fr")
    assert text == "Dans l'ordre : redonne ; 162 aux autres."
    assert referee.answer(dispute, values, say, "en") == "The steps are again, 162 to the others."


def test_the_refusal_of_a_dispute_says_which_and_how_many_answers_hold():
    for answers, count in (([], 0), (DISPUTE["answers"] * 2, 2)):
        wrong = dict(DISPUTE, answers=answers)
        assert refusal(referee.ruling, wrong, rules()) == ("id", "answers", (7, count))
