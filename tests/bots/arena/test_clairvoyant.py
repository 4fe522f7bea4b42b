"""The player who knows everything: it plays the same deal again and again, and never at a table."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from bots.__main__ import main
from bots.arena import clairvoyant
from bots.arena.clairvoyant import NAME, Deal, Played, attempt, changed, deals_of, limits, played, reached
from bots.minds.learnt import Learnt
from bots.minds.registry import MINDS
from server.games import GAMES

DEALS = [Deal(game, "whim", 2, 1, "9", 1) for game in GAMES] + [Deal("santiago", "skilled", 3, 0, "4", 1)]


def test_no_mind_by_name_plays_a_deal_again() -> None:
    assert NAME not in MINDS


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal.game}-{deal.seats}")
def test_a_try_differs_from_the_last_one_from_one_own_choice_on(deal: Deal) -> None:
    minds = clairvoyant._minds(deal)
    assert [isinstance(minds[deal.seat], Learnt), len(minds)] == [True, deal.seats]
    first = attempt(deal, minds)
    assert first == attempt(deal, clairvoyant._minds(deal)), "the same deal, the same choices"
    assert first.own and all(first.choices[here][0] == deal.seat for here in first.own)
    for seed in range(4):
        again = attempt(deal, changed(deal, first, Random(seed)))
        pairs = zip(first.choices, again.choices, strict=False)
        here = next(n for n, (one, other) in enumerate(pairs) if one != other)
        assert here in first.own and again.choices[here][0] == deal.seat


def test_the_best_game_so_far_is_changed_until_it_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Deal("machi_koro", "whim", 2, 0, "0", 7)
    leads = iter([(0.0, -9), (0.0, -5), (0.0, -7), (0.5, 0), (0.0, -1), (1.0, 3)])
    games, former = list[Played](), list[Played]()

    def attempted(deal: Deal, minds: object) -> Played:
        games.append(Played(*next(leads), [], [0]))
        return games[-1]

    def from_former(deal: Deal, best: Played, random: Random) -> list[object]:
        former.append(best)
        return []

    monkeypatch.setattr(clairvoyant, "attempt", attempted)
    monkeypatch.setattr(clairvoyant, "changed", from_former)
    assert reached(deal) == [0, 0, 0, 0.5, 0.5, 1, 1], "a won deal is played no more"
    assert [games.index(one) for one in former] == [0, 1, 1, 3, 3]


def test_more_tries_never_win_less() -> None:
    deals = deals_of("machi_koro", "whim", 3, 4, 1, 3)
    assert [deal.seat for deal in deals] == [0, 1, 2, 0]
    assert len({deal.seed for deal in deals}) == 4
    found = list(played(deals))
    assert all(len(one) == 3 and all(a <= b for a, b in pairwise(one)) for one in found)
    assert found == list(played(deals, processes=2))


def test_the_shares_after_one_two_four_tries() -> None:
    found = [[0.0, 0.0, 0.0, 1.0, 1.0], [1.0] * 5, [0.0, 0.5, 0.5, 0.5, 1.0], [0.0] * 5]
    rows = limits(found)
    assert [(row.tries, row.share, row.games) for row in rows] == [
        (1, 0.25, 4),
        (2, 0.375, 4),
        (4, 0.625, 4),
        (5, 0.75, 4),
    ]
    assert all(row.low < row.share < row.high for row in rows)
    assert limits([]) == [] and [row.tries for row in limits([[1.0]])] == [1]


def test_the_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "limit.json"
    short = ["--games", "2", "--tries", "3", "--others", "whim", "--json", str(file)]
    assert main(["limit", "machi_koro", *short]) == 0
    assert "best of" in (told := capsys.readouterr().out) and "3 tries" in told
    assert [row["tries"] for row in msgspec.json.decode(file.read_bytes())] == [1, 2, 3]
    assert main(["limit", "machi_koro", "--seats", "9"]) == 2
    assert main(["limit", "machi_koro", "--tries", "0"]) == 2
    assert main(["limit", "machi_koro", "--others", "whim,whim"]) == 2
    assert "--others is one mind" in capsys.readouterr().err
