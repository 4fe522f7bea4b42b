"""Every mind makes the same choice when everything that its seat does not know is dealt again."""

from __future__ import annotations

from functools import partial
from itertools import islice
from random import Random, SystemRandom
from typing import Any

import msgspec
import pytest

from bots.__main__ import main
from bots.commands import fair
from bots.document import Document, options
from bots.learning.fairness import ask_twice, questions
from bots.mind import Maker
from bots.minds.master import Master
from bots.minds.registry import MINDS
from server.games import GAMES
from server.games.kernel import Choice
from tests.follies.__main__ import main as follies

QUESTIONS = {"bruges": 6, "loyang": 8}
"""The number of questions for slow games; 24 for all others. `make fair` asks hundreds."""

QUICK: dict[str, Maker] = {**MINDS, "master": partial(Master, tries=24)}

ONCE = {make: name for name, make in QUICK.items()}
"""Every mind once: some levels are equal to another mind."""


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_mind_knows_more_than_its_seat(game: str) -> None:
    random, other = Random(game), 0
    for asked in islice(questions(GAMES[game], 1), QUESTIONS.get(game, 24)):
        for make, name in ONCE.items():
            found = ask_twice(asked, make, random.getrandbits(64))
            assert found.fair, f"{name} at {found.prompt}: {found.choice}, and dealt anew {found.again}"
            other += found.other
    assert other, "nothing was ever dealt otherwise"


def test_a_view_that_shows_too_much_is_seen() -> None:
    """Here the document reveals the state of the random source, and a mind uses it."""
    engine = GAMES["machi_koro"]

    class Leaking:
        """The engine, with one more number in its view."""

        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

        def public(self, game: Any) -> Any:
            return {**engine.public(game), "leak": game.key[0]}

    class Peeking:
        """A mind that reads that number."""

        def __init__(self, seed: int) -> None:
            pass

        def choose(self, document: Document, deadline: float) -> Choice:
            offers, leak = options(document), int(document["public"]["game"]["leak"])
            return offers[leak % len(offers)]

    leaking: Any = Leaking()
    found = [
        ask_twice(asked._replace(engine=leaking), Peeking, 5) for asked in islice(questions(engine, 2), 12)
    ]
    assert not all(it.fair for it in found)


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fair", "machi_koro", "--minds", "whim,skilled", "--questions", "5"]) == 0
    told = capsys.readouterr().out
    assert "machi_koro, whim: 5 questions" in told and "skilled: 5 questions" in told and "0 unfair" in told
    assert main(["fair", "machi_koro", "--minds", "whim, skilled", "--questions", "1"]) == 0


