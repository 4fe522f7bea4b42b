"""The course of a game: the set-up, four rounds of five phases, the end."""

from __future__ import annotations

from typing import Any

from ..kernel import EndTurn, Step, Steps, key, lanes
from .board import SPACES
from .cards import FARMERS, KINDS, ROUNDS, TILES, VALUES
from .state import EMPTY, FACE_DOWN, SEATS, Schweinebande, SchweinebandeOptions
from .verbs import FOUR, Collect, Feed, Redeem, Reveal


def setup(seats: int, seed: int, options: SchweinebandeOptions) -> Schweinebande:
    """A new game; the first step draws lots and shuffles."""
    return Schweinebande(
        key=key(seed),
        stack=[Setup()],
        options=options,
        pile=[kind for kind, tiles in enumerate(TILES) for _ in range(tiles)],
        left=[FARMERS[seats]] * seats,
        order=[0] * seats,
        pens=[[0] * len(TILES) for _ in range(seats)],
        farms=[[0] * len(KINDS) for _ in range(seats)],
        feed=[0] * seats,
    )


class Setup(Step[Schweinebande], frozen=True):
    """Shuffle the tiles, and find out who begins."""

    def run(self, game: Schweinebande) -> None:
        seats, start = len(game.feed), game.options.start_player
        if start == "random":
            game.active = game.roll(seats)
        else:
            game.active = seats - 1 if start == "last" else SEATS.index(start)
        game.shuffle(game.pile)
        game.then(Round())


class Round(Step[Schweinebande], frozen=True):
    """A round, or the end. Phase A: a tile face down onto each space. Then the first one is revealed."""

    def run(self, game: Schweinebande) -> None:
        if game.round == ROUNDS:
            game.then(Final())
            return
        game.round += 1
        if game.round > 1:
            game.active = game.order.index(1)  # SWB-5.19
        game.left = [FARMERS[len(game.left)]] * len(game.left)
        game.tiles = [game.pile.pop() for _ in SPACES]
        game.market = [FACE_DOWN] * len(SPACES)
        game.nothing_back()
        game.say("round", game.round, game.active)
        game.then(Reveal(), ReturnOrderTiles(), NextReveal())


class ReturnOrderTiles(Step[Schweinebande], frozen=True):
    """After the first turn of a round all order tiles of the former one are put back (SWB-5.20)."""

    def run(self, game: Schweinebande) -> None:
        game.order = [0] * len(game.order)


class NextReveal(Step[Schweinebande], frozen=True):
    """Phase B goes on with the next player who has a farmer left, or is over.

    What is revealed behind the very last farmer is confirmed first (SWB-15.2).
    """

    def run(self, game: Schweinebande) -> None:
        seats = len(game.left)
        waiting = [s for i in range(1, seats + 1) if game.left[s := (game.active + i) % seats]]
        if FACE_DOWN not in game.market:
            for seat in waiting:
                game.take_order_tile(seat)  # SWB-5.15
            game.then(Collecting(0))
        elif waiting:
            game.active = waiting[0]
            game.then(Reveal(), NextReveal())
        else:
            game.then(EndTurn(game.active), Uncover(), Collecting(0))


class Uncover(Step[Schweinebande], frozen=True):
    """All tiles that are still face down are revealed."""

    def run(self, game: Schweinebande) -> None:
        spaces = game.face_down()
        for space in spaces:
            game.turn_over(space)
        game.say("uncovered", len(spaces))


class Collecting(Step[Schweinebande], frozen=True):
    """Phase C from its n-th turn on. Turns go by order tile, as often round as there are farmers each.

    Where scoring is direct, phases D and E of a player follow the last farmer on the board; who has
    none there from the start does without phase C (SWB-11.5).
    """

    turn: int

    def run(self, game: Schweinebande) -> None:
        seats = len(game.order)
        if self.turn == seats * FARMERS[seats]:
            game.then(*after_collecting(game))
            return
        seat = game.order.index(self.turn % seats + 1)
        farmers = len(game.standing(seat))
        steps: list[Step[Any]] = [Collect()] if farmers else []
        if game.options.direct_scoring and (farmers == 1 or (not farmers and self.turn < seats)):
            steps += [Redeem(seat), Feed(seat)]
        if farmers or (steps and game.hungry(seat)):
            game.active = seat
        game.then(*steps, Collecting(self.turn + 1))


def after_collecting(game: Schweinebande) -> Steps:
    """What is left of the round. It ends with a question, because new tiles are dealt behind it."""
    seats = range(len(game.order))
    if game.options.direct_scoring:
        return [Clear(), *(Confirm(seat) for seat in seats), Round()]
    redeem = lanes(*((seat, (Redeem(seat),)) for seat in seats))
    feed = lanes(*((seat, (Feed(seat), Confirm(seat))) for seat in seats))
    return [Clear(), redeem, feed, Round()]


class Confirm(Step[Schweinebande], frozen=True):
    """A question where the seat's last choice could still be taken back (SWB-15.3)."""

    seat: int

    def run(self, game: Schweinebande) -> None:
        if game.chose >> self.seat & 1:
            game.then(EndTurn(self.seat))


class Clear(Step[Schweinebande], frozen=True):
    """Tiles that nobody has collected leave the game (SWB-6.15)."""

    def run(self, game: Schweinebande) -> None:
        for kind in range(len(TILES)):
            if count := game.market.count(kind):
                game.box[kind] += count
                game.say("cleared", kind, count)
        game.market = [EMPTY] * len(SPACES)


class Final(Step[Schweinebande], frozen=True):
    """The final groups of any four animals, as good as can be (SWB-9.5); the rest leaves the game."""

    def run(self, game: Schweinebande) -> None:
        for seat, pen in enumerate(game.pens):
            for kind in final_groups(pen):
                pen[kind] -= 1
                game.farms[seat][kind] += 1
                game.say("final", seat, kind, VALUES[kind])
            if spare := game.hungry(seat):
                game.say("spare", seat, spare)
            for kind, count in enumerate(pen):
                game.box[kind] += count
            game.pens[seat] = [0] * len(TILES)


def final_groups(pen: list[int]) -> list[int]:
    """The animals that final groups put onto the farm: every fourth one, the dearest first (SWB-9.4)."""
    by_value = sorted(KINDS, key=VALUES.__getitem__, reverse=True)
    animals = [kind for kind in by_value for _ in range(pen[kind])]
    return animals[FOUR - 1 :: FOUR]
