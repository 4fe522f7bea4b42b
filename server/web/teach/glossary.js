/** All things of a game that the texts explain, each kind once: a list with search and filter, and a large view. */

import { anchorOfThing, arrive, THINGS } from "../things/anchors.js";
import { plain } from "../table/search.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { thing } from "../core/gametext.js";
import { language } from "../core/settings.js";
import { t } from "../core/text.js";
import { Dialog } from "../core/ui.js";

/**
 * The rows of the list. Equal things share a row.
 * @param {Texts} texts
 * @param {Board} [module]
 * @returns {Entry[]}
 */
export function rowsOf(texts, module) {
  /** @type {Map<string, Entry>} */
  const rows = new Map();
  for (const [group, help] of Object.entries(texts.help ?? {})) {
    for (const [number, text] of Object.entries(help)) {
      const n = Number(number);
      const name = thing(texts, group, n);
      const key = `${group} ${name} ${text}`;
      const [picture, own] = [module?.picture?.(group, n), module?.own?.(group, n)];
      /** @type {Entry} */
      const row = rows.get(key) ?? { key, group, name, text, picture, own, anchors: [] };
      row.anchors.push(anchorOfThing(group, n));
      rows.set(key, row);
    }
  }
  return [...rows.values()];
}

/**
 * Does a row contain all these words, in any order?
 * @param {Entry} row
 * @param {string[]} wanted
 */
const holds = ({ name, text }, wanted) => wanted.every((word) => plain(`${name} ${text}`).includes(word));

/**
 * One thing, large: its drawing, its effect, and a note on our own design.
 * @param {{ row: Entry, onClose: () => void }} props
 */
export const Large = ({ row, onClose }) => html`
  <${Dialog} title=${row.name} onClose=${onClose}>
    <div class="thing-large" data-test="thing">
      ${row.picture && html`<span class="thing-picture" aria-hidden="true">${row.picture}</span>`}
      <div><p>${row.text}</p>${row.own && html`<p class="muted small">${row.own}</p>`}</div>
    </div>
  <//>
`;

/**
 * `here`: the thing was requested; a change scrolls to it.
 * @param {{ row: Entry, here: string | false, open: (row: Entry) => void }} props
 */
function Thing({ row, here, open }) {
  const ref = useRef(null);
  useEffect(() => { if (here) arrive(ref.current); }, [here]);
  const more = row.picture || row.own;
  return html`
    <div ref=${ref} class="thing ${row.picture ? "pictured" : ""} ${here ? "here" : ""}" id=${row.anchors[0]}>
      <dt>
        ${row.picture && html`<span class="thing-picture" aria-hidden="true">${row.picture}</span>`}
        ${more ? html`<button type="button" class="thing-name" onClick=${() => open(row)}>${row.name}</button>`
          : row.name}
      </dt>
      <dd>${row.text}</dd>
    </div>
  `;
}

/**
 * @param {{ kinds: [group: string, name: string][], wanted: string, want: (words: string) => void, group: string,
 *   pick: (group: string) => void, found: number, all: number }} props
 */
function Search({ kinds, wanted, want, group, pick, found, all }) {
  return html`
    <div class="things-search" role="search">
      <label class="field"><span>${t("things.search")}</span>
        <input type="search" data-test="search-things" value=${wanted}
          onInput=${(/** @type {Happening} */ event) => want(event.target.value)} />
      </label>
      ${kinds.length > 1 && html`
        <label class="field"><span>${t("things.kind")}</span>
          <select data-test="kind-of-things" value=${group}
            onChange=${(/** @type {Happening} */ event) => pick(event.target.value)}>
            <option value="">${t("things.all")}</option>
            ${kinds.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}
          </select>
        </label>`}
      <p class="muted" role="status" data-test="found-things">${t("things.found", { found, all })}</p>
    </div>
  `;
}

/**
 * The list, closed until the reader opens it or `anchor` names it or one of its rows; `times` counts the requests.
 * @param {{ texts: Texts, rows: Entry[], anchor: string, times: string }} props
 */
export function Things({ texts, rows, anchor, times }) {
  const ref = useRef(null);
  const [opened, setOpened] = useState(false);
  const [wanted, want] = useState("");
  const [group, pick] = useState("");
  const [large, setLarge] = useState(null);
  const named = rows.find(({ anchors }) => anchors.includes(anchor));
  useEffect(() => {
    if (!named && anchor !== THINGS) return;
    want("");
    pick("");
    setOpened(true);
    if (!named) arrive(ref.current);
  }, [anchor, times, !!named]);
  if (!rows.length) return null;
  const present = new Set(rows.map((row) => row.group));
  const kinds = [...present].map((key) => [key, texts.rules.kinds?.[key] ?? key]);
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const shown = rows.filter((row) => (!group || row.group === group) && holds(row, words));
  return html`
    <details ref=${ref} class="rules-cards" lang=${language.value} open=${opened}
      onToggle=${(/** @type {Happening} */ event) => setOpened(event.target.open)}>
      <summary>${t("rules.cards")} (${rows.length})</summary>
      ${opened && html`
        <${Search} ...${{ kinds, wanted, want, group, pick, found: shown.length, all: rows.length }} />
        <dl>${shown.map((row) => html`
          <${Thing} key=${row.key} row=${row} here=${row === named && `${anchor} ${times}`} open=${setLarge} />`)}</dl>
        ${shown.length === 0 && html`<p class="muted">${t("things.none")}</p>`}`}
      ${large && html`<${Large} row=${large} onClose=${() => setLarge(null)} />`}
    </details>
  `;
}
