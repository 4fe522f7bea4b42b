"""Scenes: a game is put into a chosen position, to test a rule or a card on it.

    scene = partial(server.authoring.scenes.scene, machi_koro, names={...})

    game = scene(seats=3, seat=1, stack=[Turn()], coins={1: 4}, cities={1: {"forest": 2}}, dice=[5])
    assert game.asked == [(1, "build")]
    assert game.offers("build") == ["wheat_field", "ranch", ...]
    game.act("build", "ranch").act("done")
    assert game.coins[1] == 3 and ("built", 1, 1) in game.said

* A scene begins as `setup` leaves the game, before its first step. `stack=[…]` gives the steps to do
  instead, the next one first. `options` are the game's options by name.
* Every other keyword sets a field of the state. A dict changes only some places of a list: `coins={1: 4}`
  is the money of seat 1, `cities={0: {"forest": 2}}` two forests for seat 0. Any other value replaces the
  whole field. A field `active` is set to `seat` unless it is given or the game has none.
* `names` maps a verb or a field to the names of its nouns, by number. With such a list, names may be used
  instead of numbers in fields and choices, and `offers` returns names.
* `dice` and `rolls` pin the next random results, in this order over the whole scene: `dice` counts from
  1 as dice do, `rolls` from 0 as `Game.roll` does. Results that are not pinned come from `seed`.
* `act` answers the question of `seat` (another one by `seat=`) and checks the game; it returns the
  scene, so that choices can be chained. All other attributes are the game's: `game.coins`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

import msgspec

from server.games.engine import Engine
from server.games.kernel import ALL, Ask, Choice, Game, Step, choose, settle

Noun = int | str
Names = Mapping[str, Sequence[str]]


class Scene:
    """A game in progress, with the questions of tests. Made by `scene`."""

    def __init__(self, engine: Engine, game: Game, seat: int, names: Names, rolls: list[int]) -> None:
        self.engine = engine
        self.game: Any = game
        self.seat = seat
        self.names = names
        self.pinned = rolls
        self.said: list[tuple[Any, ...]] = []
        """The lines of the log since the scene began."""
        with self._pinned_rolls():
            self.asks: Sequence[Ask] = settle(game)
        self._look()

    def __getattr__(self, field: str) -> Any:
        return getattr(self.game, field)

    @property
    def asked(self) -> list[tuple[int, str]]:
        """The asked seats with their questions: (seat, prompt)."""
        return [(ask.seat, ask.prompt) for ask in self.asks]

    @property
    def is_over(self) -> bool:
        return not self.asks

    def ask(self, seat: int | None = None) -> Ask:
        """The open question of a seat. Raises AssertionError if it is not asked."""
        wanted = self.seat if seat is None else seat
        found = next((ask for ask in self.asks if ask.seat == wanted), None)
        assert found is not None, f"seat {wanted} is not asked; asked are {self.asked}"
        return found

    def verbs(self, seat: int | None = None) -> list[str]:
        """The verbs that are offered to a seat, each once, in order."""
        return list(dict.fromkeys(choice.verb for choice in self.ask(seat).options))

    def offers(self, verb: str, seat: int | None = None) -> list[Any]:
        """The nouns of an offered verb, by name if it has names; [] if the verb is not offered."""
        if all(ask.seat != (self.seat if seat is None else seat) for ask in self.asks):
            return []
        nouns = [choice.noun for choice in self.ask(seat).options if choice.verb == verb]
        return [self.names[verb][noun] for noun in nouns] if verb in self.names else nouns

    def act(self, verb: str, noun: Noun = -1, seat: int | None = None) -> Scene:
        """Answer the question of a seat. Raises IllegalChoice, or AssertionError if it is not asked."""
        number = noun if isinstance(noun, int) else self.names[verb].index(noun)
        ask = self.ask(seat)
        with self._pinned_rolls():
            self.asks = choose(self.game, ask, Choice(verb, number))
        self._look()
        return self

    def pin(self, rolls: Iterable[int] = (), dice: Iterable[int] = ()) -> Scene:
        """Pin the next random results, after those that are pinned already."""
        self.pinned += [*rolls, *(die - 1 for die in dice)]
        return self

    @contextmanager
    def _pinned_rolls(self) -> Iterator[None]:
        """Give the pinned results, one per roll, while the game runs."""
        fair = Game.roll

        def roll(game: Game, sides: int) -> int:
            if not self.pinned:
                return fair(game, sides)
            result = self.pinned.pop(0)
            assert 0 <= result < sides, f"{result} is pinned for a roll of 0 to {sides - 1}"
            game.sealed = ALL
            game.drawn += 1
            return result

        with patch.object(Game, "roll", roll):
            yield

    def _look(self) -> None:
        self.said += self.game.said
        self.engine.check(self.game)


def scene(
    engine: Engine,
    *,
    seats: int = 2,
    seat: int = 0,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    stack: Sequence[Step[Any]] | None = None,
    names: Names | None = None,
    rolls: Iterable[int] = (),
    dice: Iterable[int] = (),
    **fields: Any,
) -> Scene:
    """Put a game into a position and run it to its first question; see the top of this module."""
    named = names or {}
    game: Any = engine.setup(seats, seed, msgspec.convert(dict(options or {}), engine.options))
    if stack is not None:
        game.stack = list(reversed(stack))
    known = type(game).__struct_fields__
    if "active" in known:
        fields.setdefault("active", seat)
    for field, value in fields.items():
        assert field in known, f"{engine.name} has no field {field}"
        setattr(game, field, _placed(getattr(game, field), value, named.get(field, ())))
    return Scene(engine, game, seat, named, [*rolls, *(die - 1 for die in dice)])


def _placed(old: Any, value: Any, names: Sequence[str]) -> Any:
    """`value` with numbers for names; a dict changes only its places of an old list."""
    if isinstance(value, str) and names:
        return names.index(value)
    if isinstance(value, Mapping) and isinstance(old, list):
        new = list(old)
        for place, item in value.items():
            at = names.index(place) if isinstance(place, str) else cast(int, place)
            new[at] = _placed(old[at], item, names)
        return new
    if isinstance(value, list | tuple):
        return [_placed(None, item, names) for item in value]
    return value
