"""Plain data as the receiver decodes it."""

from __future__ import annotations

from typing import Any

from protocol.codec import packed, unpacked


def over_the_wire(value: Any) -> Any:
    """The same data, packed and unpacked."""
    return unpacked(packed(value))
