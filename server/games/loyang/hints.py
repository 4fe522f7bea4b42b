"""Facts that a player could derive from the rules, and the costs and gains of options.

Prices and gains come from the same functions that the steps call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..engine import View
from ..kernel import Ask, Choice, Lanes, Step, in_lanes
from .cards import BOWLS, COMMON, HOME, PAYS, PLOTS, PRICE, REGULARS, STALLS, WARES
from .display import FIELD_COST, bowls, held, modifier, open_duties, pack_price, stands_on, step_cost
from .distribution import CardPhase, EndOfCardPhase
from .effect import Gains, effect_of
from .effects.buying import Further, Purchase, terms
from .effects.customers import BuyCasual, DeliverTo
from .effects.fields import PickGood
from .effects.shop import Wages
from .effects.stalls import Hawk, Want, hawkable, hawked_for
from .flow import LAST_ROUND
from .pay import LOAN_CASH, USES, Pay, field_cost
from .serve import casual_pays, penalty, regular_pays, same_again
from .state import (
    AMOUNT,
    BONUS,
    BOUGHT,
    CARD,
    ERRANDS,
    MAID,
    OFFICIAL,
    SOWING,
    Farm,
    Loyang,
)
from .trade import offers
from .turn import LAST_SPACE, UPGRADE_CASH, Act, fields_for, sowings
from .two_pack import KeepUnder

LASTING: Final = {
    "maid": MAID,
    "official": OFFICIAL,
    "errand_boy": ERRANDS,
    "harvest_hand": SOWING,
    "saleswoman": BONUS,
}
"""The helpers with a lasting effect, and its bit."""
LAID_OUT = ("take", "also", "keep", "top")
"""Verbs that choose a card which is laid out, and paid, after all cards are chosen."""


def holdings(game: Loyang, seat: int) -> dict[str, int]:
    """The assets of a seat, by key; liabilities are negative."""
    farm = game.farms[seat]
    return {
        "cash": farm.cash,
        "loans": -farm.loans,
        "goods": sum(farm.cart) + sum(row[AMOUNT] for row in farm.fields),
        "stalls": len(farm.stalls),
        "casuals": len(farm.casuals),
        "space": farm.space,
    }


def hints(game: Loyang, seat: int | None, ask: Ask | None) -> View:
    """Facts, and the amounts of the offered options.

    Of the game: `phase`; `turn`, a text that is different for each turn. Columns, with a value per seat:
    those of `of_farm`; `position` in the order of the phase, from 1, 0 if still undecided; `pair`: 0 or 1 if
    there are two pairs, else -1. `rounds`: the number of rounds. `field`: the price of a common field.
    `bowls`: [stall, the price in goods of each of its goods for this seat]. For a question also the facts of
    `of_question`.
    """
    seats = range(len(game.farms))
    found: View = {"phase": phase(game), "turn": turn_of(game)}
    found |= {
        "position": [position(game, other) for other in seats],
        "pair": [game.order.index(other) % 2 if len(game.order) == 4 else -1 for other in seats],
    }
    columns = [of_farm(farm) for farm in game.farms]
    found |= {name: [column[name] for column in columns] for name in columns[0]}
    found["rounds"] = LAST_ROUND
    found["field"] = FIELD_COST
    found["bowls"] = [[stall, demanded(game, seat, stall)] for stall in STALLS]
    if seat is not None and ask is not None:
        step = asking(game, seat)
        found |= of_question(game, seat, ask, step)
        amounts = [[*choice, gains(game, seat, step, choice)] for choice in ask.options]
        found["amounts"] = [row for row in amounts if row[-1]]
    return found


# -- facts -----------------------------------------------------------------------------------------


def phase(game: Loyang) -> str:
    """setup, harvest, cards or actions. The action phase begins with the choice of the partner."""
    if not game.round:
        return "setup"
    kinds = {type(step) for step in game.stack}
    return "cards" if EndOfCardPhase in kinds else "harvest" if CardPhase in kinds else "actions"


def turn_of(game: Loyang) -> str:
    """A text that is different for each turn.

    In the card phase each turn ends with a change of the active player's hand; between two of its turns
    another player's hand changes.
    """
    if game.order:
        return f"{game.round} {[farm.turn for farm in game.farms]}"
    if in_lanes(game):
        return f"{game.round} harvest"
    seat = getattr(game.stack[-1], "seat", -1) if game.stack else -1
    return f"{game.round} {seat} {[len(farm.hand) for other, farm in enumerate(game.farms) if other != seat]}"


def position(game: Loyang, seat: int) -> int:
    """The position in the order of the action turns; before these, clockwise from the starting player."""
    known = game.order or [game.first, game.second]
    if game.order or phase(game) == "actions":
        return known.index(seat) + 1 if seat in known else 0
    return (seat - game.first) % len(game.farms) + 1


def of_farm(farm: Farm) -> dict[str, Any]:
    """`modifier`: the change of casual customers' payments. `pays`: the payment of each casual customer, in
    order. `pack`: the price of a two-pack. `bought`: whether it was bought. `lasting`: the helpers with a
    lasting effect in force. `steps`: for each number of steps up to the gate, the price of the last step and
    of all together."""
    sums = [step_cost(farm.space, n) for n in range(LAST_SPACE - farm.space + 1)]
    return {
        "modifier": modifier(farm),
        "pays": [casual_pays(farm, card) for card in farm.casuals],
        "pack": pack_price(farm),
        "bought": int(bool(farm.lasting & BOUGHT)),
        "lasting": [name for name, flag in LASTING.items() if farm.lasting & flag],
        "steps": [[sums[n] - sums[n - 1], sums[n]] for n in range(1, len(sums))],
    }


def demanded(game: Loyang, seat: int | None, stall: int) -> list[int]:
    """The price in goods of each good of a stall for this seat; for a watcher, the printed one."""
    if seat is None:
        return BOWLS[stall].copy()
    return [bowls(game.farms[seat], stall, good) for good in WARES[stall]]


def asking(game: Loyang, seat: int) -> Step[Any] | None:
    """The step that asks this seat, on top of the stack or of the seat's lane."""
    top = game.stack[-1]
    lanes = [lane.stack for lane in top.lanes] if isinstance(top, Lanes) else [game.stack]
    tops = [stack[-1] for stack in lanes if stack]
    return next((step for step in tops if getattr(step, "seat", None) == seat), None)


