"""The page's msgpack, check values and patches against the vectors of the protocol, in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .conftest import NewGuest

pytestmark = pytest.mark.asyncio(loop_scope="session")

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"

HELPERS = """
  const codec = await import("/static/net/codec.js");
  const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
  const hex = (data) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");
"""


def rows(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((VECTORS / f"{name}.json").read_text())
    assert found
    return found


async def run(guest: NewGuest, body: str, data: Any) -> Any:
    """The result of a function body in the page; it has `codec`, `bytes`, `hex` and `rows`."""
    visitor = await guest()
    await visitor.page.goto(visitor.address)
    return await visitor.page.evaluate(f"async (rows) => {{ {HELPERS} {body} }}", data)


async def test_frames_of_clients_are_these_bytes(guest: NewGuest) -> None:
    frames = rows("client")
    written = await run(guest, "return rows.map((row) => hex(codec.encode(row.means)));", frames)
    assert written == [row["bytes"] for row in frames]


async def test_frames_of_the_server_mean_this(guest: NewGuest) -> None:
    frames = rows("server")
    read = await run(guest, "return rows.map((row) => codec.decode(bytes(row.bytes)));", frames)
    assert read == [row["means"] for row in frames]


async def test_check_values(guest: NewGuest) -> None:
    values = rows("checks")
    found = await run(
        guest, "return rows.map((row) => codec.checkValue(codec.decode(bytes(row.bytes))));", values
    )
    assert found == [row["check"] for row in values]


async def test_patches(guest: NewGuest) -> None:
    patches = rows("patches")
    body = """
      const { BadPatch, patch } = await import("/static/net/patch.js");
      return rows.map((row) => {
        const before = JSON.stringify(row.before);
        const result = {};
        try {
          result.after = patch(row.before, codec.decode(bytes(row.patch)), row.words);
        } catch (wrong) {
          result.bad = wrong instanceof BadPatch || wrong.name === "DecodeError";
        }
        return { ...result, kept: JSON.stringify(row.before) === before };
      });
    """
    results = await run(guest, body, patches)
    for row, result in zip(patches, results, strict=True):
        wanted = {"bad": True} if row.get("bad") else {"after": row["after"]}
        assert result == {**wanted, "kept": True}, row["name"]


async def test_dealing(guest: NewGuest) -> None:
    body = """
      const { Chance, commitmentOf, dealingOf, promiseOf, seedOf } = await import("/static/net/dealing.js");
      const [dealing, logs] = rows;
      let chance;
      const found = {
        commitment: (row) => ({ commitment: commitmentOf(row.secret) }),
        promise: (row) => ({ promise: promiseOf(row.luck) }),
        seed: (row) => ({ seed: seedOf(row.secret, row.parts), key: hex(new Chance(row.seed).key) }),
        key: (row) => ({ key: hex((chance = new Chance(row.seed)).key) }),
        draws: (row) => ({ draws: row.sides.map((sides) => chance.below(sides)) }),
        shuffle: (row) => ({ after: chance.shuffle([...row.pile]), drawn: chance.drawn }),
      };
      return [
        dealing.map((row) => ({ ...row, ...found[row.kind](row) })),
        logs.map((row) => {
          const { wrong, secret, ...told } = dealingOf(codec.decode(bytes(row.bytes)));
          return { ...row, ...told, wrong: wrong.map(([what]) => what).join() };
        }),
      ];
    """
    both = [rows("dealing"), rows("logs")]
    assert await run(guest, body, both) == both
