"""The value of a position of Schweinebande, in points of the final score.

A seat has the points on its farm, and prospects from its pen, from its farmers at the market and from those
still in hand. A pen is evaluated as it will be after feeding, with the best groups redeemed and the cheapest
animals sold; a farmer by what its best row adds to that. So an animal that completes a group has a high
value, one that only eats has its sale price, and waiting with a farmer pays while good rows are still likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, Final

from server.games.kernel import Choice, Lanes
from server.games.schweinebande.board import RAYS, SPACES
from server.games.schweinebande.cards import CATTLE, FARMERS, KINDS, PIG, ROUNDS, SACK, VALUES
from server.games.schweinebande.flow import Collecting, NextReveal, final_groups
from server.games.schweinebande.state import EMPTY, FACE_DOWN, NOBODY, Schweinebande
from server.games.schweinebande.verbs import GROUP_ANIMALS, Feed, Redeem

from . import ValuePart

STARTED: Final = (0.0, 0.16, 0.4, 0.72)
"""Share of the value of a group of four, by its current number of animals."""
COLLECTED: Final = (0.0, 0.02, 0.05, 0.1, 0.22, 0.45, 0.9)
"""Share of a cattle's value for a group of six, by its current number of kinds."""
FEED_POINTS: Final = 0.22
"""Value of a feed while there are animals to be fed later."""
SACK_POINTS: Final = 1.6
"""Value of a feed sack, under the same condition."""
HIDDEN_TILE_POINTS: Final = 0.9
"""Value of a face-down tile in a row."""
TILE_LEFT_CHANCE: Final = 0.88
"""The probability that a tile is still there when the farmer collects, for each step of distance."""
FARMER_POINTS: Final = 3.6
"""Value of a farmer in hand while there is plenty to choose from."""
PLACE_POINTS: Final = 0.25
"""Value of each place further to the front of the collecting order."""

FAR_FEED: Final = 9
"""Missing feed beyond which only the best single sale is considered."""

Pen = tuple[int, ...]


@lru_cache(maxsize=100_000)
def fed_value(pen: Pen, feed: int, round: int) -> float:
    """The value of a pen and its owner's feed after the feeding of this round."""
    if round == ROUNDS:
        return sum(VALUES[kind] for kind in final_groups([*pen]))
    later = ROUNDS - round
    worth = (
        SACK_POINTS * min(pen[SACK], later)
        + FEED_POINTS * min(feed, 6 * later)
        - FEED_POINTS * sum(pen[:SACK])
    )
    rest, broken = 0, list[float]()
    for kind in KINDS:
        groups, more = divmod(pen[kind], GROUP_ANIMALS)
        value = float(VALUES[kind])
        if kind == PIG:
            value = max(value, 2 * value - GROUP_ANIMALS * FEED_POINTS * (later - 1))
        worth += value * (groups + started(more, later))
        rest += more > 0
        if groups and not more:
            broken.append(value * (1 - started(GROUP_ANIMALS - 1, later)))
    return worth + six(rest, sorted(broken), later)


def started(animals: int, later: int) -> float:
    """The share of its value for an incomplete group of four."""
    return STARTED[animals] * (0.7 + 0.1 * later)


def six(kinds: int, broken: Sequence[float], later: int) -> float:
    """The value of a group of six with this number of kinds; each group of four that is broken up for it adds
    one kind and costs its entry in `broken`."""
    worth = VALUES[CATTLE] * (0.4 + 0.2 * later)
    return max(worth * COLLECTED[kinds + n] - fsum(broken[:n]) for n in range(len(broken) + 1))


@lru_cache(maxsize=100_000)
def hungry(pen: Pen, feed: int, round: int) -> float:
    """The value of a pen before feeding, after the best groups are redeemed."""
    best = fed(pen, feed, round)
    for kind in KINDS:
        if pen[kind] >= GROUP_ANIMALS:
            points = VALUES[kind] * (2 if kind == PIG and round == ROUNDS else 1)
            best = max(best, points + hungry(without(pen, kind, GROUP_ANIMALS), feed, round))
    if all(pen[kind] for kind in KINDS):
        rest = (*(pen[kind] - 1 for kind in KINDS), pen[SACK])
        best = max(best, VALUES[CATTLE] + hungry(rest, feed, round))
    return best


