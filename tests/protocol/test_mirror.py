"""Laws of a mirror: it equals the server's document, or reports that it is lost."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from protocol.codec import check_value, packed
from protocol.diff import diff
from protocol.frames import Diff, Full
from protocol.mirror import Mirror

KEYS = st.sampled_from(["a", "b", "game", "asks", "done"])
SCALARS = st.integers(-5, 300) | st.text("xyz", max_size=3)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
PARTS = st.dictionaries(KEYS, VALUES, max_size=4)
DOCUMENTS = st.lists(st.tuples(PARTS, PARTS), min_size=2, max_size=8)
WORDS = ["game", "asks"]
NUMBERS = {word: number for number, word in enumerate(WORDS)}

Parts = tuple[dict[str, Any], dict[str, Any]]


def full(version: int, document: Parts) -> Full:
    public, mine = document
    return Full("t", 0, version, Raw(packed(public)), Raw(packed(mine)))


def step(version: int, old: Parts, new: Parts, check: bool = True) -> Diff:
    public, mine = (Raw(packed(diff(a, b, NUMBERS))) for a, b in zip(old, new, strict=True))
    values = (check_value(new[0]), check_value(new[1])) if check else None
    return Diff(0, version, public, mine, values)


def begun(document: Parts) -> Mirror:
    mirror = Mirror("t", 0)
    mirror.words = WORDS
    mirror.receive(full(1, document))
    return mirror


def holds(mirror: Mirror, document: Parts) -> bool:
    return (mirror.document["public"], mirror.document["mine"]) == document


@given(DOCUMENTS, st.booleans())
def test_it_follows_every_version(documents: list[Parts], check: bool) -> None:
    mirror = begun(documents[0])
    for version, (old, new) in enumerate(pairwise(documents), 2):
        assert mirror.receive(step(version, old, new, check))
        assert (mirror.version, mirror.lost) == (version, False)
        assert holds(mirror, new)
    assert mirror.checks == (len(documents) - 1 if check else 0)


@given(DOCUMENTS)
def test_a_repeated_diff_changes_nothing(documents: list[Parts]) -> None:
    mirror = begun(documents[0])
    frame = step(2, documents[0], documents[1])
    mirror.receive(frame)
    before = copy.deepcopy(mirror.document)
    assert not mirror.receive(frame)
    assert (mirror.document, mirror.repeats, mirror.lost) == (before, 1, False)


@given(DOCUMENTS)
def test_a_gap_is_noticed_and_healed_by_the_whole_document(documents: list[Parts]) -> None:
    mirror = begun(documents[0])
    last = documents[-1]
    assert not mirror.receive(step(3, documents[0], last))
    assert mirror.lost and mirror.gaps == 1
    assert mirror.join().have == -1
    assert not mirror.receive(step(4, last, documents[0]))
    assert mirror.receive(full(4, last))
    assert not mirror.lost and mirror.join().have == 4
    assert holds(mirror, last)
    assert mirror.receive(step(5, last, documents[0]))
    assert holds(mirror, documents[0])


@given(DOCUMENTS, DOCUMENTS)
def test_another_document_is_noticed_by_the_check_value(documents: list[Parts], others: list[Parts]) -> None:
    old, new, other = documents[0], documents[1], others[0]
    mirror = begun(old)
    frame = step(2, old, new)
    garbled = step(2, old, other)
    frame = Diff(0, 2, garbled.public, garbled.mine, frame.check)
    agreed = mirror.receive(frame)
    assert agreed == (new == other)
    assert mirror.lost == (mirror.divergences == 1) == (not agreed)


@given(st.lists(st.integers(-3, 9) | st.lists(st.integers(-3, 9), max_size=3), max_size=4))
def test_a_patch_that_does_not_fit_is_no_crash(node: list[Any]) -> None:
    mirror = begun(({"a": [1, 2], "b": {"game": 1}}, {}))
    mirror.receive(Diff(0, 2, Raw(packed(node)), Raw(b"\x90"), (0, 0)))
    assert mirror.lost
