"""The bourse: one card per round that improves an action, for the first players to use it."""

from __future__ import annotations

from typing import Final

from ...kernel import Step
from ..cards import BOX, Improvement
from ..state import MOST_SEATS, NONE, Bruges


class OpenBourse(Step[Bruges], frozen=True):
    """After all hands are full, the next bourse card comes into force (BRU-16.2)."""

    def run(self, game: Bruges) -> None:
        if not game.bourse:  # the thirteenth round has none (BRU-16.12)
            return
        card = game.bourse.pop()
        game.traded.append(card)
        fewer = MOST_SEATS - len(game.players) if game.options.fewer_markers else 0
        game.markers = BOX.bourse[card].markers - fewer
        game.say("opens_bourse", card, game.markers)
        game.seal()


def in_force(game: Bruges) -> int:
    """The bourse card in force, or NONE (BRU-16.7)."""
    return game.traded[-1] if game.markers else NONE


def improved_action(game: Bruges) -> str:
    """The action that is improved now, or ""."""
    card = in_force(game)
    return "" if card == NONE else BOX.bourse[card].action


def improvement(game: Bruges) -> Improvement:
    """The changes by the bourse card in force."""
    card = in_force(game)
    return UNIMPROVED if card == NONE else BOX.bourse[card].improvement


UNIMPROVED: Final = Improvement()
"""An action without the bourse."""


def take_marker(game: Bruges, seat: int) -> None:
    """Use the improvement; with its last marker the card is no longer in force (BRU-16.7)."""
    game.markers -= 1
    game.say("uses_bourse", seat, game.traded[-1])
