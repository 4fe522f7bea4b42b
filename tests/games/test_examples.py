"""The laws of the rules' examples: each one plays in the engine, and its statements are true there."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from server.authoring.data import named_examples, of_examples
from server.games import GAMES
from server.games import examples as shown
from server.games.catalogue import LANGUAGES, texts
from server.games.data_folders import forget
from server.games.examples import WrongExample, begin, examples, moments, scene_of
from server.games.lessons import PLACE
from server.table.examples import told

from . import examples as made

EXAMPLES = [(game, name) for game in GAMES for name in examples(game)]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_every_example_in_both_languages(game: str) -> None:
    named = [named_examples(game, language) for language in LANGUAGES]
    assert named[0] == named[1] and len({*named[0]}) == len(named[0])
    assert len(examples(game)) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_true_filled_and_named_by_the_rules(game: str) -> None:
    assert [*of_examples(GAMES[game])] == []


def test_every_position_is_what_its_scene_comes_to() -> None:
    kept = {path: path.read_bytes() for game in GAMES for path in made.kept(game)}
    assert dict(made.files()) == kept, "to make them again: python -m tests.games.examples"
    assert len(kept) == len(EXAMPLES)


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_every_part_is_held_against_the_engine(game: str, name: str) -> None:
    assert all(moment.part.holds for moment in moments(game, name))


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_all_figures_in_words_come_from_the_engine(game: str, name: str) -> None:
    for moment in moments(game, name):
        for language, text in moment.part.say.items():
            bare = PLACE.sub("", text)
            assert not re.search(r"[\d{}]", bare), f"{language}: {text}"
        places = [sorted(PLACE.findall(text)) for text in moment.part.say.values()]
        assert places[0] == places[1], "another figure in the other language"


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_drawn_parts_equal_the_played_game(game: str, name: str) -> None:
    engine, seat, parts = GAMES[game], examples(game)[name].seat, told(game)[name]["parts"]
    for part, moment in zip(parts, moments(game, name), strict=True):
        assert part["public"]["game"] == engine.public(moment.game)
        assert part["mine"]["game"] == engine.private(moment.game, seat)
        assert part["mine"]["ask"] == {}, "nothing can be chosen in a picture"
        for line in part["lines"]:
            keys = [key.split(".")[0] for key in texts(game, "en")["log"]]
            assert line[0] in keys, f"nobody has words for {line[0]}"


def test_positions_that_cannot_be_are_refused() -> None:
    engine = GAMES["bruges"]
    good = scene_of(moments("bruges", "house")[0].game, made.seed_of("bruges", "house"))
    assert engine.public(begin(engine, good)) == engine.public(moments("bruges", "house")[0].game)
    lost = msgspec.json.decode(good)
    lost["state"]["players"][0]["hand"].pop()
    for wrong in (msgspec.json.encode(lost), b'{"seed": 1, "state": {"hand": 3}}', b"[]"):
        with pytest.raises(WrongExample):
            begin(engine, wrong)


WORDS = '{"en": "a", "de": "b"}'


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ('{"shows": ["seat-0"], "parts": [{"say": %s}, {"say": %s, "do": [[0, "hire", 1]]}]}', "not offered"),
        ('{"shows": ["attic"], "parts": [{"say": %s}, {"say": %s}]}', "shows"),
        ('{"shows": ["common"], "parts": [{"say": %s}, {"say": {"en": "%.0sa"}}]}', "languages"),
    ],
)
def test_examples_that_cannot_be_played_are_refused(
    data: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "odd.json").write_text(data % (WORDS, WORDS))
    position = made.position("bruges", "house")
    (tmp_path / "examples" / f"odd{shown.SCENE}").write_bytes(position)
    monkeypatch.setattr(shown, "data_folder", lambda *about: tmp_path / "examples")
    forget()
    try:
        with pytest.raises(WrongExample, match=why):
            moments("bruges", "odd")
    finally:
        forget()
