"""Why something on the table can't be chosen now."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from ..kernel import NO, Ask, Choice
from ..reasons import (
    ANOTHER,
    Bar,
    Bars,
    Line,
    Short,
    Thing,
    Things,
    always,
    as_if,
    neighbour,
    of_it,
    only_at,
)
from .bars import (
    IN_DEBT,
    IN_SALE,
    LIMIT,
    NO_GOOD,
    SALE,
    SHORT,
    clear_homes,
    discard_something,
    draw_again,
    empty_shop,
    fill_shop,
    not_yet,
    small_store,
)
from .cards import CARDS, CROPS, KINDS, WARES, is_field
from .display import wares_left
from .distribution import Distribute, KeepOne
from .effect import Used, effect_of
from .effects.customers import Deliveryman, Tout
from .effects.fields import PickGood, TakeField
from .effects.others import Foreman, Landlord
from .effects.shop import STOCK_FACTOR, Accountant, Stock
from .effects.stalls import MarketCrier, Trader, Want
from .state import AMOUNT, CARD, DUE, DUTY, FREE, NOTHING, Farm, Loyang
from .trade import offers
from .turn import LAST_SPACE, fields_for

MAX_WANTED_GOODS: Final = 9
"""More than any card wants of a good."""
IN_SHOP: Final = ("act", "further", "purchase", "start_crop", "stock")
"""Questions at which the seat gets something from its shop."""
FROM_CART: Final = ("give", "store")
RAISING: Final = ("distribute", "pay")
"""Questions at which some helpers may raise money, apart from the seat's own actions."""
ONE: Final = (0,)
"""The number of a thing that exists only once."""

# -- visible things --------------------------------------------------------------------------------


def worked(farm: Farm) -> list[int]:
    """The open fields, stalls and customers of a player."""
    rows = (*farm.fields, *farm.stalls, *farm.regulars)
    return [*(row[CARD] for row in rows), *farm.casuals]


def display(farm: Farm) -> list[int]:
    """All open cards of a player."""
    return [*worked(farm), *farm.helpers]


def others(game: Loyang, seat: int) -> list[int]:
    return [other for other in range(len(game.farms)) if other != seat]


def at(seat: int, card: int) -> int:
    """The number of a card in another player's display."""
    return seat * len(CARDS) + card


def on_the_table(game: Loyang, seat: int) -> list[int]:
    """The courtyard, cards about to be laid out, and the seat's hand."""
    farm = game.farms[seat]
    dealt = [farm.dealt] if farm.dealt >= 0 else []
    return [*game.court, *farm.hand, *dealt, *farm.taken, *farm.pack]


def of_others(game: Loyang, seat: int) -> list[int]:
    return [at(other, card) for other in others(game, seat) for card in display(game.farms[other])]


# -- the seat's display ----------------------------------------------------------------------------


def chosen_here(game: Loyang, choice: Choice) -> Collection[int]:
    """The seat's cards that a choice refers to; for a good, the cards where it can be sown or traded for."""
    seat: int = game.stack[-1].seat  # type: ignore[attr-defined]
    if choice.verb == "sow":
        return fields_for(game, seat, choice.noun)
    if choice.verb == "trade":
        own = offers(game, seat, [seat]) if not isinstance(game.stack[-1], Want) else ()
        return [stall for _, stall, good in own if good == choice.noun]
    if choice.verb == "hawk":
        return [row[CARD] for row in game.farms[seat].stalls if choice.noun in wares_left(row)]
    return (choice.noun,) if choice.noun in worked(game.farms[seat]) else ()  # another player's card


def load(game: Loyang, seat: int, noun: int, goods: int) -> None:
    game.farms[seat].cart[0] += goods


