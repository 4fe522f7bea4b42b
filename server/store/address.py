"""Parses the address of a Redis server. Library parsers are not used: their error messages repeat the text
that they could not parse, and if a password contains an unquoted special character, that text is part of it.

    redis://user:password@host:port/database     rediss:// with TLS
    unix://user:password@/path/of/the/socket?db=1
    cluster+redis://user:password@host:port,host:port     or ?cluster=1
    redis+sentinel://user:password@host:port,host:port/service?sentinel_password=…
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, quote, unquote, urlencode

QUOTE: Final = (
    "a character of its user name or password must be quoted: "
    "write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A and % as %25"
)
BAD_PLACE: Final = (
    "the part between :// and the next / must be user:password@host:port, with a number for the port"
)
BAD_DATABASE: Final = "only the number of a database may follow the host and a /"
BAD_CLUSTER: Final = "a cluster has only one database, so no number may follow the host"
BAD_SOCKET: Final = "a unix socket is written as unix:///path/of/the/socket"
BAD_SERVICE: Final = "a service is written as redis+sentinel://host:26379,host:26379/service"
BAD_OPTION: Final = "an option after its ? is unknown or has an invalid value"

SHAPE: Final = re.compile(
    r"(?P<cluster>cluster\+)?(?P<scheme>rediss?|unix)(?P<sentinel>\+sentinel)?://"
    r"(?P<authority>[^/?#]*)(?P<path>/[^?#]*)?(?:\?(?P<query>[^#]*))?"
)
PLACE: Final = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%\w]+\]|[\w.-]*)(?::(?P<port>\d{1,5}))?")

PORT, SENTINEL_PORT, LAST_PORT = 6379, 26379, 65_535


class Address(NamedTuple):
    """The parts of an address, with user and password unquoted."""

    scheme: str
    cluster: bool
    sentinel: bool
    account: bool
    """Whether the address contains a user or a password."""
    user: str
    password: str | None
    places: list[tuple[str, int]]
    path: str
    query: Mapping[str, str]

    def plain(self) -> str:
        """The address of a single server in the form that the client library parses, with all parts
        quoted."""
        account = quote(self.user, safe="")
        if self.password is not None:
            account += f":{quote(self.password, safe='')}"
        place = ""
        if self.scheme != "unix":
            host, port = self.places[0]
            place = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        query = f"?{urlencode(self.query)}" if self.query else ""
        return f"{self.scheme}://{account + '@' if self.account else ''}{place}{self.path}{query}"


def parsed(url: str) -> Address:
    """Parse an address. Raises ValueError; its reason repeats no part of the address."""
    found = SHAPE.fullmatch(url)
    if found is None:
        raise ValueError(QUOTE)
    scheme, path, query = found["scheme"], found["path"] or "", found["query"] or ""
    account, at, places = found["authority"].rpartition("@")
    beyond = query if scheme == "unix" and not places else path + query
    if "@" in beyond:  # an unquoted character has cut the user or password short
        raise ValueError(QUOTE)
    user, colon, password = account.partition(":")
    options = dict(parse_qsl(query))
    cluster = bool(found["cluster"]) or options.pop("cluster", "") in ("1", "true", "yes")
    sentinel = bool(found["sentinel"])
    if sentinel and not path.strip("/"):
        raise ValueError(BAD_SERVICE)
    if scheme == "unix" and (places or not path.strip("/")):
        raise ValueError(BAD_SOCKET)
    if scheme != "unix" and not sentinel and not re.fullmatch(r"/?\d{0,9}", path):
        raise ValueError(BAD_DATABASE)
    if cluster and path.strip("/0"):
        raise ValueError(BAD_CLUSTER)
    several = places.split(",") if cluster or sentinel else [places]
    pairs = [_place(it, SENTINEL_PORT if sentinel else PORT) for it in several] if scheme != "unix" else []
    if sentinel and not all(host for host, _ in pairs):
        raise ValueError(BAD_SERVICE)
    return Address(
        scheme,
        cluster,
        sentinel,
        bool(at),
        unquote(user),
        unquote(password) if colon else None,
        pairs,
        path,
        options,
    )


def _place(text: str, usual: int) -> tuple[str, int]:
    """Parse a host and an optional port (default: `usual`). Raises ValueError."""
    found = PLACE.fullmatch(text)
    if found is None or int(found["port"] or 0) > LAST_PORT:
        raise ValueError(BAD_PLACE)
    return found["host"].strip("[]"), int(found["port"] or usual)
