"""Reasons why an item on the table can't be chosen now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from ..kernel import Ask, Choice
from ..reasons import Bar, Bars, Line, Short, Thing, Things, always, neighbour
from .board import SPACES
from .cards import KINDS, SACK, TILES
from .hints import placing
from .state import EMPTY, FACE_DOWN, NOBODY, Schweinebande
from .verbs import GROUP_ANIMALS, collected

# -- spaces of the market --------------------------------------------------------------------------


def chosen_spaces(game: Schweinebande, choice: Choice) -> Collection[int]:
    """The spaces whose tiles a choice collects, or the one space that it reveals or gives a farmer."""
    if choice.verb == "place":
        return (placing(game),)
    return (choice.noun,) if choice.verb == "reveal" else collected(game, choice)


def cover(game: Schweinebande, seat: int, space: int) -> None:
    game.market[space] = FACE_DOWN


def why_no_space(game: Schweinebande, ask: Ask, space: int) -> Line:
    """The reason for a space that can't get a farmer, or whose tile is in no row."""
    if ask.prompt in ("place", "place_last"):
        return ("just_revealed", placing(game))
    if ask.prompt != "collect":
        return ("another",)
    if game.farmers[space] != NOBODY:
        return ("farmer_of", game.farmers[space])
    return ("no_tile",) if game.market[space] == EMPTY else ("no_row",)


# -- animals, sacks, feed --------------------------------------------------------------------------


def chosen_tiles(game: Schweinebande, choice: Choice) -> Collection[int]:
    """The kind of tiles that a choice takes out of the own pen."""
    return (SACK,) if choice.verb == "sack" else (choice.noun,)


def give_tiles(game: Schweinebande, seat: int, kind: int, tiles: int) -> None:
    game.pens[seat][kind] += tiles


def give_tile(game: Schweinebande, seat: int, kind: int) -> None:
    give_tiles(game, seat, kind, 1)


def sell_freely(game: Schweinebande, seat: int, kind: int) -> None:
    game.options = replace(game.options, sell_only_if_short=False)


def complete(game: Schweinebande, seat: int, noun: int) -> None:
    """Ensure that the pen has an animal of each kind."""
    game.pens[seat] = [max(1, count) for count in game.pens[seat]]


def say_missing(game: Schweinebande, seat: int, noun: int) -> Line:
    return ("kinds_missing", sum(not game.pens[seat][kind] for kind in KINDS))


def give_feed(game: Schweinebande, seat: int, noun: int, feed: int) -> None:
    game.feed[seat] += feed


def why_no_tile(game: Schweinebande, ask: Ask, kind: int) -> Line:
    """The reason for a feed sack: it forms no group, and can't be sold."""
    return ("sack",) if kind == SACK and ask.prompt in ("redeem", "sell") else ("another",)


SELL_BARS: Final[Bars] = (
    Bar(sell_freely, always("enough_feed")),
    Bar(give_tile, always("none_there")),  # one more to feed may lift the other bar as well
)
FEED_BARS: Final[Bars] = (Short("feed_short", give_feed, sum(TILES)),)
ONE: Final = (0,)
"""The nouns of a thing that exists only once."""

THINGS: Final[Things] = {
    "space": Thing(
        frozenset(["reveal", "place", "collect", "alone"]),
        lambda game, seat: SPACES,
        {"reveal": (Bar(cover, always("face_up")),)},
        why_no_space,
        chosen_spaces,
    ),
    "pen": Thing(
        frozenset(["four", "sell", "sack"]),
        lambda game, seat: range(len(TILES)),
        {"redeem": (Short("too_few", give_tiles, GROUP_ANIMALS),), "feed": SELL_BARS, "sell": SELL_BARS},
        why_no_tile,
        chosen_tiles,
    ),
    "six": Thing(
        frozenset(["six"]),
        lambda game, seat: ONE,
        {"redeem": (Bar(complete, say_missing),)},
        names=lambda game, choice: ONE,
    ),
    "feed": Thing(
        frozenset(["pay"]),
        lambda game, seat: ONE,
        {"feed": FEED_BARS, "sell": FEED_BARS},
        names=lambda game, choice: ONE,
    ),
    "neighbour": neighbour(lambda game, seat: [one for one in range(len(game.pens)) if one != seat]),
}
