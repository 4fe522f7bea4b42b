"""The compose file against the actual settings and commands of the code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis

from bots.commands.parser import parser as bots_parser
from server.net.client_addresses import ClientAddresses
from server.process.shared_listener import ASKS
from server.settings.config import Settings, names, read
from tests.conftest import redis_server

ROOT = Path(__file__).parents[2]


def filled_in(text: str, given: Mapping[str, str]) -> str:
    """Fill in `${NAME:-default}`, `${NAME:?complaint}` and `${NAME:+instead}` as compose does."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        assert kind != "?" or name in given, rest
        if kind == "+":
            return rest if given.get(name) else ""
        return given.get(name) or rest

    return re.sub(r"\$\{(\w+):([-?+])([^}]*)\}", value, text)


@pytest.fixture
def compose() -> dict[str, Any]:
    text = filled_in((ROOT / "docker-compose.yml").read_text(), {"BOT_KEY": "a long random text"})
    assert "${" not in text, "a kind of variable that this test doesn't know"
    found: dict[str, Any] = yaml.safe_load(text)
    return found


def settings(compose: dict[str, Any]) -> Settings:
    return read(compose["services"]["hub"]["environment"])


def test_the_hubs_understand_their_settings(compose: dict[str, Any]) -> None:
    known = {variable for field in Settings.__struct_fields__ for variable in names(field)}
    given = compose["services"]["hub"]["environment"]
    assert set(given) <= known
    assert all(type(value) is str for value in given.values())
    hub = settings(compose)
    assert hub.host == "0.0.0.0", "a container's own address is reached from no other"
    assert hub.redis == "redis://redis:6379/0"
    assert "redis" in compose["services"]
    assert hub.bot_key == "a long random text"
    assert hub.metrics.startswith("0.0.0.0:")
    assert hub.origins == []


BY_THE_FILE = {
    *("host", "port", "data", "redis", "copies", "hubs", "bots", "share", "share_at", "metrics", "proxies"),
    "hub",
}
"""Settings that these files determine: addresses, and settings of `play` or of a single hub."""


def unusual(usual: Any) -> str:
    """Another value of the same kind, as an environment has it."""
    if isinstance(usual, bool):
        return str(not usual).lower()
    return str(usual + 1) if isinstance(usual, int | float) else "another"


@pytest.mark.parametrize("file", ["docker-compose.yml", "deploy/compose.yml"])
def test_the_host_can_give_all_other_settings_to_the_hubs(file: str, tmp_path: Path) -> None:
    """Through the environment in which compose is started, or through the file `.env`."""
    (tmp_path / "words").write_text("mist\n")
    wanted = {
        "BOT_KEY": "a long random text",
        "ADMIN_KEY": "another long random text",
        "GRAFANA_PASSWORD": "a third",
        "ORIGINS": "https://a.example,https://b.example",
        "HOSTS": "tables.example",
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "json",
        "WORDS": str(tmp_path / "words"),
        "STAMMTISCH_MINDS": "skilled",
        "PUSH": "mailto:you@example.org",
        "STAMMTISCH_PUSH_HOSTS": "push.example:8443,127.0.0.1:4000",
    }
    usual = Settings(hub="x")
    for name in set(Settings.__struct_fields__) - BY_THE_FILE:
        (variable, *_) = names(name)
        if variable not in wanted:
            wanted[variable] = unusual(getattr(usual, name))
    text = (ROOT / file).read_text()
    hub = yaml.safe_load(filled_in(text, wanted))["services"]["hub"]
    given = hub["environment"]
    (mounted,) = [it for it in hub["volumes"] if isinstance(it, dict)]
    assert (given["WORDS"], mounted["source"]) == (mounted["target"], wanted["WORDS"])
    found, expected = read({**given, "WORDS": wanted["WORDS"]}), read(wanted)
    for name in set(Settings.__struct_fields__) - BY_THE_FILE:
        (variable, *_) = names(name)
        assert variable in given, f'{file} needs a line {variable}: "${{{variable}:-}}" below x-settings'
        assert getattr(found, name) == getattr(expected, name) != getattr(usual, name), variable
    keys = {"BOT_KEY": "a long random text", "GRAFANA_PASSWORD": "a third"}
    plain = read(yaml.safe_load(filled_in(text, keys))["services"]["hub"]["environment"])
    for name in set(Settings.__struct_fields__) - BY_THE_FILE - {"bot_key"}:
        assert getattr(plain, name) == getattr(usual, name), f"{name} is as usual where nobody sets it"


def test_the_hubs_have_different_names(compose: dict[str, Any]) -> None:
    assert settings(compose).hub != settings(compose).hub
    assert compose["services"]["hub"]["deploy"]["replicas"] == 2


def test_bots_know_the_key_and_the_way(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    bots = compose["services"]["bots"]
    assert bots["environment"]["BOT_KEY"] == settings(compose).bot_key
    assert set(bots["environment"]) == {"SERVER", "BOT_KEY"}
    for name, value in bots["environment"].items():
        monkeypatch.setenv(name, value)
    _, _, *words = bots["command"]
    assert bots_parser().parse_args(words).server == "ws://proxy/ws"
    assert bots["deploy"]["replicas"] >= 1


def test_the_proxy_finds_the_hubs(compose: dict[str, Any]) -> None:
    caddyfile = compose["configs"]["caddyfile"]["content"]
    upstream = re.search(r"dynamic a (\w+) (\d+)", caddyfile)
    assert upstream
    assert upstream[1] == "hub"
    assert int(upstream[2]) == settings(compose).port
    assert caddyfile.startswith(":80 {")
    policy = re.search(r"lb_policy query (\w+) {\s+fallback least_conn\s+}", caddyfile)
    assert policy and ASKS.match(f"GET /ws?{policy[1]}=x".encode())
    assert caddyfile.count("{") == caddyfile.count("}")
    assert compose["services"]["proxy"]["ports"] == ["8080:80"]


def test_the_hubs_know_whom_the_proxy_speaks_for(compose: dict[str, Any]) -> None:
    """Containers get addresses of private networks; clients behind the proxy are distinguished."""
    addresses = ClientAddresses(settings(compose).proxies, 1.0)
    scope = {"client": ("172.19.0.5", 4000), "headers": [(b"x-forwarded-for", b"198.51.100.7")]}
    assert addresses.of(scope) == "198.51.100.7"
    home = {"client": ("172.19.0.5", 4000), "headers": [(b"x-forwarded-for", b"192.168.1.20")]}
    assert addresses.of(home) == "192.168.1.20"
    assert "ports" not in compose["services"]["hub"], (
        "a client that bypasses the proxy could forge its address"
    )


def test_redis_keeps_what_it_acknowledges(compose: dict[str, Any], tmp_path: Path) -> None:
    redis = compose["services"]["redis"]
    program, *words = redis["command"]
    assert program == "redis-server"
    volume, _, path = redis["volumes"][0].partition(":")
    assert volume in compose["volumes"]
    assert path == "/data", "where the image keeps its files"
    server = redis_server(tmp_path, *words)  # a real server accepts the same arguments
    try:
        with Redis(unix_socket_path=str(tmp_path / "redis.sock"), decode_responses=True) as client:
            found: Any = client.config_get("appendonly", "appendfsync", "maxmemory-policy")
        assert found == {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
    finally:
        server.kill()
        server.wait()
