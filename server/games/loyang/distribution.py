"""The card phase: hands, the courtyard, the choice of two cards, payment for fields, the new tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import NO, YES, Ask, Choice, EndTurn, Step, choices
from .display import lay
from .effect import Used, effect_of
from .effects.others import Landlord
from .pay import field_cost, free_moves, move_freely, pay_fields
from .state import NOTHING, Loyang

HAND_CARDS: Final = 4  # LOY-6.2
MAX_NAMED_CARDS: Final = 4
"""The maximum number of cards named in one log line."""


class CardPhase(Step[Loyang], frozen=True):
    """Shuffle the discards in and deal hands; in round 1 the hands are already dealt (LOY-2.13)."""

    def run(self, game: Loyang) -> None:
        seats = len(game.farms)
        if game.round > 1:
            game.deck += game.discard
            game.discard = []
            game.shuffle(game.deck)
            for _ in range(min(HAND_CARDS, len(game.deck) // seats)):  # LOY-22.1
                for farm in game.farms:
                    farm.hand.append(game.deck.pop())
            game.seal()
        game.chosen = []
        if any(farm.hand for farm in game.farms):  # LOY-22.7
            game.then(Distribute(game.first), EndOfCardPhase())


class Distribute(Step[Loyang], frozen=True):
    """A turn of the distribution round: lay a hand card, or take a card and keep one (LOY-6.6 to 6.11).

    `revealed`: whether a card was turned up in this turn (two players only).
    """

    seat: int
    revealed: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        seat, farm = self.seat, game.farms[self.seat]
        options: list[Choice] = []
        if len(game.farms) == 2 and game.deck and not self.revealed:
            options.append(Choice("reveal"))
        if self.may_lay(game):
            options += choices("lay", farm.hand)
        options += choices("take", game.court)
        if game.court and game.options.free_choices:
            options += choices("use", landlords(game, seat))  # LOY-26.4
        if not options:
            return ()  # nothing to take after a short deal (LOY-6.29)
        return (Ask(seat, "distribute", (*options, *free_moves(game, seat))),)

    def may_lay(self, game: Loyang) -> bool:
        """Whether the seat may lay a card: the last player may not, nor a player with one card, unless it
        opens the courtyard (LOY-6.29)."""
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
    """The visible landlord, unless it is in use."""
    farm = game.farms[seat]
    return [card for card in farm.helpers if isinstance(effect_of(card), Landlord) and card != farm.calling]


def play_landlord(game: Loyang, seat: int, card: int, first: int = 0) -> None:
    """Use the landlord for further courtyard cards, at least one. `first`: 1 if the regular courtyard card is
    still to be taken."""
    effect = effect_of(card)
    assert isinstance(effect, Landlord)
    game.say("use", seat, card)
    game.farms[seat].calling = card
    game.then(KeepOne(seat, effect.more + first, forced=YES))


def take(game: Loyang, seat: int, card: int) -> None:
    """Choose a courtyard card, to be laid out with the hand card."""
    game.court.remove(card)
    game.farms[seat].taken.append(card)
    game.say("took", seat, card)


class KeepOne(Step[Loyang], frozen=True):
    """Choose the hand card to lay out, or the dealt regular customer; before that, possibly use the landlord.

    `more`: the number of further courtyard cards that the landlord still allows. `forced`: whether one must
    be taken.
    """

    seat: int
    more: int = 0
    forced: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        further = choices("also", game.court if self.more else ())
        if self.forced and further:
            return (Ask(self.seat, "landlord", further),)
        cards = [*choices("keep", farm.hand)]
        if farm.dealt != NOTHING:
            cards.append(Choice("dealt", farm.dealt))
        play = choices("use", landlords(game, self.seat) if game.court else ())
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
    """Lay the picked hand card into the courtyard; only now do other players see it."""

    seat: int

    def run(self, game: Loyang) -> None:
        farm = game.farms[self.seat]
        card, farm.picked = farm.picked, NOTHING
        farm.hand.remove(card)
        game.court.append(card)
        game.say("laid", self.seat, card)


class PutRest(Step[Loyang], frozen=True):
    """Lay out all chosen cards singly and in public, then pay for the fields (LOY-6.26). The remaining hand
    goes to the courtyard (LOY-6.8), and the player has finished the phase."""

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
            game.then(EndTurn(self.seat))  # the player can undo how the money was raised
        pay_fields(game, self.seat, cards)


class PassOn(Step[Loyang], frozen=True):
    """The next player who hasn't chosen yet; the laid card was seen, so it can't be undone (LOY-28.2)."""

    seat: int

    def run(self, game: Loyang) -> None:
        game.seal()
        seats = len(game.farms)
        clockwise = ((self.seat + i) % seats for i in range(1, seats + 1))
        following = next((seat for seat in clockwise if seat not in game.chosen), None)
        if following is not None:
            game.then(Distribute(following))


class EndOfCardPhase(Step[Loyang], frozen=True):
    """The courtyard becomes the discard pile; the last two players to choose get the tokens (LOY-6.24, 8.1,
    8.2)."""

    def run(self, game: Loyang) -> None:
        game.discard += game.court
        game.say("court_left", len(game.court))
        for at in range(0, len(game.court), MAX_NAMED_CARDS):
            some = game.court[at : at + MAX_NAMED_CARDS]
            game.say(f"left_{len(some)}", *some)
        game.court = []
        game.first, game.second = game.chosen[-1], game.chosen[-2]
        game.say("tokens", game.first, game.second)
