"""Bots in any language: lines of JSON on the input and output of their process."""
