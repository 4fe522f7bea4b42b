/** A player's uses of money beside the shop: a loan, a two-pack, a debt; and the effects of this turn. */

import { html } from "../../core/lib.js";
import { whyAt } from "../../things/why.js";
import { Piece } from "./art.js";
import { helperName, word } from "./cards.js";
import { moveOf } from "./moves.js";
import { Doing, Thing } from "./thing.js";

/**
 * @param {Loyang.Play} play
 * @param {number} seat
 * @param {string} verb
 * @param {number} [noun]
 */
const offered = (play, seat, verb, noun = -1) =>
  (seat === play.seat && play.offers.get(verb)?.has(noun) ? [moveOf(play, verb, noun)] : []);

/**
 * The cash and the loans; a click takes a further loan.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Loan({ play, seat }) {
  const { cash, loans } = play.open.game;
  const title = word("loans", { n: loans[seat] });
  return html`
    <${Doing} play=${play} place="purse-${seat}" moves=${offered(play, seat, "loan")} kind="lo-tile loan"
      words=${{ title, text: word("loan_text"), anchor: "LOY-20.1", why: whyAt(play, seat, "loan", 0) }}
      data-cash=${cash[seat]} data-loans=${loans[seat]} label="${cash[seat]} ${word("cash")}, ${title}">
      <span class="lo-tile-row"><${Piece} of="coin" /><b key=${cash[seat]}>${cash[seat]}</b></span>
      <span class="lo-tile-row ${loans[seat] ? "owed" : ""}"><${Piece} of="loan" /><b>${loans[seat]}</b></span>
      ${offered(play, seat, "loan").map(({ label, amount }) =>
        html`<span key="tag" class="lo-tag">${label} <b>${amount}</b></span>`)}
    <//>
  `;
}

/**
 * The price of a two-pack for this seat, with the reason: the official makes it free, whatever lies open.
 * @param {Loyang.Play} play
 * @param {number} seat
 */
const priceWords = ({ hints }, seat) =>
  (hints.lasting[seat].includes("official") ? word("pack_free") : word("pack_price", { n: hints.pack[seat] }));

/**
 * The draw pile: a two-pack of it, once a turn; with two players a card of it may be turned up.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Deck({ play, seat }) {
  const { hints, open: { game } } = play;
  const moves = [...offered(play, seat, "two_pack"), ...offered(play, seat, "reveal")];
  const price = hints.pack[seat];
  const confirm = play.offers.has("reveal") ? word("reveal_confirm") : word("pack_confirm", { n: price });
  const bought = hints.bought[seat];
  const state = bought ? word("pack_bought") : word("pack_costs", { n: price });
  const words = { title: `${word("deck", { n: game.deck })} · ${word("discards", { n: game.discard.length })}`,
    text: `${priceWords(play, seat)} ${word("deck_help")}`, anchor: "LOY-17.1",
    why: whyAt(play, seat, "two_pack", 0) };
  return html`
    <${Doing} play=${play} place="deck" moves=${moves} sure kind="lo-tile deck" words=${words} text=${confirm}
      label="${words.title}. ${state}" data-price=${price} data-bought=${bought ? "yes" : "no"}>
      <span class="lo-tile-row"><${Piece} of="card" /><b>${game.deck}</b></span>
      ${!moves.length && html`<span class="lo-tile-words">
          ${game.turn[seat] === 1 ? state : word("discards", { n: game.discard.length })}</span>`}
      ${moves.map(({ verb, label, amount }) =>
        html`<span key=${verb} class="lo-tag">
            ${verb === "two_pack" ? word("pack_buy") : label} <b>${amount}</b></span>`)}
    <//>
  `;
}

/**
 * The helpers whose effect lasts to the end of the turn, and a debt that must be paid.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Lasting({ play, seat }) {
  const debt = seat === play.seat && play.ask.prompt === "pay" ? play.hints.debt ?? 0 : 0;
  return html`
    ${debt > 0 && html`<span class="lo-debt" data-debt=${debt}><${Piece} of="coin" />
        ${word("debt", { n: debt })}</span>`}
    ${play.hints.lasting[seat].map((id) =>
      html`<${Thing} key=${id} play=${play} kind="lo-lasting"
          words=${{ title: helperName(id), text: word("lasting"), anchor: "LOY-14.1" }}>${helperName(id)}<//>`)}
  `;
}

/** @param {{ play: Loyang.Play, seat: number }} props */
export const Purse = ({ play, seat }) => html`
  <div class="lo-purse" role="group" aria-label=${word("purse")}>
    <${Loan} play=${play} seat=${seat} /><${Deck} play=${play} seat=${seat} /><${Lasting} play=${play} seat=${seat} />
  </div>
`;
