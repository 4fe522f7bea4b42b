"""Settings: every setting is listed, and a useless value is refused with one line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from bots.load.run import command_agent
from server.commands import parser, settings_help
from server.settings import config
from server.settings.config import SECRET, BadSetting, Settings, helps, names, read

from .page import PAGE, page

ROOT = Path(__file__).parents[2]


def test_nothing_set_gives_the_defaults() -> None:
    assert read({}).port == 8080
    empty = dict.fromkeys([names(name)[0] for name in Settings.__struct_fields__], "")
    found = read(empty)
    assert found == Settings(hub=found.hub), "an empty variable is none"


def test_short_and_long_names() -> None:
    assert read({"PORT": "9000"}).port == 9000
    assert read({"STAMMTISCH_PORT": "9001"}).port == 9001
    assert read({"STAMMTISCH_GRACE_MS": "30000"}).grace_ms == 30000
    assert read({"PORT": "9000"}, port="9002").port == 9002, "the command line takes precedence"
    assert read({"PORT": "9000"}, port=None).port == 9000
    assert read({"ORIGINS": "https://a.example, https://b.example"}).origins == [
        "https://a.example",
        "https://b.example",
    ]


def test_the_secret_of_the_load_test_is_no_wrong_setting() -> None:
    """A shell from which machines are loaded also starts and examines servers."""
    assert config.OF_OTHERS == (command_agent.SECRET,)
    assert read({command_agent.SECRET: "a long random text"}).port == 8080


def test_blanks_around_values_and_commas_too_many_count_for_nothing() -> None:
    """Environment files leave blanks around values, and shortened lists leave commas."""
    found = read(
        {
            "PORT": " 9000\t",
            "HOSTS": "a.example,",
            "PROXIES": "127.0.0.1, ,::1,\r",
            "ORIGINS": " , ",
            "HUB": " x ",
        }
    )
    assert (found.port, found.hosts, found.proxies) == (9000, ["a.example"], ["127.0.0.1", "::1"])
    assert found.origins == [] and found.hub.startswith("x-")
    assert read({"STAMMTISCH_MINDS": ","}).minds == read({}).minds
    blank = read({"ADMIN_KEY": "  ", "METRICS": " ", "DATA": " "})
    assert blank == Settings(hub=blank.hub)


def test_a_mind_is_offered_in_all_games_or_in_some() -> None:
    found = read({"STAMMTISCH_MINDS": "skilled, master:santiago+bruges, expert:bruges"})
    assert found.minds_of("bruges") == ["skilled", "master", "expert"]
    assert found.minds_of("santiago") == ["skilled", "master"]
    assert found.minds_of("loyang") == ["skilled"]


def test_a_hub_that_starts_again_is_another_one() -> None:
    first, second = read({"HUB": "north"}).hub, read({"HUB": "north"}).hub
    assert first != second
    assert first.startswith("north-")


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"PORT": "many"}, "PORT=many can't be used (port to listen on)."),
        (
            {"PORT": "70000"},
            "PORT=70000 can't be used (port to listen on). It is a whole number from 0 to 65535.",
        ),
        (
            {"STAMMTISCH_TICK_S": "0"},
            "STAMMTISCH_TICK_S=0 can't be used (interval of checks for deadlines that have passed). "
            "It is a number above 0 to ",
        ),
        (
            {"PROXIES": "127.0.0.1, proxy"},
            "PROXIES can't be used: 'proxy' is neither an address nor a network, "
            "as 127.0.0.1 and 10.0.0.0/8 are.",
        ),
        (
            {"ADMIN_KEY": "Schlüssel ☃"},
            "ADMIN_KEY can't be used: browsers send no letters but those of ASCII",
        ),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL=loud can't be used (debug, info, warning or error)."),
        ({"LOG_FORMAT": "xml"}, "LOG_FORMAT=xml can't be used"),
        ({"METRICS": "9090"}, "METRICS=9090 can't be used"),
        ({"STAMMTISCH_MINDS": "skilled,expert:"}, "STAMMTISCH_MINDS=skilled,expert: can't be used"),
        ({"STAMMTISCH_MINDS": "expert:chess"}, "STAMMTISCH_MINDS can't be used: there is no game chess."),
        ({"WORDS": "/nowhere/words"}, "WORDS=/nowhere/words can't be read: No such file or directory."),
        ({"HUB": "two words"}, "HUB=two words can't be used"),
        ({"HUB": "north\n"}, "HUB=north\\n can't be used"),
        ({"METRICS": ":9090\n"}, "METRICS=:9090\\n can't be used"),
        ({"REDIS": "secret@host"}, "REDIS=… can't be used"),
        ({"STAMMTISCH_GRACE_MS": "0"}, "STAMMTISCH_GRACE_MS=0 can't be used"),
        ({"STAMMTISCH_GRACE_MS": "9" * 20}, f"STAMMTISCH_GRACE_MS={'9' * 20} can't be used"),
        ({"STAMMTISCH_OPEN_TTL_S": "9" * 20}, f"STAMMTISCH_OPEN_TTL_S={'9' * 20} can't be used"),
        ({"STAMMTISCH_QUEUE": "9" * 20}, f"STAMMTISCH_QUEUE={'9' * 20} can't be used"),
        ({"STAMMTISCH_POLL_S": "inf"}, "STAMMTISCH_POLL_S=inf can't be used"),
        ({"STAMMTISCH_POLL_S": "nan"}, "STAMMTISCH_POLL_S=nan can't be used"),
        ({"STAMMTISCH_BUDGETS": "inf"}, "STAMMTISCH_BUDGETS=inf can't be used"),
        ({"STAMMTISCH_GRACE": "5"}, "STAMMTISCH_GRACE is no setting of this server."),
    ],
)
def test_useless_values_are_refused_in_one_line(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadSetting) as refusal:
        read(environment)
    assert str(refusal.value).startswith(complaint)
    assert "\n" not in str(refusal.value)
    assert "secret" not in str(refusal.value)


LINKS = {
    "{}_SERVICE_HOST": "10.0.0.7",
    "{}_SERVICE_PORT": "80",
    "{}_SERVICE_PORT_PLAY": "80",
    "{}_PORT": "tcp://10.0.0.7:80",
    "{}_PORT_80_TCP": "tcp://10.0.0.7:80",
    "{}_PORT_80_TCP_PROTO": "tcp",
    "{}_PORT_80_TCP_PORT": "80",
    "{}_PORT_80_TCP_ADDR": "10.0.0.7",
    "{}_PORT_53_UDP": "udp://[fd00::1]:53",
    "{}_PORT_53_UDP_ADDR": "fd00::1",
}
"""Variables that Kubernetes sets in a container for a service."""


@pytest.mark.parametrize(
    "service", ["STAMMTISCH", "STAMMTISCH_HUB", "STAMMTISCH_MAX", "STAMMTISCH_METRICS", "REDIS"]
)
def test_a_service_of_kubernetes_is_no_setting(service: str) -> None:
    links = {name.format(service): value for name, value in LINKS.items()}
    found = read(links)
    assert found == Settings(hub=found.hub)
    assert read({**links, "PORT": "9000"}).port == 9000
    assert read({**links, "STAMMTISCH_PORT": "9000", "STAMMTISCH_HOST": "::"}).port == 9000
    for slip in ("STAMMTISCH_PORTS", "STAMMTISCH_SERVICE", "STAMMTISCH_HUB_PORT"):
        with pytest.raises(BadSetting, match=f"{slip} is no setting"):
            read({**links, slip: "80"})


SLIPS = {
    **dict.fromkeys(("metrics", "minds"), ":"),
    **dict.fromkeys(("redis", "proxies"), "nonsense"),
    "words": "/nowhere/words",
    "hub": "two words",
}
"""Useless values by field, where they are others than of numbers."""


def useless(name: str) -> str:
    """A value that this setting can't have; "" if it can be any text."""
    kind, *extras = get_args(config.hints()[name])
    free = kind in (str, list[str]) and not any(isinstance(it, msgspec.Meta) for it in extras)
    return SLIPS.get(name, "" if free else "nonsense")


