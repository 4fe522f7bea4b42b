"""Pauses before a reconnection: by the close code, growing, never all at one moment."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from protocol.backoff import MAX_RECONNECT_PAUSE_S, Backoff

ROUNDS = 200


def first(code: int) -> Iterable[float]:
    return [Backoff().pause(code) for _ in range(ROUNDS)]


@pytest.mark.parametrize(("code", "least", "most"), [(4001, 0, 0.1), (1006, 0.05, 0.1), (4102, 1, 2)])
def test_the_first_pause_is_that_of_the_code(code: int, least: float, most: float) -> None:
    pauses = [*first(code)]
    assert least <= min(pauses) < max(pauses) <= most
    assert len({*pauses}) > ROUNDS / 2


def test_pauses_grow_to_a_limit_and_begin_anew_after_a_welcome() -> None:
    backoff = Backoff()
    pauses = [backoff.pause(1006) for _ in range(30)]
    assert max(pauses[:3]) < min(pauses[10:]) and max(pauses) <= MAX_RECONNECT_PAUSE_S
    backoff.welcomed()
    assert backoff.pause(4002) <= 0.1
