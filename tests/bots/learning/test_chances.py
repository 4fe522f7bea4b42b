"""The chance of winning that belongs to a share: found where it is known, and used in tips and analyses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from bots.__main__ import main
from bots.explain.tips import TipAdviser
from bots.learning.chances import chance, chances, fitted, played
from bots.search.evaluator import Evaluator, trained
from bots.search.net import Net
from server.games import GAMES

from ..search.begun import question


@pytest.mark.parametrize("power", [0.5, 1.0, 3.0])
def test_a_fair_share_is_a_fair_chance_and_more_is_more(power: float) -> None:
    assert chances([0.25] * 4, power) == [0.25] * 4
    assert chance(0.25, 4, power) == pytest.approx(0.25)
    told = [chance(share, 3, power) for share in (0.0, 0.2, 1 / 3, 0.5, 0.8, 1.0)]
    assert told == sorted(told) and (told[0], told[-1]) == (0.0, 1.0)
    assert sum(chances([0.5, 0.3, 0.2], power)) == pytest.approx(1)


def test_a_power_of_one_leaves_shares_as_they_are() -> None:
    assert chances([0.5, 0.3, 0.2], 1.0) == pytest.approx([0.5, 0.3, 0.2])
    assert chance(0.4, 3, 1.0) == pytest.approx(0.4)


@pytest.mark.parametrize("power", [1.0, 2.5])
def test_the_power_that_made_the_winners_is_found(power: float) -> None:
    random = np.random.default_rng(3)

    def games() -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        for _ in range(3000):
            share = random.uniform(0.1, 0.9)
            shares = np.array([[share, 1 - share]])
            yield shares, np.eye(2)[random.choice(2, p=chances(shares[0].tolist(), power))]

    assert fitted([*games()]) == pytest.approx(power, rel=0.1)


def test_games_tell_shares_on_their_way_and_who_has_won() -> None:
    judge = Evaluator(GAMES["machi_koro"], trained("machi_koro"))
    for shares, won in played(judge, 2, 5):
        assert len(shares) > 10 and shares.sum(axis=1) == pytest.approx(1, abs=1e-4)
        assert won.sum() == pytest.approx(1) and len(won) == shares.shape[1] >= 2


def test_tips_tell_chances_and_choose_by_shares() -> None:
    net = trained("machi_koro")
    assert net is not None
    document, _ = question("machi_koro", 5)
    sharper = Net(net.weights, net.about | {"power": 4.0})
    plain, sharp = TipAdviser(nets=lambda game: net), TipAdviser(nets=lambda game: sharper)
    for level in ("expert", "master"):
        one, other = (it.ranked(document, float("inf"), level) for it in (plain, sharp))
        assert one.offers == other.offers and one.shared
        seats = document["public"]["table"]["seats"]
        assert other.worths == pytest.approx([chance(it, seats, 4.0 / net.power) for it in one.worths])


def test_the_command_finds_a_power(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "machi_koro", "--chances", "2"]) == 0
    assert "machi_koro: power" in capsys.readouterr().out


@pytest.mark.parametrize(
    "given",
    [
        "--measure 2",
        "--more",
        "--seats 2",
        "--games 3",
        "--start 2",
        "--processes 2",
        "--levels casual",
        "--trust 2",
    ],
)
def test_ignored_arguments_are_refused(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fit", "machi_koro", "--chances", "2", *given.split()]) == 2
    told = capsys.readouterr()
    assert told.err == f"fit: --chances has no use for {given.split()[0]}\n" and not told.out


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_net_says_what_its_shares_stand_for(game: str) -> None:
    net = trained(game)
    assert net is None or (0.5 < net.power < 6 and "power" in net.about)
