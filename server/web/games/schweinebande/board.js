/** The Schweinebande table: the market of hexagons and the farms around it. */

import { others } from "../../table/board.js";
import { Explanation } from "../../things/explanation.js";
import { html, useEffect, useRef } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { Drawings, Picture } from "./art.js";
import { Farm, Neighbour } from "./farm.js";
import { fly } from "./flights.js";
import { Market } from "./market.js";
import { stages } from "./stages.js";
import { KINDS, SACK, loadTiles, ownValues, tileName, valueOf, word } from "./words.js";

const ON_BOARD = new Set(["reveal", "collect", "alone", "four", "six", "sell"]);

/**
 * The kinds with their values and the number of unseen tiles of each.
 * @param {{ hints: Schweinebande.Hints }} props
 */
function Legend({ hints }) {
  return html`
    <section class="sb-legend" aria-label=${word("unseen")}>
      <h2>${word("unseen_help")}</h2>
      <ul>
        ${[...KINDS, SACK].map((kind) => html`
          <li key=${kind} class="kind-${kind}">
            <${Picture} of=${kind} /><b data-unseen=${kind}>${hints.unseen?.[kind]}</b>
            <span>${tileName(kind)}</span>
            <span class="muted">${kind === SACK ? word("feeds_all") : word("worth", { n: valueOf(kind) })}</span>
          </li>`)}
      </ul>
      <p class="muted">${word(hints.pigs > 1 ? "bonus" : "bonus_wait")}
        ${ownValues().length > 0 && html` ${word("own")}: ${ownValues().map(tileName).join(", ")}.`}</p>
    </section>
  `;
}

/** @param {{ play: Schweinebande.Play }} props */
const Common = ({ play }) => html`
  <div class="sb-centre">
    <${Market} play=${play} />
    ${!phone.value && html`<div class="sb-neighbours">
        ${others(play.seat, play.open.seats).map((seat) =>
          html`<${Neighbour} key=${seat} play=${play} seat=${seat} />`)}</div>`}
    <${Legend} hints=${play.hints} />
  </div>
`;

/** @param {{ play: Schweinebande.Play }} props */
const Mine = ({ play }) => html`<${Farm} play=${play} seat=${play.seat} />`;

/** @param {{ play: Schweinebande.Play, children: Children }} props */
function Frame({ play, children }) {
  const ref = useRef(null);
  const before = useRef(null);
  const { game } = play.open;
  useEffect(() => {
    fly(ref.current, before.current, game, play.lines);
    before.current = game;
  }, [play.count]);
  return html`<div class="sb" ref=${ref}><${Drawings} />${children}<${Explanation} /></div>`;
}

const Barn = () => html`<${Picture} of="barn" />`;
const Feed = () => html`<${Picture} of="feed" />`;
const Farmer = () => html`<${Picture} of="farmer" />`;

/**
 * Points, feed, remaining farmers.
 * @param {Schweinebande.Play} play
 * @param {number} seat
 */
const figures = ({ hints, open: { game } }, seat) => [
  { key: "score", icon: Barn, value: hints.points?.[seat] ?? 0, label: word("figure.points") },
  { key: "money", icon: Feed, value: game.feed[seat], label: word("feed") },
  { key: "farmers", icon: Farmer, value: game.left[seat], label: word("figure.farmers") },
];

/**
 * The sound for these log lines.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = happened.map(([key]) => key);
  if (keys.some((key) => key === "four" || key === "six" || key === "placed" || key === "final")) return "built";
  if (keys.some((key) => key === "sold" || key === "fed" || key === "sack")) return "coins";
  return keys.some((key) => key === "revealed" || key === "uncovered" || key.startsWith("collected")) ? "cards" : null;
}

/**
 * The picture beside an explanation on the rules page.
 * @param {string} group
 * @param {number} n
 */
const picture = (group, n) => (group === "tiles" ? html`<${Picture} of=${n} />` : null);

/** @type {Board} */
export default {
  Common,
  Mine,
  Seat: Farm,
  Frame,
  figures,
  prepare: loadTiles,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  turns: ["round", "revealed", "collected_1", "collected_2", "collected_3", "collected_4", "collected_5"],
  turn: (game) => `${game.round} ${game.active}`,
  picture,
  around: () => "sb",
  Drawings,
};
