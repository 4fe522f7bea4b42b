/** What a player has: score, guilders, workers, threats, markers and statues, canals, houses; the backs of the others' hands. */

import { html } from "../../lib.js";
import { seatName } from "../../gametext.js";
import { Plate } from "../../seats.js";
import { Sign } from "./art.js";
import { Canals } from "./canals.js";
import { Back } from "./card.js";
import { Houses } from "./houses.js";
import { limitOf } from "./reckon.js";
import { EACH, MARKS, colourName, helpFor, nameIn, word } from "./words.js";

export const WORKER_VERBS = ["take_worker", "take_workers", "give_worker", "sell"];
export const THREAT_VERBS = ["return_threat", "return_all", "suffer", "pass_threat", "spread"];

const offeredVerb = (play, seat, verbs, noun) => (seat === play.seat ? verbs.find((verb) => play.offers.get(verb)?.has(noun)) : undefined);

/** A piece with its number, which is a button where it may be chosen. */
function Piece({ play, verb, noun, kind, label, children, ...rest }) {
  if (!verb) return html`<span class=${kind} title=${label} ...${rest}>${children}<span class="sr">${label}. </span></span>`;
  return html`<button type="button" class="${kind} offered" title=${label} data-verb=${verb} data-noun=${noun} ...${rest} onClick=${() => play.choose(verb, noun)}>${children}<span class="sr">${label}. ${word(`with.${verb}`)}</span></button>`;
}

function Workers({ play, seat }) {
  const counts = play.open.game.workers[seat];
  return html`<span class="br-workers" role="group" aria-label=${word("workers")}>${EACH.map((colour) => html`
    <${Piece} key=${colour} play=${play} verb=${offeredVerb(play, seat, WORKER_VERBS, colour)} noun=${colour} kind="br-worker c-${colour} ${counts[colour] ? "" : "none"}"
      label=${word("workers_of", { n: counts[colour], colour: colourName(colour) })} data-colour=${colour} data-count=${counts[colour]}>
      <${Sign} of="worker" colour=${colour} /><b key=${counts[colour]} aria-hidden="true">${counts[colour]}</b><//>`)}</span>`;
}

/** Markers as filled pips; one glance shows where the next one strikes. */
function Threats({ play, seat }) {
  const { game } = play.open;
  return html`<span class="br-threats" role="group" aria-label=${word("threats")}>${EACH.map((colour) => {
    const [n, limit] = [game.threats[seat][colour], limitOf(game, seat, colour)];
    const danger = n >= limit - 1;
    const label = `${nameIn("damage", colour)}: ${word("threats_of", { n, of: limit })}${danger ? ` – ${word("danger")}` : ""}. ${helpFor("damage", colour)}`;
    return html`<${Piece} key=${colour} play=${play} verb=${offeredVerb(play, seat, THREAT_VERBS, colour)} noun=${colour} kind="br-threat c-${colour} ${n ? "" : "none"} ${danger ? "danger" : ""}"
      label=${label} data-threat=${colour} data-count=${n}><${Sign} of="sign_${colour}" /><span class="br-pips" aria-hidden="true">${Array.from({ length: limit }, (_, k) => html`<i key=${k} class=${k < n ? "on" : ""}></i>`)}</span><//>`;
  })}</span>`;
}

const MARK_SIGNS = { reputation: "reputation", persons: "hire", canal: "canal", pets: "pets" };

function Marks({ game, seat }) {
  const marks = MARKS.slice(0, game.options.pets ? 4 : 3);
  return html`<span class="br-marks" role="group" aria-label=${word("marks")}>${marks.map((name, n) => {
    const turned = game.marks[seat][n] === 1;
    const label = `${nameIn("marks", n)}: ${word(turned ? "turned" : "not_turned")}`;
    return html`<span key=${name} class="br-mark ${turned ? "turned" : ""}" title=${label} data-mark=${name}><${Sign} of=${MARK_SIGNS[name]} /><span class="sr">${label}. </span></span>`;
  })}</span>`;
}

const Statues = ({ values }) => values.map((value, n) => html`<span key=${n} class="br-statue" title=${word("statue", { n: value })}><${Sign} of="statue" /><b aria-hidden="true">${value}</b><span class="sr">${word("statue", { n: value })}. </span></span>`);

function HandBacks({ game, seat }) {
  const backs = [...game.fresh[seat]];
  game.hand[seat].forEach((n, back) => { for (let k = 0; k < n; k++) backs.push(back); });
  game.drawn[seat].forEach((n, back) => { for (let k = 0; k < n; k++) backs.push(back); });
  return html`<div class="br-backs" role="group" aria-label=${word("hand_of", { n: backs.length })} data-count=${backs.length}>${backs.map((back, n) => html`<${Back} key=${n} back=${back} size="small" />`)}</div>`;
}

/** The score now, and what it would be if the game ended now. */
const Score = ({ game, seat }) => html`
  <span class="br-score" title=${word("worth_help")}><span class="br-score-now"><small>${word("score")}</small><b key=${game.points[seat]}>${game.points[seat]}</b></span>
    <span class="br-score-end" data-worth=${game.worth[seat]}><small>${word("worth")}</small><b key=${game.worth[seat]}>${game.worth[seat]}</b></span></span>
`;

export function Player({ play, seat, children }) {
  const { game, seats } = play.open;
  const own = seat === play.seat;
  const name = seatName(seats, seat);
  return html`
    <section class="br-player seat-${seat} ${own ? "own" : ""} ${game.active === seat ? "active" : ""}" aria-label=${word("player", { name })} data-player=${seat}>
      <header class="br-player-head">
        <${Plate} play=${play} seat=${seat}>${game.start === seat && html`<span class="badge br-start">${word("start")}</span>`}<//>
        <${Score} game=${game} seat=${seat} />
      </header>
      <div class="br-goods">
        <span class="br-guilders" title=${word("guilders", { n: game.guilders[seat] })} data-guilders=${game.guilders[seat]}><${Sign} of="guilder" /><b key=${game.guilders[seat]} aria-hidden="true">${game.guilders[seat]}</b><span class="sr">${word("guilders", { n: game.guilders[seat] })}</span></span>
        <${Workers} play=${play} seat=${seat} />
        <${Threats} play=${play} seat=${seat} />
      </div>
      <div class="br-estate">
        <div class="br-waterside"><${Canals} play=${play} seat=${seat} /><span class="br-honours"><${Marks} game=${game} seat=${seat} /><${Statues} values=${game.statues[seat]} /></span></div>
        <${Houses} play=${play} seat=${seat} label=${word("houses_of", { name })} />
      </div>
      ${own ? children : html`<${HandBacks} game=${game} seat=${seat} />`}
    </section>
  `;
}
