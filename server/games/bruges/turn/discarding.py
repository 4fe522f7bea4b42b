"""Threat markers that return to the supply, for a point each: chosen one by one, or all at once."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel import NO, Ask, Choice, Step, choices
from ...picking import OwnPick
from ..effect import Effect, acting
from ..state import ANY_COLOUR, Bruges
from .verbs import ALL_OF_IT, OFFERS, decline, gain, held


def return_threat(game: Bruges, seat: int, colour: int) -> None:
    """Discard a threat marker: it returns to the supply, and scores a point (BRU-8.11)."""
    me = game.players[seat]
    me.threats[colour] -= 1
    me.points += 1
    game.say("returns_threat", seat, colour)
    for effect in acting(game, seat, Effect.guilders_per_threat):
        gain(game, seat, effect.guilders_per_threat())


class ReturnThreats(Step[Bruges], frozen=True):
    """Discard up to `limit` threat markers of a colour or of any; at least `least` of them, if held.

    The obligatory markers are discarded without asking if they are of one colour. `whole`: whether this is
    all that a person does.
    """

    seat: int
    limit: int
    least: int = 0
    colour: int = ANY_COLOUR
    whole: int = NO

    def asks(self, game: Bruges) -> Sequence[Ask]:
        me = game.players[self.seat]
        colours = held(me.threats, self.colour)
        count = sum(me.threats[c] for c in colours)
        if not self.limit or self.least >= count or (self.least and len(colours) == 1):
            return ()
        every = [Choice("return_every")] if 2 <= count <= self.limit else []
        stop = [] if self.least else [Choice("enough")]
        return (Ask(self.seat, "return_threat", (*choices("return_threat", colours), *every, *stop)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "return_threat":
            return_threat(game, seat, choice.noun)
            self.go_on(game, 1)
        elif choice.verb == "return_every":
            self.discard(game, self.limit)
        elif self.whole:
            decline(game, seat, "threat")
        else:
            game.say("declines", seat, OFFERS.index("threat"))

    def run(self, game: Bruges) -> None:
        if self.least:
            self.go_on(game, self.discard(game, min(self.limit, self.least)))

    def discard(self, game: Bruges, most: int) -> int:
        """Discard up to `most` markers, and return their number."""
        me, left = game.players[self.seat], most
        for colour in held(me.threats, self.colour):
            for _ in range(min(left, me.threats[colour])):
                return_threat(game, self.seat, colour)
                left -= 1
        return most - left

    def go_on(self, game: Bruges, gone: int) -> None:
        """Push a step for the rest, if any."""
        limit, least = self.limit - gone, max(0, self.least - gone)
        if limit and gone:
            game.then(ReturnThreats(self.seat, limit, least, self.colour, self.whole))


class ReturnColour(OwnPick[Bruges], frozen=True):
    """Discard all threat markers of one colour."""

    prompt = "return_colour"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("return_all", held(game.players[self.seat].threats))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(ReturnThreats(seat, ALL_OF_IT, ALL_OF_IT, choice.noun))
