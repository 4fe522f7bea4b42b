"""The position in words says everything that the views do: there is a row for each field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from server.authoring.engines import texts_of
from server.authoring.walks import Walk, draw_deal
from server.games import GAMES
from server.games.position_words import faults, rows_in

from .engines import ENGINES

GAMES_WALKED: Final = 4

UNSAID: Final = {"options", "resume"}
"""The variants, which have a page of their own, and what only programs read."""

UNDO: Final[Mapping[str, set[str]]] = {"schweinebande": {"chose"}, "santiago": {"theirs", "opponent"}}
"""Fields that only say who can still take back; the option for it is offered where it can be done."""


def views(name: str) -> list[tuple[Any, list[Any]]]:
    """Public views, and all seats' own, on the way through some random games."""
    found = []
    engine = GAMES[name]
    for number in range(GAMES_WALKED):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            seats = range(len(engine.scores(walk.game)))
            found.append((engine.public(walk.game), [engine.private(walk.game, seat) for seat in seats]))
            walk.choose(*walk.pick())
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_field_of_the_views_is_said(name: str) -> None:
    rows = rows_in(GAMES[name].__name__)  # type: ignore[attr-defined]
    said = {place: {key for _, at, key, _ in rows if at == place} for place in ("table", "seats", "own")}
    found = views(name)
    assert {key for public, _ in found for key in public} - UNSAID - UNDO.get(name, set()) == (
        said["table"] | said["seats"]
    )
    assert {key for _, private in found for own in private for key in own} <= said["own"]
    for public, private in found:
        assert all(len(public[key]) in (0, len(private)) for key in said["seats"])


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ([("short", "table", "round", "count")], "position.json: round has no kind count"),
        ([("short", "table", "round", "names")], "position.json: round has no kind names"),
        ([("short", "table", "round", "names x")], "position.json: round: names has no group x"),
        (
            [("long", "table", "round", "number")],
            "position.json: round has no length long, or no place table",
        ),
        ([("short", "own", "round", "number")], "there is no position.labels.own.round"),
    ],
)
def test_a_mistake_in_the_rows_is_noticed(rows: Any, fault: str) -> None:
    words = {**texts_of(ENGINES["toy"], "en"), "position": {"labels": {"round": "Round"}}}
    assert fault in [*faults(rows, words)]
