"""Threat markers, and the damage that they set off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...kernel import Choice, Step, choices
from ...picking import SealingPick
from ..cards import BOX
from ..effect import Effect, acting
from ..state import BLUE, BROWN, RED, VIOLET, YELLOW, Bruges
from .dice import is_threat
from .losses import Fire, Plague

INTRIGUE_POINTS: Final = 3
"""The points lost to intrigue (BRU-10.14)."""
BY_THEMSELVES: Final = (BLUE, YELLOW, VIOLET)
"""Damage whose order makes no difference (BRU-18.3)."""
ORDER: Final = (*BY_THEMSELVES, RED, BROWN)
LOST: Final = {BLUE: "loses_workers", YELLOW: "loses_guilders", VIOLET: "loses_points"}
"""The log line with the amount lost."""


class TakeThreat(Step[Bruges], frozen=True):
    """Lay down one threat marker; the third of a colour sets off the damage (BRU-5.8, BRU-10.23)."""

    seat: int
    colour: int

    def run(self, game: Bruges) -> None:
        if lay_threat(game, self.seat, self.colour):
            game.then(Damage(self.seat, self.colour))


def lay_threat(game: Bruges, seat: int, colour: int) -> bool:
    """Lay down one marker. True if it sets off the damage."""
    me = game.players[seat]
    me.threats[colour] += 1
    game.say("takes_threat", seat, colour, me.threats[colour])
    return me.threats[colour] >= threshold(game, seat, colour)


def threshold(game: Bruges, seat: int, colour: int) -> int:
    """The number of the marker of a colour that sets off the damage for this seat."""
    least = [effect.threshold(colour) for effect in acting(game, seat, Effect.threshold)]
    return max([BOX.figures.threats, *least])


class RoundThreats(Step[Bruges], frozen=True):
    """Phase 2, step 1 for one player: a marker for each die with 5 or 6, then the damage (BRU-5.5)."""

    seat: int

    def run(self, game: Bruges) -> None:
        colours = [colour for colour in ORDER if is_threat(game.rolled[colour])]
        if len(colours) == 1 and acting(game, self.seat, Effect.shields_from_single_die):
            game.say("shielded", self.seat)
            return
        struck = tuple([colour for colour in colours if lay_threat(game, self.seat, colour)])
        if struck:
            game.then(Strikes(self.seat, struck))


class Strikes(SealingPick[Bruges], frozen=True):
    """Damage of these colours; the player chooses the order if it matters (BRU-10.18, BRU-18.5)."""

    prompt = "damage_order"

    colours: tuple[int, ...]

    def options(self, game: Bruges) -> Sequence[Choice]:
        if game.options.damage_order == "red_and_brown" and (
            self.colours[0] in BY_THEMSELVES or not game.players[self.seat].living()
        ):
            return choices("suffer", self.colours[:1])
        return choices("suffer", self.colours)

    def unasked(self, game: Bruges, seat: int, choice: Choice) -> None:
        rest = tuple([colour for colour in self.colours if colour != choice.noun])
        game.then(Damage(seat, choice.noun), *([Strikes(seat, rest)] if rest else []))


class Damage(Step[Bruges], frozen=True):
    """The markers return without points (BRU-10.16), and the disaster of their colour strikes."""

    seat: int
    colour: int

    def run(self, game: Bruges) -> None:
        me = game.players[self.seat]
        me.threats[self.colour] = 0
        game.say("damage", self.seat, self.colour)
        lost = 0
        if self.colour == BLUE:
            lost, me.workers = sum(me.workers), [0] * len(me.workers)
        elif self.colour == YELLOW:
            lost, me.guilders = me.guilders, 0
        elif self.colour == VIOLET:
            lost = min(INTRIGUE_POINTS, me.points)
            me.points -= lost
        else:
            game.then(Plague(self.seat) if self.colour == BROWN else Fire(self.seat))
            return
        if lost:
            game.say(LOST[self.colour], self.seat, lost)
        else:
            game.say("loses_nothing", self.seat)
