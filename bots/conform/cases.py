"""The cases: what a server may do, and what a client has to do then.

A case plays properly up to its moment, does one thing, and waits for what the protocol demands. After it the
game must go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final, NamedTuple

from msgspec import Raw, msgpack

from protocol.codec import encode, packed
from protocol.frames import Act, Diff, Full, Gone, Hello, Join, Notice, Reveal, Said

from .host import ClientEnded, Host, Wrong
from .table import TABLE, Step

SILENCE_S: Final = 1.5
"""How long a client is watched that has to do nothing (seconds)."""

OPEN_S: Final = 0.3
"""How long a whole game waits before its start (seconds): nothing may be disclosed then."""

LAG_S: Final = 1.0
"""The delay of an answer in the case "lag" (seconds)."""

LATER_S: Final = 1.0
"""The least pause before a reconnection after a code of 4100 to 4199 (seconds), as the page says."""

MAX_OTHER_FRAMES: Final = 50
"""Frames of a client that are answered while one thing is waited for."""


class Case(NamedTuple):
    """A case by its name. `about`: the statement that it tries, by its beginning in protocol/README.md."""

    name: str
    about: str
    play: Callable[[Host], Awaitable[None]]
    ends: bool = False
    """The game does not go on afterwards."""


class NotTried(Exception):
    """The case can't be tried with this client. The message says why."""


# -- steps of cases ----------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def demanded(statement: str, told: str) -> AsyncIterator[None]:
    """What is waited for in the body has to come, otherwise it is Wrong."""
    try:
        yield
    except TimeoutError:
        raise Wrong(statement, told) from None


async def begun(it: Host) -> None:
    """The client takes its seat and follows it; the game begins."""
    await seated(it)
    await it.tell(it.table.start())
    async with demanded('In the phase "starting", and never', "it did not disclose its part of the seed"):
        while it.table.phase == "starting":
            await it.serve(await it.next())
    await it.others()


async def seated(it: Host) -> None:
    async with demanded("Joins a table by", "it did not say hello, sit and join"):
        while not (it.table.person and it.joined):
            await it.serve(await it.next())


async def act(it: Host) -> Act:
    """The next new act, which is not answered yet. Without one, the statement of the case is not kept."""
    async with demanded("", "it did not answer its open question"):
        for _ in range(MAX_OTHER_FRAMES):
            frame = await it.next()
            if isinstance(frame, Act) and not it.answered(frame):
                return frame
            await it.serve(frame)
    raise Wrong("", f"it sent {MAX_OTHER_FRAMES} frames without answering its question")


async def played(it: Host, acts: int) -> None:
    """So many questions are answered."""
    for _ in range(acts):
        if it.table.phase == "over":
            return
        await it.serve(await act(it))


async def of_kind(it: Host, kind: Any, statement: str, told: str) -> Any:
    """The next frame of this kind; the others are answered properly."""
    async with demanded(statement, told):
        for _ in range(MAX_OTHER_FRAMES):
            frame = await it.next()
            if isinstance(frame, kind):
                return frame
            await it.serve(frame)
    raise Wrong(statement, told)


@contextlib.asynccontextmanager
async def kept(it: Host, statement: str, why: str) -> AsyncIterator[None]:
    """The client keeps its connection."""
    before = it.connections
    yield
    if it.connections > before:
        raise Wrong(statement, f"{why}, and it dropped the connection")


async def fetched_again(it: Host, statement: str, why: str) -> None:
    """The client joins with `have` -1, before it answers anything."""
    async with demanded(statement, f"{why}, and it did not join again"):
        while not isinstance(frame := await it.next(), Join):
            if isinstance(frame, Act):
                raise Wrong(statement, f"{why}, and it went on with question {frame.ask}")
            await it.serve(frame)
    if frame.have != -1:
        raise Wrong(statement, f"{why}, and it joined with have {frame.have} instead of -1")
    await it.serve(frame)


async def executed(it: Host) -> list[Step]:
    """The next act is executed, and the other seat plays; nothing of it is sent. Returns the versions."""
    frame, before = await act(it), it.table.version
    it.quiet = True
    await it.serve(frame)
    it.quiet = False
    return it.table.steps[before:]


async def silent(it: Host, kind: Any, statement: str, told: str) -> None:
    """No frame of this kind comes for a moment; the client may also end."""
    with contextlib.suppress(TimeoutError, ClientEnded):
        async with asyncio.timeout(SILENCE_S):
            while not isinstance(frame := await it.next(), kind):
                await it.serve(frame)
        raise Wrong(statement, told)


