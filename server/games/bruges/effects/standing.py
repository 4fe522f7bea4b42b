"""Persons with permanent effects, active as long as they are in the play area."""

from __future__ import annotations

from ...kernel import Steps
from ..cards import Colour
from ..effect import Effect
from ..state import COLOURS, Bruges
from ..turn.discarding import ReturnThreats
from ..turn.verbs import ChooseWorkers, Gain

# -- the six actions -------------------------------------------------------------------------------


class ActionWorkersBonus(Effect, frozen=True):
    """Additional workers with action I."""

    bonus: int

    def more_workers(self) -> int:
        return self.bonus


class ActionWorkersAnyColour(Effect, frozen=True):
    """Workers of any colours with action I."""

    def any_workers(self) -> bool:
        return True


class ActionGuildersBonus(Effect, frozen=True):
    """Additional guilders with action II."""

    bonus: int

    def more_guilders(self) -> int:
        return self.bonus


class ActionGuildersMin(Effect, frozen=True):
    """A minimum value of the die with action II."""

    least: int

    def least_guilders(self) -> int:
        return self.least


class ActionThreatBonus(Effect, frozen=True):
    """More markers, of any colours, with action III."""

    limit: int

    def threats_returned(self) -> int:
        return self.limit


class HouseAnyWorker(Effect, frozen=True):
    """Houses may be paid with workers of any colour."""

    def pays_any_worker(self) -> bool:
        return True


class PersonDiscount(Effect, frozen=True):
    """Persons recruited from now on cost less."""

    guilders: int

    def hire_discount(self) -> int:
        return self.guilders


class DoubleImmediate(Effect, frozen=True):
    """The astronomer: lightning effects of persons recruited from now on may be carried out twice
    (BRU-17.39)."""

    def doubles_lightning(self) -> bool:
        return True


# -- reactions -------------------------------------------------------------------------------------


class OnPersonReturnThreat(Effect, frozen=True):
    """The fire eater: the player may discard a marker of the recruited person's colour (BRU-17.52)."""

    def on_hire(self, game: Bruges, seat: int, colour: int) -> Steps:
        return [ReturnThreats(seat, 1, 0, colour)]


class OnHouseReturnThreat(Effect, frozen=True):
    """The plasterer: the player may discard a marker of the built house's colour (BRU-17.65)."""

    def on_house(self, game: Bruges, seat: int, colour: int) -> Steps:
        return [ReturnThreats(seat, 1, 0, colour)]


class OnHouseGainGuilders(Effect, frozen=True):
    """Guilders for each house built."""

    guilders: int

    def on_house(self, game: Bruges, seat: int, colour: int) -> Steps:
        return [Gain(seat, self.guilders)]


class OnCanalReturnThreat(Effect, frozen=True):
    """The tower warden: the player may discard a marker of the covered space's colour (BRU-17.67)."""

    def on_canal(self, game: Bruges, seat: int, colour: int) -> Steps:
        return [ReturnThreats(seat, 1, 0, colour)]


class OnAdvanceReturnThreat(Effect, frozen=True):
    """The preacher: with each step the player may discard a marker of any colour (BRU-17.58)."""

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        return [ReturnThreats(seat, 1)]


class OnAdvanceGainGuilders(Effect, frozen=True):
    """Guilders with each step."""

    guilders: int

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        return [Gain(seat, self.guilders)]


class OnAdvanceGainPoints(Effect, frozen=True):
    """Points with each step."""

    points: int

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        return [Gain(seat, points=self.points)]


class OnAdvanceGainWorker(Effect, frozen=True):
    """A worker of any colour with each step."""

    def on_advance(self, game: Bruges, seat: int) -> Steps:
        return [ChooseWorkers(seat)]


class OnReturnThreatGainGuilders(Effect, frozen=True):
    """Guilders with each marker discarded for a point."""

    guilders: int

    def guilders_per_threat(self) -> int:
        return self.guilders


# -- phases 1, 2 and 4, and damage -----------------------------------------------------------------


class HandRefill(Effect, frozen=True):
    """The inventor: a larger hand after drawing (BRU-17.49)."""

    hand: int

    def hand_size(self) -> int:
        return self.hand


class AdvanceDiscount(Effect, frozen=True):
    """The notary: the advance in phase 2 costs less (BRU-17.54)."""

    guilders: int

    def advance_discount(self) -> int:
        return self.guilders


class Phase2AdvanceWhenImpossible(Effect, frozen=True):
    """The earl: an advance at a fixed price when no 1 or 2 was rolled (BRU-17.45)."""

    guilders: int

    def advance_price(self) -> int:
        return self.guilders


class NoThreatIfSingleDie(Effect, frozen=True):
    """The knight: no marker when exactly one die shows 5 or 6."""

    def shields_from_single_die(self) -> bool:
        return True


class ThreatThreshold(Effect, frozen=True):
    """The damage of a colour needs more markers."""

    colour: Colour
    markers: int

    def threshold(self, colour: int) -> int:
        return self.markers if colour == COLOURS.index(self.colour) else 0


class PersonLossToHand(Effect, frozen=True):
    """The physician: lost persons return to the hand."""

    def keeps_lost_persons(self) -> bool:
        return True


class MajorityTiesCount(Effect, frozen=True):
    """The judge: a tie is enough for a majority (BRU-17.61)."""

    def wins_ties(self) -> bool:
        return True