def fed(pen: Pen, feed: int, round: int) -> float:
    """The value of a pen after feeding: by a sack, or after the best sales."""
    sold = after_sales(pen, feed, round)
    if not pen[SACK] or round == ROUNDS:
        return sold
    return max(sold, fed_value(without(pen, SACK, 1), feed, round))


@lru_cache(maxsize=100_000)
def after_sales(pen: Pen, feed: int, round: int) -> float:
    """The value of a pen after the best sales that leave enough feed for the others. In the last round feed
    has no further value, so a sack may feed them."""
    need = sum(pen[:SACK])
    if feed >= need or (pen[SACK] and round == ROUNDS):
        return fed_value(pen, feed - need, round)
    sales = [kind for kind in KINDS if pen[kind]]
    if need - feed > FAR_FEED:
        sales = [
            max(
                sales,
                key=lambda kind: fed_value(without(pen, kind, 1), 0, round) + FEED_POINTS * VALUES[kind],
            )
        ]
    return max(after_sales(without(pen, kind, 1), feed + VALUES[kind], round) for kind in sales)


@lru_cache(maxsize=100_000)
def broken_up(pen: Pen, feed: int, round: int) -> bool:
    """Do the best sales take an animal from a group of four?"""
    if pen[SACK] or feed >= sum(pen[:SACK]):
        return False
    sales = [kind for kind in KINDS if pen[kind]]
    kind = max(sales, key=lambda kind: after_sales(without(pen, kind, 1), feed + VALUES[kind], round))
    return pen[kind] % GROUP_ANIMALS == 0 or broken_up(without(pen, kind, 1), feed + VALUES[kind], round)


def without(pen: Pen, kind: int, count: int) -> Pen:
    return (*pen[:kind], pen[kind] - count, *pen[kind + 1 :])


def value(game: Schweinebande, seat: int) -> float:
    """The expected points of this seat, including the farmers of later rounds: without them, a position after
    the end of a round would look better than one just before it."""
    return standing(game, seat) + to_come(game)


def idle(game: Schweinebande, seat: int, choice: Choice) -> bool:
    """Idle choices before the last round, whose end is computed exactly: keeping four of a kind that can't be
    fed, or that are broken up to feed the others, while they can be redeemed; selling one of four."""
    if game.round == ROUNDS:
        return False
    pen, feed = tuple(game.pens[seat]), game.feed[seat]
    if choice.verb == "sell":
        return pen[choice.noun] % GROUP_ANIMALS == 0
    if choice.verb != "keep" or all(pen[kind] < GROUP_ANIMALS for kind in KINDS):
        return False
    return starves_four(pen, feed) or broken_up(pen, feed, game.round)


def starves_four(pen: Pen, feed: int) -> bool:
    """Is feed missing, with four of a kind in the pen? Pigs may wait for their bonus."""
    short = feed < sum(pen[:SACK]) and not pen[SACK]
    return short and any(pen[kind] >= GROUP_ANIMALS for kind in KINDS if kind != PIG)


def to_come(game: Schweinebande) -> float:
    """The expected points of each seat from the farmers of all rounds that have not begun."""
    seats = len(game.pens)
    farmers = FARMERS[seats]
    return (ROUNDS - game.round) * hope(farmers, farmers * seats, len(SPACES)) if game.stack else 0.0


def standing(game: Schweinebande, seat: int) -> float:
    """The expected points of this seat from its possessions and the farmers of this round."""
    now = game.points(seat)
    if not game.stack:
        return now + game.pigs(seat) / 100
    pen, feed = tuple(game.pens[seat]), game.feed[seat]
    ahead = meal(game, seat)
    if not ahead:
        return now + fed_value(pen, feed, game.round)
    worth = hungry(pen, feed, game.round) if Redeem in ahead else fed(pen, feed, game.round)
    placing = any(type(step) is NextReveal for step in game.stack)
    for space in game.standing(seat):
        worth += row_worth(game, seat, space, TILE_LEFT_CHANCE if placing else 1.0)
    if placing:
        worth += in_hand(game, seat)
        if game.order[seat]:
            worth += PLACE_POINTS * (len(game.order) - game.order[seat])
    return now + worth


