"""Advice for first-time players of Loyang, by question."""

from __future__ import annotations

from typing import Final

from ..advising import Advice, Advices, always, offers
from ..kernel import Ask
from .display import modifier, open_duties, pack_price
from .flow import LAST_ROUND
from .state import AMOUNT, BONUS, OFFICIAL, Loyang

FIRST_ROUNDS: Final = 3
LAST_ROUNDS: Final = 2
HALF: Final = LAST_ROUND // 2


def early(game: Loyang, seat: int, ask: Ask) -> bool:
    return game.round <= FIRST_ROUNDS


def first_half(game: Loyang, seat: int, ask: Ask) -> bool:
    return game.round <= HALF


def late(game: Loyang, seat: int, ask: Ask) -> bool:
    return game.round > LAST_ROUND - LAST_ROUNDS


def last_round(game: Loyang, seat: int, ask: Ask) -> bool:
    return game.round == LAST_ROUND


def next_round(game: Loyang, seat: int, ask: Ask) -> bool:
    """Whether there is a next round, in which stored goods and money are of use."""
    return not last_round(game, seat, ask)


def may_wait(game: Loyang, seat: int, ask: Ask) -> bool:
    return bool(offers(ask, "lay"))


def no_regular(game: Loyang, seat: int, ask: Ask) -> bool:
    return early(game, seat, ask) and not game.farms[seat].regulars


def regular_open(game: Loyang, seat: int, ask: Ask) -> bool:
    return bool(open_duties(game.farms[seat]))


def field_empty(game: Loyang, seat: int, ask: Ask) -> bool:
    return next_round(game, seat, ask) and any(not row[AMOUNT] for row in game.farms[seat].fields)


def casual_pays_less(game: Loyang, seat: int, ask: Ask) -> bool:
    farm = game.farms[seat]
    return bool(farm.casuals) and modifier(farm) < 0


def casual_pays_more(game: Loyang, seat: int, ask: Ask) -> bool:
    """The visible customers raise the price, not the saleswoman."""
    farm = game.farms[seat]
    return bool(farm.casuals) and modifier(farm) > 0 and not farm.lasting & BONUS


def cheap_pack(game: Loyang, seat: int, ask: Ask) -> bool:
    """The visible cards make the two-pack cheap, not the official."""
    farm = game.farms[seat]
    return bool(offers(ask, "two_pack")) and pack_price(farm) <= 1 and not farm.lasting & OFFICIAL


ADVICE: Final[Advices] = {
    "start_crop": (Advice("first_crop", always),),
    "distribute": (
        Advice("first_customer", no_regular),
        Advice("late_cards", late),
        Advice("waiting", may_wait),
    ),
    "keep": (Advice("late_cards", late), Advice("keep", always)),
    "act": (
        Advice("last_round", last_round),
        Advice("regular_open", regular_open),
        Advice("sow", field_empty),
        Advice("casual_less", casual_pays_less),
        Advice("casual_more", casual_pays_more),
        Advice("cheap_pack", cheap_pack),
        Advice("seed", next_round),
    ),
    "keep_pack": (Advice("keep_pack", always),),
    "pay": (Advice("loan", always),),
    "store": (Advice("store", next_round),),
    "upgrade": (Advice("storehouse", first_half),),
    "advance": (
        Advice("last_steps", last_round),
        Advice("first_step_only", first_half),
        Advice("first_step", next_round),
    ),
}
