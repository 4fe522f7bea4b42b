/** The words of a game at a table: options, questions and log lines, with the names of seats and things. */

import { nameOf } from "./faces.js";
import { gameTexts, has, listed, t, wholeTexts } from "./text.js";

/**
 * The name of whoever sits there.
 * @param {Protocol.Seat[]} seats
 * @param {number} seat
 */
export const seatName = (seats, seat) => (seats?.[seat] ? nameOf(seats[seat], seat) : "?");

/**
 * Who has won, to one whose seat is this: "You have won" where that is one.
 * @param {Protocol.Public} open
 * @param {number} seat
 */
export function resultText({ scores, seats }, seat) {
  const first = scores.flatMap(([who, place]) => (place === 1 ? [who] : []));
  if (first.includes(seat)) return t("end.won");
  return t("end.winner", { name: listed(first.map((who) => seatName(seats, who))) });
}

/**
 * The name of a thing of the game: number `n` of a group.
 * @param {Texts} texts
 * @param {string} group
 * @param {number | string} n
 */
export function thing(texts, group, n) {
  return texts?.names?.[group]?.[n] ?? String(n);
}

/**
 * What a thing does, in words; "" where the texts say nothing.
 * @param {Texts} texts
 * @param {string} group
 * @param {number} n
 */
export const helpOf = (texts, group, n) => texts?.help?.[group]?.[n] ?? "";

/** A seat's name in a sentence that is still to be put together: parted from the words around it, and its number. */
const NAME = "\uE000";
/** Instead of the seats: their names are only marked. */
/** @type {Protocol.Seat[]} */
const marked = [];

/**
 * @param {Texts} texts
 * @param {Protocol.Seat[]} seats
 * @param {string} group
 * @param {number} n
 */
function noun(texts, seats, group, n) {
  if (n === undefined) return "?"; // a line that was written when it had fewer numbers
  if (group === "seats" || group === "seat") return seats === marked ? `${NAME}${n}${NAME}` : seatName(seats, n);
  return group ? thing(texts, group, n) : String(n);
}

/**
 * An option as a button says it.
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
 * A question: as its seat is asked it ("ask"), or as the others see it ("wait").
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {string} prompt
 * @param {any} form
 * @param {number} seat
 */
export function promptText(game, seats, prompt, form, seat) {
  const own = gameTexts(game)?.prompts?.[prompt]?.[form];
  const text = own ?? (has(`prompt.${prompt}.${form}`) ? t(`prompt.${prompt}.${form}`) : t(`prompt.any.${form}`));
  return text.replaceAll("{seat}", seatName(seats, seat));
}

/**
 * The sentence for a line of the log: one of its own for the first number in it, where there is one ("gains.1").
 * @param {any} log
 * @param {any[]} row
 */
function sentence(log, [key, ...nouns]) {
  const place = log?.[key]?.match(/\{(\d)\}/)?.[1];
  return log?.[`${key}.${nouns[place]}`] ?? log?.[key];
}

/**
 * A line of the log, [key, noun, …], as a sentence.
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
 * Why something can't be chosen, [key, noun, …], as a sentence.
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
 * Lines of the log as they are told: rows of lines. What came together and the game tells together is one row.
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
 * Such a row as one sentence; what befell several seats alike is said once. Rows are told in the order of the value
 * that the game's words name (`by`), else as they came.
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
  const alike = {}; // a key that is a number would lose its place
  const at = 1 + Number(words.by); // a line begins with its key
  const sorted = words.by ? [...row].sort((a, b) => Number(a[at]) - Number(b[at])) : row;
  sorted.forEach((line, n) => (alike[`_${befalls ? line.slice(2) : n}`] ??= []).push(line));
  const each = Object.values(alike).map((lines) => {
    const who = () => listed(lines.map(([, seat]) => noun(texts, seats, "seat", seat)));
    return filled(words.row.replace("{0:seat}", who), texts, seats, /** @type {number[]} */ (lines[0].slice(1)));
  });
  return words.all.replace("{rows}", () => (each.length < row.length ? each.join("; ") : listed(each)));
}

/**
 * Such a row as a sentence in parts: words, and { seat } where a player's name stands.
 * @param {string} game
 * @param {Line[]} row
 */
export const rowParts = (game, row) =>
  rowText(game, marked, row).split(NAME).map((/** @type {string} */ part, /** @type {number} */ n) =>
    (n % 2 ? { seat: Number(part) } : part));

/**
 * Does a line of the log tell of a seat first of all?
 * @param {string} game
 * @param {Line} line
 */
export function aboutSeat(game, [key]) {
  const own = gameTexts(game)?.log?.[key];
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
 * The log lines that the document has and an earlier one had not.
 * @param {any} before
 * @param {any} after
 */
export function linesSince(before, after) {
  const fresh = after[0] - before[0];
  return fresh > 0 ? lines(after).slice(-fresh) : [];
}

/**
 * Options as rows [verb, noun, …] spread out into single choices.
 * @param {Protocol.Asked} ask
 * @returns {Choice[]}
 */
export function choices(ask) {
  return (ask?.options ?? []).flatMap(([verb, ...nouns]) =>
    nouns.length ? nouns.map((n) => [verb, n]) : [[verb, -1]],
  );
}
