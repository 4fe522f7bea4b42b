"""Helpers of the fields."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import NO, OWN, YES, Ask, Choice, Step, Steps, choices
from ...picking import OwnPick
from ..cards import HOME, look_alike
from ..display import empty_fields, lay, leave, throw_away
from ..effect import FIRST, SECOND, Effect, Gains, Used
from ..pay import pay_owner
from ..picking import fields_to_pick
from ..state import AMOUNT, CARD, GOOD, NOTHING, SOWING, Farm, Loyang
from .lasting import Last


class HarvestHand(Effect, frozen=True):
    """A second good from rich fields after the harvest (see `Reap`); or larger sowings in this turn."""

    left: int
    """The goods that a field must still have after the harvest to give a second one."""
    more: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return () if game.farms[seat].lasting & SOWING else (SECOND,)

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Last(seat, SOWING), Used(seat, card))


def rich_fields(farm: Farm, least: int) -> list[int]:
    """The fields of a farm with at least this many goods, except the home field."""
    return [row[CARD] for row in farm.fields if row[AMOUNT] >= least and row[CARD] != HOME]


class TenantFarmer(Effect, frozen=True):
    """A field of the player's choice from the private pile: for money, or for an empty field that goes below
    it."""

    fee: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        farm = game.farms[seat]
        if not farm.pile:
            return ()
        return [*[FIRST] * (farm.cash >= self.fee), *[SECOND] * bool(empty_fields(farm))]

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        if ability == FIRST:
            return (Lease(seat, self.fee), Used(seat, card))
        return (Return(seat), Used(seat, card))

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        return {"cash": -self.fee} if ability == FIRST else {}


class Lease(Step[Loyang], frozen=True):
    """Pay to see the pile and to take a field from it."""

    seat: int
    fee: int

    def run(self, game: Loyang) -> None:
        game.farms[self.seat].cash -= self.fee
        game.say("costs", self.seat, self.fee)
        look(game, self.seat)


class Return(Step[Loyang], frozen=True):
    """Choose the empty field that goes below the pile. A common field leaves its two-pack (LOY-23.16.12)."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        empty = empty_fields(game.farms[self.seat])
        return (Ask(self.seat, "return", choices("return", empty)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        leave(game, seat, choice.noun)
        farm.pile.insert(0, choice.noun)
        farm.returned += 1
        game.say("returned", seat, choice.noun)
        look(game, seat, besides=choice.noun)


def look(game: Loyang, seat: int, besides: int = NOTHING) -> None:
    """The owner sees the pile, which can't be undone, and must take a field (LOY-23.16.5)."""
    game.farms[seat].looked = True
    game.seal(OWN)
    game.then(TakeField(seat, besides))


class TakeField(Step[Loyang], frozen=True):
    """Choose a field of the pile, except the one just put there (LOY-23.16.9)."""

    seat: int
    besides: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        cards = sorted(card for card in game.farms[self.seat].pile if card != self.besides)
        return (Ask(self.seat, "take_field", choices("field", cards)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        card = take_out(game.farms[seat], choice.noun, self.besides)
        lay(game, seat, card)
        game.say("field", seat, card)


def take_out(farm: Farm, card: int, besides: int) -> int:
    """Take a field out of the pile; returns its new number.

    Other players don't see which of several identical fields it was (LOY-23.16.6). Therefore the lowest
    number always comes out, and another one takes its place. Of the publicly known fields at the bottom, only
    those below all the identical ones remain known.
    """
    at, pile = farm.pile.index(card), farm.pile
    alike = [i for i, other in enumerate(pile) if other != besides and look_alike(other, card)]
    number = min(pile[i] for i in alike)
    if len(alike) > 1:
        farm.returned = min(farm.returned, alike[0])
    else:
        farm.returned -= at < farm.returned
    pile[pile.index(number)] = card
    del pile[at]
    return number


class Plowman(Effect, frozen=True):
    """Clear one field; or harvest fields with a single good immediately."""

    least: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        farm = game.farms[seat]
        clear, gather = bool(rich_fields(farm, self.least)), bool(last_goods(farm))
        return [*[FIRST] * clear, *[SECOND] * gather]

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        if ability == FIRST:
            return (Clear(seat, self.least), Used(seat, card))
        return (Gather(seat), Used(seat, card))


def last_goods(farm: Farm) -> list[int]:
    """The fields of a farm with exactly one good, except the home field."""
    return [row[CARD] for row in farm.fields if row[AMOUNT] == 1 and row[CARD] != HOME]


class Clear(OwnPick[Loyang], frozen=True):
    """Choose the field that loses its goods and can be sown again."""

    prompt = "clear"

    least: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        farm = game.farms[self.seat]
        return fields_to_pick(farm, "clear", rich_fields(farm, self.least))

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        row = game.farms[seat].plot(choice.noun)
        game.say("cleared", seat, choice.noun, row[AMOUNT], row[GOOD])
        row[GOOD], row[AMOUNT] = NOTHING, 0


class Gather(Step[Loyang], frozen=True):
    """Take the last goods of any of these fields, one field after the other; at least one (LOY-23.17.9)."""

    seat: int
    started: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        cards = last_goods(game.farms[self.seat])
        if len(cards) <= (not self.started):
            return ()
        stop = [Choice("enough")] if self.started else []
        return (Ask(self.seat, "gather", (*choices("gather", cards), *stop)),)

    def run(self, game: Loyang) -> None:
        if not self.started:
            self.answer(game, self.seat, Choice("gather", last_goods(game.farms[self.seat])[0]))

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb == "gather":
            game.say("gathered", seat, game.farms[seat].plot(choice.noun)[GOOD], choice.noun)
            harvest(game, seat, choice.noun)
            game.then(Gather(seat, started=YES))


def harvest(game: Loyang, seat: int, card: int) -> None:
    """Move a good from a field to the cart; an empty field leaves (LOY-5.7, 5.8)."""
    farm = game.farms[seat]
    row = farm.plot(card)
    row[AMOUNT] -= 1
    farm.cart[row[GOOD]] += 1
    if not row[AMOUNT]:
        throw_away(game, seat, card)


class SelfSupplier(Effect, frozen=True):
    """A good from an opponent's rich field."""

    fee: int
    least: int

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        rich = any(rich_fields(game.farms[other], self.least) for other in game.opponents(seat))
        return (FIRST,) if rich and game.farms[seat].cash >= self.fee else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (PickOwner(seat, self.fee, self.least), Used(seat, card))

    def gains(self, game: Loyang, seat: int, ability: int) -> Gains:
        return {"cash": -self.fee, "goods": 1}


class PickOwner(OwnPick[Loyang], frozen=True):
    """Choose the owner if several opponents have a rich field."""

    prompt = "pick_owner"

    fee: int
    least: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        others = game.opponents(self.seat)
        return [Choice("from", other) for other in others if rich_fields(game.farms[other], self.least)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        game.then(PickGood(seat, choice.noun, self.fee, self.least))


class PickGood(OwnPick[Loyang], frozen=True):
    """Choose the field."""

    prompt = "pick_good"

    owner: int
    fee: int
    least: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        farm = game.farms[self.owner]
        return fields_to_pick(farm, "pick", rich_fields(farm, self.least))

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        row = game.farms[self.owner].plot(choice.noun)
        row[AMOUNT] -= 1
        game.farms[seat].cart[row[GOOD]] += 1
        game.say("picked", seat, self.owner, row[GOOD], choice.noun)
        pay_owner(game, seat, self.owner, self.fee)
