/** Small components for every page: icons, dialogs, segmented choices, announcements for screen readers. */

import { html, signal, useEffect, useLayoutEffect, useRef } from "./lib.js";
import { t } from "./text.js";

/** Those of modules that are fetched later are in more_icons.js. @type {Record<string, string>} */
export const ICONS = {
  back: "M14 5 7 12l7 7",
  bulb: "M9 17h6M10 20.5h4M9 14.5a6 6 0 1 1 6 0V17H9z",
  bot: "M5 9h14v10H5zM12 5v4M9 13v2M15 13v2M3 13v3M21 13v3M12 4.5v.5",
  branch: "M6 4v16M6 14c7 0 11-2 11-9M13 8l4-4 4 4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  check: "m5 13 4 4L19 7",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4l3 2",
  close: "M6 6l12 12M18 6 6 18",
  crown: "M4 17 3 7l5 4 4-6 4 6 5-4-1 10z",
  dice: "M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01",
  eye: "M2 12s4-6 10-6 10 6 10 6-4 6-10 6S2 12 2 12zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  first: "M18 5l-7 7 7 7M7 5v14",
  flag: "M6 21V4h12l-3 4 3 4H6",
  forward: "m10 5 7 7-7 7",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  home: "M4 11 12 4l8 7v9h-6v-6h-4v6H4z",
  learn: "M12 5 2 10l10 5 10-5zM6 12.5V17c0 1 3 2.5 6 2.5s6-1.5 6-2.5v-4.5M22 10v6",
  last: "m6 5 7 7-7 7M17 5v14",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  menu: "M4 7h16M4 12h16M4 17h16",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4 4-6 8-6s8 2 8 6",
  mute: "M4 5h16v11H10l-5 4v-4H4zM3 2l18 20",
  pause: "M9 5v14M15 5v14",
  play: "M8 5l11 7-11 7z",
  plus: "M12 5v14M5 12h14",
  rules: "M5 4h11l3 3v13H5zM9 10h6M9 14h6",
  "turn-back": "m12 5-7 7 7 7M19 5l-7 7 7 7",
  "turn-on": "m12 5 7 7-7 7M5 5l7 7-7 7",
  trophy: "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4c0 4 2 5 4 5M16 6h4c0 4-2 5-4 5M12 14v4M8 20h8",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
};

/** @param {{ name: string }} props */
export const Icon = ({ name }) => html`
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${ICONS[name]} /></svg>
`;

/**
 * Escape closes the open element wherever the focus is, because a click may have opened it from outside. An element
 * under a dialog stays open.
 * @param {() => void} leave
 */
export function useEscape(leave, open = true) {
  const latest = useRef(leave);
  latest.current = leave;
  useLayoutEffect(() => {
    if (!open) return undefined;
    /** @param {KeyboardEvent} event */
    const escape = ({ key, defaultPrevented }) => {
      if (key === "Escape" && !defaultPrevented && !rooms.peek().length) latest.current();
    };
    addEventListener("keydown", escape);
    return () => removeEventListener("keydown", escape);
  }, [open]);
}

/** Is a game on the screen? It has a bar of its own, so the page shows none. */
export const staged = signal(false);

/** The places for notices in the open dialogs, the topmost last: a notice outside a modal dialog is not visible. */
export const rooms = signal(/** @type {HTMLElement[]} */ ([]));

/**
 * A native modal dialog: the browser traps the focus and restores it.
 * @param {{ title: string, onClose: () => void, children: Children, wide?: boolean, label: string }} props
 */
