"""Facts that a person could derive from the rules, and the costs and gains of options."""

from __future__ import annotations

from ..engine import View
from ..kernel import Ask, Choice
from .cards import ESTABLISHMENTS, LANDMARKS
from .forecast import Gain, forecast, outlook
from .income import OF_OTHERS, OF_ROLLER
from .state import NOT_BUILT, MachiKoro
from .verbs import Take, TakeFromOne, With


def holdings(game: MachiKoro, seat: int) -> dict[str, int]:
    """The seat's assets by key; a liability would count as a negative number."""
    built = sum(landmark != NOT_BUILT for landmark in game.landmarks[seat])
    kinds = {f"kind {kind}": copies for kind, copies in enumerate(game.cities[seat])}
    return {"coins": game.coins[seat], "landmarks": built, **kinds}


def hints(game: MachiKoro, seat: int | None, ask: Ask | None) -> View:
    """Kinds that a roll activates and its income, the current swap, certain costs and gains.

    `answers`: kinds by the total rolled, for the `roller`'s city and for the cities of the `others` who are
    still in the game. `rolls`: the income of a roll in the current state, by roller, total and seat; a list
    has all possible amounts. `swap`: the kind `given` and the `partner`, as far as they are chosen.
    """
    answers = {"roller": OF_ROLLER, "others": OF_OTHERS}
    told: View = {"answers": answers, "rolls": outlook(game), "swap": swapping(game)}
    if ask is not None:
        changes = ((choice, change(game, choice)) for choice in ask.options)
        told["amounts"] = [[*choice, certain] for choice, certain in changes if certain]
    return told


def swapping(game: MachiKoro) -> View:
    """The state of a swap by the business center."""
    match game.stack and game.stack[-1]:
        case With(given):
            return {"given": given}
        case Take(given, partner):
            return {"given": given, "partner": partner}
        case _:
            return {}


def change(game: MachiKoro, choice: Choice) -> dict[str, Gain]:
    """The certain costs and gains of an option for the active player."""
    match game.stack[-1], choice:
        case _, ("build", kind):
            return {"coins": -ESTABLISHMENTS[kind].price, f"kind {kind}": 1}
        case _, ("landmark", landmark):
            return {"coins": -LANDMARKS[landmark].price, "landmarks": 1}
        case _, ("keep", _):
            return {"coins": forecast(game, game.active, sum(game.dice))[game.active]}
        case TakeFromOne(amount), ("tv", debtor):
            return {"coins": game.payable(debtor, amount)}
        case Take(given, _), ("take", taken):
            return {f"kind {given}": -1, f"kind {taken}": 1}
        case _:
            return {}
