"""The tunnel of a server on one machine: its end here, its command, and whether people get through it.

The end here is a port of its own on the loopback address. So hubs can tell what comes from everybody from
what comes from this machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

import msgspec

from .admin.findings import WRONG
from .admin.probe import outside
from .net.client_addresses import TUNNEL
from .process.forever import steadily
from .process.shared_listener import Scales, accept_for_hubs
from .process.tunnel import Tunnel
from .process.tunnel_plan import BadShare, TunnelPlan, plan
from .settings.config import AUTO, Settings


class Share:
    """Opens the server for everybody, at once if SHARE names a tunnel, else when the key asks for it."""

    def __init__(
        self,
        settings: Settings,
        listening: socket.socket,
        tell: Callable[[str], None],
        opened: Callable[[str], None],
    ) -> None:
        """`listening`: the end here; `tell(line)` and `opened(link)`: for the terminal. Raises BadShare if
        SHARE can't be used."""
        self._settings, self._listening = settings, listening
        self._arrived = 0
        self._accepting: asyncio.Task[None] | None = None
        found = _found(settings, self.port)
        self.tunnel = (
            Tunnel(found, self._check, tell, lambda address: opened(f"{address}/")) if found else None
        )

    @property
    def port(self) -> int:
        """The port of the end here."""
        return int(self._listening.getsockname()[1])

    @property
    def proxies(self) -> list[str]:
        """The value of PROXIES for the hubs."""
        tells = self.tunnel is not None and self.tunnel.plan.tells_addresses
        return [*self._settings.proxies, *([TUNNEL] if tells else [])]

    def start(self, scales: Scales, doors: Path) -> None:
        """Hand over what arrives here to the hubs; open the tunnel if SHARE names one."""

        async def accept() -> None:
            await accept_for_hubs(self._listening, scales, doors, self._count)

        self._accepting = steadily("tunnel's end", accept)
        if self.tunnel is not None and self._settings.share:
            self.tunnel.start()

    async def close(self) -> None:
        """End the tunnel."""
        if self.tunnel is not None:
            await self.tunnel.close()
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.gather(self._accepting, return_exceptions=True)

    def _count(self) -> None:
        self._arrived += 1

    async def _check(self, address: str) -> list[str]:
        """What keeps people from playing at this address, in the words of `doctor --at`."""
        before = self._arrived
        known = msgspec.structs.replace(self._settings, proxies=[TUNNEL], hosts=[])
        wrong = [f"{it.what} {it.mend}".strip() for it in await outside(address, known) if it.state == WRONG]
        if not wrong and self._arrived == before:
            return ["Another server answers there."]
        return wrong


def _found(settings: Settings, port: int) -> TunnelPlan | None:
    """The tunnel of SHARE; without SHARE the one that is installed here, if there is one."""
    if settings.share:
        return plan(settings.share, settings.share_at, port)
    with contextlib.suppress(BadShare):
        return plan(AUTO, settings.share_at, port)
    return None
