"""Written positions for checks of the layout: fuller than most games, so that there is least room."""

from __future__ import annotations

FULL_FARM = """
game = "loyang"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 7
[[players]]
cash = 3
space = 9
capacity = 4
cart = {Wheat = 3, Turnip = 2, Bean = 1}
fields = [{card = "home", good = "Wheat", amount = 2}, {card = "private_3"}, {card = "private_3"},
          {card = "private_4"}, {card = "private_4"}, {card = "private_5"}, {card = "private_5"},
          {card = "common_5_a", good = "Turnip"}, {card = "common_5_b", good = "Cabbage"},
          {card = "common_4_a"}, {card = "common_4_b"}, {card = "common_3_a"}]
stalls = ["stall_01", "stall_02", "stall_03", "stall_04"]
regulars = ["regular_01", "regular_02", "regular_03", "regular_04", "regular_05"]
casuals = ["casual_01", "casual_02", "casual_03", "casual_04", "casual_05"]
helpers = ["Tout", "Maid", "Trader", "Official", "Accountant"]
[[players]]
cash = 9
space = 8
"""
"""Three rows of fields and four of cards, the last of which are helpers: more than most games bring."""

FULLER_FARM = (
    FULL_FARM.replace('_3_a"}]', '_3_a"}, {card = "common_3_b"}, {card = "private_6"}]')
    .replace('"stall_04"', '"stall_04", "stall_05", "stall_06"')
    .replace('"regular_05"', '"regular_05", "regular_06"')
)
"""Fourteen fields and 22 cards: none may be left out, so everything is drawn smaller."""

FULL_NEIGHBOUR = """
game = "loyang"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
round = 7
[[players]]
cash = 4
[[players]]
cash = 0
cart = {Wheat = 1, Pumpkin = 9}
fields = [{card = "home", good = "Pumpkin", amount = 1}, {card = "private_3", good = "Pumpkin", amount = 1},
          {card = "private_4", good = "Pumpkin", amount = 1}, {card = "private_4"}, {card = "private_5"},
          {card = "private_6", good = "Pumpkin", amount = 5}]
stalls = ["stall_01"]
regulars = ["regular_01", "regular_02", "regular_03", "regular_04"]
casuals = ["casual_01", "casual_02", "casual_03", "casual_04", "casual_05", "casual_06"]
helpers = ["Impostor", "Saleswoman"]
[[players]]
cash = 12
[[players]]
cash = 8
"""
"""Another player has five rows of things."""

FULL_CARTS = """
game = "loyang"
seats = 4
turn = 0
moment = "cards"
seed = 7
[table]
round = 4
courtyard = ["Official"]
[[players]]
cash = 4
[[players]]
cart = {Turnip = 1}
[[players]]
cart = {Wheat = 2, Pumpkin = 9, Bean = 1}
[[players]]
cart = {Wheat = 1, Pumpkin = 12, Turnip = 1, Cabbage = 2, Bean = 1, Leek = 1}
"""
"""Three other farms beside a card of the courtyard, one kind of goods on the cart, three kinds, and all."""

ACCOUNTANT = """
game = "loyang"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
round = 1
[[players]]
cash = 5
cart = {Turnip = 2}
helpers = ["Accountant", "Tenant Farmer"]
[[players]]
cash = 7
[[players]]
cash = 11
[[players]]
cash = 4
"""

MANY_KINDS = """
game = "machi_koro"
seats = 4
turn = 0
moment = "turn"
seed = 7
[[players]]
coins = 2
[[players]]
coins = 9
landmarks = ["Train Station"]
[players.establishments]
"Wheat Field" = 2
"Ranch" = 2
"Bakery" = 2
"Café" = 2
"Convenience Store" = 2
"Forest" = 2
"Stadium" = 1
"TV Station" = 1
"Business Center" = 1
"Cheese Factory" = 2
"Furniture Factory" = 2
"Mine" = 2
"Family Restaurant" = 2
"Apple Orchard" = 2
"Fruit and Vegetable Market" = 2
[[players]]
coins = 0
[[players]]
coins = 0
"""
"""Another player has all kinds of establishments, most of them twice."""

