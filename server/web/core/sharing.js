/** Links for other people and devices: shown, copied, shared, and as a QR code; or why only this machine opens them. */

import { loadCode } from "./files.js";
import { QR } from "./lazy_list.js";
import { html, useEffect, useRef, useState } from "./lib.js";
import { keepNetworkKey, learnReach, linkTo, networkKey, onlyHere, openFor, reach } from "./reach.js";
import { notice } from "./state.js";
import { has, t } from "./text.js";
import { Heading, Icon } from "./ui.js";
import "./more_icons.js";

/** The commands that start the server for its network and for everybody, if the server has named none. */
const COMMAND = "HOST=0.0.0.0 stammtisch play";
const SHARE = "stammtisch play --share";

/** Milliseconds between two questions whether the tunnel is open. */
const OPENING_MS = 2000;

/** Milliseconds for which a button says that it has copied. */
const COPIED_MS = 2500;

/**
 * The link as a QR code, drawn by a module that is fetched now; `label` is for screen readers.
 * @param {{ link: string, label: string }} props
 */
function Code({ link, label }) {
  const [code, setCode] = useState(/** @type {{ size: number, path: string } | null | undefined} */ (undefined));
  useEffect(() => {
    loadCode(QR).then(({ drawn }) => setCode(drawn(link)), () => setCode(null));
  }, [link]);
  if (!code) return html`<p class="muted" role="status">${t(code === null ? "invite.no-code" : "lobby.loading")}</p>`;
  return html`
    <svg class="invite-code" viewBox="0 0 ${code.size} ${code.size}" shape-rendering="crispEdges" role="img"
      aria-label=${label} data-test="code">
      <rect width=${code.size} height=${code.size} fill="#fff" /><path d=${code.path} fill="#000" />
    </svg>
  `;
}

/** The buttons that open the links for the network and for everybody, by the key from the terminal. */
function Openers() {
  const [busy, setBusy] = useState(false);
  const open = async (/** @type {boolean} */ everybody) => {
    setBusy(true);
    await openFor(everybody).catch(({ code }) =>
      (has(`reach.${code}`) ? notice("note", `reach.${code}`) : notice("refusal", code)));
    setBusy(false);
  };
  return html`
    ${onlyHere.value && html`<button type="button" class="primary" disabled=${busy} title=${t("reach.open-help")}
      data-test="open-network" onClick=${() => open(false)}><${Icon} name="link" />${t("reach.open")}</button>`}
    ${reach.value?.tunnel && html`<button type="button" disabled=${busy} title=${t("reach.share-help")}
      data-test="open-tunnel" onClick=${() => open(true)}><${Icon} name="share" />${t("reach.share")}</button>`}
  `;
}

/** Says that the tunnel is being opened. */
const Opening = () => html`<p class="only-here" role="status" data-test="opening">${t("reach.opening")}</p>`;

/** How friends in other networks become able to open the links. */
const Elsewhere = () => html`${t("reach.everybody")} <code>${reach.value?.share || SHARE}</code>`;

/** How other devices become able to open the links. */
const Remedy = () => html`
  <p class="only-here small" data-test="only-here">${t(reach.value?.keyed ? "reach.link" : "reach.how")}
    ${" "}<code>${reach.value?.command || COMMAND}</code><br /><${Elsewhere} /></p>`;

/** Says beside a link that only this machine can open it, and how to change that. */
const OnlyHere = () => reach.value?.opening
  ? html`<p class="only-here"><b>${t("reach.only-here")}</b></p><${Opening} />` : networkKey.value
  ? html`<div class="row only-here"><b>${t("reach.only-here")}</b><${Openers} /></div>`
  : html`<details class="only-here"><summary><b>${t("reach.only-here")}</b> ${t("reach.ask")}</summary>
      <${Remedy} /></details>`;

/** Ask for the address for others when a component appears, and while it changes. Is the answer still awaited? */
function useReach() {
  const opening = reach.value?.opening;
  useEffect(() => { learnReach(); }, []);
  useEffect(() => {
    const asking = opening ? setInterval(learnReach, OPENING_MS) : 0;
    return () => clearInterval(asking);
  }, [opening]);
  return !reach.value;
}