def load_wanted(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: the cart has all goods that the card wants, or that grow on it."""
    for good in (*WARES[card], *CROPS[card]):
        game.farms[seat].cart[good] += MAX_WANTED_GOODS


def say_wanted(game: Loyang, seat: int, card: int) -> Line:
    if is_field(card):
        return ("no_seed",)
    cart = game.farms[seat].cart
    return ("no_goods", *[good for good in WARES[card] if cart[good] < WARES[card].count(good)][:1])


def rest(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: the field is empty."""
    for row in game.farms[seat].fields:
        if row[CARD] == card:
            row[AMOUNT] = 0


def come_again(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: the customer is still due."""
    for row in game.farms[seat].regulars:
        if row[CARD] == card and row[DUTY] != FREE:
            row[DUTY] = DUE


def empty_shops(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: the shop has a place for every good."""
    for good in KINDS:
        empty_shop(game, seat, good)


GROW_BARS: Final[Bars] = (Bar(rest, always("planted")), Bar(load_wanted, say_wanted))
ACT_BARS: Final[Bars] = (
    Bar(come_again, always("dealt_with")),
    *GROW_BARS,
    Short("goods_short", load, MAX_WANTED_GOODS),
)


def why_not_here(game: Loyang, ask: Ask, card: int) -> Line:
    """The remaining reasons: fields that are like others or too poor, and cards that the question is not
    about."""
    chosen = [choice for choice in ask.options if choice.verb in MINE]
    if not chosen and ask.prompt != "act":
        return ("mine_when",)
    if is_field(card) and any(choice.verb in ON_FIELDS for choice in chosen):
        return ("no_such_field",)
    return ("not_this",)


ON_FIELDS: Final = frozenset(["into", "reap", "clear", "gather", "return"])
MINE: Final = frozenset([*ON_FIELDS, "sow", "serve", "double", "again", "trade", "hawk", "stall", "offer"])
"""Refusing a customer is no use of the card: it has a separate button."""

# -- helpers' abilities ----------------------------------------------------------------------------


def load_for_trade(game: Loyang, seat: int, card: int, goods: int) -> None:
    if isinstance(effect_of(card), Trader):
        load(game, seat, card, goods)


def load_everything(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: there are goods for any customer."""
    if isinstance(effect_of(card), Tout | Deliveryman):
        game.farms[seat].cart = [MAX_WANTED_GOODS for _ in KINDS]


HELPER_BARS: Final[Bars] = (
    Short("goods_short", load_for_trade, MAX_WANTED_GOODS),
    Bar(load_everything, always("no_goods_for_theirs")),
    SHORT,
)


def is_at_work(game: Loyang, seat: int, card: int) -> bool:
    """Whether this helper is in use and asks something."""
    used = (
        (getattr(step, "card", NOTHING), getattr(step, "trader", NOTHING), *getattr(step, "cards", ()))
        for step in game.stack
    )
    return card == game.farms[seat].calling or any(card in cards for cards in used)


def why_no_use(game: Loyang, ask: Ask, card: int) -> Line:
    """The helper is in use, has no effect now, or is used at other questions."""
    if is_at_work(game, ask.seat, card):
        return ("at_work",)
    effect = effect_of(card)
    if isinstance(effect, Landlord):
        return ("from_court",)
    if isinstance(effect, Foreman):
        return ("after_another",)
    anywhere = isinstance(effect, Accountant | MarketCrier)
    if ask.prompt == "act" or (anywhere and ask.prompt in RAISING):
        return ("no_effect",)
    return ("in_phases",) if anywhere else ("in_turn",)


# -- courtyard, hand, two-pack ---------------------------------------------------------------------


def lay_first(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: no player has chosen yet."""
    game.chosen = []


def hold_more(game: Loyang, seat: int, card: int) -> None:
    """Lifts a bar: there is a second card in the hand."""
    game.farms[seat].hand *= 2


def say_landlord(game: Loyang, seat: int, card: int) -> Line:
    """Only a landlord gives further cards; a landlord in use has given as many as it can."""
    return ("by_landlord",) if game.farms[seat].calling == NOTHING else ("landlord_done",)


LAY_BARS: Final[Bars] = (Bar(lay_first, always("last_to_choose")), Bar(hold_more, always("last_card")))
KEEP_BARS: Final[Bars] = (
    Bar(as_if(KeepOne, forced=NO), always("court_first")),
    Bar(as_if(KeepOne, more=1), say_landlord),
)
ON_TABLE: Final = frozenset(["take", "also", "lay", "keep", "dealt", "top", "under"])


def why_not_there(game: Loyang, ask: Ask, card: int) -> Line:
    if not any(choice.verb in ON_TABLE for choice in ask.options):
        return ("table_when",)
    farm = game.farms[ask.seat]
    if card in farm.taken:
        return ("taken",)
    if card == farm.dealt:
        return ("dealt_later",)
    return ("on_top",) if card in farm.pack else ("two_pack_first",)


# -- other players' displays -----------------------------------------------------------------------


THEIRS: Final = frozenset(["serve", "swap", "pick", "trade", "stall", "take_over"])


def chosen_there(game: Loyang, choice: Choice) -> Collection[int]:
    """Other players' cards that a choice refers to."""
    step = game.stack[-1]
    seat: int = step.seat  # type: ignore[attr-defined]  # the user of the helper that is taken over
    if choice.verb == "pick":
        return (at(step.owner, choice.noun),) if isinstance(step, PickGood) else ()
    if choice.verb == "take_over":
        return (at(seat, choice.noun),) if isinstance(step, Used) else ()
    reach = game.opponents(seat)
    if choice.verb == "trade":
        if not isinstance(step, Want):
            return ()
        return [at(other, stall) for other, stall, good in offers(game, seat, reach) if good == choice.noun]
    return [at(other, choice.noun) for other in reach if choice.noun in display(game.farms[other])]


def why_not_theirs(game: Loyang, ask: Ask, noun: int) -> Line:
    """Other players' cards are chosen only through helpers."""
    chosen = [choice for choice in ask.options if choice.verb in THEIRS]
    return ("not_this",) if any(chosen_there(game, choice) for choice in chosen) else ("by_helper",)


# -- other players, the private pile ----------------------------------------------------------------


def no_second(game: Loyang, seat: int, other: int) -> None:
    """Lifts a bar: no player is the second starting player."""
    game.second = NOTHING


def grow_rich(game: Loyang, seat: int, other: int) -> None:
    """Lifts a bar: the other player has a field full of goods."""
    game.farms[other].fields.append([0, 0, MAX_WANTED_GOODS])


def why_no_player(game: Loyang, ask: Ask, other: int) -> Line:
    return ("other_pair", other) if ask.prompt == "pick_owner" else ANOTHER


SEAT_BARS: Final[dict[str, Bars]] = {
    "partner": (Bar(no_second, of_it("second_player")),),
    "pick_owner": (Bar(grow_rich, of_it("no_rich_field")),),
}
PILE_BARS: Final[dict[str, Bars]] = {
    "take_field": (Bar(as_if(TakeField, besides=NOTHING), always("just_returned")),)
}

# -- goods and money -------------------------------------------------------------------------------


def why_not_bought(game: Loyang, ask: Ask, good: int) -> Line:
    return ("not_at_home",) if ask.prompt == "start_crop" else ("not_had",)


def say_sold_out(game: Loyang, seat: int, good: int) -> Line:
    """A purchase with a haggler needs two goods in the shop (LOY-23.6.2)."""
    return ("only_one",) if game.farms[seat].shop[good] else ("sold_out",)


def chosen_shelf(game: Loyang, choice: Choice) -> Collection[int]:
    return (choice.noun // STOCK_FACTOR if choice.verb == "stock" else choice.noun,)


def why_no_larger(game: Loyang, ask: Ask, noun: int) -> Line:
    """The storehouse can be enlarged if it is too small, or at any end of a turn by the printed rules
    (LOY-19.12)."""
    return ("storehouse_when",) if game.options.free_choices else ("storehouse_full",)


def why_no_step(game: Loyang, ask: Ask, space: int) -> Line:
    """The marker only moves forward, at the end of the turn."""
    return ("behind",) if space < game.farms[ask.seat].space else ("space_when",)


def chosen_space(game: Loyang, choice: Choice) -> Collection[int]:
    seat: int = game.stack[-1].seat  # type: ignore[attr-defined]
    return (game.farms[seat].space + choice.noun,)


def the_one(game: Loyang, choice: Choice) -> Collection[int]:
    return ONE


def only_one(game: Loyang, seat: int) -> Collection[int]:
    return ONE


# -- all of them -----------------------------------------------------------------------------------

THINGS: Final[Things] = {
    "mine": Thing(
        MINE,
        lambda game, seat: worked(game.farms[seat]),
        {"act": ACT_BARS, "sow": GROW_BARS, "hawk": (Bar(empty_shops, always("no_place")),)},
        why_not_here,
        chosen_here,
    ),
    "helper": Thing(
        frozenset(["use", "use_second", "with"]),
        lambda game, seat: game.farms[seat].helpers,
        {"act": HELPER_BARS},
        why_no_use,
    ),
    "table": Thing(
        ON_TABLE,
        on_the_table,
        {"distribute": LAY_BARS, "keep": KEEP_BARS, "landlord": KEEP_BARS},
        why_not_there,
    ),
    "theirs": Thing(THEIRS, of_others, {}, why_not_theirs, chosen_there),
    "shop": Thing(
        frozenset(["buy", "plant", "get", "stock"]),
        lambda game, seat: KINDS,
        {
            "act": (Bar(fill_shop, always("sold_out")), SHORT),
            "start_crop": (Bar(clear_homes, always("twice_planted")),),
            "purchase": (Bar(fill_shop, say_sold_out),),
            "stock": (Bar(as_if(Stock, had=0), always("stocked")),),
        },
        only_at(IN_SHOP, "shop_when", why_not_bought),
        chosen_shelf,
    ),
    "sale": Thing(
        frozenset(["sell"]),
        lambda game, seat: KINDS,
        dict.fromkeys(IN_SALE, SALE),
        only_at(IN_SALE, "sale_when"),
    ),
    "cart": Thing(
        frozenset(["give", "give_up"]),
        lambda game, seat: KINDS,
        dict.fromkeys(FROM_CART, (NO_GOOD,)),
        only_at(FROM_CART, "cart_when"),
    ),
    "space": Thing(
        frozenset(["step"]),
        lambda game, seat: range(1, LAST_SPACE + 1),
        {"advance": (SHORT,)},
        why_no_step,
        chosen_space,
    ),
    "two_pack": Thing(
        frozenset(["two_pack", "reveal"]),
        only_one,
        {
            "act": (Bar(not_yet, always("once")), SHORT, Bar(discard_something, always("no_cards"))),
            "distribute": (
                Bar(as_if(Distribute, revealed=NO), always("once")),
                Bar(draw_again, always("no_cards")),
            ),
        },
        lambda game, ask, noun: ("two_pack_when",),
        the_one,
    ),
    "storehouse": Thing(
        frozenset(["upgrade"]),
        only_one,
        {"store": (Bar(small_store, always("largest")), SHORT)},
        why_no_larger,
        the_one,
    ),
    "pile": Thing(
        frozenset(["field"]),
        lambda game, seat: game.farms[seat].pile,
        PILE_BARS,
        lambda game, ask, card: ("field_each_round",),
    ),
    "seat": Thing(
        frozenset(["from", "partner"]), others, SEAT_BARS, only_at(SEAT_BARS, "seat_when", why_no_player)
    ),
    "neighbour": neighbour(others),
    "loan": Thing(
        frozenset(["loan"]),
        only_one,
        dict.fromkeys(IN_DEBT, LIMIT),
        only_at(IN_DEBT, "loan_when"),
        the_one,
    ),
}
