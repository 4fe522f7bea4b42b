/**
 * A player's possessions: guilders, workers, threats, canals, statues, markers, houses; the backs of the others'
 * hands.
 */

import { anchorOfThing } from "../../things/anchors.js";
import { html, useMemo } from "../../core/lib.js";
import { seatName } from "../../core/gametext.js";
import { Plate, presence } from "../../table/seats.js";
import { language } from "../../core/settings.js";
import { whyAt } from "../../things/why.js";
import { Sign } from "./art.js";
import { Canals } from "./canals.js";
import { Back } from "./card.js";
import { Houses } from "./houses.js";
import { Piece, Told, offeredVerb } from "./told.js";
import { Mark } from "./waters.js";
import { EACH, STATUES, colourName, helpFor, nameIn, word } from "./words.js";

export const WORKER_VERBS = ["take_worker", "take_workers", "give_worker", "sell"];
export const THREAT_VERBS = ["return_threat", "return_all", "suffer", "pass_threat", "spread"];

/** @param {{ n: number }} props */
const Guilders = ({ n }) => html`
  <${Told} kind="br-guilders" title=${word("guilders", { n })} text=${word("guilders_help")} anchor="BRU-6.1"
    data-guilders=${n}>
    <${Sign} of="guilder" /><b key=${n} aria-hidden="true">${n}</b><//>`;

