/** One person on several devices: the words and the QR code that give another browser the same identity. */

import { loadCode } from "../core/files.js";
import { NOTIFICATIONS, SHARING } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { ask } from "../core/http.js";
import { html, useEffect, useState } from "../core/lib.js";
import { phraseOf, tokenOf } from "../core/phrase.js";
import { name, notify, token } from "../core/settings.js";
import { route } from "../core/state.js";
import { isolated, t } from "../core/text.js";
import { Heading, Icon, useTitle } from "../core/ui.js";
import "../core/more_icons.js";

const CodeForPhone = lateDialog(SHARING, "CodeForPhone");

/** The path of the link that gives another device this identity, at the current table. */
function ownPath() {
  const { page, rest } = route.value;
  const parts = [token.value, name.value, ...(page === "table" && rest[0] ? [rest[0]] : [])];
  return `#/me/${parts.map(encodeURIComponent).join("/")}`;
}

/**
 * The words and the code, hidden until requested: others may see the screen.
 * @param {{ onLeave: () => void }} props
 */
export function Devices({ onLeave }) {
  const [shown, show] = useState(false);
  const words = phraseOf(token.value);
  return html`
    <fieldset class="stack devices">
      <legend>${t("devices.title")}</legend>
      <p class="muted small">${t("devices.text")}</p>
      <div class="row">
        <button type="button" aria-expanded=${shown} data-test="show-words" onClick=${() => show(!shown)}>
          <${Icon} name="lock" />${t(shown ? "devices.hide" : "devices.show")}</button>
        <a class="button" href="#/me" data-test="take-words" onClick=${onLeave}>${t("me.title")}</a>
      </div>
      ${shown && words.length > 0 && html`<p class="devices-words" data-test="words">${words.join(" ")}</p>`}
      ${shown && html`
        <${CodeForPhone} path=${ownPath()} text=${t("devices.code")} label=${t("devices.code-of")} />`}
    </fieldset>
  `;
}

/**
 * Take over this token's identity; the page reloads.
 * @param {string} known
 * @param {string} called
 * @param {string} [table]
 */
async function become(known, called, table) {
  if (notify.value === "on") { // the notices of the person that this browser was until now
    await loadCode(NOTIFICATIONS).then(({ reachNoMore }) => reachNoMore()).catch(() => {});
  }
  token.value = known;
  name.value = called;
  history.replaceState(null, "", table ? `#/t/${encodeURIComponent(table)}` : "#/");
  location.reload();
}

/** @param {{ known: string, called: string, table?: string }} props */
const Sure = ({ known, called, table }) => html`
  <p>${t("me.sure", { name: isolated(called) })}</p>
  <p class="muted">${t("me.lost")}</p>
  <div class="row">
    <button type="button" class="primary" data-test="become" onClick=${() => become(known, called, table)}>
      ${t("me.go")}</button>
    <a class="button" href="#/">${t("cancel")}</a>
  </div>
`;

/**
 * The name that the owner of a token had last; "" if the server knows none.
 * @param {string} known
 */
async function nameOf(known) {
  const all = await ask("person", "GET", undefined, known).catch(() => ({}));
  const tables = /** @type {{ name: string, last: number }[]} */ (all.tables ?? []).filter((row) => row.name);
  const [latest] = tables.sort((a, b) => b.last - a.last);
  return latest?.name ?? all.groups?.[0]?.name ?? "";
}

function Words() {
  const [said, say] = useState("");
  const [busy, work] = useState(false);
  /** @param {Happening} event */
  const submit = async (event) => {
    event.preventDefault();
    const found = tokenOf(String(new FormData(event.target).get("words")));
    if (!found) return say(t("me.wrong"));
    work(true);
    say(t("me.looking"));
    return become(found, await nameOf(found) || name.value);
  };
  return html`
    <p>${t("me.text")}</p>
    <p class="muted">${t("me.lost")}</p>
    <form class="stack" onSubmit=${submit}>
      <label for="me-words">${t("me.words")}</label>
      <textarea id="me-words" name="words" rows="3" required autocomplete="off" autocapitalize="none"
        spellcheck="false" aria-describedby="me-wrong"></textarea>
      <p id="me-wrong" role="alert">${said}</p>
      <div class="row"><button type="submit" class="primary" disabled=${busy}>${t("me.go")}</button>
        <a class="button" href="#/">${t("cancel")}</a></div>
    </form>
  `;
}

/**
 * The page where another device takes over an identity: by a code, whose link is removed from the address at once, or
 * by words.
 */
export function Me() {
  const [[known = "", called = "", table]] = useState(route.value.rest);
  const title = t("me.title");
  useTitle(title);
  useEffect(() => { if (known) history.replaceState(null, "", "#/me"); }, []);
  return html`
    <div class="page"><section class="card welcome">
      <${Heading}>${title}<//>
      ${/^[\w-]{22,64}$/.test(known)
        ? html`<${Sure} known=${known} called=${called.slice(0, 32)} table=${table} />` : html`<${Words} />`}
    </section></div>
  `;
}
