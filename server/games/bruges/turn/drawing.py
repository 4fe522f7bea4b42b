"""Cards from the draw stacks, and cards that leave the hand without being played."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Ask, Choice, Step, choices
from ...picking import OwnPick
from ..cards import COLOUR
from ..state import DRAWING, Bruges


def can_draw(game: Bruges) -> bool:
    return any(game.stacks)


def draw(game: Bruges, stack: int, pile: list[int]) -> None:
    """Take the top card of a stack. An empty stack is replaced immediately (BRU-4.14). Seals."""
    pile.append(game.stacks[stack].pop())
    game.seal()
    if not game.stacks[stack]:
        replace_stack(game, stack)


def replace_stack(game: Bruges, stack: int) -> None:
    """Replace an empty stack: first by the extra stack, which announces the last round (BRU-4.11, BRU-4.12);
    later by half of the other one."""
    if game.extra:
        game.stacks[stack], game.extra = game.extra, []
        game.last = game.round if game.phase == DRAWING else game.round + 1
        game.say("extra_stack", game.last)
        return
    other = game.stacks[1 - stack]
    lower = len(other) // 2  # the upper half stays, and is the larger one (BRU-4.17)
    game.stacks[stack], game.stacks[1 - stack] = other[:lower], other[lower:]


def open_stacks(game: Bruges) -> list[int]:
    return [number for number, stack in enumerate(game.stacks) if stack]


class Draw(OwnPick[Bruges], frozen=True):
    """Draw cards, each from either stack. `zone`: their destination, `hand` or `drawn`."""

    prompt = "draw"

    count: int = 1
    zone: str = "hand"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("stack", open_stacks(game) if self.count else ())

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        draw(game, choice.noun, getattr(game.players[seat], self.zone))
        game.say("draws", seat)
        if self.count > 1:
            game.then(Draw(seat, self.count - 1, self.zone))


class Keep(OwnPick[Bruges], frozen=True):
    """Take one of the drawn cards into the hand."""

    prompt = "keep"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("keep", game.players[self.seat].drawn)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        me = game.players[seat]
        me.drawn.remove(choice.noun)
        me.hand.append(choice.noun)
        game.say("keeps", seat)


class DropRest(Step[Bruges], frozen=True):
    """Put the other drawn cards onto the discard pile."""

    seat: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        for card in me.drawn:
            game.discard.append(card)
            game.say("discards", self.seat, card)
        me.drawn = []
        game.seal()  # the fronts are public now


class Discard(Step[Bruges], frozen=True):
    """Put a hand card onto the discard pile; it is not played."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        hand = game.players[self.seat].hand
        return (Ask(self.seat, "discard", choices("discard", hand), costs=True),) if hand else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.players[seat].hand.remove(choice.noun)
        game.discard.append(choice.noun)
        game.say("discards", seat, choice.noun)


class Swap(Step[Bruges], frozen=True):
    """Show a hand card with the colour of a card in the discard pile; `TakeInstead` follows."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        cards = swappable(game, self.seat)
        return (Ask(self.seat, "swap", choices("swap", cards), costs=True),) if cards else ()

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.players[seat].hand.remove(choice.noun)
        game.shown.append(choice.noun)
        game.then(TakeInstead(seat, choice.noun))


def swappable(game: Bruges, seat: int) -> list[int]:
    colours = {COLOUR[card] for card in game.discard}
    return [card for card in game.players[seat].hand if COLOUR[card] in colours]


class TakeInstead(OwnPick[Bruges], frozen=True):
    """Take a card of the same colour from the discard pile in exchange for the shown one."""

    prompt = "take_instead"

    card: int

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("fetch", [card for card in game.discard if COLOUR[card] == COLOUR[self.card]])

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.discard.remove(choice.noun)
        game.shown.remove(self.card)
        game.discard.append(self.card)
        game.players[seat].hand.append(choice.noun)
        game.say("swaps", seat, self.card, choice.noun)