# -- frames --------------------------------------------------------------------------------------------


async def whole_game(it: Host) -> None:
    await seated(it)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(OPEN_S):
            while True:
                await it.serve(await it.next())
    await begun(it)
    while it.table.phase == "playing":
        await it.serve(await act(it))


async def news(it: Host) -> None:
    """Frames that a newer server may send, and more fields than a client knows."""
    await begun(it)
    await played(it, 1)
    async with kept(it, "Ignore kinds of frames", "a frame of an unknown kind came"):
        await it.say(packed(["novelty", 1, {"x": [None, True]}]), Notice(7, "Short break", 0))
        await it.say(Said(TABLE, "p-other", "Ö", "Hallo 👋", 1, 0))
        await played(it, 1)
    async with kept(it, "Ignore additional fields that", "a frame with more fields came"):
        for step in await executed(it):
            fields = msgpack.decode(encode(step.diff(it.channel)))
            await it.say(packed([*fields, {"later": 1}, "more"]))
        await played(it, 2)


async def numbers(it: Host) -> None:
    """All numbers in their longest form."""
    await begun(it)
    async with kept(it, "Any msgpack form of", "numbers came in their longest form"):
        for _ in range(3):
            for step in await executed(it):
                await it.say(_wide(msgpack.decode(encode(step.diff(it.channel)))))
        await played(it, 1)


def _wide(value: Any) -> bytes:
    """Msgpack with every number in nine bytes."""
    if isinstance(value, bool) or value is None:
        return packed(value)
    if isinstance(value, int):
        return (
            b"\xcf" + value.to_bytes(8, "big")
            if value >= 0
            else b"\xd3" + value.to_bytes(8, "big", signed=True)
        )
    if isinstance(value, list):
        return b"\xdd" + len(value).to_bytes(4, "big") + b"".join(map(_wide, value))
    if isinstance(value, dict):
        rows = b"".join(_wide(key) + _wide(one) for key, one in value.items())
        return b"\xdf" + len(value).to_bytes(4, "big") + rows
    data = str(value).encode()
    return b"\xdb" + len(data).to_bytes(4, "big") + data


async def other_channels(it: Host) -> None:
    """Documents that were not asked for change nothing."""
    await begun(it)
    await played(it, 1)
    whole = it.table.now.full()
    await it.say(Full("elsewhere", 0, 90_000, whole.public, _raw({})))
    await it.say(Diff(it.channel + 1, whole.version + 1, _raw([]), _raw([["ask", {}]])))
    await played(it, 2)


# -- versions --------------------------------------------------------------------------------------


async def gap(it: Host) -> None:
    await begun(it)
    await played(it, 2)
    await version_missing(it)


async def version_missing(it: Host) -> None:
    steps = await executed(it)
    last = it.table.ask_again()
    it.know(last)
    await it.say(last.diff(it.channel, check=False))
    lost = f"after version {steps[0].version - 1} came {last.version}"
    await fetched_again(it, "If one is missing,", lost)


async def doubled(it: Host) -> None:
    """The last versions come twice, then earlier ones."""
    await begun(it)
    await played(it, 2)
    before = it.table.steps[-2:]
    for _ in range(2):
        steps = await executed(it)
        for step in (*steps, *steps, *before):
            await it.say(step.diff(it.channel, check=False))
        before = steps
        frame = await of_kind(it, Act | Join, "", "it did not go on")
        if isinstance(frame, Join):
            told = "a version came twice, and it joined again"
            raise Wrong("Ignore a version that", told)
        if frame.ask != it.table.numbers[0]:
            told = f"an earlier version came again, and it answered question {frame.ask} of that one"
            raise Wrong("Ignore a version that", told)
        await it.serve(frame)


async def wrong_check(it: Host) -> None:
    """The check value is that of another document: the client's copy must be wrong."""
    await begun(it)
    await played(it, 2)
    steps = await executed(it)
    for step in steps[:-1]:
        await it.say(step.diff(it.channel))
    last = steps[-1].diff(it.channel)
    public, mine = last.check or (0, 0)
    await it.say(Diff(last.channel, last.version, last.public, last.mine, (public ^ 1, mine)))
    frame = await of_kind(it, Act | Join, "If a value differs", "it did not go on")
    if isinstance(frame, Join) and frame.have != -1:
        told = f"a check value differed, and it joined with have {frame.have} instead of -1"
        raise Wrong("If a value differs", told)
    await it.serve(frame)


