"""Bruges as numbers: points and standings, workers, houses and persons, canals, threats, majorities.

A seat's standing comes from `bots/values/bruges.py`. Hands contribute only their size, except for the viewing
seat's own.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import fsum
from typing import Final

import numpy as np

from server.games.bruges.cards import ACTIVATION, BOX, COLOUR, COST, POINTS
from server.games.bruges.scoring import worth
from server.games.bruges.state import COLOURS, MAJORITIES, NONE, VIOLET, Bruges

from ..values import bruges as by_hand
from ..values.remembered import Remembered
from . import Numbers, There

UNIT: Final = 8.0
MARGIN: Final = UNIT

STANDING, POINTS_NOW = 0, 1
"""Columns of a seat's row that `told` processes; the others are used as they are."""
GAME_OVER_ROW: Final = 0
"""The column of the table's row that marks the end of the game."""
WIN_POINTS: Final = 50.0
"""Value of a lead at the end, as in the values."""
KINDS: Final = ("worker", "round", "permanent", "endgame")
"""The counted activations."""


def seats(game: Bruges, me: int) -> list[list[float]]:
    """Standing, points, money, workers, houses, persons by activation, canals, threats, majorities, hand."""
    counted = [*map(by_hand.counts, game.players)]
    return [_rows.of(game, seat, me, counted) for seat in range(len(game.players))]


def _seen(game: Bruges, seat: int, me: int, counted: Sequence[by_hand.Counts]) -> Hashable:
    """Everything that a seat's row depends on. Of hands, only that of the viewer: the others differ in every
    imagined game."""
    one = game.players[seat]
    return (
        by_hand.seen(game, seat),
        by_hand.majorities(game, seat, counted),
        one.step,
        len(one.houses),
        *one.marks,
        not game.stack,
        (seat - game.active) % len(game.players),
        (seat - game.start) % len(game.players),
        tuple(one.hand) if seat == me else None,
    )


def told_anew(
    game: Bruges, seat: int, me: int, counted: Sequence[by_hand.Counts] | None = None
) -> list[float]:
    """Compute a seat's row without the cache."""
    one, count = game.players[seat], len(game.players)
    persons = [ACTIVATION[card] for card in one.persons if card != NONE]
    hand = one.hand if seat == me else []
    colours = [COLOUR[card] for card in hand]
    return [
        by_hand.standing(game, seat, counted),
        worth(game, seat),
        one.points / 20,
        one.guilders / 8,
        *(workers / 3 for workers in one.workers),
        sum(one.workers) / 6,
        sum(workers > 0 for workers in one.workers) / 5,
        one.step / 5,
        *(threat / 2 for threat in one.threats),
        sum(threat == 2 for threat in one.threats),
        *(tokens / 3 for tokens in one.canals),
        *one.finished,
        sum(one.canals) / 5,
        len(one.houses) / 4,
        one.persons.count(NONE) / 2,
        len(persons) / 3,
        *(persons.count(kind) / 2 for kind in KINDS),
        *one.marks,
        len(one.hand) / 5,
        (seat - game.active) % count / count,
        (seat - game.start) % count / count,
        seat == me,
        *(colours.count(colour) / 2 for colour in range(len(COLOURS))),
        max((POINTS[card] for card in hand), default=0) / 6,
        sum(COST[card] <= one.guilders for card in hand) / 5,
        fsum(by_hand.EARNS[ACTIVATION[card]] for card in hand) / 3,
    ]


_rows = Remembered(_seen, told_anew)


def table(game: Bruges, me: int) -> list[float]:
    """The progress of the game, the dice, the statue, the expansions."""
    seats, options = len(game.players), game.options
    turns = BOX.figures.cards_per_round * seats
    return [
        not game.stack,
        by_hand.rounds_left(game) / 5,
        game.round / 8,
        game.turn / turns,
        *(game.phase == phase for phase in range(1, MAJORITIES + 1)),
        bool(game.last),
        game.last == game.round,
        *(eyes / 6 for eyes in game.rolled),
        (game.statues[-1] if game.statues else 0) / 8,
        len(game.statues) / 5,
        *(berth != NONE for berth in game.berths[: VIOLET + 1]),
        game.markers / 3,
        options.pets,
        options.new_citizens,
        options.zwin,
        options.bourse,
    ]


def decided(game: Bruges) -> bool:
    return False


def told(rows: Numbers, there: There, table: Numbers) -> Numbers:
    """The hand-made value, and the rest of the row."""
    standing = rows[..., STANDING]
    over = table[:, GAME_OVER_ROW] > 0
    value = np.zeros(standing.shape, np.float32)
    for seat in range(standing.shape[1]):
        best = np.where(there, standing, -np.inf)
        best[:, seat] = -np.inf
        lead = standing[:, seat] - best.max(axis=1)
        ahead = standing[:, seat] - by_hand.RIVAL_WEIGHT * best.max(axis=1)
        value[:, seat] = np.where(over, lead + WIN_POINTS * (lead > 0), ahead)
    value[~there] = 0
    return np.concatenate(
        [value[..., None] / UNIT, standing[..., None] / 20, rows[..., POINTS_NOW, None] / 20, rows[..., 2:]],
        axis=-1,
    ).astype(np.float32)
