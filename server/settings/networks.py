"""Validates the addresses and networks of settings."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_network


def networks(names: Iterable[str]) -> None:
    """Raises ValueError if one of these is neither an address nor a network."""
    for name in names:
        try:
            ip_network(name, strict=False)
        except ValueError as wrong:
            raise ValueError(
                f"{name!r} is neither an address nor a network, as 127.0.0.1 and 10.0.0.0/8 are"
            ) from wrong
