/** Names and faces of people and bots in seats, for the lobby and all tables. */

import { html } from "./lib.js";
import { isolated, mindName, mindsOf, t } from "./text.js";
import { Icon, initials, markOf } from "./ui.js";

const CLEVER = ["Euler", "Curie", "Kepler", "Noether", "Newton", "Leibniz"];
const MOODY = ["Puck", "Momo", "Pogo", "Kiki", "Bolle", "Lulu"];

/** Names of bots by kind and then by seat; the names for kinds of external bots are last. */
/** @type {Record<string, string[]>} */
const NAMES = {
  beginner: MOODY,
  casual: ["Tilda", "Bruno", "Wilma", "Otto", "Greta", "Fiete"],
  skilled: CLEVER,
  expert: ["Hypatia", "Turing", "Lovelace", "Galois", "Germain", "Fermat"],
  master: ["Caissa", "Lasker", "Philidor", "Menchik", "Morphy", "Tal"],
  greedy: CLEVER,
  whim: MOODY,
  "": ["Pixel", "Gizmo", "Turbo", "Echo", "Robo", "Widget"],
};

/**
 * Is this seat a bot's, or will a bot fill it?
 * @param {Sitter} row
 */
export const isBot = (row) => row.kind === "bot" || (row.kind === "open" && !!row.mind);

/**
 * The name of the seat's present or future player. A bot has the same name in the same seat of every table.
 * @param {Sitter} row
 * @param {number} seat
 */
export function nameOf(row, seat) {
  if (row.name) return isolated(row.name);
  if (!isBot(row)) return t("seat.free", { number: seat + 1 });
  const names = NAMES[row.mind] ?? NAMES[""];
  return names[seat % names.length];
}

/**
 * The name with the kind of the player: "Euler (bot, clever)".
 * @param {Sitter} row
 * @param {number} seat
 */
export function titleOf(row, seat) {
  const name = nameOf(row, seat);
  if (!isBot(row)) return name;
  return row.mind ? t("seat.bot", { name, mind: mindName(row.mind) }) : t("seat.bot-plain", { name });
}

/** By seat: the head, its ornament, and the distance of the eyes from the middle. */
const HEADS = /** @type {[head: string, top: string, eyes: number][]} */ ([
  ["M10 14h20v17H10z", "M20 14V8M20 7.9v-.1", 5],
  ["M9 19a11 11 0 0 1 22 0v12H9z", "M12 11 9 6M28 11l3-5", 5],
  ["M11 12h18l3 19H8z", "M20 12l-3-2 6-2-6-2 3-2", 4.5],
  ["M8 16h24l-3 16H11z", "M13 16V9h14v7", 5],
  ["M20 10a11.5 11.5 0 1 0 .1 0z", "M6 20v5M34 20v5M20 10V6", 5.5],
  ["M12 11h16v22H12z", "M15 11V6M20 11V4M25 11V6", 4],
]);

/**
 * The kinds of bots that are available in a game, as options of a list.
 * @param {string} game
 */
export const botOptions = (game) => mindsOf(game).map((mind) => html`
  <option key=${mind} value=${mind}>${t("setup.bot", { mind: mindName(mind) })}</option>`);

/** @typedef {(x: number) => unknown} Manner */
/** @type {Manner} */
const glasses = (x) => html`
  <circle class="face-glass" cx=${20 - x} cy="20.5" r="3.9" />
  <circle class="face-glass" cx=${20 + x} cy="20.5" r="3.9" />
  <path d="M${20 - x + 3.9} 20.5h${2 * x - 7.8}M16 28h8" />`;
/** @type {Manner} */
const brows = (x) => html`<path d="M${18 - x} 15.6l4.2 1.6M${18 + x} 15.2l4-1.8M14.5 27.5q2.7-3 5.5 0t5.5 0" />`;
/** @type {Manner} */
const smile = () => html`<path d="M15 26.5q5 4 10 0" />`;

/**
 * Strong bots wear glasses, random players and beginners have raised brows and a wry mouth, any other bot smiles.
 * @type {Record<string, Manner>}
 */
const MANNERS = {
  beginner: brows, skilled: glasses, expert: glasses, master: glasses, greedy: glasses, whim: brows,
};

/** @param {{ mind: string, seat: number }} props */
function Robot({ mind, seat }) {
  const [head, top, x] = HEADS[seat % HEADS.length];
  const manner = MANNERS[mind] ?? smile;
  return html`
    <svg viewBox="0 0 40 40" focusable="false">
      <path class="face-top" d=${top} /><path class="face-head" d=${head} />
      <circle class="face-eye" cx=${20 - x} cy="20.5" r="1.9" />
      <circle class="face-eye" cx=${20 + x} cy="20.5" r="1.9" />
      ${manner(x)}
    </svg>`;
}

/**
 * The round sign of a seat's player (`row` as in `seats` of a document or summary): a person's initials, a bot's
 * face, or an empty place. Hidden from screen readers, because the name is beside it. Its size is `--face`. `own`:
 * people have personal marks instead of their seats' colours, for lists of many tables.
 * @param {{ row: Sitter, seat: number, own?: boolean }} props
 */
export function Face({ row, seat, own = false }) {
  if (isBot(row)) return html`<span class="avatar face bot seat-${seat}" title=${titleOf(row, seat)} aria-hidden="true">
    <${Robot} mind=${row.mind} seat=${seat} /></span>`;
  if (row.kind === "open") return html`<span class="avatar face empty" aria-hidden="true">
    <${Icon} name="plus" /></span>`;
  const colour = own ? markOf(row.person) : `seat-${seat}`;
  return html`<span class="avatar face ${colour} ${row.kind}" title=${nameOf(row, seat)} aria-hidden="true">
    ${initials(row.name)}</span>`;
}
