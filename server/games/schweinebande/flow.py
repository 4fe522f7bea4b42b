"""The flow of a game: setup, four rounds of five phases, the end."""

from __future__ import annotations

from typing import Any

from ..kernel import EndTurn, Step, Steps, key, lanes
from .board import SPACES
from .cards import FARMERS, KINDS, ROUNDS, TILES, VALUES
from .state import EMPTY, FACE_DOWN, SEATS, Schweinebande, SchweinebandeOptions
from .verbs import GROUP_ANIMALS, Collect, Feed, Redeem, Reveal


def setup(seats: int, seed: int, options: SchweinebandeOptions) -> Schweinebande:
    """Create a new game. Its first step draws the start player and shuffles."""
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
    """Determine the start player and shuffle the tiles."""

    def run(self, game: Schweinebande) -> None:
        seats, start = len(game.feed), game.options.start_player
        if start == "random":
            game.active = game.roll(seats)
        else:
            game.active = seats - 1 if start == "last" else SEATS.index(start)
        game.shuffle(game.pile)
        game.then(Round())


class Round(Step[Schweinebande], frozen=True):
    """A round, or the end. Phase A deals a tile face down onto each space; then the first one is revealed."""

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
    """Put back the order tiles of the previous round, after the first turn of a round (SWB-5.20)."""

    def run(self, game: Schweinebande) -> None:
        game.order = [0] * len(game.order)


class NextReveal(Step[Schweinebande], frozen=True):
    """Phase B continues with the next player who has a farmer left, or ends.

    If the last farmer is placed while tiles are face down, the player confirms before the rest is revealed
    (SWB-15.2).
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
    """Reveal all tiles that are still face down."""

    def run(self, game: Schweinebande) -> None:
        spaces = game.face_down()
        for space in spaces:
            game.turn_over(space)
        game.say("uncovered", len(spaces))


class Collecting(Step[Schweinebande], frozen=True):
    """Phase C from turn number `turn` on. Turns follow the order tiles, one lap per farmer of a player.

    With direct scoring, phases D and E of a player follow that player's last farmer on the board. A player
    without farmers on the board skips phase C (SWB-11.5).
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
    """The remaining steps of the round. It ends with confirmations, because dealing the new tiles seals."""
    seats = range(len(game.order))
    if game.options.direct_scoring:
        return [Clear(), *(Confirm(seat) for seat in seats), Round()]
    redeem = lanes(*((seat, (Redeem(seat),)) for seat in seats))
    feed = lanes(*((seat, (Feed(seat), Confirm(seat))) for seat in seats))
    return [Clear(), redeem, feed, Round()]


class Confirm(Step[Schweinebande], frozen=True):
    """Ask the seat for confirmation if its last choice could still be undone (SWB-15.3)."""

    seat: int

    def run(self, game: Schweinebande) -> None:
        if game.chose >> self.seat & 1:
            game.then(EndTurn(self.seat))


class Clear(Step[Schweinebande], frozen=True):
    """Uncollected tiles leave the game (SWB-6.15)."""

    def run(self, game: Schweinebande) -> None:
        for kind in range(len(TILES)):
            if count := game.market.count(kind):
                game.box[kind] += count
                game.say("cleared", kind, count)
        game.market = [EMPTY] * len(SPACES)


class Final(Step[Schweinebande], frozen=True):
    """The final groups of any four animals, grouped for most points (SWB-9.5). The rest leaves the game."""

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
    """The animals that final groups put onto the farm: every fourth one in descending value (SWB-9.4)."""
    by_value = sorted(KINDS, key=VALUES.__getitem__, reverse=True)
    animals = [kind for kind in by_value for _ in range(pen[kind])]
    return animals[GROUP_ANIMALS - 1 :: GROUP_ANIMALS]
