/** What the page knows, as signals: the connection, the lobby, the tables, who we are. */

import { fileAt } from "./files.js";
import { batch, effect, signal } from "./lib.js";
import { Refusal, Wire } from "./net.js";
import { WATCH } from "./mirrors.js";
import { advice, name, token } from "./settings.js";
import { Show } from "./show.js";

export const status = signal({ state: "connecting", code: 0 });
export const person = signal("");
/** The tables in the lobby, by name; null until they are here. */
export const lobby = signal(/** @type {Record<string, Summary> | null} */ (null));
/** What asks for the next page of the lobby; "" where there is none. */
export const lobbyMore = signal("");
/** What is open: a page, what of it, and how one wants it. */
export const route = signal({
  page: "lobby", rest: /** @type {string[]} */ ([]), query: /** @type {Record<string, string>} */ ({}),
});
/** Is the dialog of the preferences open? */
export const preferencesOpen = signal(false);
/** Messages for the moment; see notices.js. */
export const notices = signal(/** @type {Notice[]} */ ([]));

/** What the host of the server tells everybody; null where that is nothing, or was read. */
export const announced = signal(/** @type {Announced | null} */ (null));

const CHAT_KEPT = 200;

/** One table as this page sees it. */
export class View {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** Mirrors by seat, the newest of what the server said. */
    this.mirrors = signal(/** @type {Map<number, Mirror>} */ (new Map()));
    /** Through whose eyes: a seat, or WATCH. */
    this.seat = signal(WATCH);
    this.people = signal(/** @type {Person[]} */ ([]));
    this.chat = signal(/** @type {Said[]} */ ([]));
    this.gone = signal("");
    /** What is wrong with the dealing, as rows [what, seat]. */
    this.unfair = signal(/** @type {Wrong[]} */ ([]));
    /** The phase of the table in which the dealing was compared last. */
    this.compared = "";
    /** What of it is on the screen just now. */
    this.show = new Show();
    /** The whole game, where it is over and is looked through; then also where in it one is, through whose eyes. */
    this.reel = signal(/** @type {import("./reel.js").Reel | null} */ (null));
    this.moment = signal(0);
    this.eyes = signal(WATCH);
    /** All hands are to be seen at once. */
    this.bare = signal(false);
    /** The log that it comes from, where somebody has brought that: there is no table to go to. */
    this.brought = /** @type {Blob | null} */ (null);
    /** What the step has told by which one came to that moment. */
    this.stepped = signal(/** @type {Line[]} */ ([]));
  }

  /** @returns {Mirror | undefined} */
  mirror() {
    const all = this.mirrors.value;
    return all.get(this.seat.value) ?? all.values().next().value;
  }
}

/** What a table may be called; the server takes no frame about another. */
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
 * No longer look at a table.
 * @param {string} table
 */
export function away(table) {
  if (views.delete(table)) wire.part(table);
}

/**
 * Ask once more for a table that was refused.
 * @param {string} table
 */
export function askAgain(table) {
  const view = views.get(table);
  if (!view) return;
  view.gone.value = "";
  wire.join(table);
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
    if (!(whole && mirror.public.table.phase === "playing")) deal(view, mirror).catch(() => {}); // the next asks again
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
    if (!row.text) { // nothing is kept any more of what this person has said
      view.chat.value = view.chat.value.filter((old) => old.person !== row.person);
      return;
    }
    /** @param {Said} old */
    const twice = (old) => old.at === row.at && old.person === row.person && old.text === row.text;
    if (!view.chat.value.some(twice)) view.chat.value = [...view.chat.value, row].slice(-CHAT_KEPT);
  },
  announced(row) {
    if (row.text) announced.value = row;
    else if (announced.value?.number === row.number) announced.value = null;
  },
  gone(table, code) {
    const view = views.get(table);
    if (view) view.gone.value = code;
  },
  refused(code) {
    // What waits for the store goes on by itself; nobody has to try again.
    notice("refusal", code === "storing" ? "waits" : code);
  },
  stored() {
    notices.value = notices.value.filter(({ key }) => key !== "waits" && key !== "storing");
  },
};

/**
 * What knows this browser's part of the chance: fetched when somebody sits down, or something is to be compared.
 * @type {() => Promise<typeof import("./luck.js")>}
 */
