"""The shapes of documents and frames as TypeScript declarations: `python -m protocol.typescript` prints them.

They are made of `document.py` and `frames.py`, so that who writes a client in that language, or checks one as
`lint/` does with the page, has them as they are.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec import NODEFAULT, Raw, Struct

from . import document
from .frames import FromClient, FromServer

HEAD = """\
/** The shapes of documents and frames. Made by `python -m protocol.typescript`; don't edit. */

declare namespace Protocol {
"""

PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any"}

PARTS = {"public": "Public", "mine": "Mine"}
"""What stands as it was packed in frames that bring whole documents; in others it is a patch."""


def declarations() -> str:
    """The whole file."""
    shapes = [shape for shape in vars(document).values() if is_typeddict(shape)]
    parts = [*map(_shape, shapes), _frames("FromClient", FromClient), _frames("FromServer", FromServer)]
    return HEAD + "\n".join(parts) + "}\n"


def _shape(shape: Any) -> str:
    rows = [
        f"    {name}{'?' if name in shape.__optional_keys__ else ''}: {_type(hint)};"
        for name, hint in get_type_hints(shape).items()
    ]
    return "\n".join([f"  interface {shape.__name__} {{", *rows, "  }", ""])


def _frames(name: str, union: Any) -> str:
    rows = [f"    {_kind(frame)}: [{', '.join(_fields(frame))}];" for frame in get_args(union)]
    return "\n".join(
        [f"  /** By kind, the fields that follow it. */\n  interface {name} {{", *rows, "  }", ""]
    )


def _kind(frame: type[Struct]) -> str:
    return str(frame.__struct_config__.tag)


def _fields(frame: type[Struct]) -> Iterator[str]:
    hints = get_type_hints(frame)
    for one in msgspec.structs.fields(frame):
        optional = one.default is not NODEFAULT or one.default_factory is not NODEFAULT
        kind = _type(hints[one.name], one.name if _kind(frame) != "d" else "")
        yield f"{one.name}{'?' if optional else ''}: {kind}"


def _type(hint: Any, name: str = "") -> str:
    if hint is Raw:
        return PARTS.get(name, "unknown")
    if hint in PLAIN:
        return PLAIN[hint]
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, given = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(given[0])
    if origin is list:
        return f"{_type(given[0])}[]"
    if origin is dict:
        return f"Record<string, {_type(given[1])}>"
    if origin is tuple:
        return f"[{', '.join(map(_type, given))}]"
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in given)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, given))
    raise TypeError(f"no type for {hint}")


if __name__ == "__main__":
    print(declarations(), end="")
