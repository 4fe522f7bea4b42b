"""The code gives the bytes of `protocol/vectors/` the meaning that the files state."""

from __future__ import annotations

import json
import zlib
from copy import deepcopy
from typing import Any

import msgpack
import pytest

from protocol import frames
from protocol.codec import check_value, encode, from_client, from_server, unpacked
from protocol.diff import BadPatch, patch
from protocol.frames import Change, Frame, OfTable

from .page import PAGE
from .strategies import CLIENT, SERVER
from .vectors import FOLDER, files


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


def test_the_files_are_what_the_code_writes() -> None:
    for name, text in files().items():
        same = (FOLDER / name).read_text(encoding="utf-8") == text
        assert same, f"{name} is not up to date: python -m tests.protocol.vectors writes it"


def test_the_page_explains_every_field_of_the_rows() -> None:
    section = PAGE.split("\n## Vectors\n")[1].split("\n## ")[0]
    told = [line for line in section.splitlines() if line.startswith("| `")]
    for name in files():
        (line,) = [line for line in told if f"`{name}`" in line]
        fields = {field for row in rows(name) for field in row}
        assert [field for field in sorted(fields) if f"`{field}`" not in line] == [], name
        words = {
            str(row[field]) for row in rows(name) for field in ("form", "kind", "wrong") if row.get(field)
        }
        assert [word for word in sorted(words) if f'"{word}"' not in line] == [], name


@pytest.mark.parametrize("row", rows("client.json"), ids=lambda row: f"{row['means'][0]}-{row['form']}")
def test_frames_of_clients(row: dict[str, Any]) -> None:
    data = bytes.fromhex(row["bytes"])
    frame = from_client(data)
    assert msgpack.unpackb(data) == row["means"] and msgpack.packb(row["means"]) == data
    whole = encode(frame)
    assert whole == data if row["form"] == "full" else len(whole) > len(data)
    assert from_client(whole) == frame


@pytest.mark.parametrize("row", rows("server.json"), ids=lambda row: f"{row['means'][0]}-{row['form']}")
def test_frames_of_servers(row: dict[str, Any]) -> None:
    data = bytes.fromhex(row["bytes"])
    frame = from_server(data)
    assert msgpack.unpackb(data) == row["means"]
    whole = encode(frame)
    assert whole == data if row["form"] == "full" else len(whole) > len(data)


def test_every_kind_of_frame_has_a_row() -> None:
    for name, kinds in (("client.json", CLIENT), ("server.json", SERVER)):
        shown = {row["means"][0] for row in rows(name)}
        missing = {kind.__struct_config__.tag for kind in kinds} - shown
        assert not missing, f"{name} lacks {missing}: add an example to tests/protocol/vectors.py"


def test_every_frame_belongs_to_one_side() -> None:
    kinds = {it for it in vars(frames).values() if isinstance(it, type) and issubclass(it, Frame)}
    missing = {kind.__name__ for kind in kinds - {Frame, Change, OfTable} - {*CLIENT, *SERVER}}
    assert not missing, f"name {missing} in FromClient or FromServer, at the end of protocol/frames.py"


@pytest.mark.parametrize("row", rows("patches.json"), ids=lambda row: row["name"])
def test_patches(row: dict[str, Any]) -> None:
    node = unpacked(bytes.fromhex(row["patch"]))
    assert node == row["means"]
    document = deepcopy(row["before"])
    if row.get("bad"):
        with pytest.raises(BadPatch):
            patch(document, node, row["words"])
    else:
        assert check_value(patch(document, node, row["words"])) == check_value(row["after"])


@pytest.mark.parametrize("row", rows("checks.json"), ids=lambda row: str(row["check"]))
def test_check_values(row: dict[str, Any]) -> None:
    data = bytes.fromhex(row["bytes"])
    assert check_value(row["value"]) == row["check"] == zlib.crc32(data)
    assert msgpack.unpackb(data) == row["value"]
