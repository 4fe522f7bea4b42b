/** The other players' farms at a glance: crops, customers, goods on offer. */

import { anchorOfThing } from "../../things/anchors.js";
import { others } from "../../table/board.js";
import { html } from "../../core/lib.js";
import { large } from "../../core/media.js";
import { seatName } from "../../core/gametext.js";
import { Good, Piece, Wares } from "./art.js";
import { whyNotHere } from "./card.js";
import { GOODS, cardHelp, cardName, cardOf, goodName, word } from "./cards.js";
import { fieldWords, waresOf } from "./faces.js";
import { Farm } from "./farm.js";
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

/** Scale factors of chips when few of them share the room of many. */
const CHIP_SCALES = [1.6, 1.45, 1.3, 1.15, 1];
/** Number of unscaled chips in a line, and number of lines. */
const CHIPS_PER_LINE = 6.5, MAX_LINES = 5.5;

/**
 * The largest scale at which all chips of a farm fit.
 * @param {Loyang.Game} game
 * @param {number} seat
 */
function growth({ fields, regulars, casuals, stalls, helpers }, seat) {
  const others = 1.7 * regulars[seat].length + 2.2 * (casuals[seat].length + stalls[seat].length)
    + helpers[seat].reduce((sum, card) => sum + 0.7 + cardName(card).length / 4, 0);
  /** @param {number} times */
  const lines = (times) => [fields[seat].length, others]
    .reduce((sum, chips) => sum + Math.ceil(chips * times / CHIPS_PER_LINE), 0);
  return CHIP_SCALES.find((times) => lines(times) * times <= MAX_LINES) ?? 1;
}

/** @param {{ play: Loyang.Play, seat: number }} props */
const Chips = ({ play, seat }) => {
  const { game } = play.open;
  const grow = `--grow:${growth(game, seat)}`;
  return html`
    <div class="lo-chips" style=${grow}>${game.fields[seat].map((row) =>
      html`<${FieldChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}</div>
    <div class="lo-chips" style=${grow}>
      ${game.regulars[seat].map((row) => html`<${RegularChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}
      ${game.casuals[seat].map((card, n) =>
        html`<${CasualChip} key=${card} play=${play} seat=${seat} card=${card} pays=${play.hints.pays[seat][n]} />`)}
      ${game.stalls[seat].map((row) => html`<${StallChip} key=${row[0]} play=${play} seat=${seat} row=${row} />`)}
      ${game.helpers[seat].map((card) =>
        html`<${Chip} key=${card} play=${play} seat=${seat} card=${card} place=${card}>${cardName(card)}<//>`)}
    </div>
  `;
};

/**
 * One neighbour: the cart, the fields, the customers, the stalls and helpers. `inRow`: number of cards drawn side by
 * side as pictures; 0 if there is only room for chips.
 * @param {{ play: Loyang.Play, seat: number, inRow: number }} props
 */
function Neighbour({ play, seat, inRow }) {
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
      ${inRow ? html`<${Farm} play=${play} seat=${seat} inRow=${inRow} />`
        : html`<${Chips} play=${play} seat=${seat} />`}
    </section>
  `;
}

/** Number of cards side by side in all farms, and in one, for a watcher with a large window. */
const MAX_SIDE_BY_SIDE = 20, MAX_IN_ONE = 7;

/** @param {{ play: Loyang.Play }} props */
export const Neighbours = ({ play }) => {
  const seats = others(play.seat, play.open.seats);
  const inRow = play.seat < 0 && large.value ? Math.min(MAX_IN_ONE, Math.floor(MAX_SIDE_BY_SIDE / seats.length)) : 0;
  return html`
    <div class="lo-neighbours">
      ${seats.map((seat) => html`<${Neighbour} key=${seat} play=${play} seat=${seat} inRow=${inRow} />`)}
    </div>
  `;
};
