/** The middle of the table: round and phase, draw stacks, dice with ships, bourse, waters, the reputation track. */

import { anchorOfThing } from "../../things/anchors.js";
import { html } from "../../core/lib.js";
import { useExplained, useTold } from "../../things/explain.js";
import { seatName } from "../../core/gametext.js";
import { whyNot } from "../../things/why.js";
import { Die, Sign, Skyline } from "./art.js";
import { Discard, Finds } from "./pile.js";
import { costsOf } from "./reckon.js";
import { Told } from "./told.js";
import { Waters } from "./waters.js";
import { EACH, NONE, STATUES, bourseOf, colourName, figures, helpFor, nameIn, ofBack, ownDesign, shipOf,
  word } from "./words.js";

/** The rules of advances, ships, drawing, and the extra stack. */
const [ADVANCE, SHIPS, DRAWING, EXTRA] = ["BRU-5.11", "BRU-15.4", "BRU-4.1", "BRU-4.9"];

/** @param {{ play: { hints: Bruges.Hints, open: { game: Bruges.Game } } }} props */
function Course({ play: { hints, open: { game } } }) {
  const phase = word(`phase.${game.phase}`, { n: hints.turn, of: figures().cards_per_round });
  return html`
    <p class="br-course" data-test="course" data-round=${game.round} data-phase=${game.phase}>
      <b>${word("round", { n: game.round })}</b><span>${phase}</span>
      ${game.last > 0 && html`<span class="br-last">
          ${word(game.last === game.round ? "last_round" : "last_round_next", { n: game.last })}</span>`}
    </p>`;
}

/** @param {{ play: Bruges.Play, n: number }} props */
function Stack({ play, n }) {
  const { game } = play.open;
  const [count, top] = [game.stacks[n], game.tops[n]];
  const offered = !!play.offers.get("stack")?.has(n);
  const { colour, pet } = ofBack(Math.max(0, top));
  const title = word("stack", { side: word(`stack_${n}`), n: count });
  const foot = [top !== NONE && word(pet ? "top_pet" : "top", { colour: colourName(colour) }),
    offered && word("with.stack")].filter(Boolean).join(". ");
  const words = { title, text: word("stack_help"), foot, anchor: DRAWING, why: whyNot(play, "stack", n) };
  const events = useExplained(words, offered, () => play.choose("stack", n));
  return html`
    <button type="button" class="br-stack draw ${top === NONE ? "empty" : `c-${colour}`} ${offered ? "offered" : ""}"
      data-stack=${n} data-top=${top} data-verb=${offered ? "stack" : undefined} data-noun=${n}
      aria-disabled=${!offered} ...${events}>
      <span class="br-stack-name" aria-hidden="true">${word(`stack_${n}`)}</span>
      ${top !== NONE && html`<${Sign} of=${pet ? "pets" : `sign_${colour}`} />`}<b aria-hidden="true">${count}</b>
      <span class="sr">${[title, foot].filter(Boolean).join(". ")}</span></button>`;
}

/** Things in the middle that can never be chosen, numbered as in the engine. */
const [EXTRA_STACK, STATUE_PILE, BOURSE] = [0, 1, 2];
/**
 * @param {Bruges.Play} play
 * @param {number} n
 */
const never = (play, n) => whyNot(play, "middle", n);

/** @param {{ play: Bruges.Play, game: Bruges.Game }} props */
const Extra = ({ play, game }) => html`
  <${Told} kind="br-stack extra ${game.extra ? "" : "empty"}" title=${word("extra_help", { n: game.extra })}
    text=${word("extra_text")} anchor=${EXTRA} why=${never(play, EXTRA_STACK)}>
    <span class="br-stack-name" aria-hidden="true">${word("extra")}</span><b aria-hidden="true">${game.extra}</b><//>`;

/**
 * The sign for a die's effect on all players.
 * @type {Record<string, (colour: number) => string>}
 */
const ROLE_SIGNS = { threat: (colour) => `sign_${colour}`, step: () => "reputation", ship: () => "ship" };
/**
 * The rule for each such effect.
 * @type {Record<string, string>}
 */
const ROLE_RULES = { threat: "BRU-5.5", step: ADVANCE, ship: SHIPS };
/**
 * @param {string} role
 * @param {number} colour
 */
