/** One person on several devices: the words and the code that make another browser the same person. */

import { Code } from "./invite.js";
import { html, useEffect, useState } from "./lib.js";
import { phraseOf, tokenOf } from "./phrase.js";
import { name, token } from "./settings.js";
import { route } from "./state.js";
import { isolated, t } from "./text.js";
import { Heading, Icon } from "./ui.js";

/** The link that makes a device this person, at the table that is looked at. */
function ownLink() {
  const { page, rest } = route.value;
  const parts = [token.value, name.value, ...(page === "table" && rest[0] ? [rest[0]] : [])];
  return new URL(`#/me/${parts.map(encodeURIComponent).join("/")}`, location.href.split("#")[0]).href;
}

/**
 * The words and the code, once they are asked for: others may look at the screen.
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
      ${shown && html`<p class="small">${t("devices.code")}</p>
        <${Code} link=${ownLink()} label=${t("devices.code-of")} />`}
    </fieldset>
  `;
}

/**
 * Be whoever has this token from now on; the page begins anew.
 * @param {string} known
 * @param {string} called
 * @param {string} [table]
 */
function become(known, called, table) {
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

function Words() {
  const [wrong, say] = useState("");
  /** @param {Happening} event */
  const submit = (event) => {
    event.preventDefault();
    const found = tokenOf(String(new FormData(event.target).get("words")));
    if (found) become(found, name.value);
    else say(t("me.wrong"));
  };
  return html`
    <p>${t("me.text")}</p>
    <p class="muted">${t("me.lost")}</p>
    <form class="stack" onSubmit=${submit}>
      <label for="me-words">${t("me.words")}</label>
      <textarea id="me-words" name="words" rows="3" required autocomplete="off" autocapitalize="none"
        spellcheck="false" aria-describedby="me-wrong"></textarea>
      <p id="me-wrong" role="alert">${wrong}</p>
      <div class="row"><button type="submit" class="primary">${t("me.go")}</button>
        <a class="button" href="#/">${t("cancel")}</a></div>
    </form>
  `;
}

/** Where another device becomes this person: by a code, whose link is taken out of the address at once, or by words. */
export function Me() {
  const [[known = "", called = "", table]] = useState(route.value.rest);
  const title = t("me.title");
  useEffect(() => { document.title = `${title} · Stammtisch`; }, [title]);
  useEffect(() => { if (known) history.replaceState(null, "", "#/me"); }, []);
  return html`
    <div class="page"><section class="card welcome">
      <${Heading}>${title}<//>
      ${/^[\w-]{22,64}$/.test(known)
        ? html`<${Sure} known=${known} called=${called.slice(0, 32)} table=${table} />` : html`<${Words} />`}
    </section></div>
  `;
}
