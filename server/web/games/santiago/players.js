/** What the players hold, and the supply: points, pesos, goods; what may be given or taken is a button. */

import { html } from "../../lib.js";
import { Plate } from "../../seats.js";
import { seatName } from "../../gametext.js";
import { Item, Marker } from "./tokens.js";
import { GOODS, PESO, VP, amount, holdings, itemName, word } from "./words.js";

const GIVE = ["give", "swap_give", "sell"];
const TAKE = ["take", "swap_take"];
const TILES = [10, 5, 3, 2, 1];

/** A number of something, or a button where it may be given or taken. */
function Heap({ play, item, n, verb, noun, place }) {
  const label = amount(item, n);
  const inner = html`<${Item} of=${item} /><b key=${n}>${n}</b>`;
  const kind = `sg-heap item-${item} ${n ? "" : "none"}`;
  if (!verb) return html`<span class=${kind} data-item=${item} data-count=${n} data-place=${place} title=${label}>${inner}<span class="sr"> ${itemName(item)}</span></span>`;
  return html`<button type="button" class="${kind} offered" data-item=${item} data-count=${n} data-place=${place} data-verb=${verb} aria-label="${label}. ${word(verb)}" onClick=${() => play.choose(verb, noun)}>${inner}</button>`;
}

/** Points as the printed tiles: as few as possible. */
function Tiles({ n }) {
  const tiles = [];
  for (let left = n; left > 0; left -= tiles.at(-1)) tiles.push(TILES.find((tile) => tile <= left));
  return html`<span class="sg-tiles" title=${amount(VP, n)}>${tiles.map((tile, k) => html`<i key=${k} aria-hidden="true">${tile}</i>`)}<span class="sr">${amount(VP, n)}</span></span>`;
}

function giving(play, own, item) {
  if (!own) return [];
  if (item === PESO) return play.offers.has("give_peso") ? ["give_peso", -1] : [];
  if (item === VP) return play.offers.has("give_vp") ? ["give_vp", -1] : [];
  return [GIVE.find((verb) => play.offers.get(verb)?.has(item)), item];
}

export function Player({ play, seat }) {
  const { game, seats, asks } = play.open;
  const own = seat === play.seat;
  const held = holdings(play, seat);
  const loading = asks.some(([, , prompt]) => prompt === "deliver");
  const markers = play.hints.markers?.[seat] ?? 0;
  const heap = (item) => {
    const [verb, noun] = giving(play, own, item);
    return html`<${Heap} key=${item} play=${play} item=${item} n=${held[item]} verb=${verb} noun=${noun} place="${seat}-${item}" />`;
  };
  const points = game.options.vp_display === "tiles" && !play.offers.has("give_vp");
  return html`
    <section class="sg-player seat-${seat} ${own ? "own" : ""} ${game.active === seat ? "active" : ""}" aria-label=${word("player", { name: seatName(seats, seat) })} data-player=${seat}>
      <${Plate} play=${play} seat=${seat}>
        ${loading && game.passed[seat] && html`<span class="badge">${word("passed")}</span>`}
        <span class="sg-markers" title=${word("markers", { n: markers })}>${Array.from({ length: markers }, (_, n) => html`<${Marker} key=${n} seat=${seat} />`)}<span class="sr">${word("markers", { n: markers })}</span></span>
      <//>
      ${held
        ? html`<div class="sg-held">${points ? html`<${Tiles} n=${held[VP]} />` : heap(VP)}${heap(PESO)}<span class="sg-goods">${GOODS.map(heap)}</span></div>`
        : html`<p class="sg-screen">${word("screen")}</p>`}
    </section>
  `;
}

/** What nobody holds. */
export function Supply({ play }) {
  const { supply } = play.open.game;
  return html`
    <section class="sg-supply" aria-label=${word("supply")} data-test="supply">
      <span class="sg-caption">${word("supply")}</span>
      ${GOODS.map((good) => html`<${Heap} key=${good} play=${play} item=${good} n=${supply[good]} verb=${TAKE.find((verb) => play.offers.get(verb)?.has(good))} noun=${good} place="supply-${good}" />`)}
    </section>
  `;
}
