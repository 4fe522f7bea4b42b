"""Games that continue from a moment of a finished one: from every moment, to the end, and as their logs
say."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from protocol.codec import packed, unpacked
from protocol.frames import AUTO, WATCH
from server.games import GAMES
from server.games.catalogue import digest
from server.games.packing import unpack
from server.replay import fairness
from server.table.document import face, private, public, summary
from server.table.entries import Entry, GameOrigin, Made, Rematched, decode_entry, encode
from server.table.forgetting import names, without
from server.table.log import BadLog, play, read, replayed, written
from server.table.making import again, creation_and_origin
from server.table.origins import MAX_PACKED_BYTES
from server.table.reel import reel
from server.table.refusal import Refusal
from server.table.table import Table

from .finished import finished
from .tables import ID, Sitting, guest

SECRET = "b7" * 32


@cache
def whole(game: str, seats: int = 2) -> tuple[Entry, ...]:
    """The entries of a whole game."""
    return tuple(map(decode_entry, finished(game, seats, {})))


def moments(entries: tuple[Entry, ...]) -> list[int]:
    """The versions at which a seat is asked."""
    return [one.version for one in play(entries, exact=False) if one.match is not None and not one.match.over]


def then(entries: tuple[Entry, ...], version: int) -> Table:
    """The table at a version."""
    return replayed(map(encode, entries[:version]))


def branch(entries: tuple[Entry, ...], version: int, knows: int = AUTO, secret: str = SECRET) -> Sitting:
    """A table that continues from this version, with all seats taken, ready to start."""
    made, origin = creation_and_origin(entries, ("table-of-old", version, knows), secret)
    t = Sitting(made.game, made.seats, options=made.options, origin=origin, secret=secret)
    first = decode_entry(t.log[0])
    assert type(first.what) is Made
    t.log[0] = encode(replace(first, what=replace(first.what, digest=digest(made.game))))
    t.table.state.made = replace(t.table.state.made, digest=digest(made.game))
    return t


def checked(log: list[bytes]) -> tuple[Entry, ...]:
    """The entries of a log, with the check values that a hub would store."""
    entries = list(map(decode_entry, log))
    tables = play(entries, exact=False)
    return tuple(replace(entry, check=table.check()) for entry, table in zip(entries, tables, strict=True))


def seen(table: Table) -> dict[str, Any]:
    """The view of everyone and the view of each seat."""
    told: dict[str, Any] = unpacked(packed({"all": table.engine.public(table.match.game)}))  # type: ignore[union-attr]
    for seat in range(len(table.state.seats)):
        told[str(seat)] = unpacked(packed(table.engine.private(table.match.game, seat)))  # type: ignore[union-attr]
    return told


@pytest.mark.parametrize("game", GAMES)
def test_from_anywhere_a_game_goes_on_to_its_end_and_its_log_plays_again(game: str) -> None:
    entries, chance = whole(game), Random(7)
    for knows in (AUTO, WATCH, 1):
        version = chance.choice(moments(entries))
        old = then(entries, version)
        t = branch(entries, version, knows).start()
        assert t.table.match is not None and old.match is not None
        assert t.table.match.asks == old.match.asks
        now, was = seen(t.table), seen(old)
        assert now["all"] == was["all"]
        for seat in {AUTO: (0, 1), WATCH: (), 1: (1,)}[knows]:
            assert now[str(seat)] == was[str(seat)]
        t.play(chance.choice, until=lambda: False)
        log = checked(t.log)
        assert replayed(map(encode, log), exact=True).pack() == t.table.pack()
        assert unpacked(reel(read(written(list(map(encode, log))))))["table"] == ID
        inner = branch(log, chance.choice(moments(log))).start()
        inner.play(chance.choice, until=lambda: False)
        assert inner.replayed().pack() == inner.table.pack(), "a branch of a branch"


@pytest.mark.parametrize("game", GAMES)
def test_what_comes_by_chance_is_the_new_tables_and_nobody_who_knows_the_old_ones_foresees_it(
    game: str,
) -> None:
    entries = whole(game)
    version = moments(entries)[0]
    old = then(entries, version).match
    made, origin = creation_and_origin(entries, ("table-of-old", version, AUTO), SECRET)
    engine = GAMES[game]
    assert old is not None and old.game.key not in origin.game, "of the old source nothing is left"
    one, other = (
        branch(entries, version, AUTO, secret).start().table.match for secret in (SECRET, "c8" * 32)
    )
    assert one is not None and other is not None
    assert len({old.game.key, one.game.key, other.game.key}) == 3
    kept: Any = unpack(engine.state, old.state.game)
    kept.key, kept.drawn, kept.said, kept.sealed = bytes(32), 0, [], 0
    assert unpack(engine.state, origin.game) == kept, "all else lies as it did"
    assert made.game == game


def test_a_branch_deals_unknown_cards_by_the_new_table_s_secret() -> None:
    entries = whole("loyang")
    version = moments(entries)[10]
    hands = [
        [seen(branch(entries, version, 0, secret).start().table)[seat]["hand"] for seat in "01"]
        for secret in (SECRET, SECRET, *(f"{n:02x}" * 32 for n in range(1, 6)))
    ]
    was = seen(then(entries, version))
    assert all(mine == was["0"]["hand"] for mine, _ in hands)
    assert hands[0] == hands[1], "by the secret, and by nothing else"
    assert any(theirs != hands[0][1] for _, theirs in hands)


def test_nothing_is_taken_back_that_was_chosen_before_the_branch() -> None:
    entries = whole("machi_koro")
    able = [
        one.version
        for one in play(entries, exact=False)
        if one.match is not None and any(one.match.can_undo(seat) for seat in (0, 1))
    ]
    t = branch(entries, able[0]).start()
    for seat in (0, 1):
        assert t.refused(guest(seat), t.undo_frame(seat)) == "sealed"


def test_a_branch_says_where_it_comes_from_and_tells_nothing_of_what_it_holds() -> None:
    entries = whole("loyang")
    version = moments(entries)[3]
    t = branch(entries, version, 1)
    origin = t.table.state.made.origin
    assert type(origin) is GameOrigin
    for _ in range(2):
        told = face(t.table)["table"]["origin"]
        assert told == {"table": "table-of-old", "version": version, "knows": 1}
        shown = [
            public(t.table, face(t.table)),
            *(private(t.table, seat, hinted=True) for seat in (WATCH, 0, 1)),
        ]
        assert origin.game not in packed([*shown, summary(t.table)])
        assert summary(t.table)["branch"] is True
        if t.table.state.phase == "open":
            assert not public(t.table, face(t.table))["game"] and not private(t.table, 0)["game"]
            t.start()
    lines = public(t.table, face(t.table))["log"]
    assert ["branched", version] in lines and ["started"] not in lines
    assert "branch" not in summary(Sitting().table) and "origin" not in face(Sitting().table)["table"]


def test_a_moment_that_no_table_can_continue_is_refused() -> None:
    entries = whole("machi_koro")
    last = len(entries)
    for log, moment, code in (
        (entries[:-1], ("t", 20, AUTO), "not-over"),
        (entries, ("t", 1, AUTO), "unknown-version"),
        (entries, ("t", last, AUTO), "unknown-version"),
        (entries, ("t", last + 1, AUTO), "unknown-version"),
        (entries, ("t", 20, 2), "unknown-seat"),
    ):
        with pytest.raises(Refusal) as refused:
            creation_and_origin(log, moment, SECRET)
        assert refused.value.code == code and refused.value.reason


def test_a_rematch_is_a_whole_game_and_forgetting_leaves_the_origin() -> None:
    entries = whole("machi_koro")
    t = branch(entries, 20).start()
    assert again(t.table, Rematched(1, ID, "next-table")).origin is None
    first = decode_entry(t.log[0])
    assert names(first, "host") == {"Hanna"}
    assert without(first, "host", "nobody").what == first.what


def test_a_log_says_where_its_game_was_dealt() -> None:
    entries = whole("machi_koro")
    told = "\n".join(fairness(branch(entries, 20).start().table))
    assert "goes on from version 20 of table table-of-old, dealt there" in told
    assert "dealt there" not in "\n".join(fairness(then(entries, 20)))
    assert "dealt anew by the secret" in "\n".join(fairness(branch(entries, 20, 1).start().table))


def spoilt(origin: GameOrigin, how: str) -> GameOrigin:
    """An origin that no server would create."""
    other = creation_and_origin(whole("machi_koro", 3), ("t", 20, AUTO), SECRET)[1]
    poor: Any = unpack(GAMES["machi_koro"].state, origin.game)
    poor.coins[0] = -5
    return {
        "bytes": replace(origin, game=b"\x01"),
        "large": replace(origin, game=bytes(MAX_PACKED_BYTES + 1)),
        "seats": other,
        "check": replace(origin, game=packed(poor)),
    }[how]


@pytest.mark.parametrize(
    ("how", "why"),
    [("bytes", "can’t be"), ("large", "too large"), ("seats", "other seats"), ("check", "can’t be")],
)
def test_an_origin_that_no_server_wrote_is_refused(how: str, why: str) -> None:
    t = branch(whole("machi_koro"), 20).start()
    t.play(Random(3).choice, until=lambda: False)
    first, *later = checked(t.log)
    made = first.what
    assert type(made) is Made and made.origin is not None
    with pytest.raises(BadLog, match=why):
        reel([replace(first, what=replace(made, origin=spoilt(made.origin, how))), *later])
