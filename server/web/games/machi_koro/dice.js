/** Two rolling dice: cubes that end with the rolled side up. */

import { html, useRef } from "../../core/lib.js";
import { word } from "./cards.js";

/** @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
/**
 * The rotation that brings a side to the front: degrees around x and y.
 * @type {Record<number, number[]>}
 */
const TURN = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };

/** @param {{ value: number }} props */
const Side = ({ value }) => html`
  <span class="die-side side-${value}">${PIPS[value].map((at) => html`<i key=${at} class="pip at-${at}"></i>`)}</span>`;

/** @param {{ value: number, throws: number, order: number }} props */
function Die({ value, throws, order }) {
  const [x, y] = TURN[value];
  const spin = throws * 360;
  return html`
    <span class="die order-${order}" aria-hidden="true">
      <span class="die-cube" style=${{ "--rx": `${x + spin * 2}deg`, "--ry": `${y + spin}deg` }}>
        ${[1, 2, 3, 4, 5, 6].map((side) => html`<${Side} key=${side} value=${side} />`)}
      </span>
    </span>
  `;
}

/**
 * The dice at rest; `roll` is a number that changes with every throw. `still`: dice before a throw, as a plain
 * picture.
 * @param {{ dice: number[], roll: number, still?: boolean }} props
 */
export function Dice({ dice, roll, still = false }) {
  const last = useRef({ roll, throws: 0 });
  if (last.current.roll !== roll) last.current = { roll, throws: last.current.throws + 1 };
  const cubes = dice.map((value, n) =>
    html`<${Die} key=${n} order=${n} value=${value} throws=${last.current.throws} />`);
  if (still) return html`<span class="dice">${cubes}</span>`;
  const sum = dice.reduce((all, die) => all + die, 0);
  return html`
    <div class="dice" role="img"
      aria-label=${dice.length ? `${dice.join(" + ")}${dice.length > 1 ? ` = ${sum}` : ""}` : word("no_roll")}
      data-test="dice">
      ${cubes}
      ${dice.length === 2 && html`<span class="dice-sum">${sum}</span>`}
    </div>
  `;
}
