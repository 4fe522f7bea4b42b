"""The statements of protocol/README.md, as an outside client sees them: with msgpack and with the patch
function printed on that page, without any code of ours."""

from __future__ import annotations

import itertools
import re
import zlib
from typing import Any

import msgpack
import pytest
from websockets.asyncio.client import ClientConnection, connect

from server.live.chat import KEPT_LINES
from server.live.live_table import MAX_LISTED_PEOPLE, LiveTable, Present
from server.table.entries import REMEMBERED_IDS
from tests.protocol.page import PAGE
from tests.waiting import LIMIT, until, within

from ..live.hubs import House, houses

TOKENS = {name: f"{name}-token-of-an-outside-client" for name in ("ada", "bob", "cem")}


def patch_of_the_page() -> Any:
    """The patch function in the client that is printed on the page."""
    (code,) = re.findall(r"^(def patch.*?)\n\n\n", PAGE, re.DOTALL | re.MULTILINE)
    found: dict[str, Any] = {}
    exec(code, found)
    return found["patch"]


patch = patch_of_the_page()


class Outside:
    """A client that follows the page alone."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = itertools.count(1)
        self.said: list[list[Any]] = []

    @classmethod
    async def open(cls, house: House, who: str, name: str = "") -> Outside:
        client = cls(await connect(house.url, compression=None, open_timeout=LIMIT))
        await client.say("hello", TOKENS[who], name or who)
        await client.until("welcome")
        return client

    async def say(self, *frame: Any) -> None:
        await self.socket.send(msgpack.packb(frame))

    async def change(self, kind: str, *fields: Any) -> list[Any]:
        """Make a change, and wait for its acknowledgement by a frame."""
        id = next(self.ids)
        await self.say(kind, id, *fields)
        return await self.until("done", "refused", id=id)

    async def until(self, *kinds: str, id: int = 0) -> list[Any]:
        """Read on until a frame of these kinds comes; with this id, where one is given."""
        async with within(f"{kinds} {id or ''} comes"):
            while True:
                data = await self.socket.recv()
                assert isinstance(data, bytes)
                frame: list[Any] = msgpack.unpackb(data, strict_map_key=True)
                self.said.append(frame)
                if frame[0] in kinds and id in (0, frame[1]):
                    return frame

    async def quiet(self) -> list[list[Any]]:
        """All frames that have arrived before the answer to a ping, so that every earlier request is
        answered."""
        before = len(self.said)
        await self.say("ping", 77)
        await self.until("pong")
        return self.said[before:-1]

    async def table(self, **made: Any) -> str:
        """A started table for two; this client has both seats and has not joined."""
        table = (await self.change("make", "machi_koro", 2, {}, False))[2]
        for seat in (0, 1):
            await self.change("sit", table, seat)
        await self.change("start", table)
        return str(table)


def checks_of(*parts: Any) -> list[int]:
    """CRC-32 of parts of a document, in canonical msgpack by the page's rules."""
    return [zlib.crc32(msgpack.packb(ordered(part))) for part in parts]


def ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: ordered(value[key]) for key in sorted(value, key=str.encode)}
    return [ordered(one) for one in value] if isinstance(value, list) else value