const luckOf = () => import(fileAt("luck.js"));

/** The phases in which parts of the chance are promised and told. */
const TELLING = new Set(["open", "starting"]);

/**
 * Tell this browser's part of the chance when it is time, and compare what was shown before with what is shown now.
 * Where a game goes on that is only just looked at, that waits for its next change: the first question does not.
 * @param {View} view
 * @param {Mirror} mirror
 */
async function deal(view, { table, public: open }) {
  const { phase } = open.table;
  if (phase === view.compared && !TELLING.has(phase)) return;
  const { toTell, unfair, unpromised } = await luckOf();
  for (const [seat, luck] of toTell(table, open.table)) wire.change("reveal", table, seat, luck).catch(() => {});
  for (const seat of unpromised(open, person.value)) sit(table, seat); // a seat that is kept is taken by coming
  if (phase === view.compared) return;
  view.compared = phase;
  view.unfair.value = unfair(table, open.table);
}

/**
 * Whoever has more seats than the page looks through gets the others, too: those that are kept for somebody as well
 * as those that are taken. Which ones are lost the server says, and it alone: two opinions of it would never end.
 * @param {Mirror} mirror
 */
function followSeats({ table, public: open }) {
  if (!person.value) return;
  const own = open.seats.flatMap((row, s) => (row.person === person.value ? [s] : []));
  for (const s of own) if (!wire.mirrors.has(table, s)) wire.join(table, s);
}

/**
 * Look through another of one's seats.
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
 * Tell the person something in words: `refusal` with a code, or `note` with a key of the texts.
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

const here = new URL("../ws", import.meta.url);
here.protocol = here.protocol === "https:" ? "wss:" : "ws:";
export const wire = new Wire(here.href, token.value, listener);
effect(() => wire.mirrors.advise(advice.value === "on"));

/**
 * Send a change; a refusal is shown in words. Resolves to what `Done` says, or null where it was refused.
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
 * Sit down, and promise this browser's part of the chance.
 * @param {string} table
 */
export async function sit(table, seat = -2) {
  if (sitting.has(`${table} ${seat}`)) return null;
  sitting.add(`${table} ${seat}`);
  try {
    const { promise } = await luckOf();
    const { commitment } = views.get(table)?.mirror()?.public.table ?? {};
    return await change("sit", table, seat, "", promise(table, commitment));
  } finally {
    sitting.delete(`${table} ${seat}`);
  }
}

/**
 * Answer a question.
 * @param {string} table
 * @param {number} seat
 * @param {number} ask
 * @param {string} verb
 * @param {number} noun
 */
export const act = (table, seat, ask, verb, noun) => change("act", table, seat, ask, verb, noun);

/**
 * Greet the server, now that the guest has a name.
 * @param {string} called
 */
export function greet(called) {
  const first = !name.value || !wire.name;
  name.value = called;
  if (first) wire.start(called);
  else wire.rename(called);
}

/**
 * Open a page of the client: go("t", table).
 * @param {string[]} parts
 */
export function go(...parts) {
  location.hash = `#/${parts.map(encodeURIComponent).join("/")}`;
}

const PAGES = new Map([["", "lobby"], ["new", "setup"], ["t", "table"], ["replay", "replay"],
  ["rules", "rules"], ["learn", "learn"], ["book", "book"], ["me", "me"], ["g", "group"],
  ["position", "position"], ["kept", "kept"]]);

/**
 * A part of the address in plain letters; null where it is no text at all.
 * @param {string} part
 */
function plainPart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** What the address means. What it doesn't say any page of is an unknown one. */
export function readRoute() {
  notices.value = notices.value.filter(({ kind }) => kind !== "note"); // what was noted of a page stays behind there
  const [path, asked] = location.hash.replace(/^#\/?/, "").split("?");
  const parts = path.split("/").map(plainPart);
  const [page = "", ...rest] = parts.filter((part) => part !== null);
  const query = Object.fromEntries(new URLSearchParams(asked));
  route.value = parts.includes(null) ? { page: "unknown", rest: [], query }
    : { page: PAGES.get(page) ?? "unknown", rest, query };
}
