/** The Schweinebande table: the market of hexagons and the farms around it. Put together here, drawn in `schweinebande/`. */

import { html, useEffect, useRef } from "../../lib.js";
import { Drawings, Picture } from "./art.js";
import { Farm } from "./farm.js";
import { fly } from "./flights.js";
import { Market } from "./market.js";
import { stages } from "./stages.js";
import { KINDS, SACK, loadTiles, ownValues, tileName, valueOf, word } from "./words.js";

const ON_BOARD = new Set(["reveal", "collect", "alone", "four", "six", "sell"]);

/** Values of the kinds, and what is still to come of each. */
function Legend({ hints }) {
  return html`
    <section class="sb-legend" aria-label=${word("unseen")}>
      <h2 title=${word("unseen_help")}>${word("unseen")}</h2>
      <ul>
        ${[...KINDS, SACK].map((kind) => html`
          <li key=${kind} title="${tileName(kind)}${kind === SACK ? "" : `: ${valueOf(kind)}`}">
            <${Picture} of=${kind} /><span class="sr">${tileName(kind)}: </span><b data-unseen=${kind}>${hints.unseen?.[kind]}</b>
          </li>`)}
      </ul>
      <p class="muted">${word(hints.pigs > 1 ? "bonus" : "bonus_wait")}</p>
      ${ownValues().length > 0 && html`<p class="muted">${word("own")}: ${ownValues().map(tileName).join(", ")}</p>`}
    </section>
  `;
}

const CONFIRM = { uncover: "confirm_uncover", round: "confirm_round", end: "confirm_end" };

/** What a confirmation is about: uncovering the rest, the next round, the end. */
function Warning({ play: { ask, hints } }) {
  return ask.prompt === "end_turn" && hints.ends && html`<p class="sb-warning" data-test="warning">${word(CONFIRM[hints.ends])}</p>`;
}

const Common = ({ play }) => html`
  <div class="sb-centre"><${Market} play=${play} /><${Warning} play=${play} /><${Legend} hints=${play.hints} /></div>
`;

const Mine = ({ play }) => html`<${Farm} play=${play} seat=${play.seat} />`;

function Frame({ play, children }) {
  const ref = useRef(null);
  const before = useRef(null);
  const { game } = play.open;
  useEffect(() => {
    fly(ref.current, before.current, game, play.lines);
    before.current = game;
  }, [play.count]);
  return html`<div class="sb" ref=${ref}><${Drawings} />${children}</div>`;
}

const Barn = () => html`<${Picture} of="barn" />`;
const Feed = () => html`<${Picture} of="feed" />`;
const Farmer = () => html`<${Picture} of="farmer" />`;

/** Points, feed, farmers at hand. */
const figures = ({ hints, open: { game } }, seat) => [
  { key: "score", icon: Barn, value: hints.points?.[seat] ?? 0, label: word("figure.points") },
  { key: "money", icon: Feed, value: game.feed[seat], label: word("feed") },
  { key: "farmers", icon: Farmer, value: game.left[seat], label: word("figure.farmers") },
];

/** A small sound for what just happened. */
function tune(happened) {
  const keys = happened.map(([key]) => key);
  if (keys.some((key) => key === "four" || key === "six" || key === "placed" || key === "final")) return "built";
  if (keys.some((key) => key === "sold" || key === "fed" || key === "sack")) return "coins";
  return keys.some((key) => key === "revealed" || key === "uncovered" || key.startsWith("collected")) ? "dice" : null;
}

/** What the rules page shows beside an explanation. */
const picture = (group, n) => (group === "tiles" ? html`<${Picture} of=${n} />` : null);

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
  Drawings,
};
