/** A table that is not available: the reason, and a retry where that may help. */

import { told } from "../core/files.js";
import { html, useEffect } from "../core/lib.js";
import { look, notices, wire } from "../core/state.js";
import { has, refusalText, t } from "../core/text.js";
import { Heading, useTitle } from "../core/ui.js";

/** Permanent refusals, for which a retry is useless. */
const FOR_GOOD = new Set(["unknown-table", "other-version", "unknown-game"]);

/** @param {string} table */
function askAgain(table) {
  look(table).gone.value = "";
  wire.join(table);
}

/** @param {{ kind: string }} row */
const isRefusal = ({ kind }) => kind === "refusal";

/** @param {{ table: string, code: string, game: string }} props */
export function Gone({ table, code, game }) {
  const title = t(has(`gone.${code}`) ? `gone.${code}` : "gone.other", { game });
  useEffect(() => { // this page says what refusals would say over it
    if (notices.value.some(isRefusal)) notices.value = notices.value.filter((row) => !isRefusal(row));
  }, [notices.value]);
  useTitle(title);
  return html`
    <div class="page"><section class="card welcome" data-test="gone" data-code=${code}>
      <${Heading}>${title}<//>
      <p>${code === "unknown-game" ? t("gone.not-installed", { game }) : refusalText(code)}</p>
      <div class="row">
        ${!FOR_GOOD.has(code) && html`<button type="button" class="primary" data-test="try-again"
            onClick=${() => askAgain(table)}>${t("gone.again")}</button>`}
        ${told.offline && table.startsWith("offline-") && html`<a class="button primary" data-test="to-offline"
            href="offline.html#/t/${table}">${t("offline.play")}</a>`}
        <a class="button ${FOR_GOOD.has(code) ? "primary" : ""}" href="#/">${t("nav.home")}</a>
      </div>
    </section></div>
  `;
}
