/** The Santiago table: the harbor, the ring street around the town, the players' possessions. */

import { Explanation } from "../../things/explanation.js";
import { html, useEffect, useRef } from "../../core/lib.js";
import { Bargains, BARGAINS } from "./bargain.js";
import { fly } from "./flights.js";
import { House, Houses } from "./houses.js";
import { Signs, signOf } from "./marks.js";
import { Laps } from "./laps.js";
import { People, Portrait } from "./people.js";
import { Hand, Mine, Seat, figures } from "./players.js";
import { Quarters } from "./quarters.js";
import { Sea } from "./sea.js";
import { stages } from "./stages.js";
import { Street } from "./street.js";
import { Tokens } from "./tokens.js";
import { buildingAsked, costs, helpFor, loadCards, word } from "./words.js";

const ON_BOARD = new Set([
  "drive", "turn_down", "enter", "claim", "employ", "deliver", "deliver_wood", "cancel", "trade", "leave_out", "lower",
  "raise", "give", "give_peso", "give_vp", "swap_give", "sell", "take", "swap_take", ...BARGAINS,
]);

/** Questions about the ship: in a small window it then has all the room. */
const AT_SEA = new Set(["deliver", "demand", "roll", "roll_after", "customs_office", "trading_office", "harbor_office",
  "last_ship"]);

/** The texts of each tile that screen readers get besides its name. */
const Descriptions = () => html`
  <div hidden>
    <span id="sg-help-harbor">${word("harbor_help")}</span>
    ${Array.from({ length: 9 }, (_, n) => html`<span key=${n} id="sg-help-cubans-${n}">${helpFor("cubans", n)}</span>`)}
    ${Array.from({ length: 12 },
        (_, n) => html`<span key=${n} id="sg-help-buildings-${n}">${helpFor("buildings", n)}</span>`)}
  </div>
`;

/**
 * A confirmation before the end of the game, because the last move can still be undone; and the choice of how far to
 * drive, if no station stands for it.
 * @param {{ play: Santiago.Play }} props
 */
const Choices = ({ play }) => (play.ask.prompt === "end_turn" && play.hints.last
  ? html`<p class="sg-warning" data-test="warning">${word("last_ship")}</p>`
  : html`<${Laps} play=${play} key=${play.ask.number} />`);

/** @param {{ play: Santiago.Play }} props */
function Common({ play }) {
  const { asks, game } = play.open;
  const busy = buildingAsked(asks[0]?.[2]);
  const sea = asks.some(([, , prompt]) => AT_SEA.has(prompt)) || play.hints.last;
  const upper = game.spaces.indexOf(busy) < game.spaces.length / 2;
  return html`
    <div class="sg sg-common ${sea ? "at-sea" : ""}">
      <${Sea} play=${play} />
      <${Street} play=${play}>
        <${Quarters} play=${play} busy=${busy}>
          <${Bargains} play=${play} busy=${busy} upper=${upper} key=${play.ask.number} /><//>
      <//>
    </div>
  `;
}

/**
 * Around all regions: the symbols of the drawings, texts for screen readers, and the flights.
 * @param {{ play: Santiago.Play, children: Children }} props
 */
function Frame({ play, children }) {
  const ref = useRef(null);
  useEffect(() => fly(ref.current, play.lines), [play.count]);
  return html`
    <div class="sg-frame" ref=${ref}>
      <${Tokens} /><${Signs} /><${People} /><${Houses} /><${Descriptions} />
      ${children}
      <${Explanation} />
    </div>
  `;
}

/**
 * The sound for these log lines.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = happened.map(([key]) => key);
  if (keys.includes("rolled")) return "dice";
  if (keys.some((key) => key === "claimed" || key === "departed" || key.startsWith("delivered"))) return "built";
  return keys.some((key) => key.startsWith("exchange") || key === "gift" || key === "rent") ? "coins" : null;
}

/**
 * The picture beside an explanation on the rules page.
 * @param {string} group
 * @param {number} n
 */
const picture = (group, n) => /** @type {Record<string, () => unknown>} */ ({
  cubans: () => html`<${Portrait} id="cuban-${n}" />`,
  buildings: () => html`<${House} building=${n} />`,
})[group]?.();

const Drawings = () => html`<${Tokens} /><${People} /><${Houses} />`;

export default {
  Common,
  Mine,
  Hand,
  Seat,
  Choices,
  Frame,
  figures,
  held: (/** @type {Santiago.Play} */ play) => play.mine.game?.held && figures(play, play.seat),
  prepare: loadCards,
  /**
   * @param {string} verb
   */
  onBoard: (verb) => ON_BOARD.has(verb),
  stages,
  tune,
  sign: signOf,
  turns: ["drove", "drove_on"],
  /** @param {Santiago.Game} game */
  turn: (game) => `${game.active}`,
  costs,
  picture,
  around: () => "sg-frame",
  Drawings,
};
