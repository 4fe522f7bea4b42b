"""Seats that are added and taken away before a game begins."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.diff import patch
from protocol.frames import WATCH, Hand, Leave, Remove, Resize, Sit, Start, Take, Want
from server.people.groups import usual
from server.replay import play as play_log
from server.table import log, tokens
from server.table.beginnings import game_at
from server.table.document import face, private, public, summary, words
from server.table.entries import Entry, Rematched, Resized, decode_entry, encode
from server.table.log import BadLog
from server.table.making import again
from server.table.reel import reel
from server.table.rights import Refusal, Repeat, Who
from server.table.table import MAX_SEATING_CHANGES, Table
from server.table.viewers import Viewers
from tests.games.engines import ENGINES

from .finished import played_out
from .tables import BOT, HOST, ID, Sitting, guest


def resize(t: Sitting, seats: int) -> Resize:
    return Resize(t.id(), ID, seats)


def kinds(t: Sitting) -> list[str]:
    return [row.kind for row in t.table.state.seats]


def about(table: Table) -> Any:
    return face(table)["table"]


def test_the_host_adds_seats_and_takes_free_ones_away() -> None:
    t = Sitting(seats=3, sit=False, wants=["", "greedy", "greedy"])
    t.do(HOST, Sit(t.id(), ID, 0))
    t.do(HOST, resize(t, 4))
    assert kinds(t) == ["person", "open", "open", "open"]
    assert t.table.wanted() == [(1, "greedy"), (2, "greedy")], "a new seat is for a person"
    assert about(t.table)["seats"] == 4 == len(summary(t.table)["seats"]) == len(about(t.table)["promises"])
    t.do(HOST, resize(t, 2))
    assert t.table.wanted() == [(1, "greedy")], "the wish for a bot goes with its seat"
    t.do(HOST, resize(t, 3))
    assert t.table.wanted() == [(1, "greedy")]
    assert [line for line in t.table.state.ring if line[0] == "resized"] == [
        ["resized", 4],
        ["resized", 2],
        ["resized", 3],
    ]


def test_nobody_loses_a_seat_and_no_seat_gets_another_number() -> None:
    t = Sitting(seats=4, sit=False)
    t.do(guest(3), Sit(t.id(), ID, 3, "luck"))
    assert t.refused(HOST, resize(t, 3)) == "taken"
    t.do(guest(3), Leave(t.id(), ID, 3))
    t.do(guest(2), Sit(t.id(), ID, 1))
    t.do(HOST, resize(t, 2))
    assert t.table.seats_of("guest-2") == [1]
    assert t.refused(guest(3), Sit(t.id(), ID, 3)) == "unknown-seat"


@pytest.mark.parametrize("kept", [False, True], ids=["bot", "kept"])
def test_a_seat_of_a_bot_or_of_somebody_expected_is_not_free(kept: bool) -> None:
    t = Sitting(
        seats=3,
        sit=False,
        wants=["", "", "" if kept else "greedy"],
        kept=[("", ""), ("", ""), ("guest-2", "Gus")] if kept else [],
    )
    if not kept:
        t.take(2)
    assert t.refused(HOST, resize(t, 2)) == "taken"
    t.do(HOST, Remove(t.id(), ID, 2))
    t.do(HOST, resize(t, 2))
    assert kinds(t) == ["open", "open"]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_game_has_the_seats_that_it_is_for(game: str) -> None:
    engine = ENGINES[game]
    least, most = engine.seats[0], engine.seats[-1]
    t = Sitting(game, least, sit=False, options=dict(engine.options.decided(least)))
    for seats in (least - 1, most + 1, 16):
        if seats >= 1:
            assert t.refused(HOST, resize(t, seats)) == "options"
    for seats in [*engine.seats][1:]:
        t.do(HOST, resize(t, seats))
        assert len(t.table.state.seats) == seats
        decided = engine.options.decided(seats)
        assert {**t.table.state.options, **decided} == t.table.state.options
        t.table.options.check(seats)


def test_what_a_number_of_seats_decides_changes_with_it() -> None:
    """Bruges for five is played with the expansion for a fifth player, and only then."""
    t = Sitting("bruges", 4, sit=False)
    t.do(HOST, resize(t, 5))
    assert about(t.table)["options"]["fifth_player"] is True is summary(t.table)["options"]["fifth_player"]
    assert t.table.options.fifth_player and Table.unpack(t.engine, t.table.pack()).options.fifth_player
    t.do(HOST, resize(t, 3))
    assert about(t.table)["options"]["fifth_player"] is False
    t.do(HOST, resize(t, 5))
    for seat in range(5):
        t.do(guest(seat), Sit(t.id(), ID, seat, f"luck-{seat}"))
    t.start()
    assert t.table.match is not None and t.table.match.game.options.fifth_player  # type: ignore[attr-defined]
    assert len(t.engine.scores(t.table.match.game)) == 5


def test_options_that_do_not_fit_are_a_reason_to_refuse() -> None:
    t = Sitting("machi_koro", 4, sit=False, options={"start_player": "fourth"})
    before = t.table.pack()
    with pytest.raises(Refusal) as why:
        t.do(HOST, resize(t, 3))
    assert why.value.code == "options" and "fourth seat" in why.value.reason
    assert t.table.pack() == before and len(t.log) == 1


def test_only_the_host_does_it_and_only_before_the_start() -> None:
    t = Sitting(seats=3)
    assert t.refused(guest(1), resize(t, 4)) == "not-host"
    assert t.refused(HOST, resize(t, 3)) == "stale"
    again_ = resize(t, 4)
    t.do(HOST, again_)
    with pytest.raises(Repeat):
        t.do(HOST, again_)
    t.do(HOST, resize(t, 3))
    t.start()
    assert t.refused(HOST, resize(t, 4)) == "started"
    promised = Sitting(seats=3, promise=True).start()
    assert promised.table.state.phase == "starting"
    assert promised.refused(HOST, resize(promised, 4)) == "started"


def test_a_guided_game_and_one_that_goes_on_keep_their_seats() -> None:
    t = Sitting("machi_koro", 2, sit=False, lesson="first")
    assert t.refused(HOST, resize(t, 3)) == "options"


def test_there_is_an_end_to_changes_of_an_open_table() -> None:
    t = Sitting(seats=3, sit=False)
    while t.table.version < 2 * MAX_SEATING_CHANGES:
        t.do(HOST, resize(t, 4 if len(t.table.state.seats) == 3 else 3))
    assert t.refused(HOST, resize(t, 2)) == "settled"


def test_the_deal_takes_the_parts_of_the_seats_that_there_are() -> None:
    t = Sitting(seats=4, sit=False)
    t.do(guest(3), Sit(t.id(), ID, 3, "", tokens.promise("given up")))
    t.do(guest(3), Leave(t.id(), ID, 3))
    t.do(HOST, resize(t, 2))
    for seat in range(2):
        t.do(guest(seat), Sit(t.id(), ID, seat, "", tokens.promise(f"luck-{seat}")))
    t.start().reveal(0, 1)
    s = t.table.state
    assert s.phase == "playing" and about(t.table)["promises"] == [row.promise for row in s.seats]
    seed = tokens.seed(s.made.secret, ["luck-0", "luck-1"])
    begun = t.engine.setup(2, seed, t.table.options)
    assert t.table.match is not None and t.table.match.game.key == begun.key


def test_what_follows_has_the_seats_of_now() -> None:
    """A rematch, and the next table of a group."""
    t = Sitting("bruges", 4, sit=False, wants=["", "", "greedy", "greedy"])
    t.do(HOST, resize(t, 2))
    wants = msgspec.json.decode(usual(t.table.state.as_made))
    assert (wants["wants"], wants["options"]["fifth_player"]) == (["", ""], False)
    t.do(HOST, resize(t, 5))
    for seat in range(5):
        t.do(guest(seat), Sit(t.id(), ID, seat))
    made = again(t.table, Rematched(1, ID, "next"))
    assert (made.seats, len(made.kept), made.options["fifth_player"]) == (5, 5, True)
    assert len(Table.make(t.engine, Entry(0, "host", "Hanna", "", made)).state.seats) == 5


def test_lines_about_seats_that_are_gone_go_with_them() -> None:
    """Nobody could be named there."""
    t = Sitting(seats=4, sit=False)
    t.do(guest(3), Sit(t.id(), ID, 3))
    t.do(guest(1), Sit(t.id(), ID, 1))
    t.do(HOST, Hand(t.id(), ID, 3, mind="greedy"))
    t.do(HOST, resize(t, 3))
    assert t.table.state.ring == [["gone"], ["sat", 1], ["gone"], ["resized", 3]]


def test_the_keys_of_a_tables_patches_stay() -> None:
    """Hubs that load the table later send the same numbers for the same keys."""
    t = Sitting("bruges", 4, sit=False)
    before = words(t.table)[0]
    t.do(HOST, resize(t, 5))
    assert words(t.table)[0] == before == words(Table.unpack(t.engine, t.table.pack()))[0]


@pytest.mark.parametrize(
    "wrong",
    [
        Resized(9, ID, 16, {}),
        Resized(9, ID, 5, {"play_out": False}),
        Resized(9, ID, 3, {"nothing": 1}),
        Resized(9, ID, 1, {}),
    ],
    ids=["seats", "many", "options", "taken"],
)
def test_a_log_with_seats_that_no_server_would_have_given_is_told_of(wrong: Resized) -> None:
    t = Sitting(seats=4)
    t.do(guest(3), Leave(t.id(), ID, 3))
    before = t.table.pack()
    with pytest.raises(
        BadLog, match=f"version {t.table.version + 1}: the table can’t have {wrong.seats} seats"
    ):
        log.in_order(t.table, Entry(t.now, "host", "Hanna", "hub", wrong))
    assert t.table.pack() == before
    right = replace(wrong, seats=3, options=t.table.state.options)
    log.in_order(t.table, Entry(t.now, "host", "Hanna", "hub", right))


def test_a_whole_game_after_it_is_checked_and_shown_from_its_log() -> None:
    t = Sitting("machi_koro", 4, sit=False, options={"play_out": False})
    for seats in (2, 3):
        t.do(HOST, resize(t, seats))
    for seat in range(3):
        t.do(guest(seat), Sit(t.id(), ID, seat, f"luck-{seat}"))
    entries = log.read(log.written(played_out(t)))
    shown = unpacked(reel(entries))
    assert len(shown["mine"]) == 1 + 3
    assert shown["public"]["table"]["seats"] == 3 == len(shown["public"]["seats"])
    made, _ = game_at(entries, t.table.version - 5, exact=True)
    assert (made.seats, made.options) == (3, t.table.state.options), "a branch has the seats of the game"
    described, lines = play_log(entries, verify=True)
    assert len(described.state.seats) == 3 and any("resized" in line for line in lines)


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("game", ["toy", "bruges", "machi_koro"])
def test_viewers_followers_and_replays_agree_at_every_version(game: str, number: int) -> None:
    """Random changes of an open table: patched copies, hubs that follow, and the log give the same table."""
    chance = Random(f"{game} {number}")
    t = Sitting(game, 3, sit=False, wants=["", "greedy"])
    follower, viewers = t.replayed(), Viewers(t.table, 1)
    copies: dict[int, Any] = {WATCH: document(t.table, WATCH)}
    for _ in range(120):
        try:
            who, frame = drawn(t, chance)
            entry = t.do(who, frame)
        except (Refusal, Repeat):
            continue
        follower.apply(decode_entry(encode(entry)))
        delta = viewers.advance(t.table)
        seats = len(t.table.state.seats)
        assert viewers.mine.keys() <= {WATCH, *range(seats)}
        for seat in [seat for seat in copies if seat >= seats]:
            del copies[seat]
        for seat, (open_, mine) in copies.items():
            patch(open_, unpacked(delta.public), viewers.words)
            patch(mine, unpacked(delta.mine[seat]), viewers.words)
            assert (open_, mine) == document(t.table, seat)
        viewers.widen(t.table)
        if chance.random() < 0.3 and (seat := chance.randrange(seats)) not in copies:
            viewers.full(t.table, seat)
            copies[seat] = document(t.table, seat)
        elif chance.random() < 0.2:
            viewers.forget(seat := chance.choice([*copies]))
            copies = {at: copy for at, copy in copies.items() if at != seat or at == WATCH}
        assert follower.pack() == t.table.pack() == Table.unpack(t.engine, t.table.pack()).pack()
        if t.table.state.phase == "playing":
            break
    assert t.replayed().pack() == t.table.pack()


def drawn(t: Sitting, chance: Random) -> tuple[Who, Any]:
    seats = len(t.table.state.seats)
    seat = chance.randrange(seats)
    person = guest(chance.randrange(5))
    return chance.choice(
        [
            (HOST, resize(t, chance.randrange(1, 7))),
            (HOST, resize(t, seats + chance.choice((-1, 1)))),
            (person, Sit(t.id(), ID, seat, "", tokens.promise(f"luck-{chance.random()}"))),
            (Who(t.table.state.seats[seat].person or "nobody", "x"), Leave(t.id(), ID, seat)),
            (HOST, Remove(t.id(), ID, seat)),
            (HOST, Want(t.id(), ID, seat, chance.choice(("", "greedy")))),
            (BOT, Take(t.id(), ID, seat)),
            (HOST, Start(t.id(), ID)),
        ]
    )


def document(table: Table, seat: int) -> tuple[Any, Any]:
    copy = unpacked(packed([public(table, face(table)), private(table, seat)]))
    return copy[0], copy[1]


def test_a_change_of_seats_is_in_the_log_in_full() -> None:
    t = Sitting(seats=2, sit=False)
    entry = t.do(HOST, resize(t, 3))
    assert entry.what == Resized(2, ID, 3, t.table.state.options)
    assert decode_entry(encode(entry)) == entry
