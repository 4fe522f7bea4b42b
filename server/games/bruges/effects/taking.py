"""Persons who give guilders, points and workers."""

from __future__ import annotations

from typing import Literal

from ...kernel import Steps
from ..cards import BOX, GROUP, LENGTH, Colour
from ..effect import Effect, Use, crowd, groups
from ..state import COLOURS, Bruges
from ..turn.verbs import (
    EACH,
    ChooseDifferentWorkers,
    ChooseWorkerColour,
    ChooseWorkers,
    Gain,
    TakeWorkers,
    houses_of,
)

# -- guilders --------------------------------------------------------------------------------------


class GainGuilders(Effect, frozen=True):
    guilders: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, self.guilders)]


class Earner(Effect, frozen=True):
    """Takes a variable amount of guilders; useless if it is 0."""

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        raise NotImplementedError

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return self.amount(game, seat, use.card) > 0

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, self.amount(game, seat, use.card))]


class GainGuildersDie(Earner, frozen=True):
    """A fixed number of guilders plus the value of a die."""

    die: Colour
    start: int = 0

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.start + game.rolled[COLOURS.index(self.die)]


class GainGuildersPerCanal(Earner, frozen=True):
    """A fixed number of guilders, plus some for each canal token."""

    guilders: int
    start: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.start + self.guilders * sum(game.players[seat].canals)


class GainGuildersPerHandCard(Earner, frozen=True):
    """A fixed number of guilders, plus some for each hand card."""

    guilders: int
    start: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.start + self.guilders * len(game.players[seat].hand)


class GainGuildersPerHouses(Earner, frozen=True):
    """Guilders for every `per` houses."""

    per: int
    guilders: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.guilders * (len(game.players[seat].houses) // self.per)


class GainGuildersPerGroup(Earner, frozen=True):
    """Guilders for each different group in the play area (BRU-17.36)."""

    guilders: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.guilders * groups(crowd(game, seat, card))


class GainGuildersPerGroupPerson(Earner, frozen=True):
    """Guilders for each person of a group, this one included."""

    group: str
    guilders: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        group = BOX.groups.index(self.group)
        return self.guilders * sum(GROUP[person] == group for person in crowd(game, seat, card))


class GainGuildersPerOpponentPersons(Earner, frozen=True):
    """As many guilders as the largest number of persons that an opponent has."""

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return max(len(game.players[other].living()) for other in game.others(seat))


class GainGuildersPerPersons(Earner, frozen=True):
    """Guilders for every `per` persons."""

    per: int
    guilders: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.guilders * (len(crowd(game, seat, card)) // self.per)


class GainGuildersPerReputationStep(Earner, frozen=True):
    """Guilders for each step reached on the reputation track."""

    guilders: int

    def amount(self, game: Bruges, seat: int, card: int) -> int:
        return self.guilders * game.players[seat].step


# -- points ----------------------------------------------------------------------------------------


class GainPoints(Effect, frozen=True):
    points: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, points=self.points)]


class PointsIfHouses(Effect, frozen=True):
    """Points if there are enough houses of a colour (BRU-17.74)."""

    colour: Colour
    houses: int
    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return houses_of(game.players[seat], COLOURS.index(self.colour)) >= self.houses

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, points=self.points)]


class PointsIf(Effect, frozen=True):
    """Points if there are enough groups in the play area, steps, or canal tokens."""

    what: Literal["groups", "steps", "canals"]
    least: int
    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        me = game.players[seat]
        if self.what == "groups":
            return groups(crowd(game, seat, use.card)) >= self.least
        return (me.step if self.what == "steps" else sum(me.canals)) >= self.least

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, points=self.points)]


class PointsPerFullCanalSection(Effect, frozen=True):
    """Points for each canal section with all spaces built (BRU-17.33, BRU-17.35)."""

    points: int

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return LENGTH in game.players[seat].canals

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Gain(seat, points=self.points * game.players[seat].canals.count(LENGTH))]


# -- workers ---------------------------------------------------------------------------------------


class GainWorkersColour(Effect, frozen=True):
    """Take workers of a fixed colour."""

    colour: Colour
    workers: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [TakeWorkers(seat, COLOURS.index(self.colour), self.workers)]


class GainWorkersChoice(Effect, frozen=True):
    """Take workers of any colours."""

    workers: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ChooseWorkers(seat, self.workers)]


class GainWorkersDifferent(Effect, frozen=True):
    """Take workers of different colours."""

    workers: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ChooseDifferentWorkers(seat, self.workers)]


class GainWorkersEachColour(Effect, frozen=True):
    """Take workers of each colour."""

    workers: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [TakeWorkers(seat, colour, self.workers) for colour in EACH]


class GainWorkersOneColour(Effect, frozen=True):
    """Take workers, all of one colour."""

    workers: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ChooseWorkerColour(seat, self.workers)]


class GainWorkersAndGuilders(Effect, frozen=True):
    """Take workers of any colours, and guilders."""

    workers: int
    guilders: int

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ChooseWorkers(seat, self.workers), Gain(seat, self.guilders)]
