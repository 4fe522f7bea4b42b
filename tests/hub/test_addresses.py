"""Whose connection it is: with proxies, trusted or not, and with IPv6."""

from __future__ import annotations

from typing import Any

import pytest

from server.config import BadSetting, read
from server.hub.addresses import Addresses
from server.hub.budget import MAKE, PLAY, SAY


def scope(client: str, *forwarded: str) -> dict[str, Any]:
    headers = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    return {"client": (client, 1234), "headers": [(b"host", b"h"), *headers]}


@pytest.mark.parametrize(
    ("client", "forwarded", "whose"),
    [
        ("198.51.100.7", [], "198.51.100.7"),
        ("198.51.100.7", ["203.0.113.9"], "198.51.100.7"),
        ("127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4, 203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", ["1.2.3.4", "203.0.113.9, 10.1.2.3"], "203.0.113.9"),
        ("127.0.0.1", ["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ("127.0.0.1", ["1.2.3.4, nonsense"], "127.0.0.1"),
        ("127.0.0.1", [""], "127.0.0.1"),
        ("::ffff:127.0.0.1", ["203.0.113.9"], "203.0.113.9"),
        ("2001:db8:1:2:aaaa::1", [], "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::2", [], "2001:db8:1:2::"),
        ("127.0.0.1", ["[2001:db8::7]"], "2001:db8::"),
        ("127.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::"),
        ("127.0.0.1", ["1.2.3.4:80, 203.0.113.9:4711, 10.1.2.3:443"], "203.0.113.9"),
        ("127.0.0.1", ["203.0.113.9:"], "127.0.0.1"),
        ("", [], ""),
    ],
)
def test_the_last_hop_that_is_no_trusted_proxy(client: str, forwarded: list[str], whose: str) -> None:
    assert Addresses(["127.0.0.1", "10.0.0.0/8"], 1.0).of(scope(client, *forwarded)) == whose


def test_nobody_is_trusted_unless_named(caplog: pytest.LogCaptureFixture) -> None:
    addresses = Addresses([], 1.0)
    for _ in range(3):
        assert addresses.of(scope("127.0.0.1", "203.0.113.9")) == "127.0.0.1"
    (said,) = caplog.messages
    assert "127.0.0.1" in said and "PROXIES" in said and "203.0.113.9" not in said


def test_what_is_no_address_is_no_proxy() -> None:
    assert read({"PROXIES": "127.0.0.1, 10.0.0.0/8,::1"}).proxies == ["127.0.0.1", "10.0.0.0/8", "::1"]
    with pytest.raises(BadSetting, match=r"PROXIES.*'caddy'"):
        read({"PROXIES": "127.0.0.1,caddy"})


def test_what_is_shared_is_remembered_for_as_long_as_it_matters() -> None:
    addresses = Addresses([], 1.0)
    spent = addresses.shared("198.51.100.1", 0.0)
    assert sum(spent.allows(MAKE, 1.0, 0.0) for _ in range(500)) == 200
    assert not addresses.shared("198.51.100.1", 0.0).allows(MAKE, 1.0, 0.0)
    held = addresses.shared("198.51.100.2", 0.0)
    held.sockets = 1
    for n in range(5000):
        assert addresses.shared(f"10.0.{n // 256}.{n % 256}", 1.0).allows(PLAY, 1.0, 1.0)
        if n == 2000:
            assert addresses.shared("198.51.100.1", 1.0) is spent
    for n in range(5000):
        addresses.shared(f"10.1.{n // 256}.{n % 256}", 1000.0)
    assert len(addresses._shared) < 9000
    assert addresses.shared("198.51.100.1", 1000.0) is not spent
    assert addresses.shared("198.51.100.2", 1000.0) is held, "whoever is connected stays"


def test_a_person_shares_only_what_is_said() -> None:
    person = Addresses([], 1.0).person("Pat", 0.0)
    assert sum(person.allows(SAY, 1.0, 0.0) for _ in range(50)) == 16
    assert all(person.allows(PLAY, 1.0, 0.0) for _ in range(5000))
