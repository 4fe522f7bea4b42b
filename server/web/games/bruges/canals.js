/**
 * A player's gatehouse with a canal on either side: the built spaces, and the next space of each section with its
 * price.
 */

import { html } from "../../core/lib.js";
import { whyAt } from "../../things/why.js";
import { Sign } from "./art.js";
import { costsOf } from "./reckon.js";
import { Told, offeredVerb } from "./told.js";
import { COLOURS, boardOf, colourName, figures, word } from "./words.js";

export const SIDE_VERBS = ["side", "lose_canal"];
/** The rule of canals. */
const CANALS = "BRU-8.16";

/**
 * A dry space with its price and its colour, or water with a boat; a shield shows the points.
 * @param {{ colour: number, built: boolean, next: boolean, place: number }} props
 */
function Space({ colour, built, next, place }) {
  const { space_prices: prices, space_points: points } = figures();
  const [price, worth] = [prices[place], points[place]];
  const text = [
    colourName(colour),
    built ? word("built") : word("space_price", { n: price }),
    worth && word("points", { n: worth }),
  ].filter(Boolean).join(", ");
  return html`
    <span aria-hidden="true" class="br-space c-${colour} ${built ? "built" : ""} ${next ? "next" : ""}" title=${text}>
      ${built ? html`<${Sign} of="ship" colour=${colour} />` : html`<b>${price}</b>`}
      ${worth > 0 && html`<i class="br-space-points">${worth}</i>`}
    </span>`;
}

/**
 * `live`: may it be chosen here?
 * @param {{ play: Bruges.Play, seat: number, side: number, live: boolean }} props
 */
function Section({ play, seat, side, live }) {
  const { game } = play.open;
  const tokens = game.canals[seat][side];
  const colours = boardOf(seat).sections[side].map((colour) => COLOURS.indexOf(colour));
  const verb = live ? offeredVerb(play, seat, SIDE_VERBS, side) : undefined;
  const spaces = colours.map((colour, place) =>
    html`<${Space} key=${place} colour=${colour} place=${place} built=${place < tokens} next=${place === tokens} />`);
  const [, colour, price = 0] = play.hints.spaces[seat].find(([place]) => place === side) ?? [];
  const next = colour === undefined ? word("complete") : word("next_space", { colour: colourName(colour), n: price });
  const title = word("section", { side: word(`side_${side}`), n: tokens, of: colours.length });
  const label = [title, next, verb && word(`with.${verb}`), verb && costsOf(play, verb, side)]
    .filter(Boolean).join(". ");
  const kind = `br-section ${side ? "right" : "left"} ${tokens === colours.length ? "full" : ""}`;
  if (!verb) return html`<${Told} kind=${kind} title=${title} text=${next} anchor=${CANALS}
    data-tokens=${tokens} why=${whyAt(play, seat, "side", side)}>${spaces}<//>`;
  return html`<button type="button" class="${kind} offered" title=${label} data-verb=${verb} data-noun=${side}
    data-tokens=${tokens} onClick=${() => play.choose(verb, side)}><span class="sr">${label}</span>${spaces}</button>`;
}

const GATE = html`<path d="M2 43V15h10v28zM32 43V15h10v28z" class="br-tower" />
  <path d="M0 15 7 2l7 13zM30 15l7-13 7 13z" fill="var(--seat)" /><path d="M10 43V21h24v22z" class="br-tower" />
  <path d="M15 43V33a7 7 0 0 1 14 0v10z" fill="#22404f" /><path d="M15 36h14M19 28v15M25 28v15" stroke="#0e1c24" />
  <path d="M10 21v-4h5v4h4v-4h6v4h4v-4h5v4z" class="br-tower" />`;

/**
 * Both sections with the gatehouse between them.
 * @param {{ play: Bruges.Play, seat: number, live?: boolean }} props
 */
export const Canals = ({ play, seat, live = false }) => html`
  <div class="br-canals" role="group" aria-label=${word("canals")}>
    <${Section} play=${play} seat=${seat} side=${0} live=${live} />
    <svg class="br-gatehouse seat-${seat}" viewBox="0 0 44 44" aria-hidden="true" focusable="false">${GATE}</svg>
    <${Section} play=${play} seat=${seat} side=${1} live=${live} />
  </div>
`;
