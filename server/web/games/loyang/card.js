/** A card on the table: its face, its moves, and the card half under it. */

import { anchorOfThing } from "../../things/anchors.js";
import { html } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { whyNot } from "../../things/why.js";
import { Wares } from "./art.js";
import { cardHelp, cardName, cardOf, word, countOfCards } from "./cards.js";
import { Awning, Face, WareFace, casualPay, fieldWords, moodWords, titleOf, waresOf } from "./faces.js";
import { cardMoves, fullName, wareMove } from "./moves.js";
import { Doing, MoveButton, Thing } from "./thing.js";

/**
 * The current state of a card as text.
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {Loyang.State | undefined} state
 * @param {number} seat
 */
function factsOf(play, card, state, seat) {
  const row = cardOf(card);
  if (row.plots) return fieldWords(row, state);
  if (row.kind === "casual") return word("pays_once", { n: casualPay(play, card, seat).pays });
  if (row.kind !== "regular" || !state) return "";
  return `${moodWords(state)}. ${word("pays", { pays: row.pays?.join(", ") ?? "", n: state[1] })}`;
}

/**
 * A card's explanation.
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {Loyang.State | undefined} state
 * @param {number} seat
 */
function wordsOf(play, card, state, seat) {
  const { lantern, origin } = cardOf(card);
  const foot = [lantern && word("lantern"), origin === "own" && word("own_card")].filter(Boolean).join(" ");
  const text = [cardHelp(card), factsOf(play, card, state, seat)].filter(Boolean).join(" · ");
  return { title: cardName(card), text, foot, anchor: anchorOfThing("cards", card), why: whyNotHere(play, card, seat) };
}

/**
 * Why a card can't be chosen: an own one, one of another player's display (numbered seat by seat), or one on the
 * table or in the hand.
 * @param {Loyang.Play} play
 * @param {number} card
 * @param {number} seat
 */
export function whyNotHere(play, card, seat) {
  if (seat < 0) return whyNot(play, "table", card);
  if (seat !== play.seat) return whyNot(play, "theirs", seat * countOfCards() + card);
  return cardOf(card).kind === "helper" ? whyNot(play, "helper", card) : whyNot(play, "mine", card);
}

/**
 * The card below another one, as a strip along its lower edge.
 * @param {{ play: Loyang.Play, card: number, seat: number }} props
 */
function Below({ play, card, seat }) {
  const under = seat < 0 ? undefined : play.open.game.under[seat].find(([upper]) => upper === card)?.[1];
  if (under === undefined) return null;
  const row = cardOf(under);
  const said = word("lies_under", { name: fullName(under) });
  const words = { title: said, text: cardHelp(under), anchor: anchorOfThing("cards", under) };
  return html`
    <${Thing} play=${play} kind="lo-below ${row.kind}" words=${words} data-under=${under}>
      <span class="lo-below-name">${titleOf(under)}</span>
      ${row.goods.length > 0 && html`<${Wares} goods=${row.goods} />`}
    <//>
  `;
}

/**
 * A stall with available goods: each of them is a separate button.
 * @param {{ play: Loyang.Play, card: number, state?: Loyang.State, words: Words, moves: Loyang.Move[] }} props
 */
function OpenStall({ play, card, state, words, moves }) {
  const wares = waresOf(play, card, state)
    .map((ware) => ({ ...ware, move: ware.there ? wareMove(play, card, ware.good) : undefined }));
  return html`
    <div class="lo-face lo-open-stall">
      <${Thing} play=${play} words=${words} kind="lo-band">${titleOf(card)}<//>
      <${Awning} />
      <div class="lo-bench">
        ${wares.map(({ move, ...ware }) => html`
          <${Thing} key=${ware.good} play=${play} kind="lo-ware" words=${{ ...words, title: ware.said }} move=${move}>
            <${WareFace} ...${ware} /><//>`)}
      </div>
      ${moves.map((move) => html`<${MoveButton} key=${move.verb} play=${play} move=${move} />`)}
    </div>
  `;
}

/**
 * Moves that are rarely wanted get a button below the face if there is room.
 * @param {Loyang.Move[]} moves
 * @param {number} card
 */
function split(moves, card) {
  const plain = moves.filter(({ quiet }) => !quiet);
  const apart = !phone.value && cardOf(card).kind !== "helper" && plain.length < 2;
  return apart ? [plain, moves.filter(({ quiet }) => quiet)] : [moves, []];
}

/**
 * The label and the price of a click's only move, on the card.
 * @param {{ moves: Loyang.Move[] }} props
 */
const Tag = ({ moves }) => {
  const [move, ...others] = moves.filter(({ quiet }) => !quiet);
  if (!move) return null;
  const goods = [move, ...others].flatMap(({ good }) => good ?? []);
  const same = others.every(({ label }) => label === move.label);
  return html`
    <span class="lo-tag" aria-hidden="true"><span class="lo-verb">${same ? move.label : word("do.use")}</span>
      ${goods.length > 0 && html`<${Wares} goods=${goods} />`}
      ${!others.length && move.amount && html` <b>${move.amount}</b>`}</span>
  `;
};

/**
 * A card. `state`: its row in a display; `seat`: the owner of the display, -1 for none.
 * @param {{ play: Loyang.Play, card: number, state?: Loyang.State, seat?: number, place?: string }} props
 */
export function Card({ play, card, state, seat = -1, place = `card-${seat}-${card}` }) {
  const row = cardOf(card);
  const words = wordsOf(play, card, state, seat);
  const moves = cardMoves(play, card, seat);
  const wares = row.kind === "stall" ? row.goods.flatMap((good) => wareMove(play, card, good) ?? []) : [];
  const goods = wares.length > 0 && !phone.value;
  const [main, apart] = split(phone.value ? [...wares, ...moves] : moves, card);
  const facts = factsOf(play, card, state, seat);
  const label = [fullName(card), facts, row.kind === "helper" && cardHelp(card)].filter(Boolean).join(". ");
  return html`
    <div class="lo-card ${row.kind} ${goods ? "lit" : ""}" role="group" aria-label=${fullName(card)} data-card=${card}>
      ${goods
        ? html`<${OpenStall} play=${play} card=${card} state=${state} words=${words} moves=${moves} />`
        : html`
          <${Doing} play=${play} place=${place} moves=${main} words=${words} label=${label} kind=${row.kind}>
            <${Face} play=${play} card=${card} state=${state} seat=${seat} lit=${wares.map(({ good }) => good)} />
            <${Tag} moves=${wares.length ? moves : main} />
          <//>`}
      ${apart.length > 0 && html`<div class="lo-apart">
          ${apart.map((move) => html`<${MoveButton} key=${move.verb} play=${play} move=${move} />`)}</div>`}
      <${Below} play=${play} card=${card} seat=${seat} />
    </div>
  `;
}
