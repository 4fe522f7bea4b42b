/** A seat's shop with both price tags and, below it, the cart or storehouse: one column for each good. */

import { html } from "../../lib.js";
import { Good, Piece } from "./art.js";
import { MoveButton } from "./card.js";
import { GOODS, goodName, goodOf, goodsInWords, word } from "./cards.js";
import { buying, selling, stocks, using } from "./moves.js";

const total = (counts) => counts.reduce((sum, n) => sum + n, 0);

/** The accountant's buttons: so many goods shall lie here. */
const Stocks = ({ play, rows, good }) => html`
  <span class="lo-stocks">
    ${rows.map(({ amount, noun }) => html`
      <button key=${noun} type="button" class="lo-do" data-verb="stock" data-noun=${noun} aria-label=${word("stock", { n: amount, good: goodName(good) })} onClick=${() => play.choose("stock", noun)}>${amount}</button>`)}
  </span>
`;

function Row({ play, seat, good }) {
  const { game } = play.open;
  const own = seat === play.seat;
  const { places, price, pays } = goodOf(good);
  const [there, carried] = [game.shop[seat][good], game.cart[seat][good]];
  const [buy, sell, use] = own ? [buying(play, good), selling(play, good), using(play, good)] : [];
  const set = own ? stocks(play, good) : [];
  return html`
    <div class="lo-column" role="group" aria-label="${goodName(good)}: ${word("in_shop", { n: there, of: places, price, pays })}, ${word("on_cart", { n: carried })}" data-good=${good}>
      ${buy ? html`<${MoveButton} play=${play} move=${buy} />` : html`<span class="lo-buy" title=${word("costs", { n: price })}>${price}</span>`}
      <span class="lo-places" aria-hidden="true" title=${goodName(good)}>
        ${Array.from({ length: places }, (_, n) => html`<i key=${n} class=${n < there ? "full" : ""}><${Good} good=${good} faded=${n >= there} /></i>`)}
      </span>
      ${sell ? html`<${MoveButton} play=${play} move=${sell} />` : html`<span class="lo-sell" title=${word("shop_pays", { n: pays })}>${pays}</span>`}
      <span class="lo-load ${carried ? "" : "none"}" aria-hidden="true" title=${goodName(good)}><${Good} good=${good} faded=${!carried} /><b key=${carried}>${carried}</b></span>
      ${use && html`<${MoveButton} play=${play} move=${use} />`}
      ${set.length > 0 && html`<${Stocks} play=${play} rows=${set} good=${good} />`}
    </div>
  `;
}

export function Market({ play, seat }) {
  const { game } = play.open;
  const [goods, capacity] = [total(game.cart[seat]), game.capacity[seat]];
  const said = goodsInWords(game.cart[seat]) || word("nothing");
  return html`
    <div class="lo-market" role="group" aria-label=${word("shop")}>
      <h3><span>${word("shop")}</span><span class="lo-tags"><i class="lo-buy">${word("tag_buy")}</i><i class="lo-sell">${word("tag_sell")}</i></span></h3>
      <div class="lo-columns">${GOODS.map((good) => html`<${Row} key=${good} play=${play} seat=${seat} good=${good} />`)}</div>
      <p class="lo-store ${goods > capacity && game.turn[seat] > 0 ? "over" : ""}" title=${said} data-test="store" data-goods=${goods} data-capacity=${capacity}>
        <${Piece} of="cart" /><span>${word("cart", { n: goods })}</span><${Piece} of="store" /><span>${word("storehouse", { n: capacity })}</span>
      </p>
    </div>
  `;
}
