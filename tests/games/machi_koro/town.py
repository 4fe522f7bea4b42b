"""Scenes of Machi Koro: towns in which every card is somewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.games import machi_koro
from server.games.kernel import EndTurn, Step
from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS
from server.games.machi_koro.flow import Income, Setup, Throw, Turn
from server.games.machi_koro.state import EFFECTIVE
from tests.games.scenes import Scene, scene

KINDS = [row.id for row in ESTABLISHMENTS]
GREAT = [row.id for row in LANDMARKS]
NAMES = {
    "build": KINDS,
    "give": KINDS,
    "take": KINDS,
    "landmark": GREAT,
    "cities": KINDS,
    "supply": KINDS,
    "deck": KINDS,
    "landmarks": GREAT,
}

Some = Mapping[str, int]

ALL_BUT_ONE = {name: EFFECTIVE for name in GREAT[:3]}
"""All landmarks but the radio tower."""
ALL_FOUR = {name: EFFECTIVE for name in GREAT}


def town(
    *,
    stack: Sequence[Step[Any]] = (Turn(),),
    cities: Mapping[int, Some] | None = None,
    **fields: Any,
) -> Scene:
    """A turn of `seat` in these cities. What they hold beyond the start cards is missing in the supply."""
    held = cities or {}
    options = fields.get("options", {})
    if "supply" not in fields and options.get("supply") != "come_what_may":
        fields["supply"] = {
            row.id: row.copies - sum(city.get(row.id, row.start) - row.start for city in held.values())
            for row in ESTABLISHMENTS
        }
    return scene(machi_koro, names=NAMES, stack=stack, cities=held, **fields)


def income(*dice: int, seat: int = 0, **fields: Any) -> Scene:
    """What one roll brings, and no more: afterwards `seat` is asked to end its turn."""
    return town(seat=seat, stack=[Throw(len(dice)), Income(), EndTurn(seat)], dice=dice, **fields)


def variable(first: Sequence[str], *, seats: int = 2, **fields: Any) -> Scene:
    """A game with the variable supply whose draw pile begins with these cards; the first seat begins."""
    options = {"supply": "come_what_may", "start_player": "first", **fields.pop("options", {})}
    cards = [k for k, row in enumerate(ESTABLISHMENTS) for _ in range(seats if row.copies == 4 else 6)]
    top = [KINDS.index(name) for name in first]
    for kind in top:
        cards.remove(kind)
    deck = [*cards, *reversed(top)]
    unmixed = range(len(deck) - 1, 0, -1)
    dice = [die - 1 for die in fields.pop("dice", ())]
    return scene(
        machi_koro,
        seats=seats,
        options=options,
        names=NAMES,
        stack=[Setup()],
        deck=deck,
        rolls=[*unmixed, *dice],
        **fields,
    )


def held(game: Scene, seat: int) -> dict[str, int]:
    """What lies in a city, by name."""
    return {name: copies for name, copies in zip(KINDS, game.cities[seat], strict=True) if copies}


def opened(game: Scene) -> dict[str, int]:
    """What lies open, by name."""
    return {name: copies for name, copies in zip(KINDS, game.supply, strict=True) if copies}
