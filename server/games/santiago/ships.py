"""Ships: what they take, when they leave, who loads them, and how the next one's demand is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import OPEN, Ask, Choice, EndTurn, Step, choices
from .cards import BOX
from .state import DEMANDED, GOODS, NO_SHIP, NOBODY, VP, WOOD, Santiago, name_of

VALUES: Final = BOX.track.values
MOST: Final = max(max(good.die, default=0) for good in BOX.goods)
"""The greatest demand of any die. A delivery's noun is good * MOST + units - 1."""
GOODS_FOR_VP: Final = 3  # SAN-12.3


class Lower(Step[Santiago], frozen=True):
    """Turn a die of the ship down. With nothing more demanded the ship leaves (SAN-11.1)."""

    good: int
    units: int

    def run(self, game: Santiago) -> None:
        game.faces[self.good] -= self.units
        if not any(map(game.demand, DEMANDED)):
            game.say("loaded" if self.units else "wants_nothing")
            game.then(Depart())


class Cancel(Step[Santiago], frozen=True):
    """The customs office: a die goes to 0."""

    good: int

    def run(self, game: Santiago) -> None:
        units = game.demand(self.good)
        game.say("cancelled", game.active, units, name_of(self.good, units))
        game.then(Lower(self.good, units))


class MoveMarker(Step[Santiago], frozen=True):
    """The value marker goes to the right; on the chequered flag, behind the last value, the ship leaves."""

    flags: int

    def run(self, game: Santiago) -> None:
        at = VALUES.index(game.value) + self.flags
        if at == len(VALUES):
            game.say("chequered", VALUES[-1])
            game.then(Depart())
        else:
            game.value = VALUES[at]
            game.say("value", game.value)


class Depart(Step[Santiago], frozen=True):
    """The ship leaves, and the seventh ends the game at once (SAN-12.1). The next one's dice come later."""

    def run(self, game: Santiago) -> None:
        game.departed += 1
        game.value = VALUES[0]
        game.beside = NO_SHIP
        game.faces = [0] * len(DEMANDED)
        game.say("departed", game.departed)
        if game.departed == BOX.track.ships:
            game.stack.clear()
            opponents = game.sealed == OPEN and game.opponent != NOBODY
            game.then(LastWord(game.opponent) if opponents else Confirm(), LeftoverGoods())


class LastWord(Step[Santiago], frozen=True):
    """The opponent whose choice made the last ship leave can still take it back, until it confirms."""

    seat: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "last_ship", (Choice("finish"),), costs=True),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        pass


class Confirm(Step[Santiago], frozen=True):
    """A question at the end where the active player could still take something back (SAN-18.3)."""

    def run(self, game: Santiago) -> None:
        if game.sealed == OPEN and not game.theirs:
            game.then(EndTurn(game.active))


class LeftoverGoods(Step[Santiago], frozen=True):
    """Every three goods left over bring a point (SAN-12.3); what lay behind screens is shown."""

    def run(self, game: Santiago) -> None:
        game.cashed = [sum(held[g] for g in GOODS) // GOODS_FOR_VP for held in game.held]
        for seat, (mine, points) in enumerate(zip(game.held, game.cashed, strict=True)):
            left = points * GOODS_FOR_VP
            for good in GOODS:
                given = min(mine[good], left)
                mine[good] -= given
                game.supply[good] += given
                left -= given
            mine[VP] += points
            if points:
                game.say("cashed", seat, points * GOODS_FOR_VP, points)
        if not game.options.open_holdings:
            game.seal()


# -- a new ship ------------------------------------------------------------------------------------


class NewShip(Step[Santiago], frozen=True):
    """If a ship is missing, this seat rolls its demand; asked first where a choice could be taken back."""

    seat: int

    def run(self, game: Santiago) -> None:
        if game.beside == NO_SHIP:
            ready = ReadyAfter(self.seat) if game.theirs else Ready(self.seat)
            first = ready if game.sealed == OPEN else Throw(self.seat)
            game.then(first, LeaveOut(self.seat), NewShip(self.seat))


class Ready(Step[Santiago], frozen=True):
    """The seat says that it rolls now; until then it can still undo."""

    seat: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "roll", (Choice("roll"),)),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.then(Throw(seat))


