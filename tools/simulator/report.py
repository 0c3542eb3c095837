"""What the device shows, as data. Runs inside the device's MicroPython; nothing of it ships."""

import binascii


def _crc(app):
    return binascii.crc32(app.layout.canvas.frame) & 0xFFFFFFFF


def idle(app):
    """[whether anything is still to be drawn or shown, CRC-32 of the frame that was drawn]"""
    return [app.busy(), _crc(app)]


def _named(names, *values):
    """{name: value}. The names come out of one long text, because each short constant would stay
    in the device's table of names and count against its heap."""
    return dict(zip(names.split(" "), values))


def _reach(row, choice, page):
    """For a hand that reads the screen: [(key, kind, [answers it leads to])]."""
    out = []
    keys = row.keys(choice, page)
    for i in range(4):
        if choice.layout == "browse":
            continue
        if keys[i]:
            kind = "long" if choice.long and keys[i] == [choice.writes] else "press"
            out.append((row.KEYS[i], kind, keys[i]))
    for i in (1, 2):
        if choice.holds[i - 1] is not None:
            out.append((row.KEYS[i], "hold", [choice.holds[i - 1]]))
    return out


def _answers(app, choice):
    """How a hand that reads the screen reaches each answer: keys, or a list and its focus."""
    at = app.focus(choice)
    if not hasattr(app.style, "labels"):
        quick = [app.style.quick, choice.quick] if choice.quick else None
        return {"list": [app.style.ids(choice), at], "quick": quick}
    answers = {"keys": _reach(app.style, choice, app.session.page)}
    if choice.layout == "browse":
        answers["browse"] = [choice.listing(), at]
    return answers


def hand(app):
    """What a quick hand looks at: the screen, the answers and what has been typed."""
    session = app.session
    return _named(
        "screen answers typed tricks",
        session.screen,
        _answers(app, app.choice()),
        session.typed,
        session.facts.get("tricks"),
    )


def state(app):
    """The answer to the bench's `state`, and `answers`: how a hand that reads the screen reaches
    each answer."""
    session = app.session
    choice = app.choice()
    match = session.state
    if hasattr(app.style, "labels"):
        labels = [
            answer + ("/" + rare if rare else "")
            for answer, rare in app.style.labels(choice, session.page, app.words)
        ]
    else:
        labels = [choice.labels[a] for a in app.style.ids(choice)]
    fields = dict(session.facts)
    fields["taker"] = session.taker
    fields["typed"] = session.typed
    fields["page"] = session.page
    fields["setup"] = list(session.setup)
    panel = app.panel
    machine = _named(
        "busy partial full saves drafts frame_crc tight spill seen",
        app.busy(),
        panel.partials,
        panel.fulls,
        session.journal.saves,
        session.journal.drafts,
        _crc(app),
        list(app.layout.tight),
        list(app.layout.canvas.spill),
        app.seen_at is not None,
    )
    contract = None
    if session.facts:
        contract = {k: session.facts.get(k) for k in ("contract", "denomination", "level")}
    return _named(
        "screen focus fields text keys answers dealer speaker contract totals deal over marks "
        "winner profile lang note machine",
        session.screen,
        app.focus(choice),
        fields,
        list(app.layout.canvas.log),
        labels,
        _answers(app, choice),
        match and match["dealer"],
        match and match["speaker"],
        contract,
        match and match["totals"],
        match and match["deals"] + 1,
        bool(match and match["over"]),
        match and match["marks"],
        match and match["winner"],
        session.rules_key,
        session.lang,
        session.note,
        machine,
    )
