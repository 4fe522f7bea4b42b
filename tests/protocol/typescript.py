"""TypeScript declarations of documents and frames: `python -m tests.protocol.typescript` prints them.

They are generated from `document.py` and `frames.py` of the protocol, for the type checks of the page in
`lint/`; with `--module` as a module, for the client in TypeScript
(`protocol/clients/typescript/src/protocol.ts`).
"""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec
from msgspec import NODEFAULT, Raw, Struct

from protocol import document
from protocol.frames import FromClient, FromServer

ABOUT = """\
/** The shapes of documents and frames. Made by `python -m tests.protocol.typescript`; don't edit. */

"""

PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", Any: "any"}

PARTS = {"public": "Public", "mine": "Mine"}
"""The types of packed (`Raw`) fields in frames with whole documents. In `d` frames they are patches."""


def declarations(module: bool = False) -> str:
    """The content of the declaration file: a global namespace, or a module."""
    shapes = [shape for shape in vars(document).values() if is_typeddict(shape)]
    parts = [*map(_shape, shapes), _frames("FromClient", FromClient), _frames("FromServer", FromServer)]
    text = "\n".join(parts)
    if module:
        return ABOUT + re.sub(r"(?m)^interface", "export interface", re.sub(r"(?m)^  ", "", text))
    return f"{ABOUT}declare namespace Protocol {{\n{text}}}\n"


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
        label = one.name + "_" * (one.name == "public")  # no label may be a reserved word
        yield f"{label}{'?' if optional else ''}: {kind}"


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
    print(declarations("--module" in sys.argv[1:]), end="")
