/** A seat's display: sign and purse, path, shop and cart, fields, customers, stalls and helpers. */

import { html, useMemo, useState } from "../../lib.js";
import { seatName } from "../../gametext.js";
import { Plate, presence } from "../../seats.js";
import { language } from "../../settings.js";
import { Confirm } from "../../ui.js";
import { Piece } from "./art.js";
import { MoveButton, Stack } from "./card.js";
import { cardName, cardOf, word } from "./cards.js";
import { Market } from "./market.js";
import { hasMoves } from "./moves.js";
import { Path } from "./path.js";

/** The token that tells the position in the order of the phase; a colour for each of two pairs. */
export function Token({ hints, seat }) {
  const [place, pair] = [hints.position[seat], hints.pair[seat]];
  if (!place) return null;
  return html`<span class="lo-token pair-${pair}" role="img" aria-label="${word("position", { n: place })}${pair < 0 ? "" : `, ${word("pair", { n: pair + 1 })}`}" title=${word("position", { n: place })}>${place}</span>`;
}

/** Cash, loans, hand cards: what a player has beside the cards. */
export function Purse({ game, seat }) {
  return html`
    <span class="lo-purse" data-cash=${game.cash[seat]} title=${word("cash")} data-place="purse-${seat}"><${Piece} of="coin" /><b key=${game.cash[seat]}>${game.cash[seat]}</b><span class="sr"> ${word("cash")}</span></span>
    ${game.loans[seat] > 0 && html`<span class="lo-purse loans" title=${word("loans", { n: game.loans[seat] })}><${Piece} of="loan" /><b>${game.loans[seat]}</b><span class="sr"> ${word("loans", { n: game.loans[seat] })}</span></span>`}
    ${game.hand[seat] > 0 && html`<span class="lo-purse" title=${word("hand_cards", { n: game.hand[seat] })}><${Piece} of="card" /><b>${game.hand[seat]}</b><span class="sr"> ${word("hand_cards", { n: game.hand[seat] })}</span></span>`}
  `;
}

/** The two-pack: its price before one pays, and that it can't be taken back. */
function TwoPack({ play, seat }) {
  const [asks, ask] = useState(false);
  const price = play.hints.pack[seat];
  const may = seat === play.seat && play.offers.has("two_pack");
  if (play.hints.bought[seat]) return html`<span class="lo-pack done">${word("pack_bought")}</span>`;
  if (!may) return html`<span class="lo-pack" title=${word("pack_price", { n: price })}><${Piece} of="card" />${word("pack_costs", { n: price })}</span>`;
  return html`
    <button type="button" class="lo-do lo-pack" data-verb="two_pack" data-price=${price} onClick=${() => ask(true)}><${Piece} of="card" />${word("do.two_pack", { n: price })}</button>
    ${asks && html`<${Confirm} title=${word("pack_title")} text=${word("pack_confirm", { n: price })} yes=${word("do.two_pack", { n: price })} onYes=${() => play.choose("two_pack")} onNo=${() => ask(false)} />`}
  `;
}

function Money({ play, seat }) {
  const { hints, open: { game } } = play;
  const acting = game.turn[seat] === 1;
  const debt = seat === play.seat && play.ask.prompt === "pay" ? hints.debt : 0;
  return html`
    <div class="lo-tools">
      ${debt > 0 && html`<span class="lo-debt" data-debt=${debt}><${Piece} of="coin" />${word("debt", { n: debt })}</span>`}
      ${hints.lasting[seat].map((id) => html`<span key=${id} class="lo-lasting" title=${word("lasting")}>${helperName(id)}</span>`)}
      ${acting && html`<${TwoPack} play=${play} seat=${seat} />`}
      ${seat === play.seat && play.offers.has("loan") && html`<${MoveButton} play=${play} move=${{ verb: "loan", noun: -1, label: word("do.loan", { n: play.amounts("loan").cash }), title: word("loan_help") }} />`}
    </div>
  `;
}

const helperName = (id) => {
  for (let card = 0; ; card++) if (cardOf(card).id === id) return cardName(card);
};

