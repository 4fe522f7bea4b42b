"""Plots as SVG text, for reports and for the benchmarks page: without libraries, scripts or hard-coded
colours.

`svg` writes elements, `scale` maps values to coordinates, `chart` draws lines, `bars` bars. Each plot has a
title and a description for readers who can't see it.
"""
