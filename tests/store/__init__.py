"""Tests of the store with a real Redis."""
