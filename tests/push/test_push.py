"""Notices to people whose page is away, through a push service of the tests, from real hubs."""

from __future__ import annotations

import asyncio
import datetime
import secrets
import ssl
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from protocol.frames import Done, Join, Make, Sit
from server.live import turn_notices
from server.live.live_table import LiveTable
from server.metrics import METRICS
from server.net.rate_limits import Allowance
from server.push import delivery, sender
from server.push import devices as push_devices
from server.push.encryption import Recipient, TooLong, decoded, encoded, encrypted, new_key, recipient, sealed
from server.push.endpoints import endpoint, public
from server.push.wording import Notice
from server.store import push_store
from server.store.keys import HOUSE_PUSH, notices
from server.store.migration import Mover
from server.table.tokens import person
from tests.waiting import LIMIT, until

from ..live.hubs import Guest, House, Raw, all_close, houses, still_table, table_of
from .service import HANG, Browser, PushService


class Setting(NamedTuple):
    """Hubs, and the push service that they send to."""

    houses: list[House]
    service: PushService


@asynccontextmanager
async def served(redis: str, count: int = 1, **settings: Any) -> AsyncIterator[Setting]:
    """Hubs with a push service of their own. No deadline of a turn is far away."""
    service = PushService("", time.monotonic, secrets.token_bytes)
    server = await asyncio.get_running_loop().create_server(service.protocol, "127.0.0.1", 0)
    place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    service.origin = f"http://{place}"
    try:
        async with houses(redis, count, push_hosts=place, tick_s="0.05", **settings) as made:
            yield Setting(made, service)
    finally:
        server.close()
    assert service.wrong == []


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns are told of soon, and a push service may be slow."""
    monkeypatch.setattr(turn_notices, "TURN_MS", 100)
    monkeypatch.setattr(delivery, "TIMEOUT_S", LIMIT)


async def ask(house: House, token: str, method: str = "GET", told: Any = None) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}", "origin": "https://club.example.org"}
    async with httpx.AsyncClient(base_url=house.http, timeout=LIMIT) as web:
        return await web.request(method, "/push", headers=headers, json=told)


async def subscribed(at: Setting, token: str, language: str = "en") -> Browser:
    """A browser of the person with this token."""
    browser = at.service.browser()
    answer = await ask(at.houses[0], token, "PUT", browser.wish(language))
    assert answer.status_code == 200, answer.text
    return browser


def asked(guests: list[Guest], table: str) -> int:
    """The seat whose turn it is."""
    (seat,) = [n for n, one in enumerate(guests) if one.document(table, n)["mine"].get("ask")]
    return seat


async def to_be_asked(guests: list[Guest], table: str) -> int:
    await until(lambda: all(one.phase(table, n) == "playing" for n, one in enumerate(guests)))
    return asked(guests, table)


async def goes_away(at: Setting, guest: Guest, table: str, seat: int) -> None:
    """The guest of this seat at the first hub leaves, and the hub knows it."""
    live = at.houses[0].parts.registry.live(table)
    await guest.close()
    await until(lambda: seat in live.away)


async def passes(live: LiveTable, seat: int, ms: int) -> None:
    """The guest of this seat has been away for so much longer, and the hub looks at the table again."""
    await until(lambda: not live.running)
    live.away[seat] -= ms
    live.due = 0
    await until(lambda: live.due > 0)


def settled(live: LiveTable) -> bool:
    """Has the table been looked at?"""
    return not live.running and bool(live.noticed)


def pushes(outcome: str) -> float:
    return float(METRICS.pushes.labels(outcome)._value.get())


async def test_a_turn_is_pushed_once_by_one_hub_to_who_is_away(redis_url: str) -> None:
    async with served(redis_url, 2) as at:
        guests, table = await still_table(at.houses[0].url)
        first = await to_be_asked(guests, table)
        away, stays = guests[1 - first], guests[first]
        other = await Raw.open(at.houses[1].url, "c" * 30, "Other")  # so that both hubs have the table
        await other.send(Sit(1, table, 0, "luck"))
        one, two = await subscribed(at, away.token), await subscribed(at, away.token, "de")
        mine = await subscribed(at, stays.token)
        await goes_away(at, away, table, 1 - first)
        stays.play_on(table, first)
        await until(lambda: at.service.told(one) and at.service.told(two))
        assert at.service.told(one) == [{"table": table, "title": "It is your turn", "body": "Machi Koro"}]
        assert at.service.told(two) == [{"table": table, "title": "Du bist dran", "body": "Machi Koro"}]
        row = at.service.taken[0]
        assert row.claims["sub"] == "https://club.example.org", "a push service knows whom to ask"
        assert 0 < row.claims["exp"] - time.time() < 86_400
        assert table not in row.headers["topic"], "the push service is told no name of a table"
        for house in at.houses:  # whatever looks again sends nothing again
            live = house.parts.registry.live(table)
            live.noticed, live.turns = set(), {}
            house.parts.registry.enqueue(live, house.parts.presence._tick)
            await until(partial(settled, live))
        await until(lambda: not at.houses[0].parts.registry.tasks and not at.houses[1].parts.registry.tasks)
        assert len(at.service.taken) == 2
        assert at.service.told(mine) == [], "who sees the table needs none"
        await all_close(stays, other)


@pytest.mark.parametrize("moves", [0, 1])
async def test_who_saw_the_turn_and_left_gets_nothing(redis_url: str, moves: int) -> None:
    async with served(redis_url) as at:
        guests, table = await still_table(at.houses[0].url)
        seat = await to_be_asked(guests, table)
        if moves:
            guests[seat].play_on(table, seat)
            await until(lambda: guests[1 - seat].document(table, 1 - seat)["mine"].get("ask"))
            seat = 1 - seat
        browser = await subscribed(at, guests[seat].token)
        live = at.houses[0].parts.registry.live(table)
        before = at.houses[0].parts.store.time.now()
        await until(lambda: at.houses[0].parts.store.time.now() > before + 50)
        if moves:
            live.turns = {}  # no check has come since the move
        await guests[seat].close()
        await until(lambda: seat in live.away)
        at.houses[0].parts.registry.enqueue(live, at.houses[0].parts.presence._tick)
        await until(lambda: not live.running)
        assert live.table is not None
        due = at.houses[0].parts.notices._due(live, live.table)
        assert [it.kind for it in due] == ["stand-in"]
        assert at.service.told(browser) == []
        await guests[1 - seat].close()


async def test_whose_connection_breaks_may_not_have_seen_it(redis_url: str) -> None:
    async with served(redis_url) as at:
        guests, table = await still_table(at.houses[0].url)
        seat = await to_be_asked(guests, table)
        browser = await subscribed(at, guests[seat].token)
        live = at.houses[0].parts.registry.live(table)
        for socket in list(live.sockets[seat]):
            socket.websocket.transport.abort()
        guests[seat].running.cancel()
        await until(lambda: at.service.told(browser))
        assert at.service.told(browser)[0]["title"] == "It is your turn"
        await guests[1 - seat].close()


async def test_before_a_bot_stands_in_its_person_is_told(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person has been away for as long as the test says, since a slow machine may miss a short time."""
    monkeypatch.setattr(turn_notices, "STAND_IN_LEAD_MS", 600_000)
    async with served(redis_url, grace_ms="1200000") as at:
        guests, table = await still_table(at.houses[0].url)
        seat = 1 - await to_be_asked(guests, table)
        browser = await subscribed(at, guests[seat].token)
        await goes_away(at, guests[seat], table, seat)
        live = at.houses[0].parts.registry.live(table)
        await passes(live, seat, 300_000)
        assert at.service.taken == []
        await passes(live, seat, 300_001)
        await until(lambda: at.service.told(browser))
        assert live.table is not None and not live.table.state.seats[seat].stand_in, "not yet"
        assert [it["title"] for it in at.service.told(browser)] == ["A bot is about to stand in for you"]
        await passes(live, seat, 600_000)
        await until(lambda: live.table and live.table.state.seats[seat].stand_in)
        assert len(at.service.told(browser)) == 1
        await guests[1 - seat].close()


