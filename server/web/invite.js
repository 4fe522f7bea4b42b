/** The link that invites to a table: shown, copied, shared. */

import { html, useRef, useState } from "./lib.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/** @param {string} table */
export const inviteLink = (table) => new URL(`#/t/${table}`, location.href.split("#")[0]).href;

/** @param {{ table: string }} props */
export function Invite({ table }) {
  const [copied, setCopied] = useState(false);
  const field = useRef(null);
  const link = inviteLink(table);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.current.select(); // the clipboard needs a secure page; the old way works everywhere
      document.execCommand("copy");
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 2500);
  };
  const share = () => navigator.share({ title: "Stammtisch", url: link }).catch(() => {});
  return html`
    <p class="muted">${t("invite.text")}</p>
    <div class="invite">
      <input ref=${field} readonly value=${link} aria-label=${t("invite.link")} data-test="invite"
        onFocus=${(/** @type {Happening} */ event) => event.target.select()} />
      <button type="button" onClick=${copy}><${Icon} name=${copied ? "check" : "copy"} />
        ${t(copied ? "invite.copied" : "invite.copy")}</button>
      ${"share" in navigator && html`<button type="button" onClick=${share}><${Icon} name="share" />
          ${t("invite.share")}</button>`}
    </div>
    <span class="sr" role="status">${copied ? t("invite.copied") : ""}</span>
  `;
}
