"""Of two persons at the same price none is worse in every respect.

Each person is tried in many random positions: all possible results of its activation, all that it scores, all
that it changes while it lives there. If one person brings at least as much as another in each of them, and
more in some, there is no reason to recruit the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from random import Random
from typing import Any

from server.authoring.engines import clone_of
from server.games.bruges.cards import ACTIVATION, BOX, COST, IDS, POINTS
from server.games.bruges.effect import EFFECTS, HANDLERS, Effect, Use, benefits
from server.games.bruges.state import COLOURS, NONE, Bruges
from server.games.bruges.turn.activation import Activate
from server.games.kernel import Step, choose, settle
from tests.games.engines import ENGINES

from .city import city

POSITIONS = 64
FINALS = 400
CLONE: Callable[[Any], Any] = clone_of(ENGINES["bruges"])
EACH = range(len(COLOURS))
PEOPLE = range(len(BOX.persons))

Result = tuple[int, ...]
Results = frozenset[Result]

OTHER_KINDS = {
    *("extra_card_action", "copy_own_immediate", "reactivate_own", "activate_opponent_person"),
    *("search_person_free", "declare_colour", "canal_free_of_guilders", "swap_with_discard"),
}
"""Effects that repeat another person's or card's effect, or choose a card: they cannot be counted."""


def position(number: int, late: bool = False) -> Bruges:
    """Three players with random things; seat 0 has a house for the tested person.

    Late in a game there is more of everything. Early positions have no permanent persons, who would add
    questions to each step.
    """
    random = Random(number)
    people = random.sample([IDS[card] for card in PEOPLE if late or ACTIVATION[card] != "permanent"], 60)

    def have(most: int) -> dict[str, Any]:
        homes = random.randrange(most)
        return {
            "guilders": random.choice((0, 1, 2, 3, 4, 6, 12)),
            "points": random.choice((0, 1, 4, 9)),
            "workers": _spread(random, random.choice((0, 3, 8, 16) if late else (0, 0, 1, 2, 3))),
            "threats": [random.choice((0, 0, 1, 2)) for _ in EACH] if random.randrange(3) else [0] * 5,
            "step": random.choice((0, 1, 3, 5, 8, 11, 12)),
            "canals": [random.randrange(6), random.randrange(6)],
            "marks": [random.randrange(2) for _ in range(4)],
            "people": [people.pop() for _ in range(homes)],
            "hand": [people.pop() for _ in range(random.randrange(6))],
            "houses": [random.choice(COLOURS) for _ in range(homes + random.randrange(5))],
        }

    mine = have(14 if late else 7)
    mine["houses"] = [random.choice(COLOURS), *mine["houses"]]
    dice = [random.randrange(1, 7) for _ in EACH]
    options = {"new_citizens": True}
    scene = city(mine=mine, others=[have(5), have(9)], rolled=dice, discard=people[:4], options=options)
    game: Bruges = scene.game
    return game


def _spread(random: Random, count: int) -> list[int]:
    workers = [0] * len(COLOURS)
    for _ in range(count):
        workers[random.randrange(len(COLOURS))] += 1
    return workers


def with_person(game: Bruges, card: int) -> Bruges:
    """The position with this person in a free house of seat 0, otherwise unchanged, so that all persons are
    compared alike."""
    tried: Bruges = CLONE(game)
    me = tried.players[0]
    me.persons[me.persons.index(NONE)] = card
    return tried


def counted(game: Bruges) -> Result:
    """The things of seat 0, and what its opponents lack: more is better at every place."""
    me = game.players[0]
    mine = (me.guilders, me.points, *me.workers, me.step, *me.canals, len(me.hand), len(me.houses))
    seen = 60 - sum(map(len, game.stacks))
    theirs: list[int] = []
    for other in game.players[1:]:
        lost = (other.guilders, other.points, sum(other.workers), other.step, sum(other.canals))
        theirs += [-count for count in (*lost, len(other.hand), len(other.houses), len(other.living()))]
        theirs += other.threats
    return (*mine, len(me.living()), -sum(me.threats), *(-n for n in me.threats), seen, *theirs)


def outcomes(game: Bruges, plan: Sequence[Step[Any]]) -> Results:
    """All possible results of these steps."""
    found: set[Result] = set()
    known: set[bytes] = set()
    start: Bruges = CLONE(game)
    start.stack = [*reversed(plan)]
    open_games = [start]
    while open_games:
        now = open_games.pop()
        asks = settle(now)
        if not asks:
            found.add(counted(now))
            continue
        for choice in asks[0].options:
            then: Bruges = CLONE(now)
            choose(then, asks[0], choice)
            key = repr((then.stack, counted(then), then.players)).encode()
            if key not in known:
                known.add(key)
                open_games.append(then)
    return frozenset(found)


def covers(better: Results, worse: Results) -> bool:
    """Is there for each of these outcomes one that is as good at every place?"""
    return all(any(all(a >= b for a, b in zip(x, y, strict=True)) for x in better) for y in worse)


@cache
def positions() -> list[Bruges]:
    return [position(number) for number in range(POSITIONS)]


@cache
def activated(card: int) -> tuple[Results, ...]:
    """The results of an activation in each position; an activation by hand can be left out."""
    found: list[Results] = []
    for game in positions():
        tried = with_person(game, card)
        done = outcomes(tried, [Activate(0, card)]) if benefits(tried, 0, Use(card)) else frozenset()
        left = [counted(tried)] if ACTIVATION[card] != "immediate" or not done else []
        found.append(done | frozenset(left))
    return tuple(found)


@cache
def standing(card: int) -> tuple[Results, ...]:
    """The changes by a person while it lives there: figures of its occasions, and its reactions."""
    effect = EFFECTS[card]
    figures = (
        *(effect.more_workers(), effect.any_workers(), effect.least_guilders(), effect.more_guilders()),
        *(effect.threats_returned(), effect.hire_discount(), effect.pays_any_worker()),
        *(effect.doubles_lightning(), effect.guilders_per_threat(), effect.hand_size()),
        *(effect.advance_discount(), effect.shields_from_single_die(), effect.keeps_lost_persons()),
        *(effect.is_immune(), effect.wins_ties(), *(effect.threshold(colour) for colour in EACH)),
        -effect.advance_price() if card in HANDLERS[Effect.advance_price] else -99,
    )
    found: list[Results] = [frozenset([tuple(map(int, figures))])]
    for game in positions()[:8]:
        tried = with_person(game, card)
        plans = [effect.on_advance(tried, 0)]
        for colour in EACH:
            plans += [getattr(effect, name)(tried, 0, colour) for name in ("on_hire", "on_house", "on_canal")]
        found += [outcomes(tried, plan) for plan in plans]
    return tuple(found)


@cache
def finals() -> list[Bruges]:
    return [position(number, late=True) for number in range(FINALS)]


@cache
def scored(card: int) -> tuple[Results, ...]:
    games = (with_person(game, card) for game in finals())
    return tuple(frozenset([(EFFECTS[card].final_points(game, 0, card),)]) for game in games)


def brings(card: int) -> tuple[Results, ...]:
    return {"permanent": standing, "endgame": scored}.get(ACTIVATION[card], activated)(card)


def is_comparable(card: int, other: int) -> bool:
    """They have the same price, at least one of them is our own, and the first is activated at least as
    easily."""
    rows = BOX.persons[card], BOX.persons[other]
    if (COST[card], POINTS[card]) != (COST[other], POINTS[other]) or {r.origin for r in rows} == {"page"}:
        return False
    if any(row.effect["type"] in OTHER_KINDS for row in rows):
        return False
    symbols = ACTIVATION[card], ACTIVATION[other]
    return symbols[0] == symbols[1] or symbols == ("round", "worker")


def is_dominated(card: int, other: int) -> bool:
    """Does the other bring at least as much everywhere, and more somewhere or more easily?"""
    pairs = [*zip(brings(other), brings(card), strict=True)]
    if not all(covers(more, less) for more, less in pairs):
        return False
    return ACTIVATION[card] != ACTIVATION[other] or not all(covers(less, more) for more, less in pairs)


def dominated() -> Iterator[tuple[str, str]]:
    for other, card in permutations(PEOPLE, 2):
        if is_comparable(other, card) and is_dominated(card, other):
            yield IDS[card], IDS[other]


def test_no_person_is_worse_than_another_at_the_same_price() -> None:
    assert [*dominated()] == []
