/** How many: a small form for what can be done any number of times at once, with its cost before one pays. */

import { html, useState } from "../../lib.js";
import { amount, changes, word } from "./words.js";

/** What is paid and what is got, in words. */
function terms(play, verb, n) {
  const rows = changes(play, verb, n);
  const [[cost], [gain]] = [rows.filter(([, k]) => k < 0), rows.filter(([, k]) => k > 0)];
  return cost && gain ? word("bargain", { cost: amount(cost[0], -cost[1]), gain: amount(...gain) }) : String(n);
}

function Form({ play, verb, most }) {
  const [wanted, want] = useState(verb === "sell_vp" ? 1 : most);
  const n = Math.min(Math.max(1, wanted), most);
  const text = terms(play, verb, n);
  return html`
    <form class="sg-bargain" onSubmit=${(event) => { event.preventDefault(); play.choose(verb, n); }}>
      ${most > 1 && html`
      <button type="button" class="round" aria-label=${word("less")} disabled=${n === 1} onClick=${() => want(n - 1)}>−</button>
      <input type="range" min="1" max=${most} value=${n} aria-label=${word("how_many")} aria-valuetext=${text} onInput=${(event) => want(Number(event.target.value))} />
      <button type="button" class="round" aria-label=${word("more")} disabled=${n === most} onClick=${() => want(n + 1)}>+</button>`}
      <button type="submit" class="primary" data-test="bargain" data-verb=${verb}>${text}</button>
    </form>
  `;
}

export const BARGAINS = ["convert", "buy_vp", "sell_vp"];

export function Bargains({ play }) {
  const open = BARGAINS.filter((verb) => play.offers.has(verb));
  if (!open.length) return null;
  return html`<div class="sg-bargains" role="group" aria-label=${word("how_many")}>${open.map((verb) => html`<${Form} key=${verb} play=${play} verb=${verb} most=${Math.max(...play.offers.get(verb))} />`)}</div>`;
}
