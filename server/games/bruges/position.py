"""Written positions of Bruges: the resources of each player, and the open cards."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from ..positions import BadPosition, Box, Count, Names, PositionWords, Seat, names
from ..unplayable import Named
from .cards import BOX, COLOUR, IDS, LENGTH, PETS, TRACK
from .dealing import cards_in_play, dealt
from .flow import NextTurn, Round
from .state import COLOURS, MARKS, NONE, TURNS, Bruges
from .state import Player as State
from .turn.threats import threshold
from .turn.turn import TURNS_EACH, Turn

FIGURES: Final = BOX.figures

Die = Annotated[int, Meta(ge=1, le=6)]
Cards = list[int]
Held = list[str] | Annotated[int, Meta(ge=0, le=7)]


class Table(PositionWords, frozen=True, kw_only=True):
    """`played`: turns that each player has had in this round. `start`: its start player. `dice`: the dice of
    the five colours, rolled if not given. `discard`: the discard pile. `last`: whether this is the last
    round."""

    round: Annotated[int, Meta(ge=1, le=30)] = 1
    played: Annotated[int, Meta(ge=0, lt=TURNS_EACH)] = 0
    start: Seat | None = None
    dice: Annotated[list[Die], Meta(max_length=len(COLOURS))] = []
    discard: list[str] = []
    last: bool = False


class Player(PositionWords, frozen=True, kw_only=True):
    """`workers`, `threats`: by colour; colours of workers not named have the starting number. `houses`: by
    their cards or their colours; houses are added until the people and pets fit. `hand`: card names, or the
    number of random cards. `reputation`: steps on the track. `canals`: tokens of both sections. `statues`:
    their points; a section may have lost tokens after its statue. `marks`: the majorities whose markers are
    turned."""

    guilders: Count = FIGURES.guilders
    points: Count = FIGURES.points
    workers: dict[str, Count] = {}
    threats: dict[str, Annotated[int, Meta(ge=0, le=FIGURES.threats)]] = {}
    reputation: Annotated[int, Meta(ge=0, lt=len(TRACK))] = 0
    canals: tuple[Annotated[int, Meta(ge=0, le=LENGTH)], Annotated[int, Meta(ge=0, le=LENGTH)]] = (0, 0)
    statues: Annotated[list[Count], Meta(max_length=2)] = []
    houses: Annotated[list[str], Meta(max_length=30)] = []
    people: Annotated[list[str], Meta(max_length=30)] = []
    pets: Annotated[list[str], Meta(max_length=30)] = []
    hand: Held | None = None
    marks: list[str] = []


def cards() -> Names:
    return names("bruges", "card", tuple(IDS), "cards")


def colours() -> Names:
    return names("bruges", "colour", tuple(COLOURS), "colours")


def lay_turn(game: Bruges, turn: int, table: Table, players: list[Player]) -> None:
    """The beginning of a turn, after the roll and the threat markers of the round."""
    start = turn if table.start is None else table.start
    seats = len(players)
    if start >= seats:
        raise BadPosition("bruges.start", seat=start, seats=seats)
    _lay(game, table, players, hand=TURNS_EACH + 1 - table.played)
    game.phase, game.round, game.start, game.active = TURNS, table.round, start, turn
    game.turn = table.played * seats + (turn - start) % seats
    game.rolled = [*table.dice] if len(table.dice) == len(COLOURS) else [game.roll(6) + 1 for _ in COLOURS]
    game.stack = [NextTurn(), Turn()]


def lay_round(game: Bruges, turn: int, table: Table, players: list[Player]) -> None:
    """The beginning of a round with `turn` as the start player: all players draw."""
    _lay(game, table, players, hand=1)
    game.round, game.start, game.active = table.round - 1, turn, turn
    game.stack = [Round()]


def _lay(game: Bruges, table: Table, players: list[Player], hand: int) -> None:
    """Place all cards: first the named ones, then the others at random."""
    pool = cards_in_play(game.options)
    game.shuffle(pool)
    box = Box(cards(), pool)
    named = [_named(box, one) for one in players]
    game.discard = box.take_all(table.discard)
    game.players = [_player(box, one, *cards) for one, cards in zip(players, named, strict=True)]
    for me, one in zip(game.players, players, strict=True):
        me.hand += [] if isinstance(one.hand, list) else box.next(hand if one.hand is None else one.hand)
    _pile(game, box.free)
    if table.last:
        game.discard, game.extra, game.last = [*game.discard, *game.extra], [], table.round
    game.statues = _statues(game)
    _watched(game)
    for pile in (*game.ships, game.bourse):
        game.shuffle(pile)


def _pile(game: Bruges, free: list[int]) -> None:
    """Fill the stacks as if all cards elsewhere had been drawn from them, but not so far that the end of the
    game begins."""
    everything = len(cards_in_play(game.options))
    whole = sum(map(len, dealt(cards_in_play(game.options), len(game.players), game.options)[0]))
    used = max(2 * len(game.players), whole - (everything - len(free)))
    if used > len(free):
        raise BadPosition("bruges.stacks")
    game.stacks, game.extra = [free[: used // 2], free[used // 2 : used]], free[used:]


def _named(box: Box, one: Player) -> tuple[Cards, Cards, Cards, Cards]:
    """The named people, pets, hand cards and houses."""
    people, pets = box.take_all(one.people), box.take_all(one.pets)
    if any(card in PETS for card in people) or any(card not in PETS for card in pets):
        raise BadPosition("bruges.pets")
    hand = box.take_all(one.hand) if isinstance(one.hand, list) else []
    by_card = [word for word in one.houses if not _is_colour(word)]
    return people, pets, hand, box.take_all(by_card)


def _player(box: Box, one: Player, people: Cards, pets: Cards, hand: Cards, own: Cards) -> State:
    wanted = [colours().one(word) for word in one.houses if _is_colour(word)]
    houses = [*own, *(_house(box, colour) for colour in wanted)]
    while len(houses) < max(len(people), len(pets)):
        houses.append(_house(box))
    return State(
        guilders=one.guilders,
        points=one.points,
        workers=colours().counts(one.workers, [FIGURES.workers] * len(COLOURS)),
        threats=colours().counts(one.threats),
        step=one.reputation,
        canals=[*one.canals],
        finished=_finished(one),
        statues=[*one.statues],
        houses=houses,
        persons=[*people, *[NONE] * (len(houses) - len(people))],
        pets=[*pets, *[NONE] * (len(houses) - len(pets))],
        hand=hand,
        marks=[int(it) for it in names("bruges", "majority", tuple(MARKS), "marks").marked(one.marks)],
    )


def _finished(one: Player) -> list[int]:
    """The sections to mark as finished: the full ones, and then the fullest until there are as many as
    statues."""
    finished = [int(tokens == LENGTH) for tokens in one.canals]
    for side in sorted(range(len(finished)), key=lambda side: -one.canals[side]):
        if sum(finished) < len(one.statues) and one.canals[side]:
            finished[side] = 1
    return finished


def _is_colour(word: str) -> bool:
    try:
        colours().one(word)
    except BadPosition:
        return False
    return True


def _house(box: Box, colour: int | None = None) -> int:
    """Any card that can be a house, of the given colour if any. Raises BadPosition."""
    for card in reversed(box.free):
        if card not in PETS and colour in (None, COLOUR[card]):
            return box.give(card)
    raise BadPosition("bruges.houses")


def _statues(game: Bruges) -> list[int]:
    """The statues that no player has. Raises BadPosition."""
    left = [*game.statues]
    for value in (value for me in game.players for value in me.statues):
        if value not in left:
            raise BadPosition("bruges.statue", points=value)
        left.remove(value)
    for seat, me in enumerate(game.players):
        if len(me.statues) > sum(me.finished):
            raise BadPosition("bruges.statues", place=f"players[{seat}]", length=LENGTH)
    return left


def _watched(game: Bruges) -> None:
    """Raise BadPosition if a player has so many markers that the damage would have happened already."""
    for seat, me in enumerate(game.players):
        for colour, count in enumerate(me.threats):
            if count >= (limit := threshold(game, seat, colour)):
                named = Named("bruges", "colours", colour)
                place = f"players[{seat}].threats"
                raise BadPosition("bruges.threats", place=place, colour=named, limit=limit)


MOMENTS: Final = {"turn": lay_turn, "round": lay_round}
