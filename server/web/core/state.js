/** The state of the page as signals: the connection, the lobby, the tables, the guest. */

import { loadCode } from "./files.js";
import { COMMITMENTS } from "./lazy_list.js";
import { batch, effect, signal } from "./lib.js";
import { Refusal, Wire } from "../net/net.js";
import { WATCH } from "../net/mirrors.js";
import { meant } from "./pasted_links.js";
import { advice, name, screenName, token } from "./settings.js";
import { Show } from "./show.js";

export const status = signal({ state: "connecting", code: 0 });
export const person = signal("");
/** The tables in the lobby by name; null until they are loaded. */
export const lobby = signal(/** @type {Record<string, Summary> | null} */ (null));
/** The cursor of the lobby's next page; "" if there is none. */
export const lobbyMore = signal("");
/** The open page, its subject, and its parameters. */
export const route = signal({
  page: "lobby", rest: /** @type {string[]} */ ([]), query: /** @type {Record<string, string>} */ ({}),
});
/** Is the dialog of the preferences open? */
export const preferencesOpen = signal(false);
/** Passing messages; see notices.js. */
export const notices = signal(/** @type {Notice[]} */ ([]));

/** The operator's announcement; null if there is none, or if it was dismissed. */
export const announced = signal(/** @type {Announced | null} */ (null));

const MAX_CHAT_LINES = 200;

/** One table as this page sees it. */
export class View {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** Mirrors by seat: the newest documents from the server. */
    this.mirrors = signal(/** @type {Map<number, Mirror>} */ (new Map()));
    /** The seat whose view is shown, or WATCH. */
    this.seat = signal(WATCH);
    this.people = signal(/** @type {Person[]} */ ([]));
    this.chat = signal(/** @type {Said[]} */ ([]));
    /** What is being written in the chat: it stays when the waiting room becomes a table. */
    this.draft = signal("");
    this.gone = signal("");
    /** The game of a table that can't be shown because the game is not installed here. */
    this.missing = "";
    /** After how many moves the table shows hands, as far as the person has been told. */
    this.agrees = 0;
    /** Violations in the dealing, as rows [kind, seat]. */
    this.unfair = signal(/** @type {Wrong[]} */ ([]));
    /** The phase of the table at the last comparison of the dealing. */
    this.compared = "";
    /** The part of it that is on the screen. */
    this.show = new Show();
    /**
     * The whole finished game while it is being replayed, with the position in it and the seat whose view is shown.
     */
    this.reel = signal(/** @type {import("../table/replay_data.js").Reel | null} */ (null));
    this.moment = signal(0);
    this.eyes = signal(WATCH);
    /** All hands are visible at once. */
    this.bare = signal(false);
    /** The uploaded log that the replay comes from; such a replay has no table. */
    this.brought = /** @type {Blob | null} */ (null);
    /**
     * Without a table: what takes the person's choices in place of the server, and gives the reasons why a thing can't
     * be chosen; what is shown above the board, and the title of the window.
     * @type {{ choose: (verb: string, noun: number) => void, why: (thing: string, noun: number) => Promise<Line[]>,
     *   Note: (props: { play: Play }) => unknown, title: () => string } | null}
     */
    this.practice = null;
    /** The log lines of the step that led to this moment. */
    this.stepped = signal(/** @type {Line[]} */ ([]));
  }

  /** @returns {Mirror | undefined} */
  mirror() {
    const all = this.mirrors.value;
    return all.get(this.seat.value) ?? all.values().next().value;
  }
}

/** A valid table name; the server refuses frames with any other. */
const A_TABLE = /^[\w-]{1,24}$/;

/** @type {Map<string, View>} */
const views = new Map();

/**
 * The view of a table; the first call joins it.
 * @param {string} table
 */
export function look(table) {
  let view = views.get(table);
  if (!view) {
    view = new View(table);
    views.set(table, view);
    if (A_TABLE.test(table)) wire.join(table);
    else view.gone.value = "unknown-table";
  }
  return view;
}

/**
 * Close the view of a table and unsubscribe.
 * @param {string} table
 */
export function away(table) {
  if (views.delete(table)) wire.part(table);
}

