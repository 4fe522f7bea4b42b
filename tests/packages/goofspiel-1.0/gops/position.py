"""Written positions."""

from server.games.positions import PositionWords

from .flow import Bids, Round


class Table(PositionWords):
    up: list[int] = []


class Player(PositionWords):
    won: list[int] = []


def lay(game, turn, table, players):
    game.up = [card - 1 for card in table.up]
    for seat, player in enumerate(players):
        game.won[seat] = [card - 1 for card in player.won]
    out = {*game.up, *(card for won in game.won for card in won)}
    game.prizes = [card for card in game.prizes if card not in out]
    for hand, played in zip(game.hand, game.played, strict=True):
        played += range(len(out) - len(game.up))
        hand[:] = [card for card in hand if card not in played]
    game.shuffle(game.prizes)
    game.stack = [Round(), Bids()] if game.up else [Round()]


MOMENTS = {"bids": lay}
