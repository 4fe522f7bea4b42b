"""Scenes of Machi Koro: towns in which every card has its place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.authoring.scenes import Scene, scene
from server.games import machi_koro
from server.games.kernel import EndTurn, Step
from server.games.machi_koro.cards import ESTABLISHMENTS, LANDMARKS, Establishment
from server.games.machi_koro.flow import Setup, Throw, Turn
from server.games.machi_koro.income import Income
from server.games.machi_koro.state import EFFECTIVE

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

ALL_BUT_ONE = dict.fromkeys(GREAT[:3], EFFECTIVE)
"""All landmarks except the radio tower."""
ALL_FOUR = dict.fromkeys(GREAT, EFFECTIVE)


def town(
    *,
    stack: Sequence[Step[Any]] = (Turn(),),
    cities: Mapping[int, Some] | None = None,
    **fields: Any,
) -> Scene:
    """A turn of `seat` in these cities. Their cards beyond the start cards are missing in the supply."""
    held = cities or {}
    options = fields.get("options", {})
    if "supply" not in fields and options.get("supply") != "come_what_may":
        fields["supply"] = {
            row.id: row.copies - sum(city.get(row.id, row.start) - row.start for city in held.values())
            for row in ESTABLISHMENTS
        }
    return scene(machi_koro, names=NAMES, stack=stack, cities=held, **fields)


def income(*dice: int, seat: int = 0, **fields: Any) -> Scene:
    """The income of one roll, and no more: afterwards `seat` is asked to end its turn."""
    return town(seat=seat, stack=[Throw(len(dice)), Income(), EndTurn(seat)], dice=dice, **fields)


def variable(first: Sequence[str], *, seats: int = 2, **fields: Any) -> Scene:
    """A game with the variable supply whose draw pile begins with these cards; the first seat begins."""
    deck = _pile(first, [_copies(row, seats) for row in ESTABLISHMENTS])
    unmixed = range(len(deck) - 1, 0, -1)
    dice = [die - 1 for die in fields.pop("dice", ())]
    options = {**VARIABLE, "start_player": "first"}
    return _scene(Setup(), seats=seats, options=options, deck=deck, rolls=[*unmixed, *dice], **fields)


def later(
    supply: Some, cities: Mapping[int, Some], *, seats: int = 2, first: Sequence[str] = (), **fields: Any
) -> Scene:
    """A turn in such a game: the open supply, the buildings beyond the start cards, the next cards."""
    rest = [
        _copies(row, seats) - supply.get(row.id, 0) - sum(city.get(row.id, 0) for city in cities.values())
        for row in ESTABLISHMENTS
    ]
    held = {
        seat: {row.id: city.get(row.id, 0) + row.start for row in ESTABLISHMENTS}
        for seat, city in cities.items()
    }
    lying = [supply.get(name, 0) for name in KINDS]
    deck = _pile(first, rest)
    return _scene(Turn(), seats=seats, options=VARIABLE, supply=lying, cities=held, deck=deck, **fields)


VARIABLE = {"supply": "come_what_may"}


def _scene(step: Step[Any], **fields: Any) -> Scene:
    return scene(machi_koro, names=NAMES, stack=[step], **fields)


def _copies(row: Establishment, seats: int) -> int:
    """MAC-10.3, written differently from the game."""
    return seats if row.symbol == "tower" else 6


def _pile(first: Sequence[str], copies: Sequence[int]) -> list[int]:
    """A draw pile with this many copies of each kind, and these cards on top."""
    cards = [kind for kind, count in enumerate(copies) for _ in range(count)]
    top = [KINDS.index(name) for name in first]
    for kind in top:
        cards.remove(kind)
    return [*cards, *reversed(top)]


def held(game: Scene, seat: int) -> dict[str, int]:
    """The buildings of a city, by name."""
    return {name: copies for name, copies in zip(KINDS, game.cities[seat], strict=True) if copies}


def opened(game: Scene) -> dict[str, int]:
    """The open supply, by name."""
    return {name: copies for name, copies in zip(KINDS, game.supply, strict=True) if copies}
