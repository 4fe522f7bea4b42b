"""What the board shows, and when each reason is true: from the views alone."""

PLAIN = set()


def shown(public, private, seat):
    return {"card": set(range(public["options"]["cards"]))}


TRUE = {"card": {"played": lambda seen: seen.noun not in seen.private["hand"]}}
