"""Facts that a person could derive from the rules, and the costs and gains of options."""

from __future__ import annotations

from ..engine import View
from ..kernel import Ask, Choice, Steps
from .cards import BOX
from .effects import BUILDINGS, CUBANS, Effect
from .flow import Drive, UseBuilding, UseCuban, ahead_of, employment, fare
from .ships import Loading
from .state import PESO, VP, Santiago
from .verbs import Claim, Exchange, Gift, Surrender, TakeOther


def holdings(game: Santiago, seat: int) -> dict[str, int]:
    """The seat's assets by key; a liability would count as a negative number."""
    items = {f"item {item}": amount for item, amount in enumerate(game.held[seat])}
    return {**items, "buildings": game.owners.count(seat)}


def hints(game: Santiago, seat: int | None, ask: Ask | None) -> View:
    """Markers, destinations of drives, whether the last ship has left; certain costs and gains.

    `markers`: unused markers of each seat. `stations`: `[stations ahead, station]` for each drive.
    """
    told: View = {
        "markers": [BOX.track.markers - game.owners.count(seat) for seat in range(len(game.pawns))],
        "last": game.departed == BOX.track.ships,
    }
    if ask is not None:
        drives = [choice.noun for choice in ask.options if choice.verb == "drive"]
        told["stations"] = [[n, ahead_of(game, n)] for n in drives]
        changes = ((choice, change(game, choice)) for choice in ask.options)
        told["amounts"] = [[*choice, certain] for choice, certain in changes if certain]
    return told


def change(game: Santiago, choice: Choice) -> dict[str, int]:
    """The certain costs and gains of an option for the asked seat."""
    match game.stack[-1], choice:
        case Drive(), (_, stations):
            return {f"item {PESO}": -fare(stations)}
        case Gift(), ("give_nothing", _):
            return {}
        case Gift(), _:
            return {f"item {Gift.item(choice)}": -1}
        case TakeOther(given), _:
            return {f"item {given if choice.verb == 'decline' else choice.noun}": 1}
        case Loading() as loading, ("deliver" | "deliver_wood", _):
            delivery = loading.delivery(choice)
            return {f"item {delivery.cargo}": -delivery.units, f"item {VP}": delivery.points(game)}
        case UseCuban(cuban), (verb, _) if verb != "decline":
            return outcome(game, plan(game, CUBANS[cuban], choice))
        case UseBuilding(building), (verb, _) if verb != "decline":
            return outcome(game, BUILDINGS[building].plan(game, choice))
        case _:
            return {}


def plan(game: Santiago, effect: Effect, choice: Choice) -> Steps:
    """The steps of a Cuban's function up to the next question."""
    return employment(game, choice.noun) if choice.verb == "employ" else effect.plan(game, choice)


def outcome(game: Santiago, steps: Steps) -> dict[str, int]:
    """Costs and gains of these steps for the active player; empty if they contain another choice."""
    found: dict[str, int] = {}
    for step in steps:
        match step:
            case Exchange():
                found |= {f"item {item}": n for item, n in step.amounts(game)}
            case Claim():
                found["buildings"] = 1
            case Surrender(good):
                found[f"item {good}"] = -1
            case TakeOther():
                if len(ways := step.choices(game)) > 1:
                    return {}
                found[f"item {ways[0].noun}"] = 1
            case UseBuilding() | Gift():
                return {}
    return found
