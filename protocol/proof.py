"""The proof in `Hello` that a bot process knows the server's bot key, without revealing the key."""

from __future__ import annotations

import hmac


def proof_of(key: str, token: str) -> str:
    """The HMAC-SHA256 of the token under the key, in hex; "" without a key."""
    return hmac.new(key.encode(), token.encode(), "sha256").hexdigest() if key else ""


def proves(key: str, token: str, shown: str) -> bool:
    """Whether this is the proof for this token. Always False on a server without a key."""
    return bool(key) and hmac.compare_digest(proof_of(key, token).encode(), shown.encode())
