"""The course of a game: the set-up, nine rounds of three phases, the end of turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import NO, YES, Ask, Choice, EndTurn, Step, Steps, choices, key, lanes
from .cards import ACTION, BLUE_DOTS, BOX, CROPS, FOREMAN, HOME, PLOTS, PRICE, PRIVATE, set_of
from .display import lay
from .distribution import CardPhase
from .effect import Used, effect_of
from .effects.fields import HarvestHand, harvest, rich_fields
from .pay import discards, loan, move_freely, sales
from .state import AMOUNT, CARD, DUTY, FREE, GOOD, NOBODY, NOTHING, WAITING, Farm, Loyang, LoyangOptions
from .turn import ActionTurn

LAST_ROUND: Final = 9  # LOY-4.1
START_CASH: Final = 10  # LOY-2.3
HAND_CARDS: Final = 4  # LOY-2.13
SAME_CROP: Final = 2  # LOY-2.17


def setup(seats: int, seed: int, options: LoyangOptions) -> Loyang:
    """A new game; the first step shuffles, deals and draws the start player."""
    return Loyang(
        key=key(seed),
        stack=[Setup()],
        options=options,
        deck=[card for card in ACTION if card != FOREMAN or options.foreman],
        farms=[
            Farm(
                cash=START_CASH,
                shop=[row.start for row in BOX.goods],
                fields=[[HOME, NOTHING, 0]],
                pile=list(PRIVATE),
            )
            for _ in range(seats)
        ],
    )


class Setup(Step[Loyang], frozen=True):
    """The first hands are dealt before the start crops are bought (LOY-2.13)."""

    def run(self, game: Loyang) -> None:
        if game.options.beginner:
            deal_regulars(game)
        game.shuffle(game.deck)
        for farm in game.farms:
            farm.pile = mixed_pile(game, PRIVATE)
            farm.hand = [game.deck.pop() for _ in range(HAND_CARDS)]
        seats = len(game.farms)
        game.first = game.roll(seats)
        game.say("begins", game.first)
        game.then(*(StartCrop((game.first + i) % seats) for i in range(seats)), Round())


def mixed_pile(game: Loyang, cards: Sequence[int]) -> list[int]:
    """A pile of these private fields: the second set below the first, each shuffled separately (LOY-2.9)."""
    lower, upper = ([card for card in cards if set_of(card) == number] for number in (1, 0))
    game.shuffle(lower)
    game.shuffle(upper)
    return [*lower, *upper]


def deal_regulars(game: Loyang) -> None:
    """Deal each player a regular customer with a blue dot; the others are not dealt (LOY-3.1, 3.3)."""
    dots = list(BLUE_DOTS)
    game.shuffle(dots)
    for farm in game.farms:
        farm.dealt = dots.pop()
        game.deck.remove(farm.dealt)


class StartCrop(Step[Loyang], frozen=True):
    """Buy a good and plant it on the home field (LOY-2.15)."""

    seat: int

    def asks(self, game: Loyang) -> Sequence[Ask]:
        planted = [farm.plot(HOME)[GOOD] for farm in game.farms]
        crops = [Choice("plant", good) for good in CROPS[HOME] if planted.count(good) < SAME_CROP]
        return (Ask(self.seat, "start_crop", (*crops, *loan(game, self.seat))),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb != "plant":
            game.then(self)
            move_freely(game, seat, choice)
            return
        farm, good = game.farms[seat], choice.noun
        farm.cash -= PRICE[good]
        farm.shop[good] -= 1
        farm.plot(HOME)[GOOD:] = [good, PLOTS[HOME]]
        game.say("planted", seat, good)
        game.then(EndTurn(seat), Planted())


class Planted(Step[Loyang], frozen=True):
    """The next player sees the crop, so it can't be undone (LOY-28.2)."""

    def run(self, game: Loyang) -> None:
        game.seal()


class Round(Step[Loyang], frozen=True):
    """Harvest, card phase, action phase. Each round pushes the next one."""

    def run(self, game: Loyang) -> None:
        if game.round == LAST_ROUND:
            return
        game.round += 1
        game.order = []
        game.say("round", game.round)
        game.then(Harvest(), CardPhase(), ActionPhase(), Round())


