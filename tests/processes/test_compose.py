"""The compose file against the settings and commands that the code really has."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from redis import Redis

from bots.commands import parser as bots_parser
from server.beside import ASKS
from server.commands import parser as server_parser
from server.config import Settings, names, read
from server.hub.addresses import Addresses
from tests.conftest import redis_server

ROOT = Path(__file__).parents[2]


def filled_in(text: str, given: dict[str, str]) -> str:
    """What compose makes of `${NAME:-default}` and `${NAME:?complaint}`."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        assert kind == "-" or name in given, rest
        return given.get(name) or rest

    return re.sub(r"\$\{(\w+):([-?])([^}]*)\}", value, text)


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


def test_the_hubs_have_different_names(compose: dict[str, Any]) -> None:
    assert settings(compose).hub != settings(compose).hub
    assert compose["services"]["hub"]["deploy"]["replicas"] == 2


def test_bots_know_the_key_and_the_way(compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    bots = compose["services"]["bots"]
    assert bots["environment"]["BOT_KEY"] == settings(compose).bot_key
    assert set(bots["environment"]) == {"SERVER", "BOT_KEY"}
    for name, value in bots["environment"].items():
        monkeypatch.setenv(name, value)
    python, module, package, *words = bots["command"]
    assert [python, module, package] == ["python", "-m", "bots"]
    assert bots_parser().parse_args(words).server == "ws://proxy/ws"
    assert bots["deploy"]["replicas"] >= 1


def test_the_image_holds_what_its_commands_need(compose: dict[str, Any]) -> None:
    build = compose["services"]["hub"]["build"]
    assert compose["services"]["bots"]["build"] == build
    assert (ROOT / build["context"]).resolve() == ROOT
    steps = [line.split(maxsplit=1) for line in build["dockerfile_inline"].splitlines()]
    copied = [shlex.split(words)[0] for step, words in steps if step == "COPY"]
    assert set(copied) == {"requirements-run.lock", "protocol", "server", "bots"}, "what runs, and no more"
    installs = [words for step, words in steps if step == "RUN" and "pip" in words]
    assert [words.split()[-3:] for words in installs] == [["--require-hashes", "-r", "requirements-run.lock"]]
    for name in copied:
        assert (ROOT / name).exists(), f"{name} is to be copied"
    commands = [yaml.safe_load(words) for step, words in steps if step == "CMD"]
    assert commands == [["python", "-m", "server", "serve"]]
    assert server_parser().parse_args(commands[0][3:]).command == "serve"
    version = re.match(r"python:3\.(\d+)", next(words for step, words in steps if step == "FROM"))
    assert version
    assert int(version[1]) >= 11


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
    health = " ".join(compose["services"]["hub"]["healthcheck"]["test"])
    assert f":{settings(compose).port}/healthz" in health


def test_the_hubs_know_whom_the_proxy_speaks_for(compose: dict[str, Any]) -> None:
    """Containers get addresses of the private networks; clients are told apart behind them."""
    addresses = Addresses(settings(compose).proxies, 1.0)
    scope = {"client": ("172.19.0.5", 4000), "headers": [(b"x-forwarded-for", b"198.51.100.7")]}
    assert addresses.of(scope) == "198.51.100.7"
    home = {"client": ("172.19.0.5", 4000), "headers": [(b"x-forwarded-for", b"192.168.1.20")]}
    assert addresses.of(home) == "192.168.1.20"
    assert "ports" not in compose["services"]["hub"], "who reaches a hub past the proxy could say anything"


def test_redis_keeps_what_it_acknowledges(compose: dict[str, Any], tmp_path: Path) -> None:
    redis = compose["services"]["redis"]
    program, *words = redis["command"]
    assert program == "redis-server"
    volume, _, path = redis["volumes"][0].partition(":")
    assert volume in compose["volumes"]
    assert path == "/data", "where the image keeps its files"
    server = redis_server(tmp_path, *words)  # a real server takes the very same words
    try:
        with Redis(unix_socket_path=str(tmp_path / "redis.sock"), decode_responses=True) as client:
            found: Any = client.config_get("appendonly", "appendfsync", "maxmemory-policy")
        assert found == {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction"}
    finally:
        server.kill()
        server.wait()
