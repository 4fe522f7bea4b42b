"""The value of a position of Loyang: the space on the path that the seat can expect to reach.

Everything is converted to cash: goods by the payments of customers, fields by their future goods, customers
by their payments beyond the value of the goods, the coming turn by the deliveries that cart and shop allow.
Cash becomes steps: one step for 1 cash in each remaining round, the others at the price of late spaces. So a
loan pays only if the money earns more than the space that it costs.

The constants are the midpoints between first guesses and a least-squares fit to 600 games: the full fit
played worse, since games with its values are unlike the games that it was fitted to.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import fsum
from typing import Any, Final

from msgspec.structs import replace

from server.games.kernel import Choice, Lanes
from server.games.loyang.cards import CARDS, IDS, KINDS, PAYS, PLOTS, PRICE, ROWS, WARES
from server.games.loyang.display import has_place, lay_in, modifier, pack_price, wares_left
from server.games.loyang.distribution import PutRest
from server.games.loyang.effect import Used
from server.games.loyang.flow import LAST_ROUND
from server.games.loyang.pay import LOAN_CASH, field_cost
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

from . import ValuePart

EVIDENT: Final = True
PAUSES: Final = frozenset({"act", "store", "advance", "end_turn"})
"""Questions at which a position is evaluated as it is: the main loop of a turn, and its end."""
DEPTH: Final = 5
"""Own questions in a row that are expanded: a trade has four."""

WORTH: Final = [2.1, 2.3, 2.1, 3.3, 4.0, 4.7]
"""The value of a good with average customers (cash)."""
WARES_WORTH: Final = [fsum([WORTH[good] for good in wares]) for wares in WARES]
"""The value of the goods that each customer wants (cash)."""
ROW_PAYS: Final[list[list[int]]] = [getattr(row, "pays", []) for row in CARDS]
"""The payments of each regular customer, from the lowest row up."""
DELIVERY_NOW_SHARE: Final = 0.88
"""A currently possible delivery, relative to one that is made."""
PURCHASE_FACTOR: Final = 1.02
"""A purchase needed for a delivery, relative to one that is made."""
STORED_GOOD_SHARE: Final = 0.4
"""A good in the storehouse, relative to its value."""
GROWING_GOOD_SHARE: Final = 0.63
"""A good that will be harvested, relative to its value."""
SAME_FIELD_SHARE: Final = 0.6
"""Each further field with the same good, relative to the one before."""
WANTED_FIELD_FACTOR: Final = 1.6
"""A field with a good that own regular customers want, relative to another field."""
BARE_PLOT_CASH: Final = 0.83
"""A plot of an empty field that can still be harvested (cash)."""
LATER_ROUND_SHARE: Final = 0.7
"""The weight of a customer's payment beyond the goods in a later round."""
STALL_GOOD_SHARE: Final = 0.85
"""A good on a stall, relative to its value."""
SHOP_GOODS_PER_ROUND: Final = 1.5
"""Goods from shop and stalls in a round, in addition to the fields."""
MISSED: Final[Sequence[float]] = (0.85, 2.35)
"""The cost of a refused delivery, by the colour of the marker."""
STOCKED_GOOD_CASH: Final = 0.05
"""A good in the seat's own shop (cash)."""
STOREHOUSE_CASH_PER_ROUND: Final = 0.3
"""A bigger storehouse, for each remaining round (cash)."""
CASH_RETURN_PER_ROUND: Final = 0.09
"""Return on cash in hand in each remaining round, up to `ENOUGH_CASH`."""
ENOUGH_CASH: Final = 12

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
"""The value of a helper that is not used yet (cash)."""


def value(game: Loyang, seat: int) -> float:
    """The expected final space of this seat minus its loans."""
    farm, steps, found = prospects(game, seat)
    cash = fsum(found.values())
    return min(LAST_SPACE, farm.space + path(farm.space, steps, cash)) - farm.loans + cash / 1000


def idle(game: Loyang, seat: int, choice: Choice) -> bool:
    """Idle choices: giving a good to get the same one; discarding a helper that covers nothing, unless that
    makes an affordable pack cheaper."""
    if choice.verb == "give":
        return choice.noun in (step.good for step in game.stack if type(step) is Receive)
    if choice.verb != "discard":
        return False
    farm = game.farms[seat]
    covers = any(top == choice.noun for top, _ in farm.under)
    return not covers and not (plans(game.stack, seat, Act) and _saves_on_a_pack(game, farm))