export function Dialog({ title, onClose, children, wide = false, label }) {
  const ref = useRef(null);
  const room = useRef(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    const mine = room.current;
    dialog.showModal();
    rooms.value = [...rooms.peek(), mine];
    return () => {
      rooms.value = rooms.peek().filter((other) => other !== mine);
      dialog.close();
      opener?.isConnected && opener.focus();
    };
  }, []);
  /** @param {Happening} event */
  const outside = (event) => event.target === ref.current && onClose();
  return html`
    <dialog
      ref=${ref}
      class=${wide ? "dialog wide" : "dialog"}
      aria-label=${label ?? title}
      onCancel=${(/** @type {Happening} */ event) => { event.preventDefault(); onClose(); }}
      onClick=${outside}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>${title}</h2>
          <button type="button" class="quiet round" aria-label=${t("close")} onClick=${onClose}>
            <${Icon} name="close" /></button>
        </header>
        ${children}
      </div>
      <div class="notices" role="status" aria-live="polite" ref=${room}></div>
    </dialog>
  `;
}

/**
 * A choice of a few: radio buttons that look like one bar. `values` are rows of [value, label].
 * @param {{ legend: any, name: string, values: any, value: string, onPick: (...given: any[]) => void,
 *   hidden?: boolean }} props
 */
export function Segments({ legend, name, values, value, onPick, hidden = false }) {
  return html`
    <fieldset class="segments">
      <legend class=${hidden ? "sr" : ""}>${legend}</legend>
      <div class="segments-bar">
        ${values.map(
          (/** @type {[string, string]} */ [key, label]) => html`
            <label key=${key} class=${key === value ? "on" : ""}>
              <input type="radio" class="sr" name=${name} value=${key} checked=${key === value}
                onChange=${() => onPick(key)} />
              <span>${label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

// -- announcements for screen readers --------------------------------------------------------------

const polite = signal(/** @type {{ text: string, number: number }[]} */ ([]));
const assertive = signal({ text: "", number: 0 });
let number = 0;

/**
 * Announce an event after the current announcement.
 * @param {string} text
 */
export function announce(text) {
  if (text) polite.value = [...polite.value.slice(-7), { text, number: ++number }];
}

/**
 * Announce at once that the person must act: it is your turn.
 * @param {string} text
 */
export function alertNow(text) {
  assertive.value = { text, number: ++number }; // a new element: the same words are said again
}

export const Announcer = () => html`
  <div class="sr" role="log" aria-live="polite" aria-relevant="additions" data-test="announcer">
    ${polite.value.map((row) => html`<p key=${row.number}>${row.text}</p>`)}
  </div>
  <div class="sr" role="alert" aria-live="assertive" data-test="alert">${assertive.value.text
    && html`<p key=${assertive.value.number}>${assertive.value.text}</p>`}</div>
`;

/**
 * Counts opened pages. Each but the first focuses its heading, at once, so that it takes no focus from a field in
 * use.
 */
let opened = 0;
/** @param {{ children: Children }} props */
export function Heading({ children }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    opened += 1;
    if (opened === 1) return;
    ref.current?.focus({ preventScroll: true });
    scrollTo(0, 0);  // a new page starts at its top, regardless of the previous scroll position
  }, []);
  return html`<h1 tabindex="-1" ref=${ref}>${children}</h1>`;
}

/**
 * The title of the page that is open.
 * @param {string} title
 */
export const useTitle = (title) =>
  useEffect(() => { document.title = `${title} · Stammtisch`; }, [title]);

/**
 * The first letters of a name's first words.
 * @param {string} name
 */
export const initials = (name) =>
  name.split(/\s+/).map((word) => word.match(/[^\u2068\u2069]/u)?.[0] ?? "").join("").slice(0, 2).toUpperCase();

/**
 * The colour and the shape that identify a person outside of seats.
 * @param {string} person
 */
export function markOf(person) {
  let n = 0;
  for (const letter of person) n = (n * 31 + letter.charCodeAt(0)) % 9_973;
  return `seat-${n % 6} shape-${(n - (n % 6)) / 6 % 3}`;
}

/**
 * A guest's sign: initials in the colour of the seat, or in the person's own colour.
 * @param {{ name: string, person: string, bot?: boolean, seat?: number }} props
 */
export function Avatar({ name, person, bot = false, seat }) {
  return html`<span class="avatar ${seat === undefined ? person && markOf(person) : `seat-${seat}`}" aria-hidden="true">
    ${bot ? html`<${Icon} name="bot" />` : initials(name)}</span>`;
}
