"""Hands that are shown late: only at tables where everybody has agreed to it, only what is old enough, and
nothing of what happened since then."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.frames import AUTO, WATCH, Act, Hand, Make, Sit, Undo
from server.games import GAMES
from server.games.engine import OptionsRefused
from server.table.document import face, private, public, summary
from server.table.entries import Entry, decode_entry
from server.table.late_hands import LateTable, MoveCount, decode, encode, latest
from server.table.log import BadLog, play
from server.table.making import as_taught

from .tables import HOST, ID, Sitting, digest, guest

DELAY = 30

HIDING = {"bruges": {}, "loyang": {}, "santiago": {"options": {"open_holdings": False}}}
"""Games in which seats hide something, with the options for it."""


# -- everybody has agreed ------------------------------------------------------------------------------


def test_nobody_gets_a_seat_who_has_not_agreed_to_this_number() -> None:
    t = Sitting("loyang", seats=2, sit=False, hands_after=40, kept=[("", ""), ("guest-1", "Guest 1")])
    for told in (0, 30, 41):
        assert t.refused(HOST, Sit(t.id(), ID, 0, "luck", hands_after=told)) == "hands-shown"
        kept = Sit(t.id(), ID, AUTO, "luck", hands_after=told)
        assert t.refused(guest(1), kept) == "hands-shown", "a rematch asks again"
    t.do(HOST, Sit(t.id(), ID, 0, "luck", hands_after=40))
    t.do(guest(1), Sit(t.id(), ID, AUTO, "luck", hands_after=40))
    again = Sit(t.id(), ID, 0, promise="ab" * 32)
    t.do(HOST, again)
    assert t.table.state.seats[0].promise == "ab" * 32, "another promise for the own seat asks nobody anew"


def test_nobody_is_given_a_seat_by_others() -> None:
    t = Sitting("loyang", seats=3, hands_after=DELAY)
    away = Hand(t.id(), ID, 1, person="newcomer")
    assert t.refused(HOST, away, name="Nora") == "hands-shown"
    t.start()
    assert t.refused(HOST, away, name="Nora") == "hands-shown"
    t.do(HOST, Hand(t.id(), ID, 0, mind="greedy"))
    assert t.table.state.seats[0].kind == "bot", "bots have nothing to agree to"


def test_the_documents_and_the_lobby_say_so_from_the_beginning() -> None:
    shown, other = (
        Sitting("loyang", seats=2, sit=False, hands_after=after, digest=digest("loyang")) for after in (40, 0)
    )
    assert face(shown.table)["table"]["hands_after"] == summary(shown.table)["hands_after"] == 40
    assert "hands_after" not in face(other.table)["table"] and "hands_after" not in summary(other.table)
    with pytest.raises(BadLog):
        LateTable(decode_entry(other.log[0]))


def test_no_table_shows_hands_sooner_and_no_lesson_does() -> None:
    for soon in (1, 29):
        with pytest.raises(OptionsRefused, match="30 moves"):
            as_taught(Make(1, "loyang", 2, hands_after=soon))
    assert as_taught(Make(1, "loyang", 2, hands_after=30))[0].hands_after == 30
    lesson = as_taught(Make(1, "loyang", 2, lesson="first", hands_after=30))[0]
    assert lesson.hands_after == 0


# -- what counts as late -------------------------------------------------------------------------------


def counted(*seats: int) -> int:
    """The moves that others have followed, after moves of these seats; ~seat is an undo."""
    count = MoveCount()
    for n, seat in enumerate(seats, 1):
        count.add(Act(n, ID, seat, 1, "x") if seat >= 0 else Undo(n, ID, ~seat, 1))
    return count.followed


def test_moves_count_once_another_seat_has_moved() -> None:
    assert counted() == 0
    assert counted(0, 0, 0) == 0
    assert counted(0, 0, 0, 1) == 3
    assert counted(0, 1, 0, 1) == 3


def test_moving_on_and_taking_it_back_brings_no_hand_closer() -> None:
    assert counted(0, 1, *[0, ~0] * 200) == 2
    assert counted(0, 1, *[0] * 200) == 2
    assert counted(0, 1, *[0] * 20, *[~0] * 20, 0, 1) == 3
    assert counted(0, 1, ~1, ~0) == 1, "what was shown is not taken back"


# -- what is shown -------------------------------------------------------------------------------------


def played(game: str, seed: int, moves: int, **made: Any) -> Sitting:
    """A table of people who choose at random, and sometimes take a choice back."""
    luck = random.Random(f"{game} {seed}")
    seats = luck.choice(GAMES[game].seats)
    t = Sitting(game, seats, hands_after=DELAY, digest=digest(game), secret=f"{seed:064x}", **made).start()
    state = t.table.state
    while state.phase == "playing" and state.version < moves:
        able = [seat for seat in range(seats) if t.table.undo(seat)]
        if able and luck.random() < 0.1 and t.table.match and t.table.match.would_undo(able[0]):
            t.do(guest(able[0]), t.undo_frame(able[0]))
        else:
            seat = t.asked()
            t.act(seat, *luck.choice(t.offers(seat)))
    return t


class Watched:
    """What a table shows while its log grows."""

    def __init__(self, first: Entry) -> None:
        self.late = LateTable(first)
        self.seen = b""

    def after(self, entry: Entry | None, over: bool = False) -> bytes:
        """What is shown once this entry was added; b"" for nothing."""
        if entry is not None:
            self.late.add(entry)
        moved = [past.version for past in self.late.advance(over)]
        assert self.late.begun(over) or not moved, "nothing is carried out before it may be shown"
        if moved:
            self.seen = self.late.document()
        return self.seen


def last_due(entries: list[Entry]) -> list[int]:
    """By number of entries, the last version that may be shown then; 0 for none. Worked out in another
    way."""
    count, made, followed = MoveCount(), [], []
    for entry in entries:
        count.add(entry.what)
        made.append(count.made)
        followed.append(count.followed)
    return [0, *(sum(one <= here - DELAY for one in made[:n]) for n, here in enumerate(followed, 1))]


def documents(entries: list[Entry]) -> dict[int, bytes]:
    """By version of a log's game, what a table that shows hands shows of it. Worked out in another way."""
    found = {}
    for past in play(entries, exact=False):
        if past.match is not None:
            hands = [past.engine.private(past.match.game, seat) for seat in range(len(past.state.seats))]
            hints = private(past, WATCH, hinted=True)["hints"]
            parts = {"public": public(past, face(past)), "hints": hints, "hands": hands}
            found[past.version] = packed({"version": past.version, **parts})
    return found


