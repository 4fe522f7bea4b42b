"""What a position of Bruges is worth: the points if it ended now, and what the rest may still become.

Guilders, workers, cards and empty houses are worth something as long as there are turns to use them;
persons who can be activated earn again in every round to come; a canal section grows towards its statue;
threat markers cost what their damage would take, by the chance that the dice to come bring it on.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import Final

from server.games.bruges.cards import ACTIVATION, BOX, LENGTH, POINTS, THREE
from server.games.bruges.scoring import worth
from server.games.bruges.state import BLUE, BROWN, DICE, NONE, RED, TURNS, VIOLET, YELLOW, Bruges, Player
from server.games.bruges.turn.discarding import ReturnThreats
from server.games.bruges.turn.threats import INTRIGUE, threshold
from server.games.bruges.turn.verbs import held
from server.games.kernel import Choice

from . import Part
from .remembered import Remembered

EVIDENT: Final = True
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
THREAT: Final = 1 / 3
"""The chance that a die brings a threat marker."""
STRAY: Final = 0.05
"""The chance that one comes from an opponent once the last dice have been rolled."""
STAYS: Final = (0.0, 0.4, 0.6, 1.0, 1.0)
"""The share of markers that are not returned from one roll to the next, by how many more bring damage."""
DAMAGE: Final = 1.0
"""What any damage takes besides: markers that would have brought a point each."""
WORKERS_KEPT: Final = 0.65
"""What the workers are worth that a seat has when the dice are rolled, on average."""
MONEY_KEPT: Final = 3.1
HELD: Final = 0.6
"""How much of what a seat has more than that now it will still have then."""
WIN: Final = 50.0
"""What having won is worth beyond the points ahead."""
LEAD: Final = 0.55
"""What being alone in front is worth, as a share of the marker."""
SHARED: Final = 0.2


def drawn(game: Bruges) -> int:
    """Throws, and what has gone from the piles: hands are hidden, and a turn that has ended stands."""
    return game.drawn - sum(map(len, (*game.stacks, game.extra, *game.ships, game.bourse)))


def idle(game: Bruges, seat: int, choice: Choice) -> bool:
    """Leaving markers one short of a disaster where the last that may be returned is another, or where no
    more are. What is returned before the last, in which order, is all the same. After the last dice none is
    close. A disaster that would take nothing from this seat, as a flood where there are no workers, may wait
    for another marker, but not for none: each is a point."""
    step = game.stack[-1] if game.stack else None
    if not isinstance(step, ReturnThreats) or (game.last == game.round and game.phase >= DICE):
        return False
    me = game.players[seat]
    close = [c for c in held(me.threats, step.colour) if me.threats[c] + 1 >= threshold(game, seat, c)]
    if choice.verb == "enough":
        return bool(close)
    if choice.verb != "return_threat" or step.limit > 1 or choice.noun in close:
        return False
    return any(takes(me, colour) for colour in close)


def takes(me: Player, colour: int) -> bool:
    """Would the damage of a colour take anything from this player now?"""
    if colour == RED:
        return bool(me.persons) or any(me.canals)
    there = {BLUE: sum(me.workers), YELLOW: me.guilders, BROWN: len(me.living()), VIOLET: me.points}
    return there[colour] > 0


def value(game: Bruges, seat: int) -> float:
    """How well this seat stands, in points, against its best rival."""
    mine = standing(game, seat)
    best = max([standing(game, other, seat) for other in game.others(seat)])
    if not game.stack:
        return mine - best + won(game, seat)
    return mine - RIVAL * best


def won(game: Bruges, seat: int) -> float:
    """What the win is worth to who stands ahead when nothing is to come."""
    if game.stack:
        return 0.0
    best = max(standing(game, other) for other in game.others(seat))
    return WIN if standing(game, seat) > best else 0.0


def standing(game: Bruges, seat: int, me: int | None = None) -> float:
    """The points of a seat, and its prospects, as `me` sees them."""
    if not game.stack:
        return worth(game, seat) + game.players[seat].guilders / 1000
    return _alone.of(game, seat, seat if me is None else me) + majorities(game, seat)


def alone(game: Bruges, seat: int, _: int) -> float:
    """The same but for the majorities, which it is for the others to leave."""
    me = game.players[seat]
    points = float(worth(game, seat))
    left = rounds_left(game)
    turns = left * BOX.figures.cards_per_round
    some = min(1.0, turns / 6)
    points += some * (money(me.guilders) + hands(me)) + me.guilders / 1000
    points += CARD * min(len(me.hand), turns)
    points += HOUSE * min(me.persons.count(NONE), turns / 2.5, 4)
    points += left * sum(EARNS[ACTIVATION[card]] for card in me.persons if card != NONE)
    points += min(1.0, left) * sum(section(game, tokens, done) for tokens, done in sections(me))
    return points - threats(game, seat)


def _around(game: Bruges, seat: int) -> Hashable:
    """All that this depends on besides the player."""
    statue = game.statues[-1] if game.statues else None
    return worth(game, seat), rounds_left(game), game.phase, game.turn, statue, len(game.players)


_alone = Remembered(Player, lambda game, seat: game.players[seat], _around, alone)


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
        "threats": Part(-threats(game, seat), sum(me.threats)),
        "majorities": Part(majorities(game, seat)),
    }


def rounds_left(game: Bruges) -> float:
    """How many rounds of turns are about to come, this one's rest included."""
    this = this_round(game)
    if game.last:
        return game.last - game.round + this
    later = min(len(stack) for stack in game.stacks) / (2.0 * len(game.players))
    return min(ROUNDS, later + 1 + this)


