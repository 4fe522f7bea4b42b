/** The path of prosperity: twenty stones up to the gate, the marker, and what the next steps cost. */

import { html } from "../../lib.js";
import { Piece } from "./art.js";
import { word } from "./cards.js";
import { LAST_SPACE, stepPrice, stepsPrice } from "./reckoning.js";

const PREVIEW = 4;

/** The next up to four steps: the price of each, and of all up to it. */
function Preview({ space }) {
  const steps = Array.from({ length: Math.min(PREVIEW, LAST_SPACE - space) }, (_, i) => i + 1);
  const single = steps.map((n) => stepPrice(space, n));
  const sums = steps.map((n) => stepsPrice(space, n));
  if (!steps.length) return html`<p class="lo-next">${word("at_the_gate")}</p>`;
  return html`
    <p class="lo-next" data-test="preview" data-single=${single.join()} data-sums=${sums.join()}>
      ${word("next_steps")} ${steps.map((n, i) => html`<span key=${n} class="lo-step-price"><b>${single[i]}</b>${n > 1 && html`<small> (${sums[i]})</small>`}</span>`)}
    </p>
  `;
}

function Stone({ play, own, here, space }) {
  const steps = space - here;
  const may = own && play.offers.get("step")?.has(steps);
  const price = steps >= 0 ? stepsPrice(here, steps) : 0;
  const kind = `lo-stone ${space < here ? "behind" : space === here ? "here" : ""} ${space === LAST_SPACE ? "gate" : ""}`;
  const inside = html`<span class="lo-number">${space}</span>${may && html` <small>${steps ? `−${price}` : "0"}</small>`}`;
  if (!may) return html`<span class=${kind} title=${steps > 0 ? word("steps_to", { n: steps, price, space }) : word("space", { n: space })}>${inside}</span>`;
  const said = steps ? word("steps_to", { n: steps, price, space }) : word("stay", { n: space });
  return html`<button type="button" class="${kind} offered" data-verb="step" data-noun=${steps} aria-label="${space} ${steps ? `−${price}` : "0"}, ${said}" title=${said} onClick=${() => play.choose("step", steps)}>${inside}</button>`;
}

export function Path({ play, seat }) {
  const here = play.open.game.space[seat];
  const own = seat === play.seat;
  return html`
    <div class="lo-path" role="group" aria-label="${word("path")}: ${word("space", { n: here })}">
      <div class="lo-stones">${Array.from({ length: LAST_SPACE }, (_, i) => html`<${Stone} key=${i} play=${play} own=${own} here=${here} space=${i + 1} />`)}<${Piece} of="gate" /></div>
      <${Preview} space=${here} />
    </div>
  `;
}