def otherwise(entry: Entry) -> Entry:
    """The same entry of another game: a choice of something else by the same seat."""
    what = entry.what
    return replace(entry, what=replace(what, verb="else", noun=7)) if type(what) is Act else entry


@pytest.mark.parametrize("game", sorted(GAMES))
def test_two_games_that_differ_since_then_show_the_same(game: str) -> None:
    """At every version of a random game: the same bytes, whatever the later choices were. A choice that was
    carried out too early would fail, since no game offers the other one."""
    t = played(game, 7, 200, **HIDING.get(game, {}))
    entries = [decode_entry(data) for data in t.log]
    here, due, compared = Watched(entries[0]), last_due(entries), 0
    shown = [b"", b"", *(here.after(entry) for entry in entries[1:])]
    for fork in range(9, len(entries), len(entries) // 7):
        there = Watched(entries[0])
        for version, entry in enumerate(entries[1:], 2):
            if due[version] > fork:
                break
            seen = there.after(entry if version <= fork else otherwise(entry))
            assert seen == shown[version], f"version {version} tells of what came after {fork}"
            compared += bool(seen) and version > fork
    assert compared > 50


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_is_shown_is_the_table_as_it_was(game: str) -> None:
    t = played(game, 3, 150, **HIDING.get(game, {}))
    entries = [decode_entry(data) for data in t.log]
    true = documents(entries)
    here, due, hidden = Watched(entries[0]), last_due(entries), 0
    for version, entry in enumerate(entries[1:], 2):
        seen = here.after(entry)
        assert seen == true.get(due[version], b"")
        acts = [type(later.what) for later in entries[due[version] : version]]
        assert not seen or acts.count(Act) - acts.count(Undo) >= DELAY, "so many moves are between"
        hidden += bool(seen) and any(unpacked(seen)["hands"])
    assert (hidden > 20) == (game in HIDING)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_whole_log_at_once_shows_the_same_and_goes_on(game: str) -> None:
    """Worked out elsewhere and packed, at any moment: neither the documents nor those after them differ."""
    entries = [decode_entry(data) for data in played(game, 7, 170, **HIDING.get(game, {})).log]
    here = Watched(entries[0])
    shown = [b"", b"", *(here.after(entry) for entry in entries[1:])]
    for cut in range(1, len(entries), 23):
        found = decode(encode(latest(entries[:cut])))
        assert (found.document, found.phase in ("open", "starting", "playing")) == (shown[cut], True)
        there = Watched(entries[0])
        for entry in entries[1:cut]:
            there.late.add(entry)
        there.late.go_to(found.table)
        there.seen = found.document
        assert there.late.read == cut
        for version, entry in enumerate(entries[cut:], cut + 1):
            assert there.after(entry) == shown[version]


def test_at_the_end_all_of_it_is_shown() -> None:
    t = played("machi_koro", 5, 10_000)
    entries = [decode_entry(data) for data in t.log]
    here = Watched(entries[0])
    for entry in entries[1:]:
        before = unpacked(here.after(entry) or packed({}))
    assert before["public"]["table"]["phase"] == "playing" and before["public"]["table"]["secret"] == ""
    after = unpacked(here.after(None, over=True))
    assert (after["version"], after["public"]["table"]["phase"]) == (len(entries), "over")
    found = latest(entries)
    assert (found.phase, found.version, found.document) == ("over", len(entries), here.seen)