/**
 * The code by which a phone opens a path of this server, after its text; without a code if no phone can.
 * @param {{ path: string, text: string, label: string }} props
 */
export function CodeForPhone({ path, text, label }) {
  if (useReach()) return null;
  if (onlyHere.value) return html`<p class="small">${t("reach.no-code")}</p><${Remedy} />`;
  return html`<p class="small">${text}</p><${Code} link=${linkTo(path)} label=${label} />`;
}

/**
 * `main`: to invite is what the person should do now, so the button that does it is the main one.
 * @param {{ path: string, text: string, main?: boolean }} props
 */
export function Invite({ path, text, main = false }) {
  const [copied, setCopied] = useState(false);
  const [coded, setCoded] = useState(false);
  const field = useRef(null);
  if (useReach()) return null;
  const link = linkTo(path);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      field.current.select(); // the clipboard needs a secure page; the old way works everywhere
      document.execCommand("copy");
    }
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const shares = !onlyHere.value && "share" in navigator;
  const first = main && !onlyHere.value;
  const share = () => navigator.share({ title: "Stammtisch", url: link }).catch(() => {});
  return html`
    <p class="muted">${text}</p>
    <div class="invite">
      <input ref=${field} readonly value=${link} aria-label=${t("invite.link")} data-test="invite"
        onFocus=${(/** @type {Happening} */ event) => event.target.select()} />
      <button type="button" class=${first && !shares ? "primary" : ""} data-test="copy" onClick=${copy}>
        <${Icon} name=${copied ? "check" : "copy"} /> ${t(copied ? "invite.copied" : "invite.copy")}</button>
      ${shares && html`
        <button type="button" class=${first ? "primary" : ""} data-test="share" onClick=${share}>
          <${Icon} name="share" /> ${t("invite.share")}</button>`}
      ${!onlyHere.value && html`
        <button type="button" aria-expanded=${coded} data-test="show-code" onClick=${() => setCoded(!coded)}>
          <${Icon} name="code" /> ${t("invite.code")}</button>`}
    </div>
    ${onlyHere.value && html`<${OnlyHere} />`}
    ${!onlyHere.value && coded && html`<${Code} link=${link} label=${t("invite.code-of", { link })} />`}
    <span class="sr" role="status">${copied ? t("invite.copied") : ""}</span>
  `;
}

/** Who can open the page, and what opens it for more people. */
function Reached() {
  const { public: everybody, opening, tunnel } = reach.value ?? {};
  const opens = networkKey.value && !everybody && !opening && (onlyHere.value || tunnel);
  const hint = networkKey.value && !everybody && !opening && !tunnel;
  return html`
    ${!onlyHere.value && html`<${Invite} path="" text=${t(everybody ? "reach.shared" : "reach.opened")} />`}
    ${opening && html`<${Opening} />`}
    ${opens && html`
      ${onlyHere.value && html`<p>${t("reach.open-help")}</p>`}
      ${tunnel && html`<p>${t("reach.share-help")}</p>`}
      <p class="row"><${Openers} /></p>`}
    ${hint && html`<p class="only-here small"><${Elsewhere} /></p>`}
    ${onlyHere.value && !opening && !networkKey.value && html`<${Remedy} />`}
  `;
}

/**
 * The page of the link in the terminal, whose key is removed from the address at once.
 * @param {{ known?: string }} props
 */
export function NetworkPage({ known }) {
  const title = t("reach.title");
  useEffect(() => {
    document.title = `${title} · Stammtisch`;
    if (!known) return;
    keepNetworkKey(known);
    history.replaceState(null, "", "#/open");
  }, [title, known]);
  const waits = useReach();
  return html`
    <div class="page"><section class="card stack">
      <${Heading}>${title}<//>
      ${!waits && html`<${Reached} />`}
      <p><a class="button" href="#/"><${Icon} name="home" />${t("nav.home")}</a></p>
    </section></div>
  `;
}