DOUBTS: Final = dict.fromkeys(("buy", "sell", "discard", "loan"), 0.003)
"""The minimum gain for choices that are possible at any time, above the error of a net, which would otherwise
buy and sell the same good instead of ending its turn. `docs/minds.md` has the strength with these values."""
PUTS_OFF: Final = frozenset({"loan", "buy", "sell"})
BACK: Final = {"buy": "sell", "sell": "buy"}
UNDONE: Final = {"bought": "sell", "sold": "buy"}
"""The verb that undoes an action, by the key of its log line."""


def vain(choice: Choice, following: Choice, offers: Collection[Choice]) -> bool:
    """Vain choices: a loan before the choice that needs it; a good that directly goes back to its origin."""
    verb, good = choice
    return following in offers if verb == "loan" else following == Choice(BACK[verb], good)


def undoing(lines: Sequence[Sequence[Any]], seat: int, prompt: str) -> set[Choice]:
    """Selling goods bought in this turn, during its actions, and buying goods sold in it. To pay a debt
    anything may be sold, since a loan costs more. Only the seat's own log lines mark the begin of its turn:
    with four seats, two turns run at once."""
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
    """Would a pack be cheaper this turn with one helper less?"""
    buys = (game.deck or game.discard) and not farm.lasting & (BOUGHT | OFFICIAL)
    return bool(buys) and len(farm.helpers) > len(farm.stalls) and farm.cash >= pack_price(farm) - 1


def prospects(game: Loyang, seat: int) -> tuple[Farm, int, dict[str, float]]:
    """A seat's farm, the number of first steps still to come, and the value of everything else by parts
    (cash)."""
    farm = displayed(game, seat)
    left = LAST_ROUND - max(game.round, 1)
    trades = farm.turn == WAITING or (farm.turn == ACTING and plans(game.stack, seat, Act))
    steps = left + (farm.turn == WAITING or (farm.turn == ACTING and plans(game.stack, seat, Advance)))
    goods, now = turn_value(farm, left, trades)
    return (
        farm,
        steps,
        {
            "cash": farm.cash + CASH_RETURN_PER_ROUND * left * min(farm.cash, ENOUGH_CASH),
            "goods": goods,
            "fields": fields_value(farm, left),
            "customers": display_value(farm, left, now),
            "helpers": min(1.0, left / 3) * helpers_value(farm, game.stack),
            "shop": min(1.0, left / 3) * STOCKED_GOOD_CASH * sum(farm.shop),
        },
    )


def parts(game: Loyang, seat: int) -> dict[str, ValuePart]:
    """The space and the loans, and the value of everything else, converted at the price of the next expensive
    step."""
    farm, steps, found = prospects(game, seat)
    price = farm.space + steps + 1.0
    amounts = {"cash": float(farm.cash), "goods": float(sum(farm.cart))}
    told = {part: ValuePart(cash / price, amounts.get(part)) for part, cash in found.items()}
    return {"space": ValuePart(farm.space, farm.space), "loans": ValuePart(-farm.loans, farm.loans), **told}