const roleText = (role, colour) => word(`die_${role}`, { threat: nameIn("damage", colour) });

/** @param {{ play: { hints: Bruges.Hints, open: { game: Bruges.Game } }, colour: number }} props */
function DieRole({ play: { hints, open: { game } }, colour }) {
  const role = hints.dice[colour];
  if (!role || (role === "ship" && !game.options.zwin)) return html`<span class="br-die-role"></span>`;
  return html`<${Told} kind="br-die-role c-${colour}" title=${roleText(role, colour)} text=${word(`die_${role}_help`)}
    anchor=${ROLE_RULES[role]}>
    <${Sign} of=${ROLE_SIGNS[role](colour)} colour=${colour} /><//>`;
}

/**
 * A die, and what a card of its colour gains from it.
 * @param {{ colour: number, shows: number }} props
 */
const Rolled = ({ colour, shows }) => html`
  <${Told} kind="br-die-told" title="${colourName(colour)}: ${shows || "–"}" text=${word("die_help")} anchor="BRU-5.5">
    <${Die} colour=${colour} shows=${shows} /><//>`;

/**
 * The five dice, their effects on all players, the ships they bring, and the price of an advance.
 * @param {{ play: Bruges.Play }} props
 */
function Dice({ play }) {
  const { hints, open: { game } } = play;
  const price = hints.advances[play.seat] ?? (hints.advance || NONE);
  const text = price !== NONE ? word("advance_price", { n: price })
    : word(game.rolled[0] ? "advance_none" : "not_rolled");
  return html`
    <div class="br-dice" role="group" aria-label=${word("dice")} data-test="dice">
      ${EACH.map((colour) => html`<div key=${colour} class="br-die-place ${hints.dice[colour] || "none"}">
        <${Rolled} key="${game.round}-${game.phase > 1}" colour=${colour} shows=${game.rolled[colour]} />
        <${DieRole} play=${play} colour=${colour} />
        ${game.options.zwin && html`<${Berth} play=${play} colour=${colour} />`}
      </div>`)}
      <${Told} kind="br-step-price" title=${text} text=${word("advance_help")} anchor=${ADVANCE}>
        <${Sign} of="reputation" /><span aria-hidden="true">${text}</span><//>
    </div>
  `;
}

/** @type {Record<string, string>} */
const SHIP_SIGNS = { three_workers: "worker", return_two_threats: "sign_4", six_guilders: "guilder",
  activate_lightning: "immediate", extra_action: "hire", advance: "reputation" };

/**
 * The ship that has arrived for a colour, or the next one on its stack.
 * @param {{ play: Bruges.Play, colour: number }} props
 */
function Berth({ play, colour }) {
  const { game } = play.open;
  const here = game.berths[colour];
  const ship = here === NONE ? game.next[colour] : here;
  const offered = here !== NONE && !!play.offers.get("ship")?.has(here);
  const place = word(here === NONE ? "ship_waits" : "ship_here", { n: game.ships[colour] });
  const foot = ship === NONE ? ""
    : [place, offered && word("with.ship"), offered && costsOf(play, "ship", here),
      ownDesign(shipOf(ship))].filter(Boolean).join(". ");
  const words = ship === NONE ? { title: word("no_ship"), text: "", anchor: SHIPS }
    : { title: nameIn("ships", ship), text: helpFor("ships", ship), foot, anchor: anchorOfThing("ships", ship),
      why: whyNot(play, "ship", ship) };
  const events = useExplained(words, offered, () => play.choose("ship", here));
  return html`
    <button type="button" class="br-berth c-${colour} ${here === NONE ? "waits" : "in"} ${offered ? "offered" : ""}"
      data-berth=${colour} data-ship=${here} data-verb=${offered ? "ship" : undefined} data-noun=${here}
      aria-disabled=${!offered} ...${events}>
      <${Sign} of="ship" colour=${colour} />${ship !== NONE && html`<${Sign} of=${SHIP_SIGNS[shipOf(ship).action]} />`}
      <span class="sr">${words.title}. ${foot}</span>
    </button>`;
}

