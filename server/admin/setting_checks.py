"""The doctor's checks for settings that are valid but most likely not intended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

from server.settings.config import Settings

from .findings import ADVICE, WRONG, Finding

MIN_KEY_CHARS: Final = 16
"""A shorter key can be guessed."""


def values(settings: Settings) -> Iterator[Finding]:
    """All findings about these settings."""
    yield from _origins(settings.origins)
    yield from _hosts(settings.hosts)
    yield from _proxies(settings.proxies)
    yield from _bot_key(settings.bot_key)
    yield from _admin_key(settings)
    if settings.metrics.rpartition(":")[0] in ("0.0.0.0", "::", "[::]"):
        yield Finding(
            ADVICE,
            f"METRICS={settings.metrics} is open to every machine that can reach it.",
            "Keep the port behind a firewall.",
        )


def _origins(origins: Sequence[str]) -> Iterator[Finding]:
    for origin in origins:
        if origin != "*" and not _is_origin(origin):
            yield Finding(
                WRONG,
                f"ORIGINS has {origin!r}, which is not an origin: it admits no page.",
                f"Write scheme and host alone, like {_origin(origin)}.",
            )
    if "*" in origins:
        yield Finding(
            ADVICE, "ORIGINS is *: any page in the web may play as its visitor.", "Name the allowed pages."
        )


def _hosts(hosts: Sequence[str]) -> Iterator[Finding]:
    for host in hosts:
        if "/" in host or host != host.strip():
            mend = f"Write the name alone, like {urlsplit(_origin(host)).netloc}."
            yield Finding(WRONG, f"HOSTS has {host!r}, which no browser requests.", mend)
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
                f"PROXIES={proxy} trusts {network.num_addresses} addresses of the internet.",
                "Name only the proxy's own addresses.",
            )


def _bot_key(key: str) -> Iterator[Finding]:
    if not key:
        yield Finding(
            ADVICE,
            "BOT_KEY is not set: `serve` has no bots (`play` makes a key of its own).",
            "Set it to the same long random text for hubs and bots.",
        )
    elif len(key) < MIN_KEY_CHARS:
        yield Finding(
            WRONG,
            "BOT_KEY is short: a client that guesses it can take seats as a bot, without limits.",
            "Set it to a long random text, as `openssl rand -base64 24` prints.",
        )


def _admin_key(settings: Settings) -> Iterator[Finding]:
    if settings.admin_key and len(settings.admin_key) < MIN_KEY_CHARS:
        yield Finding(
            WRONG,
            "ADMIN_KEY is short: a client that guesses it can see every address and close every table.",
            "Set it to a long random text, as `openssl rand -base64 24` prints.",
        )
    if settings.admin_key and not settings.metrics:
        yield Finding(
            WRONG, "ADMIN_KEY is set, but METRICS is not: there is no /admin.", "Set METRICS as well."
        )


def _origin(text: str) -> str:
    """The origin that was most likely intended."""
    parts = urlsplit(text if "://" in text else f"https://{text}")
    return f"{parts.scheme}://{parts.netloc.lower()}".strip()


def _is_origin(text: str) -> bool:
    """Is this an origin as browsers send it: scheme and host, no path, no capitals?"""
    parts = urlsplit(text)
    return bool(parts.scheme and parts.netloc) and f"{parts.scheme}://{parts.netloc}" == text == text.lower()
