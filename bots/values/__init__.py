"""Values of positions for a seat, by game: modules with a function `value(game, seat)`.

Values are comparable between positions of one game and one seat, and higher is better; each module has its
own unit. An external game provides its module as an entry point of the group `stammtisch.values`, under its
own name; a game without a module, or whose module can't be loaded, is evaluated by its scores.

A module may define the parts of a value for tips (`parts_of`), and the lookahead: `PAUSES` names questions at
which a position is evaluated as it is, so that the main loop of a long turn is not expanded repeatedly;
`DEPTH` is the number of own questions in a row that are expanded. A function `idle(game, seat, choice)` tells
which options never do any good: from *skilled* on, none is chosen as long as there is another. `PUTS_OFF`
names verbs of choices that may only delay something inevitable, and `vain(choice, following, offers)` tells
by the next choice whether one does; a net that values the middle of a turn above its end would otherwise
repeat them. `DOUBTS` is by verb the share of the win that a choice must promise beyond others, where a net
slightly overestimates it. `undoing(lines, seat, prompt)` tells from the newest lines of the log which choices
would undo what the seat has done in its turn; at this question none of them is chosen either as long as there
is another.

`EVIDENT` means that values and the net's features depend only on what the seat sees. Then a position that
reveals nothing has the same value in every imagined game, and is evaluated once.

A game in which players can't know each other's options, and whose turns end definitively without revealing
anything, defines `drawn(game)`, a count of random events: there, a search continues beyond the end of a turn,
to the seat's next choice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from math import fsum
from typing import Any, Final, NamedTuple, cast

from server.games import GAMES
from server.games.beginning import begun
from server.games.engine import Engine
from server.games.kernel import Choice
from server.games.outside import Untrue, needs, one

Value = Callable[[Any, int], float]

GROUP: Final = "stammtisch.values"

WIN: Final = "win"
"""The name of the part for the win itself."""


def module_of(game: str) -> Any:
    """The module for positions of a game, or None."""
    if find_spec(name := f"{__name__}.{game}") is not None:
        return import_module(name)
    return one(GROUP, game, "module of values for", _tried)


def _tried(module: Any, game: str) -> None:
    """Raise something where a module from elsewhere can't judge a game's beginning."""
    needs(module, ["value"])
    if not math.isfinite(module.value(begun(GAMES[game], GAMES[game].seats[0]), 0)):
        raise Untrue("the value of a game's beginning is no number")


def value_of(engine: Engine) -> Value:
    """The value function of a game: that of its module, else by its scores."""
    module = module_of(engine.name)
    return by_scores(engine) if module is None else cast(Value, module.value)


class ValuePart(NamedTuple):
    """One part of a position's value for a seat; `amount`: the quantity of what it counts, if countable."""

    worth: float
    amount: float | None = None


Parts = Callable[[Any, int], dict[str, ValuePart]]


def parts_of(engine: Engine) -> Parts:
    """The parts of a position's value, by their names in `parts` of the game's texts: the result of the
    module's function `parts(game, seat)`, and the rest of the value under the module's name `REST`. Without
    such a function: the points.

    If the module defines `won(game, seat)`, the value of the win itself (0.0 for a seat that has not won),
    that is a part too; a winner has no rest, since the rivals no longer matter.
    """
    module = module_of(engine.name)
    if not hasattr(module, "parts"):
        return lambda game, seat: {"points": ValuePart(*2 * (float(engine.scores(game)[seat].points),))}
    value, rest = cast(Value, module.value), getattr(module, "REST", "")
    won: Value | None = getattr(module, "won", None)

    def parts(game: Any, seat: int) -> dict[str, ValuePart]:
        found: dict[str, ValuePart] = module.parts(game, seat)
        win = won(game, seat) if won else 0.0
        if won:
            found[WIN] = ValuePart(win, float(win > 0))
        if rest and not win:
            found[rest] = ValuePart(value(game, seat) - fsum(part.worth for part in found.values()))
        return found

    return parts


class Reach(NamedTuple):
    """The lookahead of a game: own questions in a row, and the prompts at which a position is evaluated."""

    depth: int
    pauses: frozenset[str] = frozenset()


def reach_of(engine: Engine, depth: int) -> Reach:
    """The reach that the game's module defines; `depth` is the default."""
    module = module_of(engine.name)
    return Reach(getattr(module, "DEPTH", depth), getattr(module, "PAUSES", frozenset()))


Idle = Callable[[Any, int, Choice], bool]


def idle_of(engine: Engine) -> Idle:
    """The module's test for options that do no good; by default, none."""
    return cast(Idle, getattr(module_of(engine.name), "idle", lambda game, seat, choice: False))


Undoing = Callable[[Sequence[Sequence[Any]], int, str], Collection[Choice]]


def undoing_of(engine: Engine) -> Undoing:
    """The module's function for choices that undo earlier ones; by default, none."""
    return cast(Undoing, getattr(module_of(engine.name), "undoing", lambda lines, seat, prompt: ()))


class Vain(NamedTuple):
    """Choices that may only delay something inevitable. `verbs`: their verbs; `test(choice, following,
    offers)`: did the choice do no good, if `following` is the seat's next one? `offers`: the options it
    had."""

    verbs: frozenset[str]
    test: Callable[[Choice, Choice, Collection[Choice]], bool]


def vain_of(engine: Engine) -> Vain:
    """The module's definition; by default, there are no such choices."""
    module = module_of(engine.name)
    test = getattr(module, "vain", lambda choice, following, offers: False)
    return Vain(getattr(module, "PUTS_OFF", frozenset()), test)


def doubts_of(engine: Engine) -> Mapping[str, float]:
    """The module's `DOUBTS`: by verb, the share of the win by which a net overestimates a choice."""
    found: Mapping[str, float] = getattr(module_of(engine.name), "DOUBTS", {})
    return found


Drawn = Callable[[Any], int]


def drawn_of(engine: Engine) -> Drawn | None:
    """The module's count of random events, if it defines one: another number after each throw or draw."""
    return getattr(module_of(engine.name), "drawn", None)


def is_evident(engine: Engine) -> bool:
    """Do values depend only on what the seat sees? False unless the game's module says so."""
    return getattr(module_of(engine.name), "EVIDENT", False)


def by_scores(engine: Engine) -> Value:
    """Own points minus the best other's; the better place breaks ties."""

    def value(game: Any, seat: int) -> float:
        scores = engine.scores(game)
        best = max((score.points for score in scores if score.seat != seat), default=0)
        return scores[seat].points - best - scores[seat].place / 16

    return value
