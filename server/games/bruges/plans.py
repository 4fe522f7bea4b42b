"""The certain changes from persons, ships, canal sections and sales, derived from the steps that they
plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .cards import ACTIVATION, BOX, TRACK, WORKER
from .effect import EFFECTS, Use, benefits
from .state import COLOURS, NONE, Bruges
from .turn.building import Advance, BuildCanal, canal_price, next_spaces
from .turn.turn import SHIP_GUILDERS, ship_colour
from .turn.verbs import Barter, Gain, Pay, TakeWorkers, Trade

Amounts = dict[str, int | list[int]]
Change = tuple[str, int]


def of_colour(what: str, colour: int) -> str:
    return f"{COLOURS[colour]}_{what}"


def _use(game: Bruges, seat: int, card: int) -> Amounts:
    """One of the seat's persons, including the price: the worker, if any, and the certain changes of the
    person's plan."""
    worker = WORKER[card] if ACTIVATION[card] == "worker" else NONE
    return summed([*paid(worker), *planned(game, seat, Use(card, NONE, worker))])


def _activate(game: Bruges, seat: int, card: int) -> Amounts:
    return summed(planned(game, seat, Use(card)))


def _ship(game: Bruges, seat: int, ship: int) -> Amounts:
    return summed([*paid(ship_colour(ship)), *SHIPS.get(BOX.ships[ship].action, [])])


def _side(game: Bruges, seat: int, side: int) -> Amounts:
    step = game.stack[-1]
    assert isinstance(step, BuildCanal)
    prices = [
        canal_price(game, space, step.factor) for space in next_spaces(game, seat) if space.side == side
    ]
    return {"canals": 1, "guilders": -prices[0]}


def _sell(game: Bruges, seat: int, colour: int, count: int = 1) -> Amounts:
    step = game.stack[-1]
    assert isinstance(step, Trade | Barter)
    return {"workers": -count, of_colour("workers", colour): -count, "guilders": step.guilders * count}


def _sell_all(game: Bruges, seat: int, colour: int) -> Amounts:
    return _sell(game, seat, colour, game.players[seat].workers[colour])


def _buy(game: Bruges, seat: int, colour: int) -> Amounts:
    step = game.stack[-1]
    assert isinstance(step, Barter)
    return {"workers": 1, of_colour("workers", colour): 1, "guilders": -step.guilders}


def paid(worker: int) -> Iterator[Change]:
    """The loss of a worker of this colour; nothing for NONE."""
    if worker != NONE:
        yield from (("workers", -1), (of_colour("workers", worker), -1))


def planned(game: Bruges, seat: int, use: Use) -> Iterator[Change]:
    """The changes that the steps of a person's plan make with any choices."""
    if not benefits(game, seat, use):
        return
    plan = EFFECTS[use.card].use(game, seat, use)
    for step in plan:
        match step:
            case Gain():
                yield from (("guilders", step.guilders), ("points", step.points))
            case Pay():
                yield ("guilders", -step.guilders)
            case TakeWorkers():
                yield from (("workers", step.count), (of_colour("workers", step.colour), step.count))
            case _:
                pass
    steps = sum([isinstance(step, Advance) for step in plan])
    yield ("step", min(steps, len(TRACK) - 1 - game.players[seat].step))


def summed(changes: Iterable[Change]) -> Amounts:
    """The totals by key, without zeros."""
    totals: dict[str, int] = {}
    for what, change in changes:
        totals[what] = totals.get(what, 0) + change
    return {what: total for what, total in totals.items() if total}


SHIPS: dict[str, list[Change]] = {"six_guilders": [("guilders", SHIP_GUILDERS)], "advance": [("step", 1)]}
"""The gains from ships that depend on no choice."""

CHOICES = {
    "use": _use,
    "activate": _activate,
    "again": _activate,
    "ship": _ship,
    "side": _side,
    "sell": _sell,
    "sell_all": _sell_all,
    "buy": _buy,
}
