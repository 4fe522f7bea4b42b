"""What is held against a run: each game against its log, its latencies and faults against what may be.

`trace` keeps what seats were told, `verifier` and `truth` play the log again and compare, `verdict` and
`thresholds` judge a result, `search` concludes from many. May import the bots, `plan`, `result`, `histogram`
and `figures`; `truth` alone the server's own tables as well. Knows neither who plays nor who prints.
"""
