"""The flow of a game: setup, turns (roll, income, build), the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from ..kernel import OPEN, Ask, Choice, EndTurn, Step, choices, key
from .cards import BOX, ESTABLISHMENTS, KINDS, LANDMARKS, PURPLE, RADIO_TOWER, TRAIN_STATION
from .income import Income
from .state import (
    BUILT,
    DOUBLE,
    EFFECTIVE,
    EXTRA,
    NOT_BUILT,
    ORDINARY,
    SEATS,
    MachiKoro,
    MachiKoroOptions,
)

START_COINS: Final = 3  # MAC-3.3
OPEN_KINDS: Final = 10  # MAC-10.5


def copies(kind: int, seats: int, options: MachiKoroOptions) -> int:
    """The number of cards of a kind with which the supply or the draw pile begins."""
    if PURPLE[kind] and options.supply == "come_what_may":
        return seats  # MAC-10.3
    return ESTABLISHMENTS[kind].copies


def setup(seats: int, seed: int, options: MachiKoroOptions) -> MachiKoro:
    """Create a new game. Its first step draws the start player and shuffles."""
    cards = [copies(kind, seats, options) for kind in KINDS]
    variable = options.supply == "come_what_may"
    return MachiKoro(
        key=key(seed),
        stack=[Setup()],
        options=options,
        coins=[START_COINS] * seats,
        cities=[[row.start for row in ESTABLISHMENTS] for _ in range(seats)],
        landmarks=[[NOT_BUILT] * len(LANDMARKS) for _ in range(seats)],
        places=[0] * seats,
        supply=[0] * len(cards) if variable else cards,
        deck=[kind for kind in KINDS for _ in range(cards[kind])] if variable else [],
    )


class Setup(Step[MachiKoro], frozen=True):
    """Start player and, with a draw pile, the first ten kinds."""

    def run(self, game: MachiKoro) -> None:
        start = game.options.start_player
        game.active = game.roll(len(game.coins)) if start == "random" else SEATS.index(start)
        game.say("begins", game.active)
        game.shuffle(game.deck)
        game.then(Refill(), Turn())


class Refill(Step[MachiKoro], frozen=True):
    """Draw until ten kinds are open or the draw pile is empty. Does nothing without a draw pile."""

    def run(self, game: MachiKoro) -> None:
        while game.deck and len(game.supply) - game.supply.count(0) < OPEN_KINDS:
            kind = game.deck.pop()
            game.supply[kind] += 1
            game.seal()
            game.say("drawn", kind)


class Turn(Step[MachiKoro], frozen=True):
    """A complete turn of the active player. Landmarks that this player built before take effect now."""

    def run(self, game: MachiKoro) -> None:
        mine = game.landmarks[game.active]
        mine[:] = [EFFECTIVE if built else NOT_BUILT for built in mine]
        game.then(Roll(), Reroll(), Income(), ToBuild(), NextTurn())


class Roll(Step[MachiKoro], frozen=True):
    """Roll one die; the owner of a train station chooses the number of dice.

    With the option `by_hand` the player confirms the throw of a single die, too. Opponents' restaurants may
    take coins, so the question is marked `costs`: no table answers it automatically for a person.
    """

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        most = BOX.dice.pieces if game.has(game.active, TRAIN_STATION) else 1
        options = choices("roll", range(1, most + 1))
        if most > 1:
            return (Ask(game.active, "dice_count", options),)
        return (Ask(game.active, "throw", options, costs=True),) if game.options.by_hand else ()

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        game.then(Throw(choice.noun))

    def run(self, game: MachiKoro) -> None:
        game.then(Throw(1))


class Throw(Step[MachiKoro], frozen=True):
    dice: int

    def run(self, game: MachiKoro) -> None:
        game.dice = [game.roll(BOX.dice.sides) + 1 for _ in range(self.dice)]
        if self.dice == 1:
            game.say("rolled", game.active, *game.dice)
        else:
            game.say("rolled_two", game.active, *game.dice, sum(game.dice))


class Reroll(Step[MachiKoro], frozen=True):
    """The radio tower: keep the roll, or reroll the same number of dice once."""

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        if not game.has(game.active, RADIO_TOWER):
            return ()
        return (Ask(game.active, "reroll", (Choice("keep"), Choice("reroll"))),)

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        if choice.verb == "reroll":
            game.say("rerolls", seat)
            game.then(Throw(len(game.dice)))
        else:
            game.say("keeps", seat)


class ToBuild(Step[MachiKoro], frozen=True):
    """Before building: select the step by whether a choice since the roll could still be undone."""

    def run(self, game: MachiKoro) -> None:
        game.then(BuildAfterChoice() if game.sealed == OPEN else Build())


class Build(Step[MachiKoro], frozen=True):
    """Build one establishment or landmark, or nothing. Skipped if the player can't afford any (MAC-16.3)."""

    nothing: ClassVar[Choice] = Choice("pass")  # this choice also confirms the end of the turn

    def asks(self, game: MachiKoro) -> Sequence[Ask]:
        seat, coins = game.active, game.coins[game.active]
        mine, most = game.cities[seat], game.options.most
        options = [
            Choice("build", kind)
            for kind, row in enumerate(ESTABLISHMENTS)
            if game.supply[kind] and row.price <= coins and mine[kind] < most(PURPLE[kind])
        ]
        options += [
            Choice("landmark", landmark)
            for landmark, row in enumerate(LANDMARKS)
            if row.price <= coins and game.landmarks[seat][landmark] == NOT_BUILT
        ]
        return (Ask(seat, "build", (*options, self.nothing)),) if options else ()

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        match choice:
            case ("build", kind):
                game.coins[seat] -= ESTABLISHMENTS[kind].price
                game.supply[kind] -= 1
                game.cities[seat][kind] += 1
                game.say("built", seat, kind, ESTABLISHMENTS[kind].price)
                game.then(Refill(), Confirm())
            case ("landmark", landmark):
                game.coins[seat] -= LANDMARKS[landmark].price
                game.landmarks[seat][landmark] = BUILT
                game.say("landmark", seat, landmark, LANDMARKS[landmark].price)
                game.then(Finish(), Confirm())
            case _:
                game.say("passed", seat)

    def run(self, game: MachiKoro) -> None:
        game.say("broke", game.active)
        game.then(Confirm())


