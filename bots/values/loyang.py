"""What a position of Loyang is worth: the space on the path that it should lead to.

Everything is reckoned in cash: goods by what customers give for them, fields by the goods still to come,
customers by what they pay beyond their goods, the coming turn by the deliveries that the cart and the shop
allow. Cash becomes steps: one for 1 cash in every round to come, the others at the price of late spaces. So
a loan is worth it only where the money earns more than the space that it costs.

The constants stand halfway between first guesses and the least squares of what came of 600 games: going all
the way played worse, since games played so are no longer like those that they were taken from.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec.structs import replace

from server.games.kernel import Choice, Lanes
from server.games.loyang.cards import CARDS, IDS, PAYS, PLOTS, PRICE, ROWS, WARES
from server.games.loyang.display import has_place, lay_in, modifier, pack_price, wares_left
from server.games.loyang.distribution import PutRest
from server.games.loyang.effect import Used
from server.games.loyang.flow import ROUNDS
from server.games.loyang.pay import LOAN, field_cost
from server.games.loyang.state import (
    ACTED,
    ACTING,
    AMOUNT,
    BLUE,
    BOUGHT,
    CARD,
    DUE,
    DUTY,
    FILLED,
    GOOD,
    MARKER,
    OFFICIAL,
    WAITING,
    Farm,
    Loyang,
)
from server.games.loyang.trade import Receive
from server.games.loyang.turn import LAST_SPACE, Act, Advance

from . import Part

EVIDENT: Final = True
PAUSES: Final = frozenset({"act", "store", "advance", "end_turn"})
"""Questions at which a position is judged as it stands: the main loop of a turn, and its end."""
DEPTH: Final = 5
"""Own questions in a row that are looked through: a trade has four."""

WORTH: Final = [2.1, 2.3, 2.1, 3.3, 4.0, 4.7]
"""What a good is worth where customers come and go, in cash."""
PAID: Final = 0.88
"""A delivery that is possible now, against one that is made."""
SPENT: Final = 1.02
"""A purchase that is needed for it, against one that is made."""
KEPT: Final = 0.4
"""A good in the storehouse, of its worth."""
GROWN: Final = 0.63
"""A good that will be harvested, of its worth."""
MORE: Final = 0.6
"""Each further field with the same good, against the one before."""
WANTED: Final = 1.6
"""A field with a good that own regular customers want, against another one."""
BARE: Final = 0.83
"""A plot of an empty field that can still be harvested, in cash."""
LATER: Final = 0.7
"""What a customer pays beyond the goods in a later round."""
WARE: Final = 0.85
"""A good on a stall."""
SHOP: Final = 1.5
"""Goods that shop and stalls bring in a round, beside the fields."""
MISSED: Final = (0.85, 2.35)
"""What a refusal costs, by the marker."""
STOCKED: Final = 0.05
"""A good in the own shop."""
ROOM: Final = 0.3
"""A bigger storehouse, for each round to come."""
CAPITAL: Final = 0.09
"""What cash at hand earns in each round to come, while there is little of it."""
ENOUGH: Final = 12

HELPERS: Final = {
    "tout": 1.6,
    "official": 0.8,
    "errand_boy": 1.6,
    "accountant": 2.4,
    "harvest_hand": 1.6,
    "haggler": 2.2,
    "landlord": 1.6,
    "trader": 1.2,
    "impostor": 0.6,
    "shopper": 1.6,
    "merchant": 1.6,
    "deliveryman": 2.2,
    "maid": 1.2,
    "market_crier": 2.0,
    "market_woman": 1.4,
    "tenant_farmer": 1.0,
    "plowman": 1.2,
    "self_supplier": 1.6,
    "saleswoman": 1.6,
    "foreman": 1.0,
}
"""A helper waiting for its moment, in cash."""


def value(game: Loyang, seat: int) -> float:
    """The space that this seat should reach, the loans taken off."""
    farm, steps, found = prospects(game, seat)
    cash = sum(found.values())
    return min(LAST_SPACE, farm.space + path(farm.space, steps, cash)) - farm.loans + cash / 1000


def idle(game: Loyang, seat: int, choice: Choice) -> bool:
    """Giving a good to get the same; throwing away a helper that covers nothing, where that makes no pack
    cheaper that can be paid for."""
    if choice.verb == "give":
        return choice.noun in (step.good for step in game.stack if type(step) is Receive)
    if choice.verb != "discard":
        return False
    farm = game.farms[seat]
    covers = any(top == choice.noun for top, _ in farm.under)
    return not covers and not (plans(game.stack, seat, Act) and _saves_on_a_pack(game, farm))


DOUBTS: Final = dict.fromkeys(("buy", "sell", "discard", "loan"), 0.003)
"""What can be done at any time is not done for less than a net can tell: it would buy and sell the same good
rather than end its turn. How strong it is with them stands in `bots/README.md`."""
PUTS_OFF: Final = frozenset({"loan", "buy", "sell"})
BACK: Final = {"buy": "sell", "sell": "buy"}
UNDONE: Final = {"bought": "sell", "sold": "buy"}
"""By line of the log, what takes it back."""


def vain(choice: Choice, following: Choice, offers: Collection[Choice]) -> bool:
    """A loan before what needs it; a good that goes back at once to where it came from."""
    verb, good = choice
    return following in offers if verb == "loan" else following == Choice(BACK[verb], good)


def undoing(lines: Sequence[Sequence[Any]], seat: int, prompt: str) -> set[Choice]:
    """Selling what was bought in this turn, as long as its actions last, and buying what was sold; but for a
    debt all may be sold, since a loan costs more. Only the seat's own lines say where its turn began: with
    four seats two turns go on at once."""
    found = set[Choice]()
    if prompt == "pay":
        return found
    for key, *nouns in reversed(lines):
        if nouns[:1] != [seat]:
            continue
        if key in ("finished", "stayed", "advanced"):
            break
        if key in UNDONE:
            found.add(Choice(UNDONE[key], nouns[1]))
    return found


def _saves_on_a_pack(game: Loyang, farm: Farm) -> bool:
    """Can a pack be had this turn for less, with one helper less?"""
    buys = (game.deck or game.discard) and not farm.lasting & (BOUGHT | OFFICIAL)
    return bool(buys) and len(farm.helpers) > len(farm.stalls) and farm.cash >= pack_price(farm) - 1


def prospects(game: Loyang, seat: int) -> tuple[Farm, int, dict[str, float]]:
    """A seat's farm, the first steps that are still to come, and what all else is worth in cash, by parts."""
    farm = displayed(game, seat)
    left = ROUNDS - max(game.round, 1)
    trades = farm.turn == WAITING or (farm.turn == ACTING and plans(game.stack, seat, Act))
    steps = left + (farm.turn == WAITING or (farm.turn == ACTING and plans(game.stack, seat, Advance)))
    goods, now = turn_value(farm, left, trades)
    return (
        farm,
        steps,
        {
            "cash": farm.cash + CAPITAL * left * min(farm.cash, ENOUGH),
            "goods": goods,
            "fields": fields_value(farm, left),
            "customers": display_value(farm, left, now),
            "helpers": min(1.0, left / 3) * helpers_value(farm, game.stack),
            "shop": min(1.0, left / 3) * STOCKED * sum(farm.shop),
        },
    )


