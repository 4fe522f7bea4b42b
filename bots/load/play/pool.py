"""Groups of users for the tables, each user with its own socket; a group may play several tables."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from .user import User

CONNECTS_AT_ONCE: Final = 64
"""Sockets that are opened concurrently."""


class UserGroup:
    """One user for each seat and watcher of a table."""

    def __init__(self, users: list[User]) -> None:
        self.users = users
        self.tables = 0
        self.running: list[asyncio.Task[None]] = []
        self.opening: asyncio.Task[None] | None = None

    async def opened(self, gate: asyncio.Semaphore) -> None:
        """Wait until all users are welcomed; the first caller opens the sockets."""
        if self.opening is None:
            self.opening = asyncio.create_task(self._open(gate))
        await asyncio.shield(self.opening)

    async def _open(self, gate: asyncio.Semaphore) -> None:
        async def one(user: User) -> None:
            async with gate:
                self.running.append(asyncio.create_task(user.run()))
                await user.welcomed()

        await asyncio.gather(*(one(user) for user in self.users))

    async def close(self) -> None:
        """Close all sockets, in any state."""
        if self.opening is not None and not self.opening.done():
            self.opening.cancel()
        await asyncio.gather(*(user.close() for user in self.users if not user.paused))
        for task, user in zip(self.running, self.users, strict=False):
            if user.paused or not user.session.welcomed:
                task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)


class UserPool:
    """All groups of a process. `new_group` makes one; `leaving` runs before the users of one disconnect."""

    def __init__(
        self,
        new_group: Callable[[], UserGroup],
        per_group: int,
        leaving: Callable[[list[User]], Awaitable[None]],
    ) -> None:
        self._new_group = new_group
        self._leaving = leaving
        self._per_group = per_group
        self._gate = asyncio.Semaphore(CONNECTS_AT_ONCE)
        self.all: dict[UserGroup, None] = {}
        """In the order of their making."""
        self._with_room: dict[UserGroup, None] = {}
        """Groups that can play at one more table."""
        self._closing: set[asyncio.Task[None]] = set()

    async def acquire(self) -> UserGroup:
        """A group with capacity for one more table, its sockets open."""
        group = next(reversed(self._with_room), None)
        if group is None:
            group = self._new_group()
            self.all[group] = self._with_room[group] = None
        group.tables += 1
        if group.tables >= self._per_group:
            del self._with_room[group]
        await group.opened(self._gate)
        return group

    def release(self, group: UserGroup) -> None:
        """A table of this group has ended. A group without tables disconnects."""
        group.tables -= 1
        if group in self.all:
            self._with_room[group] = None
        if not group.tables and group in self.all:
            del self.all[group], self._with_room[group]
            task = asyncio.create_task(self._close(group))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _close(self, group: UserGroup) -> None:
        await self._leaving(group.users)
        await group.close()

    def users(self) -> Iterator[User]:
        """All users of the open groups."""
        for group in self.all:
            yield from group.users

    async def left(self) -> None:
        """Wait until all groups without tables have disconnected."""
        await asyncio.gather(*self._closing, return_exceptions=True)

    async def close(self) -> None:
        await asyncio.gather(*(group.close() for group in self.all), *self._closing)
