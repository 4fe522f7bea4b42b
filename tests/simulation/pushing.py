"""A push service with faults, and the browsers that it hands messages to. Every message must have been
claimed in the store by the hub that sent it, so that no notice comes twice."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING, Final

from server.games.catalogue import row
from server.push.wording import WORDS
from server.table import tokens

from ..push.service import HANG, Browser, PushService, Taken
from .engine.keyspace import Effect
from .loop import Process
from .person import Person

if TYPE_CHECKING:
    from .world import World

PORT: Final = 4000

ANSWERS: Final = (201, 201, 201, 201, 201, 410, 500, 429, HANG)
"""Answers to messages, each equally often."""

KINDS: Final = {text: kind for kind, text in WORDS["en"].items()}


class Pushing:
    """The push service of a simulation. `hub`: the port of the hubs."""

    def __init__(self, world: World, hub: int) -> None:
        self.world = world
        self.hub = hub
        random = world.stream("push")
        self.on = random.random() < 0.3
        """Do people want notices while no page is open?"""
        self.service = PushService(f"http://127.0.0.1:{PORT}", world.loop.time, random.randbytes)
        self.service.status = lambda: random.choice(ANSWERS)
        self.service.arrived = self._arrived
        self._process = Process(world.loop, "push service")
        world.net.listeners[PORT] = lambda _: (self._process, self.service.protocol)
        self._people: dict[str, str] = {}
        """By address of a browser: its person."""
        self._claims: Counter[tuple[str, str, str]] = Counter()
        """The claims that were stored, by person, kind and table."""
        self._sent: Counter[tuple[str, str, str]] = Counter()
        """The messages that arrived, by browser, kind and table."""

    def subscribe(self, person: Person) -> None:
        """A person switches notices on."""
        if self.on:
            browser = self.service.browser()
            self._people[browser.endpoint] = tokens.person(person.token)
            person.process.spawn(self._subscribe(person, browser))

    async def _subscribe(self, person: Person, browser: Browser) -> None:
        """The request of the page, repeated until a hub has stored it."""
        body = json.dumps(browser.wish()).encode()
        head = f"PUT /push HTTP/1.1\r\nHost: hub\r\nAuthorization: Bearer {person.token}\r\n"
        asked = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.hub)
                writer.write(asked)
                line = await asyncio.wait_for(reader.readline(), 20)
                writer.transport.abort()
                if b" 200 " in line:
                    return
            except OSError:  # TimeoutError is one
                pass
            await asyncio.sleep(1)

    def stored(self, effect: Effect) -> None:
        """An engine has written an effect."""
        if effect[0] == b"HSET" and effect[1].startswith(b"n:{") and effect[1].endswith(b"}:told"):
            person = effect[1][3:-6].decode()
            kind, table, *_ = effect[2].decode().split(" ")
            self._claims[person, kind, table] += 1

    def _arrived(self, taken: Taken) -> None:
        """A message has arrived, whatever the service answers."""
        told, table = taken.told, taken.told["table"]
        kind, person = KINDS.get(told["title"], ""), self._people[taken.browser]
        self.world.note("push service", f"{kind} {table} {taken.status}")
        self._sent[taken.browser, kind, table] += 1
        true = self.world.truth.tables.get(table)
        if told.keys() != {"table", "title", "body"} or not kind:
            self.world.fail(f"the push service hands over {told}")
        elif self._sent[taken.browser, kind, table] > self._claims[person, kind, table]:
            self.world.fail(f"{person} is told of {table} ({kind}) more often than a hub has claimed")
        elif true is not None and told["body"] != row(true.table.state.made.game)["titles"]["en"]:
            self.world.fail(f"{person} is told of {table} as {told['body']}")

    def wrong(self) -> str:
        """What the push service could not accept; "" for nothing."""
        return next(iter(self.service.wrong), "")
