"""The address of a client: with trusted and untrusted proxies, and with IPv6."""

from __future__ import annotations

from typing import Any

import pytest

from server.http.allowed_hosts import knows, welcome
from server.net.client_addresses import ClientAddresses
from server.settings.config import BadSetting, read


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
        ("127.0.0.1", ["]203.0.113.9["], "127.0.0.1"),
        ("127.0.0.1", ["[203.0.113.9"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.9/8"], "127.0.0.1"),
        ("127.0.0.1", ["203.0.113.09"], "127.0.0.1"),
        ("127.0.0.1", ["0x7f.1"], "127.0.0.1"),
        ("127.0.0.1", ["2130706433"], "127.0.0.1"),
        ("127.0.0.1", ["fe80::1%eth0"], "fe80::"),
        ("127.0.0.1", ["::ffff:10.1.2.3, ::ffff:203.0.113.9"], "203.0.113.9"),
        ("127.0.0.1", [", ".join(["10.0.0.1"] * 5000)], "10.0.0.1"),
        ("127.0.0.1", [", ".join(["203.0.113.9", *["10.0.0.1"] * 5000])], "10.0.0.1"),
        ("", [], ""),
    ],
)
def test_the_last_hop_that_is_no_trusted_proxy(client: str, forwarded: list[str], whose: str) -> None:
    assert ClientAddresses(["127.0.0.1", "10.0.0.0/8"], 1.0).of(scope(client, *forwarded)) == whose


OURS = "tables.example.org"

SAME = [
    (f"https://{OURS}", OURS),
    (f"http://{OURS}", OURS),
    (f"https://{OURS}", f"{OURS}:443"),
    (f"https://{OURS}:443", OURS),
    ("HTTPS://TABLES.example.org", OURS),
    (f"https://{OURS}.", OURS),
    (f"https://{OURS}:8443", f"{OURS}:8443"),
    ("http://[::1]:8080", "[::1]:8080"),
    ("http://10.0.0.7", "10.0.0.7"),
    ("http://xn--tische-cua.example", "xn--tische-cua.example"),
]

OTHER = [
    f"http://x://{OURS}",
    f"http://x@{OURS}",
    f"http://{OURS}@evil.example",
    f"http://{OURS}/",
    f"http://{OURS}/x",
    f"http://evil.example/{OURS}",
    f"http://evil.example?{OURS}",
    f"http://evil.example#{OURS}",
    f"http://evil.example#://{OURS}",
    f"http://evil.example\\{OURS}",
    f"http://evil.example\t{OURS}",
    f"//{OURS}",
    OURS,
    f"http:{OURS}",
    f"http:/{OURS}",
    f"http:///{OURS}",
    f"://{OURS}",
    f"http://{OURS}:",
    f"http://{OURS}:0x50",
    f"http://{OURS}:80:80",
    f"http://{OURS}:99999",
    f"http://{OURS}:-80",
    f"http://{OURS}:8080",
    f"http://{OURS}..",
    f"http://.{OURS}",
    f"http://evil.{OURS}",
    f"http://{OURS}.evil.example",
    f"http://{OURS} ",
    f"http://{OURS}\n",
    f"http://{OURS}, http://evil.example",
    f"ftp://{OURS}",
    f"file://{OURS}",
    f"javascript://{OURS}",
    "null",
    "file://",
    "http://[::1",
    "http://::1",
    "http://[tables.example.org]",
    "http://[::1]evil",
    "http://",
    "*",
    "http://t\u00e4bles",
    "http://tables.example.org\u3002evil.example",
    f"http://{OURS}%2eevil.example",
    "https://\uff54ables.example.org",
]
"""Origins that a foreign page may have its client send."""


def asks(host: str, *origins: str) -> dict[str, Any]:
    named = [(b"origin", origin.encode("latin-1", "replace")) for origin in origins]
    return {"headers": [(b"host", host.encode()), *named]}


@pytest.mark.parametrize(("origin", "host"), SAME)
def test_pages_of_ours_may_connect(origin: str, host: str) -> None:
    assert welcome(asks(host, origin), []) and not welcome(asks("evil.example", origin), [])
    assert welcome(asks("elsewhere.example", origin), [origin])


@pytest.mark.parametrize("origin", OTHER)
def test_no_other_page_may(origin: str) -> None:
    assert not welcome(asks(OURS, origin), []) and not welcome(asks(OURS, origin), ["https://club.example"])
    assert not welcome(asks(OURS, f"https://{OURS}", origin), []), "two origins are none"
    assert welcome(asks(OURS, origin), ["*"]) and welcome(asks(OURS), [])


def test_a_page_is_not_ours_because_both_say_nonsense() -> None:
    for nonsense in ("", "x://y", "a@b", "[", "a b", "a/b"):
        assert not welcome(asks(nonsense, f"http://{nonsense}"), [])


@pytest.mark.parametrize(
    "host",
    [
        "user@127.0.0.1",
        "127.0.0.1/x",
        "127.0.0.1#x",
        "127.0.0.1?",
        "127.0.0.1\\x",
        "127.0.0.1:x",
        "127.0.0.1:99999",
        "::1",
        "[::1",
        "[ours.example]",
        "ours.example/x",
        "x@ours.example",
        "ours.example:",
        "ours.example..",
        "ours..example",
        "2130706433",
        "0x7f000001",
        "ours.example, evil.example",
    ],
)
def test_invalid_host_names_are_not_allowed(host: str) -> None:
    assert not knows(["ours.example", "127.0.0.1"], host)


def test_nobody_is_trusted_unless_named(caplog: pytest.LogCaptureFixture) -> None:
    addresses = ClientAddresses([], 1.0)
    for _ in range(3):
        assert addresses.of(scope("127.0.0.1", "203.0.113.9")) == "127.0.0.1"
    (said,) = caplog.messages
    assert "127.0.0.1" in said and "PROXIES" in said and "203.0.113.9" not in said


def test_invalid_proxy_addresses_are_refused() -> None:
    assert read({"PROXIES": "127.0.0.1, 10.0.0.0/8,::1"}).proxies == ["127.0.0.1", "10.0.0.0/8", "::1"]
    with pytest.raises(BadSetting, match=r"PROXIES.*'caddy'"):
        read({"PROXIES": "127.0.0.1,caddy"})


def test_budgets_of_an_address_are_kept_while_they_matter() -> None:
    addresses = ClientAddresses([], 1.0)
    spent = addresses.shared("198.51.100.1", 0.0)
    assert sum(spent.allows("make", 1.0, 0.0) for _ in range(500)) == 200
    assert not addresses.shared("198.51.100.1", 0.0).allows("make", 1.0, 0.0)
    held = addresses.shared("198.51.100.2", 0.0)
    held.sockets = 1
    for n in range(5000):
        assert addresses.shared(f"10.0.{n // 256}.{n % 256}", 1.0).allows("play", 1.0, 1.0)
        if n == 2000:
            assert addresses.shared("198.51.100.1", 1.0) is spent
    for n in range(5000):
        addresses.shared(f"10.1.{n // 256}.{n % 256}", 1000.0)
    assert len(addresses._shared) < 9000
    assert addresses.shared("198.51.100.1", 1000.0) is not spent
    assert addresses.shared("198.51.100.2", 1000.0) is held, "the budget of a connected address stays"


def test_a_person_shares_only_what_is_said() -> None:
    person = ClientAddresses([], 1.0).person("Pat", 0.0)
    assert sum(person.allows("say", 1.0, 0.0) for _ in range(50)) == 16
    assert all(person.allows("play", 1.0, 0.0) for _ in range(5000))
