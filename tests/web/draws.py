"""Every run of a browser test draws the same: cards, dice, the choices of bots, as far as no time decides.

What a random game shows differs from run to run, and with it what a test finds. So that a failure can be
repeated, all that is drawn in a game of these tests comes from one number, `DRAWS`, and the name of the test.
`DRAWS=new` takes another number for each process of tests, and a test that fails tells it.

A table's seed is a hash of the server's secret and of the contributions of all seats. The server and the bots
run with constant ones; a page draws its own from the name of its test.

As a program it runs the server or bots that way: `python -m tests.web.draws server serve`.
"""

from __future__ import annotations

import hashlib
import json
import os
import runpy
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

VARIABLE: Final = "DRAWS"

SAME: Final = "1"
"""The number of runs that name none."""


def _number() -> str:
    """The number of this process and its children."""
    if os.environ.get(VARIABLE) == "new":
        os.environ[VARIABLE] = str(Random().getrandbits(32))
    return os.environ.get(VARIABLE) or SAME


def told() -> str:
    """How to repeat what was drawn."""
    return f"drawn with {VARIABLE}={_number()}"


def modules(program: str) -> Sequence[str]:
    """What `python -m` is given to run the server or bots that way."""
    _number()  # the process that is started inherits it
    return (__name__, program)


GUESTS: Final = Counter[str]()
"""The number of guests of each test."""


def of_page() -> str:
    """The script of the next guest's pages: their contributions come from the number, the test, the guest.

    Only these draws are replaced: 16 bytes, once the browser has an identity. Identities and the numbers of
    changes must be other ones each time."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    GUESTS[test] += 1
    return PAGE % json.dumps(f"{_number()} {test} {GUESTS[test]}")


PAGE: Final = """(() => {
  const text = %s, drawn = crypto.getRandomValues.bind(crypto);
  const mixed = (start) => [...text].reduce((sum, c) => Math.imul(sum ^ c.codePointAt(0), 16777619), start);
  const stored = (act) => { try { return act(); } catch { return null; /* no storage */ } };
  crypto.getRandomValues = (array) => {
    if (array.length !== 16 || !stored(() => localStorage["stammtisch.token"])) return drawn(array);
    const number = Number(stored(() => sessionStorage["tests.drawn"]) ?? 0);
    stored(() => { sessionStorage["tests.drawn"] = number + 1; });
    let state = mixed(number);
    return array.map((_, at) => {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 + at;
      array[at] = state >>> 24;
      return array[at];
    });
  };
})();"""


class ConstantBits:
    """A random source that gives each caller the same bits, however many were drawn before."""

    def getrandbits(self, bits: int) -> int:
        return Random(f"{_number()} bits").getrandbits(bits)


def _constant_server() -> None:
    """Let the server's secrets be a constant."""
    from server.table import tokens

    _replace(tokens, "new_secret", lambda: hashlib.sha256(f"{_number()} secret".encode()).hexdigest())


def _constant_bots() -> None:
    """Let the bots' contributions and what their minds draw be constants, the latter one for each seat."""
    from bots.filler import filler, tip_service, worker_pool
    from protocol import commitments

    sit = filler.Filler._sit

    def sit_drawing(self: filler.Filler, table: str, seat: int, mind: str) -> None:
        _replace(self, "_random", Random(f"{_number()} {seat}"))
        sit(self, table, seat, mind)

    _replace(filler.Filler, "_sit", sit_drawing)
    _replace(worker_pool, "SystemRandom", ConstantBits)
    _replace(commitments, "token_urlsafe", lambda _: f"luck{_number():0>18}")
    _replace(tip_service, "MAX_ATTEMPTS", 1_000)  # draws nothing: on a busy machine a tip is late at first


def _replace(owner: object, name: str, constant: object) -> None:
    assert hasattr(owner, name), f"{owner} has no {name} any more"
    setattr(owner, name, constant)


if __name__ == "__main__":
    sys.argv = sys.argv[1:]
    {"server": _constant_server, "bots": _constant_bots}[sys.argv[0]]()
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
