"""Every game has texts for all its questions, offers and log lines, the same in every language; and each law
of texts notices its violation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from server.authoring import texts as laws
from server.authoring.engines import texts_of
from server.authoring.texts import heard, leaves, violations
from server.games import GAMES
from server.games.catalogue import LANGUAGES
from server.games.trial import Texts

from . import toy
from .engines import ENGINES


@pytest.mark.parametrize("name", ENGINES)
def test_texts_keep_every_law(name: str) -> None:
    assert [*violations(ENGINES[name])] == []
    assert heard(name).prompts and heard(name).lines and heard(name).nouns


@pytest.mark.parametrize("name", ENGINES)
def test_every_field_is_one_that_the_trial_of_packages_checks(name: str) -> None:
    for language in LANGUAGES:
        assert texts_of(ENGINES[name], language).keys() <= {*Texts.__struct_fields__}


@pytest.mark.parametrize("name", ENGINES)
def test_english_has_the_apostrophe_of_print(name: str) -> None:
    """The page's own texts have the same (tests/web/test_words.py)."""
    told = dict(leaves(texts_of(ENGINES[name], "en")))
    assert not {path: text for path, text in told.items() if "'" in text}


@pytest.mark.parametrize("name", ENGINES)
def test_nothing_but_the_author_may_be_empty(name: str) -> None:
    for language in LANGUAGES:
        told = dict(leaves(texts_of(ENGINES[name], language)))
        assert [path for path in told if not told[path] and not path.endswith(".author")] == []


@pytest.mark.parametrize("name", ENGINES)
def test_each_section_explains_the_same_in_all_languages(name: str) -> None:
    german, english = (texts_of(ENGINES[name], language)["rules"]["long"] for language in ("de", "en"))
    for section, other in zip(german, english, strict=True):
        for key in ("asks", "pictures"):
            assert section.get(key) == other.get(key)
    assert texts_of(ENGINES[name], "de")["things"] == texts_of(ENGINES[name], "en")["things"]


@pytest.mark.parametrize(("game", "language"), [(game, one) for game in GAMES for one in LANGUAGES])
def test_the_rules_explain_the_terms_of_a_game_each_once(game: str, language: str) -> None:
    """Terms that are no cards, but that the rules use all the time."""
    names = texts_of(GAMES[game], language)["names"]["terms"]
    assert len({*names}) == len(names) >= 7


# -- a mistake is noticed --------------------------------------------------------------------------


def removed(*path: str) -> Callable[[Any], None]:
    def change(texts: Any) -> None:
        for key in path[:-1]:
            texts = texts[key]
        del texts[path[-1]]

    return change


def replaced(value: Any, *path: str) -> Callable[[Any], None]:
    def change(texts: Any) -> None:
        for key in path[:-1]:
            texts = texts[key]
        texts[path[-1]] = value

    return change


MISTAKES: dict[str, Callable[[Any], None]] = {
    "texts/de.json: there is no tagline": removed("tagline"),
    "texts/de.json: log.won has other places": replaced("Gewonnen.", "log", "won"),
    "texts/de.json: tagline is empty": replaced("", "tagline"),
    "texts/de.json: tagline begins or ends with a space": replaced("Markt ", "tagline"),
    "texts/de.json: there is no prompts.bid": removed("prompts", "bid"),
    "texts/de.json: prompts.bid needs": replaced({"ask": "Was?", "wait": "Warten."}, "prompts", "bid"),
    "texts/de.json: there is no choices.take": removed("choices", "take"),
    "texts/de.json: choices.take needs a place {noun}": replaced("Nehmen", "choices", "take"),
    "texts/de.json: choices.pass has no use for the place": replaced("Ohne {noun}", "choices", "pass"),
    "texts/de.json: nouns.take is missing": removed("nouns", "take"),
    "texts/de.json: nouns.take: names has no group nothing": replaced("nothing", "nouns", "take"),
    "texts/de.json: there is no log.bought": removed("log", "bought"),
    "texts/de.json: log.won has a place 7": replaced("{7} gewinnt.", "log", "won"),
    "texts/de.json: log.won.1 is for one number, and log.won has none": replaced("Eins.", "log", "won.1"),
    "texts/de.json: log.round.1 has other places": replaced("{0:seat} beginnt.", "log", "round.1"),
    "texts/de.json: there is no options.bids": removed("options", "bids"),
    "texts/de.json: options.more is there": replaced({"name": "a", "help": "b"}, "options", "more"),
    "texts/de.json: options.rounds.values needs 1, 2, 3": replaced({}, "options", "rounds", "values"),
    "texts/de.json: there is no scores.goods": removed("scores", "goods"),
    "texts/de.json: rules.short is not shorter": replaced([], "rules", "long"),
    "texts/de.json: rules.long: pay stands in `asks` of 0": replaced([], "rules", "long"),
    "texts/de.json: rules.kinds has other groups": replaced({"no": "such"}, "rules", "kinds"),
    "texts/de.json: there is no why.no_card": removed("why", "no_card"),
    "texts/de.json: why.more is there": replaced("Mehr.", "why", "more"),
    "texts/de.json: things.row: names has no group x": replaced("x", "things", "row"),
    "texts/de.json: things.more is there": replaced("number", "things", "more"),
}
"""By the beginning of a line that must be told: a change of the toy's German texts."""


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_noticed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = texts_of(toy, "de")
    MISTAKES[line](wrong)
    real = {"en": texts_of(toy, "en"), "de": wrong}
    monkeypatch.setattr(laws, "texts_of", lambda engine, language: real[language])
    told = [*violations(toy)]
    assert [it for it in told if it.startswith(line)], told


def test_a_sentence_in_the_wrong_language_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    english = texts_of(toy, "en")
    long = {path: text for path, text in leaves(english) if text.count(" ") > laws.LONG_SPACES}
    monkeypatch.setattr(laws, "texts_of", lambda engine, language: english)
    told = [*laws.nothing_untranslated(toy)]
    assert len(told) == len([text for text in long.values() if not laws.UNTRANSLATED.match(text)]) > 0
