"""The documents of a table and those of the arena agree, and both have the shapes of the protocol."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from bots.document import MIRRORED_LOG_LINES, Log, about_table, document_of, lines_of
from protocol.codec import packed, unpacked
from protocol.document import Asked, Clock, Document, Mine, SeatOffer
from protocol.frames import WATCH
from server.authoring.walks import draw_choice, draw_deal
from server.games import GAMES
from server.table.document import face, private, public
from server.table.entries import SHOWN_LOG_LINES
from tests.table.tables import Sitting

CHOICES = 80
"""The number of choices after which a random game is cut off."""


def told(t: Sitting, seat: int) -> Any:
    """The document of a client at this seat."""
    document = {"public": public(t.table, face(t.table)), "mine": private(t.table, seat)}
    return unpacked(packed(document))


SELDOM = {"hints", "tip"}
"""Keys of a seat's part that are present only on request or with permission."""


def holds(document: Any) -> None:
    """It has exactly the keys of its shapes with values of the right kinds; some parts are complete or
    empty."""
    assert msgspec.to_builtins(msgspec.convert(document, Document)) == document
    public, mine = document["public"], document["mine"]
    parts: list[tuple[Any, Any]] = [(mine, Mine), (mine.get("ask"), Asked), (public["clock"], Clock)]
    parts += [(seat["offer"], SeatOffer) for seat in public["seats"]]
    for part, shape in parts:
        assert not part or set(part) | SELDOM == set(shape.__annotations__) | SELDOM


def alike(path: str, one: Any, other: Any) -> None:
    """The two have the same keys, with values of the same kinds."""
    assert type(one) is type(other), path
    if type(one) is dict:
        assert set(one) == set(other), path
        for key in one:
            alike(f"{path}.{key}", one[key], other[key])
    if type(one) is list and one and type(one[0]) is dict:
        assert len(one) == len(other), path
        for n, rows in enumerate(zip(one, other, strict=True)):
            alike(f"{path}[{n}]", *rows)


def same(true: Any, made: Any) -> None:
    """All fields that a mind uses are equal."""
    for part in ("public", "mine"):
        assert true[part]["game"] == made[part]["game"]
    for name in ("game", "options", "phase", "seats", "rules"):
        assert true["public"]["table"][name] == made["public"]["table"][name]
    said = lines_of(made)
    assert said and lines_of(true)[-len(said) :] == said
    asks = [[(seat, prompt) for seat, _, prompt in one["public"]["asks"]] for one in (true, made)]
    assert asks[0] == asks[1]
    assert [true["mine"]["ask"].get(name) for name in ("prompt", "options")] == [
        made["mine"]["ask"].get(name) for name in ("prompt", "options")
    ]


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("number", range(3))
def test_the_arena_s_documents_are_those_of_a_table(game: str, number: int) -> None:
    deal = draw_deal(game, number)
    t = Sitting(game, deal.seats, options=deal.options, secret=f"{number:064x}").start()
    about = about_table(t.engine, t.table.options, ["whim"] * deal.seats)
    random, log = Random(number), Log()
    for _ in range(CHOICES):
        match = t.table.match
        assert match is not None
        if t.table.state.phase == "over":
            break
        log.take(match.game.said)
        for seat in range(deal.seats):
            true = told(t, seat)
            made: Any = document_of(t.engine, match.game, match.asks, seat, about, log.row)
            holds(true)
            holds(made)
            alike("document", true, made)
            same(true, made)
        ask, choice = draw_choice(match.asks, random)
        t.act(ask.seat, *choice)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_s_documents_have_their_shapes_from_its_making_to_its_end(game: str) -> None:
    t = Sitting(game, 2, clock=[60_000, 1_000])
    holds(told(t, 0))
    t.start()
    random = Random(1)
    while t.table.match is not None and t.table.state.phase == "playing":
        ask, choice = draw_choice(t.table.match.asks, random)
        t.act(ask.seat, *choice)
        for seat in (WATCH, 0, 1):
            holds(told(t, seat))
    holds(told(t, 0))
    assert told(t, 0)["public"]["scores"]


def test_of_a_long_log_the_newest_lines_are_kept_in_their_order() -> None:
    log = Log()
    log.take([["said", number] for number in range(3)])
    assert log.row == [3, *(["said", number] for number in range(3))]
    for number in range(3, 100):
        log.take([["said", number]])
    document: Any = {"public": {"log": log.row}}
    assert log.row[0] == 100 and len(log.row) == 1 + MIRRORED_LOG_LINES == 1 + SHOWN_LOG_LINES
    assert lines_of(document) == [["said", number] for number in range(100 - SHOWN_LOG_LINES, 100)]


def test_a_key_too_many_or_of_another_kind_is_noticed() -> None:
    t = Sitting("machi_koro", 2).start()
    spoils: tuple[Callable[[Any], Any], ...] = (
        lambda d: d["public"]["table"].update(colour="red"),
        lambda d: d["public"]["seats"][1].pop("mind"),
        lambda d: d["mine"].pop("undo"),
        lambda d: d["mine"].update(done="7"),
        lambda d: d["public"]["seats"][0].update(offer={"number": 1}),
    )
    for spoil in spoils:
        document = told(t, 0)
        holds(document)
        spoil(document)
        with pytest.raises((AssertionError, msgspec.ValidationError)):
            holds(document)
