/** A small form at the building for exchanges that can be made any number of times, with their cost. */

import { html, useState } from "../../core/lib.js";
import { House } from "./houses.js";
import { amount, buildingName, changes, word } from "./words.js";

/**
 * The price and the gain as text.
 * @param {Santiago.Play} play
 * @param {string} verb
 * @param {number} n
 */
function terms(play, verb, n) {
  const rows = changes(play, verb, n);
  const [[cost], [gain]] = [rows.filter(([, k]) => k < 0), rows.filter(([, k]) => k > 0)];
  return cost && gain ? word("bargain", { cost: amount(cost[0], -cost[1]), gain: amount(...gain) }) : String(n);
}

/** @param {{ play: Santiago.Play, verb: string, most: number }} props */
function Form({ play, verb, most }) {
  const [wanted, want] = useState(verb === "sell_vp" ? 1 : most);
  const n = Math.min(Math.max(1, wanted), most);
  const text = terms(play, verb, n);
  return html`
    <form class="sg-bargain" data-leads="${verb} *"
      onSubmit=${(/** @type {Happening} */ event) => { event.preventDefault(); play.choose(verb, n); }}>
      ${most > 1 && html`
      <span class="sg-how-many">
        <button type="button" class="round" aria-label=${word("less")} disabled=${n === 1} onClick=${() => want(n - 1)}>
          −</button>
        <input type="range" min="1" max=${most} value=${n} aria-label=${word("how_many")} aria-valuetext=${text}
          onInput=${(/** @type {Happening} */ event) => want(Number(event.target.value))} />
        <button type="button" class="round" aria-label=${word("more")} disabled=${n === most}
          onClick=${() => want(n + 1)}>+</button>
      </span>`}
      <button type="submit" class="primary" data-test="bargain" data-verb=${verb} data-noun=${n}>${text}</button>
    </form>
  `;
}

export const BARGAINS = ["convert", "buy_vp", "sell_vp"];

/**
 * Covers the half of the town without the building `busy`; `upper`: that building is in the upper half.
 * @param {{ play: Santiago.Play, busy: number, upper: boolean }} props
 */
export function Bargains({ play, busy, upper }) {
  const open = BARGAINS.filter((verb) => play.offers.has(verb));
  if (!open.length) return null;
  return html`
    <section class="sg-bargains ${upper ? "below" : "above"}"
      aria-label=${busy >= 0 ? buildingName(busy) : word("how_many")}>
      ${busy >= 0 && html`<p class="sg-bargains-at"><${House} building=${busy} /><b>${buildingName(busy)}</b></p>`}
      <div>${open.map((verb) => html`
        <${Form} key=${verb} play=${play} verb=${verb} most=${Math.max(...(play.offers.get(verb) ?? []))} />`)}</div>
    </section>
  `;
}
