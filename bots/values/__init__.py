"""What a position is worth to a seat, by game: modules with one function `value(game, seat)`.

Values are comparable between positions of one game and one seat, and higher is better; their unit is
each module's own. A game that comes from elsewhere brings its module as an entry point of the group
`stammtisch.values`, under its own name; a game without a module is judged by its scores.

A module may say which parts a value is made of, for tips (`parts_of`), and how to look ahead: `PAUSES` names
questions at which a position is judged as it stands, so that the main loop of a long turn is not looked
through again and again, and `DEPTH` how many own questions in a row are looked through. A function
`idle(game, seat, choice)` says which options do no good, whatever comes: from *skilled* on none is chosen as
long as there is another. `PUTS_OFF` names verbs of choices that may only put off what comes anyway, and
`vain(choice, following, offers)` says whether one has, by what is chosen next: a net that takes the midst of
a turn to be better than its end would else go on with them. `DOUBTS` says by verb how much of the share of
the win a choice must promise more than others, where a net takes it for a little better than it is.
`undoing(lines, seat, prompt)` says by the newest lines of the log which choices would take back what the
seat has done in its turn; at this question none of them is chosen either as long as there is another.

`EVIDENT` says that values, and what a net gets, go by what the seat itself sees. Then a position behind which
nothing has come to light is worth the same whatever is imagined of the rest, and is looked at once.

A game in which nobody knows what the others choose from, and whose turns end for good though nothing comes
to light, says by `drawn(game)` how much has come out by chance: a search goes on beyond the end of a turn
there, to the seat's own next choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import Any, Final, NamedTuple, cast

from server.games.engine import Engine
from server.games.kernel import Choice

Value = Callable[[Any, int], float]

GROUP: Final = "stammtisch.values"

WIN: Final = "win"
"""The part that is the win itself."""


def module_of(game: str) -> Any:
    """The module that judges positions of a game, or None."""
    if find_spec(name := f"{__name__}.{game}") is not None:
        return import_module(name)
    return next((entry.load() for entry in entry_points(group=GROUP, name=game)), None)


def value_of(engine: Engine) -> Value:
    """The value function of a game: that of its module, else by its scores."""
    module = module_of(engine.name)
    return by_scores(engine) if module is None else cast(Value, module.value)


class Part(NamedTuple):
    """One part of what a position is worth to a seat; `amount`: how much of it there is, where it can be
    counted."""

    worth: float
    amount: float | None = None


Parts = Callable[[Any, int], dict[str, Part]]


def parts_of(engine: Engine) -> Parts:
    """The parts that a position's value is made of, by their names in `parts` of the game's texts: what the
    function `parts(game, seat)` of the game's module says, and the rest under the name that it gives as
    `REST`. Without such a function: the points.

    Where the module says by `won(game, seat)` how much the value counts the win itself, 0.0 for who has not
    won, that is a part, and to who has won nothing is left over: the rivals matter no more.
    """
    module = module_of(engine.name)
    if not hasattr(module, "parts"):
        return lambda game, seat: {"points": Part(*2 * (float(engine.scores(game)[seat].points),))}
    value, rest = cast(Value, module.value), getattr(module, "REST", "")
    won: Value | None = getattr(module, "won", None)

    def parts(game: Any, seat: int) -> dict[str, Part]:
        found: dict[str, Part] = module.parts(game, seat)
        win = won(game, seat) if won else 0.0
        if won:
            found[WIN] = Part(win, float(win > 0))
        if rest and not win:
            found[rest] = Part(value(game, seat) - sum(part.worth for part in found.values()))
        return found

    return parts


class Reach(NamedTuple):
    """How far to look ahead: own questions in a row, and the prompts of those where a position is judged."""

    depth: int
    pauses: frozenset[str] = frozenset()


def reach_of(engine: Engine, depth: int) -> Reach:
    """What the game's module says, `depth` where it says nothing."""
    module = module_of(engine.name)
    return Reach(getattr(module, "DEPTH", depth), getattr(module, "PAUSES", frozenset()))


Idle = Callable[[Any, int, Choice], bool]


def idle_of(engine: Engine) -> Idle:
    """Which options do no good: what the game's module says; where it says nothing, none."""
    return cast(Idle, getattr(module_of(engine.name), "idle", lambda game, seat, choice: False))


Undoing = Callable[[Sequence[Sequence[Any]], int, str], Collection[Choice]]


def undoing_of(engine: Engine) -> Undoing:
    """Which choices take back what was done: what the game's module says; where it says nothing, none."""
    return cast(Undoing, getattr(module_of(engine.name), "undoing", lambda lines, seat, prompt: ()))


class Vain(NamedTuple):
    """Choices that may only put off what comes anyway. `verbs`: theirs; `test(choice, following, offers)`:
    did one do no good, if `following` is what the seat chooses next? `offers`: what it could have chosen."""

    verbs: frozenset[str]
    test: Callable[[Choice, Choice, Collection[Choice]], bool]


def vain_of(engine: Engine) -> Vain:
    """What the game's module says; where it says nothing, there are no such choices."""
    module = module_of(engine.name)
    test = getattr(module, "vain", lambda choice, following, offers: False)
    return Vain(getattr(module, "PUTS_OFF", frozenset()), test)


def doubts_of(engine: Engine) -> Mapping[str, float]:
    """By verb, how much of the share of the win a net promises too much: what the game's module says."""
    found: Mapping[str, float] = getattr(module_of(engine.name), "DOUBTS", {})
    return found


Drawn = Callable[[Any], int]


def drawn_of(engine: Engine) -> Drawn | None:
    """How much has come out by chance, where the game's module says so: another number after each throw or
    draw."""
    return getattr(module_of(engine.name), "drawn", None)


def is_evident(engine: Engine) -> bool:
    """Do values go by what the seat sees alone? Where the game's module doesn't say so, they may not."""
    return getattr(module_of(engine.name), "EVIDENT", False)


def by_scores(engine: Engine) -> Value:
    """Own points less the best other's, and the better place where those are equal."""

    def value(game: Any, seat: int) -> float:
        scores = engine.scores(game)
        best = max((score.points for score in scores if score.seat != seat), default=0)
        return scores[seat].points - best - scores[seat].place / 16

    return value
