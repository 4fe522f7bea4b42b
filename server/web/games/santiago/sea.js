/**
 * The harbor basin: the ship with its dice, the die on the quay, the possible cargo, value flags, the ships' track.
 */

import { useExplained } from "../../things/explain.js";
import { seatName } from "../../core/gametext.js";
import { html, useRef } from "../../core/lib.js";
import { useRoving } from "../../things/roving.js";
import { whyNot } from "../../things/why.js";
import { Supply } from "./players.js";
import { Item, Pawn } from "./tokens.js";
import { DEMANDED, NO_SHIP, VP, WOOD, amount, changes, costs, itemName, mostUnits, track, word } from "./words.js";

const DIE_VERBS = ["cancel", "trade", "leave_out"];

/** The rules of a ship's demands and of deliveries. */
const [NEW_SHIP, DELIVERY] = ["SAN-11.1", "SAN-7.1"];

/**
 * A thing that only explains itself.
 * @param {Words & { kind: string, children: Children } & Record<string, any>} props
 */
export function Told({ kind, title, text, anchor, children, ...rest }) {
  const events = useExplained({ title, text, anchor }, false);
  return html`<button type="button" class="sg-told ${kind}" data-rove aria-disabled="true" ...${rest} ...${events}>
    ${children}<span class="sr">. ${text}</span></button>`;
}

/**
 * A die: the good, the wanted number of it, and the choice that it offers now.
 * @param {{ play: Santiago.Play, good: number, shown: number, ashore: boolean }} props
 */
function Die({ play, good, shown, ashore }) {
  const verb = DIE_VERBS.find((name) => play.offers.get(name)?.has(good));
  const label = word("die", { good: itemName(good), n: shown });
  const text = word(ashore ? "beside_help" : "die_help", { good: itemName(good), n: shown });
  const words = { title: label, text, anchor: NEW_SHIP, why: whyNot(play, "die", good) };
  const events = useExplained(words, !!verb, () => verb && play.choose(verb, good));
  const facts = [label, verb && word(verb), verb && costs(play, verb, good)].filter(Boolean);
  return html`
    <button type="button" class="sg-die good-${good} ${shown ? "" : "zero"} ${verb ? "offered" : ""}" data-rove
      data-die=${good} data-shows=${shown} data-verb=${verb} data-noun=${verb && good}
      aria-disabled=${!verb} aria-label=${facts.join(". ")} ...${events}><${Item} of=${good} />
      <b key=${shown}>${shown}</b></button>
  `;
}

/**
 * The possible cargo for one die: units of the good itself, or of wood instead, each with its points.
 * @param {{ play: Santiago.Play, good: number }} props
 */
function Cargo({ play, good }) {
  const most = mostUnits();
  const ways = [{ verb: "deliver", cargo: good }, { verb: "deliver_wood", cargo: WOOD }];
  const chips = ways
    .flatMap((way) => Array.from({ length: most }, (_, n) => ({ ...way, units: n + 1, noun: good * most + n })))
    .filter(({ verb, noun }) => play.offers.get(verb)?.has(noun))
    .map((chip) => ({ ...chip, points: new Map(changes(play, chip.verb, chip.noun)).get(VP) ?? 0 }));
  if (!chips.length) return null;
  return html`
    <div class="sg-cargo" role="group" aria-label=${word("cargo_for", { good: itemName(good) })}>
      <span class="sg-cargo-for" aria-hidden="true"><${Item} of=${good} /></span>
      ${chips.map(({ verb, cargo, units, noun, points }) => html`
        <button key="${verb} ${units}" type="button" class="sg-chip offered" data-verb=${verb} data-noun=${noun}
          data-points=${points} onClick=${() => play.choose(verb, noun)}>
          <span class="sg-chip-cargo" aria-hidden="true">${units}<${Item} of=${cargo} /></span>
          <span class="sg-chip-points" aria-hidden="true">+${points}</span>
          <span class="sr">${`${word(verb, { cargo: amount(cargo, units), good: itemName(good) })}: `}
            ${word("points", { n: points })}</span>
        </button>`)}
    </div>
  `;
}

/**
 * The players who have passed in a delivery round.
 * @param {{ play: Santiago.Play }} props
 */
function Passed({ play }) {
  const { game, seats, asks } = play.open;
  const out = game.passed.flatMap((passed, seat) => (passed ? [seat] : []));
  if (!asks.some(([, , prompt]) => prompt === "deliver") || !out.length) return null;
  return html`<p class="sg-passed"><span>${word("passed")}</span>
    ${out.map((seat) => html`<span key=${seat} title=${seatName(seats, seat)}><${Pawn} seat=${seat} />
        <span class="sr">${seatName(seats, seat)}</span></span>`)}</p>`;
}

const Hull = () => html`
  <svg class="sg-hull" viewBox="0 0 420 150" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <path d="M14 78h392l-26 56c-4 8-10 12-18 12H62c-9 0-15-4-20-12z" fill="#8a2f1c" />
    <path d="M14 78h392l-6 13H22z" fill="#fff3df" />
    <path d="M36 122h350l-6 12c-4 8-10 12-18 12H62c-9 0-15-4-20-12z" fill="#3a2418" />
    <path d="M340 78V26h46v52z" fill="#fff9ec" /><path d="M334 22h58v7h-58z" fill="#8a2f1c" />
    <path d="M348 38h10v12h-10zM367 38h10v12h-10z" fill="#43606b" /><path d="M354 22V2h20v20z" fill="#26221f" />
    <path d="M354 8h20v6h-20z" fill="#f2b632" />
    <path d="M30 78V14" stroke="#5a3118" stroke-width="5" />
    <path d="M32 16c18 2 22 12 34 8v18c-12 4-16-6-34-8z" fill="#d8402f" />
    <g fill="#f2d489"><circle cx="90" cy="106" r="6" /><circle cx="150" cy="106" r="6" />
      <circle cx="210" cy="106" r="6" /><circle cx="270" cy="106" r="6" /><circle cx="330" cy="106" r="6" /></g>
  </svg>
`;

