"""The value of a position of Bruges: the points if the game ended now, and the potential of the rest.

Guilders, workers, cards and empty houses have a value as long as turns are left to use them. Persons that can
be activated earn in every remaining round. A canal section grows towards its statue. Threat markers cost what
their damage would take, times the probability that later dice cause it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from math import fsum
from typing import Final

from server.games.bruges.cards import ACTIVATION, BOX, LENGTH, POINTS, THREE
from server.games.bruges.scoring import worth
from server.games.bruges.state import BLUE, BROWN, DICE, NONE, RED, TURNS, VIOLET, YELLOW, Bruges, Player
from server.games.bruges.turn.discarding import ReturnThreats
from server.games.bruges.turn.threats import INTRIGUE_POINTS, threshold
from server.games.bruges.turn.verbs import held
from server.games.kernel import Choice

from . import ValuePart
from .remembered import Remembered

EVIDENT: Final = True
PAUSES: Final = frozenset({"refill"})
"""Cards are drawn one by one and seen only at the end: after each, a position is evaluated as it is."""
RIVAL_WEIGHT: Final = 0.3
"""Weight of the best rival's standing."""
USUAL_ROUNDS: Final = 6.0
"""Typical number of rounds of a game."""
GUILDER_POINTS: Final = 0.42
RICH_GUILDERS: Final = 12
"""Guilders beyond which a further one counts half."""
WORKER_POINTS: Final = 0.45
SPARE_WORKER: Final = 0.2
"""Each worker of a colour beyond the second."""
CARD_POINTS: Final = 0.9
EMPTY_HOUSE_POINTS: Final = 1.6
"""An empty house that a person can still move into."""
EARNS: Final = {"worker": 0.75, "round": 1.1, "permanent": 0.8, "immediate": 0.0, "endgame": 0.0, "": 0.0}
"""Points of a person in each remaining round, by activation."""
THIRD: Final = (0.25, 0.7, 1.6)
"""Value of a section by its number of tokens, on the way to its 3-space."""
STATUE: Final = (0.0, 0.08, 0.2, 0.4, 0.65)
"""Share of a statue's points, by number of tokens."""
THREAT_CHANCE: Final = 1 / 3
"""The probability that a die brings a threat marker."""
STRAY_THREAT_CHANCE: Final = 0.05
"""The probability of a marker from an opponent after the last roll."""
STAYS: Final = (0.0, 0.4, 0.6, 1.0, 1.0)
"""Share of markers that stay from one roll to the next, by the number that is missing for damage."""
DAMAGE_POINTS: Final = 1.0
"""Cost of any damage beside its effect: the lost markers would have brought a point each."""
WORKERS_KEPT: Final = 0.65
"""Average value of a seat's workers at the time of the roll."""
MONEY_KEPT: Final = 3.1
HELD_SHARE: Final = 0.6
"""The share of the current surplus above these averages that the seat will still have then."""
WIN_POINTS: Final = 50.0
"""Value of a win beyond the points ahead."""
LEAD_SHARE: Final = 0.55
"""Value of being the only leader, as a share of the marker."""
SHARED_LEAD_SHARE: Final = 0.2


Counts = tuple[int, int, int]
"""What the majorities compare."""


def drawn(game: Bruges) -> int:
    """A count of throws and of cards drawn from the piles: hands are hidden, and the end of a turn is
    definitive."""
    return game.drawn - sum(map(len, (*game.stacks, game.extra, *game.ships, game.bourse)))


def idle(game: Bruges, seat: int, choice: Choice) -> bool:
    """Does leaving markers one short of a disaster do no good? `enough` is idle while a colour is close, and
    so is returning another colour with the last marker that may be returned. Earlier returns can come in any
    order. After the last dice, no colour is close. A disaster without effect on this seat, such as a flood
    without workers, may wait in favour of another marker, but not of none: each marker is a point."""
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
    """The standing of this seat against its best rival, in points."""
    counted = [*map(counts, game.players)]
    mine = standing(game, seat, counted)
    best = max([standing(game, other, counted) for other in game.others(seat)])
    if not game.stack:
        return mine - best + won(game, seat)
    return mine - RIVAL_WEIGHT * best


