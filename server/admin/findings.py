"""A finding of a check, to print to the operator."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

State = Literal["ok", "advice", "WRONG"]

FINE: Final = "ok"
ADVICE: Final = "advice"
WRONG: Final = "WRONG"


class Finding(NamedTuple):
    """The state of something, and how to fix it."""

    state: State
    what: str
    mend: str = ""