async def test_a_group_learns_that_somebody_waits(redis_url: str) -> None:
    async with served(redis_url) as at:
        ann, bob, eve = (f"a-token-of-{name}-for-tests-0123456" for name in ("ann", "bob", "eve"))
        async with httpx.AsyncClient(base_url=at.houses[0].http, timeout=LIMIT) as web:
            headers = [{"authorization": f"Bearer {token}"} for token in (ann, bob)]
            told = await web.post("/groups", headers=headers[0], json={"title": "Thursday", "name": "Ann"})
            link = told.json()["group"]
            await web.put(f"/groups/{link}", headers=headers[1], json={"name": "Bob"})
        browsers = [await subscribed(at, token) for token in (ann, bob, eve)]
        host = await Raw.open(at.houses[0].url, ann, "Ann")
        await host.send(Make(1, "machi_koro", 2, group=link))
        table = (await host.next(Done)).table
        await host.send(Join(table))
        await until(lambda: at.service.told(browsers[1]))
        (row,) = at.service.told(browsers[1])
        assert row["table"] == table and "Thursday" not in str(row) and "Ann" not in str(row)
        assert [len(at.service.told(one)) for one in browsers] == [0, 1, 0]
        await host.close()


@pytest.mark.parametrize("status", [404, 410, 403])
async def test_a_browser_that_is_gone_is_removed(redis_url: str, status: int) -> None:
    async with served(redis_url) as at, Mover(redis_url) as mover:
        at.service.status = lambda: status
        guests, table = await still_table(at.houses[0].url)
        seat = 1 - await to_be_asked(guests, table)
        await subscribed(at, guests[seat].token)
        await goes_away(at, guests[seat], table, seat)
        guests[1 - seat].play_on(table, 1 - seat)
        name = notices(person(guests[seat].token), "devices")
        await until(lambda: at.service.taken)

        async def gone() -> bool:
            return not await mover.fields(name)

        await until(gone)
        assert len(at.service.taken) == 1
        await guests[1 - seat].close()