def won(game: Bruges, seat: int) -> float:
    """The value of the win for the leader once the game is over."""
    if game.stack:
        return 0.0
    best = max(standing(game, other) for other in game.others(seat))
    return WIN_POINTS if standing(game, seat) > best else 0.0


def standing(game: Bruges, seat: int, counted: Sequence[Counts] | None = None) -> float:
    """The points and prospects of a seat; `counted`: the counts of all players, if they are known."""
    if not game.stack:
        return worth(game, seat) + game.players[seat].guilders / 1000
    return _alone.of(game, seat) + majorities(game, seat, counted)


def alone(game: Bruges, seat: int) -> float:
    """The same without the majorities, which depend on the other seats."""
    me = game.players[seat]
    points = float(worth(game, seat))
    left = rounds_left(game)
    turns = left * BOX.figures.cards_per_round
    some = min(1.0, turns / 6)
    points += some * (money(me.guilders) + hands(me)) + me.guilders / 1000
    points += CARD_POINTS * min(len(me.hand), turns)
    points += EMPTY_HOUSE_POINTS * min(me.persons.count(NONE), turns / 2.5, 4)
    points += left * fsum([EARNS[ACTIVATION[card]] for card in me.persons if card != NONE])
    points += min(1.0, left) * fsum([section(game, tokens, done) for tokens, done in sections(me)])
    return points - threats(game, seat)


def seen(game: Bruges, seat: int) -> Hashable:
    """Everything that the value depends on. Hidden cards take no part, so it is the same in many imagined
    games."""
    me = game.players[seat]
    return (
        *(worth(game, seat), me.guilders, me.points, len(me.hand)),
        *(rounds_left(game), game.phase, game.turn, len(game.players)),
        game.statues[-1] if game.statues else NONE,
        *(*me.workers, *me.threats, *me.canals, *me.finished),
        *(len(me.persons), *me.persons, *me.pets),
    )


_alone = Remembered(seen, alone)


REST: Final = "rivals"


def parts(game: Bruges, seat: int) -> dict[str, ValuePart]:
    me, now = game.players[seat], worth(game, seat)
    cash = ValuePart(me.guilders / 1000, me.guilders)
    if not game.stack:
        return {"points": ValuePart(now, now), "guilders": cash}
    left = rounds_left(game)
    turns = left * BOX.figures.cards_per_round
    some, empty = min(1.0, turns / 6), me.persons.count(NONE)
    living = [EARNS[ACTIVATION[card]] for card in me.persons if card != NONE]
    return {
        "points": ValuePart(now, now),
        "guilders": ValuePart(some * money(me.guilders) + cash.worth, me.guilders),
        "workers": ValuePart(some * hands(me), sum(me.workers)),
        "cards": ValuePart(CARD_POINTS * min(len(me.hand), turns), len(me.hand)),
        "houses": ValuePart(EMPTY_HOUSE_POINTS * min(empty, turns / 2.5, 4), empty),
        "persons": ValuePart(left * fsum(living)),
        "canals": ValuePart(
            min(1.0, left) * fsum(section(game, tokens, done) for tokens, done in sections(me))
        ),
        "threats": ValuePart(-threats(game, seat), sum(me.threats)),
        "majorities": ValuePart(majorities(game, seat)),
    }


def rounds_left(game: Bruges) -> float:
    """Expected number of remaining rounds of turns, including the rest of this one."""
    this = this_round(game)
    if game.last:
        return game.last - game.round + this
    later = min(map(len, game.stacks)) / (2.0 * len(game.players))
    return min(USUAL_ROUNDS, later + 1 + this)


def this_round(game: Bruges) -> float:
    """The remaining share of this round's turns."""
    if game.phase == TURNS:
        return 1 - game.turn / (BOX.figures.cards_per_round * len(game.players))
    return 1.0


def money(guilders: int) -> float:
    return GUILDER_POINTS * (min(guilders, RICH_GUILDERS) + max(0, guilders - RICH_GUILDERS) / 2)


