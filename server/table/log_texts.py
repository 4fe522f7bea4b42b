"""What is said of logs that can't be played, in both languages."""

from __future__ import annotations

from typing import Final

TEXTS: Final = {
    "en": {
        "list": ", ",
        "or": " or ",
        "at": "{place}: {why}",
        "format": "it is not a {form}",
        "no-log": "it is no log of a game, or not a whole one",
        "no-making": "it does not begin with the making of a table",
        "unplayable": "version {version} can’t be played: {why}",
        "state": "version {version}: the state is another than was recorded",
        "late-seat": "version {version}: seat {seat} was taken after the start",
        "late-part": "version {version}: seat {seat} told its part of the chance out of turn",
        "other-part": "version {version}: seat {seat} told another part than it has promised",
        "other-rules": "the table was made with other rules or cards of “{game}” than are here",
        "no-table": "such a table can’t be made: {why}",
        "unshowable": "version {version} can’t be shown: {why}",
        "not-over": "the game is not over at the end of the log",
        "nobody": "nobody is asked anything at that moment",
        "entries": "it is longer than any game",
        "late": "It takes too long to play.",
        "memory": "It takes too much memory to play.",
        "limits": "It can’t be played within its limits.",
        "other-secret": "the secret has the hash {shown}, not {kept}: it was changed after you saw that",
        "no-seat": "there is no seat {seat}",
        "other-luck": "seat {seat} has added “{found}”, not “{luck}”",
    },
    "de": {
        "list": ", ",
        "or": " oder ",
        "at": "{place}: {why}",
        "format": "es ist kein {form}",
        "no-log": "es ist kein Protokoll einer Partie oder kein ganzes",
        "no-making": "es beginnt nicht damit, dass ein Tisch angelegt wird",
        "unplayable": "Version {version} lässt sich nicht spielen: {why}",
        "state": "Version {version}: Der Stand ist ein anderer als im Protokoll",
        "late-seat": "Version {version}: Platz {seat} wurde erst nach dem Start eingenommen",
        "late-part": "Version {version}: Platz {seat} hat seinen Teil des Zufalls zur falschen Zeit genannt",
        "other-part": "Version {version}: Platz {seat} hat einen anderen Teil genannt als versprochen",
        "other-rules": "der Tisch hatte andere Regeln oder Karten von „{game}“, als es hier gibt",
        "no-table": "so ein Tisch lässt sich nicht anlegen: {why}",
        "unshowable": "Version {version} lässt sich nicht zeigen: {why}",
        "not-over": "die Partie ist am Ende des Protokolls nicht zu Ende",
        "nobody": "in diesem Moment wird niemand etwas gefragt",
        "entries": "es ist länger als jede Partie",
        "late": "Es dauert zu lange, das zu spielen.",
        "memory": "Es braucht zu viel Speicher, das zu spielen.",
        "limits": "Es lässt sich in den gesetzten Grenzen nicht spielen.",
        "other-secret": "das Geheimnis hat die Prüfsumme {shown}, nicht {kept}: Es wurde danach geändert",
        "no-seat": "es gibt keinen Platz {seat}",
        "other-luck": "Platz {seat} hat „{found}“ beigetragen, nicht „{luck}“",
    },
}
"""By language."""