async def bad_patch(it: Host) -> None:
    """A patch of something that is not there."""
    await begun(it)
    await played(it, 2)
    steps = await executed(it)
    node = _raw([[], ["nowhere", [["x", 1]]]])
    await it.say(Diff(it.channel, steps[0].version, node, _raw([])))
    await fetched_again(it, "A patch that doesn't", "a patch did not fit")


def _raw(value: Any) -> Any:
    return msgpack.decode(packed(value), type=Raw)


async def earlier_version(it: Host) -> None:
    """The store has lost the last change: the whole document of an earlier version."""
    await begun(it)
    await played(it, 3)
    version = it.table.version
    while it.table.steps[version - 1].document[1]["ask"].get("number", 0) in (0, it.table.numbers[0]):
        version -= 1
    step = it.table.back_to(version)
    asked = it.table.numbers[0]
    it.acts = {number: frame for number, frame in it.acts.items() if number < asked}
    await it.say(step.full())
    told = f"the whole document of version {step.version} came, and it did not answer question {asked} of it"
    async with demanded("| `full` | table,", told):
        while True:
            frame = await it.next()
            if isinstance(frame, Act) and frame.ask == asked:
                await it.serve(frame)
                return
            await it.serve(frame)


# -- connections ------------------------------------------------------------------------------------


async def lost_act(it: Host) -> None:
    """The connection breaks before an act has arrived: it is sent again under its id."""
    await begun(it)
    await played(it, 2)
    lost = await act(it)
    await it.cut()
    told = "the connection broke before an act was acknowledged, and the act was not sent again"
    async with demanded("Send every unacknowledged change", told):
        while True:
            frame = await it.next()
            if isinstance(frame, Act) and frame == lost:
                break
            await it.serve(frame)
    await it.serve(frame)


async def lost_answer(it: Host) -> None:
    """The connection breaks after an act was executed, before it was acknowledged: nothing happens twice."""
    await begun(it)
    await played(it, 2)
    await executed(it)
    await it.cut()
    await played(it, 2)


async def restarting(it: Host) -> None:
    """The server closes with 4002, twice: reconnect at once, and go on from the version that is there."""
    await begun(it)
    for _ in range(2):
        await played(it, 2)
        await it.close(4002)
        await came_back(it, "| 4000 to 4099", "the server closed with 4002")
    await played(it, 2)


async def crowded(it: Host) -> None:
    """The server closes with 4102: reconnect after a second or more."""
    await begun(it)
    await played(it, 1)
    closed = time.monotonic()
    await it.close(4102)
    await came_back(it, "| 4100 to 4199", "the server closed with 4102")
    if it.opened_at - closed < LATER_S:
        told = f"the server closed with 4102, and it came back after {it.opened_at - closed:.2f} s"
        raise Wrong("| 4100 to 4199", told)
    await played(it, 1)


async def came_back(it: Host, statement: str, why: str) -> None:
    hello = await of_kind(it, Hello, statement, f"{why}, and the client did not come back")
    await it.serve(hello)


async def locked_out(it: Host) -> None:
    """The server closes with 4204: don't reconnect."""
    await begun(it)
    await played(it, 1)
    await it.close(4204)
    await silent(it, Hello, "| 4200 to 4299,", "the server closed with 4204, and the client came back")


async def lag(it: Host) -> None:
    """The answer to an act comes late."""
    await begun(it)
    await played(it, 1)
    steps = await executed(it)
    await asyncio.sleep(LAG_S)
    await it.tell(*steps)


# -- refusals ---------------------------------------------------------------------------------------


def temporary(code: str, statement: str) -> Callable[[Host], Awaitable[None]]:
    """An act is refused for the moment: the same frame has to come again."""

    async def play(it: Host) -> None:
        await begun(it)
        await played(it, 1)
        first = await act(it)
        await it.refuse(first, code)
        again = await of_kind(it, Act, statement, f"an act was refused {code}, and it was not sent again")
        if again != first:
            told = f"an act was refused {code}, and another one was sent instead"
            raise Wrong(statement, told)
        await it.serve(again)

    return play


async def refused_join(it: Host) -> None:
    """The join of the next connection is refused for the moment: it has to come again, and counts as one."""
    await begun(it)
    await played(it, 1)
    await it.close(4002)
    told = "the server closed with 4002, and it did not join again"
    await it.refuse(await of_kind(it, Join, "| 4000 to 4099", told), "storing")
    told = "its join was refused storing, and it did not join again"
    await it.serve(await of_kind(it, Join, "| `storing` | the", told))
    await version_missing(it)


