"""Answers of the hub to bad greetings, to bytes that are no frame, and to values out of their limits."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from protocol import codes
from protocol.codec import packed
from protocol.frames import (
    Hello,
    Join,
    Make,
    Ping,
    Pong,
    Refused,
    Welcome,
)

from ..live.hubs import Raw, houses


async def test_a_missing_or_bad_greeting_closes_the_socket(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        for frame in (Ping(1), Join("x"), Make(1, "machi_koro", 2)):
            raw = await Raw.open(house.url)
            await raw.send(frame)
            assert await raw.closed() == codes.BAD_HELLO
        for greeting, code in (
            (["hello", "x" * 30], codes.BAD_FRAME),
            (["hello", "x" * 30, 7], codes.BAD_FRAME),
            (["hello", "short", "Ann"], codes.BAD_HELLO),
            (["hello", "ü" * 30, "Ann"], codes.BAD_HELLO),
            (["hello", "x" * 30 + "\n", "Ann"], codes.BAD_HELLO),
            (["hello", "x" * 30, "Ann", 1, "0" * 65], codes.BAD_HELLO),
        ):
            raw = await Raw.open(house.url)
            await raw.socket.send(packed(greeting))
            assert await raw.closed() == code
        for hello in (
            Hello("x" * 30, "Ann", protocol=99),
            Hello("x" * 30, "bot", proof="00" * 32),
            Hello("x" * 30, "bot", proof="é" * 64),
        ):
            raw = await Raw.open(house.url)
            await raw.send(hello)
            assert await raw.closed() == codes.BAD_HELLO
        house.parts.hub.settings = replace(house.settings, hello_s=0.2)
        silent = await Raw.open(house.url)
        assert await silent.closed() == codes.BAD_HELLO


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x93\xa3act",
        packed({"kind": "act"}),
        packed(["fly", 1]),
        packed(["act", 1.5, "t", 0, 1, "pass"]),
        packed(["say", 1, "t", 5]),
        packed(["say", 1, "t" * 25, "x"])[:-1],
        packed(["say", 1, "t" * 25]),
        b"\x91" * 3000,
        bytes(range(255, -1, -1)) * 2,
    ],
)
async def test_bytes_that_are_no_frame_close_the_socket(redis_url: str, data: bytes) -> None:
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        await raw.socket.send(data)
        assert await raw.closed() == codes.BAD_FRAME
        assert raw.socket.close_reason, "the author of a client needs to know what was wrong"


@pytest.mark.parametrize(
    "frame, reason",
    [
        (["join", "t", 0, -1, [1, 2]], "Expected `int`, got `array` - at `$[4]`"),
        (["fly", 1], "Invalid value 'fly' - at `$[0]`"),
        (["ü" * 100], f"Invalid value '{'ü' * 54}"),
    ],
)
async def test_the_close_says_what_was_no_frame(redis_url: str, frame: list[Any], reason: str) -> None:
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        await raw.socket.send(packed(frame))
        assert await raw.closed() == codes.BAD_FRAME
        assert raw.socket.close_reason == reason and len(reason.encode()) <= 123


@pytest.mark.parametrize(
    ("frame", "id", "table", "code", "reason"),
    [
        (["say", 1, "t", "x" * 401], 1, "t", "too-long", "'text' takes at most 400 characters."),
        (["say", 1, "t", ""], 1, "t", "too-long", "'text' takes at least 1 character."),
        (["hello", "x" * 30, "y" * 33], 0, "", "too-long", "'name' takes at most 32 characters."),
        (["hello", "x" * 30, "\u3164"], 0, "", "too-long", codes.REFUSALS["too-long"]),
        (["sit", 2, "t", 99], 2, "t", "out-of-range", "'seat' takes at most 15."),
        (["act", 3, "t", -3, 1, "pass"], 3, "t", "out-of-range", "'seat' takes at least -2."),
        (["sit", 4, "t", 0, "l" * 65], 4, "t", "too-long", "'luck' takes at most 64 characters."),
        (["sit", 4, "t", 0, "l\n"], 4, "t", "out-of-range", "'luck' has a character that may not be there."),
        (["make", 5, "go", 17], 5, "", "out-of-range", "'seats' takes at most 16."),
        (["make", 5, "go", 2, {}, True, ["x"] * 17], 5, "", "out-of-range", "'wants' takes at most 16 rows."),
        (["make", 5, "go", 2, {}, True, [], [-1]], 5, "", "out-of-range", "'clock' takes at least 0."),
        (["act", 0, "t", 0, 1, "pass"], 0, "", "out-of-range", "'id' takes at least 1."),
        (["act", 2**53, "t", 0, 1, "pass"], 0, "", "out-of-range", f"'id' takes at most {2**53 - 1}."),
        (["start", 6, "t" * 25], 6, "", "too-long", "'table' takes at most 24 characters."),
        (["start", 6, "}"], 6, "", "out-of-range", "'table' has a character that may not be there."),
        (["join", "t "], 0, "", "out-of-range", "'table' has a character that may not be there."),
        (["history", "t", 0, -1], 0, "t", "out-of-range", "'version' takes at least 0."),
    ],
)
async def test_values_out_of_their_limits_are_refused_with_a_reason(
    redis_url: str, frame: list[object], id: int, table: str, code: str, reason: str
) -> None:
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        await raw.socket.send(packed(frame))
        await raw.send(Ping(1))
        await raw.next(Pong)
        assert raw.of(Refused) == [Refused(id, table, code, reason)]
        await raw.close()


async def test_a_name_that_can_not_be_is_refused_and_another_may_follow(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        for name in ("y" * 33, "", "   ", "\u200b\u202e", "\u3164"):
            raw = await Raw.open(house.url)
            await raw.send(Hello("x" * 30, name))
            assert (await raw.next(Refused)).code == "too-long"
            await raw.send(Hello("x" * 30, "Ann"))
            await raw.next(Welcome)
            await raw.close()
            stubborn = await Raw.open(house.url)
            for _ in range(2):
                await stubborn.send(Hello("x" * 30, name))
            assert await stubborn.closed() == codes.BAD_HELLO
            assert len(stubborn.of(Refused)) == 1


async def test_values_out_of_their_limits_cost_as_much_as_others(redis_url: str) -> None:
    async with houses(redis_url, budgets=0.1) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        with contextlib.suppress(ConnectionClosed):
            for n in range(100):
                await raw.socket.send(packed(["say", n + 1, "t", "x" * 401]))
        assert await raw.closed() in (codes.FLOOD, 1006)
        assert {refused.code for refused in raw.of(Refused)[1:]} <= {"slow-down"}


async def test_text_and_oversized_frames_close_the_socket(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        raw = await Raw.open(house.url, "x" * 30)
        await raw.socket.send("hello")
        assert await raw.closed() == codes.BAD_FRAME
        raw = await Raw.open(house.url, "x" * 30)
        await raw.socket.send(os.urandom(house.settings.max_frame + 1))
        assert await raw.closed() == 1009
