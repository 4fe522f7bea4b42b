/** Modules that are fetched when something of them is first shown: the link of a table leads past them. */

import { fileAt, loadSheet, told } from "./files.js";
import { html, signal, useEffect, useState } from "./lib.js";
import { notice } from "./state.js";
import { loadLateTexts, t } from "./text.js";

/** What one sees before a table, and the dialogs beside one. */
export const GONE = "gone.js";
export const HOME = "home.js";
export const BOOK = "book.js";
export const GROUP = "group.js";
export const KEPT = "kept.js";
export const POSITION = "position.js";
export const POSTER = "poster.js";
export const REPLAY = "replay.js";
export const RULES = "rules.js";
export const BACK = "returned.js";
export const COACH = "coach.js";
export const COSTLY = "costly.js";
export const END = "end.js";
export const EXAMPLES = "examples.js";
export const INVITATION = "invitation.js";
export const OFFERS = "offers.js";
export const TAUGHT = "taught.js";
export const UNFAIR = "unfair.js";
/** Where the page is linked, what several of them need. */
const SHARED = "shared.js";

/**
 * The style sheets that they are drawn with.
 * @type {Record<string, string>}
 */
const SHEETS = { [HOME]: "rooms.css", [BOOK]: "rooms.css", [GROUP]: "rooms.css", [REPLAY]: "rooms.css",
  [KEPT]: "rooms.css",
  [RULES]: "rooms.css", [POSITION]: "rooms.css", [COACH]: "coach.css", [COSTLY]: "end.css", [END]: "end.css",
  [EXAMPLES]: "examples.css" };

/** By name, those that have come. */
const there = signal(/** @type {Record<string, Record<string, any>>} */ ({}));

/**
 * Fetch a module with its style sheet and its words, once.
 * @param {string} name
 */
export async function loadLate(name) {
  if (there.value[name]) return;
  const sheet = SHEETS[name] && loadSheet(SHEETS[name]);
  if (name === HOME && told.files[SHARED]) import(fileAt(SHARED)); // it asks for that as well, once it is here
  const [module] = await Promise.all([import(fileAt(name)), sheet, loadLateTexts()]);
  there.value = { ...there.value, [name]: module };
}

/**
 * While a module is on its way, and where it does not come.
 * @param {{ name: string }} props
 */
function Awaited({ name }) {
  const [failed, fail] = useState(false);
  const load = () => { fail(false); loadLate(name).catch(() => fail(true)); };
  useEffect(load, [name]);
  return html`
    <div class="page"><p class="muted" role="status">${t(failed ? "table.no-module" : "lobby.loading")}</p>
      ${failed && html`<button type="button" onClick=${load}>${t("gone.again")}</button>`}</div>`;
}

/**
 * The same for what is not there until it comes. A dialog is closed again where it does not come.
 * @param {{ name: string, onClose?: () => void }} props
 */
function Opening({ name, onClose }) {
  useEffect(() => {
    loadLate(name).catch(() => { notice("note", "table.no-module"); onClose?.(); });
  }, [name]);
  return null;
}

/**
 * A component of such a module, drawn as soon as that has come.
 * @param {string} name
 * @param {string} component
 */
export const late = (name, component, Waits = /** @type {(props: any) => unknown} */ (Awaited)) =>
  (/** @type {Record<string, unknown>} */ props) => {
    const module = there.value[name];
    return module ? html`<${module[component]} ...${props} />` : html`<${Waits} ...${props} name=${name} />`;
  };

/**
 * A dialog of such a module, with `onClose` among its props; or what else waits without a word.
 * @param {string} name
 * @param {string} component
 */
export const lateDialog = (name, component) => late(name, component, Opening);
