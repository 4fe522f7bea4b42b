/** The players' possessions, and the supply: points, pesos, goods; each that may be given or taken is a button. */

import { useExplained } from "../../things/explain.js";
import { seatName } from "../../core/gametext.js";
import { html } from "../../core/lib.js";
import { useRoving } from "../../things/roving.js";
import { Plate } from "../../table/seats.js";
import { whyAt, whyNot } from "../../things/why.js";
import { House } from "./houses.js";
import { Marks } from "./marks.js";
import { Item, Marker, Pawn } from "./tokens.js";
import { GOODS, PESO, VP, amount, buildingName, costs, holdings, hyphenated, itemName, word } from "./words.js";

const GIVE = ["give", "swap_give", "sell"];
const TAKE = ["take", "swap_take"];
const TILES = [10, 5, 3, 2, 1];

/** The rule of possessions. */
const HOLDINGS = "SAN-3.2";

/**
 * A number of an item with its explanation, or a button if it may be given or taken.
 * @param {{ play: Santiago.Play, item: number, n: number, verb?: string, noun?: number, place: string,
 *   why?: Why }} props
 */
function Heap({ play, item, n, verb, noun = -1, place, why }) {
  const label = amount(item, n);
  const events = useExplained({ title: label, text: "", anchor: HOLDINGS, why }, false);
  const inner = html`<${Item} of=${item} /><b key=${n}>${n}</b>`;
  const kind = `sg-heap item-${item} ${n ? "" : "none"}`;
  if (!verb) return html`<button type="button" class=${kind} data-rove data-item=${item} data-count=${n}
    data-place=${place} aria-disabled="true" ...${events}>${inner}<span class="sr"> ${itemName(item)}</span></button>`;
  return html`<button type="button" class="${kind} offered" data-rove data-item=${item} data-count=${n}
    data-place=${place} data-verb=${verb} data-noun=${noun}
    aria-label="${label}. ${word(verb)}: ${costs(play, verb, noun)}"
    onClick=${() => play.choose(verb, noun)}>${inner}</button>`;
}

/**
 * Points as the printed tiles: as few as possible.
 * @param {{ n: number }} props
 */
function Tiles({ n }) {
  const tiles = [];
  for (let left = n; left > 0; left -= tiles[tiles.length - 1]) tiles.push(TILES.find((tile) => tile <= left) ?? 1);
  return html`<span class="sg-tiles" title=${amount(VP, n)}>
    ${tiles.map((tile, k) => html`<i key=${k} aria-hidden="true">${tile}</i>`)}
    <span class="sr">${amount(VP, n)}</span></span>`;
}

/**
 * @param {Santiago.Play} play
 * @param {boolean} own
 * @param {number} item
 * @returns {[verb?: string, noun?: number]}
 */
function giving(play, own, item) {
  if (!own) return [];
  if (item === PESO) return play.offers.has("give_peso") ? ["give_peso", -1] : [];
  if (item === VP) return play.offers.has("give_vp") ? ["give_vp", -1] : [];
  return [GIVE.find((verb) => play.offers.get(verb)?.has(item)), item];
}

/**
 * Points, pesos and goods of a seat.
 * @param {{ play: Santiago.Play, seat: number }} props
 */
function Held({ play, seat }) {
  const held = holdings(play, seat);
  const group = useRoving();
  if (!held) return html`<p class="sg-screen">${word("screen")}</p>`;
  /** @param {number} item */
  const heap = (item) => {
    const [verb, noun] = giving(play, seat === play.seat, item);
    return html`<${Heap} key=${item} play=${play} item=${item} n=${held[item]} verb=${verb} noun=${noun}
      place="${seat}-${item}" why=${whyAt(play, seat, "own", item)} />`;
  };
  const tiles = play.open.game.options.vp_display === "tiles" && !play.offers.has("give_vp");
  return html`<div class="sg-held" ...${group}>${tiles ? html`<${Tiles} n=${held[VP]} />` : heap(VP)}${heap(PESO)}
    <span class="sg-goods">${GOODS.map(heap)}</span></div>`;
}

/**
 * A seat's remaining markers, its buildings, and the place of its pawn.
 * @param {{ play: Santiago.Play, seat: number }} props
 */
