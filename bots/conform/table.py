"""A table for two: seat 0 is the client's, seat 1 plays at random. Without input and output."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Final, NamedTuple

from msgspec import Raw, convert

from protocol.codec import check_value, packed, unpacked
from protocol.dealing import commitment_of, seed_of
from protocol.diff import Node, diff
from protocol.frames import Act, Diff, Full, Joined
from server.games import GAMES
from server.games.kernel import Ask, Choice, choose, settle

from ..document import Log, about_table, document_of

GAME: Final = "machi_koro"
TABLE: Final = "conformance"
SEATS: Final = 2
PERSON: Final = "p-client"
WORDS: Final = ["table", "seats", "asks", "log", "scores", "game", "ask", "number", "prompt", "options"]
"""Keys that patches replace by a number."""

NUMBERS: Final = {word: number for number, word in enumerate(WORDS)}

Parts = tuple[dict[str, Any], dict[str, Any]]


class Step(NamedTuple):
    """A version: its document, and the patches that lead to it from the one before."""

    version: int
    document: Parts
    patches: tuple[Node, Node] | None

    def diff(self, channel: int, check: bool = True) -> Diff:
        """The `d` frame of this version."""
        assert self.patches is not None
        public, mine = (Raw(packed(patch)) for patch in self.patches)
        return Diff(channel, self.version, public, mine, self.checks if check else None)

    def full(self) -> Full:
        public, mine = (Raw(packed(part)) for part in self.document)
        return Full(TABLE, 0, self.version, public, mine)

    @property
    def checks(self) -> tuple[int, int]:
        return check_value(self.document[0]), check_value(self.document[1])


class Table:
    """The state of the table, and all of its versions as seat 0 sees them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.secret = self.random.randbytes(32).hex()
        self.engine = GAMES[GAME]
        self.options = convert({"play_out": False}, self.engine.options)
        self.phase = "open"
        self.commitment = commitment_of(self.secret)
        self.promises, self.lucks = [""] * SEATS, [""] * SEATS
        self.person = self.name = ""
        self.offer: dict[str, Any] = {}
        self.done = 0
        self.game: Any = None
        self.asks: list[Ask] = []
        self.numbers = [0] * SEATS
        """The number of each seat's open question."""
        self._log = Log()
        self.steps: list[Step] = []
        self._states: list[Any] = []
        self.step()

    @property
    def now(self) -> Step:
        return self.steps[-1]

    @property
    def version(self) -> int:
        return len(self.steps)

    def step(self) -> Step:
        """Make the next version of the present state."""
        document = self._document()
        before = self.steps[-1].document if self.steps else None
        patches = (
            None
            if before is None
            else (
                diff(before[0], document[0], NUMBERS),
                diff(before[1], document[1], NUMBERS),
            )
        )
        self.steps.append(Step(self.version + 1, document, patches))
        self._states.append(deepcopy((self.game, self.asks, self.numbers, self.done, self._log)))
        return self.now

    def joined(self, channel: int) -> Joined:
        return Joined(TABLE, 0, self.version, channel, WORDS)

    # -- changes -----------------------------------------------------------------------------------

    def sit(self, name: str, promise: str, luck: str) -> Step:
        self.person, self.name = PERSON, name
        self.promises[0], self.lucks[0] = promise, luck
        return self.step()

    def start(self) -> Step:
        """Start: the parts are to be disclosed, unless there is no promise."""
        self.phase = "starting"
        return self.step() if self.promises[0] else self.begin()

    def begin(self, luck: str = "") -> Step:
        """Deal. `luck`: the disclosed part; "" if it did not come."""
        self.lucks[0] = luck or self.lucks[0]
        parts = [luck or promise for promise, luck in zip(self.promises, self.lucks, strict=True)]
        self.game = self.engine.setup(SEATS, int.from_bytes(seed_of(self.secret, parts)), self.options)
        self.phase = "playing"
        self._asked([*settle(self.game)])
        return self.step()

    def options_of(self, seat: int) -> tuple[Choice, ...]:
        """The options of a seat's open question."""
        return next((ask.options for ask in self.asks if ask.seat == seat), ())

    def play(self, seat: int, choice: Choice, id: int = 0) -> Step:
        """A choice of a seat. `id`: that of the client's act."""
        ask = next(ask for ask in self.asks if ask.seat == seat)
        self.done = id or self.done
        self._asked([*choose(self.game, ask, choice)], seat)
        if not self.asks:
            self.phase = "over"
        return self.step()

    def other_plays(self) -> Step | None:
        """A random choice of the other seat, if it is asked."""
        options = self.options_of(1)
        return self.play(1, self.random.choice(options)) if options else None

    def ask_again(self) -> Step:
        """The same question gets another number, as after an undo of another seat that concerns it."""
        self.numbers[0] = self.version + 1
        return self.step()

    def close(self) -> Step:
        self.phase = "closed"
        self.asks = []
        return self.step()

    def back_to(self, version: int) -> Step:
        """Forget the versions after this one, as a store that has lost its last changes."""
        del self.steps[version:], self._states[version:]
        state = deepcopy(self._states[-1])
        self.game, self.asks, self.numbers, self.done, self._log = state
        return self.now

    def _asked(self, asks: list[Ask], answered: int = -1) -> None:
        """Number the new questions: a seat that has answered, or was not asked before, gets a new number."""
        before = {ask.seat for ask in self.asks}
        for ask in asks:
            if ask.seat == answered or ask.seat not in before:
                self.numbers[ask.seat] = self.version + 1
        self.asks = asks

    # -- the document ------------------------------------------------------------------------------

    def _document(self) -> Parts:
        about: Any = about_table(self.engine, self.options, ["", "whim"])
        over = self.phase in ("over", "closed")
        about["table"].update(
            phase=self.phase, commitment=self.commitment, promises=[*self.promises], host="p-host"
        )
        about["table"].update(secret=self.secret if over else "", luck=[*self.lucks] if self.game else [])
        about["seats"][0].update(
            kind="person" if self.person else "open", person=self.person, name=self.name, mind=""
        )
        about["seats"][0].update(offer=self.offer)
        if self.game is None:
            public: dict[str, Any] = {**about, "asks": [], "log": [0], "clock": {}, "scores": [], "game": {}}
            mine: dict[str, Any] = {"seat": 0, "ask": {}, "undo": 0, "done": 0, "game": {}}
        else:
            self._log.take(self.game.said)
            self.game.said.clear()
            found: Any = document_of(self.engine, self.game, self.asks, 0, about, self._log.row)
            public, mine = found["public"], found["mine"]
            public["asks"] = [[ask.seat, self.numbers[ask.seat], ask.prompt] for ask in self.asks]
            if self.phase == "over":
                public["scores"] = [
                    [seat, score.place, score.points, {}]
                    for seat, score in enumerate(self.engine.scores(self.game))
                ]
        if mine["ask"]:
            mine["ask"]["number"] = self.numbers[0]
        mine["done"] = self.done
        whole: Parts = unpacked(packed([public, mine]))
        return deepcopy(whole[0]), deepcopy(whole[1])


def is_option(table: Table, act: Act) -> bool:
    """Is this choice one of the options of the open question?"""
    return Choice(act.verb, act.noun) in table.options_of(0)
