"""The kernel: running steps, answering, lanes, seals, and the random source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any

import pytest
from msgspec import field

from server.games.kernel import (
    ALL,
    OPEN,
    OWN,
    Ask,
    Choice,
    EndTurn,
    Game,
    IllegalChoice,
    LimitExceeded,
    Step,
    by_noun,
    choices,
    choose,
    in_lanes,
    key,
    lanes,
    settle,
)
from server.games.packing import pack
from server.games.picking import OwnPick, Pick


class Bench(Game):
    """A game without a board: the list of its actions, in order."""

    done: list[str] = field(default_factory=list)
    left: int = 2
    """The stock from which all seats take."""


class Note(Step[Bench], frozen=True):
    text: str

    def run(self, game: Bench) -> None:
        game.done.append(self.text)


class Plan(Step[Bench], frozen=True):
    """Records itself and plans two more."""

    text: str

    def run(self, game: Bench) -> None:
        game.done.append(self.text)
        game.then(Note(self.text + "1"), Note(self.text + "2"))


class TakeLetter(Pick[Bench], frozen=True):
    """One of some letters, by number."""

    letters: str

    def question(self, game: Bench) -> Ask:
        return Ask(0, "letter", choices("letter", range(len(self.letters))))

    def answer(self, game: Bench, seat: int, choice: Choice) -> None:
        game.done.append(self.letters[choice.noun])


class LoseLetter(OwnPick[Bench], frozen=True):
    """A seat loses one of some letters; the asked seat can't take it back."""

    prompt = "lose"

    letters: str

    def options(self, game: Bench) -> Sequence[Choice]:
        return choices("lose", range(len(self.letters)))

    def answer(self, game: Bench, seat: int, choice: Choice) -> None:
        game.seal()
        self.unasked(game, seat, choice)

    def unasked(self, game: Bench, seat: int, choice: Choice) -> None:
        game.done.append(f"{seat}{self.letters[choice.noun]}")


class Want(Step[Bench], frozen=True):
    """Asks one seat for one of two verbs, as long as the stock lasts."""

    seat: int
    prompt: str = "want"

    def asks(self, game: Bench) -> Sequence[Ask]:
        takes = tuple(Choice("take", n) for n in range(1, game.left + 1))
        return (Ask(self.seat, self.prompt, (*takes, Choice("pass"))),)

    def answer(self, game: Bench, seat: int, choice: Choice) -> None:
        game.done.append(f"{seat} {choice.verb}")
        game.say(choice.verb, seat)
        if choice.verb == "take":
            game.left -= choice.noun
            game.then(Want(seat, "more"))


class Vote(Step[Bench], frozen=True):
    """Asks several seats for one answer each; shows them when all have answered."""

    waiting: tuple[int, ...]

    def asks(self, game: Bench) -> Sequence[Ask]:
        return [Ask(seat, "vote", (Choice("yes"), Choice("no"))) for seat in self.waiting]

    def answer(self, game: Bench, seat: int, choice: Choice) -> None:
        game.done.append(f"{seat} {choice.verb}")
        game.then(Vote(tuple(s for s in self.waiting if s != seat)))

    def run(self, game: Bench) -> None:
        game.done.append("shown")


class Seal(Step[Bench], frozen=True):
    reach: int
    weaker: int = OPEN

    def run(self, game: Bench) -> None:
        game.seal(self.reach)
        game.seal(self.weaker)


class Throw(Step[Bench], frozen=True):
    def run(self, game: Bench) -> None:
        game.done.append(str(game.roll(6)))


class Forever(Step[Bench], frozen=True):
    def run(self, game: Bench) -> None:
        game.then(self)


class Seesaw(Step[Bench], frozen=True):
    """Two of these in lanes wake each other without end."""

    side: int
    turns: int = 0

    def asks(self, game: Bench) -> Sequence[Ask]:
        return () if game.left == self.side else (Ask(self.side, "seesaw", (Choice("wait"),)),)

    def run(self, game: Bench) -> None:
        game.left = 1 - self.side
        game.then(Seesaw(self.side, self.turns + 1))


