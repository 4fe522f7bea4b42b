"""What a person at the table would work out from the rules: facts, and what options cost and bring."""

from __future__ import annotations

from ..engine import View
from ..kernel import Ask, Choice
from .cards import ESTABLISHMENTS, LANDMARKS
from .forecast import Gain, forecast, outlook
from .income import OF_OTHERS, OF_ROLLER
from .state import NOT_BUILT, MachiKoro
from .verbs import Take, TakeFromOne, With


def holdings(game: MachiKoro, seat: int) -> dict[str, int]:
    """What a seat has that it would not part with for nothing, by key; what is better not had counts less
    than nothing."""
    built = sum(landmark != NOT_BUILT for landmark in game.landmarks[seat])
    kinds = {f"kind {kind}": copies for kind, copies in enumerate(game.cities[seat])}
    return {"coins": game.coins[seat], "landmarks": built, **kinds}


def hints(game: MachiKoro, seat: int | None, ask: Ask | None) -> View:
    """Which kinds answer to a roll and what it would bring, what is being swapped, prices, certain gains.

    `answers`: kinds by the total rolled, for the city of the `roller` and for those of the `others` that
    are still in the game. `rolls`: coins that a roll would bring as things are now, by who rolls, total and
    seat; a list where it is one of these. `swap`: the kind `given` and the `partner`, as far as chosen.
    """
    answers = {"roller": OF_ROLLER, "others": OF_OTHERS}
    told: View = {"answers": answers, "rolls": outlook(game), "swap": swapping(game)}
    if ask is not None:
        changes = ((choice, change(game, choice)) for choice in ask.options)
        told["amounts"] = [[*choice, certain] for choice, certain in changes if certain]
    return told


def swapping(game: MachiKoro) -> View:
    """What the business center is in the midst of."""
    match game.stack and game.stack[-1]:
        case With(given):
            return {"given": given}
        case Take(given, partner):
            return {"given": given, "partner": partner}
        case _:
            return {}


def change(game: MachiKoro, choice: Choice) -> dict[str, Gain]:
    """What an option certainly brings and costs the active player."""
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
