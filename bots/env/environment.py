"""A game as an environment for learning: seats act in turn by numbers, and observe arrays.

    env = Environment("machi_koro", seats=3)
    env.reset(seed=1)
    while not env.over:
        env.step(random.choice(env.actions))
    env.rewards()

A question with a single option that hides nothing is answered by the environment, as a table does it. If
several seats are asked at once, they act one after the other, and none sees what the others chose before its
own view shows it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from server.games import GAMES
from server.games.catalogue import checked, choice_text, options_of, texts
from server.games.copying import copier
from server.games.engine import Engine, Score
from server.games.kernel import Ask, choose, settle
from server.games.packing import pack, unpack

from .games import tables_of
from .observation import Layout, Observation
from .vocabulary import Offer, Prefix, Vocabulary

Rewards = Literal["share", "place"]
"""`share`: 1 for the winner, divided among several, and 0 for all others. `place`: from 1 for the first place
to -1 for the last, the same for equal places; their sum is 0."""

SEED_BITS: Final = 128
MAX_SEED_BITS: Final = 256
"""The size of seeds: of those that are drawn, and the limit of all."""


class NotOffered(ValueError):
    """An action that the seat is not offered now, or a step after the end; the environment is unchanged."""


class Setting:
    """What all games of an environment share: the engine, the options, the actions, the form of observations.

    Raises OptionsRefused for options that the game does not have or this number of seats can't play, and
    LookupError for an unknown game.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: Rewards = "share",
        features: bool = False,
    ) -> None:
        if game not in GAMES:
            raise LookupError(f"there is no game {game!r}; there are {', '.join(GAMES)}")
        if rewards not in get_args(Rewards):
            raise ValueError(f"rewards are {' or '.join(get_args(Rewards))}, not {rewards!r}")
        self.engine: Engine = GAMES[game]
        self.seats = self.engine.seats[0] if seats is None else seats
        decided = self.engine.options.decided(self.seats)
        self.plain = checked(self.engine, {**decided, **(options or {})}, self.seats)
        """All options as plain data."""
        self.options = options_of(self.engine, self.plain)
        self.kind: Rewards = rewards
        tables = tables_of(self.engine)
        self.vocabulary = Vocabulary(tables.VERBS)
        self.layout = Layout(self.engine, tables, self.seats, self.options, features)
        clone = copier(self.engine.state)
        assert clone is not None, "every game has lists of its own"
        self.clone = clone
        self.features = features

    def __deepcopy__(self, memo: dict[int, Any]) -> Setting:
        return self  # it never changes

    def __reduce__(self) -> tuple[Any, ...]:
        return Setting, (self.engine.name, self.seats, self.plain, self.kind, self.features)


