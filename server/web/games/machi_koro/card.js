/**
 * Cards as buttons: drawing, numbers, symbol, effect, price; explained on hover, focus, long press, or a first tap.
 */

import { anchorOfThing } from "../../things/anchors.js";
import { html } from "../../core/lib.js";
import { useExplained } from "../../things/explain.js";
import { helpOf, thing } from "../../core/gametext.js";
import { gameTexts } from "../../core/text.js";
import { Scene } from "./art.js";
import { establishment, landmark, numbers, word } from "./cards.js";
import { Effect, LandmarkEffect } from "./effect.js";
import { Drawing, Symbol } from "./landmarks.js";

const GAME = "machi_koro";

/**
 * @param {string} group
 * @param {number} n
 */
export const nameOf = (group, n) => thing(gameTexts(GAME), group, n);

/**
 * A name with soft breaks for a narrow card.
 * @param {string} group
 * @param {number} n
 * @param {string} id
 */
const brokenName = (group, n, id) => gameTexts(GAME)?.page.broken[id] ?? nameOf(group, n);

/**
 * The coin with a price or an amount on it.
 * @param {{ n: number }} props
 */
export const Coin = ({ n }) => html`<span class="mk-coin" aria-hidden="true">${n}</span>`;

/**
 * A card's explanation; `again`: the effect of a second tap.
 * @param {string} group
 * @param {number} n
 * @param {MachiKoro.Establishment | MachiKoro.Landmark} row
 * @param {string | false} again
 */
export function wordsOf(group, n, row, again) {
  const price = word("price", { n: row.price });
  const foot = "dice" in row ? [numbers(row), gameTexts(GAME)?.names.colours[row.colour], price] : [price];
  const picture = "dice" in row ? html`<${Scene} kind=${n} />` : html`<${Drawing} landmark=${n} />`;
  const text = helpOf(gameTexts(GAME), group, n);
  const anchor = anchorOfThing(group, n);
  return { title: nameOf(group, n), text, foot: foot.filter(Boolean).join(" · "), picture, again, anchor };
}

/**
 * The effect of a second tap on an available card, as text.
 * @param {number} price
 * @param {string} [verb]
 */
const second = (price, verb) =>
  (verb === "build" || verb === "landmark" ? word("tap_to_build", { n: price }) : word("tap_to_choose"));

/**
 * An establishment; `verb`: the choice that it is available for, `why`: the reason otherwise. `marks` are further
 * classes; `badge` is drawn in a corner; `facts` are read out after the name.
 * @param {{ kind: number, verb?: string, offered?: boolean, pick: () => void, why?: Why, badge: string, facts: string,
 *   place: string, marks?: string, tabindex?: number }} props
 */
export function Card({ kind, verb, offered = false, pick, why, badge, facts, place, marks = "", tabindex = -1 }) {
  const row = establishment(kind);
  const words = { ...wordsOf("establishments", kind, row, offered && second(row.price, verb)), why };
  const events = useExplained(words, offered, pick);
  return html`
    <button type="button" class="mk-card ${row.colour} ${offered ? "offered" : ""} ${marks}"
      data-verb=${offered ? verb : undefined} data-noun=${offered ? kind : undefined}
      data-kind=${kind} data-place=${place} data-rove tabindex=${tabindex} aria-disabled=${!offered}
      aria-describedby="mk-help-establishments-${kind}" ...${events}>
      <span class="mk-band ${row.dice.length > 1 ? "range" : ""}" aria-hidden="true">
        <span class="mk-numbers">${numbers(row)}</span><${Symbol} name=${row.symbol} /></span>
      <${Scene} kind=${kind} />
      <span class="mk-name" aria-hidden="true">${brokenName("establishments", kind, row.id)}</span>
      <span class="sr">${nameOf("establishments", kind)}${facts}</span>
      <${Effect} kind=${kind} />
      <${Coin} n=${row.price} />
      ${badge && html`<span class="mk-badge" aria-hidden="true">${badge}</span>`}
    </button>
  `;
}

/**
 * A landmark in a skyline: grey until it is built. `state`: 0 not built, 1 works from the next turn on, 2 works.
 * @param {{ n: number, state: number, offered?: boolean, pick: () => void, why?: Why, place: string, marks?: string,
 *   tabindex?: number }} props
 */
export function Landmark({ n, state, offered = false, pick, why, place, marks = "", tabindex = -1 }) {
  const row = landmark(n);
  const built = state ? `built ${state === 1 ? "soon" : ""}` : "unbuilt";
  const words = { ...wordsOf("landmarks", n, row, offered && second(row.price, "landmark")), why };
  const events = useExplained(words, offered, pick);
  const works = word(["not_built", "works_soon", "works"][state]);
  const facts = `: ${works}. ${state ? "" : word("price", { n: row.price })}`;
  return html`
    <button type="button" class="mk-landmark ${built} ${offered ? "offered" : ""} ${marks}"
      data-verb=${offered ? "landmark" : undefined} data-noun=${offered ? n : undefined} data-landmark=${n}
      data-place=${place}
      data-rove tabindex=${tabindex} aria-disabled=${!offered} aria-describedby="mk-help-landmarks-${n}" ...${events}>
      <${Drawing} landmark=${n} />
      <span class="mk-name" aria-hidden="true">${brokenName("landmarks", n, row.id)}</span>
      <span class="sr">${nameOf("landmarks", n)}${facts}</span>
      <${LandmarkEffect} n=${n} />
      ${!state && html`<${Coin} n=${row.price} />`}
    </button>
  `;
}

/**
 * The texts of all cards, for screen readers.
 * @param {{ kinds: number[], landmarks: number[] }} props
 */
export function Descriptions({ kinds, landmarks }) {
  const texts = gameTexts(GAME);
  /**
   * @param {string} group
   * @param {number} n
   */
  const hidden = (group, n) =>
    html`<span key="${group} ${n}" id="mk-help-${group}-${n}">${helpOf(texts, group, n)}</span>`;
  return html`<div hidden>${kinds.map((kind) => hidden("establishments", kind))}
      ${landmarks.map((n) => hidden("landmarks", n))}</div>`;
}
