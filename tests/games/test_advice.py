"""Advice: every sentence has texts in all languages, occurs in games, and uses only the knowledge of its
seat.

Every question checks that it is equal in all worlds with the same view.
"""

from __future__ import annotations

from typing import Any

import pytest

from server.authoring.walks import Walk, draw_deal
from server.games import GAMES
from server.games.advising import Advices, advise, always
from server.games.catalogue import LANGUAGES, texts
from server.games.kernel import settle

GAMES_PLAYED = 5
SAID = 0.7
"""The share of the advice that occurs in a few random games; the rest needs situations that are rare in
them."""


def advices_of(name: str) -> Advices:
    return GAMES[name].advices


@pytest.mark.parametrize("name", sorted(GAMES))
def test_all_that_may_be_said_has_words_and_nothing_else_has(name: str) -> None:
    keys = {advice.key for rows in advices_of(name).values() for advice in rows}
    for language in LANGUAGES:
        words: dict[str, str] = texts(name, language)["advice"]
        assert set(words) == keys
        assert all(text.endswith((".", "?")) for text in words.values())
        assert all(len(text) <= 150 for text in words.values()), "one sentence or two, on a phone"
    for prompt, rows in advices_of(name).items():
        assert prompt in texts(name, "en")["prompts"]
        assert all(advice.when is not always for advice in rows[:-1]), (
            f"what always fits comes last: {prompt}"
        )


@pytest.mark.parametrize("name", sorted(GAMES))
def test_advice_comes_up_and_tells_nothing_that_is_hidden(name: str) -> None:
    said: set[str] = set()
    for number in range(GAMES_PLAYED):
        walk = Walk(draw_deal(name, number))
        while walk.asks:
            for ask in walk.asks:
                keys = advice_at(name, walk.game, ask)
                said.update(keys)
                world: Any = GAMES[name].imagine(
                    GAMES[name].public(walk.game), GAMES[name].private(walk.game, ask.seat), ask.seat, number
                )
                settle(world)
                assert advice_at(name, world, ask) == keys
            walk.choose(*walk.pick())
    keys_of = {advice.key for rows in advices_of(name).values() for advice in rows}
    assert len(said) >= SAID * len(keys_of), f"never said: {sorted(keys_of - said)}"


def advice_at(name: str, game: Any, ask: Any) -> list[str]:
    return advise(GAMES[name].advices, game, ask)
