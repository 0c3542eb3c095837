"""The resume code against a second reading of the specification at the head of resume.py: this one
takes the bits of the characters apart, resume.py counts in mixed numbers."""

from scorer import resume
from support import Rng

ALPHABET = "".join([chr(n) for n in list(range(48, 58)) + list(range(65, 91))])
ALPHABET = "".join([letter for letter in ALPHABET if letter not in "ILOU"])
BITS = (13, 13, 6, 5, 2, 1)


def decoded(code):
    """The values of a code, None where it is none: from the specification."""
    if len(code) != 10 or [letter for letter in code if letter not in ALPHABET]:
        return None
    bits = [ALPHABET.index(letter) >> n & 1 for letter in code for n in (4, 3, 2, 1, 0)]

    def number(some):
        value = 0
        for bit in some:
            value += value + bit
        return value

    if number(bits[40:]) != (number(bits[:40]) + 597) % 1021:
        return None
    values, at = [], 0
    for width in BITS:
        values.append(number(bits[at : at + width]))
        at += width
    return understood(values)


def understood(values):
    """Sixteen rule sets have a name."""
    return values[:3] + [values[3] if values[3] < 16 else 31] + values[4:]


def samples(count):
    """The corners, and values at random."""
    rng = Rng(7)
    yield [0] * 6
    yield [8191, 8191, 63, 31, 3, 1]
    yield [504, 1098, 4, 2, 1, 0]
    for place in range(6):
        one = [0] * 6
        one[place] = (1 << BITS[place]) - 1
        yield one
    for _ in range(count):
        yield [rng.bits() >> 8 & (1 << width) - 1 for width in BITS]


def test_there_are_thirty_two_characters_and_none_that_is_taken_for_another():
    assert len(ALPHABET) == 32


def test_a_code_says_what_was_put_into_it_by_both_readings():
    for values in samples(400):
        code = resume.write(*values)
        assert len(code) == 10 and not [letter for letter in code if letter not in ALPHABET]
        assert resume.read(code) == understood(values) == decoded(code)


def test_rules_of_a_later_program_are_others():
    """Whoever reads such a code is asked for them."""
    from coinche import profile

    assert resume.KNOWN == len(profile.KEYS)
    assert resume.read(resume.write(504, 1098, 4, 15, 1, 0))[3] == 15
    assert resume.read(resume.write(504, 1098, 4, 16, 1, 0))[3] == resume.OTHER


def test_the_code_of_a_known_match():
    """Worked by hand: 504, 1098, 4 deals, rules 2, West deals, by its own target; the bits in
    fives are 1, 31, 0, 17, 5, 1, 0, 18, and 67663725586 + 597 is 910 modulo 1021."""
    bits = "0000111111000" + "0010001001010" + "000100" + "00010" + "01" + "0"
    assert " ".join([bits[at : at + 5] for at in range(0, 40, 5)]) == (
        "00001 11111 00000 10001 00101 00001 00000 10010"
    )
    assert resume.write(504, 1098, 4, 2, 1, 0) == "1Z0H510JWE"


def test_any_single_wrong_character_is_refused():
    """Every character at every place of every sample."""
    for values in samples(40):
        code = resume.write(*values)
        for at in range(10):
            for letter in ALPHABET:
                wrong = code[:at] + letter + code[at + 1 :]
                assert (resume.read(wrong) is None) == (letter != code[at]), wrong
                assert (decoded(wrong) is None) == (letter != code[at]), wrong


def test_any_two_neighbours_that_changed_places_are_refused():
    for values in samples(400):
        code = resume.write(*values)
        for at in range(9):
            one, two = code[at], code[at + 1]
            if one != two:
                assert resume.read(code[:at] + two + one + code[at + 2 :]) is None, code


def test_single_errors_and_swaps_are_refused_whatever_the_code():
    """The law behind it, for all values: what an error adds to the number and to its check."""
    weights = [32 ** (7 - at) for at in range(8)]
    for weight in weights:
        for off in range(1, 32):
            assert weight * off % 1021
    for at in range(7):
        for off in range(1, 32):
            assert (weights[at] - weights[at + 1]) * off % 1021
    for off in range(1, 32):  # the last of the eight and the first of the check
        assert (off + 32 * off) % 1021


def test_about_one_of_a_thousand_wrong_codes_passes():
    rng = Rng(3)
    passed = 0
    for _ in range(10000):
        code = "".join([ALPHABET[rng.bits() >> 8 & 31] for _ in range(10)])
        found = resume.read(code)
        assert found == decoded(code)
        passed += found is not None
    assert 2 <= passed <= 25, passed


def test_what_is_beyond_the_limits_has_no_code():
    fine = [504, 1098, 4, 2, 1, 0]
    for at in range(6):
        for value in (1 << BITS[at], -1):
            wrong = list(fine)
            wrong[at] = value
            assert resume.write(*wrong) == "", wrong


def test_what_is_no_code_is_refused():
    code = resume.write(504, 1098, 4, 2, 1, 0)
    for wrong in ("", code[:9], code + "0", code.lower(), "I" + code[1:], " " + code[1:]):
        assert resume.read(wrong) is None
