"""The session as it was when the power went: from the lines of the journal and from the draft; and
one that has a match of the archive, only to be looked at.

Needed once a start, and for that look. What the journal could not read, or what makes no match, is
set aside by the journal, whose `notes` say so; nothing is overwritten.
"""

from coinche.errors import RuleError


def load(session):
    """Fills a new Session; an unfinished match comes back on its field without a question."""
    journal = session.journal
    lines, draft = journal.load()
    while True:
        try:
            read(session, lines)
            break
        except ValueError:
            lines, draft = journal.refuse()
    session.home()
    if draft:
        session.restore(draft)


def read(session, lines):
    """Settings and match from the lines of a journal; ValueError where they make none. The rules
    are read before anything is changed, because that is what heap may be short for."""
    box = [session.lang or "-", session.reader, "0", "0", ",,,", "off", "quick"]
    first, target, rules, told, own = "N", None, None, [], {}
    lock, start, number, times = "", None, "0", "0/0/0/0/0"
    for line in lines:
        kind, _, rest = line.partition(" ")
        if kind == "box":
            box = rest.split(" ")
            box += ("off", "quick")[len(box) - 5 :]  # an earlier firmware had neither
        elif kind == "match":
            first, goal, _, *more = rest.split(" ")
            target = int(goal) or None
            for word in more:
                name, value = _value(word, "so")
                if name == "s":
                    number = value
                else:
                    north, west, deals = value.split("/")
                    start = {"NS": int(north), "WE": int(west), "deals": int(deals)}
        elif kind == "own":
            name, text = rest.split(" ")
            own[name] = text
        elif kind == "rules":
            rules = rest
        elif kind == "e":
            told.append(rest)
        else:
            raise ValueError("journal: " + kind)
    agree, bids, *more = box[5:]
    for word in more:
        name, value = _value(word, "bl")
        if name == "b":
            times = value
        elif _is_lock(value):
            lock = value
        else:
            raise ValueError("journal: " + word)
    if agree not in ("off", "all", "last") or bids not in ("quick", "long"):
        raise ValueError("journal: no such settings: " + " ".join(box[5:]))
    lang, reader, north, west, names = box[:5]
    wins, times = [int(north), int(west)], [int(n) for n in times.split("/")]
    if len(times) != 5:
        raise ValueError("journal: no such series: %s" % times)
    strange = _strange(own) if own else ()
    session.own, session.strange = own, strange
    if strange and "own" not in session.journal.notes:
        session.journal.notes.append("own")
    if rules is not None and rules != session.rules_text:  # after a fault they are still there
        _play_by(session, rules)
    session.agree, session.bids, session.lock, session.start = agree, bids, lock, start
    session.lang = "" if lang == "-" else lang
    session.reader = reader
    session.wins, session.number, session.times = wins, int(number), times
    session.names = {seat: name for seat, name in zip("NWSE", names.split(",")) if name}
    session.first_dealer, session.target, session.lines = first, target, told
    session.state = None
    if rules is not None:
        if session.rules_key:  # the last table is offered first
            session.setup = session.rules_key, target or 0
        session.fold()


def _strange(own):
    """The names of rules that this program cannot read: they are kept, and offered by one that
    can."""
    from coinche import profile

    out = []
    for name in own:
        try:
            profile.from_text(own[name])
        except ValueError:
            out.append(name)
    return out


def _play_by(session, text):
    """In a function of its own, so that the large tables are gone when the match is played."""
    from coinche import profile

    session.play_by(profile.from_text(text))


def _is_lock(text):
    """The number of a table and the code of who organises."""
    table, _, code = text.partition(".")
    return table.isdigit() and len(code) == 8 and not code.strip("0123456789ABCDEF")


def _value(word, names):
    """(name, value) of a word like s=17, whose name is one of these letters."""
    name, _, value = word.partition("=")
    if len(name) != 1 or name not in names:
        raise ValueError("journal: no such word: " + word)
    return name, value


def past(s):
    """A Session with match s.fix of the archive; None where it is none, and then its file is set
    aside, or where its rules are those of another program."""
    try:
        kept = _kept(s, int(s.fix[1:]))
    except RuleError:
        return None
    try:
        return _played(s, *kept)
    except ValueError:
        from scorer import archive

        archive.set_aside(s.journal.fs, int(s.fix[1:]))
        return None


def _kept(s, number):
    from scorer import archive, lazy

    text, rules = s.remember("past", s.fix, lambda: archive.rules_of(s, number))
    lines = archive.lines_of(s.journal.fs, number)
    lazy.drop("scorer.archive")
    return text, rules, lines


def _played(s, text, rules, lines):
    from coinche import history, notation  # noqa: F401  the largest first, while there is room
    from scorer.session import Session

    found = Session(s.journal, s.lot)
    found.rules_text, found.base, found.rules = text, rules, rules
    read(found, lines)
    if found.state is None:
        raise ValueError("archive: no match")
    found.lang, found.reader = s.lang, s.reader
    return found
