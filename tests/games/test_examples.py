"""The laws of the rules' examples: each plays in the engine, and what it says is true there."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from server.games import GAMES
from server.games import examples as shown
from server.games.catalogue import LANGUAGES, texts
from server.games.examples import WrongExample, begin, examples, moments, scene_of
from server.games.lessons import PLACE, holds, look_up
from server.table.examples import told

from . import examples as made

EXAMPLES = [(game, name) for game in GAMES for name in examples(game)]


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_name_every_example_in_both_languages(game: str) -> None:
    named = [
        [
            [row["name"] for row in section.get("examples", ())]
            for section in texts(game, language)["rules"]["long"]
        ]
        for language in LANGUAGES
    ]
    assert named[0] == named[1]
    assert sorted(name for section in named[0] for name in section) == sorted(examples(game))
    assert len(examples(game)) >= 2


def test_every_position_is_what_its_scene_comes_to() -> None:
    kept = {path: path.read_bytes() for game in GAMES for path in made.kept(game)}
    assert dict(made.files()) == kept, "python -m tests.games.examples makes them anew"
    assert len(kept) == len(EXAMPLES)


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_what_an_example_claims_is_so_in_the_engine(game: str, name: str) -> None:
    seat = examples(game)[name].seat
    for at, moment in enumerate(moments(game, name)):
        assert moment.part.holds, f"part {at} is held against nothing"
        for path, wanted in moment.part.holds.items():
            found = look_up(moment.facts, path, seat)
            assert holds(moment.facts, {path: wanted}, seat), f"part {at}: {path} is {found}, not {wanted}"


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_all_figures_in_words_come_from_the_engine(game: str, name: str) -> None:
    for moment in moments(game, name):
        filled = moment.say(game, examples(game)[name].seat)
        for language, text in moment.part.say.items():
            bare = PLACE.sub("", text)
            assert not re.search(r"[\d{}]", bare), f"{language}: {text}"
            assert not re.search(r"None|[{}\[\]]", filled[language]), f"{language}: {filled[language]}"
        places = [sorted(PLACE.findall(text)) for text in moment.part.say.values()]
        assert places[0] == places[1], "another figure in the other language"


@pytest.mark.parametrize(("game", "name"), EXAMPLES)
def test_what_is_drawn_is_the_game_as_it_was_played(game: str, name: str) -> None:
    engine, seat, parts = GAMES[game], examples(game)[name].seat, told(game)[name]["parts"]
    for part, moment in zip(parts, moments(game, name), strict=True):
        assert part["public"]["game"] == engine.public(moment.game)
        assert part["mine"]["game"] == engine.private(moment.game, seat)
        assert part["mine"]["ask"] == {}, "nothing can be chosen in a picture"
        for line in part["lines"]:
            keys = [key.split(".")[0] for key in texts(game, "en")["log"]]
            assert line[0] in keys, f"nobody has words for {line[0]}"
    documents = [msgspec.json.encode([part["public"]["game"], part["mine"]["game"]]) for part in parts]
    assert all(one != other for one, other in pairwise(documents)), "a part changes nothing"


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
    monkeypatch.setattr(shown, "folder", lambda name: tmp_path)
    examples.cache_clear()
    try:
        with pytest.raises(WrongExample, match=why):
            moments("bruges", "odd")
    finally:
        examples.cache_clear()
