"""What each seat sees, a whole game that fits it, scores, hints, and why a place can't be chosen."""

import msgspec

from server.games.engine import Score
from server.games.kernel import key
from server.games.packing import plain_options, plain_stack, unpack_stack
from server.games.reasons import Bar, Thing

from .state import (
    HELD,
    HONEY_FOR_POINT,
    NOTHING,
    ORDERS,
    PLACES,
    Meadow,
    MeadowOptions,
    gain,
    of_neighbours,
    of_orders,
)


def public(game):
    """What everybody sees; the orders only once the game is over."""
    return {
        "options": plain_options(game.options),
        "round": game.round,
        "flowers": game.flowers.copy(),
        "hives": game.hives.copy(),
        "pile": len(game.pile),
        "open": game.open.copy(),
        "honey": game.honey.copy(),
        "orders": [] if game.stack else [held.copy() for held in game.orders],
        "first": game.first,
        "bid": game.bid,
        "leader": game.leader,
        "passed": game.passed.copy(),
        "resume": plain_stack(game),
    }


def private(game, seat):
    return {"orders": game.orders[seat].copy()}


def imagine(public, private, seat, seed):
    """A game that looks like this; the orders of others and the pile are dealt by the seed."""
    taken = {place for place in PLACES if public["hives"][place] != NOTHING}
    game = Meadow(
        key=key(seed),
        stack=unpack_stack(Meadow, public["resume"]),
        options=msgspec.convert(public["options"], MeadowOptions),
        round=public["round"],
        flowers=[*public["flowers"]],
        hives=[*public["hives"]],
        pile=[place for place in PLACES if place not in taken and place not in public["open"]],
        open=[*public["open"]],
        honey=[*public["honey"]],
        orders=[[*held] for held in public["orders"]] or [[] for _ in public["honey"]],
        unused=[],
        first=public["first"],
        bid=public["bid"],
        leader=public["leader"],
        passed=[*public["passed"]],
    )
    if private is not None and seat is not None:
        game.orders[seat] = [*private["orders"]]
    game.unused = [order for order in ORDERS if not any(order in held for held in game.orders)]
    game.scatter(game.unused)
    game.scatter(game.pile)
    for held in game.orders:
        held += sorted(game.unused.pop() for _ in range(HELD - len(held)))
    return game


def parts(game, seat):
    """The points of a seat by where they are from."""
    return {
        "orders": of_orders(game, seat),
        "neighbours": of_neighbours(game, seat),
        "honey": game.honey[seat] // HONEY_FOR_POINT,
    }


def scores(game):
    made = [parts(game, seat) for seat in range(len(game.honey))]
    points = [sum(one.values()) for one in made]
    return [
        Score(seat, 1 + sum(other > points[seat] for other in points), points[seat], one)
        for seat, one in enumerate(made)
    ]


def holdings(game, seat):
    return {"honey": game.honey[seat], "points": of_orders(game, seat) + of_neighbours(game, seat)}


def hints(game, seat, ask):
    """Points that everybody can count, what open places bring to this seat, and the gain of each choice."""
    told = {"points": [of_neighbours(game, other) for other in range(len(game.honey))]}
    if seat is not None:
        told["points"][seat] += of_orders(game, seat)
        told["gains"] = [gain(game, seat, place) for place in game.open]
    if ask is not None and ask.prompt == "settle":
        told["amounts"] = [[*choice, {"points": gain(game, seat, choice.noun)}] for choice in ask.options]
    return told


def as_if_open(game, seat, place):
    """As if the place were open."""
    if place not in game.open:
        game.open.append(place)


def why_closed(game, seat, place):
    owner = game.hives[place]
    return ("closed",) if owner == NOTHING else ("taken", owner)


things = {
    "place": Thing(
        frozenset(["settle"]), lambda game, seat: PLACES, {"settle": [Bar(as_if_open, why_closed)]}
    )
}
