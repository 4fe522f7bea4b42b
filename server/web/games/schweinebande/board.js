/** The Schweinebande table: the market of hexagons and the farms around it. Put together here, drawn in `schweinebande/`. */

import { html, useEffect, useRef } from "../lib.js";
import { Drawings, Picture } from "./schweinebande/art.js";
import { Farm } from "./schweinebande/farm.js";
import { fly } from "./schweinebande/flights.js";
import { Market } from "./schweinebande/market.js";
import { stages } from "./schweinebande/stages.js";
import { KINDS, ROUNDS, SACK, loadTiles, ownValues, tileName, tilesOf, valueOf, word } from "./schweinebande/words.js";

const ON_BOARD = new Set(["reveal", "collect", "alone", "four", "six", "sell"]);
/** Questions that are answered on one's own farm; narrow screens then show it first. */
const FARMING = new Set(["redeem", "feed", "sell"]);

/** The other seats in the order of play after one's own; for watchers all seats. */
function others(seat, seats) {
  if (seat < 0) return seats.map((_, n) => n);
  return seats.map((_, n) => (seat + n) % seats.length).slice(1);
}

/** How many tiles of a kind nobody has seen yet. */
const unseen = (game, kind) =>
  tilesOf(kind) - [...game.pens, ...game.farms, game.box].reduce((sum, row) => sum + (row[kind] ?? 0), 0) - game.market.filter((tile) => tile === kind).length;

/** Values of the kinds, and what is still to come of each. */
function Legend({ game }) {
  return html`
    <section class="sb-legend" aria-label=${word("unseen")}>
      <h2 title=${word("unseen_help")}>${word("unseen")}</h2>
      <ul>
        ${[...KINDS, SACK].map((kind) => html`
          <li key=${kind} title="${tileName(kind)}${kind === SACK ? "" : `: ${valueOf(kind)}`}">
            <${Picture} of=${kind} /><span class="sr">${tileName(kind)}: </span><b data-unseen=${kind}>${unseen(game, kind)}</b>
          </li>`)}
      </ul>
      <p class="muted">${word(game.round === ROUNDS ? "bonus" : "bonus_wait")}</p>
      ${ownValues().length > 0 && html`<p class="muted">${word("own")}: ${ownValues().map(tileName).join(", ")}</p>`}
    </section>
  `;
}

/** What a confirmation is about: uncovering the rest, the next round, the end. */
function Warning({ play }) {
  if (play.ask.prompt !== "end_turn") return null;
  const { game } = play.open;
  const covered = game.market.includes(8);
  const key = covered ? "confirm_uncover" : game.round === ROUNDS ? "confirm_end" : "confirm_round";
  return html`<p class="sb-warning" data-test="warning">${word(key)}</p>`;
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
      <div class="sb-centre"><${Market} play=${play} /><${Warning} play=${play} /><${Legend} game=${game} /></div>
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