/** @param {{ play: Bruges.Play, seat: number }} props */
function Workers({ play, seat }) {
  const counts = play.open.game.workers[seat];
  return html`<span class="br-workers" role="group" aria-label=${word("workers")}>${EACH.map((colour) => html`
    <${Piece} key=${colour} play=${play} verb=${offeredVerb(play, seat, WORKER_VERBS, colour)} noun=${colour}
      kind="br-worker c-${colour} ${counts[colour] ? "" : "none"}"
      label=${word("workers_of", { n: counts[colour], colour: colourName(colour) })} help=${word("workers_help")}
      why=${whyAt(play, seat, "worker", colour)}
      anchor="BRU-6.1" data-colour=${colour} data-count=${counts[colour]}>
      <${Sign} of="worker" colour=${colour} /><b key=${counts[colour]} aria-hidden="true">${counts[colour]}</b><//>`)}
    </span>`;
}

/**
 * Does the next marker of a colour strike?
 * @param {number} n
 * @param {number} limit
 */
const isDanger = (n, limit) => n >= limit - 1;

/**
 * The number of colours in which the next marker strikes a seat.
 * @param {{ hints: Bruges.Hints, open: { game: Bruges.Game } }} props
 * @param {number} seat
 */
export const dangers = ({ hints, open: { game } }, seat) =>
  EACH.filter((colour) => isDanger(game.threats[seat][colour], hints.limits[seat][colour])).length;

/**
 * Each disaster with its name and its markers as filled pips; a danger sign shows where the next one strikes.
 * @param {{ play: Bruges.Play, seat: number }} props
 */
function Threats({ play, seat }) {
  const { game } = play.open;
  const limits = play.hints.limits[seat];
  return html`<span class="br-threats" role="group" aria-label=${word("threats")}>${EACH.map((colour) => {
    const [n, limit] = [game.threats[seat][colour], limits[colour]];
    const danger = isDanger(n, limit);
    const label = `${nameIn("damage", colour)}: ${word("threats_of", { n, of: limit })}`
      + (danger ? ` – ${word("danger")}` : "");
    return html`<${Piece} key=${colour} play=${play} verb=${offeredVerb(play, seat, THREAT_VERBS, colour)}
      noun=${colour} kind="br-threat c-${colour} ${n ? "" : "none"} ${danger ? "danger" : ""}"
      why=${whyAt(play, seat, "threat", colour)}
      label=${label} help=${helpFor("damage", colour)} anchor=${anchorOfThing("damage", colour)}
      data-threat=${colour} data-count=${n}>
      <${Sign} of="sign_${colour}" />
      <span class="br-pips" aria-hidden="true">
        ${Array.from({ length: limit }, (_, k) => html`<i key=${k} class=${k < n ? "on" : ""}></i>`)}</span>
        <small aria-hidden="true">${word(`threat_${colour}`)}</small><//>`;
  })}</span>`;
}

/** @param {{ values: number[] }} props */
const Statues = ({ values }) =>
  values.map((value, n) => html`<${Told} key=${n} kind="br-statue" title=${word("statue", { n: value })}
      text=${word("statue_help")} anchor=${STATUES}><${Sign} of="statue" /><b aria-hidden="true">${value}</b><//>`);

/**
 * The backs of the cards in a player's hand.
 * @param {Bruges.Game} game
 * @param {number} seat
 */
export function handOf(game, seat) {
  const backs = [...game.fresh[seat]];
  for (const counts of [game.hand[seat], game.drawn[seat]]) {
    counts.forEach((n, back) => { for (let k = 0; k < n; k++) backs.push(back); });
  }
  return backs;
}

/** @param {{ game: Bruges.Game, seat: number }} props */
function HandBacks({ game, seat }) {
  const backs = handOf(game, seat);
  return html`<div class="br-backs" data-hand=${seat} role="group" aria-label=${word("hand_of", { n: backs.length })}
    data-count=${backs.length}>${backs.map((back, n) => html`<${Back} key=${n} back=${back} size="small" />`)}</div>`;
}

/**
 * The score now, and the score if the game ended now.
 * @param {{ game: Bruges.Game, seat: number }} props
 */
const Score = ({ game, seat }) => html`
  <span class="br-score" title=${word("worth_help")}>
    <span class="br-score-now"><small>${word("score")}</small>
      <b key=${game.points[seat]}>${game.points[seat]}</b></span>
    <span class="br-score-end" data-worth=${game.worth[seat]}><small>${word("worth")}</small>
      <b key=${game.worth[seat]}>${game.worth[seat]}</b></span></span>
`;

/** @type {(keyof Bruges.Game)[]} */
const COLUMNS = ["guilders", "workers", "threats", "canals", "statues", "houses", "persons", "pets", "used", "marks",
  "hand", "drawn", "fresh", "points", "worth"];

/** The hints by seat that the drawing depends on. */
const FACTS = /** @type {const} */ (["standing", "limits", "spaces"]);

/**
 * All inputs of a player's drawing as one text: while it is unchanged, nothing is redrawn.
 * @param {Bruges.Play} play
 * @param {number} seat
 */
function drawnFrom(play, seat) {
  const { game, seats, asks, clock, table } = play.open;
  const things = COLUMNS.map((name) => game[name][seat]);
  const facts = FACTS.map((name) => play.hints[name][seat]);
  const sign = [seats[seat], game.start === seat, presence(play, seat), asks.some(([who]) => who === seat), clock,
    table.host === seats[seat].person];
  const own = seat === play.seat || play.offers.has("activate")
    ? [play.offers.size, play.mine?.game?.houses] : 0;
  return JSON.stringify([things, facts, sign, own, play.ask.number, language.value]);
}

/** The sign of the player who has the dice this round. */
export const Start = () =>
  html`<${Told} kind="badge br-start" title=${word("start")} text=${word("start_help")} anchor="BRU-7.15">
    ${word("start")}<//>`;

/** @param {{ play: Bruges.Play, seat: number, name: string }} props */
function Things({ play, seat, name }) {
  const { game } = play.open;
  const own = seat === play.seat;
  return html`
    ${!own && html`<header class="br-player-head"><${Plate} play=${play} seat=${seat} />
        <${Score} game=${game} seat=${seat} /><${HandBacks} game=${game} seat=${seat} /></header>`}
    <div class="br-goods">
      <div class="br-purse"><${Guilders} n=${game.guilders[seat]} /><${Workers} play=${play} seat=${seat} /></div>
      <${Canals} play=${play} seat=${seat} live />
      <${Threats} play=${play} seat=${seat} />
      <div class="br-honours">
        ${own && html`<${Score} game=${game} seat=${seat} />`}
        <span class="br-marks" role="group" aria-label=${word("marks")}>
          ${play.hints.standing[seat].map((_, n) => html`<${Mark} key=${n} play=${play} seat=${seat} n=${n} named />`)}
          </span>
        <${Statues} values=${game.statues[seat]} />${game.start === seat && html`<${Start} />`}
      </div>
    </div>
    <${Houses} play=${play} seat=${seat} label=${word("houses_of", { name })} />
  `;
}

/** @param {{ play: Bruges.Play, seat: number }} props */
export function Player({ play, seat }) {
  const { seats, asks } = play.open;
  const name = seatName(seats, seat);
  const asked = asks.some(([who]) => who === seat);
  const things = useMemo(() => html`<${Things} play=${play} seat=${seat} name=${name} />`,
    [drawnFrom(play, seat), play.seat]);
  return html`
    <section class="br-player seat-${seat} ${seat === play.seat ? "own" : ""} ${asked ? "asked" : ""}"
      aria-label=${word("player", { name })} data-player=${seat}>
      ${things}
    </section>
  `;
}