class Environment:
    """One game in progress."""

    setting: Setting
    game: Any
    """The whole state of the engine, hidden cards and luck to come included."""
    asks: Sequence[Ask]
    """All open questions."""
    ask: Ask | None
    """The question of the acting seat; None when the game is over."""
    seat: int
    """The seat that acts; -1 when the game is over."""
    said: Prefix | None
    """What the acting seat has said of an amount so far."""
    _offer: Offer | None

    def __init__(
        self,
        game: str | Setting,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        rewards: Rewards = "share",
        features: bool = False,
        seed: int | None = None,
    ) -> None:
        self.setting = game if isinstance(game, Setting) else Setting(game, seats, options, rewards, features)
        self.reset(seed)

    @classmethod
    def of(cls, setting: Setting, game: Any) -> Environment:
        """An environment that goes on with a game in progress; the game itself stays as it is."""
        new = cls.__new__(cls)
        new.setting, new.game = setting, setting.clone(game)
        new._settled(settle(new.game))
        return new

    def reset(self, seed: int | None = None) -> None:
        """Begin another game. The same seed deals the same game; None: an unknown one. Raises ValueError for
        a seed below 0 or of more than `MAX_SEED_BITS`."""
        setting = self.setting
        chosen = secrets.randbits(SEED_BITS) if seed is None else bounded(seed)
        self.game = setting.engine.setup(setting.seats, chosen, setting.options)
        self._settled(settle(self.game))

    # -- acting ------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.ask is None

    @property
    def offer(self) -> Offer:
        """What each action of the acting seat means; empty when the game is over."""
        if self._offer is None:
            options = self.ask.options if self.ask is not None else ()
            self._offer = self.setting.vocabulary.offer(options, self.said)
        return self._offer

    @property
    def actions(self) -> list[int]:
        """The actions that the acting seat may take, in order."""
        return sorted(self.offer)

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """1 for each action that a seat may take now; by default the acting one. All 0 for other seats."""
        found = np.zeros(self.setting.vocabulary.size, np.int8)
        if seat is None or seat == self.seat:
            found[list(self.offer)] = 1
        return found

    def step(self, action: int) -> None:
        """The acting seat takes an action. Raises NotOffered."""
        meaning, ask = self.offer.get(action), self.ask
        if meaning is None or ask is None:
            raise NotOffered(
                "the game is over" if ask is None else f"action {action} is not offered at {ask.prompt!r}"
            )
        if isinstance(meaning, Prefix):
            self.said, self._offer = meaning, None
        else:
            self._settled(choose(self.game, ask, meaning))

    def _settled(self, asks: Sequence[Ask]) -> None:
        """Go on to a question with a choice, and answer the others."""
        while asks and asks[0].forced:
            asks = choose(self.game, asks[0], asks[0].options[0])
        self.asks = asks
        self.ask = asks[0] if asks else None
        self.seat = asks[0].seat if asks else -1
        self.said = None
        self._offer = None

    # -- seeing ------------------------------------------------------------------------------------

    def views(self, seat: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the client of this seat would get of the game: what everybody sees, and what it alone sees."""
        engine = self.setting.engine
        return engine.public(self.game), engine.private(self.game, seat)

    def observe(self, seat: int | None = None) -> Observation:
        """The observation of a seat, by default the acting one (when the game is over: seat 0)."""
        me = max(self.seat, 0) if seat is None else seat
        public, private = self.views(me)
        said = self.said if me == self.seat else None
        return self.setting.layout.array(public, private, me, self.asks, said)

    def watch(self, seat: int) -> Observation:
        """What everybody sees, with the seats counted from this one: without the private view."""
        public, _ = self.views(seat)
        return self.setting.layout.array(public, {}, seat, self.asks, None)

    def text(self, action: int, language: str = "en") -> str:
        """An action in words of the game. Raises NotOffered."""
        meaning = self.offer.get(action)
        if meaning is None:
            raise NotOffered(f"action {action} is not offered")
        if isinstance(meaning, Prefix):
            return f"{meaning.verb}: more than {meaning.beyond}"
        names = [f"seat_{seat}" for seat in range(self.setting.seats)]
        return choice_text(texts(self.setting.engine.name, language), names, *meaning)

    # -- results -----------------------------------------------------------------------------------

    def scores(self) -> list[Score]:
        """The score of each seat: final, or as if the game ended now."""
        return self.setting.engine.scores(self.game)

    def rewards(self) -> list[float]:
        """The reward of each seat: zeros before the end."""
        if not self.over:
            return [0.0] * self.setting.seats
        places = [score.place for score in self.scores()]
        return shares(places) if self.setting.kind == "share" else by_place(places)

    # -- other games -------------------------------------------------------------------------------

    def clone(self) -> Environment:
        """The same game with the same future, to go on with independently."""
        new = Environment.__new__(Environment)
        new.__dict__ = {**self.__dict__, "game": self.setting.clone(self.game)}
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Environment:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.setting, pack(self.game), self.said)

    def resample(self, seat: int, seed: int) -> Environment:
        """Another game that this seat can't tell from this one: what it doesn't know, and all luck to come,
        is dealt again by `seed`, which is bounded as in `reset`."""
        public, private = self.views(seat)
        new = self.clone()
        new.game = self.setting.engine.imagine(public, private, seat, bounded(seed))
        new.asks = settle(new.game)
        new.ask = next((ask for ask in new.asks if ask.seat == self.seat), None)
        new.said = self.said if seat == self.seat else None  # others don't hear it before the whole amount
        new._offer = None
        return new


def bounded(seed: int) -> int:
    """The seed. Raises ValueError if it is out of bounds."""
    if not 0 <= seed < 2**MAX_SEED_BITS:
        raise ValueError(f"a seed has up to {MAX_SEED_BITS} bits and is not negative: {seed}")
    return seed


def shares(places: Sequence[int]) -> list[float]:
    """Equal shares of the win for all first places."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def by_place(places: Sequence[int]) -> list[float]:
    """From 1 for the first place to -1 for the last; equal places share the mean of theirs."""
    span = max(len(places) - 1, 1)
    return [1 - (2 * (place - 1) + places.count(place) - 1) / span for place in places]


def _restored(setting: Setting, game: bytes, said: Prefix | None) -> Environment:
    """A pickled environment. Pickles hold the whole game, hidden cards and luck to come included."""
    env = Environment.of(setting, unpack(setting.engine.state, game))
    env.said = said
    return env
