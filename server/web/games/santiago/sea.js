/** The harbor basin: the ship with its dice, the die on the quay, the value flags, the track of ships. */

import { html } from "../../lib.js";
import { useRoving } from "../../roving.js";
import { DEMANDED, NO_SHIP, VP, WOOD, amount, changes, itemName, mostUnits, track, word } from "./words.js";
import { Item } from "./tokens.js";

const DIE_VERBS = ["cancel", "trade", "leave_out"];

/** A die: the good, how much of it is wanted, and what may be done with it now. */
function Die({ play, good, shown }) {
  const verb = DIE_VERBS.find((name) => play.offers.get(name)?.has(good));
  const label = word("die", { good: itemName(good), n: shown });
  const face = html`<${Item} of=${good} /><b key=${shown}>${shown}</b>`;
  return html`
    <button type="button" class="sg-die good-${good} ${shown ? "" : "zero"} ${verb ? "offered" : ""}" data-rove data-die=${good} data-shows=${shown} data-verb=${verb}
      aria-disabled=${!verb} aria-label="${label}${verb ? `. ${word(verb)}` : ""}" onClick=${() => verb && play.choose(verb, good)}>${face}</button>
  `;
}

/** What may be loaded for one die: units of the good itself, or of wood in its place, each with its points. */
function Cargo({ play, good }) {
  const most = mostUnits();
  const chips = [["deliver", good], ["deliver_wood", WOOD]].flatMap(([verb, cargo]) =>
    Array.from({ length: most }, (_, n) => [verb, cargo, n + 1, good * most + n]).filter(([, , , noun]) => play.offers.get(verb)?.has(noun)),
  ).map(([verb, cargo, units, noun]) => [verb, cargo, units, noun, new Map(changes(play, verb, noun)).get(VP)]);
  if (!chips.length) return null;
  return html`
    <div class="sg-cargo" role="group" aria-label=${word("cargo_for", { good: itemName(good) })}>
      ${chips.map(([verb, cargo, units, noun, points]) => html`
        <button key="${verb} ${units}" type="button" class="sg-chip offered" data-verb=${verb} data-noun=${noun} onClick=${() => play.choose(verb, noun)}
          data-points=${points}>
          <span class="sg-chip-cargo" aria-hidden="true">${units}<${Item} of=${cargo} /></span><span class="sg-chip-points" aria-hidden="true">+${points}</span>
          <span class="sr">${word(verb === "deliver" ? "deliver" : "deliver_wood", { cargo: amount(cargo, units), good: itemName(good) })}: ${word("points", { n: points })}</span>
        </button>`)}
    </div>
  `;
}

const Hull = () => html`
  <svg class="sg-hull" viewBox="0 0 420 150" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <path d="M14 78h392l-26 56c-4 8-10 12-18 12H62c-9 0-15-4-20-12z" fill="#8a2f1c" /><path d="M14 78h392l-6 13H22z" fill="#fff3df" /><path d="M36 122h350l-6 12c-4 8-10 12-18 12H62c-9 0-15-4-20-12z" fill="#3a2418" />
    <path d="M340 78V26h46v52z" fill="#fff9ec" /><path d="M334 22h58v7h-58z" fill="#8a2f1c" /><path d="M348 38h10v12h-10zM367 38h10v12h-10z" fill="#43606b" /><path d="M354 22V2h20v20z" fill="#26221f" /><path d="M354 8h20v6h-20z" fill="#f2b632" />
    <path d="M30 78V14" stroke="#5a3118" stroke-width="5" /><path d="M32 16c18 2 22 12 34 8v18c-12 4-16-6-34-8z" fill="#d8402f" /><g fill="#f2d489"><circle cx="90" cy="106" r="6" /><circle cx="150" cy="106" r="6" /><circle cx="210" cy="106" r="6" /><circle cx="270" cy="106" r="6" /><circle cx="330" cy="106" r="6" /></g>
  </svg>
`;

