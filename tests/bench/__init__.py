"""Benchmarks: `python -m tests.bench` writes their page. They neither pass nor fail."""
