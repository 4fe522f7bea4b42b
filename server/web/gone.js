/** A table that is not to be had: what that means, and another try where it may help. */

import { html, useEffect } from "./lib.js";
import { askAgain } from "./state.js";
import { has, refusalText, t } from "./text.js";
import { Heading } from "./ui.js";

/** Refusals of a table that stay as they are, however often one asks. */
const FOR_GOOD = new Set(["unknown-table", "other-version"]);

/** @param {{ table: string, code: string }} props */
export function Gone({ table, code }) {
  const title = t(has(`gone.${code}`) ? `gone.${code}` : "gone.other");
  useEffect(() => { document.title = `${title} · Stammtisch`; }, [title]);
  return html`
    <div class="page"><section class="card welcome" data-test="gone" data-code=${code}>
      <${Heading}>${title}<//>
      <p>${refusalText(code)}</p>
      <div class="row">
        ${!FOR_GOOD.has(code) && html`<button type="button" class="primary" data-test="try-again"
            onClick=${() => askAgain(table)}>${t("gone.again")}</button>`}
        <a class="button ${FOR_GOOD.has(code) ? "primary" : ""}" href="#/">${t("nav.home")}</a>
      </div>
    </section></div>
  `;
}
