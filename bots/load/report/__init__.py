"""Results shown to people: while a run goes on, as text, as a page with drawings, beside one another.

May import `plan`, `result`, `histogram`, `figures`, and what the judge reads and concludes; never who plays
or runs. What is here needs a result alone, from wherever.
"""
