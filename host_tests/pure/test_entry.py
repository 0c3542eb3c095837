"""What the screens of an entry ask: the rules and the contract decide it, not where who sits."""

from coinche import match, profile
from scorer.screens import count, declare, number, play, preview, side, suit
from scorer.session import Session

SEATS = ("N", "W", "S", "E")
SCREENS = (number, suit, play, declare, side, count, preview)
CONTRACTS = ((100, "H"), (80, "S"), (100, "SA"), (100, "TA"), ("capot", "D"))


def word(name, *_):
    return name


def asked(values, taker, dealer, reader, facts):
    """The answers of every screen of the entry, in any order: keys may turn with the table."""
    session = Session(None, None, "fr")
    session.base = session.rules = values
    session.first_dealer, session.reader = dealer, reader
    session.state = match.start(values, 3000, dealer)
    session.taker = taker
    out = []
    for screen in SCREENS:
        session.facts = dict(facts)
        session.typed = "d"
        if screen is preview:
            session.facts["made"] = False
        choice = screen.ask(session, word)
        out.append((sorted(choice.listing()), choice.writes))
    return out


def test_the_same_is_asked_whoever_takes_deals_and_reads():
    """A20: each option of a contract is there for the dealer's side and for the other one."""
    for key in ("fr", "bga"):
        values = profile.resolve(key)
        for contract, denomination in CONTRACTS:
            if denomination in ("SA", "TA") and not values["bid." + denomination]:
                continue
            facts = {"contract": contract, "denomination": denomination, "level": 0}
            first = None
            for taker in SEATS:
                for dealer in ("N", "W"):
                    got = asked(values, taker, dealer, SEATS[SEATS.index(taker) - 1], facts)
                    first = first or got
                    assert got == first, (key, facts, taker, dealer)
            assert first[-1][1] == "write" and len(first[2][0]) >= 3, first
