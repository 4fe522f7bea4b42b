"""What a position of Brügge is worth: the points if it ended now, and what the rest may still become.

Guilders, workers, cards and empty houses are worth something as long as there are turns to use them;
persons who can be activated earn again in every round to come; a canal section grows towards its statue;
threat markers cost what their damage would take, the more the closer it is.
"""

from __future__ import annotations

from typing import Final

from server.games.bruges.cards import ACTIVATION, BOX, LENGTH, THREE
from server.games.bruges.scoring import worth
from server.games.bruges.state import BLUE, BROWN, NONE, RED, TURNS, VIOLET, Bruges, Player

from . import Part

RIVAL: Final = 0.3
"""What the best rival's standing counts."""
ROUNDS: Final = 6.0
"""Rounds that a game has about."""
GUILDER: Final = 0.42
RICH: Final = 12
"""Guilders beyond which a further one is worth half."""
WORKER: Final = 0.45
SPARE_WORKER: Final = 0.2
"""Each worker of a colour beyond the second."""
CARD: Final = 0.9
HOUSE: Final = 1.6
"""An empty house that somebody can still move into."""
EARNS: Final = {"worker": 0.75, "round": 1.1, "permanent": 0.8, "immediate": 0.0, "endgame": 0.0, "": 0.0}
"""What a person brings in each round to come, by activation."""
THIRD: Final = (0.25, 0.7, 1.6)
"""What a section with so few tokens is worth on the way to its 3-space."""
STATUE: Final = (0.0, 0.08, 0.2, 0.4, 0.65)
"""The share of a statue's points that so many tokens are worth."""
DANGER: Final = (0.0, 0.12, 0.5, 0.6, 1.0)
"""The share of a damage that so many markers cost in the long run."""
LEAD: Final = 0.55
"""What being alone in front is worth, as a share of the marker."""
SHARED: Final = 0.2


def value(game: Bruges, seat: int) -> float:
    """How well this seat stands, in points, against its best rival."""
    standings = [standing(game, other) for other in range(len(game.players))]
    mine = standings.pop(seat)
    if not game.stack:
        lead = mine - max(standings)
        return lead + (50 if lead > 0 else 0)
    return mine - RIVAL * max(standings)


def standing(game: Bruges, seat: int) -> float:
    """The points of a seat, and its prospects."""
    me = game.players[seat]
    points = float(worth(game, seat))
    if not game.stack:
        return points + me.guilders / 1000
    left = rounds_left(game)
    turns = left * BOX.figures.cards_per_round
    some = min(1.0, turns / 6)
    points += some * (money(me.guilders) + hands(me)) + me.guilders / 1000
    points += CARD * min(len(me.hand), turns)
    points += HOUSE * min(me.persons.count(NONE), turns / 2.5, 4)
    points += left * sum(EARNS[ACTIVATION[card]] for card in me.persons if card != NONE)
    points += min(1.0, left) * sum(section(game, tokens, done) for tokens, done in sections(me))
    return points - min(1.0, left / 2) * threats(me) + majorities(game, seat)


REST: Final = "rivals"


def parts(game: Bruges, seat: int) -> dict[str, Part]:
    """What a seat's standing is made of."""
    me, now = game.players[seat], worth(game, seat)
    cash = Part(me.guilders / 1000, me.guilders)
    if not game.stack:
        return {"points": Part(now, now), "guilders": cash}
    left = rounds_left(game)
    turns = left * BOX.figures.cards_per_round
    some, empty = min(1.0, turns / 6), me.persons.count(NONE)
    living = [EARNS[ACTIVATION[card]] for card in me.persons if card != NONE]
    return {
        "points": Part(now, now),
        "guilders": Part(some * money(me.guilders) + cash.worth, me.guilders),
        "workers": Part(some * hands(me), sum(me.workers)),
        "cards": Part(CARD * min(len(me.hand), turns), len(me.hand)),
        "houses": Part(HOUSE * min(empty, turns / 2.5, 4), empty),
        "persons": Part(left * sum(living)),
        "canals": Part(min(1.0, left) * sum(section(game, tokens, done) for tokens, done in sections(me))),
        "threats": Part(-min(1.0, left / 2) * threats(me), sum(me.threats)),
        "majorities": Part(majorities(game, seat)),
    }


def rounds_left(game: Bruges) -> float:
    """How many rounds of turns are about to come, this one's rest included."""
    seats = len(game.players)
    this = 1.0
    if game.phase == TURNS:
        this = 1 - game.turn / (BOX.figures.cards_per_round * seats)
    if game.last:
        return game.last - game.round + this
    later = min(len(stack) for stack in game.stacks) / (2.0 * seats)
    return min(ROUNDS, later + 1 + this)


def money(guilders: int) -> float:
    return GUILDER * (min(guilders, RICH) + max(0, guilders - RICH) / 2)


def hands(me: Player) -> float:
    """What the workers are worth."""
    return sum(WORKER * min(count, 2) + SPARE_WORKER * max(0, count - 2) for count in me.workers)


def sections(me: Player) -> list[tuple[int, int]]:
    return list(zip(me.canals, me.finished, strict=True))


def section(game: Bruges, tokens: int, finished: int) -> float:
    """What a canal section may still become."""
    points = THIRD[tokens] if tokens <= THREE else 0.0
    if tokens < LENGTH and not finished and game.statues:
        points += STATUE[tokens] * game.statues[-1]
    return points


def threats(me: Player) -> float:
    """What the markers cost in the long run."""
    losses = [2.5] * len(me.threats)
    losses[BLUE] = hands(me)
    losses[BROWN] = 3.0 if me.living() else 0.0
    losses[RED] = 2.5 if me.houses or any(me.canals) else 0.0
    losses[VIOLET] = float(min(3, me.points))
    yellow = money(me.guilders)
    losses = [yellow if colour == 2 else loss for colour, loss in enumerate(losses)]
    return sum(DANGER[count] * (loss + 0.5) for count, loss in zip(me.threats, losses, strict=True))


def majorities(game: Bruges, seat: int) -> float:
    """The hope for markers that are not turned yet."""
    me = game.players[seat]
    others = [game.players[other] for other in game.others(seat)]
    points = 0.0
    for mark, count in enumerate(counts(me)):
        if me.marks[mark] or not count:
            continue
        most = max(counts(other)[mark] for other in others)
        points += BOX.figures.mark_points * (LEAD if count > most else SHARED if count == most else 0.0)
    return points


def counts(me: Player) -> tuple[int, int, int]:
    """Steps, persons and canal tokens."""
    return me.step, len(me.persons) - me.persons.count(NONE), sum(me.canals)
