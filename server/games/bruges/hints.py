"""Facts that a player could derive from the rules, and the costs and gains of options."""

from __future__ import annotations

from ..engine import View
from ..kernel import Ask, Choice
from .cards import COLOUR, Improvement
from .effect import Effect, acting
from .flow import advance_price, counted, leaders, majorities
from .plans import CHOICES, Amounts, of_colour
from .state import NONE, Bruges
from .turn.bourse import in_force
from .turn.building import MoveIn, canal_price, fitting, next_spaces
from .turn.dice import meaning, rolled_price
from .turn.offer import (
    Offer,
    action_of,
    canal_of,
    guilders_of,
    hire_price,
    threats_of,
    workers_of,
)
from .turn.threats import threshold
from .turn.turn import TURNS_EACH, PlayAs
from .turn.verbs import EACH, held


def holdings(game: Bruges, seat: int) -> dict[str, int]:
    """The assets of a seat, by key; liabilities are negative. Workers and threat markers also by colour."""
    me = game.players[seat]
    return {
        "guilders": me.guilders,
        "points": me.points,
        "workers": sum(me.workers),
        **{of_colour("workers", colour): me.workers[colour] for colour in EACH},
        "step": me.step,
        "threats": -sum(me.threats),
        **{of_colour("threats", colour): -me.threats[colour] for colour in EACH},
        "canals": sum(me.canals),
        "statues": len(me.statues),
        "houses": len(me.houses),
        "persons": len(me.living()),
        "markers": sum(me.marks),
        "cards": len(me.hand) + len(me.fresh) + len(me.drawn),
    }


