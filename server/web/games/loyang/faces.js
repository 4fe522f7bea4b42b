/** The faces of the cards: fields with their rows, stalls with their bowls, customers and helpers as people. */

import { html } from "../../core/lib.js";
import { Good, Piece, Wares } from "./art.js";
import { cardName, cardOf, goodName, shortOf, word } from "./cards.js";
import { HelperPortrait, Portrait } from "./people.js";

/** The duty and the marker of a regular customer, with the engine's values. */
export const [DUE, SERVED, TWICE, MISSED] = [1, 2, 3, 4];
const RED = 1;

/** @param {{ children: Children }} props */
const Band = ({ children }) => html`<span class="lo-band">${children}</span>`;

/**
 * A patch of soil for each plot, with its crop; a fallow field shows what may grow there.
 * @param {{ play: Loyang.Play, row: Loyang.Card, state?: Loyang.State }} props
 */
function FieldFace({ play, row, state }) {
  const [, good, amount] = state ?? [0, -1, 0];
  const plots = Math.max(row.plots ?? 0, amount);
  const columns = plots > 6 || plots === 3 || plots === 5 || plots === 6 ? 3 : 2;
  return html`
    <span class="lo-soil" style="--columns:${columns};--lines:${Math.ceil(plots / columns)}" aria-hidden="true">
      ${Array.from({ length: plots }, (_, n) => html`<i key=${n}>${n < amount && html`<${Good} good=${good} />`}</i>`)}
    </span>
    ${amount > 0
      ? html`<span class="lo-count"><b key=${amount}>${amount}</b>/${row.plots}</span>`
      : html`<${Wares} goods=${row.crops} />`}
    ${row.kind === "common" && !state && html`<span class="lo-price"><${Piece} of="coin" />${play.hints.field}</span>`}
  `;
}

/**
 * @param {Loyang.Card} row
 * @param {Loyang.State} [state]
 */
export const fieldWords = (row, state) =>
  state?.[2] ? `${state[2]} ${goodName(state[1])}` : word("fallow", { n: row.plots ?? 0 });

/**
 * The price of a stall's good in bowls.
 * @param {{ n: number }} props
 */
const Bowls = ({ n }) => html`
  <span class="lo-bowls" aria-hidden="true">
    ${Array.from({ length: n }, (_, k) => html`<${Piece} key=${k} of="bowl" />`)}</span>
`;

export const Awning = () => html`<span class="lo-awning" aria-hidden="true"></span>`;

/**
 * The goods of a stall.
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {Loyang.State} [state]
 * @returns {Loyang.Ware[]}
 */
export function waresOf(play, card, state) {
  const { goods } = cardOf(card);
  const left = state ? state[1] : (1 << goods.length) - 1;
  const demands = play.hints.bowls.find(([stall]) => stall === card)?.[1] ?? [];
  return goods.map((good, bit) => {
    const there = (left >> bit) & 1;
    const said = `${goodName(good)}: ${there ? word("demands", { n: demands[bit] }) : word("sold_out")}`;
    return { good, there, bowls: demands[bit], said };
  });
}

/** @param {{ good: number, there: number, bowls: number }} props */
export const WareFace = ({ good, there, bowls }) => html`
  <${Good} good=${good} faded=${!there} />
  ${there ? html`<${Bowls} n=${bowls} />` : html`<span class="lo-gone" aria-hidden="true">–</span>`}
`;

/** @param {{ play: Loyang.Play, card: number, state?: Loyang.State, lit?: number[] }} props */
function StallFace({ play, card, state, lit = [] }) {
  return html`
    <${Awning} />
    <span class="lo-bench" aria-hidden="true">
      ${waresOf(play, card, state).map((ware) => html`
        <span key=${ware.good} class="lo-ware ${lit.includes(ware.good) ? "may" : ""}"><${WareFace} ...${ware} />
        </span>`)}
    </span>
  `;
}

/** @type {Record<number, string>} */
const DUTY_WORDS = { [DUE]: "due", [SERVED]: "served", [TWICE]: "served", [MISSED]: "missed" };

/**
 * The mood and the duty of a regular customer as text.
 * @param {Loyang.State} row
 */
export const moodWords = ([, , marker, duty]) =>
  [word(marker === RED ? "marker_red" : "marker_blue"),
    DUTY_WORDS[duty] && word(DUTY_WORDS[duty])].filter(Boolean).join(", ");

