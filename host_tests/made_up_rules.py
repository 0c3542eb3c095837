"""Made-up rule sets and bids for hypothesis: any mixture of parameters that is valid."""

import json
from pathlib import Path

from hypothesis import assume
from hypothesis import strategies as st

from coinche import profile
from coinche.errors import RuleError

SOURCE = Path(__file__).resolve().parents[1] / "tools" / "data" / "profiles.json"
TABLE = json.loads(SOURCE.read_text(encoding="utf-8"))
PARAMETERS = TABLE["parameters"]
# what section 11 reads; the piles follow from their methods
SCORING = [
    name
    for name in PARAMETERS
    if name.split(".")[0]
    in ("test", "made", "fail", "dbl", "capot", "generale", "round", "pile", "contract")
    or name.startswith(("belote.", "melds.on", "match.veto", "match.last_deal_exact"))
]
SCORING = [name for name in SCORING if name not in ("pile.SA", "pile.TA", "pile.suit")]


def values_of(name):
    """Any value that the table allows, the listed ones twice as often as those of the range."""
    row = PARAMETERS[name]
    if row["type"] == "map":
        return st.fixed_dictionaries({k: st.sampled_from(v) for k, v in row["values"].items()})
    listed = st.sampled_from(row["values"])
    if "range" in row:
        low, high = row["range"]
        return st.one_of(listed, listed, st.integers(low, high))
    return listed


@st.composite
def profiles(draw):
    """A published rule set, or the defaults, with some parameters drawn anew."""
    base = draw(st.sampled_from([None, *TABLE["profiles"]]))
    names = draw(st.lists(st.sampled_from(SCORING), unique=True, max_size=25))
    values = {name: draw(values_of(name)) for name in names}
    given = profile.resolve(base)
    values.update({"bid.SA": True, "bid.TA": True, "bid.capot": True})
    values["bid.generale"] = not given["bid.generale_is_capot"]
    method = values.get("pile.SA_method", given["pile.SA_method"])
    values["pile.SA"] = 130 if method == "ace11_raw" else 162
    method = values.get("pile.TA_method", given["pile.TA_method"])
    values["pile.TA"] = 258 if method == "native258" else 162
    if values.get("round.complement"):
        values["round.on"] = "points"
    try:
        return profile.resolve({"extends": base, "values": values})
    except RuleError:
        assume(False)


@st.composite
def bids(draw, table):
    contract = draw(st.sampled_from([80, 80, 82, *range(90, 190, 10), 250, "capot", "generale"]))
    assume(contract != "generale" or table["bid.generale"])
    highest = table["dbl.max_level"]
    if isinstance(contract, str) and not table["dbl.capot_allowed"]:
        highest = 0
    return {
        "contract": contract,
        "denomination": draw(st.sampled_from(["S", "H", "D", "C", "SA", "TA", "TA"])),
        "level": draw(st.integers(0, highest)),
    }
