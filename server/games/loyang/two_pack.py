"""Action H: buying a two-pack, and choosing the cards to keep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import Ask, Choice, Step, choices
from .display import draw, lay, pack_price
from .pay import pay_fields
from .state import BOUGHT, NOTHING, Loyang

PACK_CARDS: Final = 2
TWO_PACK: Final = (Choice("two_pack"),)


def two_pack(game: Loyang, seat: int) -> Sequence[Choice]:
    """The choice to buy a two-pack: once per turn, if there are cards (LOY-17.16) and enough cash."""
    farm = game.farms[seat]
    possible = (game.deck or game.discard) and not farm.lasting & BOUGHT and farm.cash >= pack_price(farm)
    return TWO_PACK if possible else ()


def buy_pack(game: Loyang, seat: int) -> None:
    """Pay, and turn up two cards; this can't be undone (LOY-24.13)."""
    farm = game.farms[seat]
    price = pack_price(farm)
    farm.cash -= price
    farm.lasting |= BOUGHT
    farm.pack = [card for card in (draw(game) for _ in range(PACK_CARDS)) if card != NOTHING]
    game.say("bought_pack", seat, price)
    for card in farm.pack:
        game.say("drew", seat, card)
    game.then(KeepPack(seat))


def reject(game: Loyang, seat: int, card: int) -> None:
    """Discard a card of the two-pack unused."""
    game.discard.append(card)
    game.say("rejected", seat, card)


class KeepPack(Step[Loyang], frozen=True):
    """Choose the card of the two-pack to keep, on top if both are kept, or none (LOY-17.6)."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        pack = game.farms[self.seat].pack
        return (Ask(self.seat, "keep_pack", (*choices("top", pack), Choice("none"))),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        if choice.verb == "none":
            for card in farm.pack:
                reject(game, seat, card)
            farm.pack = []
            return
        game.then(KeepUnder(seat, choice.noun))


class KeepUnder(Step[Loyang], frozen=True):
    """Choose whether to keep the other card as well, below (LOY-17.7). Each common field is paid immediately
    (LOY-17.9)."""

    seat: int
    top: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        rest = [card for card in game.farms[self.seat].pack if card != self.top]
        if not rest:
            return ()
        return (Ask(self.seat, "keep_under", (*choices("under", rest), Choice("alone"))),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        kept = [self.top] if choice.verb == "alone" else farm.pack
        rejected, farm.pack = [card for card in farm.pack if card not in kept], []
        lay(game, seat, self.top)
        if choice.verb == "under":
            farm.under.append([self.top, choice.noun])
            game.say("stacked", seat, self.top, choice.noun)
        else:
            game.say("kept", seat, self.top)
        for card in rejected:
            reject(game, seat, card)
        pay_fields(game, seat, kept)

    def run(self, game: Loyang) -> None:
        self.answer(game, self.seat, Choice("alone"))
