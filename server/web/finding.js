/** Words that are sought, and the search of a whole log. */

import { rowText } from "./gametext.js";
import { showLine } from "./history.js";
import { html, useState } from "./lib.js";
import { language } from "./settings.js";
import { t } from "./text.js";

/** @typedef {ReturnType<typeof import("./log.js").rowsFrom>} Rows */

/**
 * Words as they are compared: however large, with or without accents, and with the apostrophe that keyboards have.
 * @param {string} words
 */
export const plain = (words) => words.toLocaleLowerCase(language.value).normalize("NFD").replace(/\p{M}/gu, "")
  .replaceAll("’", "'");

/**
 * Finds events of a whole game by what is told of them; Enter shows the next one. `rows`: those that are found.
 * @param {{ play: Play, rows: Rows, seek: (sought: import("./log.js").Sought) => void }} props
 */
export function Search({ play, rows, seek }) {
  const { table, seats } = play.open;
  const [sought, set] = useState("");
  /** @param {Happening} event */
  const onKeyDown = (event) => {
    if (event.key !== "Enter" || !sought) return;
    event.preventDefault();
    const now = play.open.log[0];
    const next = event.shiftKey ? rows.findLast(({ last }) => last < now - 1) : rows.find(({ last }) => last >= now);
    if (next) showLine(play, next.last);
  };
  /** @param {Happening} event */
  const onInput = ({ target }) => {
    const words = plain(target.value.trim());
    set(words);
    seek(words ? { fits: ({ row }) => plain(rowText(table.game, seats, row)).includes(words) } : {});
  };
  return html`<div class="log-search">
    <input type="search" aria-label=${t("replay.find")} placeholder=${t("replay.find")}
      maxlength="60" data-test="find" onKeyDown=${onKeyDown} onInput=${onInput} />
    <span class="muted" role="status">${sought ? t("replay.found", { n: rows.length }) : ""}</span>
  </div>`;
}