function Ship({ play }) {
  const { game } = play.open;
  const group = useRoving();
  const thrown = game.beside === NO_SHIP && game.faces.some((face) => face > 0);
  const choosing = play.offers.has("leave_out");
  const aboard = game.beside === NO_SHIP ? [] : DEMANDED.filter((good) => good !== game.beside);
  const ashore = game.beside === NO_SHIP ? (thrown || choosing ? DEMANDED : []) : [game.beside];
  const die = (good) => html`<${Die} key=${good} play=${play} good=${good} shown=${game.faces[good]} />`;
  return html`
    <div class="sg-harborside" role="group" aria-label=${word("ship", { n: game.departed + 1, of: track().ships })} ...${group}>
      <div class="sg-ship ${aboard.length ? "" : "away"}" key=${game.departed} data-ship=${game.departed + 1}>
        <${Hull} />
        <div class="sg-deck">
          ${aboard.map((good) => html`<div key=${good} class="sg-hold">${die(good)}<${Cargo} play=${play} good=${good} /></div>`)}
        </div>
      </div>
      <div class="sg-quay ${choosing ? "choosing" : ""}">
        <span class="sg-caption">${word(choosing ? "leave_one" : ashore.length === 1 ? "beside" : ashore.length ? "thrown" : "no_ship")}</span>
        <div class="sg-quay-dice">${ashore.map(die)}</div>
      </div>
    </div>
  `;
}

/** The flags 2, 3, 4 and the chequered one. The harbor office moves the marker by a click on the next flag. */
function Flags({ play }) {
  const { value, departed } = play.open.game;
  const { values } = track();
  const at = values.indexOf(value);
  const verbAt = { [at - 1]: "lower", [at + 1]: "raise" };
  const flag = (label, n) => {
    const verb = play.offers.has(verbAt[n]) ? verbAt[n] : null;
    const words = label === "" ? word("chequered") : word("flag", { n: label });
    const facts = `${words}${n === at ? `, ${word("marker_here")}` : ""}`;
    const inner = html`<span class="sg-flag-cloth" aria-hidden="true">${label}</span>${n === at && html`<span class="sg-value" key=${`${departed} ${value}`} aria-hidden="true"></span>`}<span class="sr">${facts}</span>`;
    const kind = `sg-flag ${label === "" ? "chequered" : ""} ${n === at ? "here" : ""}`;
    return html`<li key=${n}>${verb
      ? html`<button type="button" class="${kind} offered" data-verb=${verb} onClick=${() => play.choose(verb)}>${inner}</button>`
      : html`<span class=${kind}>${inner}</span>`}</li>`;
  };
  return html`<ul class="sg-flags" aria-label=${word("value")} data-value=${value}>${[...values, ""].map(flag)}</ul>`;
}

function Track({ departed }) {
  const { ships } = track();
  return html`
    <div class="sg-track" data-departed=${departed}>
      <span class="sg-caption">${departed < ships ? word("ship", { n: departed + 1, of: ships }) : word("all_left")}</span>
      <div class="sg-track-ships" aria-hidden="true">
        ${Array.from({ length: ships }, (_, n) => html`
          <svg key=${n} class="sg-small-ship ${n < departed ? "left" : n === departed ? "now" : ""}" viewBox="0 0 30 24"><path d="M2 14h26l-4 8H6z" /><path d="M14 13V2l9 11z" /><path d="M12 13V5L5 13z" /></svg>`)}
      </div>
    </div>
  `;
}

export function Sea({ play }) {
  const { game } = play.open;
  return html`
    <section class="sg-sea" aria-label=${word("sea")}>
      <${Ship} play=${play} />
      <div class="sg-tracks"><div class="sg-values"><span class="sg-caption">${word("value")}</span><${Flags} play=${play} /></div><${Track} departed=${game.departed} /></div>
    </section>
  `;
}
