"""What the board shows, and when each reason is true: from the views alone."""

PLAIN = {"bid", "pass"}
"""The verbs of answers that concern no place."""


def shown(public, private, seat):
    return {"place": set(range(len(public["flowers"])))}


def is_closed(seen):
    return seen.public["hives"][seen.noun] == -1 and seen.noun not in seen.public["open"]


TRUE = {
    "place": {
        "closed": is_closed,
        "taken": lambda seen: seen.nouns == (seen.public["hives"][seen.noun],) != (-1,),
    }
}
