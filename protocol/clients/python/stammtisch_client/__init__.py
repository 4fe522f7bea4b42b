"""A client for Stammtisch servers in Python. It needs `websockets` and `msgpack`.

    async with Client("ws://127.0.0.1:8080/ws", "Ada") as client:
        seat = await client.sit(table)
        async for question in seat.questions():
            await seat.choose(question, random.choice(question.choices))
        print(seat.document["public"]["scores"], client.dealing_faults)

`client.py` does the input and output; `session.py`, `mirror.py` and `commitments.py` the protocol.
`frames.py` and `document.py` declare what travels, `dealing.py` verifies the log of a finished game.
"""

from .client import ChangeRefused, Client, GaveUp, Question, Seat, SeatGone
from .dealing import Chance, Dealing, dealing_of
from .document import Document
from .frames import AUTO, WATCH

__all__ = [
    "AUTO",
    "WATCH",
    "Chance",
    "ChangeRefused",
    "Client",
    "Dealing",
    "Document",
    "GaveUp",
    "Question",
    "Seat",
    "SeatGone",
    "dealing_of",
]
