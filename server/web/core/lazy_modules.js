/** Modules that are fetched on first use: a page that opens with a table's link does not need them. */

import { loadCode, loadSheet, told } from "./files.js";
import { html, signal, useEffect, useRef, useState } from "./lib.js";
import {
  ANALYSIS, BOOK, CHAT, COACH, DEALING_WARNING, END, EXAMPLES, FEATURE_OFFERS, GROUP, HAND_ONLY, HOME, IN_WORDS,
  MENU, POSITION, PRIVACY, PUZZLE, REPLAY, RULES, SCREENS, SEAT_OFFERS, SHARING, TABLE_MISSING, TIP_TEXT, WELCOME_BACK,
} from "./lazy_list.js";
import { notice } from "./state.js";
import { loadMoreTexts, t } from "./text.js";

/** In a bundled page: the code that several of these modules share. */
const SHARED = "core/shared.js";

/**
 * The style sheets of these modules.
 * @type {Record<string, string>}
 */
const SHEETS = { [HOME]: "rooms.css", [BOOK]: "rooms.css", [GROUP]: "rooms.css", [REPLAY]: "rooms.css",
  [PRIVACY]: "rooms.css", [SEAT_OFFERS]: "rooms.css", [SHARING]: "rooms.css", [TABLE_MISSING]: "rooms.css",
  [CHAT]: "rooms.css", [IN_WORDS]: "words.css", [MENU]: "rooms.css", [RULES]: "rooms.css", [POSITION]: "rooms.css",
  [COACH]: "coach.css", [ANALYSIS]: "end.css", [END]: "end.css",
  [PUZZLE]: "puzzle.css", [EXAMPLES]: "examples.css", [HAND_ONLY]: "screen.css", [SCREENS]: "screen.css" };

/** Modules that need no rare texts: those on the way from the front page to a table. */
const COMMON = [CHAT, DEALING_WARNING, FEATURE_OFFERS, HOME, RULES, SHARING, TIP_TEXT, WELCOME_BACK];

/** The loaded modules by name. */
const there = signal(/** @type {Record<string, Record<string, any>>} */ ({}));

/**
 * Fetch a module with its style sheet and its texts, once.
 * @param {string} name
 */
export async function loadLate(name) {
  if (there.value[name]) return;
  const sheet = SHEETS[name] && loadSheet(SHEETS[name]);
  if (name === HOME && told.files[SHARED]) loadCode(SHARED).catch(() => {}); // the module imports it too, but later
  const rare = COMMON.includes(name) ? null : loadMoreTexts("rare");
  const [module] = await Promise.all([loadCode(name), sheet, loadMoreTexts("late"), rare]);
  there.value = { ...there.value, [name]: module };
}

/**
 * Placeholder while a module is loading, with a retry button after a failure.
 * @param {{ name: string }} props
 */
function Awaited({ name }) {
  const [failed, fail] = useState(false);
  const tries = useRef(0);
  const load = () => {
    fail(false);
    tries.current += 1;
    loadLate(name).catch(() => fail(true));
  };
  useEffect(load, [name]);
  const helpless = tries.current > 1; // a part of the module is missing: only another page requests it again
  return html`
    <div class="page"><p class="muted" role="status">${t(failed ? "table.no-module" : "lobby.loading")}</p>
      ${failed && html`<button type="button" data-test="load-again"
        onClick=${helpless ? () => location.reload() : load}>${t(helpless ? "status.reload" : "gone.again")}</button>`}
    </div>`;
}

/**
 * Placeholder for components that show nothing while loading. A dialog is closed again after a failure.
 * @param {{ name: string, onClose?: () => void }} props
 */
function Opening({ name, onClose }) {
  useEffect(() => {
    loadLate(name).catch(() => { notice("note", "table.no-module"); onClose?.(); });
  }, [name]);
  return null;
}

/**
 * A component of such a module, drawn as soon as the module is loaded.
 * @param {string} name
 * @param {string} component
 */
export const late = (name, component, Waits = /** @type {(props: any) => unknown} */ (Awaited)) =>
  (/** @type {Record<string, unknown>} */ props) => {
    const module = there.value[name];
    return module ? html`<${module[component]} ...${props} />` : html`<${Waits} ...${props} name=${name} />`;
  };

/**
 * A dialog of such a module, with `onClose` among its props; or another component that shows nothing while loading.
 * @param {string} name
 * @param {string} component
 */
export const lateDialog = (name, component) => late(name, component, Opening);