@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_every_value_that_can_not_be_used_is_told_with_what_can(name: str) -> None:
    """This holds for each of its names."""
    wrong = useless(name)
    for variable in names(name) if wrong else ():
        with pytest.raises(BadSetting) as refusal:
            read({variable: wrong})
        said = str(refusal.value)
        assert variable.removeprefix("STAMMTISCH_") in said and "\n" not in said
        assert re.search(
            r" It is a| Each is a|info, warning|lines, or json|No such file|neither an address", said
        ), said


def test_settings_tell_no_secret_of_themselves() -> None:
    """Neither in a log, nor in the error of a test."""
    secret = {"REDIS": "redis://:tulpe@host", "BOT_KEY": "tulpe-b", "ADMIN_KEY": "tulpe-a"}
    secret["SHARE"] = "tunnel --token tulpe-s {port}"
    found = read(secret)
    for text in (repr(found), str(found), f"{found}", f"{[found]}"):
        assert "tulpe" not in text and "port=8080" in text
    keyed = {name for name in Settings.__struct_fields__ if name in ("redis", "share") or "key" in name}
    assert keyed == set(SECRET)
    for variable in ("STAMMTISCH_REDIS", "REDIS"):
        with pytest.raises(BadSetting) as refusal:
            read({variable: "tulpe@host"})
        assert "tulpe" not in str(refusal.value)
    with pytest.raises(BadSetting) as refusal:
        read({"SHARE": "tunnel --token tulpe-s"})
    assert "tulpe" not in str(refusal.value)


@pytest.mark.parametrize(
    "words", [["serve", "redis://:tulpe@host"], ["admin", "hubs", "x", "unix://tulpe@/y"]]
)
def test_a_word_too_many_is_not_repeated_where_it_is_an_address(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(words)
    assert "tulpe" not in capsys.readouterr().err


def test_every_setting_is_explained() -> None:
    listed = settings_help()
    for variables, meaning, _ in helps():
        assert f"  {variables[0]} " in listed
        assert meaning in listed


@pytest.mark.parametrize("command", ["play", "serve", "replay"])
def test_help_tells_what_a_command_does(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parser().parse_args([command, "--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert len(text.splitlines()) > 8
    assert ("--verify" in text) == (command == "replay")
    assert ("STAMMTISCH_GRACE_MS" in text) == (command != "replay")


def test_every_setting_is_used() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "server").rglob("*.py"))
    read_here = Path(config.__file__).read_text(encoding="utf-8")
    found = {*re.findall(r"settings\.(\w+)", text), *re.findall(r"\bself\.(\w+)", read_here)}
    unused = [name for name in Settings.__struct_fields__ if name not in found]
    assert unused == [], "no code reads these settings"


def test_the_page_of_settings_is_as_the_code_has_them() -> None:
    same = PAGE.read_text(encoding="utf-8") == page()
    assert same, "docs/settings.md is not up to date: python -m tests.settings.page writes it"
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page(), re.MULTILINE))
    assert list(rows) == [names(name)[0] for name in Settings.__struct_fields__]
    assert (rows["PORT"], rows["REDIS"]) == ("`8080`", "–")
