"""Processes for what may be untrusted or heavy: what takes too much ends, and its parent knows why."""

from __future__ import annotations

import pytest

from server.process.confined import end_worker, start_worker, why_ended

HOG = "held = [bytes(1 << 20) for _ in range(1 << 20)]"
SPIN = "while True: pass"
POWER = "x = 9 ** 9 ** 9"
SLEEP = "__import__('time').sleep(86_400)"

WITHIN = (
    "from server.process.confined import confined, cpu_limit\nwith confined(200), cpu_limit(0.5):\n    {}"
)


async def ended(work: str) -> str:
    """Why a process with this work has ended by itself."""
    process = await start_worker("-c", WITHIN.format(work))
    return why_ended(await process.wait())


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (HOG, "it has used its memory"),
        (SPIN, "it has used its CPU time"),
        (POWER, "it has used its CPU time"),
        ("raise SystemExit(3)", "exit status 3"),
        ("__import__('os').abort()", "SIGABRT"),
        ("pass", "exit status 0"),
    ],
    ids=["memory", "a loop", "one operation", "a status", "a signal", "nothing"],
)
async def test_a_process_that_takes_too_much_ends_and_its_parent_knows_why(
    work: str, why: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert await ended(work) == why
    assert "Traceback" not in capfd.readouterr().err


async def test_one_that_runs_is_killed_and_one_that_has_ended_says_how() -> None:
    process = await start_worker("-c", SLEEP)
    assert why_ended(await end_worker(process)) == "SIGKILL"
    process = await start_worker("-c", "raise SystemExit(3)")
    await process.wait()
    assert why_ended(await end_worker(process)) == "exit status 3"
