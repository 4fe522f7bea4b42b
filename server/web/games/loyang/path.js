/** The path of prosperity: twenty stones up to the gate, the marker, and what the next steps cost. */

import { html } from "../../lib.js";
import { Piece } from "./art.js";
import { word } from "./cards.js";

const PREVIEW = 4;

/** The next up to four steps: the price of each, and of all up to it. */
function Preview({ prices }) {
  const next = prices.slice(0, PREVIEW);
  const [single, sums] = [0, 1].map((which) => next.map((row) => row[which]));
  if (!next.length) return html`<p class="lo-next">${word("at_the_gate")}</p>`;
  return html`
    <p class="lo-next" data-test="preview" data-single=${single.join()} data-sums=${sums.join()}>
      ${word("next_steps")} ${next.map(([price, sum], i) => html`<span key=${i} class="lo-step-price"><b>${price}</b>${i > 0 && html`<small> (${sum})</small>`}</span>`)}
    </p>
  `;
}

function Stone({ play, own, here, space, prices }) {
  const steps = space - here;
  const may = own && play.offers.get("step")?.has(steps);
  const price = steps > 0 ? prices[steps - 1][1] : 0;
  const kind = `lo-stone ${space < here ? "behind" : space === here ? "here" : ""} ${steps === prices.length ? "gate" : ""}`;
  const inside = html`<span class="lo-number">${space}</span>${may && html` <small>${steps ? `−${price}` : "0"}</small>`}`;
  if (!may) return html`<span class=${kind} title=${steps > 0 ? word("steps_to", { n: steps, price, space }) : word("space", { n: space })}>${inside}</span>`;
  const said = steps ? word("steps_to", { n: steps, price, space }) : word("stay", { n: space });
  return html`<button type="button" class="${kind} offered" data-verb="step" data-noun=${steps} aria-label="${space} ${steps ? `−${price}` : "0"}, ${said}" title=${said} onClick=${() => play.choose("step", steps)}>${inside}</button>`;
}

export function Path({ play, seat }) {
  const here = play.open.game.space[seat];
  const own = seat === play.seat;
  const prices = play.hints.steps[seat];
  return html`
    <div class="lo-path" role="group" aria-label="${word("path")}: ${word("space", { n: here })}">
      <div class="lo-stones">${Array.from({ length: here + prices.length }, (_, i) => html`<${Stone} key=${i} play=${play} own=${own} here=${here} space=${i + 1} prices=${prices} />`)}<${Piece} of="gate" /></div>
      <${Preview} prices=${prices} />
    </div>
  `;
}
