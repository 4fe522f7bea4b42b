"""Plots as SVG text, for reports and for the page of benchmarks: no library, no script, no colour in code.

`svg` writes elements, `scale` turns values into places, `chart` draws lines, `heat` a heat map, `bars`
bars. Each plot says in a title and a description what there is to see, for those who don't see it.
"""