@pytest.mark.parametrize("status", [500, 429, 302, HANG])
async def test_a_push_service_that_fails_rests_and_no_move_waits(
    redis_url: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The turn is told of in vain, and then that a bot is about to stand in is not even sent."""
    monkeypatch.setattr(turn_notices, "STAND_IN_LEAD_MS", 600_000)
    monkeypatch.setattr(delivery, "TIMEOUT_S", 10.0 if status == HANG else LIMIT)
    monkeypatch.setattr(sender, "SOONEST_S", sender.LATEST_S)  # it rests longer than a slow machine needs
    async with served(redis_url, grace_ms="1200000") as at, Mover(redis_url) as mover:
        at.service.status = lambda: status
        guests = [Guest(at.houses[0].url, f"guest-{n}", 5) for n in range(3)]
        for guest in guests:
            guest.playing = False
        table = await table_of(guests)
        seat = (await to_be_asked(guests, table) + 1) % 3
        gone = guests[seat]
        browser = await subscribed(at, gone.token)
        before, dropped = pushes("failed"), pushes("dropped")
        await goes_away(at, gone, table, seat)
        for number, guest in enumerate(guests):
            if guest is not gone:
                guest.play_on(table, number)
        await until(lambda: at.service.taken)
        await until(lambda: pushes("failed") > before)
        sent = at.houses[0].parts.sender
        assert sent._failing.waits("127.0.0.1")
        assert await mover.fields(notices(person(gone.token), "devices")), "it may work again"
        await passes(at.houses[0].parts.registry.live(table), seat, 600_001)
        await until(lambda: pushes("dropped") > dropped)
        assert len(at.service.taken) == 1 and at.service.told(browser) == []
        await all_close(*(guest for guest in guests if guest is not gone))


async def test_who_is_deleted_is_told_nothing(redis_url: str) -> None:
    async with served(redis_url) as at, Mover(redis_url) as mover:
        guests, table = await still_table(at.houses[0].url)
        seat = 1 - await to_be_asked(guests, table)
        gone = guests[seat]
        await subscribed(at, gone.token)
        headers = {"authorization": f"Bearer {gone.token}"}
        async with httpx.AsyncClient(base_url=at.houses[0].http, timeout=LIMIT) as web:
            (shown,) = (await web.get("/person", headers=headers)).json()["devices"]
            assert shown["push_service"] == "127.0.0.1"
            assert 0 < shown["kept_for_s"] <= push_store.DEVICE_TTL_S
            assert (await web.delete("/person", headers=headers)).json() == {"left": []}
            assert (await web.get("/person", headers=headers)).json()["devices"] == []
        assert await mover.named(notices(person(gone.token), "*")) == []
        await gone.close()
        guests[1 - seat].play_on(table, 1 - seat)
        await guests[1 - seat].moved_on(table, 1 - seat, 1)
        live = at.houses[0].parts.registry.live(table)
        await until(lambda: seat in live.away)
        at.houses[0].parts.registry.enqueue(live, at.houses[0].parts.presence._tick)
        await until(lambda: not live.running)
        assert at.service.taken == []
        await guests[1 - seat].close()


async def test_a_message_in_the_queue_is_not_sent_after_the_deletion(redis_url: str) -> None:
    async with served(redis_url) as at:
        token = "a-token-of-somebody-for-tests-0123"
        browser = await subscribed(at, token)
        store, send = at.houses[0].parts.store.push, at.houses[0].parts.sender
        devices = await store.claim(person(token), "turn t 0", 1, 0, 60)
        await store.remove(person(token), devices[0].name)
        before = pushes("gone")
        send.send(person(token), Notice("turn", "t", "machi_koro"), devices)
        await until(lambda: pushes("gone") > before)
        assert at.service.told(browser) == []


async def test_the_queue_and_the_devices_have_an_end(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "MAX_QUEUED_MESSAGES", 3)
    async with served(redis_url) as at, Mover(redis_url) as mover:
        at.service.status = lambda: HANG
        token = "a-token-of-somebody-for-tests-0123"
        many = [await subscribed(at, token) for _ in range(push_store.MAX_DEVICES + 2)]
        rows = await mover.fields(notices(person(token), "devices"))
        assert len(rows) == push_store.MAX_DEVICES
        assert not any(many[n].endpoint.encode() in row for n in (0, 1) for row in rows.values())
        store, send = at.houses[0].parts.store.push, at.houses[0].parts.sender
        devices = await store.claim(person(token), "turn t 0", 1, 0, 60)
        assert await store.claim(person(token), "turn t 0", 1, 0, 60) == []
        before = pushes("dropped")
        send.send(person(token), Notice("turn", "t", "machi_koro"), devices)
        assert pushes("dropped") - before == push_store.MAX_DEVICES - 3
        old = 1000 * push_store.DEVICE_TTL_S + max(it.at for it in devices)
        assert await store.claim(person(token), "turn t 0", 2, old, 60) == [], "no page was open for long"


async def test_one_address_adds_few_devices_whoever_it_says_it_is(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Devices are stored for months, and anybody can invent another person."""
    monkeypatch.setattr(push_devices, "ADDRESS_DEVICES", Allowance(2, 1 / 600))
    async with served(redis_url, 2) as at, Mover(redis_url) as mover:
        tokens = [f"a-token-of-person-{n}-for-tests-0123" for n in range(3)]
        wishes = [at.service.browser().wish() for _ in tokens]
        rows = zip(at.houses[:1] * 2 + at.houses[1:], tokens, wishes, strict=True)
        answers = [await ask(house, token, "PUT", wish) for house, token, wish in rows]
        assert [it.status_code for it in answers] == [200, 200, 429]
        assert await mover.fields(notices(person(tokens[2]), "devices")) == {}
        again = await ask(at.houses[1], tokens[0], "PUT", wishes[0])
        assert again.status_code == 200, "it is renewed"


async def test_a_device_can_be_removed_and_all_hubs_have_one_key(redis_url: str) -> None:
    async with served(redis_url, 2) as at, Mover(redis_url) as mover:
        token = "a-token-of-somebody-for-tests-0123"
        keys = [(await ask(house, token)).json()["key"] for house in at.houses]
        assert keys[0] == keys[1] and len(decoded(keys[0])) == 65
        assert (await mover.fields(HOUSE_PUSH)).keys() == {b"key"}
        browser = await subscribed(at, token)
        assert len(await mover.fields(notices(person(token), "devices"))) == 1
        gone = {"endpoint": browser.endpoint}
        await ask(at.houses[1], "another-token-for-these-tests-012345", "DELETE", gone)
        assert len(await mover.fields(notices(person(token), "devices"))) == 1, "it is another person's"
        await ask(at.houses[1], token, "DELETE", gone)
        assert not await mover.fields(notices(person(token), "devices"))


async def test_the_operator_switches_it_off(redis_url: str) -> None:
    async with served(redis_url, push="off") as at, Mover(redis_url) as mover:
        token = "a-token-of-somebody-for-tests-0123"
        assert (await ask(at.houses[0], token)).json() == {"key": ""}
        answer = await ask(at.houses[0], token, "PUT", at.service.browser().wish())
        assert (answer.status_code, answer.json()) == (200, {"key": ""})
        assert await mover.named(notices("*", "*"), HOUSE_PUSH) == []


WRONG: dict[str, Callable[[dict[str, str]], dict[str, str]]] = {
    "private": lambda it: it | {"endpoint": "https://192.168.0.1/x"},
    "loopback": lambda it: it | {"endpoint": "https://localhost/x"},
    "other-port": lambda it: it | {"endpoint": "https://push.example.org:8443/x"},
    "plain": lambda it: it | {"endpoint": "http://push.example.org/x"},
    "password": lambda it: it | {"endpoint": "https://me:you@push.example.org/x"},
    "scheme": lambda it: it | {"endpoint": "file:///etc/passwd"},
    "port": lambda it: it | {"endpoint": "https://push.example.org:99999/x"},
    "two-lines": lambda it: it | {"endpoint": "https://push.example.org/x\r\nHost: y"},
    "long": lambda it: it | {"endpoint": "https://push.example.org/" + "x" * 1_100},
    "letters": lambda it: it | {"auth": "ü" * 22},
    "short-auth": lambda it: it | {"auth": encoded(b"short")},
    "off-the-curve": lambda it: it | {"p256dh": encoded(b"\4" + b"\1" * 64)},
    "language": lambda it: it | {"language": "xx"},
    "more": lambda it: it | {"more": "x"},
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_what_can_not_be_used_is_refused(redis_url: str, wrong: str) -> None:
    async with served(redis_url) as at, Mover(redis_url) as mover:
        token = "a-token-of-somebody-for-tests-0123"
        answer = await ask(at.houses[0], token, "PUT", WRONG[wrong](at.service.browser().wish()))
        assert (answer.status_code, answer.json()["error"]) == (400, "out-of-range")
        assert answer.json()["reason"]
        assert await mover.named(notices("*", "*")) == []


async def test_only_a_person_has_devices(redis_url: str) -> None:
    async with served(redis_url) as at:
        answer = await ask(at.houses[0], "short", "PUT", at.service.browser().wish())
        assert answer.status_code == 401


@pytest.mark.parametrize(
    ("address", "is_public"),
    [
        *(("8.8.8.8", True), ("2606:4700::1111", True), ("::ffff:8.8.8.8", True)),
        *(("127.0.0.1", False), ("10.1.2.3", False), ("169.254.169.254", False), ("0.0.0.0", False)),
        *(("::1", False), ("fe80::1%eth0", False), ("fd00::1", False), ("::ffff:127.0.0.1", False)),
        *(("64:ff9b::7f00:1", False), ("2002:7f00:1::", False), ("224.0.0.1", False), ("ff0e::1", False)),
    ],
)
def test_public_addresses(address: str, is_public: bool) -> None:
    assert public(address) == is_public


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], []])
async def test_a_name_that_leads_inside_is_not_connected_to(
    addresses: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name of an attacker may lead anywhere, and elsewhere a moment later."""

    async def found(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (address, 443)) for address in addresses]

    async def connected(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was connected to")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found, raising=False)
    monkeypatch.setattr(asyncio, "open_connection", connected)
    with pytest.raises(delivery.NotDelivered):
        await delivery.deliver(endpoint("https://push.example.org/x", []), {}, b"")


async def test_a_response_is_bounded() -> None:
    async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 201 " + b"x" * 1_000_000)
        await reader.read()
        writer.close()

    async with await asyncio.start_server(answers, "127.0.0.1", 0) as server:
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        with pytest.raises(delivery.NotDelivered):
            await delivery.deliver(endpoint(f"http://{place}/x", [place]), {}, b"")


def certificate(folder: Path) -> Path:
    """A certificate that nobody has signed, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    day = datetime.timedelta(days=1)
    begins = datetime.datetime.now(datetime.UTC) - day
    made = x509.CertificateBuilder(name, name, key.public_key(), 1, begins, begins + 2 * day)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    signed = made.add_extension(names, critical=False).sign(key, SHA256())
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "both.pem").write_bytes(private + signed.public_bytes(Encoding.PEM))
    return folder / "both.pem"