def displayed(game: Loyang, seat: int) -> Farm:
    """The farm of a seat, after the cards chosen in the card phase are laid out and paid for."""
    farm = game.farms[seat]
    cards = farm.choice() if plans(game.stack, seat, PutRest) else []
    if not cards:
        return farm
    cost = field_cost(cards)
    loans = -(min(0, farm.cash - cost) // LOAN_CASH)
    rows = {
        name: getattr(farm, name).copy() for name in ("fields", "stalls", "regulars", "casuals", "helpers")
    }
    laid = replace(farm, cash=farm.cash - cost + LOAN_CASH * loans, loans=farm.loans + loans, **rows)
    for card in cards:
        lay_in(laid, card)
    return laid


def plans(stack: Sequence[Any], seat: int, kind: type[Act | Advance | PutRest]) -> bool:
    """Does this seat have a pending step of this kind in the running turn?"""
    for step in reversed(stack):
        if type(step) is kind and step.seat == seat:
            return True
        if type(step) is Lanes and any(plans(lane.stack, seat, kind) for lane in step.lanes):
            return True
    return False


def path(space: int, steps: int, cash: float) -> float:
    """The number of steps that this cash can buy, the first step of each of `steps` rounds at 1.

    Later rounds earn the cash for their first step themselves, so a lack of cash affects only expensive
    steps.
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
    """The value of the deliveries still possible in this round and of the remaining cart, and the regular
    customers that these deliveries serve."""
    cart, shop, cash = farm.cart.copy(), farm.shop.copy(), farm.cash
    worth = 0.0
    served = set()
    if trades:
        for row in sorted(farm.regulars, key=lambda row: row[FILLED], reverse=True):
            if farm.turn == ACTING and row[DUTY] != DUE:
                continue
            pays = ROW_PAYS[row[CARD]][row[FILLED]]
            cost = missing(shop, cart, row[CARD], cash)
            if cost is None or DELIVERY_NOW_SHARE * pays - PURCHASE_FACTOR * cost + MISSED[row[MARKER]] < 0:
                worth -= MISSED[row[MARKER]]
            else:
                worth += DELIVERY_NOW_SHARE * pays - PURCHASE_FACTOR * cost
                cash += pays - cost
                take(cart, shop, row[CARD])
                served.add(row[CARD])
        more = modifier(farm) if farm.casuals else 0
        for card in farm.casuals:
            pays = CARDS[card].price + more
            cost = missing(shop, cart, card, cash)
            if cost is None:
                continue
            given = fsum([WORTH[good] for good in WARES[card] if cart[good]]) if left else 0.0
            if DELIVERY_NOW_SHARE * pays - PURCHASE_FACTOR * cost > given / 2:
                worth += DELIVERY_NOW_SHARE * pays - PURCHASE_FACTOR * cost
                cash += pays - cost
                take(cart, shop, card)
    return worth + cart_value(farm, cart, left), served


def missing(shop: Sequence[int], cart: Sequence[int], card: int, cash: int) -> int | None:
    """The cost of buying the goods that a customer wants and the cart lacks; None if that is impossible."""
    cost = 0
    for good in WARES[card]:
        if not cart[good]:
            if not shop[good]:
                return None
            cost += PRICE[good]
    return cost if cost <= cash else None


def take(cart: list[int], shop: list[int], card: int) -> None:
    """Remove a customer's goods from the cart, those that it lacks from the shop."""
    for good in WARES[card]:
        stock = cart if cart[good] else shop
        stock[good] -= stock[good] > 0


def cart_value(farm: Farm, cart: Sequence[int], left: int) -> float:
    """The value of the cart: the best goods are stored, or sown if the turn is still to come; the others are
    sold if possible."""
    goods = [good for good in reversed(KINDS) for _ in range(cart[good])]
    room = farm.capacity if left else 0
    if farm.turn == WAITING:
        room += sum([not row[AMOUNT] for row in farm.fields])
    worth = STORED_GOOD_SHARE * fsum([WORTH[good] for good in goods[:room]])
    if farm.turn == ACTED:
        return worth
    return worth + 0.9 * fsum([PAYS[good] for good in set(goods[room:]) if has_place(farm, good)])


def fields_value(farm: Farm, left: int) -> float:
    """The value of the goods from the remaining rounds."""
    worth, sown = 0.0, [0] * len(WORTH)
    wanted = {good for row in farm.regulars for good in WARES[row[CARD]]}
    for row in farm.fields:
        if row[AMOUNT]:
            good = row[GOOD]
            grown = GROWING_GOOD_SHARE * SAME_FIELD_SHARE ** sown[good] * WORTH[good] * min(row[AMOUNT], left)
            worth += grown * WANTED_FIELD_FACTOR if good in wanted else grown
            sown[good] += 1
        else:
            worth += BARE_PLOT_CASH * max(0, min(PLOTS[row[CARD]], left) - 1)
    return worth


def display_value(farm: Farm, left: int, now: set[int]) -> float:
    """The value of customers and stalls for the rounds after this one; `now`: regular customers served in
    this one."""
    if not left:
        return 0.0
    worth = STOREHOUSE_CASH_PER_ROUND * left * (farm.capacity > 1)
    supply = SHOP_GOODS_PER_ROUND + sum([row[AMOUNT] > 1 for row in farm.fields])
    served = min(1.0, supply / (2 * len(farm.regulars) + 0.01))
    for row in farm.regulars:
        done = row[FILLED] + (row[CARD] in now)
        pays = ROW_PAYS[row[CARD]][done : min(ROWS, done + left)]
        worth += served * LATER_ROUND_SHARE * (sum(pays) - len(pays) * WARES_WORTH[row[CARD]]) - (
            row[MARKER] != BLUE
        )
        worth -= (1 - served) * MISSED[1] * len(pays)
    for card in farm.casuals:
        worth += LATER_ROUND_SHARE * (CARDS[card].price - WARES_WORTH[card])
    return worth + STALL_GOOD_SHARE * sum([len(wares_left(row)) for row in farm.stalls])


def helpers_value(farm: Farm, stack: Sequence[Any]) -> float:
    """The value of unused helpers; a helper in use counts as gone."""
    if not farm.helpers:
        return 0.0
    used = [step.card for step in stack if type(step) is Used]
    return fsum([HELPERS[IDS[card]] for card in farm.helpers if card not in used])
