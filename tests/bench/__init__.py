"""Benchmarks: `python -m tests.bench` writes their page. Nothing here passes or fails."""