/** @type {Listener} */
const listener = {
  status(state, code = 0) {
    status.value = { state, code };
  },
  welcome(who) {
    person.value = who;
  },
  lobby(tables, after, more) {
    lobby.value = after ? { ...lobby.value, ...tables } : tables;
    lobbyMore.value = more;
  },
  listed(table, summary) {
    const { [table]: _, ...others } = lobby.value ?? {};
    lobby.value = summary ? { ...others, [table]: summary } : others;
  },
  mirror(mirror, whole) {
    const view = views.get(mirror.table);
    if (!view) return;
    batch(() => {
      view.gone.value = "";
      const known = new Map(view.mirrors.value).set(mirror.seat, mirror);
      if (mirror.seat !== WATCH) known.delete(WATCH);
      view.mirrors.value = known;
      if (!known.has(view.seat.value)) view.seat.value = mirror.seat;
      if (mirror.seat === view.seat.value) view.show.push(mirror, whole);
    });
    followSeats(mirror);
    if (!(whole && mirror.public.table.phase === "playing")) deal(view, mirror).catch(() => {}); // retried later
  },
  seatless(table, seat) {
    const view = views.get(table);
    if (!view) return;
    const known = new Map(view.mirrors.value);
    known.delete(seat);
    view.mirrors.value = known;
    if (view.seat.value === seat) view.seat.value = known.keys().next().value ?? WATCH;
  },
  here(table, people) {
    const view = views.get(table);
    if (view) view.people.value = people;
  },
  said(row) {
    const view = views.get(row.table);
    if (!view) return;
    if (!row.text) { // the server has removed all messages of this person
      view.chat.value = view.chat.value.filter((old) => old.person !== row.person);
      return;
    }
    /** @param {Said} old */
    const twice = (old) => old.at === row.at && old.person === row.person && old.text === row.text;
    if (!view.chat.value.some(twice)) view.chat.value = [...view.chat.value, row].slice(-MAX_CHAT_LINES);
  },
  announced(row) {
    if (row.text) announced.value = row;
    else if (announced.value?.number === row.number) announced.value = null;
  },
  gone(table, code, game = "") {
    const view = views.get(table);
    if (!view) return;
    view.missing = game;
    view.gone.value = code;
  },
  refused(code) {
    // A change that could not be stored is retried automatically; the person need not do anything.
    notice("refusal", code === "storing" ? "waits" : code);
  },
  stored() {
    notices.value = notices.value.filter(({ key }) => key !== "waits" && key !== "storing");
  },
};

/**
 * The module with this browser's part of the seed, fetched when the person takes a seat or a value is compared.
 * @type {() => Promise<typeof import("./commitments.js")>}
 */
const luckOf = () => loadCode(COMMITMENTS);

/** The phases in which parts of the seed are promised and revealed. */
const TELLING = new Set(["open", "starting"]);

/**
 * Reveal this browser's part of the seed when it is due, and compare earlier values with present ones. For a running
 * game that was just opened this waits for its next change, so that it does not delay the first question.
 * @param {View} view
 * @param {Mirror} mirror
 */
async function deal(view, { table, public: open }) {
  const { phase } = open.table;
  if (phase === view.compared && !TELLING.has(phase)) return;
  const { toTell, unfair, unpromised } = await luckOf();
  for (const [seat, luck] of toTell(table, open.table)) wire.change("reveal", table, seat, luck).catch(() => {});
  for (const seat of unpromised(open, person.value)) { // a reserved seat is taken when its person comes
    if (!open.table.hands_after || open.seats[seat].kind === "person") sit(table, seat);
  }
  if (phase === view.compared) return;
  view.compared = phase;
  view.unfair.value = unfair(table, open.table);
}

/**
 * Join all seats of this person that the page does not see yet, taken or reserved. Only the server decides which
 * seats are lost: two opinions would never converge.
 * @param {Mirror} mirror
 */
function followSeats({ table, public: open }) {
  if (!person.value) return;
  const own = open.seats.flatMap((row, s) => (row.person === person.value ? [s] : []));
  for (const s of own) if (!wire.mirrors.has(table, s)) wire.join(table, s);
}

/**
 * Switch to the view of another of the person's seats.
 * @param {View} view
 * @param {number} seat
 */
export function lookFrom(view, seat) {
  const mirror = view.mirrors.value.get(seat);
  if (!mirror) return;
  view.seat.value = seat;
  view.show.push(mirror, true);
}

let noticeNumber = 0;

/**
 * Show a message: `refusal` with a code, or `note` with a key of the texts.
 * @param {string} kind
 * @param {string} key
 * @param {Places} [places]
 */
