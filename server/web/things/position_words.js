/**
 * The position in words, built from the views alone. A game lists what is said in `texts/position.json`: rows of
 * [length, place, key, kind]. Without that list, everything in the views is said by its key.
 *
 *   length   "short", "normal" or "all": the shortest text that says it
 *   place    "table": a field of the public view; "seats": a field of it with a value for each seat; "own": a field of
 *            the person's own view
 *   kind     how a value is said, by the names of a group G:
 *              number, flag, seat     a number; its label alone, if it is not 0; a player. number?: unless it is 0
 *              numbers, seat list     a list of these
 *              name G, names G        a thing; a list of things, equal ones counted
 *              order G, last G        a list of things in its order; only its last one
 *              counts G, bits G       the number of each thing, in a list; one bit for each thing, in a number
 *              numbers G, values G    a list with a number for each thing; without those that are 0
 *              marked G, levels G H   a list of flags; a list of values that have names in H
 *              at G P, seats G        by place P the thing there; by thing the seat that it belongs to
 *              numbered P G           by place P the name of the value there
 *              in K G                 the value names a place in the list K of the view
 *              rows A|B|…             a list of lists; each has values of these kinds
 *
 * Names and labels are in the section `position` of the game's texts; a group that is not there is one of its `names`.
 */

import { seatName, thing } from "../core/gametext.js";
import { t } from "../core/text.js";

/** The lengths, each of which says all that the ones before it say. */
export const LENGTHS = ["short", "normal", "all"];

/** @typedef {[length: string, place: string, key: string, kind: string]} Row */
/** @typedef {{ title: string, lines: [label: string, text: string][] }} Part */

/**
 * What is needed to say a value: the view that it is from, the players, the texts with the game's own names.
 * @typedef {{ view: Record<string, any>, seats: Protocol.Seat[], texts: Texts | null }} Context
 */

/**
 * The name of number `n` in a group; undefined for no thing.
 * @param {Context} context
 * @param {string} group
 * @param {number} n
 */
function named({ texts }, group, n) {
  const own = texts?.position?.names?.[group];
  return own ? own[n] : n < 0 ? undefined : thing(/** @type {Texts} */ (texts), group, n);
}

/** @param {number} n @param {string} name */
const times = (n, name) => (n === 1 ? name : `${n} × ${name}`);

/** @param {(string | undefined)[]} names */
const known = (names) => /** @type {string[]} */ (names.filter((name) => name !== undefined));

/**
 * Equal names counted, in the order of their first ones.
 * @param {(string | undefined)[]} names
 */
function counted(names) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const name of known(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => times(n, name));
}

/**
 * The places of each name: "Pig: A1, B2".
 * @param {[name: string | undefined, place: string | undefined][]} rows
 */
function gathered(rows) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const [name, place] of rows) {
    if (name !== undefined) places.set(name, [...(places.get(name) ?? []), place ?? ""]);
  }
  return [...places].map(([name, at]) => `${name}: ${at.join(", ")}`);
}

/**
 * The functions that say a value of a kind as parts of a text; no part if there is nothing to say.
 * @type {Record<string, (value: any, context: Context, ...groups: string[]) => string[]>}
 */
const KINDS = {
  number: (n) => [String(n)],
  "number?": (n) => (n ? [String(n)] : []),
  flag: (n) => (n ? [""] : []),
  seat: (n, { seats }) => (n >= 0 ? [seatName(seats, n)] : []),
  name: (n, context, group) => known([named(context, group, n)]),
  names: (all, context, group) => counted(all.map((/** @type {number} */ n) => named(context, group, n))),
  order: (all, context, group) =>
    all.map((/** @type {number} */ n) => named(context, group, n) ?? t("words.nothing")),
  last: (all, context, group) => (all.length ? known([named(context, group, all.at(-1))]) : []),
  counts: (all, context, group) =>
    all.flatMap((/** @type {number} */ n, /** @type {number} */ thing_) =>
      (n ? [times(n, named(context, group, thing_) ?? "")] : [])),
  numbers: (all, context, group) =>
    all.map((/** @type {number} */ n, /** @type {number} */ at) =>
      (group ? `${named(context, group, at)} ${n}` : String(n))),
  values: (all, context, group) =>
    all.flatMap((/** @type {number} */ n, /** @type {number} */ at) =>
      (n ? [`${named(context, group, at)} ${n}`] : [])),
  bits: (bits, context, group) => {
    const said = [];
    for (let at = 0; bits >> at; at++) if ((bits >> at) & 1) said.push(named(context, group, at));
    return known(said);
  },
  marked: (all, context, group) =>
    known(all.map((/** @type {number} */ on, /** @type {number} */ at) =>
      (on ? named(context, group, at) : undefined))),
  levels: (all, context, group, levels) =>
    all.flatMap((/** @type {number} */ n, /** @type {number} */ at) => {
      const level = named(context, levels, n);
      return level === undefined ? [] : [`${named(context, group, at)}: ${level}`];
    }),
  at: (all, context, group, places) =>
    gathered(all.map((/** @type {number} */ n, /** @type {number} */ at) =>
      [named(context, group, n), named(context, places, at)])),
  seats: (all, context, group) =>
    gathered(all.map((/** @type {number} */ seat, /** @type {number} */ at) =>
      [seat < 0 ? undefined : seatName(context.seats, seat), named(context, group, at)])),
  numbered: (all, context, places, group) =>
    all.flatMap((/** @type {number} */ n, /** @type {number} */ at) => {
      const name = named(context, group, n);
      return name === undefined ? [] : [`${named(context, places, at)}: ${name}`];
    }),
  in: (n, context, list, group) => known([named(context, group, context.view[list]?.[n])]),
};

