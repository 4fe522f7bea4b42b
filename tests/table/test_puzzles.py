"""The documents of puzzles: those of a player at a table, and nothing that the player doesn't see."""

from __future__ import annotations

import msgspec
import pytest

from server.games import GAMES
from server.games.kernel import Choice
from server.games.puzzles import WrongPuzzle, position, puzzles
from server.games.reasons import why_not
from server.table.puzzles import told


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_tells_what_its_seat_sees(game: str) -> None:
    engine = GAMES[game]
    for number in range(0, len(puzzles(game)), 8):
        puzzle, found = puzzles(game)[number], msgspec.json.decode(told(game, number))
        it = position(engine, puzzle)
        plain = msgspec.json.decode(
            msgspec.json.encode([engine.public(it.game), engine.private(it.game, puzzle.seat)])
        )
        assert [found["public"]["game"], found["mine"]["game"]] == plain
        assert set(found) == {"public", "mine", "options", "shared", "then", "together", "why"}
        assert set(found["mine"]) == {"seat", "ask", "undo", "done", "game", "hints"}
        rows = found["mine"]["ask"]["options"]
        assert {Choice(verb, noun) for verb, *nouns in rows for noun in nouns or [-1]} == {*it.ask.options}
        assert found["public"]["log"] == [len(puzzle.log), *puzzle.log]


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_tells_why_things_can_not_be_chosen_as_a_table_does(game: str) -> None:
    engine, why = GAMES[game], msgspec.json.decode(told(game, 0))["why"]
    it = position(engine, puzzles(game)[0])
    seat, things = it.ask.seat, engine.things
    asked = {(kind, noun) for kind, thing in things.items() for noun in thing.shown(it.game, seat)}
    given = {(kind, int(noun)) for kind, nouns in why.items() for noun in nouns}
    offered = {(kind, noun) for kind, noun in asked if engine.things[kind].offered(it.game, it.ask, noun)}
    assert given == asked - offered and given and offered
    for kind, noun in given:
        lines = why_not(engine.things, it.game, it.ask, kind, noun)
        assert why[kind][str(noun)] == [[*line] for line in lines]


def test_of_very_many_things_the_first_have_reasons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("server.table.puzzles.MAX_REASONED_THINGS", 3)
    told.cache_clear()
    try:
        why = msgspec.json.decode(told("santiago", 0))["why"]
    finally:
        told.cache_clear()
    assert 0 < sum(map(len, why.values())) <= 3


def test_no_puzzle_is_worked_out_twice() -> None:
    """Nobody else is served meanwhile."""
    every = [(game, number) for game in GAMES for number in range(len(puzzles(game)))]
    for one in every:
        told(*one)
    misses = told.cache_info().misses
    for one in every:
        told(*one)
    assert told.cache_info().misses == misses


@pytest.mark.parametrize("number", [-1, 10_000])
def test_there_is_no_other_puzzle(number: int) -> None:
    with pytest.raises(WrongPuzzle):
        told("santiago", number)
