"""The things that the board of Loyang shows, and when each reason is true: from the views and the cards
alone."""

from __future__ import annotations

from ..engine import View
from ..evidence import Seen, Shown
from .cards import (
    CARDS,
    CROPS,
    GOODS,
    HOME,
    IDS,
    PLACES,
    PRICE,
    REGULARS,
    WARES,
    is_field,
)
from .display import step_cost
from .effects.shop import STOCK_FACTOR
from .state import BOUGHT, DUE

KINDS = set(range(len(GOODS)))
MINE = {"into", "reap", "clear", "gather", "return", "sow", "serve", "double", "again", "trade", "hawk"}
MINE |= {"stall", "offer"}
OF_GOODS = {"sow", "buy", "sell", "trade", "get", "give", "give_up", "hawk", "step", "loan"}
LAST = 20
PLAIN = {"enough", "none", "alone", "finish", "no_upgrade", "ready", "wages", "let_go", "done"}
"""The verbs of answers that concern nothing on the board."""
PLAIN |= {"miss", "discard"}
"""What gets rid of a card is no use of it, and has a button of its own."""

FREELY = {"act", "advance", "distribute", "pay", "reap", "store"}
WHEN = {
    "table": {"distribute", "keep", "landlord", "keep_pack", "keep_under"},
    "cart": {"give", "store"},
    "seat": {"partner", "pick_owner"},
    "loan": {*FREELY, "start_crop"},
    "sale": FREELY,
    "shop": {"act", "further", "purchase", "start_crop", "stock"},
    "space": {"advance"},
    "storehouse": {"store", "upgrade"},
    "two_pack": {"act", "distribute"},
}
"""The questions at which a thing is chosen, as the texts of its `..._when` say, without helpers."""

ANYWHERE = {"accountant", "market_crier"}
"""Helpers that are used in the card phase and for a debt as well."""
RAISING = ("distribute", "pay")
OF_NO_TURN = {"landlord", "foreman"}
FOR_CUSTOMERS = {"tout", "deliveryman"}
OF_HELPERS = {
    "reap",
    "landlord",
    "keep",
    "stock",
    "wages",
    "purchase",
    "further",
    "want",
    "trade_from",
    "give",
}
OF_HELPERS |= {"offer_casual", "swap_casual", "buy_casual", "deliver_to", "hawk", "hawk_from", "offer_stall"}
OF_HELPERS |= {"swap_stall", "impostor", "return", "take_field", "clear", "gather", "pick_owner", "pick_good"}
OF_HELPERS |= {"foreman", "pay", "end_turn"}
"""Questions that come while a helper is used."""

OF_OTHERS = {"swap", "pick", "serve", "trade", "take_over"}
"""Verbs that choose a thing of another player."""


def worked(public: View, seat: int) -> set[int]:
    rows = [row[0] for kind in ("fields", "stalls", "regulars") for row in public[kind][seat]]
    return {*rows, *public["casuals"][seat]}


def display(public: View, seat: int) -> set[int]:
    return worked(public, seat) | {*public["helpers"][seat]}


def shown(public: View, private: View, seat: int) -> Shown:
    others = set(range(len(public["cash"]))) - {seat}
    dealt = {private["dealt"]} if "dealt" in private else set()
    taken = {*public["taken"][seat], *public["pack"][seat]}
    return {
        "mine": worked(public, seat),
        "helper": set(public["helpers"][seat]),
        "table": {*public["court"], *private.get("hand", ())} | taken | dealt,
        "theirs": {other * len(CARDS) + card for other in others for card in display(public, other)},
        "shop": KINDS,
        "sale": KINDS,
        "cart": KINDS,
        "space": set(range(1, LAST + 1)),
        "two_pack": {0},
        "storehouse": {0},
        "loan": {0},
        "pile": {*public["pile"][seat]},
        "seat": others,
        "neighbour": others,
    }


def own(seen: Seen, what: str) -> int:
    """How many of a thing the seat has."""
    found: int = seen.public[what][seen.seat]
    return found


def cart(seen: Seen) -> list[int]:
    found: list[int] = seen.public["cart"][seen.seat]
    return found


def row_of(seen: Seen, kind: str) -> list[int]:
    return next(row for row in seen.public[kind][seen.seat] if row[0] == seen.noun)


def fields_of(seen: Seen) -> list[list[int]]:
    """The fields of the player in question."""
    found: list[list[int]] = seen.public["fields"][seen.noun]
    return found


