/** The other players' farms at a glance: what grows, who waits, what is on offer. */

import { anchorOfThing } from "../../anchors.js";
import { others } from "../../board.js";
import { html } from "../../lib.js";
import { seatName } from "../../gametext.js";
import { Good, Piece, Wares } from "./art.js";
import { whyNotHere } from "./card.js";
import { GOODS, cardHelp, cardName, cardOf, goodName, word } from "./cards.js";
import { fieldWords, waresOf } from "./faces.js";
import { Thing } from "./thing.js";

/**
 * @param {{ play: Loyang.Play, seat: number, card: number, kind?: string, place: number, facts?: string,
 *   children: Children }} props
 */
function Chip({ play, seat, card, kind = "", place, facts, children }) {
  const text = [facts, cardHelp(card)].filter(Boolean).join(". ");
  const words = { title: cardName(card), text, anchor: anchorOfThing("cards", card),
    why: whyNotHere(play, card, seat) };
  return html`
    <${Thing} play=${play} kind="lo-chip ${cardOf(card).kind} ${kind}" words=${words} data-near=${place}>
      ${children}<//>
  `;
}

/** @param {{ play: Loyang.Play, seat: number, row: Loyang.Field }} props */
const FieldChip = ({ play, seat, row: [card, good, amount] }) => html`
  <${Chip} play=${play} seat=${seat} card=${card} place=${card}
    facts=${amount ? `${amount} ${goodName(good)}` : fieldWords(cardOf(card))}>
    ${amount ? html`<${Good} good=${good} /><b>${amount}</b>` : html`<span class="lo-bare"></span>
      <b>${cardOf(card).plots}</b>`}
  <//>`;

/** @param {{ play: Loyang.Play, seat: number, row: Loyang.Regular }} props */
const RegularChip = ({ play, seat, row: [card, filled, marker] }) => html`
  <${Chip} play=${play} seat=${seat} card=${card} place=${card} kind=${marker ? "cross" : ""}
    facts=${word(marker ? "marker_red" : "marker_blue")}>
    <${Wares} goods=${cardOf(card).goods} /><b>${cardOf(card).pays?.[filled]}</b>
  <//>`;

/** @param {{ play: Loyang.Play, seat: number, card: number, pays: number }} props */
const CasualChip = ({ play, seat, card, pays }) => html`
  <${Chip} play=${play} seat=${seat} card=${card} place=${card}>
    <${Wares} goods=${cardOf(card).goods} /><b>${pays}</b><//>`;

/** @param {{ play: Loyang.Play, seat: number, row: Loyang.Stall }} props */
const StallChip = ({ play, seat, row }) => html`
  <${Chip} play=${play} seat=${seat} card=${row[0]} place=${row[0]}>
    <${Wares} goods=${waresOf(play, row[0], row).filter(({ there }) => there).map(({ good }) => good)} /><//>`;

/**
 * One neighbour: the cart, the fields, the customers, the stalls and helpers.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Neighbour({ play, seat }) {
  const { game, seats } = play.open;
  const name = seatName(seats, seat);
  const carried = GOODS.filter((good) => game.cart[seat][good]);
  return html`
    <section role="group" class="lo-neighbour seat-${seat}" aria-label=${word("display", { name })}
      data-display=${seat}>
      <h2><span>${name}</span>
        <span class="lo-chips"><${Piece} of=${game.turn[seat] === 1 ? "cart" : "store"} />
          ${carried.map((good) => html`<span key=${good} class="lo-carried" title=${goodName(good)}>
              <${Good} good=${good} />${game.cart[seat][good]}</span>`)}
          ${!carried.length && html`<span class="lo-none">${word("nothing")}</span>`}</span>
      </h2>
      <div class="lo-chips">${game.fields[seat].map((row) =>
        html`<${FieldChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}</div>
      <div class="lo-chips">
        ${game.regulars[seat].map((row) => html`<${RegularChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}
        ${game.casuals[seat].map((card, n) =>
          html`<${CasualChip} key=${card} play=${play} seat=${seat} card=${card} pays=${play.hints.pays[seat][n]} />`)}
        ${game.stalls[seat].map((row) => html`<${StallChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}
        ${game.helpers[seat].map((card) =>
          html`<${Chip} key=${card} play=${play} seat=${seat} card=${card} place=${card}>${cardName(card)}<//>`)}
      </div>
    </section>
  `;
}

/** @param {{ play: Loyang.Play }} props */
export const Neighbours = ({ play }) => html`
  <div class="lo-neighbours">
    ${others(play.seat, play.open.seats).map((seat) => html`<${Neighbour} key=${seat} play=${play} seat=${seat} />`)}
  </div>
`;
