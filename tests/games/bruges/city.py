"""Scenes of Bruges: positions in which every card has its place.

    game = city(mine={"hand": ["duke"], "people": ["baker"], "workers": {"red": 1}}, others=[{"guilders": 4}])
    game.act("use", "baker")

Players begin with the given things only: no other points, guilders, workers or cards. `people` and `pets`
live in houses; houses are named by a card or by a colour, and there are at least as many as inhabitants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from server.authoring.scenes import Scene, scene
from server.games import bruges
from server.games.bruges.cards import ACTIVATION, BOX, COLOUR, COST, IDS, PETS, WORKER
from server.games.bruges.dealing import cards_in_play
from server.games.bruges.flow import NextTurn
from server.games.bruges.state import COLOURS, NONE, BrugesOptions, Player
from server.games.bruges.turn.turn import Turn
from server.games.kernel import Step

CARD_VERBS = (
    *("use", "activate", "again", "play", "workers", "guilders", "threat", "canal", "house", "hire"),
    *("lose_person", "discard", "keep", "lay", "fetch", "swap", "take_back", "sacrifice"),
    *(f"{action}_bourse" for action in ("workers", "guilders", "threat", "canal", "house", "hire")),
)
COLOUR_VERBS = (
    *("colour", "take_worker", "take_workers", "take_rest", "give_worker", "give_workers", "give_rest"),
    *("sell", "sell_all", "buy", "return_threat", "return_all"),
    *("suffer", "threaten", "pass_threat", "spread"),
)
SHIPS = [f"{ship.colour} {ship.action}" for ship in BOX.ships]
NAMES: dict[str, Sequence[str]] = {
    **dict.fromkeys(CARD_VERBS, IDS),
    **dict.fromkeys(COLOUR_VERBS, COLOURS),
    "ship": SHIPS,
}
BOURSE = [card.id for card in BOX.bourse]

Have = Mapping[str, Any]


def card(name: str) -> int:
    return IDS.index(name)


def by_colour(counts: Mapping[str, int] | Sequence[int]) -> list[int]:
    """Numbers by colour out of the named ones."""
    if isinstance(counts, Mapping):
        return [counts.get(colour, 0) for colour in COLOURS]
    return [*counts]


class Box:
    """Deals cards for a scene: each only once."""

    def __init__(self, options: BrugesOptions, named: set[int]) -> None:
        self.free = [card for card in cards_in_play(options) if card not in named]

    def house(self, wanted: str) -> int:
        """The house named by a card, or any of a colour."""
        if wanted in IDS:
            return card(wanted)
        number = next(c for c in self.free if COLOUR[c] == COLOURS.index(wanted) and c not in PETS)
        self.free.remove(number)
        return number


def names_in(have: Have) -> set[int]:
    zones = ("hand", "fresh", "drawn", "houses", "people", "pets", "used")
    return {card(name) for zone in zones for name in have.get(zone, ()) if name in IDS}


def player(have: Have, box: Box) -> Player:
    """The state of a player from a few words."""
    people, pets = [*have.get("people", ())], [*have.get("pets", ())]
    most = max(len(people), len(pets))
    wanted = [*have.get("houses", ())]
    wanted += ["violet"] * (most - len(wanted))
    plain = {key: have[key] for key in ("guilders", "points", "step", "statues", "marks") if key in have}
    canals = [*have.get("canals", (0, 0))]
    zones: dict[str, Any] = {
        zone: [card(name) for name in have.get(zone, ())] for zone in ("hand", "fresh", "drawn", "used")
    }
    return Player(
        **{"guilders": 0, "points": 0, **plain},
        workers=by_colour(have.get("workers", {})),
        threats=by_colour(have.get("threats", {})),
        canals=canals,
        finished=[*have.get("finished", [int(tokens == 5) for tokens in canals])],
        houses=[box.house(house) for house in wanted],
        persons=[*(card(name) for name in people), *[NONE] * (len(wanted) - len(people))],
        pets=[*(card(name) for name in pets), *[NONE] * (len(wanted) - len(pets))],
        **zones,
    )


def city(
    *,
    mine: Have | None = None,
    others: Sequence[Have] = ({},),
    stack: Sequence[Step[Any]] | None = None,
    discard: Sequence[str] = (),
    shown: Sequence[str] = (),
    tops: tuple[Sequence[str], Sequence[str]] = ((), ()),
    sizes: tuple[int, int] = (30, 30),
    options: Mapping[str, Any] | None = None,
    seat: int = 0,
    **fields: Any,
) -> Scene:
    """A turn of `seat` (or other steps) in a city where players have these things. `others`: clockwise from
    the seat.

    `tops`: the cards on top of both stacks, the next one first. `sizes`: the number of cards in each.
    """
    seats = 1 + len(others)
    chosen = {"fifth_player": seats == 5, "start_player": "first", **(options or {})}
    have = {(seat + i) % seats: what for i, what in enumerate((mine or {}, *others))}
    lying = [card(name) for name in (*discard, *shown, *tops[0], *tops[1])]
    box = Box(BrugesOptions(**chosen), {*lying, *(c for what in have.values() for c in names_in(what))})
    players = [player(have[i], box) for i in range(seats)]
    stacks = [
        [*(box.free.pop() for _ in range(size - len(top))), *(card(name) for name in reversed(top))]
        for size, top in zip(sizes, tops, strict=True)
    ]
    fields.setdefault("statues", statues_left(players))
    fields.setdefault("phase", 3)
    fields.setdefault("round", 1)
    fields.setdefault("extra", box.free)
    rest = [] if fields["extra"] is box.free else box.free
    return scene(
        bruges,
        seats=seats,
        seat=seat,
        names=NAMES,
        options=chosen,
        stack=[Turn(), NextTurn()] if stack is None else stack,
        players=players,
        stacks=stacks,
        discard=[*(card(name) for name in discard), *rest],
        shown=[card(name) for name in shown],
        **fields,
    )


def statues_left(players: Sequence[Player]) -> list[int]:
    taken = [value for me in players for value in me.statues]
    values = BOX.figures.statues + (BOX.figures.statues_of_five if len(players) == 5 else [])
    return [value for value in values if value not in taken]


def activated(name: str, *, mine: Have | None = None, **fields: Any) -> Scene:
    """A person has just been activated: recruited for its price, or used for its worker.

    `mine` is the player's state in addition to the price; it includes a house for a recruited person.
    """
    have = dict(mine or {})
    number = card(name)
    modules = {} if number in BASE_CARDS else {"new_citizens": True}
    options = {**modules, **fields.pop("options", {})}
    if ACTIVATION[number] == "immediate":
        have["hand"] = [*have.get("hand", ()), name]
        have["guilders"] = have.get("guilders", 0) + COST[number]
        homes = max(len(have.get("people", ())), len(have.get("pets", ())), len(have.get("houses", ())))
        have["houses"] = [*have.get("houses", ()), *["violet"] * (homes + 1 - len(have.get("houses", ())))]
        game = city(mine=have, options=options, **fields).act("hire", name)
        return game.act("move_in", homes) if ("move_in" in game.verbs()) else game
    have["people"] = [name, *have.get("people", ())]
    if ACTIVATION[number] == "worker":
        workers = by_colour(have.get("workers", {}))
        workers[WORKER[number]] += 1
        have["workers"] = workers
    return city(mine=have, options=options, **fields).act("use", name)


def trading(card: str, *, options: Mapping[str, Any] | None = None, markers: int = 5, **fields: Any) -> Scene:
    """A turn with this bourse card in force."""
    number = BOURSE.index(card)
    return city(
        options={"bourse": True, **(options or {})},
        bourse=[n for n in range(len(BOURSE)) if n != number],
        traded=[number],
        markers=markers,
        **fields,
    )


def harbour(*names: str, options: Mapping[str, Any] | None = None, **fields: Any) -> Scene:
    """A turn with these active ships."""
    numbers = [SHIPS.index(name) for name in names]
    berths = [NONE] * len(COLOURS)
    for number in numbers:
        berths[COLOURS.index(BOX.ships[number].colour)] = number
    waiting = [
        [n for n, ship in enumerate(BOX.ships) if ship.colour == colour and n not in numbers]
        for colour in COLOURS
    ]
    return city(options={"zwin": True, **(options or {})}, berths=berths, ships=waiting, **fields)


BASE_CARDS = range(sum(row.set == "base" for row in BOX.persons))


def of(game: Scene, seat: int | None = None) -> Player:
    """The state of a seat; by default the scene's own seat."""
    found: Player = game.players[game.seat if seat is None else seat]
    return found


def workers(game: Scene, seat: int | None = None) -> dict[str, int]:
    """The workers of a seat, by colour."""
    return {colour: count for colour, count in zip(COLOURS, of(game, seat).workers, strict=True) if count}


def threats(game: Scene, seat: int | None = None) -> dict[str, int]:
    """The threat markers of a seat, by colour."""
    return {colour: count for colour, count in zip(COLOURS, of(game, seat).threats, strict=True) if count}


def named(cards: Sequence[int]) -> list[str]:
    """Cards by name."""
    return [IDS[number] for number in cards]


def people(game: Scene, seat: int | None = None) -> list[str]:
    """The persons in the houses of a seat, by name."""
    return [IDS[number] for number in of(game, seat).persons if number != NONE]