class ReadyAfter(Ready, frozen=True):
    """The same where only the opponent who chose last, or nobody, can still undo."""

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "roll_after", (Choice("roll"),)),)


class Throw(Step[Santiago], frozen=True):
    """All five dice."""

    seat: int

    def run(self, game: Santiago) -> None:
        dice = [BOX.goods[good].die for good in DEMANDED]
        game.faces = [die[game.roll(len(die))] for die in dice]
        game.say("rolled", self.seat, *game.faces)


class LeaveOut(Step[Santiago], frozen=True):
    """Four dice go onto the ship as rolled; which one does not?"""

    seat: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "demand", choices("leave_out", DEMANDED)),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(game.active)
        game.beside = choice.noun
        game.say("demand", seat, choice.noun)
        game.then(Lower(choice.noun, 0))  # a ship that demands nothing leaves at once (SAN-11.7)


# -- the delivery round ----------------------------------------------------------------------------


class Loading(Step[Santiago], frozen=True):
    """The delivery round, with this seat next: it delivers units of one good, or passes for good.

    Who has nothing to deliver passes unasked, unless holdings are secret (SAN-7.20).
    """

    seat: int

    def choices(self, game: Santiago) -> list[Choice]:
        """A verb for the cargo, the good itself or wood in its place, and how much of it for which die."""
        mine = game.held[self.seat]
        return [
            Choice(verb, good * MOST + units - 1)
            for good in DEMANDED
            if (demand := game.demand(good))
            for verb, cargo in (("deliver", good), ("deliver_wood", WOOD))
            for units in range(1, min(demand, mine[cargo]) + 1)
        ]

    def delivery(self, choice: Choice) -> Deliver:
        """What is delivered by a choice."""
        good, units = divmod(choice.noun, MOST)
        return Deliver(self.seat, good, WOOD if choice.verb == "deliver_wood" else good, units + 1)

    def asks(self, game: Santiago) -> Sequence[Ask]:
        if game.beside == NO_SHIP or game.passed[self.seat]:
            return ()
        options, screens = self.choices(game), not game.options.open_holdings
        if not options and not screens:
            return ()
        return (Ask(self.seat, "deliver", (*options, Choice("pass")), secret=screens),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        if not game.options.open_holdings:
            game.seal()
        following = Loading((seat + 1) % len(game.pawns))
        if choice.verb == "pass":
            game.passed[seat] = True
            game.say("passed", seat)
            game.then(following)
            return
        game.then(self.delivery(choice), following)

    def run(self, game: Santiago) -> None:
        if game.beside == NO_SHIP:  # the ship has left, fully loaded
            return
        if not game.passed[self.seat]:
            game.passed[self.seat] = True
            game.say("passed", self.seat)
        if all(game.passed):
            game.say("all_passed")
            game.then(MoveMarker(1))
        else:
            game.then(Loading((self.seat + 1) % len(game.pawns)))


class Deliver(Step[Santiago], frozen=True):
    """Units of a good, or of wood in its place, go onto the ship; the seat gets points at once."""

    seat: int
    good: int
    cargo: int
    units: int

    def points(self, game: Santiago) -> int:
        """What it brings: wood one point each, whatever a unit is worth (SAN-7.7, SAN-7.15)."""
        return self.units * (1 if self.cargo == WOOD else game.value)

    def run(self, game: Santiago) -> None:
        points = self.points(game)
        mine = game.held[self.seat]
        mine[self.cargo] -= self.units
        mine[VP] += points
        game.supply[self.cargo] += self.units
        cargo = name_of(self.cargo, self.units)
        if self.cargo == WOOD:
            game.say("delivered_wood", self.seat, self.units, cargo, points, self.good)
        else:
            game.say("delivered", self.seat, self.units, cargo, points)
        game.then(Lower(self.good, self.units))