def short_of(seen: Seen, price: int) -> bool:
    return seen.nouns == (price - own(seen, "cash"),) > (0,)


def foreign_stalls(seen: Seen) -> set[int]:
    """The stalls of others from which a good can be taken."""
    return seen.offered("stall") - worked(seen.public, seen.seat)


def wares_of(seen: Seen) -> set[int]:
    """The goods on the stall."""
    _, left = row_of(seen, "stalls")
    return {good for bit, good in enumerate(WARES[seen.noun]) if left >> bit & 1}


def goods_short(seen: Seen) -> bool:
    """The cart has too little for any good of the stall; with this many more goods it would be enough."""
    _, left = row_of(seen, "stalls")
    bowls = [n for bit, n in enumerate(CARDS[seen.noun].bowls) if left >> bit & 1]
    return seen.nouns == (min(bowls) - sum(cart(seen)),) > (0,)


def no_goods(seen: Seen) -> bool:
    (good,) = seen.nouns
    return WARES[seen.noun].count(good) > cart(seen)[good]


def pack_price(seen: Seen) -> int:
    return max(len(seen.public[kind][seen.seat]) for kind in ("helpers", "stalls"))


def helper(seen: Seen) -> str:
    """The helper in question."""
    return IDS[seen.noun]


def missing(seen: Seen, card: int) -> bool:
    """Does the cart lack a good of the customer?"""
    return any(WARES[card].count(good) > cart(seen)[good] for good in WARES[card])


def customers_of_others(seen: Seen) -> list[int]:
    """The customers for whom the helper can be used."""
    rows = {"tout": seen.public["casuals"], "deliveryman": seen.public["regulars"]}[helper(seen)]
    others = seen.game().opponents(seen.seat)
    return [row if type(row) is int else row[0] for other in others for row in rows[other]]


def fee(seen: Seen) -> int:
    """The price for using the helper."""
    last = {8: 1, 9: 2}.get(seen.public["round"], 0)
    return {"trader": last, "self_supplier": 1, "tenant_farmer": 3}[helper(seen)]


