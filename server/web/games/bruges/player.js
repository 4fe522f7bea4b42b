/** What a player has: score, guilders, workers, threats, markers and statues, canals, houses; the backs of the others' hands. */

import { html, useMemo } from "../../lib.js";
import { useExplained } from "../../explain.js";
import { seatName } from "../../gametext.js";
import { Plate, presence } from "../../seats.js";
import { language } from "../../settings.js";
import { Sign } from "./art.js";
import { Canals } from "./canals.js";
import { Back } from "./card.js";
import { Houses } from "./houses.js";
import { EACH, MARKS, colourName, helpFor, nameIn, word } from "./words.js";

export const WORKER_VERBS = ["take_worker", "take_workers", "give_worker", "sell"];
export const THREAT_VERBS = ["return_threat", "return_all", "suffer", "pass_threat", "spread"];

const offeredVerb = (play, seat, verbs, noun) => (seat === play.seat ? verbs.find((verb) => play.offers.get(verb)?.has(noun)) : undefined);

/** Something that only tells: in full under the pointer or a finger, and to screen readers. */
function Told({ kind, title, text, children, ...rest }) {
  const { onFocus, onBlur, onKeyDown, ...events } = useExplained({ title, text }, false);
  return html`<span class="${kind} told" ...${rest} ...${events}>${children}<span class="sr">${title}. ${text}. </span></span>`;
}

/** A piece with its number, which is a button where it may be chosen. `help` is what there is to know about it. */
function Piece({ play, verb, noun, kind, label, help, children, ...rest }) {
  if (!verb && help) return html`<${Told} kind=${kind} title=${label} text=${help} ...${rest}>${children}<//>`;
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
  const limits = play.hints.limits[seat];
  return html`<span class="br-threats" role="group" aria-label=${word("threats")}>${EACH.map((colour) => {
    const [n, limit] = [game.threats[seat][colour], limits[colour]];
    const danger = n >= limit - 1;
    const label = `${nameIn("damage", colour)}: ${word("threats_of", { n, of: limit })}${danger ? ` – ${word("danger")}` : ""}`;
    return html`<${Piece} key=${colour} play=${play} verb=${offeredVerb(play, seat, THREAT_VERBS, colour)} noun=${colour} kind="br-threat c-${colour} ${n ? "" : "none"} ${danger ? "danger" : ""}"
      label=${label} help=${helpFor("damage", colour)} data-threat=${colour} data-count=${n}><${Sign} of="sign_${colour}" /><span class="br-pips" aria-hidden="true">${Array.from({ length: limit }, (_, k) => html`<i key=${k} class=${k < n ? "on" : ""}></i>`)}</span><//>`;
  })}</span>`;
}

const MARK_SIGNS = { reputation: "reputation", persons: "hire", canal: "canal", pets: "pets" };

function Marks({ play, seat }) {
  const { game } = play.open;
  return html`<span class="br-marks" role="group" aria-label=${word("marks")}>${play.hints.standing[seat].map(([count, leads], n) => {
    const name = MARKS[n];
    const turned = game.marks[seat][n] === 1;
    const title = `${nameIn("marks", n)}: ${word(turned ? "turned" : "not_turned")}`;
    const text = word(leads ? "mark_leads" : "mark_now", { n: count });
    return html`<${Told} key=${name} kind="br-mark ${turned ? "turned" : ""} ${leads ? "leads" : ""}" title=${title} text=${text} data-mark=${name} data-count=${count}><${Sign} of=${MARK_SIGNS[name]} /><b aria-hidden="true">${count}</b><//>`;
  })}</span>`;
}

const Statues = ({ values }) => values.map((value, n) => html`<span key=${n} class="br-statue" title=${word("statue", { n: value })}><${Sign} of="statue" /><b aria-hidden="true">${value}</b><span class="sr">${word("statue", { n: value })}. </span></span>`);

/** The backs of the cards that a player holds. */
export function handOf(game, seat) {
  const backs = [...game.fresh[seat]];
  game.hand[seat].forEach((n, back) => { for (let k = 0; k < n; k++) backs.push(back); });
  game.drawn[seat].forEach((n, back) => { for (let k = 0; k < n; k++) backs.push(back); });
  return backs;
}

function HandBacks({ game, seat }) {
  const backs = handOf(game, seat);
  return html`<div class="br-backs" data-hand=${seat} role="group" aria-label=${word("hand_of", { n: backs.length })} data-count=${backs.length}>${backs.map((back, n) => html`<${Back} key=${n} back=${back} size="small" />`)}</div>`;
}

/** The score now, and what it would be if the game ended now. */
const Score = ({ game, seat }) => html`
  <span class="br-score" title=${word("worth_help")}><span class="br-score-now"><small>${word("score")}</small><b key=${game.points[seat]}>${game.points[seat]}</b></span>
    <span class="br-score-end" data-worth=${game.worth[seat]}><small>${word("worth")}</small><b key=${game.worth[seat]}>${game.worth[seat]}</b></span></span>