class BuildAfterChoice(Build, frozen=True):
    """The same after a choice that could still be undone: building nothing does not end the turn yet."""

    nothing: ClassVar[Choice] = Choice("build_nothing")

    def answer(self, game: MachiKoro, seat: int, choice: Choice) -> None:
        super().answer(game, seat, choice)
        if choice == self.nothing:
            game.then(Confirm())


class Finish(Step[MachiKoro], frozen=True):
    """A player with all landmarks takes the best free place and is out. This may end the game."""

    def run(self, game: MachiKoro) -> None:
        if NOT_BUILT in game.landmarks[game.active]:
            return
        seats = len(game.places)
        place = seats - game.places.count(0) + 1
        game.places[game.active] = place
        game.say("finished", game.active, place)
        if not game.options.play_out or game.is_over():
            game.places[:] = [p or place + 1 for p in game.places]
            game.stack.clear()


class Confirm(Step[MachiKoro], frozen=True):
    """Ask for confirmation of the turn's end if its last choice could still be undone (MAC-17.5)."""

    def run(self, game: MachiKoro) -> None:
        if game.sealed == OPEN:
            game.then(EndTurn(game.active))


class NextTurn(Step[MachiKoro], frozen=True):
    """Another turn after a double, otherwise the turn of the next seat that is still in the game."""

    def run(self, game: MachiKoro) -> None:
        seats = len(game.coins)
        if game.extra == DOUBLE and not game.places[game.active]:
            game.extra = EXTRA
            game.say("again", game.active)
        else:
            game.extra = ORDINARY
            game.active = next(s for i in range(1, seats) if not game.places[s := (game.active + i) % seats])
        game.then(Turn())
