"""Messages about invalid positions, in both languages. A game's own messages are in its folder:
`positions/<language>.json`."""

from __future__ import annotations

from typing import Final

TEXTS: Final = {
    "en": {
        "list": ", ",
        "or": " or ",
        "quoted": "{why}",
        # the text
        "no-text": "This is no text in UTF-8.",
        "too-long": "The text is longer than {most} characters.",
        "brackets": "Too many brackets stand in each other.",
        "tables": "Too many tables stand in each other.",
        "toml": "Line {line}, column {column}: this can’t be read as TOML. "
        "Texts, and words with blanks or umlauts, need quotes.",
        "toml-end": "Line {line}: the text ends before what begins there is complete.",
        "digits": "A number there has too many digits.",
        "toml-twice": "Line {line}: this has been said before.",
        # the keys in it
        "missing": "{place} is missing.",
        "word": "{place}: there is no such word here, only {known}.",
        "near": "{place}: there is no such word here. Did you mean {near}?",
        "kind": "{place}: here {kind} is wanted, not {found}.",
        "choice": "{place}: here only {known} can stand, not {found}.",
        "range": "{place}: here a number from {least} to {most} is wanted, not {found}.",
        "least": "{place}: here a number from {least} on is wanted, not {found}.",
        "most": "{place}: here a number up to {most} is wanted, not {found}.",
        "items": "{place}: here {count} entries are wanted, not {found}.",
        "items-most": "{place}: here are at most {most} entries, not {found}.",
        "unreadable": "{place}: this can’t be understood ({why}).",
        "bool": "true or false",
        "int": "a whole number",
        "float": "a number with a point",
        "str": "a text in quotes",
        "array": "a list in [ ]",
        "object": "a table of words and values",
        "date": "a date or a time",
        # the game
        "game": "There is no game “{word}”, only {known}.",
        "unwritten": "Positions of {game} can’t be written.",
        "seats": "{game} is for {least} to {most} players.",
        "option": "options.{option}: with {seats} seats this can’t be {value}.",
        "options": "These options don’t go together, or not with {seats} seats.",
        "players": "There are {players} players, and {seats} seats.",
        "turn": "It can’t be the turn of seat {seat}: there are {seats}, from 0 on.",
        "moment": "There is no moment “{word}”, only {known}.",
        # the things in it
        "thing": "There is no {what} “{word}”.",
        "thing-near": "There is no {what} “{word}”. Did you mean “{near}”?",
        "thing-left": "There is no {what} “{word}” left, or not with these options.",
        "things-left": "{count} are to be dealt by chance: after {left} there is no {what} left.",
        # the outcome
        "over": "This can’t be: the game is over there.",
        "cannot-be": "This can’t be: {why}.",
        "goes-wrong": "A game from there goes wrong ({why}).",
        "limit-options": "one question there has more than {most} options",
        "limit-cost": "one choice there sets off more than {most} steps",
        "endless": "A game from there isn’t over after {count} choices.",
        "too-large": "The game is too large.",
    },
    "de": {
        "list": ", ",
        "or": " oder ",
        "quoted": "„{why}“ (auf Englisch)",
        # the text
        "no-text": "Das ist kein Text in UTF-8.",
        "too-long": "Der Text ist länger als {most} Zeichen.",
        "brackets": "Zu viele Klammern stehen ineinander.",
        "tables": "Zu viele Tabellen stehen ineinander.",
        "toml": "Zeile {line}, Spalte {column}: Das lässt sich nicht als TOML lesen. "
        "Texte sowie Wörter mit Leerzeichen oder Umlauten brauchen Anführungszeichen.",
        "toml-end": "Zeile {line}: Der Text hört auf, bevor vollständig ist, was dort beginnt.",
        "digits": "Eine Zahl darin hat zu viele Ziffern.",
        "toml-twice": "Zeile {line}: Das wurde weiter oben schon gesagt.",
        # the keys in it
        "missing": "{place} fehlt.",
        "word": "{place}: Dieses Wort gibt es hier nicht, nur {known}.",
        "near": "{place}: Dieses Wort gibt es hier nicht. War {near} gemeint?",
        "kind": "{place}: Hier muss {kind} stehen, nicht {found}.",
        "choice": "{place}: Hier kann nur {known} stehen, nicht {found}.",
        "range": "{place}: Hier muss eine Zahl von {least} bis {most} stehen, nicht {found}.",
        "least": "{place}: Hier muss eine Zahl ab {least} stehen, nicht {found}.",
        "most": "{place}: Hier muss eine Zahl bis {most} stehen, nicht {found}.",
        "items": "{place}: Hier müssen {count} Einträge stehen, nicht {found}.",
        "items-most": "{place}: Hier stehen höchstens {most} Einträge, nicht {found}.",
        "unreadable": "{place}: Das ist nicht zu verstehen ({why}).",
        "bool": "true oder false",
        "int": "eine ganze Zahl",
        "float": "eine Zahl mit Punkt",
        "str": "ein Text in Anführungszeichen",
        "array": "eine Liste in [ ]",
        "object": "eine Tabelle aus Wörtern und Werten",
        "date": "ein Datum oder eine Uhrzeit",
        # the game
        "game": "Es gibt kein Spiel „{word}“, nur {known}.",
        "unwritten": "Stellungen von {game} lassen sich nicht aufschreiben.",
        "seats": "{game} ist für {least} bis {most} Spieler.",
        "option": "options.{option}: Bei {seats} Plätzen geht {value} nicht.",
        "options": "Diese Optionen passen nicht zusammen oder nicht zu {seats} Plätzen.",
        "players": "Es sind {players} Spieler (players), aber {seats} Plätze (seats).",
        "turn": "Platz {seat} kann nicht am Zug sein: Es gibt {seats}, gezählt ab 0.",
        "moment": "Es gibt keinen Moment „{word}“, nur {known}.",
        # the things in it
        "thing": "Es gibt {what} „{word}“.",
        "thing-near": "Es gibt {what} „{word}“. War „{near}“ gemeint?",
        "thing-left": "Es gibt {what} „{word}“ mehr, oder nicht mit diesen Optionen.",
        "things-left": "{count} sollen zufällig verteilt werden: Nach {left} gibt es {what} mehr.",
        # the outcome
        "over": "So geht es nicht: Die Partie wäre dort schon zu Ende.",
        "cannot-be": "So geht es nicht: {why}.",
        "goes-wrong": "Eine Partie, die so beginnt, lässt sich nicht zu Ende spielen ({why}).",
        "limit-options": "eine Frage darin hat mehr als {most} Möglichkeiten",
        "limit-cost": "eine Entscheidung darin löst mehr als {most} Schritte aus",
        "endless": "Eine Partie, die so beginnt, ist nach {count} Entscheidungen noch nicht zu Ende.",
        "too-large": "Die Partie ist zu groß.",
    },
}
"""By language."""
