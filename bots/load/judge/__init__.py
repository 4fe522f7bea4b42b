"""Verification and judgement of a run: each game against its log, latencies and faults against limits.

`trace` records what seats received, `ledger` the responses to their changes; `verifier` and `truth` replay
the log and compare; `verdict` and `thresholds` judge a result, `search` concludes from many. May import the
bots, `plan`, `result`, `histogram` and `figures`; only `truth` may import the server's tables. Imports
neither `play` nor `report`.
"""
