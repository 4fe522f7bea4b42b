"""Refusals of frames."""

from __future__ import annotations

from protocol.codes import REFUSALS


class Refusal(Exception):
    """A frame can't be carried out; nothing has changed. `code` is one of protocol.codes.REFUSALS."""

    def __init__(self, code: str, reason: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason or REFUSALS[code]