`;

const COLUMNS = ["guilders", "workers", "threats", "canals", "statues", "houses", "persons", "pets", "used", "marks", "hand", "drawn", "fresh", "points", "worth"];

/** The hints by seat that they are drawn from. */
const FACTS = ["standing", "limits", "spaces"];

/** All that a player's things are drawn from, in one text: as long as it stays the same, nothing is drawn again. */
function drawnFrom(play, seat) {
  const { game, seats, asks, clock, table } = play.open;
  const things = COLUMNS.map((name) => game[name][seat]);
  const facts = FACTS.map((name) => play.hints[name][seat]);
  const sign = [seats[seat], game.start === seat, presence(play, seat), asks.some(([who]) => who === seat), clock, table.host === seats[seat].person];
  const own = seat === play.seat || play.offers.has("activate") ? [play.ask.number, play.offers.size, play.mine?.game?.houses] : 0;
  return JSON.stringify([things, facts, sign, own, language.value]);
}

function Things({ play, seat, name }) {
  const { game } = play.open;
  return html`
    <header class="br-player-head">
      <${Plate} play=${play} seat=${seat} />
      <${Score} game=${game} seat=${seat} />
    </header>
    <div class="br-goods">
      <span class="br-guilders" title=${word("guilders", { n: game.guilders[seat] })} data-guilders=${game.guilders[seat]}><${Sign} of="guilder" /><b key=${game.guilders[seat]} aria-hidden="true">${game.guilders[seat]}</b><span class="sr">${word("guilders", { n: game.guilders[seat] })}</span></span>
      <${Workers} play=${play} seat=${seat} />
      <${Threats} play=${play} seat=${seat} />
    </div>
    <div class="br-estate">
      <div class="br-waterside"><${Canals} play=${play} seat=${seat} /><span class="br-honours"><${Marks} play=${play} seat=${seat} /><${Statues} values=${game.statues[seat]} />${game.start === seat && html`<span class="badge br-start">${word("start")}</span>`}</span></div>
      <${Houses} play=${play} seat=${seat} label=${word("houses_of", { name })} />
    </div>
    ${seat !== play.seat && html`<${HandBacks} game=${game} seat=${seat} />`}
  `;
}

export function Player({ play, seat }) {
  const { seats, asks } = play.open;
  const name = seatName(seats, seat);
  const asked = asks.some(([who]) => who === seat);
  const things = useMemo(() => html`<${Things} play=${play} seat=${seat} name=${name} />`, [drawnFrom(play, seat), play.seat]);
  return html`
    <section class="br-player seat-${seat} ${seat === play.seat ? "own" : ""} ${asked ? "asked" : ""}" aria-label=${word("player", { name })} data-player=${seat}>
      ${things}
    </section>
  `;
}
