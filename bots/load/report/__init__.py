"""Shows results to people: live during a run, as text, as a page with plots, as a comparison.

May import `plan`, `result`, `histogram`, `figures`, and the reading and judging modules of `judge`; never
`play` or `run`. These modules need only a result, whatever its source.
"""