def parts(game: Schweinebande, seat: int) -> dict[str, ValuePart]:
    """The parts of a seat's value; `animals` is the rest that can't be split further."""
    now, pen, feed = game.points(seat), game.pens[seat], game.feed[seat]
    found = {"points": ValuePart(now, now)}
    if game.stack:
        later = ROUNDS - game.round
        found["feed"] = ValuePart(FEED_POINTS * min(feed, 6 * later), feed)
        found["sacks"] = ValuePart(SACK_POINTS * min(pen[SACK], later), pen[SACK])
        placing = any(type(step) is NextReveal for step in game.stack)
        farmers = (in_hand(game, seat) if placing else 0.0) + to_come(game)
        found["farmers"] = ValuePart(farmers, game.left[seat])
        market = fsum(row_worth(game, seat, space, TILE_LEFT_CHANCE) for space in game.standing(seat))
        found["market"] = ValuePart(market if is_hungry(game, seat) else 0.0)
    rest = value(game, seat) - fsum(part.worth for part in found.values())
    return {**found, "animals": ValuePart(rest, sum(pen[kind] for kind in KINDS))}


def is_hungry(game: Schweinebande, seat: int) -> bool:
    """Must this seat still feed in this round?"""
    return bool(meal(game, seat))


def meal(game: Schweinebande, seat: int) -> set[type[Any]]:
    """The pending steps of this seat in this round, of redeeming groups and feeding."""
    printed, found = not game.options.direct_scoring, set[type[Any]]()
    for step in plain(game.stack):
        kind = type(step)
        if kind in (Redeem, Feed) and step.seat == seat:
            found.add(kind)
        if kind is NextReveal or (kind is Collecting and (printed or seat in game.farmers)):
            return {Redeem, Feed}
    return found


def plain(stack: Iterable[Any]) -> Iterable[Any]:
    """The steps of a stack, including those of lanes."""
    for step in stack:
        if type(step) is Lanes:
            for lane in step.lanes:
                yield from lane.stack
        else:
            yield step


def row_worth(game: Schweinebande, seat: int, space: int, crowd: float) -> float:
    """The gain of a farmer on this space from its best row; distant tiles may be gone by then."""
    pen, feed, market, farmers = tuple(game.pens[seat]), game.feed[seat], game.market, game.farmers
    best = 0.0
    for ray in RAYS[space]:
        row = [market[space]]
        for tile in ray:
            if farmers[tile] != NOBODY:
                break
            row.append(market[tile])
        best = max(best, gained(pen, feed, game.round, crowd, tuple(row)))
    return best


@lru_cache(maxsize=200_000)
def gained(pen: Pen, feed: int, round: int, crowd: float, row: tuple[int, ...]) -> float:
    """The gain of a pen from these tiles, each present with the probability `crowd` for each step."""
    got, gain, sure, last = [*pen], 0.0, 1.0, hungry(pen, feed, round)
    for kind in row:
        if kind == FACE_DOWN:
            gain += sure * HIDDEN_TILE_POINTS
        elif kind != EMPTY:
            got[kind] += 1
            worth = hungry(tuple(got), feed, round)
            gain += sure * (worth - last)
            last = worth
        sure *= crowd
    return gain


def in_hand(game: Schweinebande, seat: int) -> float:
    """The expected points from farmers still in hand."""
    return hope(game.left[seat], sum(game.left), len(game.face_down()))


def hope(own: int, waiting: int, tiles: int) -> float:
    """The expected points from `own` farmers: the fewer tiles for all `waiting` ones, the less."""
    return own * FARMER_POINTS * min(1.0, tiles / (1.5 * waiting)) if waiting else 0.0
