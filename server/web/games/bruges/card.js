/** Cards: a full front, a back, and the sign of a person's activation. */

import { html, useMemo } from "../../core/lib.js";
import { language } from "../../core/settings.js";
import { Sign } from "./art.js";
import { Portrait } from "./people.js";
import { COLOURS, activationName, brokenEffect, brokenGroup, brokenName, cardOf, colourName, colourOf, effectOf,
  groupName, ofBack, word } from "./words.js";

/**
 * Signs of activations whose drawing has another name; a pet has no activation.
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

/** Lengths in characters above which a text is set smaller; a text with a long word is, too. */
const LONG_CHARS = 70;
const LONGEST_CHARS = 130;
const LONG_WORD = /\p{L}{13,}/u;
/** @param {string} text */
const lengthOf = (text) =>
  (text.length > LONGEST_CHARS ? "long longest" : text.length > LONG_CHARS || LONG_WORD.test(text) ? "long" : "");

/**
 * A card's front: name, price and points, effect. Memoized, since it never changes.
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
        <span class="br-value" title=${word("points", { n: row.points })}><${Sign} of="points" />
          <b aria-hidden="true">${row.points}</b></span>
      </span>
      <span class="br-face-name">${brokenName(card)}</span>
      <span class="sr">. ${colourName(colour)}, ${word("price", { n: row.cost })}, ${word("points", { n: row.points })}
        . </span>
      <span class="br-face-kind"><${Activation} card=${card} /><span class="br-group">${brokenGroup(card)}</span></span>
      <span class="br-face-text ${lengthOf(effectOf(card))}">${brokenEffect(card)}</span>
    </span>`;
}

/**
 * A back in its colour, with the colour's sign; `n`: the number of equal backs.
 * @param {{ back: number, n?: number, size?: string }} props
 */
export function Back({ back, n = 1, size = "" }) {
  const { colour, pet } = ofBack(back);
  const text = word(pet ? "back_pet" : "back", { colour: colourName(colour), n });
  return html`<span class="br-back c-${colour} ${size}" data-back=${back} data-count=${n} title=${text}>
    <${Sign} of=${pet ? "pets" : `sign_${colour}`} />${n > 1 && html`<b aria-hidden="true">${n}</b>`}
    <span class="sr">${text}. </span></span>`;
}
