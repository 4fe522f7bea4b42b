"""Persons who discard their owner's threat markers."""

from __future__ import annotations

from ...kernel import YES, Step, Steps
from ..cards import Colour
from ..effect import Effect, Use, crowd
from ..state import COLOURS, Bruges
from ..turn.discarding import ReturnColour, ReturnThreats
from ..turn.drawing import Draw
from ..turn.verbs import ALL_OF_IT, Gain, Pay, held


class Discarder(Effect, frozen=True):
    """Discards threat markers of any colour; useless without markers."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[seat].threats)


class ReturnThreatsAny(Discarder, frozen=True):
    """Discard up to `limit` markers of any colours; all of them if the limit is ALL_OF_IT."""

    limit: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, self.limit, ALL_OF_IT if self.limit == ALL_OF_IT else 1)]


class ReturnThreatsColour(Effect, frozen=True):
    """Discard up to `limit` markers of a fixed colour."""

    colour: Colour
    limit: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return game.players[seat].threats[COLOURS.index(self.colour)] > 0

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, self.limit, 1, COLOURS.index(self.colour))]


class ReturnThreatsOneColourAll(Discarder, frozen=True):
    """Discard all markers of one colour."""

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnColour(seat)]


class ReturnThreatsOneOfEach(Discarder, frozen=True):
    """Discard a marker of each colour."""

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, 1, 1, colour) for colour in held(game.players[seat].threats)]


class ReturnThreatsPerPerson(Discarder, frozen=True):
    """The jailer: up to as many markers as there are persons in the play area (BRU-17.12)."""

    optional = True

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, len(crowd(game, seat, use.card)), whole=YES)]


class ReturnThreatAndDraw(Discarder, frozen=True):
    """Discard a marker and draw cards."""

    cards: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, 1, 1), Draw(seat, self.cards)]


class ReturnThreatAndGuilders(Discarder, frozen=True):
    """Discard a marker and take guilders."""

    guilders: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ReturnThreats(seat, 1, 1), Gain(seat, self.guilders)]


class PayReturnThreat(Discarder, frozen=True):
    """Pay guilders to discard a marker."""

    costs = True

    guilders: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        me = game.players[seat]
        return me.guilders >= self.guilders and any(me.threats)

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        steps: list[Step[Bruges]] = [Pay(seat, self.guilders), ReturnThreats(seat, 1, 1)]
        return steps
