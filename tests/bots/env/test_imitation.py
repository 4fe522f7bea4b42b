"""Somebody who knows only the recorded files learns from them to play: takes minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from bots.arena.arena import Job, report, run
from bots.env.environment import Setting
from bots.env.recording import Plan, record
from bots.minds.registry import MINDS

from .imitation import Choices, Imitator, Policy

GAMES = 300
PASSES = 20
PLAYED = 200


@pytest.mark.long
def test_a_small_net_that_imitates_skilled_beats_casual(tmp_path: Path) -> None:
    """Of games between both, the 95 % interval of its wins lies above a half."""
    setting = Setting("machi_koro", 2)
    assert all(record(Plan("machi_koro", ("skilled",) * 2, GAMES, setting.plain, 1), setting, tmp_path))
    actions = setting.vocabulary.size
    train, test = (Choices(tmp_path / f"{part}.parquet", actions, "skilled") for part in ("train", "test"))
    policy = Policy(train.seen, actions, seed=0)
    untrained = policy.right(test)
    policy.learn(train, PASSES, seed=0)
    assert policy.right(test) > untrained + 0.2
    job = Job("machi_koro", ("imitator", "casual"), PLAYED, setting.plain, 5)
    minds = {**MINDS, "imitator": lambda seed: Imitator(policy, setting)}
    imitator, _ = report(job, list(run(job, minds=minds)), 1.0).lines
    assert imitator.mind == "imitator" and imitator.low > 0.5, imitator