def hands(me: Player) -> float:
    """The value of the workers."""
    return fsum([workers_value(count) for count in me.workers])


@cache
def workers_value(count: int) -> float:
    """The value of some workers of a colour."""
    return WORKER_POINTS * min(count, 2) + SPARE_WORKER * max(0, count - 2)


def sections(me: Player) -> list[tuple[int, int]]:
    return list(zip(me.canals, me.finished, strict=True))


def section(game: Bruges, tokens: int, finished: int) -> float:
    """The potential of a canal section."""
    points = THIRD[tokens] if tokens <= THREE else 0.0
    if tokens < LENGTH and not finished and game.statues:
        points += STATUE[tokens] * game.statues[-1]
    return points


def rolls(game: Bruges) -> int:
    """The expected number of remaining rolls."""
    return round(rounds_left(game) - this_round(game)) + (game.phase < DICE)


@cache
def danger(missing: int, rolls: int) -> float:
    """The probability of damage that `missing` more markers cause, within `rolls` rolls."""
    if rolls <= 0:
        return STRAY_THREAT_CHANCE if missing == 1 else 0.0
    closer = 1.0 if missing == 1 else STAYS[missing - 1] * danger(missing - 1, rolls - 1)
    return THREAT_CHANCE * closer + (1 - THREAT_CHANCE) * STAYS[missing] * danger(missing, rolls - 1)


def threats(game: Bruges, seat: int) -> float:
    """The cost of the markers: the damage of each colour, times its probability."""
    cost, some = 0.0, rolls(game)
    for colour, count in enumerate(game.players[seat].threats):
        if count:
            missing = max(1, threshold(game, seat, colour) - count)  # the guard's loss lowers the threshold
            rounds = max(0, some - missing + 1)
            cost += danger(missing, some) * (DAMAGE_POINTS + damage(game, game.players[seat], colour, rounds))
    return cost


def damage(game: Bruges, me: Player, colour: int, rounds: int) -> float:
    """What the damage of a colour would take, with `rounds` rounds left after it."""
    if colour == BLUE:
        return WORKERS_KEPT + HELD_SHARE * (hands(me) - WORKERS_KEPT)
    if colour == YELLOW:
        return MONEY_KEPT + HELD_SHARE * (money(me.guilders) - MONEY_KEPT)
    if colour == BROWN:
        return plague(me, rounds)
    return fire(game, me) if colour == RED else float(min(INTRIGUE_POINTS, me.points))


def plague(me: Player, rounds: int) -> float:
    """The value of the cheapest person, since the player chooses; the house remains usable."""
    costs = [POINTS[card] + rounds * EARNS[ACTIVATION[card]] for card in me.living()]
    return max(0.0, min(costs, default=0.0) - EMPTY_HOUSE_POINTS / 2)


def fire(game: Bruges, me: Player) -> float:
    """The value of the cheapest house or outermost canal token. The person of a burnt house returns to the
    hand."""
    costs = [EMPTY_HOUSE_POINTS if card == NONE else POINTS[card] for card in me.persons]
    costs = [BOX.figures.house_points + cost for cost in costs]
    for tokens, finished in sections(me):
        if tokens:
            three = BOX.figures.space_points[THREE] * (tokens == THREE + 1)
            costs.append(three + section(game, tokens, finished) - section(game, tokens - 1, finished))
    return max(0.0, min(costs, default=0.0))


def majorities(game: Bruges, seat: int, counted: Sequence[Counts] | None = None) -> float:
    """The expected points from majority markers that are not turned yet."""
    counted = counted or [*map(counts, game.players)]
    marks, points = game.players[seat].marks, 0.0
    for mark, count in enumerate(counted[seat]):
        if marks[mark] or not count:
            continue
        most = max([other[mark] for number, other in enumerate(counted) if number != seat])
        points += BOX.figures.mark_points * (
            LEAD_SHARE if count > most else SHARED_LEAD_SHARE if count == most else 0.0
        )
    return points


def counts(me: Player) -> Counts:
    """Steps, persons and canal tokens."""
    return me.step, len(me.persons) - me.persons.count(NONE), sum(me.canals)
