"""The rules against their independent models (host_tests/models) on random mixtures of parameters;
make prove plays many more.  A case is a number: hypothesis prints the one that fails, and
`python host_tests/prove.py --cases 1 --seed NUMBER NAME` plays it again."""

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

import prove
from models import agree


@pytest.mark.parametrize("name", agree.CASES)
def test_rules_and_model_agree(name):
    """J11: an engine of its own for every rule. A4: cards, declarations, auction and match, each
    written a second time."""
    @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.integers(0, 2**32))
    def agrees(seed):
        kind = agree.CASES[name](seed)
        assume(kind is not None)
        event(kind)

    agrees()


def test_a_model_that_answers_otherwise_is_a_failure_with_its_seed(monkeypatch, capsys):
    monkeypatch.setattr(agree.play_model, "legal", lambda *_, **__: (set(), "lead"))
    assert prove.main(["--cases", "5", "play"]) == 1
    assert "play: seed 0" in capsys.readouterr().out


def test_what_was_proven_is_said_with_its_seeds(capsys):
    assert prove.main(["--cases", "50", "--seed", "7", "play", "match"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("play: 50 cases agree, seeds 7 to ")
    assert lines[1].startswith("match: 50 cases agree, seeds 7 to ")
    with pytest.raises(SystemExit):
        prove.main(["tricks"])
