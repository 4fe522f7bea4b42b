"""Frames and documents for property-based tests, drawn from the annotations of the frames themselves."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgpack
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import Meta, Raw

from protocol.frames import Frame, FromClient, FromServer

CLIENT: tuple[type[Frame], ...] = get_args(FromClient)
SERVER: tuple[type[Frame], ...] = get_args(FromServer)

WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)
KEYS = st.text("abcdefgh", min_size=1, max_size=2) | st.sampled_from(["length", "ä", "💶", ""])


def plain_data(numbers: SearchStrategy[int] = WHOLE, leaves: int = 20) -> SearchStrategy[Any]:
    """Any value that a document may have."""
    scalars = numbers | st.booleans() | st.none() | TEXT
    return st.recursive(
        scalars,
        lambda inner: st.lists(inner, max_size=6) | st.dictionaries(KEYS, inner, max_size=6),
        max_leaves=leaves,
    )


UNMISTAKABLE = WHOLE.filter(lambda n: n not in (0, 1))
"""Numbers that are equal to neither true nor false."""

DOCUMENTS = st.dictionaries(KEYS, plain_data(UNMISTAKABLE), max_size=6)

ANYTHING = plain_data(leaves=5)

SIMPLE: dict[Any, SearchStrategy[Any]] = {
    int: WHOLE,
    str: TEXT,
    bool: st.booleans(),
    NoneType: st.none(),
    Any: ANYTHING,
    Raw: ANYTHING.map(lambda value: Raw(msgpack.packb(value))),
}
"""Simple types, and all their values."""


def values(hint: Any) -> SearchStrategy[Any]:
    """Every value that the annotation of a frame's field allows."""
    origin, args = get_origin(hint), get_args(hint)
    metas = [arg for arg in args if isinstance(arg, Meta)]
    if metas:
        return _limited(args[0], metas[0])
    if origin is list:
        return st.lists(values(args[0]), max_size=4)
    if origin is dict:
        return st.dictionaries(TEXT, values(args[1]), max_size=3)
    if origin is tuple:
        return st.tuples(*map(values, args))
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, UnionType):
        return st.one_of(*map(values, args))
    return SIMPLE[hint]


def _limited(kind: Any, meta: Meta) -> SearchStrategy[Any]:
    if kind is int:
        least = None if meta.ge is None else int(meta.ge)
        most = None if meta.le is None else int(meta.le)
        return st.integers(-(2**53) if least is None else least, 2**53 if most is None else most)
    if kind is str and meta.pattern:
        length = (meta.min_length or 0, meta.max_length or 64)
        fitting = st.from_regex(meta.pattern, fullmatch=True, alphabet="abcxyz0189_-")
        return fitting.filter(lambda text: length[0] <= len(text) <= length[1])
    if kind is str:
        return st.text(st.characters(codec="utf-8"), min_size=meta.min_length or 0, max_size=meta.max_length)
    return st.lists(values(get_args(kind)[0]), max_size=meta.max_length)


def frames(kinds: tuple[type[Frame], ...]) -> SearchStrategy[Frame]:
    """Any frame of these kinds, with any values."""
    return st.one_of(*(_frames(kind) for kind in kinds))


def _frames(kind: type[Frame]) -> SearchStrategy[Frame]:
    hints = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{field: values(hints[field]) for field in kind.__struct_fields__})
