"""Each seat promises a part of the random source, and reveals it only after all have promised."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from protocol.frames import AUTO, Act, Close, Hand, Leave, Remove, Reveal, Sit, Start, Take
from server.games.kernel import key
from server.table import dealing, tokens
from server.table.document import face, private, public, summary
from server.table.entries import Paused, Unrevealed, decode_entry
from server.table.table import Table
from tests.games.engines import ENGINES

from .tables import BOT, HOST, ID, Sitting, guest

FOSSIL = Path(__file__).parent / "fossils" / "told-at-once.msgpack"


def promised(seats: int = 3, game: str = "toy", **made: Any) -> Sitting:
    """A table at which all seats are taken and have promised."""
    return Sitting(game, seats, promise=True, **made)


def about(t: Sitting) -> dict[str, Any]:
    return dict(face(t.table)["table"])


def shown(t: Sitting) -> str:
    """Everything that the server sends of a table that has not ended."""
    views = [private(t.table, seat) for seat in range(-1, len(t.table.state.seats))]
    return repr([public(t.table, face(t.table)), views, summary(t.table)])


def seed_of(t: Sitting) -> bytes:
    return seed_of_table(t.table)


def test_the_game_begins_when_the_last_promise_is_kept() -> None:
    t = promised(clock=[60_000, 0])
    assert about(t)["promises"] == [tokens.promise(f"luck-{seat}") for seat in range(3)]
    t.start()
    assert about(t)["phase"] == "starting" and t.table.match is None and t.table.state.left == []
    t.reveal(2, 0)
    assert about(t)["phase"] == "starting"
    t.reveal(1)
    assert about(t)["phase"] == "playing" and t.table.state.left == [60_000] * 3
    assert about(t)["luck"] == ["luck-0", "luck-1", "luck-2"]
    seed = tokens.seed(t.table.state.made.secret, ["luck-0", "luck-1", "luck-2"])
    assert seed_of(t) == key(seed)
    assert t.replayed().pack() == t.table.pack()


def test_a_pause_puts_off_the_time_for_keeping_promises() -> None:
    t = promised().start()
    started = t.table.state.started
    t.itself(Paused(table=ID, ms=9_000))
    assert t.table.state.started == started + 9_000
    started = t.reveal(0, 1, 2).table.state.started
    t.itself(Paused(table=ID, ms=9_000))
    assert about(t)["phase"] == "playing" and t.table.state.started == started


def test_nobody_is_shown_a_part_before_all_are_told() -> None:
    t = promised()
    t.start().reveal(0, 2)
    assert "luck-" not in shown(t)
    assert about(t)["luck"] == []
    again = Table.unpack(t.engine, t.table.pack())
    assert again.state.seats[0].luck == "luck-0", "but a hub that loads the table knows it"
    open_ = Sitting("toy", 2)
    assert "luck-" not in shown(open_), "parts that were told at once are not shown before the start either"


def test_a_seat_that_reveals_nothing_is_replaced_and_named() -> None:
    t = promised().start().reveal(0)
    assert dealing.unkept(t.table.state.seats) == [1, 2]
    t.itself(Unrevealed(table=ID, seats=[1, 2]))
    assert about(t)["phase"] == "playing"
    assert about(t)["luck"] == ["luck-0", "", ""]
    parts = ["luck-0", tokens.promise("luck-1"), tokens.promise("luck-2")]
    assert seed_of(t) == key(tokens.seed(t.table.state.made.secret, parts))
    assert [line for line in t.table.state.ring if line[0] == "unrevealed"] == [
        ["unrevealed", 1],
        ["unrevealed", 2],
    ]
    assert t.refused(guest(1), Reveal(t.id(), ID, 1, "luck-1")) == "started", "too late"
    assert t.replayed().pack() == t.table.pack()


def test_only_what_was_promised_is_taken_and_once() -> None:
    t = promised(2)
    assert t.refused(guest(1), Reveal(t.id(), ID, 1, "luck-1")) == "not-started"
    t.start()
    assert t.refused(guest(1), Reveal(t.id(), ID, 1, "luck-2")) == "illegal"
    assert t.refused(guest(1), Reveal(t.id(), ID, 0, "luck-0")) == "not-your-seat"
    frame = Reveal(t.id(), ID, 1, "luck-1")
    t.do(guest(1), frame)
    assert t.repeated(guest(1), frame)
    assert t.refused(guest(1), Reveal(t.id(), ID, 1, "luck-1")) == "taken"


def test_while_a_game_starts_nothing_else_changes() -> None:
    t = promised(2).start()
    for frame in (Start(t.id(), ID), Remove(t.id(), ID, 1), Sit(t.id(), ID, 0, "", tokens.promise("other"))):
        assert t.refused(HOST, frame) == "started"
    assert t.refused(HOST, Act(t.id(), ID, 0, 3, "done")) == "not-started"
    assert t.refused(HOST, Hand(t.id(), ID, 1, mind="greedy")) == "not-started"
    assert t.refused(BOT, Take(t.id(), ID, 1)) == "taken"
    t.do(HOST, Close(t.id(), ID))
    assert t.table.state.phase == "closed"


def test_leaving_during_the_start_keeps_the_promise() -> None:
    t = promised(2).start().reveal(0)
    t.do(guest(1), Leave(t.id(), ID, 1))
    assert t.refused(guest(1), Reveal(t.id(), ID, 1, "luck-1")) == "not-your-seat"
    t.itself(Unrevealed(table=ID, seats=[1]))
    assert about(t)["promises"][1] == tokens.promise("luck-1") and about(t)["luck"] == ["luck-0", ""]
    assert t.table.wanted() == [(1, "greedy")]


def test_leaving_and_being_removed_before_the_start_takes_the_promise_along() -> None:
    t = promised(2)
    t.do(guest(1), Leave(t.id(), ID, 1))
    assert about(t)["promises"] == [tokens.promise("luck-0"), ""]
    t.do(guest(2), Sit(t.id(), ID, AUTO, "", tokens.promise("another")))
    assert about(t)["promises"] == [tokens.promise("luck-0"), tokens.promise("another")]
    t.do(HOST, Remove(t.id(), ID, 1))
    assert about(t)["promises"][1] == ""


def test_a_seat_handed_on_before_the_start_is_promised_for_anew() -> None:
    t = promised(2)
    t.do(HOST, Hand(t.id(), ID, 1, person="stranger"), name="Sam")
    assert about(t)["promises"][1] == "", "no other client could keep it"
    stranger = guest(7)._replace(person="stranger")
    assert t.refused(stranger, Sit(t.id(), ID, 1)) == "taken", "without a promise that means nothing"
    assert t.refused(guest(1), Sit(t.id(), ID, 1, "", tokens.promise("x"))) == "taken"
    lines = t.table.state.lines
    t.do(stranger, Sit(t.id(), ID, 1, "", tokens.promise("new")))
    assert about(t)["promises"][1] == tokens.promise("new") and t.table.state.lines == lines
    t.start().reveal(0)
    t.do(stranger, Reveal(t.id(), ID, 1, "new"))
    assert about(t)["luck"] == ["luck-0", "new"]


def test_a_seat_handed_on_in_the_game_keeps_what_it_has_added() -> None:
    t = promised(2).start().reveal(0, 1)
    t.do(guest(1), Leave(t.id(), ID, 1))
    t.take(1)
    assert about(t)["luck"] == ["luck-0", "luck-1"]
    assert about(t)["promises"] == [tokens.promise("luck-0"), tokens.promise("luck-1")]


def test_bots_promise_and_keep_it_themselves() -> None:
    t = Sitting("toy", 2, sit=False, wants=["", "greedy"])
    t.do(HOST, Sit(t.id(), ID, 0, "", tokens.promise("luck-0")))
    t.do(BOT, Take(t.id(), ID, 1, tokens.promise("bot")))
    t.start().reveal(0)
    t.do(BOT, Reveal(t.id(), ID, 1, "bot"))
    assert about(t)["luck"] == ["luck-0", "bot"]


def test_a_bot_that_takes_over_in_the_game_promises_nothing() -> None:
    t = promised(2).start().reveal(0, 1)
    t.do(guest(1), Leave(t.id(), ID, 1))
    t.do(BOT, Take(t.id(), ID, 1, tokens.promise("bot")))
    assert about(t)["promises"][1] == tokens.promise("luck-1")


def test_clients_that_promise_nothing_start_at_once() -> None:
    t = Sitting("toy", 2).start()
    assert about(t)["phase"] == "playing" and about(t)["promises"] == ["", ""]
    mixed = Sitting("toy", 2, sit=False)
    mixed.do(HOST, Sit(mixed.id(), ID, 0, "told-at-once"))
    mixed.do(guest(1), Sit(mixed.id(), ID, 1, "ignored", tokens.promise("luck-1")))
    mixed.start()
    assert about(mixed)["phase"] == "starting"
    mixed.reveal(1)
    assert about(mixed)["luck"] == ["told-at-once", "luck-1"]


def test_the_end_shows_everything() -> None:
    t = promised(2).start().reveal(0, 1)
    t.play(lambda offers: offers[0], until=lambda: False)
    table = about(t)
    assert table["phase"] == "over"
    assert tokens.commitment(table["secret"]) == table["commitment"]
    assert [tokens.promise(luck) for luck in table["luck"]] == table["promises"]


def test_logs_and_tables_from_before_there_were_promises_still_play() -> None:
    """A whole log, and the table as it was stored after `at` entries. Their parts of the random source were
    sent at once, and a seat was handed over whose new owner then took a choice back."""
    log, at, stored = msgspec.msgpack.decode(FOSSIL.read_bytes(), type=tuple[list[bytes], int, bytes])
    engine = ENGINES["toy"]
    entries = [decode_entry(data) for data in log]
    kinds = [type(entry.what).__name__ for entry in entries]
    assert kinds[:4] == ["Made", "Sit", "Sit", "Start"]
    assert kinds[at - 2 : at] == ["Handed", "Undo"]
    table = Table.make(engine, entries[0])
    for number, entry in enumerate(entries[1:], 2):
        table.apply(entry)
        if number == at:
            middle = Table.unpack(engine, stored)
            assert middle.check() == table.check() and face(middle) == face(table)
            for later in entries[at:]:
                middle.apply(later)
            assert middle.state.phase == "over"
    assert table.state.phase == "over"
    assert seed_of_table(table) == key(tokens.seed("5e" * 32, ["luck-0", "luck-1"]))
    assert face(table)["table"]["promises"] == ["", ""]
    assert [row["offer"] for row in face(table)["seats"]] == [{}, {}]


def seed_of_table(table: Table) -> bytes:
    assert table.match is not None
    return bytes(table.match.game.key)
