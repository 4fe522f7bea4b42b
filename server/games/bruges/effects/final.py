"""Persons who score at the end of the game."""

from __future__ import annotations

from ..cards import ACTIVATION, BOX, COLOUR, GROUP, Activation, Colour
from ..effect import Effect, groups
from ..scoring import threes
from ..state import COLOURS, NONE, Bruges
from ..turn.verbs import houses_of

# -- houses and canals -----------------------------------------------------------------------------


class EndPointsPerHouseColour(Effect, frozen=True):
    """Points for each house of a colour."""

    colour: Colour
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * houses_of(game.players[seat], COLOURS.index(self.colour))


class EndPointsPerHouses(Effect, frozen=True):
    """Points for every `per` houses."""

    per: int
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (len(game.players[seat].houses) // self.per)


class EndPointsAllHouseColours(Effect, frozen=True):
    """Points for houses of all colours (BRU-17.73)."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        colours = {COLOUR[house] for house in game.players[seat].houses}
        return self.points if len(colours) == len(COLOURS) else 0


class EndPointsMatchingHouse(Effect, frozen=True):
    """Points for each house with an inhabitant of its own colour."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        me = game.players[seat]
        return self.points * sum(
            any(home != NONE and COLOUR[home] == COLOUR[house] for home in homes)
            for house, *homes in zip(me.houses, me.persons, me.pets, strict=True)
        )


class EndPointsPerCanal(Effect, frozen=True):
    """Points for every `per` canal tokens."""

    per: int
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (sum(game.players[seat].canals) // self.per)


class EndPointsCanal3AndStatues(Effect, frozen=True):
    """The geographer: further points for each built 3-space and each statue (BRU-17.69)."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (threes(game, seat) + len(game.players[seat].statues))


# -- persons ---------------------------------------------------------------------------------------


class EndPointsPerPerson(Effect, frozen=True):
    """Points for each person, this one included."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * len(game.players[seat].living())


class EndPointsPerPersonColour(Effect, frozen=True):
    """Points for each card colour among the persons."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * len({COLOUR[person] for person in game.players[seat].living()})


class EndPointsPerSymbol(Effect, frozen=True):
    """Points for each person with a symbol, this one included if it has the symbol."""

    activation: Activation
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        living = game.players[seat].living()
        return self.points * sum(ACTIVATION[person] == self.activation for person in living)


class EndPointsPerGroupPresent(Effect, frozen=True):
    """The engraver: points for each different group (BRU-17.71)."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * groups(game.players[seat].living())


class EndPointsPerGroupPerson(Effect, frozen=True):
    """Points for each person of some groups, this one included."""

    groups: list[str]
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        living = game.players[seat].living()
        return self.points * sum(BOX.groups[GROUP[person]] in self.groups for person in living)


# -- workers, guilders, reputation, majorities, threats -----------------------------------------------


class EndPointsPerWorkers(Effect, frozen=True):
    """Points for every `per` workers (BRU-9.25)."""

    per: int
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (sum(game.players[seat].workers) // self.per)


class EndPointsPerGuilders(Effect, frozen=True):
    """Points for every `per` guilders."""

    per: int
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (game.players[seat].guilders // self.per)


class EndPointsPerReputationSteps(Effect, frozen=True):
    """Points for every `per` steps of the reputation track."""

    per: int
    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * (game.players[seat].step // self.per)


class EndPointsPerMajorityMarker(Effect, frozen=True):
    """Further points for each majority marker on its coloured side."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return self.points * sum(game.players[seat].marks)


class EndPointsIfNoThreats(Effect, frozen=True):
    """Points if the player has no threat markers."""

    points: int

    def final_points(self, game: Bruges, seat: int, card: int) -> int:
        return 0 if any(game.players[seat].threats) else self.points