TRUE = {
    "mine": {
        "mine_when": lambda seen: seen.ask.prompt != "act" and not seen.verbs & MINE,
        "dealt_with": lambda seen: seen.noun in REGULARS and row_of(seen, "regulars")[3] != DUE,
        "planted": lambda seen: row_of(seen, "fields")[2] > 0,
        "no_seed": lambda seen: (
            not any(cart(seen)[good] for good in CROPS[seen.noun]) and is_field(seen.noun)
        ),
        "no_goods": no_goods,
        "goods_short": goods_short,
        "no_such_field": lambda seen: is_field(seen.noun),
        "not_this": lambda seen: (
            not any(seen.noun in seen.offered(verb) for verb in seen.verbs - OF_GOODS - PLAIN)
        ),
        "no_place": lambda seen: bool(wares_of(seen)) and not seen.offered("hawk") & wares_of(seen),
    },
    "helper": {
        "no_effect": lambda seen: (
            seen.ask.prompt == "act" or (helper(seen) in ANYWHERE and seen.ask.prompt in RAISING)
        ),
        "in_turn": lambda seen: seen.ask.prompt != "act" and helper(seen) not in {*ANYWHERE, *OF_NO_TURN},
        "in_phases": lambda seen: helper(seen) in ANYWHERE and seen.ask.prompt not in ("act", *RAISING),
        "from_court": lambda seen: helper(seen) == "landlord",
        "after_another": lambda seen: helper(seen) == "foreman",
        "at_work": lambda seen: seen.ask.prompt in OF_HELPERS,
        "goods_short": lambda seen: helper(seen) == "trader" and sum(cart(seen)) < 2,
        "no_goods_for_theirs": lambda seen: (
            any(missing(seen, card) for card in customers_of_others(seen)) and helper(seen) in FOR_CUSTOMERS
        ),
        "short": lambda seen: short_of(seen, fee(seen)),
    },
    "table": {
        "last_to_choose": lambda seen: len(seen.public["chosen"]) == len(seen.public["cash"]) - 1,
        "last_card": lambda seen: seen.private["hand"] == [seen.noun],
        "court_first": lambda seen: seen.noun not in seen.public["court"] and "also" in seen.verbs,
        "by_landlord": lambda seen: (
            seen.noun in seen.public["court"] and own(seen, "calling") < 0 and "also" not in seen.verbs
        ),
        "landlord_done": lambda seen: own(seen, "calling") >= 0 and len(seen.public["taken"][seen.seat]) == 3,
        "taken": lambda seen: seen.noun in seen.public["taken"][seen.seat],
        "dealt_later": lambda seen: seen.noun == seen.private["dealt"] and "dealt" not in seen.verbs,
        "on_top": lambda seen: seen.noun in seen.public["pack"][seen.seat] and "top" not in seen.verbs,
        "two_pack_first": lambda seen: bool(seen.public["pack"][seen.seat]),
        "table_when": lambda seen: seen.ask.prompt not in WHEN["table"],
    },
    "theirs": {
        "by_helper": lambda seen: not seen.verbs & {"swap", "pick", "take_over"} and not foreign_stalls(seen),
        "not_this": lambda seen: seen.verbs & OF_OTHERS or foreign_stalls(seen),
    },
    "shop": {
        "sold_out": lambda seen: seen.public["shop"][seen.seat][seen.noun] == 0,
        "only_one": lambda seen: (
            seen.public["shop"][seen.seat][seen.noun] == 1 and bool({"get", "with"} & seen.verbs)
        ),
        "short": lambda seen: short_of(seen, PRICE[seen.noun]),
        "twice_planted": lambda seen: (
            sum(row[1] == seen.noun for rows in seen.public["fields"] for row in rows if row[0] == HOME) == 2
        ),
        "not_at_home": lambda seen: seen.noun not in CROPS[HOME],
        "not_had": lambda seen: bool({"get", "with"} & seen.verbs),
        "stocked": lambda seen: (
            "stock" in seen.verbs
            and seen.noun not in {noun // STOCK_FACTOR for noun in seen.offered("stock")}
        ),
        "shop_when": lambda seen: seen.ask.prompt not in WHEN["shop"],
    },
    "sale": {
        "none_on_cart": lambda seen: cart(seen)[seen.noun] == 0,
        "shop_full": lambda seen: seen.public["shop"][seen.seat][seen.noun] == PLACES[seen.noun],
        "sale_when": lambda seen: seen.ask.prompt not in WHEN["sale"],
    },
    "cart": {
        "none_on_cart": lambda seen: cart(seen)[seen.noun] == 0,
        "cart_when": lambda seen: seen.ask.prompt not in WHEN["cart"],
    },
    "space": {
        "short": lambda seen: short_of(seen, step_cost(own(seen, "space"), seen.noun - own(seen, "space"))),
        "behind": lambda seen: seen.noun < own(seen, "space"),
        "space_when": lambda seen: seen.ask.prompt not in WHEN["space"],
    },
    "two_pack": {
        "once": lambda seen: own(seen, "lasting") & BOUGHT or seen.game().stack[-1].revealed,
        "short": lambda seen: short_of(seen, pack_price(seen)),
        "no_cards": lambda seen: not seen.public["deck"] and not seen.public["discard"],
        "two_pack_when": lambda seen: seen.ask.prompt != "act",
    },
    "storehouse": {
        "largest": lambda seen: own(seen, "capacity") > 1,
        "short": lambda seen: short_of(seen, 2),
        "storehouse_when": lambda seen: (
            seen.ask.prompt not in WHEN["storehouse"] and seen.public["options"]["free_choices"]
        ),
        "storehouse_full": lambda seen: (
            seen.ask.prompt not in WHEN["storehouse"] and not seen.public["options"]["free_choices"]
        ),
    },
    "pile": {
        "field_each_round": lambda seen: "field" not in seen.verbs,
        "just_returned": lambda seen: seen.public["returned"][seen.seat] > 0 and "field" in seen.verbs,
    },
    "seat": {
        "second_player": lambda seen: seen.nouns == (seen.noun,) == (seen.public["second"],),
        "no_rich_field": lambda seen: (
            seen.nouns == (seen.noun,)
            and all(row[2] < seen.game().stack[-1].least for row in fields_of(seen) if row[0] != HOME)
        ),
        "other_pair": lambda seen: (
            seen.nouns == (seen.noun,) and seen.noun not in seen.game().opponents(seen.seat)
        ),
        "seat_when": lambda seen: seen.ask.prompt not in WHEN["seat"],
    },
    "neighbour": {"theirs": lambda seen: seen.nouns == (seen.noun,) != (seen.seat,)},
    "loan": {
        "loan_limit": lambda seen: own(seen, "loans") >= seen.public["options"]["loan_limit"] > 0,
        "loan_when": lambda seen: seen.ask.prompt not in WHEN["loan"],
    },
}
