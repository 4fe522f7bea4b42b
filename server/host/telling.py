"""What a command has found out, as it is told to the host."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

State = Literal["ok", "advice", "WRONG"]

FINE: Final = "ok"
ADVICE: Final = "advice"
WRONG: Final = "WRONG"


class Finding(NamedTuple):
    """How something is, and how it is mended."""

    state: State
    what: str
    mend: str = ""
