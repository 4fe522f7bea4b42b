"""A patch makes the new document out of the old one, for any two documents."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codec import check_value, packed, unpacked
from protocol.diff import FORBIDDEN, BadPatch, diff, patch

from .strategies import DOCUMENTS, UNMISTAKABLE, plain_data

WORDS = ["a", "b", "length", "ab", "ä"]

LISTS = st.lists(plain_data(UNMISTAKABLE, leaves=6), max_size=8)


def carried(old: Any, new: Any, words: list[str] = WORDS[:0]) -> Any:
    """The result of the patch on a mirror of `old`, after encoding and decoding."""
    node = diff(old, new, {word: number for number, word in enumerate(words)})
    return patch(unpacked(packed(old)), unpacked(packed(node)), words)


@given(DOCUMENTS, DOCUMENTS)
def test_any_map_becomes_any_other(old: Any, new: Any) -> None:
    assert check_value(carried(old, new)) == check_value(new)


@given(LISTS, LISTS)
def test_any_list_becomes_any_other(old: Any, new: Any) -> None:
    assert check_value(carried(old, new)) == check_value(new)


@given(DOCUMENTS, DOCUMENTS)
def test_words_may_go_by_number(old: Any, new: Any) -> None:
    assert check_value(carried(old, new, WORDS)) == check_value(new)


@given(DOCUMENTS, st.data())
def test_small_changes_deep_inside_arrive(old: Any, data: st.DataObject) -> None:
    new = deepcopy(old)
    for _ in range(data.draw(st.integers(1, 3))):
        change_somewhere(new, data)
    assert check_value(carried(old, new)) == check_value(new)


def change_somewhere(document: Any, data: st.DataObject) -> None:
    """Change, add or drop one value at a random place of a document."""
    places = list(containers(document))
    place = places[data.draw(st.integers(0, len(places) - 1))]
    value = data.draw(plain_data(UNMISTAKABLE, leaves=4))
    keys = list(place) if isinstance(place, dict) else list(range(len(place)))
    what = data.draw(st.sampled_from(["put", "drop", "add"])) if keys else "add"
    if what == "add":
        if isinstance(place, dict):
            place[data.draw(st.text("xyz", min_size=1, max_size=2))] = value
        else:
            place.insert(data.draw(st.integers(0, len(place))), value)
        return
    key = keys[data.draw(st.integers(0, len(keys) - 1))]
    if what == "put":
        place[key] = value
    else:
        del place[key]


def containers(value: Any) -> Any:
    """Every map and list of a document."""
    if isinstance(value, dict | list):
        yield value
        for part in value.values() if isinstance(value, dict) else value:
            yield from containers(part)


@given(DOCUMENTS)
def test_equal_documents_have_an_empty_patch(document: Any) -> None:
    assert diff(document, deepcopy(document)) == [] and patch(deepcopy(document), []) == document


@given(DOCUMENTS, DOCUMENTS)
def test_comparing_changes_neither_document(old: Any, new: Any) -> None:
    before = packed((old, new))
    diff(old, new)
    assert packed((old, new)) == before


@pytest.mark.parametrize(
    ("old", "new", "node"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [["a", 2]]),
        ({"a": 1}, {"a": True}, [["a", True]]),
        ({"a": 0}, {"a": None}, [["a", None]]),
        ({}, {"a": {}}, [["a", {}]]),
        ({"a": 1, "b": 2}, {"b": 2}, [[], [], ["a"]]),
        ({"a": 1, "b": 2}, {"c": 2}, [["c", 2], [], ["a", "b"]]),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 9, 3, 4]}, [[], ["a", [[1, 9]]]]),
        ({"a": [1, 2, 3, 4]}, {"a": [1, 2, 3]}, [[], ["a", [[], [], 3]]]),
        ({"a": [1, 2, 3]}, {"a": [1, 2, 3, 4]}, [[], ["a", [[3, 4]]]]),
        (
            {"a": {"b": {"c": 1, "d": 2}}},
            {"a": {"b": {"c": 1, "d": 3}}},
            [[], ["a", [[], ["b", [["d", 3]]]]]],
        ),
        ([1, [2, 3, 4, 5]], [1, [2, 3, 4, 6]], [[], [1, [[3, 6]]]]),
        ([True, 2], [1, 2], [[0, 1]]),
    ],
)
def test_patches_are_as_described(old: Any, new: Any, node: Any) -> None:
    assert diff(old, new) == node and str(diff(old, new)) == str(node)
    assert patch(deepcopy(old), deepcopy(node)) == new


def test_a_small_change_costs_few_bytes() -> None:
    old = {"cities": [[0] * 15 for _ in range(4)], "coins": [3, 3, 3, 3], "log": {"ring": [["x"] * 5] * 40}}
    new = deepcopy(old)
    new["cities"][2][7] = 1  # type: ignore[index]
    new["coins"][2] = 0  # type: ignore[index]
    assert len(packed(diff(old, new))) < 32
    assert len(packed(diff(old, new, {"cities": 0, "coins": 1}))) < 20


@pytest.mark.parametrize("key", sorted(FORBIDDEN))
@pytest.mark.parametrize("words", [[], sorted(FORBIDDEN)], ids=["named", "numbered"])
def test_keys_that_mean_something_to_browsers_are_refused(key: str, words: list[str]) -> None:
    named: Any = words.index(key) if words else key
    for node in ([[named, 1]], [[], [named, [["x", 1]]]], [[], [], [named]]):
        with pytest.raises(BadPatch):
            patch({key: {}}, node, words)


@pytest.mark.parametrize(
    ("document", "node"),
    [
        ({"a": 1}, [[], [], ["b"]]),
        ({"a": 1}, [[], ["b", [["c", 1]]]]),
        ({"a": 1}, [[], ["a", [["c", 1]]]]),
        ({"a": 1}, [["a"]]),
        ({"a": 1}, [[3, 1]]),
        ({"a": 1}, [[-1, 1]]),
        ({"a": 1}, [[True, 1]]),
        ({"a": 1}, [[None, 1]]),
        ({"a": 1}, [[], [], 0]),
        ({"a": 1}, [[], [], [], []]),
        ({"a": 1}, 7),
        ({"a": 1}, [7]),
        ([1, 2], [[3, 1]]),
        ([1, 2], [[-1, 1]]),
        ([1, 2], [[True, 1]]),
        ([1, 2], [["length", 1]]),
        ([1, 2], [[], [2, [[0, 1]]]]),
        ([[1], 2], [[], [-2, [[0, 1]]]]),
        ([1, 2], [[], [], ["a"]]),
        ([1, 2], [[], [], -1]),
        ([1, 2], [[], [], 3]),
        ("text", [["a", 1]]),
    ],
    ids=repr,
)
def test_a_patch_that_does_not_fit_is_noticed(document: Any, node: Any) -> None:
    with pytest.raises(BadPatch):
        patch(document, node, ["w"])


@given(DOCUMENTS, plain_data())
def test_any_data_is_a_patch_or_a_bad_one(document: Any, node: Any) -> None:
    try:
        patch(document, node, WORDS)
    except BadPatch:
        return
    packed(document)
