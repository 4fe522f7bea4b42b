"""The code still means by the bytes of `protocol/vectors/` what the files say."""

from __future__ import annotations

import json
import zlib
from copy import deepcopy
from typing import Any

import msgpack
import pytest

from protocol.codec import check_value, encode, from_client, from_server, unpacked
from protocol.diff import BadPatch, patch

from .strategies import CLIENT, SERVER
from .vectors import FOLDER, files


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


def test_the_files_are_what_the_code_writes() -> None:
    for name, text in files().items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name} is not up to date"


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
        assert {row["means"][0] for row in rows(name)} == {kind.__struct_config__.tag for kind in kinds}


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