/**
 * The satisfaction marker: blue or red, with the duty.
 * @param {{ state: Loyang.State }} props
 */
function Marker({ state }) {
  const [, , marker, duty] = state;
  const sign = duty === DUE ? "!" : duty === MISSED ? "✗" : duty >= SERVED ? "✓" : marker === RED ? "☹" : "☺";
  return html`<span class="lo-marker ${marker === RED ? "red" : "blue"}" data-settled=${duty >= SERVED ? "yes" : "no"}
      title=${moodWords(state)}>${sign}</span>`;
}

/**
 * A regular customer: mood, wishes, four rows of pay.
 * @param {{ card: number, row: Loyang.Card, state?: Loyang.State }} props
 */
function RegularFace({ card, row, state }) {
  const [, filled, marker, duty] = state ?? [card, 0, 0, 0];
  const mood = marker === RED ? "cross" : duty === SERVED || duty === TWICE ? "glad" : "calm";
  return html`
    <span class="lo-person" aria-hidden="true"><${Portrait} seed=${card} mood=${mood} />
      ${state && html`<${Marker} state=${state} />`}</span>
    <${Wares} goods=${row.goods} />
    <span class="lo-pays" aria-hidden="true">
      ${row.pays?.map((pay, n) =>
        html`<b key=${n} class=${n < filled ? "done" : n === filled ? "next" : ""}>${n < filled ? "✓" : pay}</b>`)}
    </span>
  `;
}

/**
 * The payment of a casual customer in a seat's display, and its modifier: { pays, more }.
 * @param {{ hints: Loyang.Hints, open: { game: Loyang.Game } }} props
 * @param {number} card
 * @param {number} seat
 */
export function casualPay({ hints, open: { game } }, card, seat) {
  if (seat < 0) return { pays: cardOf(card).price ?? 0, more: 0 };
  return { pays: hints.pays[seat][game.casuals[seat].indexOf(card)], more: hints.modifier[seat] };
}

/** @param {{ play: Loyang.Play, card: number, row: Loyang.Card, seat: number }} props */
function CasualFace({ play, card, row, seat }) {
  const { pays, more } = casualPay(play, card, seat);
  return html`
    <span class="lo-person" aria-hidden="true"><${Portrait} seed=${card} /></span>
    <${Wares} goods=${row.goods} />
    <span class="lo-price" aria-hidden="true"><${Piece} of="coin" /><b>${pays}</b>
      ${more !== 0 && html`<small class=${more > 0 ? "up" : "down"}>(${more > 0 ? "+" : "−"}${Math.abs(more)})</small>`}
    </span>
  `;
}

/** @param {{ row: Loyang.Card, card: number }} props */
function HelperFace({ row, card }) {
  return html`
    <span class="lo-person" aria-hidden="true"><${HelperPortrait} id=${row.id} seed=${card} />
      ${row.lantern && html`<span class="lo-lantern"><${Piece} of="lantern" /></span>`}</span>
    <span class="lo-effect">${shortOf(card)}</span>
  `;
}

const FACES = {
  common: FieldFace, home: FieldFace, private: FieldFace,
  stall: StallFace, regular: RegularFace, casual: CasualFace, helper: HelperFace,
};

/**
 * The title on a card's upper edge, with soft breaks if it is long: a helper's own name, otherwise the kind.
 * @param {number} card
 */
export function titleOf(card) {
  const { kind, id } = cardOf(card);
  if (kind !== "helper") return word(`kind.${kind}`);
  const broken = word(`title.${id}`);
  return broken.startsWith("title.") ? cardName(card) : broken;
}

/**
 * A whole face: the title, then the card's picture. `lit`: the goods of a stall that may be chosen.
 * @param {{ play: Loyang.Play, card: number, state?: Loyang.State, seat?: number, lit?: number[] }} props
 */
export function Face({ play, card, state, seat = -1, lit }) {
  const row = cardOf(card);
  const Drawn = FACES[row.kind];
  return html`<${Band}>${titleOf(card)}<//>
    <span class="lo-picture ${row.kind}">
      <${Drawn} play=${play} card=${card} row=${row} state=${state} seat=${seat} lit=${lit} /></span>`;
}