class Dumb(Step[Bench], frozen=True):
    """Asks, but lacks the method that takes answers."""

    def asks(self, game: Bench) -> Sequence[Ask]:
        return (Ask(0, "dumb", (Choice("go"),)),)


def bench(*steps: Step[Any], seed: int = 0) -> Bench:
    return Bench(key=key(seed), stack=list(reversed(steps)))


def asked(asks: Sequence[Ask]) -> list[tuple[int, str]]:
    return [(ask.seat, ask.prompt) for ask in asks]


def answer(game: Bench, asks: Sequence[Ask], seat: int, verb: str, noun: int = -1) -> Sequence[Ask]:
    """Answer what `seat` is asked."""
    return choose(game, next(ask for ask in asks if ask.seat == seat), Choice(verb, noun))


# -- one stack -------------------------------------------------------------------------------------


def test_then_plans_in_order_and_before_what_was_planned_earlier() -> None:
    game = bench(Plan("a"), Plan("b"))
    assert settle(game) == ()
    assert game.done == ["a", "a1", "a2", "b", "b1", "b2"] and game.stack == []


def test_settling_stops_at_a_question_and_goes_on_after_the_answer() -> None:
    game = bench(Note("before"), Want(1), Note("after"))
    asks = settle(game)
    assert asked(asks) == [(1, "want")] and game.done == ["before"]
    assert asks[0].options == (("take", 1), ("take", 2), ("pass", -1))
    asks = answer(game, asks, 1, "take", 2)
    assert asked(asks) == [(1, "more")] and asks[0].options == (("pass", -1),)
    assert answer(game, asks, 1, "pass") == () and game.done == ["before", "1 take", "1 pass", "after"]


def test_several_seats_give_one_answer_each_in_any_order() -> None:
    game = bench(Vote((0, 1, 2)))
    asks = settle(game)
    asks = answer(game, asks, 2, "no")
    assert asked(asks) == [(0, "vote"), (1, "vote")]
    asks = answer(game, answer(game, asks, 0, "yes") or asks, 1, "no")
    assert asks == () and game.done == ["2 no", "0 yes", "1 no", "shown"]


@pytest.mark.parametrize("choice", [Choice("take", 3), Choice("take"), Choice("pass", 1), Choice("fly", 1)])
def test_an_illegal_choice_changes_nothing(choice: Choice) -> None:
    game = bench(Want(0), Note("after"))
    asks = answer(game, settle(game), 0, "take", 1)
    before = pack(game)
    with pytest.raises(IllegalChoice):
        choose(game, asks[0], choice)
    assert pack(game) == before and game.said == [("take", 0)]


def test_a_loop_without_a_question_is_stopped() -> None:
    with pytest.raises(LimitExceeded, match="Forever: the limit of 20000 for cost"):
        settle(bench(Forever()))


def test_a_step_that_asks_must_take_answers() -> None:
    game = bench(Dumb())
    with pytest.raises(NotImplementedError, match="Dumb"):
        choose(game, settle(game)[0], Choice("go"))


def test_an_automatic_choice_may_differ_from_an_answer() -> None:
    game = Bench(key=key(0), stack=[LoseLetter(2, "xy"), LoseLetter(1, "b"), LoseLetter(0, "")])
    asks = settle(game)
    assert asks == (Ask(2, "lose", (Choice("lose", 0), Choice("lose", 1))),)
    assert game.done == ["1b"] and game.sealed == OPEN
    assert choose(game, asks[0], Choice("lose", 1)) == ()
    assert game.done == ["1b", "2y"] and game.sealed == ALL


def test_one_of_what_is_there_is_asked_for_only_where_there_are_several() -> None:
    game = Bench(key=key(0), stack=[TakeLetter("xy"), TakeLetter("b"), TakeLetter("")])
    (ask,) = settle(game)
    assert game.done == ["b"]
    assert ask == Ask(0, "letter", (Choice("letter", 0), Choice("letter", 1)))
    assert choose(game, ask, Choice("letter", 1)) == ()
    assert game.done == ["b", "y"]


