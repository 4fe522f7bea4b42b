"""Texts that other people see: a silenced person cannot send any, and filtered words are starred."""

from __future__ import annotations

import inspect
import typing
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import httpx
import msgspec
import pytest
from msgspec import Meta

from protocol import frames
from protocol.frames import (
    Browse,
    Done,
    FromClient,
    Hand,
    Hello,
    Here,
    Join,
    Make,
    Refused,
    Report,
    Say,
    Sit,
    Tip,
    Why,
)
from server.moderation import orders, speech
from server.moderation.speech import nameless
from server.people import groups
from server.store.admin_records import admin_records_at
from server.table.tokens import person
from tests.waiting import LIMIT, until

from ..live.hubs import House, Raw, houses

MUTE, WORD = "m" * 30, "Schimpfwort"
NAMELESS = nameless(person(MUTE))

SAID = {("Hello", "name"), ("Say", "text")}
"""Texts of frames that other people see."""

UNSEEN = {
    ("Report", "text"): "for the server's host alone, who reads it as it was written",
    ("Hello", "proof"): "compared, never kept",
    ("Browse", "after"): "read as a place in the lobby",
    ("Why", "thing"): "one of the game's names, or none",
    ("Make", "game"): "one of the games' names, or refused",
    ("Make", "options"): "checked against what the game knows",
    ("Make", "lesson"): "one of the game's names, or refused",
    ("Hand", "person"): "somebody who is at the table, or refused",
    ("Report", "person"): "somebody who was at the table, or refused",
    ("Act", "verb"): "one of the question's options, or refused",
    ("Teach", "verb"): "one of the question's options, or refused",
    ("Teach", "second"): "one of the question's options, or refused",
    ("Teach", "then"): "by a bot process that knows the key",
}
"""Texts of frames that other people do not see, each with the reason."""

TITLES = {("Founding", "title"), ("Founding", "name"), ("Joining", "name"), ("Changing", "title")}
"""Texts of requests about groups that other people see."""


def free(hint: Any, bound: bool = False) -> bool:
    """Can this field have any text? `bound`: its pattern allows nothing but ids."""
    if get_origin(hint) is Annotated:
        kind, *extras = get_args(hint)
        return free(kind, bound or any(isinstance(it, Meta) and it.pattern for it in extras))
    if hint in (str, Any):
        return not bound
    return any(free(part, bound) for part in get_args(hint)) and get_origin(hint) is not typing.Literal


def texts(kinds: Any) -> set[tuple[str, str]]:
    return {
        (kind.__name__, name)
        for kind in kinds
        for name, hint in get_type_hints(kind, include_extras=True).items()
        if name in kind.__struct_fields__ and free(hint)
    }


def test_of_every_text_of_a_frame_it_is_said_whether_others_see_it() -> None:
    """A new text field must be added to one of these lists. Texts that others see pass the moderation of
    speech, and are tried below."""
    assert texts(get_args(FromClient)) == SAID | UNSEEN.keys()
    structs = [it for _, it in inspect.getmembers(groups, inspect.isclass) if issubclass(it, msgspec.Struct)]
    here = [it for it in structs if it.__module__ == groups.__name__]
    assert texts(here) == TITLES
    assert all(hasattr(frames, name) for name, _ in (*SAID, *UNSEEN))


def test_texts_of_people_are_made_fit_in_one_place() -> None:
    """No other module uses the word filter or the cleaning of typed text, except for texts to the
    operator."""
    room = Path(inspect.getfile(speech)).parent
    cleaning = set[str]()
    for file in room.parent.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        assert ".starred(" not in source or file.parent == room, file
        if "text_cleaning" in source and file.parent != room:
            cleaning.add(file.name)
    assert cleaning == {"reporting.py"}


async def order(redis_url: str, house: House, who: str, value: bytes) -> None:
    """Let the operator silence a person, or lift that again (b"")."""
    field = orders.barred(orders.SILENCE, orders.PERSON, person(who))
    async with admin_records_at(redis_url) as stored:
        await stored.act(b"silence", {field: value})
    await until(lambda: (field in house.parts.registry.orders.fields) == bool(value))


def heard(raw: Raw) -> str:
    return repr(raw.frames)


