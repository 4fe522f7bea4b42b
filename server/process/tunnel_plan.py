"""Which command opens a tunnel from a public address to a port of this machine, and how its address is known.

A tunnel that passes on the connections of clients unchanged lets them write any X-Forwarded-For themselves.
So that header is believed only of those tunnels that are known to set it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from typing import Final, NamedTuple

from server.settings.config import AUTO

INSTALL: Final = (
    "Install cloudflared, which needs no account, or tailscale; or name a machine of your own that has a "
    "public address: --share ssh:user@host:port."
)

PORT: Final = "{port}"
"""Where a command has the port to which the tunnel leads."""

SSH: Final = re.compile(
    r"ssh:(?P<to>([A-Za-z0-9_.-]+@)?(?P<host>[A-Za-z0-9][A-Za-z0-9.-]*|\[[0-9A-Fa-f:]+\]))(:(?P<port>\d{1,5}))?"
)

DEFAULT_PORT: Final = 8080
"""The public port on a machine of one's own, if none is given."""

ANY_ADDRESS: Final = re.compile(
    r"https://(?>[A-Za-z0-9](?:[A-Za-z0-9.-]{0,198}[A-Za-z0-9])?(?::\d{1,5})?)(?=/?(?![\w/:?&#=%@-]))"
)
"""An https address without a path. Tunnels print further addresses, with and without paths; which one leads
to this server is found out by asking them."""


class BadShare(ValueError):
    """There is no such tunnel; the message is one line for the operator."""


class TunnelPlan(NamedTuple):
    """The command of a tunnel, and what is known about it before it runs."""

    name: str
    """For messages."""
    command: Sequence[str]
    printed: re.Pattern[str] = ANY_ADDRESS
    """Finds public addresses in what the command prints."""
    address: str = ""
    """The public address, if the command prints none."""
    tells_addresses: bool = False
    """Does the tunnel set X-Forwarded-For to the address of the client, whatever the client has sent?"""
    advice: str = ""
    """What most likely helps if nobody gets through."""


def plan(share: str, share_at: str, port: int) -> TunnelPlan | None:
    """The tunnel for these values of SHARE and SHARE_AT to this port; None if SHARE is empty. Raises
    BadShare."""
    if not share:
        return None
    if share == AUTO:
        share = next((name for name in KNOWN if shutil.which(name)), "")
        if not share:
            raise BadShare(f"No tunnel is installed here. {INSTALL}")
    address = share_at.rstrip("/")
    if share in KNOWN:
        made = KNOWN[share](port)._replace(address=address)
    elif share.startswith("ssh:"):
        made = _ssh(share, address, port)
    else:
        made = _own(share, address, port)
    if shutil.which(made.command[0]) is None:
        raise BadShare(f"{made.command[0]} is not installed here. {INSTALL}")
    return made


def _cloudflared(port: int) -> TunnelPlan:
    # A tunnel without an account ignores its address where a configuration of other tunnels is found.
    words = ("tunnel", "--no-autoupdate", "--config", os.devnull, "--url", f"http://127.0.0.1:{port}")
    return TunnelPlan(
        "cloudflared",
        ("cloudflared", *words),
        re.compile(r"https://[a-z0-9-]{1,100}\.trycloudflare\.com\b"),
        tells_addresses=True,
    )


def _tailscale(port: int) -> TunnelPlan:
    return TunnelPlan(
        "tailscale",
        ("tailscale", "funnel", f"http://127.0.0.1:{port}"),
        re.compile(r"https://[a-z0-9-]{1,100}\.[a-z0-9-]{1,100}\.ts\.net\b(:\d{1,5})?"),
        tells_addresses=True,
        advice="Funnel must be allowed for this machine once, in the settings of your tailnet.",
    )


KNOWN: Final = {"cloudflared": _cloudflared, "tailscale": _tailscale}
"""Tunnels that need no more than their name; the first one that is installed is used by itself."""


def _ssh(share: str, address: str, port: int) -> TunnelPlan:
    """A port of a machine of one's own, or, with an address, a port that only a proxy on that machine
    reaches."""
    found = SSH.fullmatch(share)
    if found is None or not 0 < (public := int(found["port"] or DEFAULT_PORT)) <= 65535:
        raise BadShare("SHARE names no machine: write it like ssh:user@host or ssh:user@host:8080.")
    host, to = found["host"], found["to"].replace("[", "").replace("]", "")
    options = ("BatchMode=yes", "ExitOnForwardFailure=yes", "ServerAliveInterval=15", "ServerAliveCountMax=3")
    at = f"{'127.0.0.1' if address else '*'}:{public}:127.0.0.1:{port}"
    words = ["ssh", "-N", "-T", *(word for option in options for word in ("-o", option)), "-R", at, "--", to]
    behind = f"Does the proxy at {address} lead to port {public} of that machine?"
    alone = (
        f"sshd on {host} needs `GatewayPorts clientspecified`; its firewall must let port {public} through."
    )
    return TunnelPlan(
        "ssh",
        words,
        address=address or f"http://{host}:{public}",
        advice=f"Does `ssh {to}` work without a password? {behind if address else alone}",
    )


def _own(share: str, address: str, port: int) -> TunnelPlan:
    try:
        words = shlex.split(share)
    except ValueError as wrong:
        raise BadShare(f"SHARE can't be read as a command: {wrong}.") from wrong
    if len(words) < 2 or PORT not in share:
        raise BadShare(
            "SHARE is no tunnel that is known here: write cloudflared, tailscale, ssh:user@host:port, or a "
            f"command that has {PORT} where the port of this server belongs."
        )
    command = [word.replace(PORT, str(port)) for word in words]
    advice = "The command must print the public https:// address, or SHARE_AT must name it."
    name = os.path.basename(command[0])
    return TunnelPlan(name, command, address=address, advice="" if address else advice)
