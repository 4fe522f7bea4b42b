"""What the doctor says of settings that can be read, and are not what was meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from server.config import Settings

from .telling import ADVICE, WRONG, Finding

SHORT: Final = 16
"""Characters below which a key can be guessed."""


def values(settings: Settings) -> Iterator[Finding]:
    """All that is to be said of them."""
    yield from _origins(settings.origins)
    yield from _hosts(settings.hosts)
    yield from _proxies(settings.proxies)
    yield from _bot_key(settings.bot_key)
    yield from _admin_key(settings)
    if settings.metrics.rpartition(":")[0] in ("0.0.0.0", "::", "[::]"):
        yield Finding(
            ADVICE,
            f"METRICS={settings.metrics} is for everybody who reaches it.",
            "Keep the port behind a firewall.",
        )


def _origins(origins: Sequence[str]) -> Iterator[Finding]:
    for origin in origins:
        if origin != "*" and not _is_origin(origin):
            yield Finding(
                WRONG,
                f"ORIGINS has {origin!r}, which is no origin: no page is let in by it.",
                f"Write scheme and host alone, like {_origin(origin)}.",
            )
    if "*" in origins:
        yield Finding(
            ADVICE, "ORIGINS is *: any page in the web may play as its visitor.", "Name the pages that may."
        )


def _hosts(hosts: Sequence[str]) -> Iterator[Finding]:
    for host in hosts:
        if "/" in host or host != host.strip():
            mend = f"Write the name alone, like {urlsplit(_origin(host)).netloc}."
            yield Finding(WRONG, f"HOSTS has {host!r}, which no browser asks for.", mend)
        elif "*" in host:
            mend = "Write each name in full, or leave HOSTS empty to answer to any."
            yield Finding(WRONG, f"HOSTS has {host!r}, which stands for no other names.", mend)


def _proxies(proxies: Sequence[str]) -> Iterator[Finding]:
    for proxy in proxies:
        network = ip_network(proxy, strict=False)
        if network.prefixlen == 0:
            yield Finding(
                WRONG,
                f"PROXIES={proxy} believes everybody: anyone may pretend to be another address.",
                "Name the proxy's own address or network.",
            )
        elif network.is_global and network.num_addresses > 256:
            yield Finding(
                ADVICE,
                f"PROXIES={proxy} believes {network.num_addresses} addresses of the internet.",
                "Name those that the proxy really has.",
            )


def _bot_key(key: str) -> Iterator[Finding]:
    if not key:
        yield Finding(
            ADVICE,
            "BOT_KEY is not set: `serve` has no bots (`play` makes a key of its own).",
            "Set it to the same long random text for hubs and bots.",
        )
    elif len(key) < SHORT:
        yield Finding(
            WRONG,
            "BOT_KEY is short: who guesses it sits down as a bot, without limits.",
            "Set it to a long random text, as `openssl rand -base64 24` prints.",
        )


def _admin_key(settings: Settings) -> Iterator[Finding]:
    if settings.admin_key and len(settings.admin_key) < SHORT:
        yield Finding(
            WRONG,
            "ADMIN_KEY is short: who guesses it sees every guest's address and closes every table.",
            "Set it to a long random text, as `openssl rand -base64 24` prints.",
        )
    if settings.admin_key and not settings.metrics:
        yield Finding(
            WRONG, "ADMIN_KEY is set, but METRICS is not: there is no /admin.", "Set METRICS as well."
        )


def _origin(text: str) -> str:
    """The origin that was most likely meant."""
    parts = urlsplit(text if "://" in text else f"https://{text}")
    return f"{parts.scheme}://{parts.netloc.lower()}".strip()


def _is_origin(text: str) -> bool:
    """Is this what browsers say: a scheme and a host, no path, no capitals?"""
    parts = urlsplit(text)
    return bool(parts.scheme and parts.netloc) and f"{parts.scheme}://{parts.netloc}" == text == text.lower()