def leaves(value: Any) -> Any:
    """All values in a frame that are neither list nor map, with the keys of maps."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from leaves(one)
    else:
        yield value


async def test_a_game_by_the_page_alone(redis_url: str) -> None:
    """Versions are consecutive; every check value is a pair, of the public part and of the seat's own part;
    each choice is acknowledged by the document; numbers are whole, keys are text, nothing is a float."""
    async with houses(redis_url, budgets=100.0) as (house,):
        ada = await Outside.open(house, "ada")
        table = await ada.table()
        words: list[str] = []
        documents: dict[int, list[Any]] = {}
        channels: dict[int, int] = {}
        for seat in (0, 1):
            await ada.say("join", table, seat, -1, 1)
            _, _, told, version, channel, words = await ada.until("joined")
            assert told == seat
            channels[channel] = seat
            _, _, _, whole, public, mine = await ada.until("full")
            assert whole == version == 4, "made, two seats, start"
            documents[seat] = [version, public, mine]
        chosen = 0
        for _ in range(60):
            seat, number, _ = documents[0][1]["asks"][0]
            ask = documents[seat][2]["ask"]
            assert ask["number"] == number
            verb, *nouns = ask["options"][chosen % len(ask["options"])]
            chosen, id = chosen + 1, next(ada.ids)
            await ada.say("act", id, table, seat, number, verb, *nouns[:1])
            for _ in (0, 1):
                frame = await ada.until("d")
                _, channel, version, public, mine, check = frame
                document = documents[channels[channel]]
                assert version == document[0] + 1
                document[0] = version
                patch(document[1], public, words)
                patch(document[2], mine, words)
                assert check == checks_of(*document[1:])
            assert documents[seat][2]["done"] == id
            assert documents[seat][2]["ask"].get("number") != number, "new after every answer"
            assert documents[0][1] == documents[1][1], "the public part is the same for all"
        for _, public, _ in documents.values():
            assert public["table"]["phase"] == "playing"
        assert not any(isinstance(leaf, float) for frame in ada.said for leaf in leaves(frame))
        assert not [frame for frame in ada.said if frame[0] == "done" and frame[1] > 5], (
            "said by the documents"
        )


async def test_watchers_have_no_part_of_their_own(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ada, bob = await Outside.open(house, "ada"), await Outside.open(house, "bob")
        table = await ada.table()
        await bob.say("join", table)
        assert (await bob.until("joined"))[2] == -1
        full = await bob.until("full")
        assert full[5] == {} and full[4]["seats"][0]["name"] == "ada"
        await bob.say("join", table, 0)
        assert (await bob.until("refused"))[1:4] == [0, table, "not-your-seat"]


async def test_a_choice_is_acknowledged_by_done_where_its_seat_is_not_joined(redis_url: str) -> None:
    """Over one of two sockets of the same guest; the other one, which has joined, gets the document."""
    async with houses(redis_url) as (house,):
        one, other = await Outside.open(house, "ada"), await Outside.open(house, "ada")
        table = await one.table()
        await other.say("join", table, -1)
        seat, number, _ = (await other.until("full"))[4]["asks"][0]
        await other.say("join", table, seat)
        full = await other.until("full")
        verb, *nouns = full[5]["ask"]["options"][0]
        await one.say("act", 50, table, seat, number, verb, *nouns[:1])
        assert (await one.until("done"))[1:] == [50, table, 5]
        assert (await other.until("d"))[2] == 5
        assert not [frame for frame in await other.quiet() if frame[0] == "done"]
        await other.say("act", 50, table, seat, number, verb, *nouns[:1])
        assert (await other.until("done"))[1:] == [50, table, 5], "a repeat, by a frame"


async def test_hello_again_changes_the_name_and_is_not_answered(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ada = await Outside.open(house, "ada", "Ada")
        table = (await ada.change("make", "machi_koro", 2))[2]
        await ada.say("hello", TOKENS["ada"], "Ada  Lovelace\u200b")
        assert await ada.quiet() == []
        await ada.change("sit", table)
        await ada.say("join", table)
        assert (await ada.until("full"))[4]["seats"][0]["name"] == "Ada Lovelace"
        await ada.say("hello", TOKENS["ada"], "x" * 33)
        assert (await ada.until("refused"))[1:4] == [0, "", "too-long"]
        await ada.say("hello", TOKENS["ada"], "\u200b")
        assert (await ada.until("refused"))[1:4] == [0, "", "too-long"]


async def test_part_ends_the_subscription_and_keeps_the_seat(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ada, bob = await Outside.open(house, "ada"), await Outside.open(house, "bob")
        table = (await ada.change("make", "machi_koro", 3))[2]
        for seat in (0, 1):
            await ada.change("sit", table, seat)
            await ada.say("join", table, seat)
            await ada.until("here")
        await ada.say("part", table, 1)
        await ada.quiet()
        await bob.change("sit", table, 2)
        assert [frame[2] for frame in await ada.quiet() if frame[0] == "d"] == [4], "of one seat only"
        await ada.say("part", table)
        await ada.quiet()
        await bob.change("leave", table, 2)
        assert [frame for frame in await ada.quiet() if frame[0] != "here"] == []
        await ada.say("join", table)
        assert (await ada.until("joined"))[2] == 0, "the seat is kept, and is the first of hers"


async def test_joins_of_a_table_are_answered_in_their_order(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ada = await Outside.open(house, "ada")
        table = await ada.table()
        order = [1, -1, 0, 5, 1, 0]
        for seat in order:
            await ada.say("join", table, seat)
        answers = [await ada.until("joined", "refused") for _ in order]
        assert [f[2] if f[0] == "joined" else f[3] for f in answers] == [1, -1, 0, "not-your-seat", 1, 0]
        channels = {f[2]: f[4] for f in answers if f[0] == "joined"}
        assert len(set(channels.values())) == 3, "a channel for each seat"


async def test_the_last_ids_of_a_person_are_remembered(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        ada = await Outside.open(house, "ada")
        table = (await ada.change("make", "machi_koro", 4))[2]
        changes = [
            ("want", id, table, 3, "whim" if id % 2 else "greedy") for id in range(100, 100 + REMEMBERED_IDS)
        ]
        for change in changes:
            await ada.say(*change)
            await ada.until("done", id=change[1])
        version = ada.said[-1][3]
        for change in changes:
            await ada.say(*change)
            assert (await ada.until("done", "refused", id=change[1]))[0] == "done"
        await ada.say("join", table)
        assert (await ada.until("joined"))[3] == version, "nothing of it happened again"


async def test_a_repeated_line_is_recognised_after_it_was_removed(redis_url: str) -> None:
    async with houses(redis_url, budgets=1000.0) as (house,):
        ada = await Outside.open(house, "ada")
        table = (await ada.change("make", "machi_koro", 2))[2]
        await ada.say("join", table)
        for n in range(KEPT_LINES):
            await ada.say("say", 100 + n, table, f"line {n}")
        await ada.say("say", 100, table, "line 0")
        await until_said(ada, KEPT_LINES)
        await ada.say("say", 900, table, "one more")
        await ada.say("say", 100, table, "line 0")
        await ada.say("say", 901, table, "the last")
        await until_said(ada, KEPT_LINES + 2)
        assert [f[4] for f in ada.said if f[0] == "said"][-2:] == ["one more", "the last"]


async def until_said(client: Outside, count: int) -> None:
    """Wait until the client has received exactly this many chat lines, and every line that it sent was
    acknowledged."""
    await until(lambda: _heard(client, count))
    assert len([f for f in client.said if f[0] == "said"]) == count


async def _heard(client: Outside, count: int) -> bool:
    await client.quiet()
    return len([f for f in client.said if f[0] == "said"]) >= count


def test_seats_come_first_among_those_who_are_here_and_not_all_are_named() -> None:
    live = LiveTable("t")
    live.here = [
        Present("a", "Ada", 0),
        *(Present(f"w{n}", "Watcher", -1) for n in range(2 * MAX_LISTED_PEOPLE)),
    ]
    people = live.here_frame().people
    assert len(people) == MAX_LISTED_PEOPLE == 60 and people[0] == ("a", "Ada", 0)


@pytest.mark.parametrize(
    "number", [b"\x05", b"\xcc\x05", b"\xcd\x00\x05", b"\xcf" + bytes(7) + b"\x05", b"\xd0\x05"]
)
async def test_any_form_of_a_number_is_understood(redis_url: str, number: bytes) -> None:
    async with houses(redis_url) as (house,):
        ada = await Outside.open(house, "ada")
        await ada.socket.send(b"\x92\xa4ping" + number)
        assert (await ada.until("pong"))[1] == 5
