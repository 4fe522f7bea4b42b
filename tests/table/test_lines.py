"""Which lines of the log disappear with a choice that is taken back: those that it wrote, and no others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from server.games.kernel import Ask, Choice, Game, Step, key, lanes, settle
from server.games.packing import pack
from server.table.entries import GONE, SHOWN_LOG_LINES, MatchState
from server.table.match import Match
from tests.games.engines import ENGINES

from .tables import Sitting, guest


class Duet(Game):
    """One seat plays a tune, the other answers it, each in a lane of its own."""

    tune: int = 0
    answered: bool = False


class Play(Step[Duet], frozen=True):
    """The first seat chooses one of two tunes and stays asked, so that the choice can be taken back."""

    def asks(self, game: Duet) -> Sequence[Ask]:
        return (Ask(0, "play", (Choice("high"), Choice("low")) if not game.tune else STAY),)

    def answer(self, game: Duet, seat: int, choice: Choice) -> None:
        game.tune = 1
        game.say("plays", seat)
        game.then(self)


STAY = (Choice("bow"), Choice("stay"))


class Answer(Step[Duet], frozen=True):
    """The other seat may answer or sleep, and must answer as soon as there is a tune."""

    def asks(self, game: Duet) -> Sequence[Ask]:
        if game.answered:
            return (Ask(1, "wait", STAY),)
        ready = (Choice("answer"),) if game.tune else (Choice("answer"), Choice("sleep"))
        return (Ask(1, "answer", ready),)

    def answer(self, game: Duet, seat: int, choice: Choice) -> None:
        game.answered = True
        game.say("answers", seat)
        game.then(self)


Duet.steps = {"Play": Play, "Answer": Answer}


def duet() -> Sitting:
    """A running table whose game is a duet."""
    t = Sitting("toy", seats=2, auto=True).start()
    game = Duet(key=key(0), stack=[lanes((0, [Play()]), (1, [Answer()]))])
    settle(game)
    engine: Any = SimpleNamespace(state=Duet)
    t.table.match = Match(
        engine, MatchState(pack(game), b"", numbers={0: t.table.version, 1: t.table.version})
    )
    t.table.state.match = t.table.match.state
    return t


def test_lines_of_an_automatic_answer_stay_in_the_log() -> None:
    t = duet()
    state = t.table.state
    before = state.lines
    t.act(0, "high")
    assert state.ring[before:] == [["plays", 0], ["answers", 1]], "the table answers for the one who must"
    assert state.acts[-1] == [0, before, 1]
    t.do(guest(0), t.undo_frame(0))
    assert state.ring[before:] == [[GONE], ["answers", 1], ["undo", 0]]
    assert t.table.match is not None and t.table.match.ask(0) and t.offers(1) == STAY, "that answer stands"


def test_lines_of_a_choice_taken_back_go_in_every_game() -> None:
    chance = random.Random(7)
    for game in ENGINES:
        undone = 0
        for number in range(3):
            undone += played_to_and_fro(Sitting(game, auto=True, secret=f"{number:064x}").start(), chance)
        assert undone > 0, game


def played_to_and_fro(t: Sitting, chance: random.Random) -> int:
    """Make random choices and take some of them back; returns how many. The lines of a choice disappear with
    it."""
    state, acts, undone = t.table.state, list[tuple[int, int, int]](), 0
    for _ in range(60):
        match = t.table.match
        assert match is not None
        if match.over:
            break
        able = sorted(match.state.undo)
        if able and chance.random() < 0.4:
            seat = chance.choice(able)
            t.do(guest(seat), t.undo_frame(seat))
            last = max(n for n, (other, *_) in enumerate(acts) if other == seat)
            _, first, end = acts.pop(last)
            lines = [
                state.ring[n % SHOWN_LOG_LINES] for n in range(max(first, state.lines - SHOWN_LOG_LINES), end)
            ]
            assert lines == [[GONE]] * len(lines)
            undone += 1
        else:
            ask, first = chance.choice(match.asks), state.lines
            t.act(ask.seat, *chance.choice(ask.options))
            acts.append((ask.seat, first, state.lines))
    return undone