async def test_a_certificate_that_nobody_has_signed_is_refused(tmp_path: Path) -> None:
    service = PushService("", time.monotonic, secrets.token_bytes)
    trust = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    trust.load_cert_chain(certificate(tmp_path))
    loop = asyncio.get_running_loop()
    server = await loop.create_server(service.protocol, "127.0.0.1", 0, ssl=trust)
    place = f"localhost:{server.sockets[0].getsockname()[1]}"
    with pytest.raises(delivery.NotDelivered, match="SSLCertVerificationError"):
        await delivery.deliver(endpoint(f"https://{place}/x", [place]), {}, b"")
    assert service.taken == []
    server.close()


def test_a_message_is_encrypted_as_the_example_of_rfc_8291() -> None:
    to = recipient(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    key = decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    salt = decoded("DGv6ra1nlYgDCS1FRnbzlw")
    message = sealed(b"When I grow up, I want to be a watermelon\x02", to, key, salt)
    assert encoded(message) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P"
        "Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_length_of_a_message_tells_nothing() -> None:
    browser = Browser("", new_key(), secrets.token_bytes(16))
    to = Recipient(browser.point, browser.auth)
    lengths = {len(encrypted(b"x" * length, to)) for length in (0, 1, 200, 511)}
    assert len(lengths) == 1
    assert browser.read(encrypted(b"It is your turn", to)) == b"It is your turn"
    with pytest.raises(TooLong):
        encrypted(b"x" * 512, to)
