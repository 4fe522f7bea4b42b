"""Helpers of the card phase, and those that live off other helpers."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Choice, Steps
from ...picking import OwnPick
from ..display import exchange
from ..effect import FIRST, Effect
from ..state import ACTED, Loyang


class Landlord(Effect, frozen=True):
    """Up to three courtyard cards instead of one. Played while choosing: see `distribution.py`."""

    more: int


class Impostor(Effect, frozen=True):
    """Exchange this card for a helper of an opponent who has had the action turn of this round."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,) if within_reach(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Impersonate(seat, card),)


def within_reach(game: Loyang, seat: int) -> dict[int, int]:
    """The helpers that the impostor could become, and whose they are."""
    done = (other for other in game.opponents(seat) if game.farms[other].turn == ACTED)
    return {card: other for other in done for card in game.farms[other].helpers}


class Impersonate(OwnPick[Loyang], frozen=True):
    """For which helper? The card itself is exchanged and not discarded (LOY-23.9.4)."""

    prompt = "impostor"

    card: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("swap", card) for card in within_reach(game, self.seat)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = within_reach(game, seat)[choice.noun]
        game.say("swapped", seat, self.card, other, choice.noun)
        exchange(game, seat, self.card, other, choice.noun)


class Foreman(Effect, frozen=True):
    """Takes over a helper that an opponent has used: see `Used`. Nothing to be played by itself."""
