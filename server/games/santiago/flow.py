"""The flow of a game: setup and turns. A turn moves the car to a Cuban, then the pawn to a building."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import Ask, Choice, Step, Steps, choices, key
from ..picking import Pick
from .cards import BOX, spaces_under
from .effects import BUILDINGS, CUBANS, Effect
from .ships import Confirm, Loading, MoveMarker, NewShip
from .state import (
    DEMANDED,
    HARBOR_STATION,
    NO_SHIP,
    NOBODY,
    NOWHERE,
    PESO,
    SEATS,
    VP,
    Santiago,
    SantiagoOptions,
)

STATIONS: Final = BOX.track.stations


def setup(seats: int, seed: int, options: SantiagoOptions) -> Santiago:
    """Create a new game. Its first step draws the start player and shuffles."""
    start = [*(good.start for good in BOX.goods), BOX.start.pesos, BOX.start.vp]
    return Santiago(
        key=key(seed),
        stack=[Setup()],
        options=options,
        street=[-1, *range(len(BOX.cubans))],
        down=[False] * len(BOX.cubans),
        spaces=[*range(len(BOX.buildings))],
        held=[start.copy() for _ in range(seats)],
        supply=[good.pieces - seats * good.start for good in BOX.goods],
        owners=[NOBODY] * len(BOX.buildings),
        pawns=[NOWHERE] * seats,
        passed=[False] * seats,
        faces=[0] * len(DEMANDED),
        cashed=[],
    )


class Setup(Step[Santiago], frozen=True):
    """Start player, tiles, and the first ship, which the last player in turn order rolls (SAN-3.7)."""

    def run(self, game: Santiago) -> None:
        seats, start = len(game.pawns), game.options.start_player
        game.active = game.roll(seats) if start == "random" else SEATS.index(start)
        game.say("begins", game.active)
        game.shuffle(game.spaces)
        cubans = game.street[HARBOR_STATION + 1 :]
        game.shuffle(cubans)
        game.street = [-1, *cubans]
        game.then(NewShip((game.active - 1) % seats), Turn())


class Turn(Step[Santiago], frozen=True):
    """A complete turn of the active player."""

    def run(self, game: Santiago) -> None:
        game.theirs, game.opponent = True, NOBODY
        game.then(Drive(), TurnOver())


class TurnOver(Step[Santiago], frozen=True):
    """The end of a turn: the owner's point, the dice of a new ship, the next seat (SAN-4.5)."""

    def run(self, game: Santiago) -> None:
        rent = [Rent()] if game.options.owner_vp_on_stay else []
        game.then(*rent, NewShip(game.active), Confirm(), NextTurn())


class NextTurn(Step[Santiago], frozen=True):
    def run(self, game: Santiago) -> None:
        game.active = (game.active + 1) % len(game.pawns)
        game.then(Turn())


# -- the car ---------------------------------------------------------------------------------------


class Drive(Step[Santiago], frozen=True):
    """Drive the car. The first station is free, each further one costs a peso (SAN-5.2)."""

    def asks(self, game: Santiago) -> Sequence[Ask]:
        most = game.held[game.active][PESO] + 1
        if game.options.max_steps:
            most = min(most, game.options.max_steps)
        screens = not game.options.open_holdings
        if most == 1 and not screens:
            return ()
        ways = choices("drive", range(1, most + 1))
        return (Ask(game.active, "drive", ways, secret=screens),)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        self.drive(game, choice.noun)

    def run(self, game: Santiago) -> None:
        self.drive(game, 1)

    @staticmethod
    def drive(game: Santiago, stations: int) -> None:
        if stations > 1:
            game.held[game.active][PESO] -= fare(stations)
            game.show_holdings()
        passed_harbor = 0
        turned_up = []
        for ahead in range(1, stations + 1):
            cuban = game.street[game.car]
            if cuban >= 0 and game.down[cuban]:
                game.down[cuban] = False  # SAN-10.20
                turned_up.append(cuban)
            game.car = ahead_of(game, 1)
            passed_harbor += game.car == HARBOR_STATION and ahead < stations
        line = "drove" if stations > 1 else "drove_on"
        game.say(line, game.active, game.street[game.car] % STATIONS, fare(stations))
        for cuban in turned_up:
            game.say("turned_up", cuban)
        if passed_harbor:
            game.say("past_harbor", game.active)
        game.then(*[MoveMarker(1)] * passed_harbor, Arrive())