BRUGES = """
game = "bruges"
seats = 2
turn = 0
moment = "turn"
seed = 7
[table]
round = 6
played = 1
dice = [3, 2, 3, 1, 2]
[[players]]
guilders = 12
"""
"""A turn late in a game, with money."""

LONG_STREET = f"""{BRUGES}workers = {{blue = 2, brown = 2, yellow = 2, red = 2, violet = 2}}
houses = ["blue", "brown", "violet", "red", "yellow", "blue", "red", "brown", "violet", "yellow"]
people = ["Barmaid", "Spice Merchant", "Bookkeeper", "Salt Merchant", "Mason", "Innkeeper", "Maid", "Page",
          "Lute Maker", "Bath Keeper"]
hand = 5
[[players]]
guilders = 6
people = ["Broker", "Councillor"]
"""
"""Ten houses beside a full hand, each with a person who can be activated."""

WITH_A_PET = f"""{BRUGES}people = ["Bookkeeper"]
pets = ["Cat"]
[[players]]
guilders = 6
[options]
pets = true
"""
"""A person who can be activated once a round lives in one house with a pet."""

LONG_HAND = f"""{BRUGES}hand = 7
[[players]]
guilders = 6
"""

FIVE = f"""{BRUGES.replace("seats = 2", "seats = 5")}hand = 5
{4 * chr(10).join(["[[players]]", "guilders = 6", ""])}"""

STREETS = (
    "Duke Count Baron Margrave Prince Earl King Queen",
    "Princess Countess Baroness Noblewoman Burgrave Archivist Juror Councillor",
    "Notary Judge Mayor Reeve Beadle Magistrate Acrobat Bard",
    "Juggler Minstrel Dancer Jester Actor Conjurer Innkeeper Barmaid",
    "Singer Moneylender Bookkeeper Peddler Fishwife Broker Shipowner Jongleur",
)

FIVE_STREETS = """
game = "bruges"
seats = 5
turn = 0
moment = "turn"
seed = 7
[table]
round = 6
played = 1
""" + "\n".join(f"[[players]]\ncanals = [2, 1]\npeople = {people.split()}" for people in STREETS)
"""The most players, each with eight houses, none of which is empty."""

ALL_KINDS = """
[[players]]
feed = 12
pen = {Chicken = 1, Sheep = 1, Goat = 1, Donkey = 1, Pig = 1, Cattle = 1}
farm = {Chicken = 2, Sheep = 1, Goat = 2, Donkey = 1, Pig = 1, Cattle = 2}
"""

FIVE_FARMS = f"""
game = "schweinebande"
seats = 5
turn = 0
moment = "round"
seed = 7
[table]
round = 4
{5 * ALL_KINDS}"""
"""The most players, each with all kinds of animals in the pen and on the farm."""

FAR_TO_DRIVE = """
game = "santiago"
seats = 2
turn = 0
moment = "turn"
[options]
max_steps = 0
[table]
street = ["Conchita", "Pedro"]
car = "harbor"
ship = {"sugar cane" = 1, rum = 2}
value = 2
[[players]]
holds = {pesos = 26}
[[players]]
holds = {pesos = 7}
"""
"""Money for more than two laps, and no rule against them."""

FULL_SHIP = """
game = "santiago"
seats = 3
turn = 0
moment = "turn"
seed = 7
[table]
street = ["Conchita", "Pedro"]
car = "harbor"
buildings = ["Customs Office", "Casino", "Harbor Office"]
ship = {"sugar cane" = 1, "citrus fruit" = 1, rum = 2, cigars = 2}
value = 2
departed = 2
[[players]]
holds = {pesos = 9, VP = 2, rum = 1, wood = 1}
pawn = "Church"
[[players]]
holds = {pesos = 7, VP = 3}
[[players]]
holds = {pesos = 7, VP = 3}
"""
"""The ship demands four goods, and one good is not demanded."""

LEAVING_SHIP = """
game = "santiago"
seats = 4
turn = 0
moment = "turn"
seed = 7
[table]
street = ["Pedro", "José", "Conchita", "Miguel", "Pablo", "Maria", "Martinez", "El Zorro", "Alonso"]
car = "Alonso"
ship = {rum = 2}
[[players]]
holds = {rum = 2}
[[players]]
[[players]]
[[players]]
"""
"""One step from the harbor. The person in turn alone has what the ship wants, and fills it in two
deliveries."""
