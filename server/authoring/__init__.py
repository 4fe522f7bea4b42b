"""Tools for authors of games: a new package, and what examines one.

    new_game.py     `python -m server new game NAME`: a package that runs, from the files in `template/`
    check.py        `python -m server check PACKAGE`: everything below, each finding in one line
    walks.py        random games
    laws.py         the laws that every game keeps, tried on random games; beside it `copies.py`,
                    `secrecy.py`, `promises.py` (hints), `reasons.py` and `mirrors.py`
    lessons.py      guided games, played as a learner who follows them
    data.py         examples, puzzles and written positions
    example_scenes.py   the positions at which examples begin, made from scenes
    texts.py        the texts against the verbs, log lines and prompts that random games use
    perft.py        the number of sequences of choices from stored positions
    scenes.py       a game in a chosen position, for tests of rules

The tests of a game import laws, scenes and perft from here, those of our own games as well.
"""
