"""Helpers of the card phase, and helpers that use other helpers."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Choice, Steps
from ...picking import OwnPick
from ..display import exchange
from ..effect import FIRST, Effect
from ..state import ACTED, Loyang


class Landlord(Effect, frozen=True):
    """Up to three courtyard cards instead of one. Used while choosing: see `distribution.py`."""

    more: int


class Impostor(Effect, frozen=True):
    """Exchange this card for a helper of an opponent who has finished the action turn of this round."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return (FIRST,) if within_reach(game, seat) else ()

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Impersonate(seat, card),)


def within_reach(game: Loyang, seat: int) -> dict[int, int]:
    """The helpers that the impostor could become, and their owners."""
    done = (other for other in game.opponents(seat) if game.farms[other].turn == ACTED)
    return {card: other for other in done for card in game.farms[other].helpers}


class Impersonate(OwnPick[Loyang], frozen=True):
    """Choose the helper to become. The card itself is exchanged and not discarded (LOY-23.9.4)."""

    prompt = "impostor"

    card: int

    def options(self, game: Loyang) -> Sequence[Choice]:
        return [Choice("swap", card) for card in within_reach(game, self.seat)]

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        other = within_reach(game, seat)[choice.noun]
        exchange(game, seat, self.card, other, choice.noun)


class Foreman(Effect, frozen=True):
    """Takes over a helper that an opponent has used: see `Used`. It can't be played directly."""
