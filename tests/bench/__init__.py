"""Benchmarks: `python -m tests.bench` prints their table. Nothing here passes or fails."""