def fare(stations: int) -> int:
    """The price of driving this many stations, in pesos."""
    return stations - 1


def ahead_of(game: Santiago, stations: int) -> int:
    """The station that is this many ahead of the car."""
    return (game.car + stations) % STATIONS


class Arrive(Step[Santiago], frozen=True):
    """The car's arrival. At the harbor: a delivery round. At a Cuban: his function, then the pawn's move;
    nothing if he is face down."""

    def run(self, game: Santiago) -> None:
        cuban = game.street[game.car]
        if game.car == HARBOR_STATION:
            game.passed = [False] * len(game.pawns)
            if game.beside != NO_SHIP:
                game.say("round", game.value)
            game.then(Loading(game.active))
        elif game.down[cuban]:
            game.say("asleep", cuban)
        else:
            game.then(UseCuban(cuban), MovePawn(cuban))


class UseCuban(Step[Santiago], frozen=True):
    """The Cuban's function, which is optional (SAN-6.1)."""

    cuban: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return offer(game, CUBANS[self.cuban], BOX.cubans[self.cuban].id)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        match choice:
            case ("decline", _):
                game.say("unused_cuban", seat, self.cuban)
            case ("employ", building):
                game.say("employs", seat, building)
                if BUILDINGS[building].secret:
                    game.show_holdings()  # the offer itself proves that the player holds what the use needs
                game.then(*employment(game, building))
            case _:
                game.then(*CUBANS[self.cuban].plan(game, choice))

    def run(self, game: Santiago) -> None:
        game.say("useless_cuban", game.active, self.cuban)


def employment(game: Santiago, building: int) -> Steps:
    """The steps of employing a building: without a question if only one way exists and nothing is hidden."""
    effect = BUILDINGS[building]
    ways = effect.offers(game)
    if len(ways) == 1 and not effect.hides(game):
        return effect.plan(game, ways[0])
    return (UseBuilding(building),)


def offer(game: Santiago, effect: Effect, prompt: str) -> Sequence[Ask]:
    """Use a function or decline it. No question if it would have no effect and all players can see that."""
    options = effect.offers(game)
    secret = effect.hides(game)
    if not options and not secret:
        return ()
    return (Ask(game.active, prompt, (*options, Choice("decline")), secret),)


# -- the pawn --------------------------------------------------------------------------------------


class MovePawn(Pick[Santiago], frozen=True):
    """Move the pawn to a building without a pawn under the Cuban's flower; if none, it stays (section 8)."""

    cuban: int

    def question(self, game: Santiago) -> Ask:
        under = [game.spaces[space] for space in spaces_under(self.cuban)]
        targets = [building for building in under if building not in game.pawns]
        return Ask(game.active, "enter", choices("enter", targets))

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        self.unasked(game, seat, choice)

    def unasked(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.pawns[seat] = choice.noun
        game.say("entered", seat, choice.noun)
        game.then(UseBuilding(choice.noun), *([] if game.options.owner_vp_on_stay else [Rent()]))

    def run(self, game: Santiago) -> None:
        stays = game.pawns[game.active]
        if self.question(game).options:
            super().run(game)
        elif stays != NOWHERE:
            game.say("stays", game.active, stays)
            game.then(UseBuilding(stays))


class UseBuilding(Step[Santiago], frozen=True):
    """The building's function, which is optional (SAN-8.4)."""

    building: int

    def asks(self, game: Santiago) -> Sequence[Ask]:
        return offer(game, BUILDINGS[self.building], BOX.buildings[self.building].id)

    def answer(self, game: Santiago, seat: int, choice: Choice) -> None:
        game.chosen_by(seat)
        if choice.verb == "decline":
            game.say("unused", seat, self.building)
        else:
            game.then(*BUILDINGS[self.building].plan(game, choice))

    def run(self, game: Santiago) -> None:
        game.say("useless", game.active, self.building)


class Rent(Step[Santiago], frozen=True):
    """A point for the owner of the building that an opponent's pawn occupies (SAN-9.3)."""

    def run(self, game: Santiago) -> None:
        pawn = game.pawns[game.active]
        owner = game.owners[pawn] if pawn != NOWHERE else NOBODY
        if owner not in (NOBODY, game.active):
            game.held[owner][VP] += 1
            game.say("rent", owner, pawn)
