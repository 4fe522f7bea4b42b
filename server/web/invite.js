/** The link that invites to a table: shown, copied, shared, and as a code that a phone's camera reads. */

import { fileAt } from "./files.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { person } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/** @param {string} table */
export const inviteLink = (table) => new URL(`t/${table}`, location.href.split("#")[0]).href;

/**
 * What whoever opens a table's link can do there; and, for its host, how somebody else could play.
 * @param {Protocol.Public} open
 */
export function invites({ table, seats }) {
  const open = table.phase === "open";
  if (open && seats.some(({ kind, mind }) => kind === "kept" || (kind === "open" && !mind))) return t("invite.text");
  const bots = open && table.host === person.value && seats.some(({ kind }) => kind !== "person");
  return t(bots ? "invite.full" : "invite.watch");
}

/**
 * The link as a QR code, whose drawing is fetched now; `label`: for those who don't see it.
 * @param {{ link: string, label: string }} props
 */
export function Code({ link, label }) {
  const [code, setCode] = useState(/** @type {{ size: number, path: string } | null | undefined} */ (undefined));
  useEffect(() => {
    import(fileAt("qr.js")).then(({ drawn }) => setCode(drawn(link)), () => setCode(null));
  }, [link]);
  if (!code) return html`<p class="muted" role="status">${t(code === null ? "invite.no-code" : "lobby.loading")}</p>`;
  return html`
    <svg class="invite-code" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges" role="img"
      aria-label=${label} data-test="code">
      <rect width=${code.size} height=${code.size} fill="#fff" /><path d=${code.path} fill="#000" />
    </svg>
  `;
}

/** @param {{ link: string, text: string }} props */
export function Invite({ link, text }) {
  const [copied, setCopied] = useState(false);
  const [coded, setCoded] = useState(false);
  const field = useRef(null);
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
    <p class="muted">${text}</p>
    <div class="invite">
      <input ref=${field} readonly value=${link} aria-label=${t("invite.link")} data-test="invite"
        onFocus=${(/** @type {Happening} */ event) => event.target.select()} />
      <button type="button" onClick=${copy}><${Icon} name=${copied ? "check" : "copy"} />
        ${t(copied ? "invite.copied" : "invite.copy")}</button>
      ${"share" in navigator && html`<button type="button" onClick=${share}><${Icon} name="share" />
          ${t("invite.share")}</button>`}
      <button type="button" aria-expanded=${coded} data-test="show-code" onClick=${() => setCoded(!coded)}>
        <${Icon} name="code" /> ${t("invite.code")}</button>
    </div>
    ${coded && html`<${Code} link=${link} label=${t("invite.code-of", { link })} />`}
    <span class="sr" role="status">${copied ? t("invite.copied") : ""}</span>
  `;
}
