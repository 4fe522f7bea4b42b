/** The path of prosperity: twenty stones through the fields up to the gate of Loyang, with every player's marker. */

import { html } from "../../core/lib.js";
import { whyNot } from "../../things/why.js";
import { seatName } from "../../core/gametext.js";
import { useRoving } from "../../things/roving.js";
import { word } from "./cards.js";
import { moveOf } from "./moves.js";
import { Gate, Hills } from "./scene.js";
import { Thing } from "./thing.js";

/** Number of steps ahead whose prices are shown. */
const PREVIEW_STEPS = 4;
/** Stones in a row of the path on a phone. */
const STONES_PER_ROW = 7;

/**
 * The height of a stone in the waves of the path, from -1 to 1.
 * @param {number} space
 */
const wave = (space) => Math.sin(space * 0.75).toFixed(2);

/** @param {{ seat: number, own: boolean, name: string }} props */
const Pawn = ({ seat, own, name }) => html`
  <span class="lo-pawn seat-${seat} ${own ? "own" : ""}" data-pawn=${seat} title=${name}>
    <svg viewBox="0 0 20 28" aria-hidden="true"><path d="M4 26q0-9 4-12a5.500 5.500 0 1 1 4 0q4 3 4 12z" /></svg>
  </span>`;

/**
 * A stone's explanation, with the price of moving there.
 * @param {number} space
 * @param {number} steps
 * @param {[price: number, sum: number][] | undefined} prices
 * @param {string[]} names
 */
function stoneWords(space, steps, prices, names) {
  const price = steps > 0 && prices ? prices[steps - 1] : null;
  const here = names.length ? word("stands_here", { names: names.join(", ") }) : "";
  const cost = price && word("steps_to", { n: steps, price: price[1], space });
  const text = [cost && `${cost}.`, here, word("path_help")].filter(Boolean).join(" ");
  return { title: word("space", { n: space }), text, anchor: "LOY-19.11" };
}

/**
 * @param {{ play: Loyang.Play, space: number, prices: [price: number, sum: number][] | undefined, seats: number[],
 *   last: boolean }} props
 */
function Stone({ play, space, prices, seats, last }) {
  const { game, seats: people } = play.open;
  const steps = prices ? space - game.space[play.seat] : -1;
  const move = steps >= 0 && play.offers.get("step")?.has(steps) ? moveOf(play, "step", steps) : undefined;
  const words = { ...stoneWords(space, steps, prices, seats.map((seat) => seatName(people, seat))),
    why: whyNot(play, "space", space) };
  const said = move && (steps ? words.text : word("stay", { n: space }));
  const price = prices?.[steps - 1];
  const row = Math.floor((space - 1) / STONES_PER_ROW);
  const column = row % 2 ? STONES_PER_ROW - ((space - 1) % STONES_PER_ROW) : ((space - 1) % STONES_PER_ROW) + 1;
  return html`
    <li style="--wave:${wave(space)};--line:${row + 1};--place:${column}">
      <${Thing} play=${play} kind="lo-stone ${steps === 0 ? "here" : ""} ${last ? "last" : ""}" words=${words}
        label=${said || `${words.title}. ${words.text}`}
        move=${move && { ...move, label: "" }}>
        <span class="lo-number">${space}</span>
        ${move && html`<b class="lo-toll">${steps ? move.amount : word("stay_short")}</b>`}
        ${!move && price && steps <= PREVIEW_STEPS && html`<small class="lo-toll">${price[1]}</small>`}
      <//>
      ${seats.length > 0 && html`<span class="lo-pawns" aria-hidden="true">
          ${seats.map((seat) => html`<${Pawn} key=${seat} seat=${seat} own=${seat === play.seat}
              name=${seatName(people, seat)} />`)}</span>`}
    </li>
  `;
}

/** @param {{ play: Loyang.Play }} props */
export function Path({ play }) {
  const { game } = play.open;
  const roving = useRoving();
  const prices = play.hints.steps[play.seat];
  const spaces = game.space[0] + play.hints.steps[0].length;
  const next = (prices ?? []).slice(0, PREVIEW_STEPS);
  return html`
    <section role="group" class="lo-path" aria-label=${word("path")} data-test="preview"
      data-single=${next.map(([price]) => price).join()} data-sums=${next.map(([, sum]) => sum).join()}>
      <${Hills} />
      <ol class="lo-stones" ...${roving}>
        ${Array.from({ length: spaces }, (_, n) => html`
          <${Stone} key=${n} play=${play} space=${n + 1} prices=${prices} last=${n + 1 === spaces}
            seats=${game.space.flatMap((space, seat) => (space === n + 1 ? [seat] : []))} />`)}
      </ol>
      <${Gate} />
    </section>
  `;
}
