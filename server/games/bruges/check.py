"""The invariants of Bruges, which hold at every question."""

from __future__ import annotations

from .cards import BOX, LENGTH, PETS, TRACK
from .dealing import cards_in_play
from .state import MOST_SEATS, NONE, Bruges, Player


def check(game: Bruges) -> None:
    """Raise AssertionError if cards or pieces are lost or duplicated, or if counts are impossible."""
    cards = [*game.stacks[0], *game.stacks[1], *game.extra, *game.discard, *game.shown]
    for me in game.players:
        check_player(me)
        cards += [*me.hand, *me.fresh, *me.drawn, *me.houses, *me.living()]
    assert sorted(cards) == cards_in_play(game.options), f"cards lost or doubled: {sorted(cards)}"
    statues = sorted([*game.statues, *(value for me in game.players for value in me.statues)])
    extra = BOX.figures.statues_of_five if len(game.players) == MOST_SEATS else []
    assert statues == sorted([*BOX.figures.statues, *extra]), f"statues {statues}"
    assert all(0 <= die <= 6 for die in game.rolled), f"dice {game.rolled}"
    assert game.round >= 0 and game.last in (0, *range(game.round, game.round + 2)), f"last round {game.last}"
    assert game.last == 0 or not game.extra, "the extra stack lies apart, but the end is known"
    check_modules(game)
    if not game.stack:
        assert game.round == game.last and not game.shown, "over before the last round is"


def check_modules(game: Bruges) -> None:
    ships = [*(ship for stack in game.ships for ship in stack), *game.sailed]
    ships += [ship for ship in game.berths if ship != NONE]
    assert sorted(ships) == [*range(len(BOX.ships) if game.options.zwin else 0)], f"ships {ships}"
    bourse = sorted([*game.bourse, *game.traded])
    assert bourse == [*range(len(BOX.bourse) if game.options.bourse else 0)], f"bourse cards {bourse}"
    assert 0 <= game.markers <= 6, f"{game.markers} markers"


def check_player(me: Player) -> None:
    """Raise AssertionError if the state of one player is impossible."""
    assert me.guilders >= 0 and me.points >= 0, f"guilders {me.guilders}, points {me.points}"
    assert min(me.workers) >= 0, f"workers {me.workers}"
    assert all(0 <= count <= 4 for count in me.threats), f"threats {me.threats}"
    assert 0 <= me.step < len(TRACK), f"step {me.step}"
    assert all(0 <= tokens <= LENGTH for tokens in me.canals), f"canals {me.canals}"
    assert all(me.finished[side] for side in (0, 1) if me.canals[side] == LENGTH), (
        "a section without its flag"
    )
    assert len(me.statues) <= sum(me.finished), "more statues than finished sections"
    assert len(me.houses) == len(me.persons) == len(me.pets), "houses and homes differ"
    assert not any(card in PETS for card in me.persons) and all(c == NONE or c in PETS for c in me.pets)
    assert len(set(me.used)) == len(me.used), f"used twice: {me.used}"
