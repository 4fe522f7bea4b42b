"""Persons who give threat markers to opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...kernel import Ask, Choice, Step, Steps, choices
from ...picking import OwnPick
from ..cards import Colour
from ..effect import Effect, Use, is_immune, victims
from ..state import COLOURS, Bruges
from ..turn.activation import Interrupt
from ..turn.threats import TakeThreat
from ..turn.verbs import EACH, OFFERS, decline, held
from .opponents import against


class OpponentsTakeThreat(Effect, frozen=True):
    """Each opponent takes a threat marker from the supply, of a fixed colour or of a colour that the owner
    chooses."""

    colour: Colour | Literal["any"]

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return bool(victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        if self.colour == "any":
            return [NameThreat(seat)]
        return threaten(game, seat, COLOURS.index(self.colour))


def threaten(game: Bruges, seat: int, colour: int) -> list[Step[Bruges]]:
    return [*against(game, seat, lambda other: TakeThreat(other, colour))]


class NameThreat(Step[Bruges], frozen=True):
    """The colour of the markers that all opponents take."""

    seat: int

    def asks(self, game: Bruges) -> Sequence[Ask]:
        return (Ask(self.seat, "name_threat", choices("threaten", EACH)),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(*threaten(game, seat, choice.noun))


class PassThreatLeft(Effect, frozen=True):
    """The smuggler: give one of the player's markers to the opponent on the left."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[seat].threats) and not is_immune(game, game.others(seat)[0])

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [PassThreat(seat, game.others(seat)[0])]


class PassThreat(OwnPick[Bruges], frozen=True):
    """Choose a marker for an opponent; it scores no point."""

    prompt = "pass_threat"

    to: int

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("pass_threat", held(game.players[self.seat].threats))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(Interrupt(seat), HandOver(seat, self.to, choice.noun))


class GiveThreatsToOpponents(Effect, frozen=True):
    """The swindler: give each opponent one of the player's markers, or none."""

    optional = True

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[seat].threats) and bool(victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [Swindle(seat, tuple(victims(game, seat)))]


class Swindle(Step[Bruges], frozen=True):
    """Give a marker to one of these opponents, then to the others in turn; the verb names the colour."""

    seat: int
    to: tuple[int, ...]

    def asks(self, game: Bruges) -> Sequence[Ask]:
        colours = held(game.players[self.seat].threats)
        if not colours or not self.to:
            return ()
        options = [Choice(f"give_{COLOURS[colour]}", other) for other in self.to for colour in colours]
        return (Ask(self.seat, "swindle", (*options, Choice("enough"))),)

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        if choice.verb == "enough":
            self.stop(game)
        else:
            colour = COLOURS.index(choice.verb.removeprefix("give_"))
            left = tuple([other for other in self.to if other != choice.noun])
            game.then(Interrupt(seat), HandOver(seat, choice.noun, colour), Swindle(seat, left))

    def stop(self, game: Bruges) -> None:
        if len(self.to) == len(victims(game, self.seat)):
            decline(game, self.seat, "gift")
        else:
            game.say("declines", self.seat, OFFERS.index("gift"))


class HandOver(Step[Bruges], frozen=True):
    """A marker moves to an opponent; it can set off damage immediately (BRU-10.23)."""

    seat: int
    to: int
    colour: int

    def run(self, game: Bruges) -> None:
        game.players[self.seat].threats[self.colour] -= 1
        game.say("gives_threat", self.seat, self.to, self.colour)
        game.then(TakeThreat(self.to, self.colour))


class DistributeThreats(Effect, frozen=True):
    """The strategist: give all markers of one colour to opponents, divided freely."""

    def can_use(self, game: Bruges, seat: int, use: Use) -> bool:
        return any(game.players[seat].threats) and bool(victims(game, seat))

    def use(self, game: Bruges, seat: int, use: Use) -> Steps:
        return [ChooseThreats(seat)]


class ChooseThreats(OwnPick[Bruges], frozen=True):
    """Choose the colour whose markers are given away."""

    prompt = "spread"

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("spread", held(game.players[self.seat].threats))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(*[Deal(seat, choice.noun)] * game.players[seat].threats[choice.noun])


class Deal(OwnPick[Bruges], frozen=True):
    """Choose the opponent who gets the next marker of a colour."""

    prompt = "spread_to"

    colour: int

    def options(self, game: Bruges) -> Sequence[Choice]:
        return choices("spread_to", victims(game, self.seat))

    def answer(self, game: Bruges, seat: int, choice: Choice) -> None:
        game.then(Interrupt(seat), HandOver(seat, choice.noun, self.colour))
