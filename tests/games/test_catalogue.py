"""The catalogue of games agrees with what the games accept."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.games import GAMES
from server.games.catalogue import catalogue, checked, digest, options_of
from server.games.engine import Engine, OptionsRefused
from server.games.kernel import FLOW_RULES, choose, settle

DIGESTS = {
    ("machi_koro", 2, 2): "6ac9a558",
    ("schweinebande", 2, 2): "1b474917",
    ("santiago", 3, 2): "98081d94",
    ("bruges", 3, 2): "73843843",
    ("loyang", 3, 2): "4223e04c",
}
"""By game, its rules number and the kernel's: the digest that tables have stored. An entry changes only with
figures of cards, and then tables of earlier versions can't go on."""


@pytest.mark.parametrize("name", GAMES)
def test_a_digest_stays_the_same_as_long_as_the_rules(name: str) -> None:
    """Otherwise no earlier table could be shown or go on. All JSON files beside the cards count."""
    assert DIGESTS[name, GAMES[name].rules, FLOW_RULES] == digest(name)


@pytest.mark.parametrize("row", catalogue(), ids=lambda row: str(row["name"]))
def test_options_decided_by_the_seats_are_enforced(row: dict[str, Any]) -> None:
    engine = GAMES[row["name"]]
    assert [seats for seats, _ in row["decided"]] == list(engine.seats)
    for seats, decided in row["decided"]:
        assert checked(engine, decided, seats).items() >= decided.items()
        for name, value in decided.items():
            with pytest.raises(OptionsRefused):
                checked(engine, {**decided, name: not value}, seats)


@pytest.mark.parametrize("row", catalogue(), ids=lambda row: str(row["name"]))
def test_values_that_are_not_ruled_out_can_be_played(row: dict[str, Any]) -> None:
    engine = GAMES[row["name"]]
    for (seats, decided), (_, refused) in zip(row["decided"], row["refused"], strict=True):
        for option in row["options"]:
            name, default = option["name"], option["default"]
            for value in option.get("values", ()):
                if value in refused.get(name, ()):
                    with pytest.raises(OptionsRefused):
                        checked(engine, {**decided, name: value}, seats)
                else:
                    assert checked(engine, {**decided, name: value}, seats)[name] == value
            assert default not in refused.get(name, ()), "defaults are possible with any number of seats"


def test_two_players_have_no_third_who_begins() -> None:
    [machi_koro] = [row for row in catalogue() if row["name"] == "machi_koro"]
    assert dict(machi_koro["refused"])[2] == {"start_player": ["third", "fourth"]}
    assert dict(machi_koro["refused"])[4] == {}


@pytest.mark.parametrize("row", catalogue(), ids=lambda row: str(row["name"]))
def test_what_needs_another_option_needs_one_that_can_be_switched_on(row: dict[str, Any]) -> None:
    options = {option["name"]: option for option in row["options"]}
    for option in options.values():
        if needs := option.get("needs"):
            assert options[needs]["kind"] == "bool" and options[needs]["default"] is False


@pytest.mark.parametrize("row", catalogue(), ids=lambda row: str(row["name"]))
def test_what_needs_another_option_changes_nothing_without_it(row: dict[str, Any]) -> None:
    engine = GAMES[row["name"]]
    for name, needed in engine.options.needs().items():
        for on in (False, True):
            played = [course(engine, {needed: on, name: value}) for value in (False, True)]
            assert (played[0] == played[1]) is not on, (name, needed)


def course(engine: Engine, options: dict[str, Any]) -> list[Any]:
    """All log lines and questions of some games with these options, always with the same random choices."""
    course: list[Any] = []
    for seed in range(3):
        random, game = Random(seed), engine.setup(4, seed, options_of(engine, options))
        asks = settle(game)
        for _ in range(400):
            course.append([list(game.said), [(ask.seat, ask.prompt, ask.options) for ask in asks]])
            if not asks:
                break
            asks = choose(game, asks[0], random.choice(asks[0].options))
    return course


def test_the_fifth_player_comes_with_five() -> None:
    [bruges] = [row for row in catalogue() if row["name"] == "bruges"]
    assert dict(bruges["decided"]) == {n: {"fifth_player": n == 5} for n in range(2, 6)}


@pytest.mark.parametrize("name", GAMES)
def test_options_that_go_well_together_can_be_played_by_any_number(name: str) -> None:
    engine = GAMES[name]
    for preset, options in engine.options.presets().items():
        assert preset in ("first", "printed", "all") and options
        for seats in engine.seats:
            decided = engine.options.decided(seats)
            assert not options.keys() & decided.keys()
            played = checked(engine, {**options, **decided}, seats)
            assert {key: played[key] for key in options} == options
            assert options != {key: checked(engine, dict(decided), seats)[key] for key in options}