/** @param {{ play: Bruges.Play }} props */
function Bourse({ play }) {
  const { game } = play.open;
  const card = game.traded.at(-1);
  const inForce = play.hints.bourse !== NONE;
  const words = card === undefined ? { title: word("bourse"), text: word("bourse_none"), anchor: "BRU-16.2" }
    : { title: nameIn("bourse", card), text: helpFor("bourse", card), anchor: anchorOfThing("bourse", card),
      foot: [word("markers", { n: game.markers }), ownDesign(bourseOf(card))].filter(Boolean).join(". ") };
  const events = useExplained({ ...words, why: never(play, BOURSE) }, false);
  return html`
    <button type="button" class="br-bourse ${inForce ? "" : "over"}" data-test="bourse" data-markers=${game.markers}
      aria-disabled="true" ...${events}>
      <span class="br-bourse-head"><small>${word("bourse")}</small>
        <b>${card === undefined ? "–" : nameIn("bourse", card)}</b>
        <span class="br-markers" title=${word("markers", { n: game.markers })}>
          ${Array.from({ length: game.markers }, (_, n) => html`<i key=${n}></i>`)}
          <span class="sr">${word("markers", { n: game.markers })}. </span></span></span>
      <span class="br-bourse-text">${inForce ? words.text : word("bourse_none")}</span>
    </button>`;
}

/** @param {{ play: Bruges.Play, step: number, points: number }} props */
function Step({ play, step, points }) {
  const { game, seats } = play.open;
  const here = seats.map((_, seat) => seat).filter((seat) => game.step[seat] === step);
  const names = here.map((seat) => seatName(seats, seat)).join(", ");
  const title = (step ? word("step", { n: step }) : word("town_hall")) + (names && `: ${names}`);
  const events = useTold({ title, text: word("advance_help"), anchor: ADVANCE, why: whyNot(play, "step", step) });
  return html`<li class="br-step told" data-step=${step} ...${events}>
    <span class="br-step-points" aria-hidden="true">${step ? points : html`<${Sign} of="house" />`}</span>
    <span class="sr">${title}</span>
    <span class="br-pawns" aria-hidden="true">
      ${here.map((seat) => html`<svg key=${seat} class="br-pawn seat-${seat}" viewBox="0 0 22 22"
          data-pawn=${seat}><use href="#br-pawn" /></svg>`)}</span></li>`;
}

/**
 * From the town hall upward; a marker's step gives its points at the end.
 * @param {{ play: Bruges.Play }} props
 */
const Track = ({ play }) => html`
  <ol class="br-track" aria-label=${word("track")} data-test="track">
    ${figures().track.map((/** @type {number} */ points, /** @type {number} */ step) =>
      html`<${Step} key=${step} play=${play} step=${step} points=${points} />`)}
  </ol>`;

/**
 * The remaining statues, the next one on top with its points.
 * @param {{ play: Bruges.Play, values: number[] }} props
 */
function StatuePile({ play, values }) {
  const left = word("statues_left", { n: values.length });
  const top = values.at(-1);
  const next = top !== undefined && word("statue", { n: top });
  return html`<${Told} kind="br-statue-pile ${next ? "" : "gone"}" title=${next || left}
    text="${left}. ${word("statue_help")}" anchor=${STATUES} why=${never(play, STATUE_PILE)}>
    <span class="br-statue"><${Sign} of="statue" />${next && html`<b aria-hidden="true">${top}</b>`}</span>
    <small aria-hidden="true">${left}</small><//>`;
}

/** @param {{ play: Bruges.Play, game: Bruges.Game }} props */
const Piles = ({ play, game }) => html`
  <div class="br-piles" role="group" aria-label=${word("piles")}>
    <${Stack} play=${play} n=${0} /><${Stack} play=${play} n=${1} /><${Extra} play=${play} game=${game} />
    <${Discard} play=${play} /><${StatuePile} play=${play} values=${game.statues_left} />
  </div>`;

/** @param {{ play: Bruges.Play }} props */
export function City({ play }) {
  const { game } = play.open;
  return html`
    <div class="br-city ${game.options.zwin ? "zwin" : ""} ${game.options.bourse ? "with-bourse" : ""}">
      <${Skyline} />
      <div class="br-quay"><${Course} play=${play} /><${Piles} play=${play} game=${game} /></div>
      <div class="br-hall"><${Dice} play=${play} />${game.options.bourse && html`<${Bourse} play=${play} />`}</div>
      <${Waters} play=${play} />
      <${Track} play=${play} />
      <${Finds} play=${play} />
    </div>
  `;
}