def test_the_end_of_a_turn_is_confirmed() -> None:
    game = bench(EndTurn(2), Note("next"))
    asks = settle(game)
    assert asks == (Ask(2, "end_turn", (Choice("done"),)),)
    assert answer(game, asks, 2, "done") == () and game.done == ["next"]


# -- what a choice says and seals ------------------------------------------------------------------


def test_each_choice_says_and_seals_for_itself() -> None:
    game = bench(Want(0), Seal(OWN), Want(1), Want(2), Throw(), Want(3))
    asks = answer(game, settle(game), 0, "pass")
    assert (game.sealed, game.said) == (OWN, [("pass", 0)])
    asks = answer(game, asks, 1, "pass")
    assert (game.sealed, game.said) == (OPEN, [("pass", 1)])
    answer(game, asks, 2, "pass")
    assert game.sealed == ALL


def test_a_weaker_seal_takes_nothing_from_a_stronger_one() -> None:
    game = bench(Seal(ALL, OWN))
    settle(game)
    assert game.sealed == ALL


# -- lanes -----------------------------------------------------------------------------------------


def test_lanes_run_side_by_side_and_join() -> None:
    game = bench(lanes((0, [Note("a"), Want(0), Note("b")]), (1, [Want(1), Note("c")])), Note("joined"))
    asks = settle(game)
    assert asked(asks) == [(0, "want"), (1, "want")] and in_lanes(game) and game.done == ["a"]
    asks = answer(game, asks, 1, "pass")
    assert asked(asks) == [(0, "want")] and game.done == ["a", "1 pass", "c"]
    assert answer(game, asks, 0, "pass") == () and not in_lanes(game)
    assert game.done == ["a", "1 pass", "c", "0 pass", "b", "joined"]


def test_what_is_planned_in_a_lane_is_done_in_that_lane() -> None:
    game = bench(lanes((0, [Want(0), Note("end of 0")]), (1, [Want(1)])), Note("joined"))
    asks = answer(game, settle(game), 0, "take", 1)
    assert asked(asks) == [(0, "more"), (1, "want")]
    answer(game, answer(game, asks, 0, "pass"), 1, "pass")
    assert game.done == ["0 take", "0 pass", "end of 0", "1 pass", "joined"]


def test_a_choice_in_one_lane_changes_what_another_is_offered() -> None:
    game = bench(lanes((0, [Want(0)]), (1, [Want(1)])))
    asks = answer(game, settle(game), 1, "take", 2)
    assert [ask.options for ask in asks] == [(("pass", -1),), (("pass", -1),)]
    with pytest.raises(IllegalChoice):
        answer(game, asks, 0, "take", 1)


def test_a_seat_with_two_lanes_is_asked_the_earlier_one_first() -> None:
    game = bench(lanes((0, [Want(0, "first")]), (0, [Want(0, "second")]), (1, [Want(1)])))
    asks = settle(game)
    assert asked(asks) == [(0, "first"), (1, "want")]
    asks = answer(game, asks, 0, "pass")
    assert asked(asks) == [(0, "second"), (1, "want")]


def test_lanes_in_lanes() -> None:
    inner = lanes((0, [Want(0, "inner"), Note("x")]), (2, [Want(2, "inner"), Note("y")]))
    game = bench(lanes((0, [inner, Note("z")]), (1, [Want(1)])), Note("joined"))
    asks = settle(game)
    assert asked(asks) == [(0, "inner"), (2, "inner"), (1, "want")]
    asks = answer(game, asks, 2, "take", 1)
    assert asked(asks) == [(0, "inner"), (2, "more"), (1, "want")]
    for seat in (2, 1, 0):
        asks = answer(game, asks, seat, "pass")
    assert asks == ()
    assert game.done == ["2 take", "2 pass", "y", "1 pass", "0 pass", "x", "z", "joined"]


def test_a_refusal_in_lanes_changes_nothing() -> None:
    game = bench(lanes((0, [Want(0)]), (1, [Want(1)])))
    asks = settle(game)
    before = pack(game)
    with pytest.raises(IllegalChoice):
        answer(game, asks, 1, "take", 9)
    assert pack(game) == before and asked(settle(game)) == asked(asks)


