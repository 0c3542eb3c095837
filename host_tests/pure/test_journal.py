"""The format of the journal and of the draft, and every way in which a file can be wrong, over a
fake of the file port (which passes the contract of the real one, see host_tests/storage for the
power cuts).  Cases of practice: an empty file, one of two, both damaged, newer, equal, too long.
"""

from fake_files import FakeFiles, check_files
from scorer.journal import Journal

EVENING = tuple("deal %s 1%02dH x2 =1%02d b1 é♥" % ("NWSE"[n % 4], n, n) for n in range(30))


def crc32(data):
    """CRC-32 of zip and Ethernet, bit by bit: not the function that the journal uses."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def framed(head, *lines):
    data = "".join(line + "\n" for line in (head,) + lines).encode()
    return data + b"=%08x" % crc32(data)


def opened(files):
    """A journal over these files, as after a start: (journal, lines, draft)."""
    journal = Journal(files)
    lines, draft = journal.load()
    return journal, lines, draft


def loaded(files):
    return opened(files)[1:]


def saved(*states):
    """Files after these saves, one after the other."""
    files = FakeFiles()
    journal = opened(files)[0]
    for lines in states:
        assert journal.save(lines) == "saved"
    return files


def raises(kind, call, *args):
    try:
        call(*args)
    except kind as e:
        return e
    raise AssertionError("nothing was raised")


def test_the_fake_keeps_the_contract_of_the_port():
    fs = FakeFiles(piece=64)
    check_files(fs, fs.mkdir)


def test_a_new_box_is_empty_and_says_nothing():
    journal, lines, draft = opened(FakeFiles())
    assert (lines, draft, journal.notes, journal.saves) == ([], "", [], 0)


def test_the_bytes_are_those_of_the_header_comment():
    files = saved(["N 100H", "", "é♥"], iter(["W 80S"]))
    assert files.data["match.a"] == framed("dx1 1", "N 100H", "", "é♥")
    assert files.data["match.b"] == framed("dx1 2", "W 80S")
    journal = opened(files)[0]
    assert journal.save_draft("100H ?") == "saved"
    assert files.data["draft.a"] == framed("dx1 1", "2 100H ?")


def test_what_was_saved_is_loaded_whatever_the_size_of_the_pieces():
    for piece in (1, 2, 31, 512, 100000):
        files = saved(EVENING, EVENING + ("", "x" * 600))
        files.piece = piece
        assert loaded(files) == (list(EVENING + ("", "x" * 600)), "")


def test_no_line_at_all_is_a_state_too():
    files = saved(["one"], [])
    assert loaded(files) == ([], "")
    assert opened(files)[0].save(["two"]) == "saved"
    assert loaded(files)[0] == ["two"]


def test_saves_take_turns_and_leave_the_state_before_untouched():
    files = FakeFiles()
    journal = opened(files)[0]
    for n in range(6):
        kept = dict(files.data)
        assert journal.save(EVENING[:n]) == "saved"
        changed = [name for name in files.data if files.data[name] != kept.get(name)]
        assert changed == ["match.b" if n % 2 else "match.a"]
        if n % 2:  # a restart between two saves changes nothing
            journal = opened(files)[0]
    assert files.writes == ["match.a", "match.b"] * 3


def test_a_save_before_load_is_an_error_and_writes_nothing():
    for call in ("save", "save_draft"):
        files = saved(["one"])
        kept = dict(files.data)
        raises(TypeError, getattr(Journal(files), call), "two")
        assert files.data == kept


def test_every_truncation_falls_back_to_the_state_before():
    files = saved(EVENING[:-1], EVENING)
    whole = files.data["match.b"]
    for length in range(len(whole)):
        files.data = {"match.a": files.data["match.a"], "match.b": whole[:length]}
        journal, lines, _ = opened(files)
        assert lines == list(EVENING[:-1]), length
        if length:
            assert journal.notes == ["set_aside:match.b"], length
            assert files.data["match.bad2"] == whole[:length], "the damaged file is kept"
        else:
            assert journal.notes == [], "an empty file counts as absent"
        assert journal.save(["new"]) == "saved" and loaded(files)[0] == ["new"], length


def test_every_damaged_byte_falls_back_to_the_state_before():
    """D58: a total that the checksum does not vouch for is not shown."""
    files = saved(EVENING[:-1], EVENING)
    files.piece = 512
    first, whole = files.data["match.a"], files.data["match.b"]
    for at in range(len(whole)):
        for byte in (whole[at] ^ 1, whole[at] ^ 0x80, 0, 0x20, 0x0A, 0xFF):
            if byte == whole[at]:
                continue
            damaged = whole[:at] + bytes((byte,)) + whole[at + 1 :]
            files.data = {"match.a": first, "match.b": damaged}
            journal, lines, _ = opened(files)
            assert lines == list(EVENING[:-1]), (at, byte)
            assert journal.notes == ["set_aside:match.b"], (at, byte)
            assert files.data["match.bad2"] == damaged, (at, byte)


def test_a_byte_more_at_the_end_is_damage():
    for more in (b"\n", b" ", b"=00000000", b"\0"):
        files = saved(["one"], ["two"])
        files.data["match.b"] += more
        assert loaded(files) == (["one"], ""), more


def test_the_checksum_is_compared_as_text():
    # practice/storage.md: int(" 1f", 16) accepts a space where a leading zero was damaged
    n = 0
    while crc32(b"dx1 2\n%d\n" % n) >> 28:
        n += 1
    files = saved(["one"], ["%d" % n])
    assert files.data["match.b"][-9:-7] == b"=0"
    for other in (b"= ", b"=+", b"=\n"):
        damaged = FakeFiles(files.data)
        damaged.data["match.b"] = files.data["match.b"][:-9] + other + files.data["match.b"][-7:]
        assert loaded(damaged)[0] == ["one"], other


def test_only_one_of_the_two_files():
    for name, other, lines in (("match.a", "match.b", ["one"]), ("match.b", "match.a", ["two"])):
        files = saved(["one"], ["two"])
        del files.data[other]
        journal, got, _ = opened(files)
        assert (got, journal.notes) == (lines, [])
        kept = files.data[name]
        assert journal.save(["three"]) == "saved"
        assert files.data[name] == kept, "the only state is not written over"
        assert loaded(files)[0] == ["three"]


def test_both_damaged_are_kept_aside_and_the_box_starts_empty():
    files = saved(["one"], ["two"])
    a, b = files.data["match.a"][:-1], files.data["match.b"][:-1]
    files.data = {"match.a": a, "match.b": b}
    journal, lines, draft = opened(files)
    assert (lines, draft) == ([], "")
    assert journal.notes == ["set_aside:match.a", "set_aside:match.b"]
    assert files.data == {"match.bad": a, "match.bad2": b}
    assert journal.save(["three"]) == "saved"
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["three"], [])
    assert files.data["match.bad"] == a and files.data["match.bad2"] == b


def test_a_newer_version_is_left_untouched_and_outnumbered():
    newer = framed("dx2 40", "a line that only the later firmware can read")
    files = saved(["one"])
    files.data["match.b"] = newer
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["newer:match.b"])
    for n in range(3):
        assert journal.save(["one", str(n)]) == "saved"
        assert files.data["match.b"] == newer
    assert loaded(files)[0] == ["one", "2"]
    assert files.data["match.a"] == framed("dx1 43", "one", "2"), "the later firmware finds it"


def test_two_newer_files_are_left_untouched_and_saving_says_so():
    big = b"dx3 8\n" + b"y" * 20000  # longer than our cap, so its CRC is not read
    files = FakeFiles({"match.a": framed("dx2 7", "?"), "match.b": big})
    kept = dict(files.data)
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == ([], ["newer:match.a", "newer:match.b"])
    assert journal.save(["one"]) == "newer"
    assert files.data == kept


def test_loading_again_looks_again():
    files = FakeFiles({"match.a": framed("dx2 7", "?"), "match.b": framed("dx2 8", "?")})
    journal = opened(files)[0]
    assert journal.save(["one"]) == "newer"
    files.data.clear()  # the volume was formatted
    assert journal.load() == ([], "")
    assert journal.save(["one"]) == "saved" and loaded(files)[0] == ["one"]


def test_a_damaged_version_does_not_pass_for_a_newer_one():
    files = saved(["one"], ["two"])
    files.data["match.b"] = b"dx2" + files.data["match.b"][3:]
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["set_aside:match.b"])


def test_equal_numbers_are_decided_alike_and_the_next_save_wins():
    files = FakeFiles({"match.a": framed("dx1 5", "a"), "match.b": framed("dx1 5", "b")})
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["a"], [])
    assert journal.save(["c"]) == "saved"
    assert files.data["match.a"] == framed("dx1 5", "a")
    assert loaded(files)[0] == ["c"]


def test_numbers_are_compared_as_numbers():
    files = FakeFiles({"match.a": framed("dx1 9", "old"), "match.b": framed("dx1 10", "new")})
    assert loaded(files)[0] == ["new"]


def test_a_file_longer_than_the_cap_is_set_aside():
    for length, lines in ((16384, ["two"]), (16385, ["one"])):
        files = saved(["one"])
        fill = length - len(framed("dx1 2", "two", ""))
        files.data["match.b"] = framed("dx1 2", "two", "y" * fill)
        assert len(files.data["match.b"]) == length
        files.piece = 512
        journal, got, _ = opened(files)
        assert got[:1] == lines, length
        assert journal.notes == ([] if lines == ["two"] else ["set_aside:match.b"])


def test_headers_that_are_almost_ours_are_not_ours():
    heads = "dx1|dx1 |dx1 02|dx01 2|dx1  2|dx1 2 | dx1 2|dx1 +2|dx1 0x2|dx1 1_0|dx1\t2|dy1 2|dx0 2"
    for head in [""] + heads.split("|"):
        files = saved(["one"])
        files.data["match.b"] = framed(head, "two")
        assert loaded(files)[0] == ["one"], head


def test_a_right_checksum_over_bytes_that_are_not_text():
    files = saved(["one"])
    data = b"dx1 2\n\xff\xfe\n"
    files.data["match.b"] = data + b"=%08x" % crc32(data)
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["set_aside:match.b"])


def test_a_journal_that_the_rules_reject_is_set_aside_for_the_one_before():
    files = saved(["one"], ["nonsense"])
    rejected = files.data["match.b"]
    journal, lines, _ = opened(files)
    assert lines == ["nonsense"]
    assert journal.refuse() == (["one"], "")
    assert journal.notes == ["set_aside:match.b"] and files.data["match.bad2"] == rejected
    assert journal.refuse() == ([], "")
    assert journal.refuse() == ([], ""), "nothing left to refuse"
    assert journal.save(["three"]) == "saved" and loaded(files)[0] == ["three"]


def test_refusing_comes_to_an_end_where_nothing_can_be_set_aside():
    files = saved(["one"], ["nonsense"])
    journal = opened(files)[0]
    kept = dict(files.data)
    files.no_write = 30
    assert journal.refuse() == (["one"], "")
    assert journal.refuse() == ([], "")
    assert journal.refuse() == ([], "")
    assert journal.notes == ["stuck:match.b", "stuck:match.a"]
    assert journal.save(["two"]) == "failed" and files.data == kept


def test_a_folder_in_the_place_of_a_file_is_set_aside():
    files = saved(["one"])
    files.dirs.add("match.b")
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["set_aside:match.b"])
    assert journal.save(["two"]) == "saved" and loaded(files)[0] == ["two"]


def test_what_cannot_be_set_aside_is_left_alone():
    files = saved(["one"])
    files.dirs.add("match.b")
    files.data["match.bad"] = files.data["match.bad2"] = b"older accidents"
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["stuck:match.b"])
    for n in range(3):
        assert journal.save([str(n)]) == "saved"
    assert loaded(files)[0] == ["2"] and "match.b" in files.dirs
    files.dirs.add("match.a")
    del files.data["match.a"]
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == ([], ["stuck:match.a", "stuck:match.b"])
    assert journal.save(["x"]) == "failed"


def test_a_file_that_gives_a_read_error_is_set_aside():
    files = saved(["one"], ["two"])
    files.wrong["match.b"] = 5
    kept = files.data["match.b"]
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], ["set_aside:match.b"])
    assert files.data["match.bad2"] == kept


def test_without_a_file_system_the_table_plays_on_in_memory():
    files = saved(["one"])
    files.no_fs = True
    journal, lines, draft = opened(files)
    assert (lines, draft, journal.notes) == ([], "", ["no_fs"])
    assert journal.save(["two"]) == "no_fs"
    assert journal.save_draft("100H") == "no_fs"
    assert journal.saves == 0


def test_trouble_with_a_write_is_told_and_costs_nothing_stored():
    for errno, why in ((28, "full"), (19, "no_fs"), (30, "failed"), (5, "failed")):
        files = saved(["one"])
        assert opened(files)[0].save_draft("draft") == "saved"
        journal = opened(files)[0]
        files.no_write = errno
        assert journal.save(["two"]) == why
        assert journal.save_draft("other") == why
        assert loaded(files) == (["one"], "draft"), errno
        files.no_write = None
        # the draft is kept, and that the lines are not is still true: a full flash has room for
        # the one and not for the others, and once said nothing because of that
        assert journal.save_draft("other") == why
        assert journal.save_draft("other") == why
        assert loaded(files) == (["one"], "other")
        assert journal.save(["two"]) == "saved"
        assert loaded(files) == (["two"], "")
        assert journal.save_draft("more") == "saved"


def test_the_first_save_is_read_back():
    """D63: what is on the glass is what is in the file."""
    files = saved(["one"])
    journal = opened(files)[0]
    files.deaf = True
    assert journal.save(["two"]) == "failed"
    assert journal.saves == 0
    files.deaf = False
    files.reads = []
    assert journal.save(["two"]) == "saved"
    assert files.reads == ["match.b"], "the first that worked is read back too"
    assert journal.save(["three"]) == "saved"
    assert files.reads == ["match.b"], "the next are not"
    files.no_write = 28
    assert journal.save(["four"]) == "full"
    files.no_write = None
    assert journal.save(["four"]) == "saved"
    assert files.reads == ["match.b"] * 2, "but after a trouble again"
    assert loaded(files)[0] == ["four"]


def test_lines_that_fail_half_way_leave_the_state_before_and_no_trace():
    def lines():
        yield "two"
        raise ValueError("not today")

    for bad in (lines(), ["two", "a\nb"], ["two\n"]):
        files = saved(["zero"], ["one"])
        journal = opened(files)[0]
        raises(ValueError, journal.save, bad)
        journal, got, _ = opened(files)
        assert (got, journal.notes) == (["one"], [])
        assert journal.save(["two"]) == "saved" and loaded(files)[0] == ["two"]


def test_too_long_a_journal_is_refused_and_16_kb_are_not():
    room = 16384 - len(framed("dx1 3", ""))
    files = saved(["zero"], ["one"])
    journal = opened(files)[0]
    assert journal.save(["y" * (room + 1)]) == "too_long"
    assert journal.save("y" * 99 for _ in range(200)) == "too_long"
    journal, lines, _ = opened(files)
    assert (lines, journal.notes) == (["one"], [])
    assert journal.save(["y" * room]) == "saved"
    assert loaded(files)[0] == ["y" * room]


def test_the_draft_comes_back_with_its_match_only():
    files = FakeFiles()
    journal = opened(files)[0]
    assert journal.save_draft("first dealer ?") == "saved"
    assert loaded(files) == ([], "first dealer ?"), "before there is a match"
    journal.save(["one"])
    assert loaded(files) == (["one"], ""), "a save voids the draft"
    for text in ("1", "10", "100", "100H", "100H x2"):
        assert journal.save_draft(text) == "saved"
        assert loaded(files) == (["one"], text)
    journal.save(["one", "two"])
    assert loaded(files) == (["one", "two"], "")
    assert journal.save_draft("") == "saved"
    assert journal.save_draft("80S") == "saved"
    assert journal.save_draft("") == "saved"
    assert loaded(files) == (["one", "two"], ""), "an entry taken back is none"
    assert (journal.saves, journal.drafts) == (2, 8)


def test_an_unchanged_draft_is_not_written():
    files = saved(["one"])
    journal = opened(files)[0]
    journal.save_draft("100H")
    written = list(files.writes)
    assert journal.save_draft("100H") == "saved"
    journal = opened(files)[0]
    assert journal.save_draft("100H") == "saved", "nor after a restart"
    assert files.writes == written
    journal.save(["two"])
    journal.save_draft("100H")
    assert loaded(files) == (["two"], "100H"), "but the same text for another deal is"


def test_a_draft_of_100_bytes_fits_128_and_a_longer_one_is_refused():
    files = saved(["one"])
    files.data["match.a"] = framed("dx1 99999", "one")
    files.data["draft.a"] = framed("dx1 999998", "99999 x")
    journal = opened(files)[0]
    text = "é" * 49 + "xy"
    assert len(text.encode()) == 100
    assert journal.save_draft(text) == "saved"
    assert len(files.data["draft.b"]) <= 128
    assert loaded(files) == (["one"], text)
    assert journal.save_draft("y" * 110) == "too_long"
    assert loaded(files) == (["one"], text)


def test_a_damaged_draft_falls_back_to_the_key_before_and_leaves_the_match():
    files = saved(["one"])
    journal = opened(files)[0]
    journal.save_draft("100")
    journal.save_draft("100H")
    whole = files.data["draft.b"]
    for length in range(len(whole)):
        damaged = FakeFiles(files.data)
        damaged.data["draft.b"] = whole[:length]
        journal, lines, draft = opened(damaged)
        assert (lines, draft) == (["one"], "100"), length
        assert journal.notes == (["set_aside:draft.b"] if length else [])


def test_after_a_fall_back_no_later_save_finds_an_old_draft_fitting():
    # the draft belongs to save 2, which is lost: the save after save 1 must not be called 2 again
    files = saved(["one"], ["two"])
    opened(files)[0].save_draft("for two")
    files.data["match.b"] = files.data["match.b"][:-1]
    journal, lines, draft = opened(files)
    assert (lines, draft) == (["one"], "")
    assert journal.save(["other"]) == "saved"
    assert loaded(files) == (["other"], "")


def test_a_fall_back_gives_the_entry_that_led_to_the_lost_save_again():
    files = saved(["one"])
    journal = opened(files)[0]
    journal.save_draft("100H made")
    journal.save(["one", "100H made"])
    files.data["match.b"] = files.data["match.b"][:-1]
    assert loaded(files) == (["one"], "100H made")


def test_a_draft_with_a_right_checksum_and_no_number_is_none():
    for line in ("", "100H", "x 100H", " 100H"):
        files = saved(["one"])
        files.data["draft.a"] = framed("dx1 1", line)
        assert loaded(files) == (["one"], ""), line
