"""Every game has words for everything it asks, offers and says, the same in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import pytest

from server.games import GAMES
from server.games.catalogue import LANGUAGES

from .engines import ENGINES, texts_of
from .walks import Walk, draw_deal

GAMES_HEARD = 12
PLACE = re.compile(r"{(\w+)(?::(\w+))?}")
EVERY = [(name, language) for name in ENGINES for language in LANGUAGES]


class Heard(NamedTuple):
    """What came up in some random games: prompts, the nouns of each verb and of each place of each line."""

    prompts: set[str]
    nouns: dict[str, set[int]]
    lines: dict[str, list[set[int]]]


@cache
def heard(name: str) -> Heard:
    found = Heard(set(), {}, {})
    for number in range(GAMES_HEARD):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            for said in walk.game.said:
                places = found.lines.setdefault(said[0], [set() for _ in said[1:]])
                for place, noun in zip(places, said[1:], strict=True):
                    place.add(noun)
            for ask in walk.asks:
                found.prompts.add(ask.prompt)
                for verb, noun in ask.options:
                    found.nouns.setdefault(verb, set()).add(noun)
            walk.choose(*walk.pick())
    return found


def shape(text: Any) -> Any:
    """A text without its words: keys, lengths of lists, places to fill, and everything that isn't prose."""
    if isinstance(text, dict):
        return {key: shape(value) for key, value in text.items()}
    if isinstance(text, list):
        return [shape(value) for value in text]
    assert isinstance(text, str) and text == text.strip()
    return text if re.match(r"https://|[A-Z]{3}-\d", text) else sorted(PLACE.findall(text))


@pytest.mark.parametrize("name", ENGINES)
def test_all_languages_have_the_same_shape(name: str) -> None:
    first, *others = (shape(texts_of(ENGINES[name], language)) for language in LANGUAGES)
    assert all(other == first for other in others)


@pytest.mark.parametrize("name", ENGINES)
def test_no_text_is_empty_or_left_in_the_other_language(name: str) -> None:
    english, german = (dict(leaves(texts_of(ENGINES[name], language))) for language in ("en", "de"))
    assert english.keys() == german.keys()
    long = [path for path, text in english.items() if text.count(" ") > 4]
    assert long and all(english[path] != german[path] for path in long)
    assert all(english[path] and german[path] for path in english if not path.endswith(".author"))


@pytest.mark.parametrize("name", ENGINES)
def test_english_has_the_apostrophe_of_print(name: str) -> None:
    """The same as the page's own texts (tests/web/test_words.py) have."""
    told = dict(leaves(texts_of(ENGINES[name], "en")))
    assert not {path: text for path, text in told.items() if "'" in text}


def leaves(text: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(text, str):
        yield path, text
    else:
        for key, value in text.items() if isinstance(text, dict) else enumerate(text):
            yield from leaves(value, f"{path}.{key}")


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_every_question_has_words(name: str, language: str) -> None:
    texts = texts_of(ENGINES[name], language)
    assert heard(name).prompts <= texts["prompts"].keys()
    for prompt in texts["prompts"].values():
        assert prompt.keys() == {"ask", "wait"} and "{seat}" in prompt["wait"]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_every_choice_has_words(name: str, language: str) -> None:
    texts = texts_of(ENGINES[name], language)
    for verb, nouns in heard(name).nouns.items():
        named = nouns != {-1}
        assert ("{noun}" in texts["choices"][verb]) == named
        assert (verb in texts["nouns"]) == named
        if named:
            assert has_names(texts, texts["nouns"][verb], nouns), f"{verb} {sorted(nouns)}"


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_every_line_of_the_log_has_words(name: str, language: str) -> None:
    texts = texts_of(ENGINES[name], language)
    for key, places in heard(name).lines.items():
        for place, group in PLACE.findall(texts["log"][key]):
            assert has_names(texts, group, places[int(place)]), f"{{{place}:{group}}} in {key}"


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_a_line_for_one_number_alone_says_what_the_line_says(name: str, language: str) -> None:
    log = texts_of(ENGINES[name], language)["log"]
    for key, text in log.items():
        general, _, number = key.partition(".")
        if number:
            numbers = [place for place, group in PLACE.findall(log[general]) if not group]
            wanted = PLACE.findall(log[general].replace(f"{{{numbers[0]}}}", ""))
            assert number.isdigit() and sorted(PLACE.findall(text)) == sorted(wanted), key


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_lines_told_together_say_as_much_as_one_by_one(name: str, language: str) -> None:
    texts = texts_of(ENGINES[name], language)
    for key, words in texts.get("together", {}).items():
        assert words.keys() - {"by"} == {"all", "row"} and words["all"].count("{rows}") == 1
        assert "by" not in words or words["by"] in {place for place, _ in PLACE.findall(words["row"])}
        assert set(PLACE.findall(words["row"])) == set(PLACE.findall(texts["log"][key]))


def has_names(texts: dict[str, Any], group: str, nouns: set[int]) -> bool:
    """Is there a name for each of these? A `number` is its own name, a seat has that of its player."""
    if group in ("", "seat", "seats", "number"):
        return True
    names = texts["names"][group]
    return all(str(noun) in names if isinstance(names, dict) else 0 <= noun < len(names) for noun in nouns)


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_every_option_has_words(name: str, language: str) -> None:
    engine = ENGINES[name]
    texts = texts_of(engine, language)["options"]
    hints = get_type_hints(engine.options)
    assert texts.keys() == set(engine.options.__struct_fields__)
    for field, words in texts.items():
        assert words["name"] and words["help"]
        if get_origin(hints[field]) is Literal:
            assert list(words["values"]) == [str(value) for value in get_args(hints[field])]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_scores_and_help_have_words(name: str, language: str) -> None:
    engine = ENGINES[name]
    texts = texts_of(engine, language)
    walk = Walk(draw_deal(name, 0))
    assert {part for score in engine.scores(walk.game) for part in score.parts} <= texts["scores"].keys()
    for group, help_ in texts["help"].items():
        assert len(help_) == len(texts["names"][group])


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_the_rules_have_a_short_and_a_long_version(name: str, language: str) -> None:
    rules = texts_of(ENGINES[name], language)["rules"]
    words = {}
    for version in ("short", "long"):
        for section in rules[version]:
            assert section["title"] and section["text"] and section["ids"]
        words[version] = sum(len(text.split()) for section in rules[version] for text in section["text"])
    assert words["short"] < words["long"]


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_each_question_is_explained_in_one_section_and_each_picture_is_of_something_explained(
    name: str, language: str
) -> None:
    texts = texts_of(ENGINES[name], language)
    sections = texts["rules"]["long"]
    asked = [prompt for section in sections for prompt in section.get("asks", [])]
    assert sorted(asked) == sorted(texts["prompts"])
    for section, other in zip(sections, texts_of(ENGINES[name], "en")["rules"]["long"], strict=True):
        assert [section.get(key) for key in ("asks", "pictures")] == [
            other.get(key) for key in ("asks", "pictures")
        ]
        for group, _, n in (picture.rpartition("-") for picture in section.get("pictures", [])):
            assert texts["help"][group][int(n)]
    assert texts["rules"]["kinds"].keys() == texts["help"].keys()


@pytest.mark.parametrize(("game", "language"), [(game, one) for game in GAMES for one in LANGUAGES])
def test_the_rules_explain_the_terms_of_a_game_each_once(game: str, language: str) -> None:
    """What is no card, but what the rules speak of all the time."""
    names = texts_of(GAMES[game], language)["names"]["terms"]
    assert len({*names}) == len(names) >= 7