def test_rows_that_could_examine_too_little_say_so_and_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In Santiago a seat knows nearly everything nearly always."""
    assert main(["fair", "santiago", "--minds", "whim", "--questions", "25"]) == 0
    assert "santiago, whim: 25 questions with cards dealt anew, 0 unfair" in capsys.readouterr().out
    monkeypatch.setattr(fair, "EXAMINED_PER_QUESTION", 2)
    monkeypatch.setattr(fair, "MIN_EXAMINED_QUESTIONS", 2)
    assert main(["fair", "santiago", "--minds", "whim", "--questions", "25"]) == 1
    row, why = capsys.readouterr().out.splitlines()
    examined = int(row.split()[2])
    assert examined < 25 and "0 unfair" in row
    assert why.startswith(f"santiago, whim: in 50 questions only {examined} of 25 had anything hidden")
    monkeypatch.setattr(fair, "is_dealt_otherwise", lambda asked, seed: False)
    assert main(["fair", "bruges", "--minds", "whim", "--questions", "1"]) == 1


@pytest.mark.parametrize(
    "arguments",
    ["machi_koro --minds nobody", "machi_koro --questions -1", "machi_koro --questions 0", "chess"],
)
def test_invalid_arguments_of_fair_are_refused_in_one_line(
    arguments: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fair", *arguments.split()]) == 2
    told = capsys.readouterr().err
    assert told.startswith("fair: ") and len(told.splitlines()) == 1


@pytest.mark.parametrize("choice", [None, Choice("fly", 3), "pass", ("roll", 9)])
def test_a_mind_that_does_not_keep_to_the_options_is_named(
    choice: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Astray:
        """A mind with one fixed choice, offered or not."""

        def __init__(self, seed: int) -> None:
            pass

        def choose(self, document: Document, deadline: float) -> Any:
            return choice

    monkeypatch.setitem(MINDS, "astray", Astray)
    assert main(["fair", "machi_koro", "--minds", "astray,whim", "--questions", "3"]) == 1
    told = capsys.readouterr().out
    assert f"machi_koro: astray chose {choice!r} at " in told and "none of the options" in told
    assert "machi_koro, whim: 3 questions" in told, "the others are asked all the same"
    few = ["machi_koro", "--minds", "astray,whim", "--games", "2"]
    for command, play in (("arena", partial(main, ["arena", *few])), ("follies", partial(follies, few))):
        assert play() == 1
        told = capsys.readouterr().err
        assert told.startswith(f"{command}: astray chose {choice!r} at ") and len(told.splitlines()) == 1


def test_a_mind_that_raises_is_named_and_the_command_comes_there_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Brittle:
        """Raises at every question of one kind."""

        at = "reroll"

        def __init__(self, seed: int) -> None:
            pass

        def choose(self, document: Document, deadline: float) -> Choice:
            if document["mine"]["ask"]["prompt"] == self.at:
                raise KeyError("gold")
            return options(document)[0]

    monkeypatch.setitem(MINDS, "brittle", Brittle)
    assert main(["fair", "machi_koro", "--minds", "brittle,whim", "--questions", "99", "--seed", "4"]) == 1
    *trace, said, whim = capsys.readouterr().out.splitlines()
    assert said.startswith("machi_koro: brittle raised KeyError('gold') at reroll; ")
    assert "in choose" in str(trace)
    assert whim.startswith("machi_koro, whim: 99 questions"), "the others are asked all the same"
    command = said.partition("python -m bots ")[2].split()
    assert main(command) == 1 and capsys.readouterr().out.splitlines() == [*trace, said]
    assert int(command[-1]) < 99 and main([*command[:-1], str(int(command[-1]) - 1)]) == 0
    capsys.readouterr()
    Brittle.at = "build"
    assert follies(["machi_koro", "--minds", "brittle,whim", "--games", "5", "--seed", "4"]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith("follies: brittle raised KeyError('gold') at build; ")
    assert "--minds brittle,whim --seed 4 --ms 100 --games 1" in said


def test_a_mind_that_does_not_keep_to_its_seed_is_told_from_one_that_knows_too_much(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Fickle:
        """A mind with a random source of its own."""

        def __init__(self, seed: int) -> None:
            pass

        def choose(self, document: Document, deadline: float) -> Choice:
            return SystemRandom().choice(options(document))

    monkeypatch.setitem(MINDS, "fickle", Fickle)
    assert main(["fair", "machi_koro", "--minds", "fickle", "--questions", "20"]) == 1
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith("machi_koro: fickle chooses otherwise at the very same question")


def test_where_nothing_is_hidden_nothing_counts_as_dealt_anew() -> None:
    """The last choice and its log line are sealed, but they are in no hand and no pile."""
    asked = islice(questions(GAMES["machi_koro"], 3), 60)
    dealt = [ask_twice(it, MINDS["whim"], 5).other for it in asked if it.game.options.supply == "all"]
    assert len(dealt) > 10 and not any(dealt)


def test_a_mind_is_shown_the_options_of_the_game_that_is_played() -> None:
    drawn = set()
    for asked in islice(questions(GAMES["machi_koro"], 1), 40):
        shown = asked.document()["public"]["table"]["options"]
        assert shown == msgspec.to_builtins(asked.game.options)
        drawn.add(str(shown))
    assert len(drawn) > 1
