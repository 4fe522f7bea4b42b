/** The search in a whole log. */

import { rowText } from "../core/gametext.js";
import { showLine } from "./history.js";
import { html, useState } from "../core/lib.js";
import { language } from "../core/settings.js";
import { t } from "../core/text.js";

/** @typedef {ReturnType<typeof import("./log.js").rowsFrom>} Rows */

/**
 * Text normalized for comparison: lower case, without accents, with the apostrophe of keyboards.
 * @param {string} words
 */
export const plain = (words) => words.toLocaleLowerCase(language.value).normalize("NFD").replace(/\p{M}/gu, "")
  .replaceAll("’", "'");

/**
 * Finds events of a replay by their log text; Enter shows the next one. `rows`: the matches.
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