def parts(game: Loyang, seat: int) -> dict[str, Part]:
    """The space and the loans, and what all else is worth in cash at the price of the next dear step."""
    farm, steps, found = prospects(game, seat)
    price = farm.space + steps + 1.0
    amounts = {"cash": float(farm.cash), "goods": float(sum(farm.cart))}
    told = {part: Part(cash / price, amounts.get(part)) for part, cash in found.items()}
    return {"space": Part(farm.space, farm.space), "loans": Part(-farm.loans, farm.loans), **told}


def displayed(game: Loyang, seat: int) -> Farm:
    """What lies before a seat, with the cards that it has chosen in the card phase laid out and paid for."""
    farm = game.farms[seat]
    cards = farm.choice() if plans(game.stack, seat, PutRest) else []
    if not cards:
        return farm
    cost = field_cost(cards)
    loans = -(min(0, farm.cash - cost) // LOAN)
    rows = {
        name: getattr(farm, name).copy() for name in ("fields", "stalls", "regulars", "casuals", "helpers")
    }
    laid = replace(farm, cash=farm.cash - cost + LOAN * loans, loans=farm.loans + loans, **rows)
    for card in cards:
        lay_in(laid, card)
    return laid


def plans(stack: Sequence[Any], seat: int, kind: type[Act | Advance | PutRest]) -> bool:
    """Does this seat still have such a step before it in the turn that is running?"""
    return any(
        (type(step) is kind and step.seat == seat)
        or (type(step) is Lanes and any(plans(lane.stack, seat, kind) for lane in step.lanes))
        for step in reversed(stack)
    )


def path(space: int, steps: int, cash: float) -> float:
    """How many steps this much cash should buy, the first ones of `steps` rounds at 1 each.

    Later rounds earn the cash for their first step themselves, so what is short is short of dear steps only.
    """
    if not steps:
        return 0.0
    cash -= steps
    price, bought = space + steps + 1.0, 0
    while cash > price:
        cash -= price
        price += 1
        bought += 1
    return steps + bought + cash / price


def turn_value(farm: Farm, left: int, trades: bool) -> tuple[float, set[int]]:
    """The deliveries that this round still allows, one after the other, and what is kept of the rest of the
    cart; and the regular customers that are delivered to then."""
    cart, shop, cash = farm.cart.copy(), farm.shop.copy(), farm.cash
    worth = 0.0
    served = set()
    if trades:
        for row in sorted(farm.regulars, key=lambda row: row[FILLED], reverse=True):
            if farm.turn == ACTING and row[DUTY] != DUE:
                continue
            pays = CARDS[row[CARD]].pays[row[FILLED]]
            cost = missing(shop, cart, row[CARD], cash)
            if cost is None or PAID * pays - SPENT * cost + MISSED[row[MARKER]] < 0:
                worth -= MISSED[row[MARKER]]
            else:
                worth += PAID * pays - SPENT * cost
                cash += pays - cost
                take(cart, shop, row[CARD])
                served.add(row[CARD])
        for card in farm.casuals:
            pays = CARDS[card].price + modifier(farm)
            cost = missing(shop, cart, card, cash)
            given = sum(WORTH[good] for good in WARES[card] if cart[good]) if left else 0.0
            if cost is not None and PAID * pays - SPENT * cost > given / 2:
                worth += PAID * pays - SPENT * cost
                cash += pays - cost
                take(cart, shop, card)
    return worth + kept(farm, cart, left), served


def missing(shop: Sequence[int], cart: Sequence[int], card: int, cash: int) -> int | None:
    """What it costs to buy the goods that a customer wants and the cart lacks; None if that can't be."""
    lacking = [good for good in WARES[card] if not cart[good]]
    cost = sum(PRICE[good] for good in lacking)
    return cost if cost <= cash and all(shop[good] for good in lacking) else None


def take(cart: list[int], shop: list[int], card: int) -> None:
    """The goods of a customer leave the cart, those that it lacks the shop."""
    for good in WARES[card]:
        stock = cart if cart[good] else shop
        stock[good] -= stock[good] > 0


def kept(farm: Farm, cart: Sequence[int], left: int) -> float:
    """The best goods are stored, or sown while the turn is to come; the others are sold if possible."""
    goods = sorted((good for good, n in enumerate(cart) for _ in range(n)), reverse=True)
    room = farm.capacity if left else 0
    if farm.turn == WAITING:
        room += sum(not row[AMOUNT] for row in farm.fields)
    worth = KEPT * sum(WORTH[good] for good in goods[:room])
    if farm.turn == ACTED:
        return worth
    return worth + 0.9 * sum(PAYS[good] for good in set(goods[room:]) if has_place(farm, good))


def fields_value(farm: Farm, left: int) -> float:
    """The goods that the rounds to come will bring."""
    worth, sown = 0.0, [0] * len(WORTH)
    wanted = {good for row in farm.regulars for good in WARES[row[CARD]]}
    for row in farm.fields:
        if row[AMOUNT]:
            good = row[GOOD]
            grown = GROWN * MORE ** sown[good] * WORTH[good] * min(row[AMOUNT], left)
            worth += grown * WANTED if good in wanted else grown
            sown[good] += 1
        else:
            worth += BARE * max(0, min(PLOTS[row[CARD]], left) - 1)
    return worth


def display_value(farm: Farm, left: int, now: set[int]) -> float:
    """Customers and stalls, for the rounds after this one; `now`: regular customers served in this one."""
    if not left:
        return 0.0
    worth = ROOM * left * (farm.capacity > 1)
    supply = SHOP + sum(row[AMOUNT] > 1 for row in farm.fields)
    served = min(1.0, supply / (2 * len(farm.regulars) + 0.01))
    for row in farm.regulars:
        done = row[FILLED] + (row[CARD] in now)
        pays = CARDS[row[CARD]].pays[done : min(ROWS, done + left)]
        goods = sum(WORTH[good] for good in WARES[row[CARD]])
        worth += served * LATER * (sum(pays) - len(pays) * goods) - (row[MARKER] != BLUE)
        worth -= (1 - served) * MISSED[1] * len(pays)
    for card in farm.casuals:
        worth += LATER * (CARDS[card].price - sum(WORTH[good] for good in WARES[card]))
    return worth + WARE * sum(len(wares_left(row)) for row in farm.stalls)


def helpers_value(farm: Farm, stack: Sequence[Any]) -> float:
    """Helpers waiting for their moment; one that is just being used is as good as gone."""
    used = [step.card for step in stack if type(step) is Used]
    return sum(HELPERS[IDS[card]] for card in farm.helpers if card not in used)
