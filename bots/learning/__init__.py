"""Training of nets by self-play.

    ../features/       positions as numbers from one seat's view; a module for each game
    ../search/         encoding, the net, the evaluator that minds use, and `weights/`: the trained nets by
                       game, each with how it was made and its measured strength
    selfplay           many games in parallel, with all positions evaluated in one batch
    workers            processes for self-play
    learner            updates the weights from finished games
    strength           measures a net against greedy
    training           a whole run: workers play, the learner updates, the best measured net is kept
    chances            converts a net's shares into chances of winning
    fairness           tests that a mind uses only what its seat sees

Minds use `../features` and `../search`; a running bot needs nothing of this package but `chances`.
"""