function Estate({ play, seat }) {
  const { owners, pawns } = play.open.game;
  const markers = play.hints.markers?.[seat] ?? 0;
  const owned = owners.flatMap((owner, building) => (owner === seat ? [building] : []));
  const pawn = pawns[seat] >= 0 ? word("pawn_at", { building: buildingName(pawns[seat]) }) : word("pawn_nowhere");
  return html`
    <div class="sg-estate">
      <span class="sg-markers" title=${word("markers", { n: markers })}>
        ${Array.from({ length: markers }, (_, n) => html`<${Marker} key=${n} seat=${seat} />`)}
        <span>${word("markers", { n: markers })}</span></span>
      <span class="sg-whereabouts"><${Pawn} seat=${seat} />${pawn}</span>
      <ul class="sg-owned" aria-label=${word("owned")}>
        ${owned.map((building) =>
          html`<li key=${building} class="sg-deed"><${House} building=${building} />
            <span class="sg-name">${hyphenated(building)}</span><${Marks} group="buildings" n=${building} /></li>`)}
        ${owned.length === 0 && html`<li class="sg-no-deed ${markers ? "sr" : ""}">${word("owns_nothing")}</li>`}
        ${Array.from({ length: markers }, (_, n) =>
          html`<li key="plot-${n}" class="sg-plot" aria-hidden="true"><${Marker} seat=${seat} /></li>`)}
      </ul>
    </div>
  `;
}

/**
 * The person's goods, money and points: always visible.
 * @param {{ play: Santiago.Play }} props
 */
export const Hand = ({ play }) =>
  html`<div class="sg sg-hand" data-player=${play.seat}><${Held} play=${play} seat=${play.seat} /></div>`;

/**
 * The rest of the person's own area.
 * @param {{ play: Santiago.Play }} props
 */
export const Mine = ({ play }) => html`<div class="sg sg-mine"><${Estate} play=${play} seat=${play.seat} /></div>`;

/**
 * A player's whole area, as the others see it.
 * @param {{ play: Santiago.Play, seat: number }} props
 */
export const Seat = ({ play, seat }) => html`
  <section class="sg sg-player seat-${seat}" aria-label=${word("player", { name: seatName(play.open.seats, seat) })}
    data-player=${seat}>
    <${Plate} play=${play} seat=${seat} />
    <${Held} play=${play} seat=${seat} />
    <${Estate} play=${play} seat=${seat} />
  </section>
`;

/** @param {number} item */
const icon = (item) => () => html`<${Item} of=${item} />`;
const ICONS = [...GOODS, PESO, VP].map(icon);

/**
 * A player's figures in the strip: points, pesos, goods, but nothing that is hidden behind a screen.
 * @param {Santiago.Play} play
 * @param {number} seat
 */
export function figures(play, seat) {
  const held = holdings(play, seat);
  /**
   * @param {string} key
   * @param {number} item
   * @param {string} name
   */
  const figure = (key, item, name) =>
    ({ key, icon: ICONS[item], value: held ? held[item] : "?", label: held ? name : `${name}, ${word("screen")}` });
  const goods = held ? GOODS.filter((good) => held[good]) : [];
  return [figure("score", VP, word("figure.points")), figure("money", PESO, word("figure.pesos")),
    ...goods.map((good) => figure(`good-${good}`, good, itemName(good)))];
}

/**
 * The items in the supply.
 * @param {{ play: Santiago.Play }} props
 */
export function Supply({ play }) {
  const { supply } = play.open.game;
  const verb = TAKE.find((name) => play.offers.has(name));
  return html`
    <section class="sg-supply ${verb ? "asked" : ""}" aria-label=${word("supply")} data-test="supply">
      <span class="sg-caption" title=${word("supply_help")}>${word("supply")}</span>
      ${GOODS.map((good) => html`<${Heap} key=${good} play=${play} item=${good} n=${supply[good]}
        verb=${verb && play.offers.get(verb)?.has(good) ? verb : undefined} noun=${good} place="supply-${good}"
        why=${whyNot(play, "supply", good)} />`)}
    </section>
  `;
}