def test_empty_lanes_are_no_question() -> None:
    game = bench(lanes((0, []), (1, [Note("a")])), lanes(), Note("b"))
    assert settle(game) == () and game.done == ["a", "b"]


def test_lanes_that_wake_each_other_without_end_are_stopped() -> None:
    game = bench(lanes((0, [Seesaw(0)]), (1, [Seesaw(1)])))
    game.left = 0
    with pytest.raises(LimitExceeded, match="Seesaw: the limit of 20000 for cost"):
        settle(game)


# -- chance ----------------------------------------------------------------------------------------

VECTORS = {
    (0, 6): [1, 5, 1, 0, 4, 3, 4, 4, 3, 4, 2, 0],
    (1, 52): [11, 17, 23, 42, 30, 40, 44, 19, 27, 25, 50, 13],
    (2**256 - 1, 2**63 + 1): [
        6625105624249014242,
        3049475650418962209,
        3021053359273911426,
        7772562150023363213,
        8357519257559737476,
    ],
}
"""By seed and sides: the first results. Stored games depend on them."""


@pytest.mark.parametrize(("seed", "sides"), VECTORS)
def test_the_random_source_never_changes(seed: int, sides: int) -> None:
    game = bench(seed=seed)
    wanted = VECTORS[seed, sides]
    assert [game.roll(sides) for _ in wanted] == wanted


def test_the_key_of_a_seed_never_changes() -> None:
    assert key(0).hex() == "03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314"
    assert len({key(seed) for seed in (0, 1, 255, 256, 2**64, 2**256)}) == 6


def chi_square(counts: Counter[int], cells: int) -> float:
    """The deviation of counts from equal ones; `cells` - 1 on average, if they should be equal."""
    mean = counts.total() / cells
    return sum((counts[cell] - mean) ** 2 / mean for cell in range(cells))


@pytest.mark.parametrize("sides", [2, 6, 7, 52])
def test_all_results_are_equally_likely(sides: int) -> None:
    game = bench(seed=sides)
    counts = Counter(game.roll(sides) for _ in range(400 * sides))
    assert set(counts) <= set(range(sides))
    assert chi_square(counts, sides) < sides + 4 * (2 * sides) ** 0.5


def test_words_beyond_the_last_whole_range_are_drawn_again() -> None:
    """Taken modulo 3 * 2**62, a 64-bit word would fall into the lowest third half of the time."""
    game = bench()
    thirds = Counter(game.roll(3 * 2**62) >> 62 for _ in range(3000))
    assert chi_square(thirds, 3) < 12
    assert game.drawn > 3500  # a quarter of the words is rejected


def test_successive_results_do_not_depend_on_each_other() -> None:
    game = bench(seed=3)
    rolls = [game.roll(6) for _ in range(7201)]
    pairs = Counter(a * 6 + b for a, b in pairwise(rolls))
    assert chi_square(pairs, 36) < 36 + 4 * 72**0.5


@pytest.mark.parametrize("mix", ["shuffle", "scatter"])
def test_every_order_of_a_pile_is_equally_likely(mix: str) -> None:
    game = bench(seed=4)
    orders = list(permutations(range(4)))
    counts: Counter[int] = Counter()
    for _ in range(4800):
        pile = [0, 1, 2, 3]
        getattr(game, mix)(pile)
        counts[orders.index((pile[0], pile[1], pile[2], pile[3]))] += 1
    assert chi_square(counts, 24) < 24 + 4 * 48**0.5


def test_a_pile_with_one_order_needs_no_chance() -> None:
    game = bench()
    for pile in ([], ["only"]):
        game.shuffle(pile)
    assert (game.drawn, game.sealed) == (0, OPEN)
    assert game.roll(1) == 0 and game.sealed == ALL


def test_choices_are_made_once_and_numbers_of_users_are_not_kept() -> None:
    some = by_noun("once")
    assert some[3] == Choice("once", 3) and some[3] is choices("once", [3])[0] is by_noun("once")[3]
    assert some[10**6] == Choice("once", 10**6) and set(some) == {3}
