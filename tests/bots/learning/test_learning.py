"""Learning minds: the gradients of the net, the content of a batch, the effect of a game, the choices that
result."""

from __future__ import annotations

from importlib import import_module
from math import inf
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from bots import features as features_package
from bots.__main__ import main
from bots.document import about_table, document_of
from bots.features import Plain, features_of
from bots.learning.learner import BATCH_POSITIONS, Learner
from bots.learning.selfplay import TD_LAMBDA, Hall, Lessons, Running, new_game, outcome, taught_by
from bots.learning.strength import Strength, strengths
from bots.learning.training import first_net
from bots.minds.greedy import Greedy
from bots.minds.learnt import Learnt
from bots.search.encoding import EncodedPosition, batch, position, width_of
from bots.search.evaluator import TRAINING, Effort, Evaluator, Question, trained, weights_of
from bots.search.net import LAYERS, Adam, Net, shares
from bots.showing import Show
from bots.values import value_of
from server.games import GAMES
from server.games.engine import Engine
from server.games.kernel import OPEN, Ask, Choice, choose, settle
from server.games.machi_koro.cards import TRAIN_STATION
from server.games.machi_koro.flow import NextTurn, Reroll, Roll, ToBuild
from server.games.machi_koro.income import Income
from server.games.machi_koro.state import EFFECTIVE
from tests.games.engines import ENGINES
from tests.games.machi_koro.town import KINDS

MODULES = sorted(module.name for module in iter_modules(features_package.__path__))
"""The games with hand-made features."""

SEATS = np.array([[True, True, True], [True, True, False]])


def some_net(width: int, seed: int = 3) -> Net:
    """A net without a zero among its weights."""
    net, random = Net.fresh(width, (5, 4), seed), np.random.default_rng(seed)
    for name in LAYERS:
        net.weights[name] = random.normal(0, 0.5, net.weights[name].shape).astype(np.float32)
    return net


def loss_of(net: Net, inputs: np.ndarray, targets: np.ndarray) -> float:
    predicted = shares(net.scores(inputs), SEATS)
    return float(-(targets * np.log(np.maximum(predicted, 1e-9))).sum(axis=1).mean())


def test_shares_are_of_the_seats_that_are_there() -> None:
    found = shares(np.array([[1.0, 2.0, 3.0], [1.0, 1.0, 99.0]], np.float32), SEATS)
    assert found.sum(axis=1) == pytest.approx([1, 1])
    assert found[1].tolist() == [0.5, 0.5, 0.0]
    assert found[0, 2] > found[0, 1] > found[0, 0]


