"""The proof of a bot process: made and checked by the same function, and as the README describes it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from protocol.proof import proof_of, proves

ROOT = Path(__file__).parents[2]


def by_hand(key: bytes, token: bytes) -> str:
    """HMAC-SHA256 as in RFC 2104, for keys of at most one block."""
    block = key.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in block) + token).digest()
    return sha256(bytes(byte ^ 0x5C for byte in block) + inner).hexdigest()


def test_a_proof_can_be_recomputed_by_hand() -> None:
    assert proof_of("key", "token") == by_hand(b"key", b"token")
    assert proof_of("", "token") == "", "without a key nothing is shown"


def test_only_the_key_proves() -> None:
    shown = proof_of("key", "token")
    assert proves("key", "token", shown)
    assert not proves("key", "another token", shown)
    assert not proves("another key", "token", shown)
    assert not proves("key", "token", "")
    assert not proves("key", "token", "é" * 64), "any text may come as a proof"


def test_without_a_key_nobody_is_a_bot() -> None:
    assert not proves("", "token", by_hand(b"", b"token"))
    assert not proves("", "token", "")


def test_it_is_written_once() -> None:
    parts = ("protocol", "server", "bots")
    files = {path.resolve() for part in parts for path in (ROOT / part).rglob("*.py")}
    assert [path.name for path in files if "hmac.new" in path.read_text(encoding="utf-8")] == ["proof.py"]