/** @param {{ play: Santiago.Play }} props */
function Ship({ play }) {
  const { game } = play.open;
  const thrown = game.beside === NO_SHIP && game.faces.some((face) => face > 0);
  const choosing = play.offers.has("leave_out");
  const aboard = game.beside === NO_SHIP ? [] : DEMANDED.filter((good) => good !== game.beside);
  const been = useRef(false); // before the first ship none has left
  been.current ||= aboard.length > 0;
  const ashore = game.beside === NO_SHIP ? (thrown || choosing ? DEMANDED : []) : [game.beside];
  /** @param {boolean} beside */
  const die = (beside) => (/** @type {number} */ good) =>
    html`<${Die} key=${good} play=${play} good=${good} shown=${game.faces[good]} ashore=${beside} />`;
  return html`
    <div class="sg-harborside ${aboard.length ? "" : "empty"}" role="group"
      aria-label=${word("ship", { n: game.departed + 1, of: track().ships })}>
      <div class="sg-ship ${aboard.length ? "" : "away"} ${!aboard.length && been.current ? "sails" : ""}"
        key=${game.departed} data-ship=${game.departed + 1}>
        <${Hull} />
        <div class="sg-deck">${aboard.map(die(false))}</div>
      </div>
      <div class="sg-quay ${aboard.length ? "" : "choosing"}">
        <span class="sg-caption">
          ${word(choosing ? "leave_one" : ashore.length === 1 ? "beside" : ashore.length ? "thrown" : "no_ship")}</span>
        <div class="sg-quay-dice">${ashore.map(die(aboard.length > 0))}</div>
      </div>
    </div>
  `;
}

/**
 * One flag: a number of points, or the chequered one. The harbor office moves the marker to the flag beside it.
 * @param {{ play: Santiago.Play, n: number, label: string, here: boolean, verb?: string }} props
 */
function Flag({ play, n, label, here, verb }) {
  const chequered = label === "";
  const title = chequered ? word("chequered") : word("flag", { n: label });
  const text = word(chequered ? "chequered_help" : "value_help");
  const words = { title, text, anchor: chequered ? NEW_SHIP : DELIVERY, why: whyNot(play, "flag", n) };
  const events = useExplained(words, !!verb, () => verb && play.choose(verb));
  const facts = [title, here && word("marker_here"), verb && word(verb)].filter(Boolean);
  return html`
    <li><button type="button"
      class="sg-flag ${chequered ? "chequered" : ""} ${here ? "here" : ""} ${verb ? "offered" : ""}" data-rove
      data-verb=${verb} data-noun=${verb ? -1 : undefined}
      aria-disabled=${!verb} aria-label=${facts.join(", ")} ...${events}>
      <span class="sg-flag-cloth" aria-hidden="true">${label}</span>
      ${here && html`<span class="sg-value" key=${`${play.open.game.departed} ${label}`} aria-hidden="true"></span>`}
    </button></li>
  `;
}

/**
 * The flags 2, 3, 4 and the chequered one.
 * @param {{ play: Santiago.Play }} props
 */
function Flags({ play }) {
  const { value } = play.open.game;
  const { values } = track();
  const at = values.indexOf(value);
  const verbAt = { [at - 1]: "lower", [at + 1]: "raise" };
  /**
   * @param {string} label
   * @param {number} n
   */
  const flag = (label, n) =>
    html`<${Flag} key=${n} play=${play} n=${n} label=${label} here=${n === at}
      verb=${play.offers.has(verbAt[n]) ? verbAt[n] : undefined} />`;
  return html`
    <div class="sg-values">
      <${Told} kind="sg-caption" title=${word("value")} text=${word("value_help")} anchor=${DELIVERY}>
        ${word("value")}<//>
      <ul class="sg-flags" aria-label=${word("value")} data-value=${value}>${[...values.map(String), ""].map(flag)}</ul>
    </div>
  `;
}

/** @param {{ departed: number }} props */
function Track({ departed }) {
  const { ships } = track();
  const title = departed < ships ? word("ship", { n: departed + 1, of: ships }) : word("all_left");
  return html`
    <${Told} kind="sg-track" title=${title} text=${word("track_help", { n: ships })} anchor=${NEW_SHIP}
      data-departed=${departed}>
      <span class="sg-caption">${title}</span>
      <span class="sg-track-ships" aria-hidden="true">
        ${Array.from({ length: ships }, (_, n) => html`
          <svg key=${n} class="sg-small-ship ${n < departed ? "left" : n === departed ? "now" : ""}"
            viewBox="0 0 30 24"><path d="M2 14h26l-4 8H6z" /><path d="M14 13V2l9 11z" />
            <path d="M12 13V5L5 13z" /></svg>`)}
      </span>
    <//>
  `;
}

/** @param {{ play: Santiago.Play }} props */
export function Sea({ play }) {
  const { game } = play.open;
  const group = useRoving();
  return html`
    <section class="sg-sea" aria-label=${word("sea")} ref=${group.ref}
      onKeyDown=${(/** @type {Happening} */ event) => event.target.closest("[data-rove]") && group.onKeyDown(event)}>
      <div class="sg-tracks"><${Flags} play=${play} /><${Track} departed=${game.departed} /></div>
      <div class="sg-gangway">${DEMANDED.map((good) => html`<${Cargo} key=${good} play=${play} good=${good} />`)}
        <${Passed} play=${play} /></div>
      <${Ship} play=${play} />
      <${Supply} play=${play} />
    </section>
  `;
}
