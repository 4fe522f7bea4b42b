"""Persons who activate others."""

from __future__ import annotations

from ...kernel import YES, Steps
from ..cards import IDS
from ..effect import Effect, Use
from ..state import Bruges
from ..turn.activation import BY_HAND, ActivateOther, ActivateOwn, others_candidates, own_candidates


class CopyOwnImmediate(Effect, frozen=True):
    """Carry out the lightning effect of a person in the player's own area once more."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(own_candidates(game, seat, (use.card,), ("immediate",), worker=use.worker))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ActivateOwn(seat, use.card)]


class ReactivateOwn(Effect, frozen=True):
    """The puppeteer: activate a person that was activated this round once more, without its worker.

    The choice excludes herself and the person whose effect has activated her.
    """

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(own_candidates(game, seat, (use.card, use.by), BY_HAND, used=True, worker=use.worker))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ActivateOwn(seat, use.card, BY_HAND, used=YES, barred=use.by)]


class ActivateOpponentPerson(Effect, frozen=True):
    """The Swede: activate a person of an opponent; some are excluded by name (BRU-18.13 to BRU-18.18)."""

    excluded: list[str]

    def barred(self) -> tuple[int, ...]:
        return tuple([IDS.index(name) for name in self.excluded if name in IDS])

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(others_candidates(game, seat, use.card, self.barred(), use.worker))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ActivateOther(seat, use.card, self.barred())]
