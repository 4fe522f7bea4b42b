"""The card phase: hands, the courtyard, choosing two cards, paying for fields, the new tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import NO, YES, Ask, Choice, EndTurn, Step
from .display import lay
from .effect import Used, effect_of
from .effects.others import Landlord
from .pay import field_cost, free_moves, move_freely, pay_fields
from .state import NOTHING, Loyang

HAND: Final = 4  # LOY-6.2
NAMED: Final = 4
"""So many cards are named in one line of the log."""


class CardPhase(Step[Loyang], frozen=True):
    """The discards are shuffled in, hands are dealt; in round 1 everybody has one already (LOY-2.13)."""

    def run(self, game: Loyang) -> None:
        seats = len(game.farms)
        if game.round > 1:
            game.deck += game.discard
            game.discard = []
            game.shuffle(game.deck)
            for _ in range(min(HAND, len(game.deck) // seats)):  # LOY-22.1
                for farm in game.farms:
                    farm.hand.append(game.deck.pop())
            game.seal()
        game.chosen = []
        if any(farm.hand for farm in game.farms):  # LOY-22.7
            game.then(Distribute(game.first), EndOfCardPhase())


class Distribute(Step[Loyang], frozen=True):
    """A turn of the distribution round: lay a hand card, or take one and keep one (LOY-6.6 to 6.11).

    `revealed`: with two players, a card was turned up in this turn.
    """

    seat: int
    revealed: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        seat, farm = self.seat, game.farms[self.seat]
        options: list[Choice] = []
        if len(game.farms) == 2 and game.deck and not self.revealed:
            options.append(Choice("reveal"))
        if self.may_lay(game):
            options += [Choice("lay", card) for card in farm.hand]
        options += [Choice("take", card) for card in game.court]
        if game.court and game.options.free_choices:
            options += [Choice("use", card) for card in landlords(game, seat)]  # LOY-26.4
        if not options:
            return ()  # a short deal has left nothing to take (LOY-6.29)
        return (Ask(seat, "distribute", (*options, *free_moves(game, seat))),)

    def may_lay(self, game: Loyang) -> bool:
        """Not as the last one, and not the last hand card, unless it opens the courtyard (LOY-6.29)."""
        hand = len(game.farms[self.seat].hand)
        last = len(game.chosen) == len(game.farms) - 1
        opens = not game.court and not game.chosen
        return not last and (hand > 1 or (hand == 1 and opens))

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        farm = game.farms[seat]
        match choice:
            case ("reveal", _):
                card = game.deck.pop()
                game.court.append(card)
                game.seal()
                game.say("revealed", seat, card)
                game.then(Distribute(seat, revealed=YES))
            case ("lay", card):
                farm.picked = card
                game.then(EndTurn(seat), LayOpen(seat), PassOn(seat))
            case ("take", card):
                take(game, seat, card)
                game.then(KeepOne(seat), EndTurn(seat), PutRest(seat), PassOn(seat))
            case ("use", card) if card in landlords(game, seat):
                game.then(EndTurn(seat), PutRest(seat), PassOn(seat))
                play_landlord(game, seat, card, first=1)
            case _:
                game.then(self)
                move_freely(game, seat, choice)

    def run(self, game: Loyang) -> None:
        game.then(KeepOne(self.seat), EndTurn(self.seat), PutRest(self.seat), PassOn(self.seat))


def landlords(game: Loyang, seat: int) -> list[int]:
    """The visible landlord, unless it is just being used."""
    farm = game.farms[seat]
    return [card for card in farm.helpers if isinstance(effect_of(card), Landlord) and card != farm.calling]


def play_landlord(game: Loyang, seat: int, card: int, first: int = 0) -> None:
    """Further courtyard cards, at least one; `first`: the one that everybody takes is still among them."""
    effect = effect_of(card)
    assert isinstance(effect, Landlord)
    game.say("use", seat, card)
    game.farms[seat].calling = card
    game.then(KeepOne(seat, effect.more + first, forced=YES))


def take(game: Loyang, seat: int, card: int) -> None:
    """A courtyard card is chosen, to be laid out with the hand card."""
    game.court.remove(card)
    game.farms[seat].taken.append(card)
    game.say("took", seat, card)


class KeepOne(Step[Loyang], frozen=True):
    """Which hand card is laid out, or the dealt regular customer; before that, perhaps the landlord.

    `more`: how many further courtyard cards the landlord still allows; `forced`: one must be taken.
    """

    seat: int
    more: int = 0
    forced: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        further = [Choice("also", card) for card in game.court] if self.more else []
        if self.forced and further:
            return (Ask(self.seat, "landlord", tuple(further)),)
        cards = [Choice("keep", card) for card in farm.hand]
        if farm.dealt != NOTHING:
            cards.append(Choice("dealt", farm.dealt))
        play = [Choice("use", card) for card in landlords(game, self.seat)] if game.court else []
        if not (cards or further or play):
            return ()
        done = [] if cards else [Choice("enough")]
        return (Ask(self.seat, "keep", (*cards, *further, *play, *done)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        match choice:
            case ("use", card):
                play_landlord(game, seat, card)
            case ("also", card):
                take(game, seat, card)
                game.then(KeepOne(seat, self.more - 1))
            case ("keep" | "dealt", card):
                game.farms[seat].picked = card


class LayOpen(Step[Loyang], frozen=True):
    """The hand card that was picked lies in the courtyard: only now do others see it."""

    seat: int

    def run(self, game: Loyang) -> None:
        farm = game.farms[self.seat]
        card, farm.picked = farm.picked, NOTHING
        farm.hand.remove(card)
        game.court.append(card)
        game.say("laid", self.seat, card)


class PutRest(Step[Loyang], frozen=True):
    """All cards chosen are laid out singly, in one step, and others see them; then the fields are due
    (LOY-6.26). The remaining hand goes to the courtyard (LOY-6.8), and the player is out."""

    seat: int

    def run(self, game: Loyang) -> None:
        farm = game.farms[self.seat]
        cards = farm.choice()
        if farm.picked != NOTHING:
            game.say("kept", self.seat, farm.picked)
        if farm.picked == farm.dealt:
            farm.dealt = NOTHING
        rest = [card for card in farm.hand if card not in cards]
        game.court += rest
        if rest:
            game.say(f"rest_{len(rest)}", self.seat, *rest)
        farm.hand, farm.taken, farm.picked = [], [], NOTHING
        for card in cards:
            lay(game, self.seat, card)
        game.chosen.append(self.seat)
        game.seal()
        if farm.calling != NOTHING:
            game.then(Used(self.seat, farm.calling))
            farm.calling = NOTHING
        if field_cost(cards) > farm.cash:
            game.then(EndTurn(self.seat))  # how the money was raised can be taken back
        pay_fields(game, self.seat, cards)


class PassOn(Step[Loyang], frozen=True):
    """The next player who hasn't chosen yet; what was laid has been seen (LOY-28.2)."""

    seat: int

    def run(self, game: Loyang) -> None:
        game.seal()
        seats = len(game.farms)
        clockwise = ((self.seat + i) % seats for i in range(1, seats + 1))
        following = next((seat for seat in clockwise if seat not in game.chosen), None)
        if following is not None:
            game.then(Distribute(following))


class EndOfCardPhase(Step[Loyang], frozen=True):
    """The courtyard becomes the discard pile; the last two to choose get the tokens (LOY-6.24, 8.1, 8.2)."""

    def run(self, game: Loyang) -> None:
        game.discard += game.court
        game.say("court_left", len(game.court))
        for at in range(0, len(game.court), NAMED):
            some = game.court[at : at + NAMED]
            game.say(f"left_{len(some)}", *some)
        game.court = []
        game.first, game.second = game.chosen[-1], game.chosen[-2]
        game.say("tokens", game.first, game.second)