def of_question(game: Loyang, seat: int, ask: Ask, step: Step[Any] | None) -> View:
    """`debt`: the amount to be paid. `owner`: the seat whose fields are offered. `wares`: [stall, good] that
    can be traded for or sold. `sowings`: [good, field] that can be sown. `later`: [verb, noun, cash], the
    cost or gain of an option at the end of the action."""
    found: View = {}
    if isinstance(step, Act):
        farm = game.farms[seat]
        goods = [good for _, good in sowings(farm, held(farm))]
        found["sowings"] = [[good, field] for good in goods for field in fields_for(game, seat, good)]
    match step:
        case Pay(amount=amount):
            found["debt"] = amount
        case PickGood(owner=owner):
            found["owner"] = owner
        case Act() | Want():
            owners = game.opponents(seat) if isinstance(step, Want) else [seat]
            found["wares"] = [[stall, good] for _, stall, good in offers(game, seat, owners)]
        case Hawk():
            rows, goods = game.farms[seat].stalls, hawkable(game, seat)
            found["wares"] = [[row[CARD], good] for row in rows for good in goods if stands_on(row, good)]
    if later := list(paid_later(game, seat, ask)):
        found["later"] = later
    return found


def paid_later(game: Loyang, seat: int, ask: Ask) -> Iterator[list[Any]]:
    """The price of the common fields on offer (LOY-6.17), and an accountant's wages."""
    for verb, noun in ask.options:
        if verb in LAID_OUT and noun in COMMON:
            yield [verb, noun, -field_cost([noun])]
        elif verb == "ready" and len(wages := Wages(seat).amounts(game)) == 1:
            yield [verb, noun, wages[0]]


# -- amounts ---------------------------------------------------------------------------------------


def gains(game: Loyang, seat: int, step: Step[Any] | None, choice: Choice) -> Gains:
    """The certain change of the seat's holdings by an option; empty if there is none."""
    farm, (verb, noun) = game.farms[seat], choice
    match verb:
        case "plant":
            return {"cash": -PRICE[noun], "goods": PLOTS[HOME]}
        case "buy":
            return {"cash": -PRICE[noun], "goods": 1}
        case "sell":
            return {"cash": PAYS[noun], "goods": -1}
        case "loan":
            return {"cash": LOAN_CASH, "loans": -1}
        case "upgrade":
            return {"cash": -UPGRADE_CASH}
        case "two_pack":
            return {"cash": -pack_price(farm)}
        case "step":
            return {"cash": -step_cost(farm.space, noun), "space": noun}
        case "use" | "use_second":
            return effect_of(noun).gains(game, seat, USES[verb])
        case "finish":
            return cost(sum(penalty(farm.regular(card)) for card in open_duties(farm)))
    return of_step(game, step, choice) or of_customer(game, seat, step, choice)


def cost(amount: int) -> Gains:
    return {"cash": -amount} if amount else {}


def of_step(game: Loyang, step: Step[Any] | None, choice: Choice) -> Gains:
    """The gains that depend on the asking step."""
    match step, choice:
        case Purchase(seat=seat, cards=cards), ("get", good):
            return bought(game, seat, cards, good)
        case Further(seat=seat, merchant=merchant), ("get", good):
            return bought(game, seat, (merchant,), good)
        case PickGood(fee=fee), ("pick", _):
            return {"cash": -fee, "goods": 1}
        case Want(fee=fee), ("trade", _):
            return cost(fee)
        case Wages(), ("wages", good):
            return {"cash": step.counts(game)[good]}
        case Hawk(most=most), ("hawk", good):
            return {"cash": hawked_for(good, most)}
        case KeepUnder(top=top), ("under" | "alone", card):
            return cost(field_cost([top, card]))
    return {}


def bought(game: Loyang, seat: int, cards: tuple[int, ...], good: int) -> Gains:
    """The amounts of a purchase with these helpers."""
    found = terms(game, seat, cards, good)
    assert found is not None, "a good is offered that can't be had"
    return {"cash": -found.price, "goods": found.amount}


def of_customer(game: Loyang, seat: int, step: Step[Any] | None, choice: Choice) -> Gains:
    """The gains from serving or refusing a customer."""
    farm = game.farms[seat]
    match step, choice:
        case DeliverTo() | BuyCasual(), ("serve" | "swap", card):
            return {"cash": step.proceeds(game, card)}
        case _, ("serve", card) if card in REGULARS:
            return {"cash": regular_pays(farm, card)}
        case _, ("serve", card):
            return {"cash": casual_pays(farm, card)}
        case _, ("again", card):
            return {"cash": same_again(farm, card)}
        case _, ("double", card):
            return {"cash": 2 * regular_pays(farm, card)}
        case _, ("miss", card):
            return cost(penalty(farm.regular(card)))
    return {}
