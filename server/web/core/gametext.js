/** The texts of a game at a table: options, questions and log lines, with the names of seats and game things. */

import { nameOf } from "./faces.js";
import { gameTexts, has, listed, t, wholeTexts } from "./text.js";

/**
 * What people take for the same name.
 * @param {string} name
 */
const plain = (name) => name.normalize("NFKC").toLowerCase();

/**
 * The name of a seat's player; players of the same name are told apart by the numbers of their seats.
 * @param {Protocol.Seat[]} seats
 * @param {number} seat
 */
export function seatName(seats, seat) {
  if (!seats?.[seat]) return "?";
  const name = nameOf(seats[seat], seat);
  const twice = seats.some((row, n) => n !== seat && plain(nameOf(row, n)) === plain(name));
  return twice ? t("seat.namesake", { name, number: seat + 1 }) : name;
}

/**
 * The winners as one seat reads them: "You have won" if that seat is one of them.
 * @param {Protocol.Public} open
 * @param {number} seat
 */
export function resultText({ scores, seats }, seat) {
  const first = scores.flatMap(([who, place]) => (place === 1 ? [who] : []));
  if (first.includes(seat)) return t("end.won");
  return t("end.winner", { n: first.length, name: listed(first.map((who) => seatName(seats, who))) });
}

/**
 * The name of thing number `n` in a group of the game.
 * @param {Texts} texts
 * @param {string} group
 * @param {number | string} n
 */
export function thing(texts, group, n) {
  return texts?.names?.[group]?.[n] ?? String(n);
}

/**
 * The description of a thing's effect; "" if the texts have none.
 * @param {Texts} texts
 * @param {string} group
 * @param {number} n
 */
export const helpOf = (texts, group, n) => texts?.help?.[group]?.[n] ?? "";

/** Marks a seat's name and number in a sentence that is split into parts later. */
const NAME = "\uE000";
/** Stands in for the seats: names are only marked. */
/** @type {Protocol.Seat[]} */
const marked = [];

/**
 * @param {Texts} texts
 * @param {Protocol.Seat[]} seats
 * @param {string} group
 * @param {number} n
 */
function noun(texts, seats, group, n) {
  if (n === undefined) return "?"; // a line from an older version with fewer numbers
  if (group === "seats" || group === "seat") return seats === marked ? `${NAME}${n}${NAME}` : seatName(seats, n);
  return group ? thing(texts, group, n) : String(n);
}

/**
 * An option as button text.
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {string} verb
 * @param {number} n
 */
export function optionText(game, seats, verb, n) {
  const texts = gameTexts(game);
  const text = texts?.choices?.[verb] ?? (has(`choice.${verb}`) ? t(`choice.${verb}`) : verb);
  return text.replace(/\{(noun|0)(?::(\w+))?\}/g,
    (/** @type {string} */ _, /** @type {string} */ __, /** @type {string} */ group) =>
    noun(texts, seats, group ?? texts?.nouns?.[verb], n),
  );
}

/**
 * A question: as its own seat reads it ("ask"), or as the others do ("wait").
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {string} prompt
 * @param {any} form
 * @param {number} seat
 */
export function promptText(game, seats, prompt, form, seat) {
  const own = gameTexts(game)?.prompts?.[prompt]?.[form];
  const text = own ?? (has(`prompt.${prompt}.${form}`) ? t(`prompt.${prompt}.${form}`) : t(`prompt.any.${form}`));
  return text.replaceAll("{seat}", () => seatName(seats, seat));
}

/**
 * The template of a log line: a special one for the line's first number if it exists ("gains.1"); none for a line of
 * the table that a game has a word for as well, with nouns ("placed").
 * @param {any} log
 * @param {any[]} row
 */
function sentence(log, [key, ...nouns]) {
  if (!nouns.length && log?.[key]?.includes("{0")) return undefined;
  const place = log?.[key]?.match(/\{(\d)\}/)?.[1];
  return log?.[`${key}.${nouns[place]}`] ?? log?.[key];
}

/**
 * A log line [key, noun, …] as a sentence.
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {Line} line
 */
