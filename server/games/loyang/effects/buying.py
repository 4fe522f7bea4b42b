"""Helpers that improve a purchase, alone or together: haggler, shopper, merchant.

All helpers of one purchase are used together and discarded together afterwards (LOY-23.21.7). Haggler and
shopper improve the purchase of one kind of good. With the merchant that is the first kind named; further
kinds come from the shop for 1 each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...kernel import Ask, Choice, Step, Steps
from ..cards import KINDS, PRICE, WARES
from ..effect import FIRST, Effect, Used, effect_of
from ..pay import Pay
from ..state import CARD, DUE, DUTY, Loyang


class Favour(Effect, frozen=True):
    """A helper that improves a purchase, alone or with others."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        mine = next(card for card in game.farms[seat].helpers if effect_of(card) is self)
        return (FIRST,) if is_possible(game, seat, (mine,)) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Purchase(seat, (card,)),)


class Haggler(Favour, frozen=True):
    """Two goods of a kind for the price of one."""

    goods: int


class Shopper(Favour, frozen=True):
    """A good from the supply, cheaper than in the shop."""

    less: int


class Merchant(Favour, frozen=True):
    """One good of each kind that the player's regular customers still want at least twice, at a fixed
    price."""

    price: int
    wanted: int

    def kinds(self, game: Loyang, seat: int) -> list[int]:
        """The kinds wanted often enough by customers that are still due (LOY-23.11.8)."""
        rows = game.farms[seat].regulars
        due = [good for row in rows if row[DUTY] == DUE for good in WARES[row[CARD]]]
        return [good for good in KINDS if due.count(good) >= self.wanted]


class Terms(NamedTuple):
    """The terms of a purchase: the amount, the total price, and the source, the player's shop or the
    supply."""

    amount: int
    price: int
    from_shop: bool


def terms(game: Loyang, seat: int, cards: Sequence[int], good: int) -> Terms | None:
    """The terms for a good with these helpers together; None if the good can't be bought."""
    amount, price, from_shop = 1, PRICE[good], True
    effects = [effect_of(card) for card in cards]
    for effect in effects:
        match effect:
            case Haggler(goods=goods):
                amount = goods
            case Merchant(price=fixed):
                price = fixed
                if good not in effect.kinds(game, seat):
                    return None
    for effect in effects:
        if isinstance(effect, Shopper):
            from_shop, price = False, max(0, price - effect.less)
    if from_shop and game.farms[seat].shop[good] < amount:
        return None
    return Terms(amount, price, from_shop)


def others(game: Loyang, seat: int, cards: Sequence[int]) -> list[int]:
    """The helpers that could join a purchase."""
    return [c for c in game.farms[seat].helpers if c not in cards and isinstance(effect_of(c), Favour)]


def is_possible(game: Loyang, seat: int, cards: tuple[int, ...]) -> bool:
    """Whether anything can be bought with these helpers, or with more of them."""
    if any(terms(game, seat, cards, good) for good in KINDS):
        return True
    return any(is_possible(game, seat, (*cards, other)) for other in others(game, seat, cards))


class Purchase(Step[Loyang], frozen=True):
    """A purchase with helpers: add another helper, or name the good. Cash is no condition (LOY-24.11)."""

    seat: int
    cards: tuple[int, ...]

    def options(self, game: Loyang) -> list[Choice]:
        seat, cards = self.seat, self.cards
        goods = [Choice("get", good) for good in KINDS if terms(game, seat, cards, good)]
        more = [
            Choice("with", other)
            for other in others(game, seat, cards)
            if is_possible(game, seat, (*cards, other))
        ]
        return goods + more

    def asks(self, game: Loyang) -> Sequence[Ask]:
        options = self.options(game)
        if len(options) == 1 and options[0].verb == "get":
            return ()
        return (Ask(self.seat, "purchase", tuple(options), costs=True),)

    def run(self, game: Loyang) -> None:
        self.answer(game, self.seat, self.options(game)[0])

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "with":
            game.then(Purchase(seat, (*self.cards, choice.noun)))
            return
        merchants = [card for card in self.cards if isinstance(effect_of(card), Merchant)]
        further = [Further(seat, card, 1 << choice.noun) for card in merchants]
        game.then(*further, *(Used(seat, card) for card in self.cards))
        buy(game, seat, choice.noun, self.cards)


class Further(Step[Loyang], frozen=True):
    """A further kind by the merchant, except those of the mask `had` (LOY-23.11.9)."""

    seat: int
    merchant: int
    had: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        kinds = tuple(
            Choice("get", good)
            for good in KINDS
            if not self.had >> good & 1 and terms(game, self.seat, (self.merchant,), good)
        )
        return (Ask(self.seat, "further", (*kinds, Choice("enough"))),) if kinds else ()

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "get":
            game.then(Further(seat, self.merchant, self.had | 1 << choice.noun))
            buy(game, seat, choice.noun, (self.merchant,))


def buy(game: Loyang, seat: int, good: int, cards: Sequence[int]) -> None:
    """Take the good from the shop, then pay, then load it."""
    found = terms(game, seat, cards, good)
    assert found is not None, "the good can't be had"
    if found.from_shop:
        game.farms[seat].shop[good] -= found.amount
    game.say("bought", seat, good, found.amount, found.price)
    game.then(Pay(seat, found.price), Load(seat, good, found.amount))


class Load(Step[Loyang], frozen=True):
    """Put goods on the cart."""

    seat: int
    good: int
    amount: int

    def run(self, game: Loyang) -> None:
        game.farms[self.seat].cart[self.good] += self.amount
