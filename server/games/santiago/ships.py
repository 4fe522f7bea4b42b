"""Ships: demand, loading, departure, and the dice of the next ship."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import OPEN, Ask, Choice, EndTurn, Step, choices
from .cards import BOX
from .state import DEMANDED, GOODS, NO_SHIP, NOBODY, VP, WOOD, Santiago, name_of

VALUES: Final = BOX.track.values
MOST: Final = max(max(good.die, default=0) for good in BOX.goods)
"""The highest demand that any die can show. A delivery's noun is good * MOST + units - 1."""
GOODS_FOR_VP: Final = 3  # SAN-12.3


class Lower(Step[Santiago], frozen=True):
    """Lower a die of the ship. Without any remaining demand the ship leaves (SAN-11.1)."""

    good: int
    units: int

    def run(self, game: Santiago) -> None:
        game.faces[self.good] -= self.units
        if not any(map(game.demand, DEMANDED)):
            game.say("loaded" if self.units else "wants_nothing")
            game.then(Depart())


class Cancel(Step[Santiago], frozen=True):
    """The customs office: set a die to 0."""

    good: int

    def run(self, game: Santiago) -> None:
        units = game.demand(self.good)
        game.say("cancelled", game.active, units, name_of(self.good, units))
        game.then(Lower(self.good, units))


class MoveMarker(Step[Santiago], frozen=True):
    """Move the value marker (positive: right). The ship leaves at the chequered flag, past the last value."""

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
    """The ship leaves; the seventh ends the game at once (SAN-12.1). `NewShip` rolls the next ship later."""

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
    """The opponent whose choice made the last ship leave can undo it until this confirmation."""

    seat: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "last_ship", (Choice("finish"),), costs=True),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        pass


class Confirm(Step[Santiago], frozen=True):
    """Ask for confirmation if the active player could still undo a choice (SAN-18.3)."""

    def run(self, game: Santiago) -> None:
        if game.sealed == OPEN and not game.theirs:
            game.then(EndTurn(game.active))


class LeftoverGoods(Step[Santiago], frozen=True):
    """Three leftover goods bring a point (SAN-12.3). Hidden holdings are revealed."""

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
    """If there is no ship, this seat rolls its demand; after a question if a choice could still be undone."""

    seat: int

    def run(self, game: Santiago) -> None:
        if game.beside == NO_SHIP:
            ready = ReadyAfter(self.seat) if game.theirs else Ready(self.seat)
            first = ready if game.sealed == OPEN else Throw(self.seat)
            game.then(first, LeaveOut(self.seat), NewShip(self.seat))


class Ready(Step[Santiago], frozen=True):
    """The seat confirms that it rolls. Until then it can still undo."""

    seat: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "roll", (Choice("roll"),)),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.then(Throw(seat))


class ReadyAfter(Ready, frozen=True):
    """The same question if only the opponent who chose last, or no seat, can still undo."""

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return (Ask(self.seat, "roll_after", (Choice("roll"),)),)


class Throw(Step[Santiago], frozen=True):
    """Roll all five dice."""

    seat: int

    def run(self, game: Santiago) -> None:
        dice = [BOX.goods[good].die for good in DEMANDED]
        game.faces = [die[game.roll(len(die))] for die in dice]
        game.say("rolled", self.seat, *game.faces)


class LeaveOut(Step[Santiago], frozen=True):
    """Four of the rolled dice go onto the ship. The seat chooses the one left out."""

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
    """The delivery round, with this seat next. It delivers units of one good, or passes until the round ends.

    A seat without anything to deliver passes without a question, unless holdings are secret (SAN-7.20).
    """

    seat: int

    def choices(self, game: Santiago) -> list[Choice]:
        """All deliveries. The verb distinguishes the good from wood in its place; the noun has die and
        units."""
        mine = game.held[self.seat]
        return [
            Choice(verb, good * MOST + units - 1)
            for good in DEMANDED
            if (demand := game.demand(good))
            for verb, cargo in (("deliver", good), ("deliver_wood", WOOD))
            for units in range(1, min(demand, mine[cargo]) + 1)
        ]

    def delivery(self, choice: Choice) -> Deliver:
        """The delivery that a choice stands for."""
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
    """Load units of a good, or of wood in its place. The seat scores at once."""

    seat: int
    good: int
    cargo: int
    units: int

    def points(self, game: Santiago) -> int:
        """Points for the delivery. A unit of wood scores 1, regardless of the value (SAN-7.7, SAN-7.15)."""
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
