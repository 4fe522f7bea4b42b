/** The Machi Koro table: cities around the supply, dice and bank. Assembled here, drawn in `machi_koro/`. */

import { Explanation } from "../../things/explanation.js";
import { html, useEffect, useRef } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { Scene, Scenes } from "./art.js";
import { Descriptions } from "./card.js";
import { cards, loadCards, word } from "./cards.js";
import { City } from "./city.js";
import { fly } from "./flights.js";
import { Drawing, LandmarkSheet } from "./landmarks.js";
import { Market, Neighbours, Tray } from "./market.js";
import { inWords } from "./rolls.js";
import { stages } from "./stages.js";

const ON_BOARD = new Set(["build", "landmark", "give", "take", "with", "tv"]);

/** @param {{ play: MachiKoro.Play }} props */
const Common = ({ play }) => html`
  <div class="mk-centre">
    <${Market} play=${play} /><${Tray} play=${play} />
    ${!phone.value && html`<${Neighbours} play=${play} />`}
  </div>`;

/** @param {{ play: MachiKoro.Play }} props */
const Mine = ({ play }) => html`<${City} play=${play} seat=${play.seat} />`;

/** @param {MachiKoro.Play} play */
const around = ({ open }) => `mk seats-${open.seats.length}`;

/** @param {{ play: MachiKoro.Play, children: Children }} props */
function Frame({ play, children }) {
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  return html`
    <div class=${around(play)} ref=${ref}>
      <${Scenes} /><${LandmarkSheet} />
      ${children}
      <${Descriptions} kinds=${cards.value.establishments.map((_, kind) => kind)}
        landmarks=${cards.value.landmarks.map((_, n) => n)} />
      <${Explanation} />
    </div>
  `;
}

const Tower = () => html`<svg class="figure-line" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 21h16M6 21V10l6-6 6 6v11M10 21v-6h4v6" /></svg>`;
const Purse = () => html`<span class="mk-coin" aria-hidden="true"></span>`;
const Cards = () => html`<svg class="figure-line" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M8 3h11v15H8zM8 6H5v15h11v-3" /></svg>`;

/**
 * Landmarks, coins, cards of a city.
 * @param {MachiKoro.Play} play
 * @param {number} seat
 */
function figures({ open: { game } }, seat) {
  const built = game.landmarks[seat].filter(Boolean).length;
  return [
    { key: "score", icon: Tower, value: `${built}/${game.landmarks[seat].length}`, label: word("figure.landmarks") },
    { key: "money", icon: Purse, value: game.coins[seat], label: word("figure.coins") },
    { key: "cards", icon: Cards, value: game.cities[seat].reduce((sum, n) => sum + n, 0), label: word("figure.cards") },
  ];
}

/**
 * The choices in another city: one of its cards, or its player.
 * @param {MachiKoro.Play} play
 * @param {number} seat
 * @returns {Choice[]}
 */
function offersAt({ offers, hints }, seat) {
  const kinds = hints.swap?.partner === seat ? [...(offers.get("take") ?? [])] : [];
  const verbs = ["tv", "with"].filter((verb) => offers.get(verb)?.has(seat));
  return [...kinds.map((kind) => /** @type {Choice} */ (["take", kind])),
    ...verbs.map((verb) => /** @type {Choice} */ ([verb, seat]))];
}

/**
 * The sound for these log lines.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (keys.has("rolled") || keys.has("rolled_two")) return "dice";
  if (keys.has("built") || keys.has("landmark")) return "built";
  return keys.has("got") || keys.has("paid") || keys.has("tv") || keys.has("stadium") ? "coins" : null;
}

/**
 * The price of building, the payment of a player, the gain of a kept roll.
 * @param {MachiKoro.Play} play
 * @param {string} verb
 * @param {number} noun
 */
function costs(play, verb, noun) {
  const coins = play.amounts(verb, noun)?.coins ?? 0;
  if (verb === "keep") return word("keeping", { n: inWords(coins) });
  if (Array.isArray(coins) || coins === 0) return null;
  return word(coins < 0 ? "price" : "brings", { n: Math.abs(coins) });
}

/**
 * The picture beside an explanation on the rules page.
 * @param {string} group
 * @param {number} n
 */
function picture(group, n) {
  if (group === "establishments") return html`<${Scene} kind=${n} />`;
  return group === "landmarks" ? html`<${Drawing} landmark=${n} />` : null;
}

const Drawings = () => html`<${Scenes} /><${LandmarkSheet} />`;

/** @type {Board} */
export default {
  Common,
  Mine,
  Seat: City,
  Frame,
  figures,
  offersAt,
  prepare: loadCards,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  turns: ["rolled", "rolled_two"],
  turn: (game) => `${game.active} ${game.extra === 2}`,
  costs,
  picture,
  around,
  Drawings,
};
