"""SHARE names a tunnel, or the start says in one line what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.process.tunnel_plan import ANY_ADDRESS, BadShare, plan


def installed(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder with programs."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def test_the_first_tunnel_that_is_installed_is_used(programs: Path) -> None:
    assert plan("", "", 5000) is None
    with pytest.raises(BadShare, match=r"^No tunnel is installed here\. Install cloudflared"):
        plan("auto", "", 5000)
    installed(programs, "tailscale")
    found = plan("auto", "", 5000)
    assert found and found.command == ("tailscale", "funnel", "http://127.0.0.1:5000")
    installed(programs, "cloudflared")
    found = plan("auto", "", 5000)
    assert found and found.name == "cloudflared" and found.tells_addresses
    assert found.command[-2:] == ("--url", "http://127.0.0.1:5000") and os.devnull in found.command


@pytest.mark.parametrize("name", ["cloudflared", "tailscale", "ssh:me@there", "mytunnel {port}"])
def test_a_tunnel_that_is_not_installed_is_named(programs: Path, name: str) -> None:
    with pytest.raises(BadShare, match=rf"^{name[:3]}\w* is not installed here\. Install"):
        plan(name, "", 5000)


@pytest.mark.parametrize(
    ("name", "line", "address"),
    [
        (
            "cloudflared",
            "2026-01-01T00:00:00Z INF |  https://flat-words-here.trycloudflare.com          |",
            "https://flat-words-here.trycloudflare.com",
        ),
        ("cloudflared", "INF Read https://www.cloudflare.com/website-terms/ and https://x.example", None),
        ("tailscale", "https://box.tail1234.ts.net/", "https://box.tail1234.ts.net"),
        ("tailscale", "To enable, visit: https://login.tailscale.com/f/funnel?node=n1", None),
        ("mytunnel {port}", "ready: https://a-b.example:8443/, enjoy", "https://a-b.example:8443"),
        ("mytunnel {port}", "a1.example tunneled, https://a1.example", "https://a1.example"),
        ("mytunnel {port}", "\x1b[32mhttps://a1.example\x1b[0m", "https://a1.example"),
        ("mytunnel {port}", "It is open at https://a1.example.", "https://a1.example"),
        ("mytunnel {port}", "see https://docs.example/setup", None),
        ("mytunnel {port}", "sign in: https://docs.example?id=5", None),
        ("mytunnel {port}", "http://a1.example", None),
        ("mytunnel {port}", "https://user@a1.example", None),
        ("mytunnel {port}", f"https://{'a' * 5000}.example", None),
    ],
)
def test_the_address_is_found_in_what_a_tunnel_prints(
    programs: Path, name: str, line: str, address: str | None
) -> None:
    installed(programs, name.split()[0])
    made = plan(name, "", 5000)
    assert made
    found = made.printed.search(line)
    assert (found and found[0]) == address


def test_a_machine_of_ones_own_is_reached_by_ssh(programs: Path) -> None:
    installed(programs, "ssh")
    made = plan("ssh:ada@box.example:9000", "", 5000)
    assert made and made.address == "http://box.example:9000" and not made.tells_addresses
    assert made.command[-4:] == ["-R", "*:9000:127.0.0.1:5000", "--", "ada@box.example"]
    behind = plan("ssh:box.example", "https://tables.example.org/", 5000)
    assert behind and behind.address == "https://tables.example.org"
    assert behind.command[-4:] == ["-R", "127.0.0.1:8080:127.0.0.1:5000", "--", "box.example"]
    numbers = plan("ssh:[2001:db8::1]", "", 5000)
    assert numbers and numbers.address == "http://[2001:db8::1]:8080"
    assert numbers.command[-1] == "2001:db8::1"
    for wrong in ("ssh:", "ssh:-oProxyCommand=x", "ssh:a b", "ssh:me@-x", "ssh:box:0", "ssh:box:70000"):
        with pytest.raises(BadShare, match="SHARE names no machine"):
            plan(wrong, "", 5000)


def test_any_command_with_a_port_is_a_tunnel(programs: Path) -> None:
    installed(programs, "mytunnel")
    made = plan("mytunnel --to 'http://localhost:{port}' -v", "", 5000)
    assert made and made.command == ["mytunnel", "--to", "http://localhost:5000", "-v"]
    assert made.printed is ANY_ADDRESS and not made.tells_addresses, "a client could write its own address"
    named = plan("mytunnel {port}", "https://tables.example.org", 5000)
    assert named and named.address == "https://tables.example.org"
    for wrong in ("mytunnel", "mytunnel 8080", "cloudflare", "{port}"):
        with pytest.raises(BadShare, match="no tunnel that is known here"):
            plan(wrong, "", 5000)
    with pytest.raises(BadShare, match="can't be read as a command: No closing quotation"):
        plan("mytunnel '{port}", "", 5000)