def this_round(game: Bruges) -> float:
    """How much of this round's turns is about to come."""
    if game.phase == TURNS:
        return 1 - game.turn / (BOX.figures.cards_per_round * len(game.players))
    return 1.0


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


def rolls(game: Bruges) -> int:
    """How often the dice are still to be rolled."""
    return round(rounds_left(game) - this_round(game)) + (game.phase < DICE)


@cache
def danger(missing: int, rolls: int) -> float:
    """The chance of a damage that so many more markers bring, in so many rolls."""
    if rolls <= 0:
        return STRAY if missing == 1 else 0.0
    closer = 1.0 if missing == 1 else STAYS[missing - 1] * danger(missing - 1, rolls - 1)
    return THREAT * closer + (1 - THREAT) * STAYS[missing] * danger(missing, rolls - 1)


def threats(game: Bruges, seat: int) -> float:
    """What the markers cost: what the damage of each colour would take, by its chance."""
    cost, some = 0.0, rolls(game)
    for colour, count in enumerate(game.players[seat].threats):
        if count:
            missing = max(1, threshold(game, seat, colour) - count)  # without the guard there may be too many
            rounds = max(0, some - missing + 1)
            cost += danger(missing, some) * (DAMAGE + damage(game, game.players[seat], colour, rounds))
    return cost


def damage(game: Bruges, me: Player, colour: int, rounds: int) -> float:
    """What the damage of a colour would take, with so many rounds to come after it."""
    if colour == BLUE:
        return WORKERS_KEPT + HELD * (hands(me) - WORKERS_KEPT)
    if colour == YELLOW:
        return MONEY_KEPT + HELD * (money(me.guilders) - MONEY_KEPT)
    if colour == BROWN:
        return plague(me, rounds)
    return fire(game, me) if colour == RED else float(min(INTRIGUE, me.points))


def plague(me: Player, rounds: int) -> float:
    """The least that a person of the own choice is worth; the house can be used again."""
    costs = [POINTS[card] + rounds * EARNS[ACTIVATION[card]] for card in me.living()]
    return max(0.0, min(costs, default=0.0) - HOUSE / 2)


def fire(game: Bruges, me: Player) -> float:
    """The least that a house or an outermost canal token is worth. Who lived there comes to the hand."""
    costs = [HOUSE if card == NONE else POINTS[card] for card in me.persons]
    costs = [BOX.figures.house_points + cost for cost in costs]
    for tokens, finished in sections(me):
        if tokens:
            three = BOX.figures.space_points[THREE] * (tokens == THREE + 1)
            costs.append(three + section(game, tokens, finished) - section(game, tokens - 1, finished))
    return max(0.0, min(costs, default=0.0))


def majorities(game: Bruges, seat: int) -> float:
    """The hope for markers that are not turned yet."""
    me = game.players[seat]
    others = [counts(game.players[other]) for other in game.others(seat)]
    points = 0.0
    for mark, count in enumerate(counts(me)):
        if me.marks[mark] or not count:
            continue
        most = max([other[mark] for other in others])
        points += BOX.figures.mark_points * (LEAD if count > most else SHARED if count == most else 0.0)
    return points


def counts(me: Player) -> tuple[int, int, int]:
    """Steps, persons and canal tokens."""
    return me.step, len(me.persons) - me.persons.count(NONE), sum(me.canals)
