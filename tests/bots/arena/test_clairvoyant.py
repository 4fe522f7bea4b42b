"""The player who knows everything: it sees the real game, and never at a table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from bots.__main__ import main
from bots.arena.arena import ArenaGame, Seer
from bots.arena.clairvoyant import NAME, ONE, Clairvoyant, games_of, measured, played
from bots.document import about_table, document_of, options
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.catalogue import checked, options_of
from server.games.kernel import choose, settle
from server.games.packing import pack


def test_no_mind_by_name_sees_the_game() -> None:
    assert NAME not in MINDS
    assert not any(isinstance(make(1), Seer) for make in MINDS.values())
    assert isinstance(Clairvoyant(1), Seer)


def test_it_plays_ahead_without_a_trace() -> None:
    engine = GAMES["machi_koro"]
    chosen = options_of(engine, checked(engine, {}, 2))
    game, asked = engine.setup(2, 5, chosen), 0
    mind, random, asks = Clairvoyant(1, arms=2, ahead=6), Random(1), settle(game)
    mind.watch(game)
    about = about_table(engine, chosen, ["clairvoyant", "whim"])
    while asks and asked < 6:
        ask, before = asks[0], pack(game)
        document = document_of(engine, game, asks, ask.seat, about)
        choice = mind.choose(document, 0.0) if ask.seat == 0 else random.choice(ask.options)
        assert pack(game) == before and choice in options(document)
        asked += ask.seat == 0 and len(ask.options) > 1
        asks = choose(game, ask, choice)
    assert asked == 6


def test_wins_are_compared_on_the_same_deals() -> None:
    jobs = games_of("machi_koro", ["skilled", NAME], "whim", 2, 4, 0)
    places = [(NAME, (1, 2)), ("skilled", (2, 1)), (NAME, (1, 1)), ("skilled", (1, 2)), (NAME, (1, 2))]
    rows = [(one, ArenaGame((ONE + one, "whim"), ends, 9)) for one, ends in places]
    skilled, clairvoyant = measured(jobs, rows)
    assert (skilled.share, skilled.above, skilled.error) == (0.5, 0, 0)
    assert (clairvoyant.share, clairvoyant.above) == (0.75, 0.25), "the third game has no partner"
    assert measured(jobs, rows[:1]) == []


def test_all_minds_get_the_same_games() -> None:
    jobs = games_of("machi_koro", ["whim", "skilled"], "whim", 2, 2, 0)
    found = list(played(jobs))
    assert [one for one, _ in found] == ["whim", "skilled"] * 2
    assert [game.minds.index(ONE + one) for one, game in found] == [0, 0, 1, 1]


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "limit.json"
    short = ["--games", "1", "--seats", "2", "--arms", "1", "--ahead", "1", "--json", str(file)]
    assert main(["limit", "machi_koro", "--minds", "whim", "--others", "whim", *short]) == 0
    assert "clairvoyant" in capsys.readouterr().out
    assert [row["mind"] for row in msgspec.json.decode(file.read_bytes())] == ["whim", NAME]
    assert main(["limit", "machi_koro", "--seats", "9"]) == 2
    assert main(["limit", "machi_koro", "--others", "whim,whim"]) == 2
