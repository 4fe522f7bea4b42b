"""What a person at the table would work out from the rules: facts, and what options cost and bring.

Prices and gains come from the functions that the steps themselves call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..engine import View
from ..kernel import Ask, Choice, Lanes, Step, in_lanes
from .cards import BOWLS, COMMON, HOME, PAYS, PLOTS, PRICE, REGULARS, STALLS, WARES
from .display import FIELD_COST, bowls, modifier, open_duties, pack_price, stands_on, step_cost
from .distribution import CardPhase, EndOfCardPhase
from .effect import Gains, effect_of
from .effects.buying import Further, Purchase, terms
from .effects.customers import BuyCasual, DeliverTo
from .effects.fields import PickGood
from .effects.shop import Wages
from .effects.stalls import Hawk, Want, hawkable, hawked_for
from .flow import ROUNDS
from .pay import LOAN, USES, Pay, field_cost
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
from .turn import LAST_SPACE, UPGRADE, Act, fields_for, sowings
from .two_pack import KeepUnder

LASTING: Final = {
    "maid": MAID,
    "official": OFFICIAL,
    "errand_boy": ERRANDS,
    "harvest_hand": SOWING,
    "saleswoman": BONUS,
}
"""The helpers whose effect lasts, and its bit."""
LAID_OUT = ("take", "also", "keep", "top")
"""Verbs that choose a card which is laid out, and paid, when all are chosen."""


def holdings(game: Loyang, seat: int) -> dict[str, int]:
    """What a seat has that it would not part with for nothing, by key; what is better not had counts less
    than nothing."""
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
    """Facts, and the amounts of what is offered.

    Of the game: `phase`; `turn`, a text that differs from turn to turn and never comes again. By column, a
    value per seat: see `of_farm`; `position` in the order of the phase, from 1, 0 where it is still to be
    decided; `pair`: 0 or 1 where there are two pairs, else -1. `rounds`: how many there are; `field`: the
    price of a common field; `bowls`: [stall, what each of its goods demands from this seat]. For a question
    also those of `of_question`.
    """
    seats = range(len(game.farms))
    found: View = {"phase": phase(game), "turn": turn_of(game)}
    found |= {
        "position": [position(game, other) for other in seats],
        "pair": [game.order.index(other) % 2 if len(game.order) == 4 else -1 for other in seats],
    }
    columns = [of_farm(farm) for farm in game.farms]
    found |= {name: [column[name] for column in columns] for name in columns[0]}
    found["rounds"] = ROUNDS
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
    """setup, harvest, cards or actions. The action phase begins with the partner's choice."""
    if not game.round:
        return "setup"
    kinds = {type(step) for step in game.stack}
    return "cards" if EndOfCardPhase in kinds else "harvest" if CardPhase in kinds else "actions"


def turn_of(game: Loyang) -> str:
    """Something that differs from turn to turn, and never comes again.

    In the card phase the hand of whoever has the turn changes before the turn is over, and between two of
    its turns the hand of somebody else.
    """
    if game.order:
        return f"{game.round} {[farm.turn for farm in game.farms]}"
    if in_lanes(game):
        return f"{game.round} harvest"
    seat = getattr(game.stack[-1], "seat", -1) if game.stack else -1
    return f"{game.round} {seat} {[len(farm.hand) for other, farm in enumerate(game.farms) if other != seat]}"


def position(game: Loyang, seat: int) -> int:
    """The position in the order of the action turns; before these, clockwise from whoever begins."""
    known = game.order or [game.first, game.second]
    if game.order or phase(game) == "actions":
        return known.index(seat) + 1 if seat in known else 0
    return (seat - game.first) % len(game.farms) + 1


def of_farm(farm: Farm) -> dict[str, Any]:
    """`modifier`: what casual customers pay more or less; `pays`: what each of them pays, in their order;
    `pack`: the price of a two-pack; `bought`: is it bought? `lasting`: the helpers whose effect lasts;
    `steps`: for each number of steps up to the gate the price of the last one, and of all together."""
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
    """What each good of a stall demands from this seat; as printed, from a watcher."""
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
    """`debt`: what must be paid; `owner`: whose fields one picks from; `wares`: [stall, good] that can be had
    or sold; `sowings`: [good, field] that can be sown; `later`: [verb, noun, cash], what an option costs or
    brings by itself when the action is done."""
    found: View = {}
    if isinstance(step, Act):
        goods = [good for _, good in sowings(game, seat)]
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
    """The common fields among the cards to choose from (LOY-6.17), and what an accountant earns."""
    for verb, noun in ask.options:
        if verb in LAID_OUT and noun in COMMON:
            yield [verb, noun, -field_cost([noun])]
        elif verb == "ready" and len(wages := Wages(seat).amounts(game)) == 1:
            yield [verb, noun, wages[0]]


# -- amounts ---------------------------------------------------------------------------------------


def gains(game: Loyang, seat: int, step: Step[Any] | None, choice: Choice) -> Gains:
    """What an option certainly changes of what the seat holds; nothing where it changes nothing."""
    farm, (verb, noun) = game.farms[seat], choice
    match verb:
        case "plant":
            return {"cash": -PRICE[noun], "goods": PLOTS[HOME]}
        case "buy":
            return {"cash": -PRICE[noun], "goods": 1}
        case "sell":
            return {"cash": PAYS[noun], "goods": -1}
        case "loan":
            return {"cash": LOAN, "loans": -1}
        case "upgrade":
            return {"cash": -UPGRADE}
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
    """What depends on the step that asks."""
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
    """A purchase with these helpers."""
    found = terms(game, seat, cards, good)
    assert found is not None, "a good is offered that can't be had"
    return {"cash": -found.price, "goods": found.amount}


def of_customer(game: Loyang, seat: int, step: Step[Any] | None, choice: Choice) -> Gains:
    """What serving or refusing a customer brings."""
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
