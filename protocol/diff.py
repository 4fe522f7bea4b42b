"""Computes the patch between two documents, and applies it.

A document is plain data: maps with text keys, lists, integers, text, true, false, null. A patch is a node
for the document's root:

    node = []  |  [sets]  |  [sets, subs]  |  [sets, subs, cut]
    sets = [key, value, key, value, …]   set these values
    subs = [key, node, key, node, …]     patch each of these values with its own node
    cut  = [key, …] in a map: delete these keys;  n in a list: keep the first n items

Keys of lists are indices. Setting the index just past the end appends. In a list the cut is applied first; in
a map the order makes no difference. The empty list means no change.

Both ends may share a list of words. A map key in that list is sent as its index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress, count
from operator import is_not
from types import MappingProxyType
from typing import Any

Node = list[Any]

NO_NUMBERS: Mapping[str, int] = MappingProxyType({})

FORBIDDEN = frozenset({"__proto__", "constructor", "prototype"})
"""Keys that no patch may contain, because they have a special meaning in JavaScript objects."""


_NOTHING: tuple[Any, ...] = ([], None)


class BadPatch(ValueError):
    """The patch doesn't fit the document. The client's copy is wrong and must be fetched again."""


def diff(old: Any, new: Any, numbers: Mapping[str, int] = NO_NUMBERS) -> Node:
    """The patch that turns `old` into `new`: two maps or two lists. Empty if they are equal.

    `numbers`: the index of each shared word. Equal subtrees are skipped at C speed. Scalars compare with
    their type, so 1 and True differ. Inside an otherwise equal subtree they compare equal; so no value of a
    document may change between a number and a boolean.
    """
    return _maps(old, new, numbers) if type(old) is dict else _lists(old, new, numbers)


def _maps(old: dict[str, Any], new: dict[str, Any], numbers: Mapping[str, int]) -> Node:
    sets: list[Any] = []
    subs: list[Any] = []
    kept = len(new)
    for key, value in new.items():
        if key not in old:
            kept -= 1
            sets += (numbers.get(key, key), value)
            continue
        was = old[key]
        if was is value:
            continue
        kind: Any = type(value)
        if was != value:
            node = _inner(was, value, kind, numbers) if kind is list or kind is dict else None
            if node is None:
                sets += (numbers.get(key, key), value)
            else:
                subs += (numbers.get(key, key), node)
        elif kind is not type(was):
            sets += (numbers.get(key, key), value)
    if kept < len(old):
        return [sets, subs, [numbers.get(key, key) for key in old if key not in new]]
    return [sets, subs] if subs else [sets] if sets else []


def _lists(old: list[Any], new: list[Any], numbers: Mapping[str, int]) -> Node:
    sets: list[Any] = []
    subs: list[Any] = []
    for i in compress(count(), map(is_not, old, new)):  # identical items are skipped at C speed, too
        was, value = old[i], new[i]
        kind: Any = type(value)
        if was != value:
            node = _inner(was, value, kind, numbers) if kind is list or kind is dict else None
            if node is None:
                sets += (i, value)
            else:
                subs += (i, node)
        elif kind is not type(was):
            sets += (i, value)
    for i in range(len(old), len(new)):
        sets += (i, new[i])
    if len(new) < len(old):
        return [sets, subs, len(new)]
    return [sets, subs] if subs else [sets] if sets else []


def _inner(was: Any, value: Any, kind: Any, numbers: Mapping[str, int]) -> Node | None:
    """The node that turns one map or list into another, or None if setting the new value is as short."""
    if kind is not type(was) or not was or not value:
        return None
    if kind is dict:
        return _maps(was, value, numbers)
    if len(value) < 3 or type(value[0]) is str:
        return None  # a short list, or a record such as a line of the log
    node = _lists(was, value, numbers)
    return None if len(node) == 1 and len(node[0]) + 1 >= len(value) else node


def patch(document: Any, node: Any, words: Sequence[str] = ()) -> Any:
    """Apply a patch in place and return the document. Raises BadPatch if it does not fit, or is none.

    The document keeps references to the node's values, so don't use the node again.
    """
    try:
        _apply(document, node, words)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as wrong:
        raise BadPatch(str(wrong)) from None
    return document


def patched(document: Any, node: Any, words: Sequence[str] = ()) -> Any:
    """The patched document as a new one. The given one stays as it is, and both share what the patch leaves
    alone. Raises BadPatch if it does not fit, or is none."""
    try:
        made = document.copy()
        _apply(made, node, words, copies=True)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as wrong:
        raise BadPatch(str(wrong)) from None
    return made


def _apply(node: Any, change: Node, words: Sequence[str], copies: bool = False) -> None:
    """Patch `node` in place; with `copies`, inner maps and lists are replaced by patched copies."""
    if not change:
        return
    sets, subs, cut = [*change, *_NOTHING[len(change) - 1 :]]
    if type(node) is list:
        if cut is not None:
            del node[_place(cut, len(node)) :]
        for i in range(0, len(subs), 2):
            place = _place(subs[i], len(node))
            if copies:
                node[place] = node[place].copy()
            _apply(node[place], subs[i + 1], words, copies)
        for i in range(0, len(sets), 2):
            place = _place(sets[i], len(node) + 1)
            if place == len(node):
                node.append(sets[i + 1])
            else:
                node[place] = sets[i + 1]
    else:
        for key in () if cut is None else cut:
            del node[_word(key, words)]
        for i in range(0, len(subs), 2):
            word = _word(subs[i], words)
            if copies:
                node[word] = node[word].copy()
            _apply(node[word], subs[i + 1], words, copies)
        for i in range(0, len(sets), 2):
            node[_word(sets[i], words)] = sets[i + 1]


def _place(key: Any, end: int) -> int:
    """The key as a list index below `end`. Raises BadPatch."""
    if type(key) is not int or not 0 <= key < end:
        raise BadPatch(f"{key!r} is no place in a list")
    return key


def _word(key: Any, words: Sequence[str]) -> str:
    """The map key: the key itself, or the shared word with that index. Raises BadPatch."""
    word = words[key] if type(key) is int and key >= 0 else key
    if type(word) is not str or word in FORBIDDEN:
        raise BadPatch(f"{key!r} is no key of a map")
    return word
