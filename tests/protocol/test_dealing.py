"""The dealing of `protocol/vectors/`, computed independently of the code that deals."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgpack
import pytest

from .vectors import FOLDER, files

NODE = shutil.which("node")


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.skipif(NODE is None, reason="there is no node here; tests/web does the same in a browser")
def test_the_verifier_in_javascript_comes_to_the_same() -> None:
    assert NODE
    command = [NODE, "--experimental-default-type=module", str(Path(__file__).with_name("dealing.mjs"))]
    data = json.dumps([rows("dealing.json"), rows("logs.json")])
    ran = subprocess.run(command, input=data, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["wrong"] == [] and told["rows"] == len(rows("dealing.json")) + len(rows("logs.json"))


def test_the_rows_follow_from_what_the_page_says() -> None:
    """Computed from the text of protocol/README.md with the standard library alone."""
    key, drawn = b"", 0
    for row in rows("dealing.json"):
        match row["kind"]:
            case "commitment":
                assert hashlib.sha256(bytes.fromhex(row["secret"])).hexdigest() == row["commitment"]
            case "promise":
                assert hashlib.sha256(row["luck"].encode()).hexdigest() == row["promise"]
            case "seed":
                parts = [luck or promise for promise, luck in zip(row["promises"], row["lucks"], strict=True)]
                mixed = b"".join(len(part).to_bytes(4, "big") + part.encode() for part in parts)
                seed = hashlib.sha256(bytes.fromhex(row["secret"]) + mixed).digest()
                assert (parts, seed.hex()) == (row["parts"], row["seed"])
                assert hashlib.blake2b(seed.lstrip(b"\0"), digest_size=32).hexdigest() == row["key"]
            case "key":
                key, drawn = bytes.fromhex(row["key"]), 0
                plain = bytes.fromhex(row["seed"]).lstrip(b"\0") or b"\0"
                assert hashlib.blake2b(plain, digest_size=32).digest() == key
            case "draws":
                for sides, wanted in zip(row["sides"], row["draws"], strict=True):
                    found, drawn = below(key, drawn, sides)
                    assert found == wanted
            case "shuffle":
                assert drawn == row["from"]
                pile = list(row["pile"])
                for i in range(len(pile) - 1, 0, -1):
                    j, drawn = below(key, drawn, i + 1)
                    pile[i], pile[j] = pile[j], pile[i]
                assert (pile, drawn) == (row["after"], row["drawn"])


def below(key: bytes, drawn: int, sides: int) -> tuple[int, int]:
    """A number below `sides`, and the number of draws so far."""
    while True:
        data = hashlib.blake2b(drawn.to_bytes(8, "big"), key=key, digest_size=8).digest()
        word, drawn = int.from_bytes(data, "big"), drawn + 1
        if word < 2**64 // sides * sides:
            return word % sides, drawn


def test_the_logs_are_what_they_mean() -> None:
    for row in rows("logs.json"):
        assert msgpack.unpackb(bytes.fromhex(row["bytes"])) == row["means"]
    assert {row["wrong"] for row in rows("logs.json")} == {"", "late", "other"}
    assert "dealing.json" in files()
