"""Reasons why an item on the table can't be chosen now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..kernel import Ask
from ..reasons import Bar, Line, Short, Thing, Things, always, by_prompt, have_one, neighbour
from .cards import ESTABLISHMENTS, KINDS, LANDMARKS, PURPLE, SWAPPABLE
from .hints import swapping
from .state import NOT_BUILT, MachiKoro
from .verbs import Take

FORTUNE: Final = max([row.price for row in ESTABLISHMENTS] + [row.price for row in LANDMARKS])
BEFORE: Final = {"throw": "dice_first", "dice_count": "dice_first", "reroll": "dice_first"}
AFTER: Final = {"end_turn": "turn_over"}


def at(seat: int, kind: int) -> int:
    """The noun of a kind in this seat's city."""
    return seat * len(KINDS) + kind


def where(noun: int) -> tuple[int, int]:
    """The seat and the kind of a noun."""
    return divmod(noun, len(KINDS))


# -- visible items ---------------------------------------------------------------------------------


def in_supply(game: MachiKoro, seat: int) -> list[int]:
    return [kind for kind in KINDS if game.supply[kind] or game.options.supply == "all"]


def in_own_city(game: MachiKoro, seat: int) -> list[int]:
    return [kind for kind in KINDS if game.cities[seat][kind]]


def in_other_cities(game: MachiKoro, seat: int) -> list[int]:
    return [at(other, kind) for other in opponents(game, seat) for kind in in_own_city(game, other)]


def opponents(game: MachiKoro, seat: int) -> list[int]:
    return [other for other in range(len(game.coins)) if other != seat]


# -- obstacles -------------------------------------------------------------------------------------


def give_coins(game: MachiKoro, seat: int, noun: int, coins: int) -> None:
    game.coins[seat] += coins


def fill_supply(game: MachiKoro, seat: int, kind: int) -> None:
    game.supply[kind] = game.supply[kind] or 1


def make_room(game: MachiKoro, seat: int, kind: int) -> None:
    game.cities[seat][kind] = 0


def say_limit(game: MachiKoro, seat: int, kind: int) -> Line:
    return ("limit", game.options.most(PURPLE[kind]))


def tear_down(game: MachiKoro, seat: int, landmark: int) -> None:
    game.landmarks[seat][landmark] = NOT_BUILT


def let_play_on(game: MachiKoro, seat: int, other: int) -> None:
    game.places[other] = 0


def give_a_coin(game: MachiKoro, seat: int, other: int) -> None:
    have_one(game.coins, other)


def have_room_there(game: MachiKoro, others: Iterable[int], given: int) -> None:
    """Remove the given kind from the others' cities."""
    for other in others:
        game.cities[other][given] = 0


def have_something_back(game: MachiKoro, seat: int, others: Iterable[int], given: int) -> None:
    """Give the others another kind, for which the seat has room."""
    wanted = next(kind for kind in SWAPPABLE if kind != given)
    game.cities[seat][wanted] = 0
    for other in others:
        game.cities[other][wanted] = 1


def turn_to(game: MachiKoro, seat: int, noun: int) -> None:
    """Make the owner of this city the partner of the swap."""
    if isinstance(step := game.stack[-1], Take):
        game.stack[-1] = Take(step.given, where(noun)[0])


def room_for_gift(game: MachiKoro, seat: int, noun: int) -> None:
    if isinstance(step := game.stack[-1], Take) and step.given != where(noun)[1]:
        have_room_there(game, [where(noun)[0]], step.given)


SHORT: Final = Short("short", give_coins, FORTUNE)
FINISHED: Final = Bar(let_play_on, lambda game, seat, other: ("finished", other))
SUPPLY_BARS: Final = (Bar(fill_supply, always("none_left")), Bar(make_room, say_limit), SHORT)
LANDMARK_BARS: Final = (Bar(tear_down, always("built")), SHORT)
GIVE_BARS: Final = (
    Bar(lambda game, seat, kind: have_room_there(game, game.others(), kind), always("full_everywhere")),
    Bar(
        lambda game, seat, kind: have_something_back(game, seat, game.others(), kind),
        always("nothing_back"),
    ),
)
WITH_BARS: Final = (
    FINISHED,
    Bar(
        lambda game, seat, other: have_room_there(game, [other], swapping(game)["given"]),
        lambda game, seat, other: ("full_there", other, swapping(game)["given"]),
    ),
    Bar(
        lambda game, seat, other: have_something_back(game, seat, [other], swapping(game)["given"]),
        lambda game, seat, other: ("nothing_there", other),
    ),
)
TV_BARS: Final = (FINISHED, Bar(give_a_coin, lambda game, seat, other: ("poor", other)))
TAKE_BARS: Final = (
    Bar(turn_to, lambda game, seat, noun: ("not_partner", swapping(game)["partner"])),
    Bar(room_for_gift, lambda game, seat, noun: ("full_there", where(noun)[0], swapping(game)["given"])),
    Bar(
        lambda game, seat, noun: make_room(game, seat, where(noun)[1]),
        lambda game, seat, noun: say_limit(game, seat, where(noun)[1]),
    ),
)


# -- reasons without an obstacle -------------------------------------------------------------------


def no_gift(game: MachiKoro, ask: Ask, kind: int) -> Line:
    return ("tower",) if ask.prompt == "swap_give" and kind not in SWAPPABLE else ("another",)


def no_return(game: MachiKoro, ask: Ask, noun: int) -> Line:
    kind = where(noun)[1]
    if ask.prompt not in ("swap_give", "swap_with", "swap_take"):
        return ("another",)
    if kind not in SWAPPABLE:
        return ("tower",)
    if ask.prompt == "swap_take":
        return ("same",)
    return ("gift_first",) if ask.prompt == "swap_give" else ("partner_first",)


THINGS: Final[Things] = {
    "supply": Thing(frozenset(["build"]), in_supply, {"build": SUPPLY_BARS}, by_prompt(BEFORE | AFTER)),
    "landmark": Thing(
        frozenset(["landmark"]),
        lambda game, seat: range(len(LANDMARKS)),
        {"build": LANDMARK_BARS},
        by_prompt(BEFORE | AFTER),
    ),
    "own": Thing(frozenset(["give"]), in_own_city, {"swap_give": GIVE_BARS}, no_gift),
    "theirs": Thing(
        frozenset(["take"]),
        in_other_cities,
        {"swap_take": TAKE_BARS},
        no_return,
        lambda game, choice: (at(swapping(game)["partner"], choice.noun),),
    ),
    "seat": Thing(frozenset(["tv", "with"]), opponents, {"tv_target": TV_BARS, "swap_with": WITH_BARS}),
    "neighbour": neighbour(opponents),
}