/** @param {string} kind @param {any} value @param {Context} context @returns {string[]} */
function saidAs(kind, value, context) {
  if (value === undefined || value === null) return [];
  if (kind.startsWith("rows ")) {
    const kinds = kind.slice("rows ".length).split("|");
    return value.map((/** @type {any[]} */ row) => {
      const [first, ...others] = kinds.map((one, n) => saidAs(one, row[n], context).join(", ")).filter(Boolean);
      return others.length ? `${first}: ${others.join(", ")}` : first;
    });
  }
  if (kind === "seat list") return value.map((/** @type {number} */ seat) => seatName(context.seats, seat));
  const [name, ...groups] = kind.split(" ");
  return KINDS[name](value, context, ...groups);
}

/** The fields of a view that are no part of the position. */
const UNSAID = new Set(["options", "resume"]);

/** @param {any} value */
const kindOf = (value) => (Array.isArray(value) ? "numbers" : typeof value === "boolean" ? "flag" : "number");

/** @param {any} value */
const flat = (value) => (Array.isArray(value) ? value.flat(9) : value);

/**
 * The rows for a game that lists none: all fields of the views. A list with as many values as there are seats is taken
 * for a value of each seat.
 * @param {Record<string, any>} view
 * @param {Record<string, any>} own
 * @param {number} seats
 */
export function plainRows(view, own, seats) {
  /** @type {Row[]} */
  const rows = [];
  for (const [key, value] of Object.entries(view).filter(([name]) => !UNSAID.has(name))) {
    const each = Array.isArray(value) && value.length === seats && seats > 1;
    const kind = kindOf(each ? value[0] : value);
    rows.push([kind === "numbers" ? "normal" : "short", each ? "seats" : "table", key, kind]);
  }
  return [...Object.entries(own).map(([key, value]) => /** @type {Row} */ (["short", "own", key, kindOf(value)])),
    ...rows];
}

/**
 * The label of a field: the game's own, or its key as words.
 * @param {Context} context
 * @param {string} place
 * @param {string} key
 */
function labelOf({ texts }, place, key) {
  const labels = texts?.position?.labels ?? {};
  const plain = key.replaceAll("_", " ");
  return labels[place === "own" ? `own.${key}` : key] ?? plain[0].toUpperCase() + plain.slice(1);
}

/**
 * The position in parts: the table, the person's own view, then each seat, the person's own first.
 * @param {Pick<Play, "seat" | "mine"> & { open: Pick<Play["open"], "game" | "seats" | "scores" | "table"> }} play
 * @param {Texts | null} texts
 * @param {string} length
 * @returns {Part[]}
 */
export function positionOf({ open, mine, seat }, texts, length) {
  const { seats } = open;
  const own = mine.game ?? {};
  const context = { view: open.game, seats, texts };
  const listed = /** @type {Row[] | undefined} */ (texts?.spoken);
  const rows = (listed ?? plainRows(open.game, own, seats.length))
    .filter(([from]) => LENGTHS.indexOf(from) <= LENGTHS.indexOf(length));
  /** @type {(place: string, valueOf: (key: string) => any) => [string, string][]} */
  const lines = (place, valueOf) => rows.filter((row) => row[1] === place).flatMap(([, , key, kind]) => {
    const value = valueOf(key);
    const parts = saidAs(kind, listed ? value : flat(value), context);
    return parts.length ? [/** @type {[string, string]} */ ([labelOf(context, place, key), parts.join("; ")])] : [];
  });
  const parts = [{ title: t("words.table"), lines: lines("table", (key) => open.game[key]) }];
  if (seat >= 0) parts.push({ title: t("words.own"), lines: lines("own", (key) => own[key]) });
  const order = seats.map((_, n) => n).sort((a, b) => Number(b === seat) - Number(a === seat));
  for (const at of order) {
    const result = open.table.phase === "over" ? open.scores.filter(([who]) => who === at) : [];
    const name = seatName(seats, at);
    parts.push({
      title: at === seat ? t("words.you", { name }) : name,
      lines: [
        ...result.map(([, place, points]) => /** @type {[string, string]} */ ([t("words.result"),
          t("words.place", { place, points })])),
        ...lines("seats", (key) => open.game[key]?.[at]),
      ],
    });
  }
  return parts.filter((part) => part.lines.length);
}

/**
 * A position as one text, for reading out.
 * @param {Part[]} parts
 */
export const readOut = (parts) => parts.map(({ title, lines }) =>
  `${title}. ${lines.map(([label, text]) => (text ? `${label}: ${text}` : label)).join(". ")}.`).join(" ");
