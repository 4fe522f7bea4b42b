"""A bot that plays at random: it reads a line for each question, and writes one with an option."""

import json
import random
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if "options" in asked:
        print(json.dumps(random.choice(asked["options"])), flush=True)
