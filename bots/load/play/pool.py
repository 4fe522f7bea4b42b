"""Who sits at the tables: groups of users, each on a socket of its own, who may play several tables."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

from .user import User

AT_ONCE: Final = 64
"""Sockets that are being opened at the same time."""


class UserGroup:
    """As many users as a table has seats and watchers."""

    def __init__(self, users: list[User]) -> None:
        self.users = users
        self.tables = 0
        self.running: list[asyncio.Task[None]] = []
        self.opening: asyncio.Task[None] | None = None

    async def opened(self, gate: asyncio.Semaphore) -> None:
        """Wait until all are welcomed; whoever is first opens the sockets."""
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
        """Close all sockets, whatever state they are in."""
        if self.opening is not None and not self.opening.done():
            self.opening.cancel()
        await asyncio.gather(*(user.close() for user in self.users if not user.paused))
        for task, user in zip(self.running, self.users, strict=False):
            if user.paused or not user.session.welcomed:
                task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)


class UserPool:
    """All groups of a process. `new_group` makes one."""

    def __init__(self, new_group: Callable[[], UserGroup], per_group: int) -> None:
        self._new_group = new_group
        self._per_group = per_group
        self._gate = asyncio.Semaphore(AT_ONCE)
        self.all: list[UserGroup] = []
        self._closing: set[asyncio.Task[None]] = set()
        self.gone_in = self.gone_out = 0
        """Bytes of sockets that were closed."""

    async def acquire(self) -> UserGroup:
        """A group with room for one more table, its sockets open."""
        group = next((group for group in reversed(self.all) if group.tables < self._per_group), None)
        if group is None:
            group = self._new_group()
            self.all.append(group)
        group.tables += 1
        await group.opened(self._gate)
        return group

    def release(self, group: UserGroup) -> None:
        """A table of this group has ended. Nobody stays at the server without one."""
        group.tables -= 1
        if not group.tables and group in self.all:
            self.all.remove(group)
            self.gone_in += sum(user.bytes_in for user in group.users)
            self.gone_out += sum(user.bytes_out for user in group.users)
            task = asyncio.create_task(group.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    def users(self) -> Iterator[User]:
        """Every one of them."""
        for group in self.all:
            yield from group.users

    async def close(self) -> None:
        """Close everything."""
        await asyncio.gather(*(group.close() for group in self.all), *self._closing)
