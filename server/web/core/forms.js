/** Components of pages and dialogs that no table begins with. */

import { html } from "./lib.js";
import { t } from "./text.js";
import { Dialog, Heading, useTitle } from "./ui.js";

/**
 * A confirmation before an action that can't be undone.
 * @param {{ title: string, text: string, yes: any, onYes: (...given: any[]) => void,
 *   onNo: (...given: any[]) => void }} props
 */
export function Confirm({ title, text, yes, onYes, onNo }) {
  return html`
    <${Dialog} title=${title} onClose=${onNo}>
      <p>${text}</p>
      <div class="row end">
        <button type="button" onClick=${onNo}>${t("cancel")}</button>
        <button type="button" class="danger" onClick=${() => { onNo(); onYes(); }}>${yes}</button>
      </div>
    <//>
  `;
}

/**
 * A switch with its label and an explanation below. `onSet` may return or resolve to the value that the switch has
 * instead.
 * @param {{ label: string, help: any, checked: boolean, onSet: (...given: any[]) => void, disabled?: boolean }} props
 */
export function Toggle({ label, help, checked, onSet, disabled = false }) {
  /** @param {{ target: any }} props */
  const set = async ({ target }) => {
    const now = await onSet(target.checked);
    if (typeof now === "boolean") target.checked = now;
  };
  return html`
    <label class="toggle">
      <input type="checkbox" checked=${checked} disabled=${disabled} onChange=${set} />
      <span>${label}${help && html`<small>${help}</small>`}</span>
    </label>
  `;
}

/**
 * The page for an address that does not exist, with a link to the home page.
 * @param {{ title: string, text: string }} props
 */
export function Unknown({ title, text }) {
  useTitle(title);
  return html`
    <div class="page"><section class="card welcome" data-test="unknown">
      <${Heading}>${title}<//>
      <p>${text}</p>
      <a class="button primary" href="#/">${t("nav.home")}</a>
    </section></div>
  `;
}
