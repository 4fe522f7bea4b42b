/** The Machi Koro table: cities around the supply, dice and bank. Put together here, drawn in `machi_koro/`. */

import { others } from "../../board.js";
import { lines } from "../../gametext.js";
import { html, useEffect, useRef } from "../../lib.js";
import { Scene, Scenes } from "./art.js";
import { Explanations } from "./card.js";
import { cards, loadCards, word } from "./cards.js";
import { City } from "./city.js";
import { fly } from "./flights.js";
import { Drawing, LandmarkSheet } from "./landmarks.js";
import { Market, Tray } from "./market.js";
import { stages } from "./stages.js";

const ON_BOARD = new Set(["build", "landmark", "give", "take", "with", "tv"]);
const MARKED = new Set(["built", "landmark", "swapped"]);
const INCOME = new Set(["rolled", "rolled_two", "paid", "got", "stadium", "tv"]);

function Board({ play }) {
  const ref = useRef(null);
  const { game, seats, log } = play.open;
  const recent = lines(log);
  const last = recent.findLast(([key]) => MARKED.has(key));
  const lit = game.dice.length > 0 && (play.lines.some(([key]) => INCOME.has(key)) || play.ask.prompt === "reroll");
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  const city = (seat) => html`<${City} key=${seat} play=${play} seat=${seat} last=${last} lights=${lit} />`;
  return html`
    <div class="mk seats-${seats.length}" ref=${ref} data-test="board">
      <${Scenes} /><${LandmarkSheet} />
      <div class="mk-others">${others(play.seat, seats).map(city)}</div>
      <div class="mk-centre"><${Market} play=${play} /><${Tray} play=${play} /></div>
      ${play.seat >= 0 && city(play.seat)}
      <${Explanations} kinds=${cards.value.establishments.map((_, kind) => kind)} landmarks=${cards.value.landmarks.map((_, n) => n)} />
    </div>
  `;
}

/** A small sound for what just happened. */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (keys.has("rolled") || keys.has("rolled_two")) return "dice";
  if (keys.has("built") || keys.has("landmark")) return "built";
  return keys.has("got") || keys.has("paid") || keys.has("tv") || keys.has("stadium") ? "coins" : null;
}

/** What building costs, what somebody pays. */
function costs(play, verb, noun) {
  const coins = play.amounts(verb, noun)?.coins ?? 0;
  return coins !== 0 && word(coins < 0 ? "price" : "brings", { n: Math.abs(coins) });
}

/** What the rules page shows beside an explanation. */
const picture = (group, n) => ({
  establishments: () => html`<${Scene} kind=${n} />`,
  landmarks: () => html`<${Drawing} landmark=${n} />`,
})[group]?.();

const Drawings = () => html`<${Scenes} /><${LandmarkSheet} />`;

export default {
  Board,
  prepare: loadCards,
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  turns: ["rolled", "rolled_two"],
  turn: (game) => `${game.active} ${game.extra === 2}`,
  costs,
  picture,
  Drawings,
};
