"""What a position of Schweinebande is worth, in points of the final score.

A seat has the points on its farm, and hopes for more from its pen, from its farmers at the market and
from those still in hand. A pen is judged as it will be once it has been fed, with the best groups
redeemed and the cheapest animals sold; a farmer by what its best row adds to that. So an animal that
completes a group is worth much, one that only eats is worth what it fetches, and waiting with a farmer
pays while good rows are still likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from server.games.kernel import Choice, Lanes
from server.games.schweinebande.board import RAYS, SPACES
from server.games.schweinebande.cards import CATTLE, FARMERS, KINDS, PIG, ROUNDS, SACK, VALUES
from server.games.schweinebande.flow import Collecting, NextReveal, final_groups
from server.games.schweinebande.state import EMPTY, FACE_DOWN, NOBODY, Schweinebande
from server.games.schweinebande.verbs import FOUR, Feed, Redeem

from . import Part

STARTED: Final = (0.0, 0.16, 0.4, 0.72)
"""How much of its value a group of four is worth by the number of animals it has so far."""
COLLECTED: Final = (0.0, 0.02, 0.05, 0.1, 0.22, 0.45, 0.9)
"""How much of a cattle a group of six is worth by the number of kinds it has so far."""
FEED: Final = 0.22
"""What a feed is worth while there are animals to be fed later."""
SACKS: Final = 1.6
"""What a feed sack is worth in the same case."""
UNSEEN: Final = 0.9
"""What a tile that lies face down adds to a row."""
CROWD: Final = 0.88
"""The chance that a tile is still there when the farmer collects, for each step of distance."""
WAITING: Final = 3.6
"""What a farmer in hand is worth while there is plenty to choose from."""
EARLY: Final = 0.25
"""What each place further to the front of the collecting order is worth."""

FAR: Final = 9
"""Feed that is missing beyond which only the best single sale is thought of."""

Pen = tuple[int, ...]


@lru_cache(maxsize=100_000)
def kept(pen: Pen, feed: int, round: int) -> float:
    """What a pen and its owner's feed are worth after the feeding of this round."""
    if round == ROUNDS:
        return sum(VALUES[kind] for kind in final_groups([*pen]))
    later = ROUNDS - round
    worth = SACKS * min(pen[SACK], later) + FEED * min(feed, 6 * later) - FEED * sum(pen[:SACK])
    rest, broken = 0, list[float]()
    for kind in KINDS:
        groups, more = divmod(pen[kind], FOUR)
        value = float(VALUES[kind])
        if kind == PIG:
            value = max(value, 2 * value - FOUR * FEED * (later - 1))
        worth += value * (groups + started(more, later))
        rest += more > 0
        if groups and not more:
            broken.append(value * (1 - started(FOUR - 1, later)))
    return worth + six(rest, sorted(broken), later)


def started(animals: int, later: int) -> float:
    """How much of its value a group of four with so many animals is worth."""
    return STARTED[animals] * (0.7 + 0.1 * later)


def six(kinds: int, broken: Sequence[float], later: int) -> float:
    """What a group of six is worth with so many kinds; each group of four that is broken up for it brings one
    more and costs so much."""
    worth = VALUES[CATTLE] * (0.4 + 0.2 * later)
    return max(worth * COLLECTED[kinds + n] - sum(broken[:n]) for n in range(len(broken) + 1))


@lru_cache(maxsize=100_000)
def hungry(pen: Pen, feed: int, round: int) -> float:
    """What a pen is worth that is still to be fed, after the best groups have been redeemed."""
    best = fed(pen, feed, round)
    for kind in KINDS:
        if pen[kind] >= FOUR:
            points = VALUES[kind] * (2 if kind == PIG and round == ROUNDS else 1)
            best = max(best, points + hungry(without(pen, kind, FOUR), feed, round))
    if all(pen[kind] for kind in KINDS):
        rest = (*(pen[kind] - 1 for kind in KINDS), pen[SACK])
        best = max(best, VALUES[CATTLE] + hungry(rest, feed, round))
    return best


def fed(pen: Pen, feed: int, round: int) -> float:
    """What a pen is worth once it has been fed: by a sack, or after the best sales."""
    sold = after_sales(pen, feed, round)
    if not pen[SACK] or round == ROUNDS:
        return sold
    return max(sold, kept(without(pen, SACK, 1), feed, round))


@lru_cache(maxsize=100_000)
def after_sales(pen: Pen, feed: int, round: int) -> float:
    """What a pen is worth once so many animals are sold that there is feed for the others; in the last round,
    where feed is worth nothing more, a sack may feed them."""
    need = sum(pen[:SACK])
    if feed >= need or (pen[SACK] and round == ROUNDS):
        return kept(pen, feed - need, round)
    sales = [kind for kind in KINDS if pen[kind]]
    if need - feed > FAR:
        sales = [max(sales, key=lambda kind: kept(without(pen, kind, 1), 0, round) + FEED * VALUES[kind])]
    return max(after_sales(without(pen, kind, 1), feed + VALUES[kind], round) for kind in sales)


@lru_cache(maxsize=100_000)
def broken_up(pen: Pen, feed: int, round: int) -> bool:
    """Do the best sales take from a group of four?"""
    if pen[SACK] or feed >= sum(pen[:SACK]):
        return False
    sales = [kind for kind in KINDS if pen[kind]]
    kind = max(sales, key=lambda kind: after_sales(without(pen, kind, 1), feed + VALUES[kind], round))
    return pen[kind] % FOUR == 0 or broken_up(without(pen, kind, 1), feed + VALUES[kind], round)