def test_a_step_goes_down_the_slope_that_is_measured() -> None:
    """Each weight's gradient against differences of the loss; the first step of Adam shows its sign."""
    random = np.random.default_rng(5)
    inputs = random.normal(0, 1, (2, 3, 6)).astype(np.float32)
    inputs[1, 2] = 0
    targets = np.array([[0.7, 0.2, 0.1], [0.1, 0.9, 0.0]], np.float32)
    net = some_net(6)
    before = {name: net.weights[name].copy() for name in LAYERS}
    learner = Adam(net, rate=1e-4)
    learner.step(inputs, SEATS, targets)
    for name in LAYERS:
        moved = (net.weights[name] - before[name]).ravel()
        for at in range(0, moved.size, max(1, moved.size // 5)):
            slope = 0.0
            for side in (1, -1):
                tried = some_net(6)
                tried.weights[name].ravel()[at] += side * 1e-2
                slope += side * loss_of(tried, inputs, targets)
            if abs(slope) > 1e-4:
                assert np.sign(moved[at]) == -np.sign(slope), (name, at)


def test_a_net_learns_what_can_be_learnt() -> None:
    random = np.random.default_rng(1)
    net = Net.fresh(4, (16, 8), 1, skip=0.0)
    learner = Adam(net, 3e-3)
    losses = []
    for _ in range(300):
        inputs = random.normal(0, 1, (64, 3, 4)).astype(np.float32)
        best = (inputs[..., 1] * inputs[..., 2]).argmax(axis=1)
        targets = np.eye(3, dtype=np.float32)[best]
        losses.append(learner.step(inputs, np.ones((64, 3), bool), targets))
    assert losses[0] == pytest.approx(np.log(3), abs=0.05)
    assert np.mean(losses[-20:]) < 0.6 * losses[0]


def test_weights_come_back_from_the_disk(tmp_path: Path) -> None:
    net = some_net(6)
    net.about = {"game": "toy"}
    net.save(tmp_path / "it.npz")
    again = Net.load(tmp_path / "it.npz")
    assert again.about == {"game": "toy"}
    inputs = np.random.default_rng(2).normal(0, 1, (2, 3, 6)).astype(np.float32)
    assert again.scores(inputs) == pytest.approx(net.scores(inputs), rel=0.02, abs=0.02)


def test_each_seat_gets_its_own_numbers_the_others_and_the_table_s() -> None:
    three, two = EncodedPosition([[1.0], [2.0], [6.0]], [7.0]), EncodedPosition([[3.0], [5.0]], [8.0])
    it = batch(Plain(ENGINES["toy"]), [three, two])
    assert it.seats.tolist() == SEATS.tolist()
    assert it.inputs[0].tolist() == [[1, 4, 6, 7, 0], [2, 3.5, 6, 7, 0], [6, 1.5, 2, 7, 0]]
    assert it.inputs[1].tolist() == [[3, 5, 5, 8, -0.5], [5, 3, 3, 8, -0.5], [0, 0, 0, 0, 0]]


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_rows_are_equally_long_in_all_games(game: str) -> None:
    engine = ENGINES[game]
    features, widths = features_of(engine), set()
    for number in range(12):
        it, seats = new_game(engine, Random(number))
        settle(it)
        for me in range(seats):
            seen = position(features, it, me)
            assert len(seen.seats) == seats
            assert np.isfinite(batch(features, [seen]).inputs).all()
            widths.add((len(seen.seats[0]), len(seen.table), width_of(features, seen)))
    assert len(widths) == 1


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_untrained_net_plays_by_the_values(game: str) -> None:
    engine = GAMES[game]
    net, value = first_net(engine, 1), value_of(engine)
    judge = Evaluator(engine, net)
    it, seats = new_game(engine, Random(4))
    settle(it)
    seen = position(judge.features, it, 0)
    worth = [value(it, seat) for seat in range(seats)]
    found = [judge.values([seen], [seat])[0] for seat in range(seats)]
    assert sorted(range(seats), key=worth.__getitem__) == sorted(
        range(seats), key=lambda s: (found[s], worth[s])
    )


def test_a_game_teaches_its_end_and_what_came_before_it() -> None:
    judge = Evaluator(ENGINES["toy"], some_net(11))
    path = [EncodedPosition([[x, 0.0, 1.0], [0.0, 1.0, 2.0]], [2.0]) for x in (0.0, 1.0)]
    learnt = taught_by(judge, path, [1.0, 0.0])
    assert learnt.targets[1].tolist() == [1, 0]
    it = batch(judge.features, path)
    later = shares(judge.net.scores(it.inputs), it.seats)[1]  # type: ignore[union-attr]
    assert learnt.targets[0] == pytest.approx(
        (1 - TD_LAMBDA) * later + TD_LAMBDA * np.array([1, 0]), abs=1e-5
    )


def test_games_against_oneself_come_to_their_end_and_are_the_same_again() -> None:
    engine = GAMES["machi_koro"]
    net = first_net(engine, 2)
    both, again = (Hall(Evaluator(engine, net), Evaluator(engine, net), 2, 11).play(1) for _ in range(2))
    assert both.games >= 1
    assert len(both.inputs) > 20
    assert both.targets.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert not both.targets[~both.seats].any()
    assert (both.inputs == again.inputs).all() and (both.targets == again.targets).all()


def test_a_win_is_softened_where_points_are_gone_for() -> None:
    engine = ENGINES["toy"]
    game, _ = new_game(engine, Random(1))
    asks = settle(game)
    while asks:
        asks = choose(game, asks[0], asks[0].options[-1])
    points = [score.points for score in engine.scores(game)]
    soft, hard = outcome(engine, game, 2.0), outcome(engine, game)
    assert sum(soft) == pytest.approx(1) and sum(hard) == 1
    assert np.log(soft[0] / soft[1]) == pytest.approx((points[0] - points[1]) / 2.0)
    assert all(share == 0 for share, it in zip(hard, points, strict=True) if it < max(points))


def asked(engine: Engine, seed: int) -> tuple[Any, Ask]:
    """A new game and its first question with several options."""
    game, _ = new_game(engine, Random(seed))
    asks = settle(game)
    while len(asks[0].options) == 1:
        asks = choose(game, asks[0], asks[0].options[0])
    return game, asks[0]


def test_a_choice_is_one_of_the_options_and_the_same_again() -> None:
    engine = GAMES["machi_koro"]
    game, ask = asked(engine, 2)
    options = msgspec.convert(game.options, engine.options)
    about = about_table(engine, options, ["learnt"] * len(game.coins))
    document = document_of(engine, game, [ask], ask.seat, about)
    net = first_net(engine, 1)
    choices = {Learnt(9, GAMES, lambda name: net).choose(document, inf) for _ in range(3)}
    assert len(choices) == 1 and choices <= set(ask.options)
    assert sum(outcome(engine, game)) == pytest.approx(1)


def test_where_luck_matters_several_games_are_imagined_and_judged_as_they_stand() -> None:
    engine = GAMES["machi_koro"]
    judge = Evaluator(engine, first_net(engine, 1))
    game, _ = new_game(engine, Random(2))
    settle(game)
    game.landmarks[game.active][TRAIN_STATION] = EFFECTIVE
    game.cities[game.active][KINDS.index("mine")] = 1  # two dice are useful
    game.stack = [NextTurn(), ToBuild(), Income(), Reroll(), Roll()]
    (ask,) = settle(game)
    question = Question(judge, ask.seat, ask.options)
    seen = engine.public(game), engine.private(game, ask.seat)
    positions = question.look(*seen, Random(1), Effort(1000, 5))
    assert len(positions) == 2 * 5
    question.judged([0.1, 0.4] * 4 + [0.1, 0.9])
    assert question.worth == pytest.approx([0.1, 0.5])
    assert question.best(Random(1)) == ask.options[1]
    assert len(Question(judge, ask.seat, ask.options).look(*seen, Random(1), Effort(3, 5))) == 4


def test_a_turn_is_judged_before_the_luck_that_its_end_brings_and_learnt_from_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where the game rolls the dice automatically, a building is evaluated in the position after it, once."""
    monkeypatch.setattr("bots.learning.selfplay.RANDOM_CHOICE_SHARE", 0.0)
    engine = GAMES["machi_koro"]
    judge = Evaluator(engine, first_net(engine, 1))
    running = Running(judge, Random(5))
    running.game, running.seats = engine.setup(3, 5, engine.options()), 3
    running.asks = settle(running.game)
    built = 0
    while built < 5:
        positions = running.advance(judge)
        question = running.question
        assert question is not None
        if question.offers[-1].verb == "pass":
            assert len(positions) == len(question.offers) - 1 + TRAINING.worlds
            running.answer(judge, [1.0, *[0.0] * (len(positions) - 1)])
            assert running.path[-1] == positions[0]
            built += 1
        else:
            running.answer(judge, [0.5] * len(positions))


def test_nothing_is_learnt_in_the_middle_of_a_turn() -> None:
    judge = Evaluator(GAMES["santiago"], first_net(GAMES["santiago"], 1))
    running, middle = Running(judge, Random(3)), 0
    for _ in range(40):
        positions = running.advance(judge)
        assert running.question is not None
        seat, before = running.question.seat, len(running.path)
        running.answer(judge, [0.5] * len(positions))
        goes_on = running.game.sealed == OPEN and any(
            ask.seat == seat and ask.prompt != "end_turn" for ask in running.asks
        )
        assert len(running.path) == before + (not goes_on)
        middle += goes_on
    assert 5 < middle < 35


def test_the_net_in_use_averages_the_last_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.learning.learner.SCALING_POSITIONS", 1000)
    learner = Learner(Net.fresh(4, (5, 4), 1, skip=0.0), 1, 3)
    random = np.random.default_rng(1)
    inputs = random.normal(0, 1, (1000, 3, 4)).astype(np.float32)
    targets = np.eye(3, dtype=np.float32)[inputs[..., 1].argmax(axis=1)]
    lessons = Lessons(inputs, np.ones((1000, 3), bool), targets, 1)
    first = learner.learn(lessons, 0.0)
    last = [learner.learn(lessons, 0.0) for _ in range(30)][-1]
    assert last < 0.9 * first
    assert (learner.steady.weights["scale"] == learner.net.weights["scale"]).all()
    seen = inputs[:BATCH_POSITIONS], lessons.seats[:BATCH_POSITIONS]
    found = shares(learner.steady.scores(seen[0]), seen[1])
    assert (found.argmax(axis=1) == targets[:BATCH_POSITIONS].argmax(axis=1)).mean() > 0.7
    assert not np.allclose(learner.steady.weights["w1"], learner.net.weights["w1"], atol=1e-5)


@pytest.mark.parametrize("game", MODULES)
def test_features_stand_as_the_hand_made_values_do(game: str) -> None:
    """Computed for many positions at once, they equal the hand-made value of a single position without hidden
    cards, except for terms that all seats share: shares are made of differences."""
    engine, random = GAMES[game], Random(3)
    features, value = features_of(engine), value_of(engine)
    for seats in engine.seats:
        it = engine.setup(seats, seats, msgspec.convert(engine.options.decided(seats), engine.options))
        asks = settle(it)
        while asks:
            if random.random() < 0.04:
                me = asks[0].seat
                found = batch(features, [position(features, it, me)]).inputs[0, :, 0]
                worth = np.array([value(it, seat) / features.UNIT for seat in range(seats)])
                assert found - found[0] == pytest.approx(worth - worth[0], abs=1e-3)
            asks = choose(it, asks[0], random.choice(asks[0].options))


@pytest.mark.parametrize("name", ["loyang", "bruges"])
def test_cached_rows_of_others_are_correct(name: str) -> None:
    """The rows of other seats are cached; for a sequence of different positions they stay correct."""
    engine, features, told = GAMES[name], import_module(f"{features_package.__name__}.{name}"), 0
    for seed in range(2):
        random = Random(seed)
        it: Any
        it, seats = new_game(engine, random)
        asks = settle(it)
        while asks:
            ask = random.choice(asks)
            seen = engine.public(it), engine.private(it, ask.seat)
            for game in (it, engine.imagine(*seen, ask.seat, random.getrandbits(64)), it):
                for me in range(seats):
                    anew = [features.told_anew(game, seat, me) for seat in range(seats)]
                    assert features.seats(game, me) == anew
                    told += 1
            asks = choose(it, ask, random.choice(ask.options))
    assert told > 2000


TRAINED = sorted(name for name in GAMES if weights_of(name).exists())


@pytest.mark.parametrize("game", TRAINED)
def test_weights_are_small_and_fit_what_is_told_of_a_position(game: str) -> None:
    net, engine = trained(game), GAMES[game]
    assert net is not None and weights_of(game).stat().st_size <= 300_000
    assert net.weights["w1"].shape == first_net(engine, 1).weights["w1"].shape
    assert net.about["game"] == game and net.about["rules"] == engine.rules
    assert net.about["command"].startswith(f"python -m bots train {game} ") and net.about["ladder"]


def test_with_seats_for_which_a_net_is_no_good_the_values_play() -> None:
    engine, net = GAMES["machi_koro"], first_net(GAMES["machi_koro"], 1)
    game, ask = asked(engine, 2)
    options = msgspec.convert(game.options, engine.options)
    document = document_of(
        engine, game, [ask], ask.seat, about_table(engine, options, ["learnt"] * len(game.coins))
    )

    def choice() -> Choice:
        return Learnt(9, GAMES, lambda name: net).choose(document, inf)

    for name in ("w3", "skip"):
        net.weights[name] = -np.ones_like(net.weights[name])
    by_net = choice()
    net.about["seats"] = [len(game.coins) + 1]
    assert choice() == Greedy(9).choose(document, inf) != by_net


def test_a_net_is_measured_also_where_it_was_no_good_before() -> None:
    """Otherwise the values would be measured in its place for ever."""
    engine = GAMES["machi_koro"]
    worst = first_net(engine, 1)
    worst.weights["skip"] = -worst.weights["skip"]
    worst.about["seats"] = [3, 4]
    (measured,) = strengths(engine, worst, FEW, 2, seats=[2])
    assert measured.share == 0
    assert worst.about["seats"] == [3, 4]


def test_a_net_that_is_trusted_less_comes_nearer_to_the_values() -> None:
    net = trained("santiago")
    assert net is not None
    inputs = np.random.default_rng(1).normal(0, 1, (50, 4, len(net.weights["mean"]))).astype(np.float32)
    by_hand, half = net.weights["skip"][0] * inputs[..., 0], net.trusted(0.5)
    assert net.trusted(0).scores(inputs) == pytest.approx(by_hand, abs=1e-5)
    assert half.scores(inputs) == pytest.approx((net.scores(inputs) + by_hand) / 2, abs=1e-4)
    again = half.trusted(0.5)
    assert again.about["trust"] == pytest.approx(0.25 * net.about.get("trust", 1.0), abs=1e-3)
    assert again.about["command"] == net.about["command"]


@pytest.mark.parametrize("best", [0.25, 0.75])
def test_the_command_keeps_what_is_strongest(
    best: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    net = first_net(GAMES["machi_koro"], 1)
    net.weights["w3"] += 1

    def played(engine: Engine, it: Net, games: int, seed: int, processes: int, show: Show) -> list[Strength]:
        assert (games, seed, processes) == (2, 0, 2) and [*show(iter([7]), 1)] == [7]
        share = 1 - abs(float(it.weights["w3"][0, 0]) - best)
        return [Strength(2, games, share, 0.0, 1.0)]

    monkeypatch.setattr("bots.learning.strength.strengths", played)
    monkeypatch.setattr("bots.commands.fit.trained", lambda game: net)
    monkeypatch.setattr("bots.commands.fit.weights_of", lambda game: tmp_path / f"{game}.npz")
    command = ["fit", "machi_koro", "--trust", "2", "--processes", "2"]
    assert main(command) == 0 and not [*tmp_path.iterdir()]
    assert main([*command, "--keep"]) == 0
    assert f"machi_koro: what was learnt counts {best:.0%}" in capsys.readouterr().out
    kept = Net.load(tmp_path / "machi_koro.npz")
    assert kept.about["trust"] == best and kept.weights["w3"] == pytest.approx(best)


FEW = 8
"""A number of games that tells only whether the net plays as expected; `--keep` measures with hundreds."""


@pytest.mark.long
@pytest.mark.parametrize("game", TRAINED)
def test_trained_nets_beat_greedy_as_their_files_state(game: str) -> None:
    engine, net = GAMES[game], trained(game)
    assert net is not None
    told = {it["seats"]: it for it in net.about["strengths"]}
    seats = net.about["seats"]
    assert seats == [count for count, it in told.items() if it["low"] * count > 1]
    assert all(it["games"] >= 100 for it in told.values())
    (measured,) = strengths(engine, net, FEW, 2, seats=[seats[0]])
    assert measured.games == FEW and measured.low < measured.share <= measured.high
    assert measured.high > told[seats[0]]["low"] and measured.low < told[seats[0]]["high"]
    assert measured.p99_ms > 0