def hints(game: Bruges, seat: int | None, ask: Ask | None) -> View:
    """Facts by seat, and the amounts of the offered options.

    `limits`: for each colour, the marker that sets off the damage. `standing`: rows `[n, leads]`, the number
    that each majority compares, and 1 if the marker would be turned now. `rooms`: empty houses. `spaces`:
    rows `[side, colour, price]`, the spaces of the next canal tokens and their current prices. `advances`:
    the price of the advance with these dice, -1 if there is none. `advance`: that price by the dice alone, 0
    if there is none.

    For the whole table: `dice`, the meaning of each die; `turn`, the number of the turn in the round;
    `bourse`, the card in force or -1; `colours`, rows `[card, colour]` of cards with a named colour for their
    action.

    `refusals`: rows `[action, card, reason, price]`, the reason why a playable card does not allow one of the
    six actions. `price` is the required guilders if they are the reason, else 0.
    """
    seats = range(len(game.players))
    found: View = {
        "limits": [[threshold(game, other, colour) for colour in EACH] for other in seats],
        "standing": standing(game),
        "rooms": [len(me.room(is_pet=False)) for me in game.players],
        "spaces": [spaces(game, other) for other in seats],
        "advances": [advance_price(game, other) if any(game.rolled) else NONE for other in seats],
        "advance": rolled_price(game),
        "dice": [meaning(die) for die in game.rolled],
        "turn": min(TURNS_EACH, game.turn // len(seats) + 1),
        "bourse": in_force(game),
        "colours": [[card, colour] for card, colour in named_colours(game).items()],
    }
    if seat is not None and ask is not None:
        found["amounts"] = amounts(game, seat, ask)
        found["refusals"] = refusals(game, seat, ask)
    return found


def standing(game: Bruges) -> list[list[list[int]]]:
    """The standing of each seat in each majority."""
    first = [leaders(game, mark) for mark in majorities(game)]
    return [
        [[counted(game, seat, mark), int(seat in first[mark])] for mark in majorities(game)]
        for seat in range(len(game.players))
    ]


def spaces(game: Bruges, seat: int) -> list[list[int]]:
    """The spaces of a seat's next canal tokens, with prices."""
    return [
        [space.side, space.colour, canal_price(game, space) if seat == game.active else space.price]
        for space in next_spaces(game, seat)
    ]


def named_colours(game: Bruges) -> dict[int, int]:
    """The named colours of cards that are being played."""
    return {step.card: step.colour for step in game.stack if isinstance(step, PlayAs | MoveIn)}


# -- what options cost and bring -------------------------------------------------------------------


def amounts(game: Bruges, seat: int, ask: Ask) -> list[list[object]]:
    """The rows of the options that have certain changes."""
    named = named_colours(game)
    rows = [(choice, amounts_of(game, seat, choice, named)) for choice in ask.options]
    return [[choice.verb, choice.noun, change] for choice, change in rows if change]


def refusals(game: Bruges, seat: int, ask: Ask) -> list[list[object]]:
    """The rows of the actions that playable cards don't allow."""
    named = named_colours(game)
    cards = dict.fromkeys([choice.noun for choice in ask.options if choice.verb in ALWAYS])
    offer = Offer.of(game, seat)
    rows = [(card, offer.refusals(card, named.get(card, COLOUR[card]))) for card in cards]
    return [[why.action, card, why.reason, why.price] for card, whys in rows for why in whys]


def amounts_of(game: Bruges, seat: int, choice: Choice, named: dict[int, int]) -> Amounts:
    """The certain changes of a choice. A price of nothing is a change of 0."""
    if choice.verb == "advance":
        return {"guilders": -choice.noun, "step": 1}
    if choice.verb in CHOICES:
        return CHOICES[choice.verb](game, seat, choice.noun)
    action, how = action_of(game, choice.verb)
    if action not in ACTIONS:
        return {}
    colour = named.get(choice.noun, COLOUR[choice.noun])
    return ACTIONS[action](game, seat, choice.noun, colour, how)


def _workers(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    count, any_colour = workers_of(game, seat, how)
    return {"workers": count, **({} if any_colour else {of_colour("workers", colour): count})}


def _guilders(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    return {"guilders": guilders_of(game, seat, colour, how)}


def _threat(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    threats = game.players[seat].threats
    most = threats_of(game, seat, how)
    colours = held(threats) if most > 1 else [colour]
    most = min(most, sum([threats[c] for c in colours]))
    each = sum([effect.guilders_per_threat() for effect in acting(game, seat, Effect.guilders_per_threat)])
    found: Amounts = {"threats": up_to(most), "points": up_to(most, more=how.points)}
    if len(colours) == 1:
        found[of_colour("threats", colours[0])] = up_to(most)
    return {**found, **({"guilders": up_to(most, each)} if each else {})}


def up_to(most: int, times: int = 1, more: int = 0) -> int | list[int]:
    """The number if `most` is 1, else all possible numbers: n * times + more for n from 1 to `most`."""
    numbers = [n * times + more for n in range(1, most + 1)]
    return numbers if most > 1 else numbers[0]


def _canal(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    wanted, factor = canal_of(colour, how)
    prices = [canal_price(game, space, factor) for space in fitting(game, seat, wanted, factor)]
    different = [-price for price in dict.fromkeys(prices)]
    return {"canals": 1, "guilders": different if len(different) > 1 else different[0]}


def _house(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    found: Amounts = {"houses": 1, "workers": 0 if how.free else -1}
    if not how.free and not acting(game, seat, Effect.pays_any_worker):
        found[of_colour("workers", colour)] = -1
    return {**found, **({"guilders": how.more_guilders} if how.more_guilders else {})}


def _hire(game: Bruges, seat: int, card: int, colour: int, how: Improvement) -> Amounts:
    return {"persons": 1, "guilders": -hire_price(game, seat, card, how)}


ACTIONS = {
    "workers": _workers,
    "guilders": _guilders,
    "threat": _threat,
    "canal": _canal,
    "house": _house,
    "hire": _hire,
}
ALWAYS = frozenset(["workers"])
"""The action that every playable card allows."""
