"""Helpers whose effect lasts to the end of the action turn: they are discarded as soon as they are played
(LOY-14.8)."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import Step, Steps
from ..effect import FIRST, Effect, Used
from ..state import BOUGHT, ERRANDS, MAID, OFFICIAL, Loyang


class Last(Step[Loyang], frozen=True):
    """Set a flag for the rest of the action turn."""

    seat: int
    flag: int

    def run(self, game: Loyang) -> None:
        game.farms[self.seat].lasting |= self.flag


class Official(Effect, frozen=True):
    """The two-pack of this turn is free. Useless once it is bought (LOY-23.2.4)."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return () if game.farms[seat].lasting & (OFFICIAL | BOUGHT) else (FIRST,)

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Last(seat, OFFICIAL), Used(seat, card))


class ErrandBoy(Effect, frozen=True):
    """Each regular customer of the player may be served twice in this turn, into the same row."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return () if game.farms[seat].lasting & ERRANDS else (FIRST,)

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Last(seat, ERRANDS), Used(seat, card))


class Maid(Effect, frozen=True):
    """Every good of a stall costs one good in this turn."""

    def abilities(self, game: Loyang, seat: int) -> Sequence[int]:
        return () if game.farms[seat].lasting & MAID else (FIRST,)

    def use(self, game: Loyang, seat: int, card: int, ability: int) -> Steps:
        return (Last(seat, MAID), Used(seat, card))