export function notice(kind, key, places = {}) {
  const row = { kind, key, places, number: ++noticeNumber };
  notices.value = [...notices.value.slice(-2), row];
}

/** @param {number} number */
export const dismiss = (number) => {
  notices.value = notices.value.filter((row) => row.number !== number);
};

const here = new URL("../../ws", import.meta.url);
here.protocol = here.protocol === "https:" ? "wss:" : "ws:";
export const wire = new Wire(here.href, token.value, listener);
effect(() => wire.mirrors.advise(advice.value === "on"));

/**
 * Send a change and show a refusal as a message. Resolves to the fields of `Done`, or to null after a refusal.
 * @template {Change} K
 * @param {K} kind
 * @param {Fields<K>} fields
 */
export async function change(kind, ...fields) {
  try {
    return await wire.change(kind, ...fields);
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    notice("refusal", refusal.code, { reason: refusal.message });
    return null;
  }
}

const sitting = new Set();

/**
 * Take a seat and promise this browser's part of the seed. `agrees`: after how many moves the person lets all hands be
 * seen.
 * @param {string} table
 */
export async function sit(table, seat = -2, agrees = views.get(table)?.agrees ?? 0) {
  if (sitting.has(`${table} ${seat}`)) return null;
  sitting.add(`${table} ${seat}`);
  try {
    const found = await luckOf().catch(() => null);
    if (!found) {
      notice("note", "status.not-loaded");
      return null;
    }
    const { commitment } = views.get(table)?.mirror()?.public.table ?? {};
    return await change("sit", table, seat, "", found.promise(table, commitment), agrees);
  } finally {
    sitting.delete(`${table} ${seat}`);
  }
}

/**
 * Answer a question; with `auto`, the table also answers the next ones that have a single option. `alone`: nobody has
 * chosen that here, so nobody is told of a refusal, such as after the same answer from the person's other device.
 * @param {string} table
 * @param {number} seat
 * @param {number} ask
 * @param {string} verb
 * @param {number} noun
 * @param {boolean} auto
 */
export const act = (table, seat, ask, verb, noun, auto, alone = false) =>
  (alone ? wire.change("act", table, seat, ask, verb, noun, auto).catch(() => null)
    : change("act", table, seat, ask, verb, noun, auto));

/**
 * Send the greeting, now that the guest has a name.
 * @param {string} called
 */
export function greet(called) {
  const first = !name.value || !wire.name;
  name.value = called;
  if (first) wire.start(called);
  else wire.rename(called);
}

// Another page of this browser has another name for the same person.
addEventListener("storage", ({ key, newValue }) => {
  if (key === "stammtisch.name" && newValue && newValue !== name.peek() && wire.name) greet(newValue);
});

/** @param {string[]} parts */
const hashOf = (parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

/**
 * Open a page of the client: go("t", table).
 * @param {string[]} parts
 */
export function go(...parts) {
  location.hash = hashOf(parts);
}

/**
 * Open a page in place of the present one, which has done its work: the way back leads past it.
 * @param {string[]} parts
 */
export function goInstead(...parts) {
  history.replaceState(null, "", hashOf(parts));
  readRoute();
}

const PAGES = new Map([["", "lobby"], ["new", "setup"], ["t", "table"], ["replay", "replay"],
  ["rules", "rules"], ["learn", "learn"], ["book", "book"], ["me", "me"], ["g", "group"],
  ["position", "position"], ["kept", "kept"], ["open", "open"], ["puzzle", "puzzle"], ["tv", "tv"],
  ["stream", "stream"]]);

/**
 * A decoded part of the address; null if it is malformed.
 * @param {string} part
 */
function plainPart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** Parse the address. An address without a page is "unknown". */
export function readRoute() {
  notices.value = notices.value.filter(({ kind }) => kind !== "note"); // notes belong to the page that was left
  const [path, asked] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map(plainPart);
  const [page = "", ...rest] = parts.filter((part) => part !== null);
  if (rest.length) rest[0] = meant(page, rest[0]);
  const query = Object.fromEntries(new URLSearchParams(asked));
  if ((page === "tv" || page === "stream") !== !!screenName) return location.reload(); // another person opens that page
  if ("look" in query) history.replaceState(null, "", `#/${path}`); // whoever copies the address invites
  route.value = parts.includes(null) ? { page: "unknown", rest: [], query }
    : { page: PAGES.get(page) ?? "unknown", rest, query };
}
