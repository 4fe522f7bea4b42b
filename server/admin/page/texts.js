/** The texts of this page, in the language of the browser. */

const EN = {
  address: "Address",
  announce: "Announce to all",
  at: "When",
  away: "The server does not answer.",
  bar: "Silence or lock out",
  beware:
    "Done. But {who} sends the addresses of others along, and PROXIES does not name it. If it is your proxy, this " +
    "applies to everybody who connects through it. Take it back, set PROXIES and replace the hubs.",
  bots: "Bots among them",
  broken: "Somebody has changed this log.",
  by: "Who",
  cancel: "Cancel",
  close: "Close",
  closed: "End table {who} for good?",
  deal: "Deal with",
  dealtWith: "Dealt with",
  details: "Details",
  do: "Do it",
  done: "Done.",
  drain: "Drain",
  drained: "Send all people of {who} to other hubs, and end it?",
  draining: "is ending",
  enter: "Enter",
  failed: "Tables closed because their game failed",
  find: "Find",
  findHelp: "Name, table, hash or address (empty: all)",
  forGood: "for good",
  game: "Game",
  guests: "Guests",
  hub: "Hub",
  hubs: "Hubs",
  in: "in minutes (0: no time)",
  key: "Key",
  leave: "Leave",
  leftOut: "Packages that cannot be used",
  lines: "What was said",
  load: "Load",
  lock: "Lock out",
  log: "Log",
  minutes: "Minutes (0: for good)",
  more: "There may be more than are shown: look for something narrower.",
  name: "Name",
  nothing: "Nothing found.",
  orders: "In force",
  people: "People",
  person: "Hash",
  phase: "Phase",
  reopen: "Open again",
  reportedBy: "Reported by",
  reports: "Reports",
  search: "Search",
  seats: "Seats",
  silence: "Silence",
  silenceDay: "Silence for a day",
  silencedDay: "Silence {who} for a day?",
  sockets: "Sockets",
  stop: "Make no new tables",
  table: "Table",
  tables: "Tables",
  tablesOff: "No new tables",
  tablesOn: "New tables again",
  takeBack: "Take back",
  text: "Text",
  title: "Administration",
  until: "until",
  waiting: "Waiting for Redis",
  what: "What",
  who: "Who",
  why: "Why",
  wrong: "That is not the key.",
  yes: "Yes",
};

const DE = {
  address: "Adresse",
  announce: "Allen ankündigen",
  at: "Wann",
  away: "Der Server antwortet nicht.",
  bar: "Stummschalten oder aussperren",
  beware:
    "Erledigt. Aber {who} schickt fremde Adressen mit und steht nicht in PROXIES. Ist das dein Proxy, trifft es " +
    "alle, die über ihn kommen. Nimm es zurück, setz PROXIES und ersetze die Hubs.",
  bots: "davon Bots",
  broken: "Jemand hat dieses Protokoll verändert.",
  by: "Wer",
  cancel: "Abbrechen",
  close: "Schließen",
  closed: "Tisch {who} endgültig beenden?",
  deal: "Einschreiten",
  dealtWith: "Erledigt",
  details: "Einzelheiten",
  do: "Ausführen",
  done: "Erledigt.",
  drain: "Leeren",
  drained: "Alle Leute von {who} zu anderen Hubs schicken und ihn beenden?",
  draining: "endet gerade",
  enter: "Eintreten",
  failed: "Tische, die geschlossen sind, weil ihr Spiel gescheitert ist",
  find: "Suchen nach",
  findHelp: "Name, Tisch, Hash oder Adresse (leer: alle)",
  forGood: "für immer",
  game: "Spiel",
  guests: "Gäste",
  hub: "Hub",
  hubs: "Hubs",
  in: "in Minuten (0: ohne Zeit)",
  key: "Schlüssel",
  leave: "Verlassen",
  leftOut: "Pakete, die sich nicht verwenden lassen",
  lines: "Was gesagt wurde",
  load: "Last",
  lock: "Aussperren",
  log: "Protokoll",
  minutes: "Minuten (0: für immer)",
  more: "Vielleicht sind es mehr, als hier stehen: Such genauer.",
  name: "Name",
  nothing: "Nichts gefunden.",
  orders: "Was gilt",
  people: "Leute",
  person: "Hash",
  phase: "Phase",
  reopen: "Wieder öffnen",
  reportedBy: "Gemeldet von",
  reports: "Meldungen",
  search: "Suchen",
  seats: "Plätze",
  silence: "Stummschalten",
  silenceDay: "Einen Tag stummschalten",
  silencedDay: "{who} einen Tag lang stummschalten?",
  sockets: "Verbindungen",
  stop: "Keine neuen Tische mehr",
  table: "Tisch",
  tables: "Tische",
  tablesOff: "Keine neuen Tische",
  tablesOn: "Wieder neue Tische",
  takeBack: "Zurücknehmen",
  text: "Text",
  title: "Verwaltung",
  until: "bis",
  waiting: "Wartet auf Redis",
  what: "Was",
  who: "Wen",
  why: "Warum",
  wrong: "Das ist nicht der Schlüssel.",
  yes: "Ja",
};

