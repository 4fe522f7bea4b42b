"""The difference between two documents, and how to apply it.

A document is plain data: maps with text keys, lists, whole numbers, text, true/false/nothing. A
patch is a node for the document's root:

    node = [sets]  |  [sets, subs]  |  [sets, subs, cut]
    sets = [key, value, key, value, …]   put these values
    subs = [key, node, key, node, …]     change what lies there by a node of its own
    cut  = [key, …] in a map: delete them;  n in a list: keep the first n

Keys of lists are indices; setting the index just past the end appends. In a list the cut comes
first, in a map the order makes no difference. No change at all is the empty list.
"""

from __future__ import annotations

from typing import Any

Node = list[Any]

FORBIDDEN = frozenset({"__proto__", "constructor", "prototype"})
"""Keys that no patch may name, since a browser's objects would take them for something else."""


_NOTHING: tuple[Any, ...] = ([], None)


class BadPatch(ValueError):
    """A patch doesn't fit the document it is to change: the mirror is wrong and must be renewed."""


def diff(old: Any, new: Any) -> Node:
    """The patch that makes `new` out of `old`: two maps or two lists. Empty when they are equal.

    Equal subtrees are passed over at C speed. Scalars compare with their type, so 1 and True differ;
    inside an otherwise equal subtree they do not, so a place in a document never changes between
    a number and true/false.
    """
    if type(old) is dict:
        return _trim(*_maps(old, new))
    return _trim(*_lists(old, new))


def _trim(sets: list[Any], subs: list[Any], cut: Any) -> Node:
    if cut is not None:
        return [sets, subs, cut]
    if subs:
        return [sets, subs]
    return [sets] if sets else []


def _maps(old: dict[str, Any], new: dict[str, Any]) -> tuple[list[Any], list[Any], Any]:
    sets: list[Any] = []
    subs: list[Any] = []
    for key, value in new.items():
        if key in old:
            _pair(key, old[key], value, sets, subs)
        else:
            sets += (key, value)
    return sets, subs, [key for key in old if key not in new] or None


def _lists(old: list[Any], new: list[Any]) -> tuple[list[Any], list[Any], Any]:
    sets: list[Any] = []
    subs: list[Any] = []
    for i, value in enumerate(new):
        if i < len(old):
            _pair(i, old[i], value, sets, subs)
        else:
            sets += (i, value)
    return sets, subs, len(new) if len(new) < len(old) else None


def _pair(key: str | int, old: Any, new: Any, sets: list[Any], subs: list[Any]) -> None:
    """Add what turns one child into the other: nothing, a node, or the new value where that is no longer."""
    kind = type(new)
    if old is new:
        return
    if kind is not type(old):
        sets += (key, new)
    elif kind is dict or kind is list:
        if old == new:
            return
        if kind is list and (len(new) <= 2 or len(old) == 0):
            sets += (key, new)
            return
        node = diff(old, new)
        if _weight(node) < _weight(new):
            subs += (key, node)
        else:
            sets += (key, new)
    elif old != new:
        sets += (key, new)


def _weight(value: Any) -> int:
    """About how many bytes a value takes, to choose the shorter of a node and a whole value."""
    kind = type(value)
    if kind is list or kind is tuple:
        return 1 + sum(map(_weight, value))
    if kind is str:
        return 1 + len(value)
    if kind is dict:
        return 1 + sum(_weight(k) + _weight(v) for k, v in value.items())
    return 1 if kind is not int or -32 <= value < 128 else 3


def patch(document: Any, node: Node) -> Any:
    """Apply a patch in place, and return the document. Raises BadPatch where it does not fit.

    Values are taken over as they are: don't use the node again.
    """
    try:
        _apply(document, node)
    except (KeyError, IndexError, TypeError, AttributeError, ValueError) as wrong:
        raise BadPatch(str(wrong)) from wrong
    return document


def _apply(node: Any, change: Node) -> None:
    if not change:
        return
    sets, subs, cut = [*change, *_NOTHING[len(change) - 1 :]]
    if cut is not None:
        if type(node) is list:
            del node[cut:]
        else:
            for key in cut:
                del node[key]
    for i in range(0, len(subs), 2):
        _apply(node[subs[i]], subs[i + 1])
    for i in range(0, len(sets), 2):
        key, value = sets[i], sets[i + 1]
        if type(node) is list:
            if key == len(node):
                node.append(value)
            else:
                node[key] = value
        elif type(key) is str and key not in FORBIDDEN:
            node[key] = value
        else:
            raise BadPatch(f"{key!r} is no key of a map")
