/** Things that only tell, and pieces that may be chosen: in full under pointer or finger, and to screen readers. */

import { html } from "../../lib.js";
import { useTold } from "../../explain.js";
import { costsOf } from "./reckon.js";
import { word } from "./words.js";

/**
 * Something that only tells; `why` says why it can't be chosen, where it can be at times.
 * @param {Words & { kind: string, children: Children } & Record<string, any>} props
 */
export function Told({ kind, title, text, anchor, why, children, ...rest }) {
  const events = useTold({ title, text, anchor, why });
  return html`<span class="${kind} told" ...${rest} ...${events}>${children}
    <span class="sr">${title}. ${text} </span></span>`;
}

/**
 * A piece with its number, which is a button where it may be chosen, and else says `why` it can't be. `help` is what
 * there is to know about it.
 * @param {{ play: Bruges.Play, verb?: string, noun: number, kind: string, label: string, help: string, anchor: string,
 *   why?: Why, children: Children } & Record<string, any>} props
 */
export function Piece({ play, verb, noun, kind, label, help, anchor, why, children, ...rest }) {
  const words = { title: label, text: help, anchor, why };
  if (!verb) return html`<${Told} kind=${kind} ...${words} ...${rest}>${children}<//>`;
  const price = costsOf(play, verb, noun);
  return html`<button type="button" class="${kind} offered" title=${[label, price].filter(Boolean).join(": ")}
    data-verb=${verb} data-noun=${noun} ...${rest} onClick=${() => play.choose(verb, noun)}>
    ${children}<span class="sr">${[label, word(`with.${verb}`), price].filter(Boolean).join(". ")}</span></button>`;
}

/**
 * The first of these verbs that a seat's own question offers for something.
 * @param {Bruges.Play} play
 * @param {number} seat
 * @param {string[]} verbs
 * @param {number} noun
 */
export const offeredVerb = (play, seat, verbs, noun) =>
  (seat === play.seat ? verbs.find((verb) => play.offers.get(verb)?.has(noun)) : undefined);
