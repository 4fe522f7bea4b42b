/**
 * Things that only inform, and pieces that may be chosen: explained under pointer or finger, and to screen readers.
 */

import { html } from "../../core/lib.js";
import { useTold } from "../../things/explain.js";
import { costsOf } from "./reckon.js";
import { word } from "./words.js";

/**
 * A thing that only informs; `why` gives the reason if it can be chosen at other times.
 * @param {Words & { kind: string, children: Children } & Record<string, any>} props
 */
export function Told({ kind, title, text, anchor, why, children, ...rest }) {
  const events = useTold({ title, text, anchor, why });
  return html`<span class="${kind} told" ...${rest} ...${events}>${children}
    <span class="sr">${title}. ${text} </span></span>`;
}

/**
 * A piece with its number: a button if it may be chosen, otherwise `why` gives the reason. `help` describes the
 * piece.
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
 * The first of these verbs that the seat's own question offers for a thing.
 * @param {Bruges.Play} play
 * @param {number} seat
 * @param {string[]} verbs
 * @param {number} noun
 */
export const offeredVerb = (play, seat, verbs, noun) =>
  (seat === play.seat ? verbs.find((verb) => play.offers.get(verb)?.has(noun)) : undefined);