class Harvest(Step[Loyang], frozen=True):
    """Each player turns up a field and takes a good from each planted one, all at the same time."""

    def run(self, game: Loyang) -> None:
        for seat, farm in enumerate(game.farms):
            farm.turn = WAITING
            for row in farm.regulars:
                row[DUTY] = FREE
            rows = [row[CARD] for row in farm.fields if row[AMOUNT]]
            if farm.pile and game.round < LAST_ROUND:  # LOY-5.2
                turn_up(game, seat)
            goods = [farm.plot(card)[GOOD] for card in rows]
            for card in rows:
                harvest(game, seat, card)
            kinds = sorted(set(goods))
            told = [noun for good in kinds for noun in (goods.count(good), good)]
            game.say(f"harvested_{len(kinds)}", seat, *told)
        owners = [(seat, card) for seat, farm in enumerate(game.farms) for card in harvest_hands(farm)]
        if owners:
            plans: list[tuple[int, Steps]] = [(s, [Reap(s, card)]) for s, card in owners]
            game.then(lanes(*plans))


def turn_up(game: Loyang, seat: int) -> None:
    """The top field of the private pile joins the player's fields, visible to all."""
    farm = game.farms[seat]
    card = farm.pile.pop()
    farm.returned = min(farm.returned, len(farm.pile))
    lay(game, seat, card)
    game.seal()
    game.say("field", seat, card)


def harvest_hands(farm: Farm) -> list[int]:
    """The visible harvest hand, if it has a field to reap (LOY-24.4)."""
    return [card for card in farm.helpers if second_goods(farm, card)]


def second_goods(farm: Farm, card: int) -> list[int]:
    """The fields from which this helper may take a second good; none for other helpers."""
    effect = effect_of(card)
    return rich_fields(farm, effect.left) if isinstance(effect, HarvestHand) else []


class Reap(Step[Loyang], frozen=True):
    """The harvest hand: a second good from one field after the other (LOY-23.5.1, 23.5.4).

    `had`: the fields reaped so far. The card is discarded if a good was taken. `moved`: whether the seat has
    done anything else. A seat that has done nothing has declined, and needs no confirmation.
    """

    seat: int
    card: int
    had: tuple[int, ...] = ()
    moved: int = NO

    def asks(self, game: Loyang) -> Sequence[Ask]:
        farm = game.farms[self.seat]
        if self.card not in farm.helpers:
            return ()
        fields = [Choice("reap", c) for c in second_goods(farm, self.card) if c not in self.had]
        if not fields:
            return ()
        moves = [*sales(game, self.seat), *discards(game, self.seat), *loan(game, self.seat)]
        return (Ask(self.seat, "reap", (*fields, Choice("enough"), *moves)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        if choice.verb != "enough" and not (self.had or self.moved):
            game.then(EndTurn(seat))
        if choice.verb == "reap":
            if not self.had:
                game.say("use", seat, self.card)
                game.then(Used(seat, self.card))
            game.then(Reap(seat, self.card, (*self.had, choice.noun), self.moved))
            game.say("gathered", seat, game.farms[seat].plot(choice.noun)[GOOD], choice.noun)
            harvest(game, seat, choice.noun)
        elif choice.verb != "enough":
            game.then(Reap(seat, self.card, self.had, moved=YES))
            move_freely(game, seat, choice)
        elif not self.had:
            game.say("keeps", seat, self.card)


class ActionPhase(Step[Loyang], frozen=True):
    """The order of the turns; with four players the first starting player names a partner (LOY-9.9)."""

    def asks(self, game: Loyang) -> Sequence[Ask]:
        if len(game.farms) < 4:
            return ()
        free = [seat for seat in range(4) if seat not in (game.first, game.second)]
        return (Ask(game.first, "partner", choices("partner", free)),)

    def answer(self, game: Loyang, seat: int, choice: Choice) -> None:
        rest = next(s for s in range(4) if s not in (game.first, game.second, choice.noun))
        game.order = [game.first, game.second, choice.noun, rest]
        game.say("partner", game.first, choice.noun)
        if game.options.pairs == "side_by_side":
            pairs = zip(game.order[:2], game.order[2:], strict=True)
            game.then(lanes(*((first, [ActionTurn(first), ActionTurn(other)]) for first, other in pairs)))
        else:
            game.then(*(ActionTurn(seat) for seat in game.order))

    def run(self, game: Loyang) -> None:
        others = [s for s in range(len(game.farms)) if s not in (game.first, game.second)]
        game.order = [game.first, *[game.second] * (game.second != NOBODY), *others]
        game.then(*(ActionTurn(seat) for seat in game.order))
