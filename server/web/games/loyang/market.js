/** A seat's shop with both price tags and, in front of it, the cart: one column for each good. */

import { html } from "../../core/lib.js";
import { useRoving } from "../../things/roving.js";
import { whyAt } from "../../things/why.js";
import { Good, Piece } from "./art.js";
import { GOODS, goodName, goodOf, word } from "./cards.js";
import { buying, giving, selling, stocks } from "./moves.js";
import { Thing } from "./thing.js";

/** The rules of the shop and of storing. */
const [SHOP, STORE] = ["LOY-11.1", "LOY-19.1"];

/** @param {number[]} counts */
const total = (counts) => counts.reduce((sum, n) => sum + n, 0);

/**
 * The accountant's buttons: the number of goods that the shop shall have.
 * @param {{ play: Loyang.Play, rows: { amount: number, noun: number }[], good: number }} props
 */
const Stocks = ({ play, rows, good }) => html`
  <span class="lo-stocks">
    ${rows.map(({ amount, noun }) => html`
      <button key=${noun} type="button" class="lo-do" data-verb="stock" data-noun=${noun} data-rove tabindex="-1"
        aria-label=${word("stock", { n: amount, good: goodName(good) })} onClick=${() => play.choose("stock", noun)}>
        ${amount}</button>`)}
  </span>
`;

/**
 * The places of the shop for a good, with the price of one.
 * @param {{ play: Loyang.Play, good: number, there: number, move?: Loyang.Move, why?: Why }} props
 */
function Shelf({ play, good, there, move, why }) {
  const { places, price, pays } = goodOf(good);
  const said = word("in_shop", { n: there, of: places, price, pays });
  return html`
    <${Thing} play=${play} kind="lo-shelf" move=${move} label="${goodName(good)}: ${said}"
      words=${{ title: goodName(good), text: said, foot: word("shop_help"), anchor: SHOP, why }}>
      <span class="lo-buy">${move ? move.amount : price}</span>
      <span class="lo-places">${Array.from({ length: places },
          (_, n) => html`<i key=${n}><${Good} good=${good} faded=${n >= there} /></i>`)}</span>
    <//>
  `;
}

/** @param {{ play: Loyang.Play, seat: number, good: number }} props */
function Column({ play, seat, good }) {
  const { game } = play.open;
  const own = seat === play.seat;
  const [there, carried] = [game.shop[seat][good], game.cart[seat][good]];
  const [buy, sell, use] = own ? [buying(play, good), selling(play, good), giving(play, good)] : [];
  const set = own ? stocks(play, good) : [];
  const { pays } = goodOf(good);
  const load = word("on_cart", { n: carried });
  const sale = { title: word("sell_title", { good: goodName(good) }), text: word("sell_help", { n: pays }) };
  /** @param {string} thing */
  const why = (thing) => whyAt(play, seat, thing, good);
  return html`
    <div class="lo-column" role="group" aria-label=${goodName(good)} data-good=${good}>
      ${set.length > 0 ? html`<${Stocks} play=${play} rows=${set} good=${good} />`
        : html`<${Shelf} play=${play} good=${good} there=${there} move=${buy} why=${why("shop")} />`}
      <${Thing} play=${play} kind="lo-sell" move=${sell} label="${goodName(good)}: ${word("shop_pays", { n: pays })}"
        words=${{ ...sale, anchor: SHOP, why: why("sale") }}>
        ${sell ? sell.amount : pays}<//>
      <${Thing} play=${play} kind="lo-load ${carried ? "" : "none"}" move=${use} label="${goodName(good)}: ${load}"
        words=${{ title: `${goodName(good)}: ${load}`, text: word("cart_help"), anchor: STORE, why: why("cart") }}>
        <${Good} good=${good} faded=${!carried} /><b key=${carried}>${carried}</b>
        ${use && html`<span class="lo-tag">${use.label}</span>`}
      <//>
    </div>
  `;
}

/**
 * The number of goods, and the number that the storehouse takes at the end of the turn.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Stored({ play, seat }) {
  const { game } = play.open;
  const [goods, capacity] = [total(game.cart[seat]), game.capacity[seat]];
  const said = `${word("cart", { n: goods })}, ${word("storehouse", { n: capacity })}`;
  const why = whyAt(play, seat, "storehouse", 0);
  return html`
    <${Thing} play=${play} kind="lo-store ${goods > capacity && game.turn[seat] > 0 ? "over" : ""}" label=${said}
      words=${{ title: said, text: word("storehouse_help"), anchor: STORE, why }} data-test="store" data-goods=${goods}
      data-capacity=${capacity}>
      <${Piece} of="cart" /><b>${goods}</b><${Piece} of="store" /><b>${capacity}</b>
    <//>
  `;
}

/** @param {{ play: Loyang.Play, seat: number }} props */
export function Market({ play, seat }) {
  const roving = useRoving();
  return html`
    <section role="group" class="lo-market" aria-label=${word("shop")} ...${roving}>
      <h2><span>${word("shop")}</span><i class="lo-key buy">${word("tag_buy")}</i>
        <i class="lo-key sell">${word("tag_sell")}</i><${Stored} play=${play} seat=${seat} /></h2>
      <div class="lo-columns">${GOODS.map((good) =>
        html`<${Column} key=${good} play=${play} seat=${seat} good=${good} />`)}</div>
    </section>
  `;
}