/** English phrases of the hubs, translated: acts, states of tables, and reasons of failures. */
const WORDS = /** @type {Record<string, string>} */ ({
  announce: "angekündigt",
  close: "Tisch geschlossen",
  "close report": "Meldung erledigt",
  closed: "geschlossen",
  reopen: "Tisch wieder geöffnet",
  drain: "Hub geleert",
  "end lock": "nicht mehr ausgesperrt",
  "end silence": "nicht mehr stumm",
  lock: "ausgesperrt",
  open: "offen",
  over: "zu Ende",
  playing: "läuft",
  silence: "stummgeschaltet",
  starting: "beginnt",
  "tables off": "keine neuen Tische",
  "tables on": "wieder neue Tische",
  "the page": "diese Seite",
  "{} is no address": "{} ist keine Adresse.",
  "{} {} is not under {}": "Das galt schon nicht mehr.",
  "a person is known by the hash of a token: 16 letters, as `find` shows them":
    "Eine Person kennt man hier am Hash: 16 Zeichen, die man beim Suchen findet.",
  "minutes go from 0 to {}, which is ten years": "Es gehen 0 bis {} Minuten, das sind zehn Jahre.",
  "no hub of the name {} lives": "Einen Hub {} gibt es nicht mehr.",
  "table {} can't be closed: it is over": "Tisch {} ist schon zu Ende.",
  "table {} can't be closed: only hubs of the version that made it can do that":
    "Tisch {} können nur Hubs der Version schließen, die ihn gemacht hat.",
  "table {} can't be opened again: its game fails there": "An Tisch {} scheitert das Spiel noch immer.",
  "table {} can't be opened again: its game has not failed there": "Tisch {} ist gar nicht geschlossen.",
  "table {} can't be opened again: its game is not installed here": "Das Spiel von Tisch {} ist hier nicht installiert.",
  "table {} can't be opened again: only hubs of the version that made it can do that":
    "Tisch {} können nur Hubs der Version öffnen, die ihn angelegt hat.",
  "table {} can't be opened again: there is none of this name": "Einen Tisch {} gibt es nicht mehr.",
  "table {} can't be closed: its game fails there": "Tisch {} ist schon geschlossen: Sein Spiel ist gescheitert.",
  "table {} can't be closed: its game is not installed here": "Das Spiel von Tisch {} ist hier nicht installiert.",
  "table {} can't be closed: there is none of this name": "Einen Tisch {} gibt es nicht mehr.",
  "that failed: the hub's log says why": "Das ging schief: Warum, steht im Log des Hubs.",
  "that text holds something that is no letter": "Der Text enthält etwas, das kein Zeichen ist.",
  "that is longer than {} letters": "Das ist länger als {} Zeichen.",
  "there is no report {}": "Die Meldung gibt es nicht mehr.",
});

const german = navigator.language.startsWith("de");
document.documentElement.lang = german ? "de" : "en";

/** The browser's regional variant of the language: only some English locales have a.m. and p.m. */
const region = navigator.languages.find((one) => one.startsWith(german ? "de" : "en")) ?? document.documentElement.lang;

/**
 * @param {keyof typeof EN} key
 * @param {string} [who]
 */
export const t = (key, who = "") => (german ? DE : EN)[key].replace("{who}", who);

/**
 * @param {string} it
 * @param {...unknown} gaps the values for its gaps
 */
export const word = (it, ...gaps) => gaps.reduce((/** @type {string} */ words, gap) =>
  words.replace("{}", () => String(gap)), (german && WORDS[it]) || it);

/** @param {number} ms */
export const time = (ms) =>
  new Intl.DateTimeFormat(region, { dateStyle: "short", timeStyle: "medium" }).format(ms);

/** @param {number} share */
export const percent = (share) => new Intl.NumberFormat(region, { style: "percent" }).format(share);