function lineText(game, seats, line) {
  const [key, ...nouns] = line;
  const texts = gameTexts(game);
  const text = sentence(texts?.log, line) ?? (has(`log.${key}`) ? t(`log.${key}`) : null);
  if (text === null) return key;
  return filled(text.replaceAll("{seat}", () => noun(texts, seats, "seat", nouns[0])), texts, seats, nouns);
}

/**
 * @param {string} text
 * @param {Texts} texts
 * @param {Protocol.Seat[]} seats
 * @param {number[]} nouns
 */
const filled = (text, texts, seats, nouns) =>
  text.replace(/\{(\d)(?::(\w+))?\}/g, (_, place, group) => noun(texts, seats, group, nouns[place]));

/**
 * Why a choice is not available, [key, noun, …], as a sentence.
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {Line} line
 */
export function reasonText(game, seats, line) {
  const [, ...nouns] = line;
  const texts = wholeTexts(game);
  return filled(sentence(texts?.why, line) ?? "", texts, seats, nouns);
}

/**
 * Log lines grouped for display, as rows of lines. Consecutive lines that the game combines form one row.
 * @param {string} game
 * @param {Line[]} all
 */
export function told(game, all) {
  const together = gameTexts(game)?.together ?? {};
  /** @type {Line[][]} */
  const rows = [];
  for (const line of all) {
    const last = rows.at(-1);
    if (last && last[0][0] === line[0] && line[0] in together) last.push(line);
    else rows.push([line]);
  }
  return rows;
}

/**
 * A row as one sentence. An event that hits several seats alike is stated once. The rows are sorted by the value that
 * the game's texts name (`by`), otherwise they keep their order.
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {Line[]} row
 */
export function rowText(game, seats, row) {
  const [first] = row;
  if (row.length === 1) return lineText(game, seats, first);
  const texts = gameTexts(game);
  const words = texts.together[first[0]];
  const befalls = words.row.includes("{0:seat}");
  /** @type {Record<string, Line[]>} */
  const alike = {}; // a numeric key would change the order
  const at = 1 + Number(words.by); // the first element of a line is its key
  const sorted = words.by ? [...row].sort((a, b) => Number(a[at]) - Number(b[at])) : row;
  sorted.forEach((line, n) => (alike[`_${befalls ? line.slice(2) : n}`] ??= []).push(line));
  const each = Object.values(alike).map((lines) => {
    const who = () => listed(lines.map(([, seat]) => noun(texts, seats, "seat", seat)));
    return filled(words.row.replace("{0:seat}", who), texts, seats, /** @type {number[]} */ (lines[0].slice(1)));
  });
  return words.all.replace("{rows}", () => (each.length < row.length ? each.join("; ") : listed(each)));
}

/**
 * A row as a sentence in parts: strings, and { seat } in place of a player's name.
 * @param {string} game
 * @param {Line[]} row
 */
export const rowParts = (game, row) =>
  rowText(game, marked, row).split(NAME).map((/** @type {string} */ part, /** @type {number} */ n) =>
    (n % 2 ? { seat: Number(part) } : part));

/**
 * Does a log line name a seat as its subject?
 * @param {string} game
 * @param {Line} line
 */
export function aboutSeat(game, line) {
  const [key] = line;
  const own = sentence(gameTexts(game)?.log, line);
  return own ? own.includes("{0:seat}") : has(`log.${key}`) && t(`log.${key}`).includes("{seat}");
}

/**
 * The last log lines of a document, oldest first.
 * @param {any[]} row
 */
export function lines([n, ...ring]) {
  const all = [];
  for (let k = Math.max(0, n - ring.length); k < n; k++) all.push(ring[k % 40]);
  return all;
}

/**
 * The log lines that were added since an earlier document.
 * @param {any} before
 * @param {any} after
 */
export function linesSince(before, after) {
  const fresh = after[0] - before[0];
  return fresh > 0 ? lines(after).slice(-fresh) : [];
}

/**
 * Options as rows [verb, noun, …], expanded into single choices.
 * @param {Protocol.Asked} ask
 * @returns {Choice[]}
 */
export function choices(ask) {
  return (ask?.options ?? []).flatMap(([verb, ...nouns]) =>
    nouns.length ? nouns.map((n) => [verb, n]) : [[verb, -1]],
  );
}
