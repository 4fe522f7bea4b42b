/** Cards: a whole front, a back, and the sign of how a person is activated. */

import { html, useMemo } from "../../lib.js";
import { language } from "../../settings.js";
import { Sign } from "./art.js";
import { Portrait } from "./people.js";
import { COLOURS, activationName, brokenEffect, brokenName, cardOf, colourName, colourOf, effectOf, groupName, ofBack,
  word } from "./words.js";

/**
 * What stands for an activation where the drawing has another name; a pet has none.
 * @type {Record<string, string>}
 */
const SIGNS = { endgame: "laurel", "": "pets" };

/**
 * Lightning, a worker in its colour, once per round, infinity or laurel; a paw for pets.
 * @param {{ card: number }} props
 */
export function Activation({ card }) {
  const { activation, worker } = cardOf(card);
  const label = activation ? activationName(activation) : groupName(card);
  const text = worker ? `${label}: ${colourName(COLOURS.indexOf(worker))}` : label;
  return html`<span class="br-activation ${activation || "pet"}" title=${text}>
    <${Sign} of=${SIGNS[activation] ?? activation}
      colour=${worker ? COLOURS.indexOf(worker) : undefined} /><span class="sr"> ${text}</span>
  </span>`;
}

/** A text that is longer, or has a long word, is set smaller. */
const LONG = 70;
const LONGEST = 130;
const LONG_WORD = /\p{L}{13,}/u;
/** @param {string} text */
const lengthOf = (text) =>
  (text.length > LONGEST ? "long longest" : text.length > LONG || LONG_WORD.test(text) ? "long" : "");

/**
 * The inside of a card's front: who it is, price and points, what it does. Drawn once, since it never changes.
 * @param {{ card: number, colour?: number }} props
 */
export const Front = ({ card, colour = colourOf(card) }) =>
  useMemo(() => html`<${Face} card=${card} colour=${colour} />`, [card, colour, language.value]);

/** @param {{ card: number, colour: number }} props */
function Face({ card, colour }) {
  const row = cardOf(card);
  return html`
    <span class="br-face c-${colour}" data-card=${card}>
      <span class="br-face-top">
        <span class="br-price" title=${word("price", { n: row.cost })}><${Sign} of="guilder" />
          <b aria-hidden="true">${row.cost}</b></span>
        <${Portrait} card=${card} />
        <span class="br-value" title=${word("points", { n: row.points })}><${Sign} of="laurel" />
          <b aria-hidden="true">${row.points}</b></span>
      </span>
      <span class="br-face-name">${brokenName(card)}</span>
      <span class="sr">. ${colourName(colour)}, ${word("price", { n: row.cost })}, ${word("points", { n: row.points })}
        . </span>
      <span class="br-face-kind"><${Activation} card=${card} /><span class="br-group">${groupName(card)}</span></span>
      <span class="br-face-text ${lengthOf(effectOf(card))}">${brokenEffect(card)}</span>
    </span>`;
}

/**
 * A back in its colour, with the colour's sign; `n` of them, if more than one.
 * @param {{ back: number, n?: number, size?: string }} props
 */
export function Back({ back, n = 1, size = "" }) {
  const { colour, pet } = ofBack(back);
  const text = word(pet ? "back_pet" : "back", { colour: colourName(colour), n });
  return html`<span class="br-back c-${colour} ${size}" data-back=${back} data-count=${n} title=${text}>
    <${Sign} of=${pet ? "pets" : `sign_${colour}`} />${n > 1 && html`<b aria-hidden="true">${n}</b>`}
    <span class="sr">${text}. </span></span>`;
}
