/**
 * What happens at the table, for screen readers: one sentence for each player, "Ben begins, rolls 4, gets 2 coins."
 * Lines that come soon after each other are told together, so that quick bots flood nobody.
 */

import { loadSheet } from "../core/files.js";
import { rowParts, rowText, seatName, told } from "../core/gametext.js";
import { notice, person } from "../core/state.js";
import { announce } from "../core/ui.js";

/** How long (ms) nothing more has to happen before it is told, and how long its first line waits at most. */
const [QUIET_MS, MAX_WAIT_MS] = [700, 4_000];
/** So many rows are told at once, the last ones; and of one player the first one and so many others. */
const [MAX_ROWS, MAX_OTHERS] = [20, 4];

/**
 * The sentences for some rows of the log.
 * @param {string} game
 * @param {Protocol.Seat[]} seats
 * @param {Line[][]} rows
 */
export function retold(game, seats, rows) {
  /** @type {{ name: string, texts: string[] }[]} */
  const all = [];
  for (const row of rows.slice(-MAX_ROWS)) {
    const text = rowText(game, seats, row);
    const [before, subject] = rowParts(game, row);
    const name = before === "" && typeof subject === "object" ? seatName(seats, subject.seat) : "";
    const last = all.at(-1);
    const rest = text.slice(name.length);
    // Of "Ben's roll" the name is a part.
    if (name && last?.name === name) last.texts.push(rest.startsWith(" ") ? rest.trim() : text);
    else all.push({ name, texts: [text] });
  }
  return all.map(({ texts: [first, ...others] }) =>
    [first, ...others.slice(-MAX_OTHERS)].join(", ").replaceAll(".,", ","));
}

/** @typedef {(lines: Line[], mirror: Mirror, before: Mirror | null) => unknown} Tell */

/** Log keys that say who plays from now on: shown as a notice for a while, except to the person concerned. */
const CHANGES = new Set(["away", "timeout", "left", "back"]);

/** Where colours may not be enough: a sheet that tells seats apart by lines. */
const contrast = matchMedia("(forced-colors: active), (prefers-contrast: more)");
contrast.addEventListener("change", fetchContrast);
fetchContrast();

function fetchContrast() {
  if (contrast.matches) loadSheet("contrast.css").catch(() => {});
}

/**
 * Listen to a table and report its moves: by a notice, which screen readers read as well, if another player is gone or
 * back; otherwise for screen readers, once it is quiet. The moves `early`, which came before this module, are reported
 * too. Returns the listener.
 * @param {Pick<View["show"], "listeners">} show
 * @param {Parameters<Tell>[]} early
 */
export function retelling(show, early) {
  /** @type {Line[][]} */
  const rows = [];
  /** @type {Timer} */
  let timer = 0;
  let since = 0;
  /** @type {Tell} */
  const tell = (lines, { public: { table: { game }, seats } }, before) => {
    const all = told(game, lines);
    const changes = all.filter(([[key, who]]) =>
      CHANGES.has(key) && before?.public.seats[who].person !== person.value);
    for (const [[key, who]] of changes) notice("note", `log.${key}`, { seat: seatName(seats, who) });
    const more = all.filter((row) => !changes.includes(row));
    if (!more.length) return;
    if (!rows.length) since = Date.now();
    rows.push(...more);
    clearTimeout(timer);
    timer = setTimeout(() => announce(retold(game, seats, rows.splice(0)).join(" ")),
      Math.min(QUIET_MS, since + MAX_WAIT_MS - Date.now()));
  };
  show.listeners.add(tell);
  for (const move of early) tell(...move);
  return tell;
}
