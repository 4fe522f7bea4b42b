/** Bee Meadow: the meadow with its flowers and hives, the auction beside it, the secret orders below. */

import { others, wordsOf } from "../../board.js";
import { useExplained, useTold } from "../../explain.js";
import { Explanation } from "../../explanation.js";
import { seatName, thing } from "../../gametext.js";
import { html } from "../../lib.js";
import { useRoving } from "../../roving.js";
import { gameTexts } from "../../text.js";
import { whyNot } from "../../why.js";
import { Bee, Flower, Hive, Jar } from "./art.js";

const SIDE = 4;

const word = wordsOf("meadow");
const placeName = (place) => thing(gameTexts("meadow"), "place", place);
const flowerName = (flower) => thing(gameTexts("meadow"), "flower", flower);
const orderName = (order) => thing(gameTexts("meadow"), "order", order);

/** What a place is, in words: its flowers, and whose hive stands there. */
function about({ open: { game, seats } }, place) {
  const owner = game.hives[place];
  const state = owner >= 0 ? word("hive", { name: seatName(seats, owner) }) : word(game.open.includes(place) ? "open" : "free");
  return `${placeName(place)}: ${flowerName(game.flowers[place])}, ${state}`;
}

/** A place of the meadow. While it is open, it tells what a hive there brings to the person. */
function Place({ play, place }) {
  const { game } = play.open;
  const owner = game.hives[place];
  const nth = game.open.indexOf(place);
  const can = !!play.offers.get("settle")?.has(place);
  const gain = nth >= 0 ? play.hints.gains?.[nth] : undefined;
  const words = { title: placeName(place), text: about(play, place), why: whyNot(play, "place", place) };
  const events = useExplained(words, can, () => play.choose("settle", place));
  const label = gain === undefined ? about(play, place) : `${about(play, place)}, ${word("gain", { n: gain })}`;
  return html`
    <button type="button" class="meadow-place flower-${game.flowers[place]} ${nth >= 0 ? "open" : ""} ${can ? "offered" : ""}
      ${owner >= 0 ? `seat-${owner}` : ""}" data-rove data-place=${place} aria-label=${label} aria-disabled=${!can}
      data-verb=${can ? "settle" : undefined} data-noun=${can ? place : undefined} ...${events}>
      <${Flower} of=${game.flowers[place]} />
      ${owner >= 0 && html`<${Hive} key=${owner} />`}
      ${gain !== undefined && html`<b class="meadow-gain">+${gain}</b>`}
    </button>`;
}

/** The auction: the round, the highest bid, and who is still in it. */
function Auction({ play }) {
  const { game, seats } = play.open;
  return html`
    <section class="meadow-auction" aria-label=${word("round", { n: game.round, of: game.options.rounds })}>
      <h2>${word("round", { n: game.round, of: game.options.rounds })}</h2>
      <p class="meadow-bid"><${Jar} /><b>${game.bid ? word("bid", { n: game.bid }) : word("none")}</b></p>
      <ul>
        ${seats.map((_, seat) => html`
          <li key=${seat} class="${game.passed[seat] ? "out" : ""} ${game.leader === seat ? "leads" : ""}">
            <span class="who seat-${seat}">${seatName(seats, seat)}</span>
            <span class="meadow-has">${game.passed[seat] && html`<i>${word("passed")}</i>`}<${Jar} />${game.honey[seat]}</span>
          </li>`)}
      </ul>
    </section>`;
}

function Common({ play }) {
  const group = useRoving();
  return html`
    <div class="meadow-table">
      <div class="meadow-board" role="group" aria-label=${word("meadow")} ...${group}>
        ${Array.from({ length: SIDE * SIDE }, (_, place) => html`<${Place} key=${place} play=${play} place=${place} />`)}
      </div>
      <${Auction} play=${play} />
      <${Bee} />
    </div>`;
}

/** The picture of an order: a flower, or the row or column of the meadow. */
const Picture = ({ order }) => {
  if (order < SIDE) return html`<span class="meadow-flower"><${Flower} of=${order} /></span>`;
  const line = order % SIDE;
  return html`
    <svg class="meadow-line" viewBox="0 0 40 40" aria-hidden="true">
      ${Array.from({ length: SIDE * SIDE }, (_, place) => {
        const [row, column] = [Math.floor(place / SIDE), place % SIDE];
        const on = (order < 2 * SIDE ? row : column) === line;
        return html`<rect key=${place} x=${column * 10 + 1} y=${row * 10 + 1} width="8" height="8" rx="2" class=${on ? "on" : ""} />`;
      })}
    </svg>`;
};

function Order({ order }) {
  const events = useTold({ title: orderName(order), text: "" });
  return html`<li class="meadow-order" data-card=${order} ...${events}><${Picture} order=${order} /><span>${orderName(order)}</span><b>+2</b></li>`;
}

const Orders = ({ orders, label }) => html`
  <ul class="meadow-orders" aria-label=${label}>${orders.map((order) => html`<${Order} key=${order} order=${order} />`)}</ul>`;

const Hand = ({ play }) => html`<${Orders} orders=${play.mine.game?.orders ?? []} label=${word("orders")} />`;

/** What belongs to a player: hives, honey, and at the end the orders. */
function Seat({ play, seat }) {
  const { game, seats } = play.open;
  const hives = game.hives.flatMap((owner, place) => (owner === seat ? [place] : []));
  return html`
    <section class="meadow-seat seat-${seat}" aria-label=${seatName(seats, seat)}>
      <h2><span class="who seat-${seat}">${seatName(seats, seat)}</span></h2>
      <p class="meadow-stock"><${Jar} /><b>${game.honey[seat]}</b><span>${word("honey")}</span></p>
      <ul class="meadow-hives">
        ${hives.map((place) => html`<li key=${place}><${Hive} /><span>${flowerName(game.flowers[place])}</span></li>`)}
      </ul>
      ${game.orders.length > 0 && html`<${Orders} orders=${game.orders[seat]} label=${word("all_orders")} />`}
    </section>`;
}

const Mine = ({ play }) => html`<${Seat} play=${play} seat=${play.seat} />`;

const Frame = ({ children }) => html`<div class="meadow">${children}<${Explanation} /></div>`;

export default {
  Common, Mine, Hand, Seat, Frame,
  figures: (play, seat) => [
    { key: "score", icon: null, value: play.hints.points?.[seat] ?? 0, label: word("points") },
    { key: "money", icon: Jar, value: play.open.game.honey[seat], label: word("honey") },
  ],
  onBoard: (verb) => verb === "settle",
  stages: () => [],
  turns: ["auction"],
  turn: (game) => game.round,
  costs: (play, verb, noun) => (verb === "settle" ? `+${play.amounts(verb, noun)?.points ?? 0}` : ""),
  tune: (lines) => (lines.some(([key]) => key === "settled") ? "built" : lines.some(([key]) => key === "paid") ? "coins" : null),
};
