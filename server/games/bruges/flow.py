"""The course of a game: rounds of four phases, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel import Ask, Choice, Step, Steps, choices, lanes
from .cards import BOX
from .effect import Effect, acting
from .state import COLOURS, DICE, DRAWING, MAJORITIES, MARKS, NONE, TURNS, Bruges
from .turn.bourse import OpenBourse
from .turn.building import Advance, can_advance
from .turn.dice import is_ship, rolled_price
from .turn.drawing import draw, open_stacks
from .turn.threats import RoundThreats
from .turn.turn import TURNS_EACH, Turn
from .turn.verbs import decline, pay


class Round(Step[Bruges], frozen=True):
    """A new round. First all players draw, beginning with the start player."""

    def run(self, game: Bruges) -> None:
        game.round += 1
        game.phase = DRAWING
        game.say("round", game.round, game.start)
        game.then(*[Refill(seat) for seat in game.clockwise()], OpenBourse(), Roll())


# -- phase 1 ---------------------------------------------------------------------------------------


class Refill(Step[Bruges], frozen=True):
    """A player fills the hand card by card from either stack, and sees the cards only at the end (BRU-4.1 to
    4.3)."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        me, stacks = game.players[self.seat], open_stacks(game)
        held = len(me.hand) + len(me.fresh)
        if held < BOX.figures.hand:
            return (Ask(self.seat, "refill", choices("stack", stacks)),) if len(stacks) > 1 else ()
        if not stacks or held >= hand_size(game, self.seat):
            return ()
        return (Ask(self.seat, "refill_more", (*choices("stack", stacks), Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            decline(game, seat, "card")
            self.look(game)
        else:
            draw(game, choice.noun, game.players[seat].fresh)
            game.then(self)

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        if len(me.hand) + len(me.fresh) < BOX.figures.hand and (stacks := open_stacks(game)):
            self.answer(game, self.seat, Choice("stack", stacks[0]))
        else:
            self.look(game)

    def look(self, game: Bruges) -> None:
        me = game.players[self.seat]
        if me.fresh:
            game.say("refilled", self.seat, len(me.fresh))
            me.hand += me.fresh
            me.fresh = []
            game.seal()


def hand_size(game: Bruges, seat: int) -> int:
    """The number of cards that a seat may hold after drawing (BRU-4.1, BRU-17.49)."""
    return max([BOX.figures.hand, *(effect.hand_size() for effect in acting(game, seat, Effect.hand_size))])


# -- phase 2 ---------------------------------------------------------------------------------------


class Roll(Step[Bruges], frozen=True):
    """The start player rolls all dice (BRU-5.1)."""

    def run(self, game: Bruges) -> None:
        game.phase = DICE
        game.rolled = [game.roll(6) + 1 for _ in COLOURS]
        game.say("rolled", game.start, *game.rolled)
        seats = game.clockwise()
        threats = lanes(*((seat, [RoundThreats(seat)]) for seat in seats))
        advances: Steps = [OfferAdvance(seat) for seat in seats]
        if game.options.ships_first:
            game.then(ShipsComeIn(), threats, *advances, StartTurns())
        else:
            game.then(threats, *advances, ShipsComeIn(), StartTurns())


class ShipsComeIn(Step[Bruges], frozen=True):
    """For each die with 3 or 4 the top ship of its colour moves to its berth (BRU-15.4)."""

    def run(self, game: Bruges) -> None:
        for colour, stack in enumerate(game.ships):
            if is_ship(game.rolled[colour]) and stack:
                game.berths[colour] = stack.pop()
                game.say("ship_arrives", game.berths[colour])
                game.seal()


class OfferAdvance(Step[Bruges], frozen=True):
    """Phase 2, step 2 for one player: pay and advance one step, or stay (BRU-5.15)."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        price = advance_price(game, self.seat)
        if price == NONE or price > game.players[self.seat].guilders or not can_advance(game, self.seat):
            return ()
        return (Ask(self.seat, "advance", (Choice("advance", price), Choice("stay"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.seal()
        if choice.verb == "advance":
            pay(game, seat, choice.noun)
            game.then(Advance(seat))
        else:
            game.say("stays", seat)

    def run(self, game: Bruges) -> None:
        """The seat was not asked and stays. If an advance was possible but too expensive, the log says so."""
        price = advance_price(game, self.seat)
        if price != NONE and can_advance(game, self.seat):
            game.say("cannot_advance", self.seat, price)


def advance_price(game: Bruges, seat: int) -> int:
    """The price in guilders of the advance in phase 2, or NONE if there is none (BRU-5.11, BRU-17.45,
    BRU-17.54)."""
    price = rolled_price(game)
    if not price:
        return min([e.advance_price() for e in acting(game, seat, Effect.advance_price)], default=NONE)
    return max(0, price - sum(e.advance_discount() for e in acting(game, seat, Effect.advance_discount)))


# -- phase 3 ---------------------------------------------------------------------------------------


class StartTurns(Step[Bruges], frozen=True):
    def run(self, game: Bruges) -> None:
        game.phase = TURNS
        game.turn = 0
        game.active = game.start
        game.then(Turn(), NextTurn())


class NextTurn(Step[Bruges], frozen=True):
    """The next turn, clockwise, until each player has had four (BRU-6.2)."""

    def run(self, game: Bruges) -> None:
        game.turn += 1
        if game.turn == TURNS_EACH * len(game.players):
            game.then(Majorities())
        else:
            game.active = (game.active + 1) % len(game.players)
            game.then(Turn(), NextTurn())


# -- phase 4 ---------------------------------------------------------------------------------------


class Majorities(Step[Bruges], frozen=True):
    """Verifies the majorities (section 7) and ends the round, perhaps the last one."""

    def run(self, game: Bruges) -> None:
        game.phase = MAJORITIES
        for mark in majorities(game):
            verify(game, mark)
        end_round(game)
        if game.round < game.last or not game.last:
            game.start = (game.start + 1) % len(game.players)
            game.then(Round())


def verify(game: Bruges, mark: int) -> None:
    """The leaders turn the marker (BRU-7.2)."""
    for seat in leaders(game, mark):
        if not game.players[seat].marks[mark]:
            game.players[seat].marks[mark] = 1
            game.say("majority", seat, mark)


def majorities(game: Bruges) -> range:
    """The majority markers in play."""
    return range(len(MARKS) if game.options.pets else len(MARKS) - 1)


def leaders(game: Bruges, mark: int) -> list[int]:
    """The sole leader; with the judge a tie is enough (BRU-7.3 to BRU-7.5)."""
    counts = [counted(game, seat, mark) for seat in range(len(game.players))]
    most = max(counts)
    first = [seat for seat, count in enumerate(counts) if count == most > 0]
    return first if len(first) == 1 else [seat for seat in first if acting(game, seat, Effect.wins_ties)]


def counted(game: Bruges, seat: int, mark: int) -> int:
    """The number that a majority compares: steps, persons without pets, canal tokens, or pets."""
    me = game.players[seat]
    homes = me.persons if mark == 1 else me.pets
    return (me.step, len(homes) - homes.count(NONE), sum(me.canals), len(homes) - homes.count(NONE))[mark]


def end_round(game: Bruges) -> None:
    """Persons become available again; ships and the bourse card leave (BRU-9.16, BRU-15.27, BRU-16.10)."""
    game.markers = 0
    for me in game.players:
        me.used = []
    game.sailed += [ship for ship in game.berths if ship != NONE]
    game.berths = [NONE] * len(COLOURS)
    for colour, stack in enumerate(game.ships):
        if not stack:
            name = COLOURS[colour]
            stack += [ship for ship in game.sailed if BOX.ships[ship].colour == name]
            game.sailed = [ship for ship in game.sailed if BOX.ships[ship].colour != name]
            game.shuffle(stack)
