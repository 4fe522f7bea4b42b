/** The Schweinebande table: the market of hexagons and the farms around it. Put together here, drawn in `schweinebande/`. */

import { html, useEffect, useRef } from "../../lib.js";
import { others } from "../../board.js";
import { Drawings, Picture } from "./art.js";
import { Farm } from "./farm.js";
import { fly } from "./flights.js";
import { Market } from "./market.js";
import { stages } from "./stages.js";
import { KINDS, SACK, loadTiles, ownValues, tileName, valueOf, word } from "./words.js";

const ON_BOARD = new Set(["reveal", "collect", "alone", "four", "six", "sell"]);
/** Questions that are answered on one's own farm; narrow screens then show it first. */
const FARMING = new Set(["redeem", "feed", "sell"]);

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

function Board({ play }) {
  const ref = useRef(null);
  const before = useRef(null);
  const { game, seats } = play.open;
  useEffect(() => {
    fly(ref.current, before.current, game, play.lines);
    before.current = game;
  }, [play.count]);
  return html`
    <div class="sb ${FARMING.has(play.ask.prompt) ? "farming" : ""} ${play.seat < 0 ? "watched" : ""}" ref=${ref} data-test="board">
      <${Drawings} />
      <div class="sb-centre"><${Market} play=${play} /><${Warning} play=${play} /><${Legend} hints=${play.hints} /></div>
      ${play.seat >= 0 && html`<${Farm} play=${play} seat=${play.seat} />`}
      <div class="sb-others">${others(play.seat, seats).map((seat) => html`<${Farm} key=${seat} play=${play} seat=${seat} />`)}</div>
    </div>
  `;
}

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
  Board,
  prepare: loadTiles,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  turns: ["round", "revealed", "collected_1", "collected_2", "collected_3", "collected_4", "collected_5"],
  turn: (game) => `${game.round} ${game.active}`,
  picture,
  Drawings,
};