async def stale(it: Host) -> None:
    """A stand-in has answered the question: the act is refused, and the next question is to be answered."""
    await begun(it)
    await played(it, 1)
    late = await act(it)
    await it.tell(it.table.play(0, it.table.options_of(0)[0]))
    await it.refuse(late, "stale")
    await it.others()
    for _ in range(2):
        frame = await act(it)
        if frame.ask == late.ask:
            raise Wrong("| `stale` | the", f"question {late.ask} was refused as stale, and answered again")
        await it.serve(frame)


async def new_number(it: Host) -> None:
    """The question gets another number while the client answers it."""
    await begun(it)
    await played(it, 1)
    late = await act(it)
    await it.tell(it.table.ask_again())
    await it.refuse(late, "stale")
    told = f"question {late.ask} became {it.table.numbers[0]}, and that one was not answered"
    async with demanded("A question gets a", told):
        while (frame := await act(it)).ask != it.table.numbers[0]:
            await it.serve(frame)
    await it.serve(frame)


# -- seats and dealing --------------------------------------------------------------------------------


async def offer(it: Host) -> None:
    """The seat is offered to somebody else: the person may agree, decline, or play on."""
    await begun(it)
    await played(it, 1)
    it.table.offer = {
        "number": 5,
        "mind": "",
        "person": "p-other",
        "name": "Bo",
        "asks": "p-client",
        "also": [],
    }
    await it.tell(it.table.step())
    await played(it, 1)
    it.table.offer = {}
    await it.tell(it.table.step())


async def handed_over(it: Host) -> None:
    """Another player has the seat: nothing may be done for it any more."""
    await begun(it)
    await played(it, 1)
    late = await act(it)
    it.joined = False
    await it.say(Gone(TABLE, "not-your-seat", 0))
    await it.refuse(late, "not-your-seat")
    await silent(it, Act, "| `gone` | table,", "the seat was gone, and the client still acted for it")


def not_disclosed(change: Callable[[Host], None], told: str) -> Callable[[Host], Awaitable[None]]:
    """What the server has shown before the start is another now: the own part must stay secret."""

    async def play(it: Host) -> None:
        await seated(it)
        if not it.table.promises[0]:
            raise NotTried("the client makes no promise")
        change(it)
        await it.tell(it.table.start())
        await silent(it, Reveal, "Store all `promises` first,", f"{told}, and it disclosed its part")

    return play


def _other_commitment(it: Host) -> None:
    it.table.commitment = "0" * 64


def _other_promise(it: Host) -> None:
    it.table.promises[0] = "f" * 64


CASES: Final = (
    Case("whole-game", "**Options** are complete: a", whole_game),
    Case("newer-server", "Ignore kinds of frames", news),
    Case("number-forms", "Any msgpack form of", numbers),
    Case("other-table", "You may hold several", other_channels),
    Case("gap", "If one is missing,", gap),
    Case("doubled", "Ignore a version that", doubled),
    Case("check", "If a value differs", wrong_check),
    Case("bad-patch", "A patch that doesn't", bad_patch),
    Case("earlier-version", "| `full` | table,", earlier_version),
    Case("lost-act", "Send every unacknowledged change", lost_act),
    Case("lost-answer", "If the connection breaks", lost_answer),
    Case("restart", "| 4000 to 4099", restarting),
    Case("crowded", "| 4100 to 4199", crowded),
    Case("locked-out", "| 4200 to 4299,", locked_out, ends=True),
    Case("lag", "A change is acknowledged", lag),
    Case("slow-down", "| `slow-down` | over", temporary("slow-down", "| `slow-down` | over")),
    Case("storing", "| `storing` | the", temporary("storing", "| `storing` | the")),
    Case("refused-join", "| `storing` | the", refused_join),
    Case("stale", "| `stale` | the", stale),
    Case("new-number", "A question gets a", new_number),
    Case("offer", "In a running game `hand`", offer),
    Case("handed-over", "| `gone` | table,", handed_over, ends=True),
    Case(
        "other-commitment",
        "Store all `promises` first,",
        not_disclosed(_other_commitment, "the commitment has changed"),
        ends=True,
    ),
    Case(
        "other-promise",
        "Store all `promises` first,",
        not_disclosed(_other_promise, "its promise was replaced"),
        ends=True,
    ),
)
"""All cases, the simple ones first."""