async def test_a_silenced_person_has_no_text_in_any_frame(redis_url: str) -> None:
    async with houses(redis_url, poll_s=0.05) as (house,):
        ann = await Raw.open(house.url, "a" * 30, "Ann")
        await ann.send(Browse())
        await order(redis_url, house, MUTE, msgspec.msgpack.encode(0))
        mute = await Raw.open(house.url, MUTE, f"My {WORD}")
        await mute.send(Make(1, "loyang", 2))
        table = (await mute.next(Done)).table
        await ann.send(Join(table))
        for frame in (
            Sit(2, table, 0),
            Join(table),
            Hello(MUTE, f"Other {WORD}", proof=WORD),
            Say(3, table, f"A {WORD}"),
            Why(4, table, 0, 1, WORD),
            Make(5, WORD, 2),
            Make(6, "loyang", 2, {"pairs": WORD}),
            Make(7, "loyang", 2, {WORD: True}),
            Make(8, "loyang", 2, {}, True, [], [], False, "", WORD),
            Hand(9, table, 0, "", WORD),
            Report(10, table, person("a" * 30), WORD),
            Report(11, table, WORD, WORD),
            Tip(12, table, 0, 1),
            Browse(True, WORD),
        ):
            await mute.send(frame)
        await until(lambda: {3, 8, 9, 11} <= {it.id for it in mute.of(Refused)})
        assert {it.code for it in mute.of(Refused) if it.id in (0, 3)} == {"silenced"}
        await until(lambda: NAMELESS in heard(ann))
        await until(lambda: any(name == NAMELESS for here in ann.of(Here) for _, name, _ in here.people))
        async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
            page = (await web.get(f"/t/{table}")).text + (await web.get(f"/tables/{table}")).text
        assert NAMELESS in page and WORD not in page and WORD not in heard(ann)
        await order(redis_url, house, MUTE, b"")
        await mute.send(Hello(MUTE, "Better"))
        await mute.send(Join(table, -1))
        await until(lambda: any(name == "Better" for here in ann.of(Here)[-1:] for _, name, _ in here.people))
        await ann.close()
        await mute.close()


async def test_silencing_renames_a_connected_person(redis_url: str) -> None:
    """The name disappears in every lobby, which shows the hosts of public tables, and at the tables."""
    async with houses(redis_url, 2, poll_s=0.05) as (one, two):
        ann, mute = await Raw.open(two.url, "a" * 30, "Ann"), await Raw.open(one.url, MUTE, f"My {WORD}")
        await ann.send(Browse())
        await mute.send(Make(1, "loyang", 2))
        table = (await mute.next(Done)).table
        await mute.send(Join(table))
        await ann.send(Join(table))
        await until(lambda: WORD in repr(ann.of(frames.Listed)) and WORD in repr(ann.of(Here)))
        await order(redis_url, one, MUTE, msgspec.msgpack.encode(0))
        await until(
            lambda: NAMELESS in repr(ann.of(frames.Listed)[-1:]) and NAMELESS in repr(ann.of(Here)[-1:])
        )
        late = await Raw.open(two.url, "c" * 30, "Cem")
        await late.send(Browse())
        assert WORD not in repr(await late.next(frames.Lobby)) and NAMELESS in repr(late.of(frames.Lobby))
        await order(redis_url, two, MUTE, b"")
        await until(lambda: WORD in repr(ann.of(frames.Listed)[-1:]) and WORD in repr(ann.of(Here)[-1:]))
        for raw in (ann, mute, late):
            await raw.close()


@pytest.mark.parametrize("silenced", [False, True])
async def test_nor_by_what_a_group_is_called(redis_url: str, tmp_path: Path, silenced: bool) -> None:
    (tmp_path / "words").write_text(WORD)
    async with houses(redis_url, poll_s=0.05, words=str(tmp_path / "words")) as (house,):

        async def ask(who: str, method: str, link: str = "", **told: str) -> httpx.Response:
            async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
                headers = {"authorization": f"Bearer {who}"}
                return await web.request(
                    method, f"/groups{link and '/'}{link}", json=told or None, headers=headers
                )

        link = (await ask("a" * 30, "POST", title=f"Our {WORD}", name=f"An {WORD}")).json()["group"]
        await ask(MUTE, "PUT", link, name=f"My {WORD}")
        if silenced:
            await order(redis_url, house, MUTE, msgspec.msgpack.encode(0))
            assert (await ask(MUTE, "POST", title="Fine words", name="Mute")).status_code == 403
        answer = await ask(MUTE, "PATCH", link, title=f"Their {WORD} anew")
        assert (answer.status_code == 403) is silenced
        await ask(MUTE, "PUT", link, name=f"Another {WORD}")
        seen = await ask("a" * 30, "GET", link)
        assert WORD not in seen.text and "***" in seen.text
        assert (seen.json()["members"][person(MUTE)] == NAMELESS) is silenced


async def test_unwanted_words_are_starred_wherever_others_see_them(redis_url: str, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(f"*{WORD}*")
    async with houses(redis_url, words=str(tmp_path / "words")) as (house,):
        ann, bob = await Raw.open(house.url, "a" * 30, "Ann"), await Raw.open(house.url, MUTE, f"{WORD}er")
        await ann.send(Browse())
        await bob.send(Make(1, "loyang", 2))
        table = (await bob.next(Done)).table
        await ann.send(Join(table))
        for frame in (
            Sit(2, table, 0),
            Join(table),
            Say(3, table, f"Du {WORD.upper()}"),
            Hello(MUTE, f"X {WORD}"),
        ):
            await bob.send(frame)
        await until(lambda: "Du *" in heard(ann))
        await bob.send(Join(table, -1))
        await until(lambda: "X ***" in repr(ann.of(Here)[-1:]))
        assert WORD.casefold() not in heard(ann).casefold()
        await ann.close()
        await bob.close()
