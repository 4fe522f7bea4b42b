"""The set-up: piles, stacks, ships, bourse cards, and the players' starting resources."""

from __future__ import annotations

from ..kernel import Step, key
from .cards import BASE, BOX, NEW, PETS
from .flow import Round
from .state import COLOURS, MOST_SEATS, Bruges, BrugesOptions, Player


def setup(seats: int, seed: int, options: BrugesOptions) -> Bruges:
    """A new game; the first step draws lots and shuffles."""
    figures = BOX.figures
    stacks, extra = dealt(cards_in_play(options), seats, options)
    players = [
        Player(
            guilders=figures.guilders,
            points=figures.points,
            workers=[figures.workers] * len(COLOURS),
        )
        for _ in range(seats)
    ]
    return Bruges(
        key=key(seed),
        stack=[Setup()],
        options=options,
        players=players,
        stacks=stacks,
        extra=extra,
        statues=figures.statues + (figures.statues_of_five if seats == MOST_SEATS else []),  # BRU-14.3
        ships=ship_stacks() if options.zwin else [],
        bourse=[*range(len(BOX.bourse))] if options.bourse else [],
    )


def cards_in_play(options: BrugesOptions) -> list[int]:
    """The numbers of all cards that these options use."""
    return [*BASE, *(NEW if options.new_citizens else ()), *(PETS if options.pets else ())]


def pile_sizes(cards: int, seats: int, options: BrugesOptions) -> list[int]:
    """The sizes of the piles, as equal as possible, larger ones first: five piles, or six with the new
    citizens or five players (BRU-14.9)."""
    piles = 6 if options.new_citizens or seats == MOST_SEATS else 5
    return [cards // piles + (number < cards % piles) for number in range(piles)]


def dealt(cards: list[int], seats: int, options: BrugesOptions) -> tuple[list[list[int]], list[int]]:
    """The two draw stacks and the extra stack from a shuffled pile; the draw stacks get one part per player
    (BRU-2.3)."""
    used = sum(pile_sizes(len(cards), seats, options)[:seats])
    half = used - used // 2
    return [cards[:half], cards[half:used]], cards[used:]


def ship_stacks() -> list[list[int]]:
    return [[n for n, ship in enumerate(BOX.ships) if ship.colour == colour] for colour in COLOURS]


class Setup(Step[Bruges], frozen=True):
    """Draws the start player and shuffles all stacks."""

    def run(self, game: Bruges) -> None:
        seats, start = len(game.players), game.options.start_player
        game.start = game.roll(seats) if start == "random" else 0
        game.say("begins", game.start)
        cards = cards_in_play(game.options)
        game.shuffle(cards)
        game.stacks, game.extra = dealt(cards, seats, game.options)
        for pile in (*game.ships, game.bourse):
            game.shuffle(pile)
        game.then(Round())
