"""Views of a game, and complete games that are consistent with a view. Nothing here changes a game."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ..engine import View
from ..kernel import key
from ..packing import plain_options, plain_stack, unpack_stack
from .cards import BACK, BOX
from .dealing import cards_in_play
from .scoring import worth
from .state import COLOURS, NONE, Bruges, BrugesOptions, Player

NUMBERS: Final = ("guilders", "points", "step")
LISTS: Final = ("workers", "threats", "canals", "finished", "statues", "persons", "pets", "used", "marks")
"""Public information about a player."""
ROWS: Final = ("fresh", "houses")
"""Zones whose backs are public, card by card."""
HELD: Final = ("hand", "drawn")
"""Zones of which only the number of cards with each back is public, not their order."""
KINDS_OF_BACKS: Final = 2 * len(COLOURS)
COUNTERS: Final = ("round", "phase", "start", "active", "turn", "last", "markers")
OPEN: Final = ("statues", "discard", "shown", "rolled", "berths", "sailed", "traded")


def public(game: Bruges) -> View:
    """Everything except fronts and orders (BRU-1.12 to BRU-1.14). Columns have one value per seat.

    A face-down card is shown by its back, a number from `cards.BACK`; `hand` and `drawn` hold the number of
    cards with each back. `stacks`, `ships` and `bourse`: the numbers of cards left. `tops`: the backs on both
    stacks. `next`: the top ship of each stack. `worth`: the final score if the game ended now. `free_canal`
    and `recolour` are 0 or 1.
    """
    players = game.players
    view: View = {name: [getattr(me, name) for me in players] for name in NUMBERS}
    view |= {name: [getattr(me, name).copy() for me in players] for name in LISTS}
    view |= {name: [[BACK[card] for card in getattr(me, name)] for me in players] for name in ROWS}
    view |= {name: [counted(getattr(me, name)) for me in players] for name in HELD}
    view |= {name: getattr(game, name) for name in COUNTERS}
    view |= {f"{name}_left" if name == "statues" else name: getattr(game, name).copy() for name in OPEN}
    view |= {
        "options": plain_options(game.options),
        "stacks": [len(stack) for stack in game.stacks],
        "tops": [BACK[stack[-1]] if stack else NONE for stack in game.stacks],
        "extra": len(game.extra),
        "ships": [len(stack) for stack in game.ships],
        "next": [stack[-1] if stack else NONE for stack in game.ships],
        "bourse": len(game.bourse),
        "free_canal": int(game.free_canal),
        "recolour": int(game.recolour),
        "worth": [worth(game, seat) for seat in range(len(players))],
        "resume": plain_stack(game),
    }
    return view


def counted(cards: list[int]) -> list[int]:
    """The number of these cards with each back."""
    counts = [0] * KINDS_OF_BACKS
    for card in cards:
        counts[BACK[card]] += 1
    return counts


def private(game: Bruges, seat: int) -> View:
    """The seat's hand, its drawn cards, and the fronts of its houses (BRU-1.18)."""
    me = game.players[seat]
    return {name: cards.copy() for name in ("hand", "drawn", "houses") if (cards := getattr(me, name))}


def imagine(public: View, private: View | None, seat: int | None, seed: int) -> Bruges:
    """A whole game consistent with the view: unseen cards, ships and bourse cards are random."""
    plain: dict[str, Any] = {name: public[name] for name in COUNTERS}
    plain |= {name: [*public["statues_left" if name == "statues" else name]] for name in OPEN}
    game = Bruges(
        key=key(seed),
        stack=unpack_stack(Bruges, public["resume"]),
        options=msgspec.convert(public["options"], BrugesOptions),
        players=[seen_player(public, other) for other in range(len(public["points"]))],
        stacks=[],
        extra=[],
        free_canal=bool(public["free_canal"]),
        recolour=bool(public["recolour"]),
        **plain,
    )
    if private is not None and seat is not None:
        for name in ("hand", "drawn", "houses"):
            setattr(game.players[seat], name, [*private.get(name, ())])
    deal_unseen(game, public, seat if private is not None else None)
    imagine_ships(game, public)
    game.bourse = [card for card in range(len(BOX.bourse)) if card not in game.traded][: public["bourse"]]
    game.scatter(game.bourse)
    game.sealed = 0
    return game


def seen_player(public: View, seat: int) -> Player:
    """A player by the public view; face-down cards are missing."""
    fields: dict[str, Any] = {name: public[name][seat] for name in NUMBERS}
    fields |= {name: [*public[name][seat]] for name in LISTS}
    return Player(**fields)


def deal_unseen(game: Bruges, public: View, seat: int | None) -> None:
    """Deal all unseen cards: first to places with a known back, then to the stacks."""
    seen = {*game.discard, *game.shown}
    for me in game.players:
        seen.update(me.living(), me.hand, me.drawn, me.houses)
    unseen = [card for card in cards_in_play(game.options) if card not in seen]
    game.scatter(unseen)
    by_back: list[list[int]] = [[] for _ in range(KINDS_OF_BACKS)]
    for card in unseen:
        by_back[BACK[card]].append(card)
    for other, me in enumerate(game.players):
        me.fresh = [by_back[back].pop() for back in public["fresh"][other]]
        if other != seat:
            me.houses = [by_back[back].pop() for back in public["houses"][other]]
            for name in HELD:
                setattr(me, name, dealt(by_back, public[name][other]))
    tops = [by_back[back].pop() if back != NONE else NONE for back in public["tops"]]
    left = {card for cards in by_back for card in cards}
    rest = [card for card in unseen if card in left]
    game.stacks = [stack_of(rest, size, top) for size, top in zip(public["stacks"], tops, strict=True)]
    game.extra = rest


def dealt(by_back: list[list[int]], counts: list[int]) -> list[int]:
    """The given numbers of unseen cards with each back."""
    return [by_back[back].pop() for back, count in enumerate(counts) for _ in range(count)]


def stack_of(rest: list[int], size: int, top: int) -> list[int]:
    """A stack with a known top; the other cards come from `rest`."""
    return [*(rest.pop() for _ in range(size - 1)), *([top] if size else [])]


def imagine_ships(game: Bruges, public: View) -> None:
    """The ships below the top ones, in random order."""
    known = {*game.berths, *game.sailed, *public["next"]}
    for colour, size in enumerate(public["ships"]):
        hidden = [n for n, ship in enumerate(BOX.ships) if ship.colour == COLOURS[colour] and n not in known]
        game.scatter(hidden)
        game.ships.append(stack_of(hidden, size, public["next"][colour]))