def without(pen: Pen, kind: int, count: int) -> Pen:
    return (*pen[:kind], pen[kind] - count, *pen[kind + 1 :])


def value(game: Schweinebande, seat: int) -> float:
    """How many points this seat can hope for, with the farmers of the rounds to come: without them whatever
    leads over the end of a round would look better than what comes just before it."""
    return standing(game, seat) + to_come(game)


def idle(game: Schweinebande, seat: int, choice: Choice) -> bool:
    """Keeping four of a kind that can't be fed, or that are broken up to feed the others, while the farm is
    open to them; selling one of four. The end of the last round is counted out."""
    if game.round == ROUNDS:
        return False
    pen, feed = tuple(game.pens[seat]), game.feed[seat]
    if choice.verb == "sell":
        return pen[choice.noun] % FOUR == 0
    if choice.verb != "keep" or all(pen[kind] < FOUR for kind in KINDS):
        return False
    return starves_four(pen, feed) or broken_up(pen, feed, game.round)


def starves_four(pen: Pen, feed: int) -> bool:
    """Is feed missing, with four of a kind in the pen? Pigs may wait for their bonus."""
    short = feed < sum(pen[:SACK]) and not pen[SACK]
    return short and any(pen[kind] >= FOUR for kind in KINDS if kind != PIG)


def to_come(game: Schweinebande) -> float:
    """What the farmers of all rounds that have not begun bring each seat."""
    seats = len(game.pens)
    farmers = FARMERS[seats]
    return (ROUNDS - game.round) * hope(farmers, farmers * seats, len(SPACES)) if game.stack else 0.0


def standing(game: Schweinebande, seat: int) -> float:
    """How many points this seat can hope for from what it has, and from the farmers of this round."""
    now = game.points(seat)
    if not game.stack:
        return now + game.pigs(seat) / 100
    pen, feed = tuple(game.pens[seat]), game.feed[seat]
    ahead = meal(game, seat)
    if not ahead:
        return now + kept(pen, feed, game.round)
    worth = hungry(pen, feed, game.round) if Redeem in ahead else fed(pen, feed, game.round)
    placing = any(type(step) is NextReveal for step in game.stack)
    for space in game.standing(seat):
        worth += row_worth(game, seat, space, CROWD if placing else 1.0)
    if placing:
        worth += in_hand(game, seat)
        if game.order[seat]:
            worth += EARLY * (len(game.order) - game.order[seat])
    return now + worth


def parts(game: Schweinebande, seat: int) -> dict[str, Part]:
    """What a seat's hopes are made of; the animals have all that can't be told apart from them."""
    now, pen, feed = game.points(seat), game.pens[seat], game.feed[seat]
    found = {"points": Part(now, now)}
    if game.stack:
        later = ROUNDS - game.round
        found["feed"] = Part(FEED * min(feed, 6 * later), feed)
        found["sacks"] = Part(SACKS * min(pen[SACK], later), pen[SACK])
        placing = any(type(step) is NextReveal for step in game.stack)
        farmers = (in_hand(game, seat) if placing else 0.0) + to_come(game)
        found["farmers"] = Part(farmers, game.left[seat])
        market = sum(row_worth(game, seat, space, CROWD) for space in game.standing(seat))
        found["market"] = Part(market if is_hungry(game, seat) else 0.0)
    rest = value(game, seat) - sum(part.worth for part in found.values())
    return {**found, "animals": Part(rest, sum(pen[kind] for kind in KINDS))}


def is_hungry(game: Schweinebande, seat: int) -> bool:
    """Is this seat still to be fed in this round?"""
    return bool(meal(game, seat))


def meal(game: Schweinebande, seat: int) -> set[type[Any]]:
    """What of redeeming groups and feeding is still to come for this seat in this round."""
    printed, found = not game.options.direct_scoring, set[type[Any]]()
    for step in plain(game.stack):
        kind = type(step)
        if kind in (Redeem, Feed) and step.seat == seat:
            found.add(kind)
        if kind is NextReveal or (kind is Collecting and (printed or seat in game.farmers)):
            return {Redeem, Feed}
    return found


def plain(stack: Iterable[Any]) -> Iterable[Any]:
    """The steps of a stack, those of lanes among them."""
    for step in stack:
        if type(step) is Lanes:
            for lane in step.lanes:
                yield from lane.stack
        else:
            yield step


def row_worth(game: Schweinebande, seat: int, space: int, crowd: float) -> float:
    """What a farmer on this space adds with its best row; tiles further away may be gone by then."""
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
    """What these tiles, of which each is there with the chance `crowd` for each step, add to a pen."""
    got, gain, sure, last = [*pen], 0.0, 1.0, hungry(pen, feed, round)
    for kind in row:
        if kind == FACE_DOWN:
            gain += sure * UNSEEN
        elif kind != EMPTY:
            got[kind] += 1
            worth = hungry(tuple(got), feed, round)
            gain += sure * (worth - last)
            last = worth
        sure *= crowd
    return gain


def in_hand(game: Schweinebande, seat: int) -> float:
    """What farmers still in hand may bring."""
    return hope(game.left[seat], sum(game.left), len(game.face_down()))


def hope(own: int, waiting: int, tiles: int) -> float:
    """What so many farmers may bring: less and less, the fewer tiles are left for all that are waiting."""
    return own * WAITING * min(1.0, tiles / (1.5 * waiting)) if waiting else 0.0
