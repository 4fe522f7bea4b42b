"""Every frame of a client is handled by exactly one part of the hub."""

from __future__ import annotations

from typing import get_args

import pytest

from protocol.frames import FromClient, Join, Say
from server.hub.hub import merged

from ..live.hubs import houses


async def test_each_frame_that_a_client_may_send_is_taken(redis_url: str) -> None:
    async with houses(redis_url) as (house,):
        assert set(house.parts.hub.on) == set(get_args(FromClient))


def test_no_two_parts_take_the_same_frame() -> None:
    take = lambda socket, frame: None
    assert set(merged({Join: take}, {Say: take})) == {Join, Say}
    with pytest.raises(ValueError, match="Join"):
        merged({Join: take}, {Say: take, Join: take})