/** The private pile: how many fields are still to come, and which ones, in no order. */
function Pile({ game, seat }) {
  const left = game.pile[seat];
  if (!left.length) return null;
  const names = left.map(cardName).join("; ");
  return html`<div class="lo-pile" role="img" aria-label="${word("pile", { n: left.length })}: ${names}" title=${names}><span>${left.length}</span><small>${word("to_come")}</small></div>`;
}

function Group({ name, empty, children, kind }) {
  return html`
    <div class="lo-group ${kind} ${empty ? "empty" : ""}" role="group" aria-label=${name}>
      <h3>${name}</h3>
      <div class="lo-row">${children}${empty && html`<span class="lo-none">${word("none")}</span>`}</div>
    </div>
  `;
}

const COLUMNS = ["cash", "space", "loans", "capacity", "turn", "lasting", "hand", "shop", "cart", "casuals", "helpers", "fields", "stalls", "regulars", "under", "pile"];

/** What the hints say of each seat. */
const FACTS = ["position", "pair", "modifier", "pays", "pack", "bought", "lasting", "steps"];

/** All that a display is drawn from, in one text: as long as it stays the same, nothing is drawn again. */
function drawnFrom(play, seat) {
  const { game, seats, asks, clock, table } = play.open;
  const own = [COLUMNS.map((name) => game[name][seat]), FACTS.map((name) => play.hints[name][seat])];
  const order = [play.seat, play.hints.bowls, play.hints.debt];
  const sign = [seats[seat], presence(play, seat), asks.some(([who]) => who === seat), clock, table.host === seats[seat].person];
  return JSON.stringify([own, order, sign, hasMoves(play, seat) ? play.ask.number : 0, language.value]);
}

/** A seat's display; `main`: large. */
export function Display({ play, seat, main = false }) {
  return useMemo(() => html`<${Drawn} play=${play} seat=${seat} main=${main} />`, [drawnFrom(play, seat), main]);
}

function Drawn({ play, seat, main }) {
  const { game, seats } = play.open;
  const stack = (state, card) => html`<${Stack} key=${card} play=${play} card=${card} state=${state} seat=${seat} place="card-${seat}-${card}" />`;
  const chosen = ["from", "partner"].find((verb) => play.offers.get(verb)?.has(seat));
  return html`
    <section class="lo-display seat-${seat} ${main ? "main" : "small"} ${seat === play.seat ? "own" : ""} ${game.turn[seat] === 1 ? "acting" : ""} ${hasMoves(play, seat) ? "moves" : ""}"
      aria-label=${word("display", { name: seatName(seats, seat) })} data-display=${seat}>
      <h2 class="sr">${word("display", { name: seatName(seats, seat) })}</h2>
      <header>
        <${Token} hints=${play.hints} seat=${seat} />
        <${Plate} play=${play} seat=${seat}><span class="lo-purses"><${Purse} game=${game} seat=${seat} /></span><//>
        <${Money} play=${play} seat=${seat} />
        ${chosen && html`<button type="button" class="primary" data-verb=${chosen} data-noun=${seat} onClick=${() => play.choose(chosen, seat)}>${word(`do.${chosen}`, { name: seatName(seats, seat) })}</button>`}
      </header>
      <${Path} play=${play} seat=${seat} />
      <div class="lo-land">
        <${Market} play=${play} seat=${seat} />
        <${Group} name=${word("fields")} kind="fields">${game.fields[seat].map((row) => stack(row, row[0]))}<${Pile} game=${game} seat=${seat} /><//>
      </div>
      <div class="lo-people">
        <${Group} name=${word("regulars")} kind="regulars" empty=${!game.regulars[seat].length}>${game.regulars[seat].map((row) => stack(row, row[0]))}<//>
        <${Group} name=${word("casuals")} kind="casuals" empty=${!game.casuals[seat].length}>${game.casuals[seat].map((card) => stack(null, card))}<//>
        <${Group} name=${word("stalls")} kind="stalls" empty=${!game.stalls[seat].length}>${game.stalls[seat].map((row) => stack(row, row[0]))}<//>
        <${Group} name=${word("helpers")} kind="helpers" empty=${!game.helpers[seat].length}>${game.helpers[seat].map((card) => stack(null, card))}<//>
      </div>
    </section>
  `;
}
