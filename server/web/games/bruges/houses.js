/** A player's houses with the persons and pets in them; persons used this round are grey. */

import { html } from "../../core/lib.js";
import { useExplained } from "../../things/explain.js";
import { useRoving } from "../../things/roving.js";
import { whyAt, whyNot } from "../../things/why.js";
import { Sign } from "./art.js";
import { Activation } from "./card.js";
import { Portrait } from "./people.js";
import { costsOf } from "./reckon.js";
import { EACH, NONE, brokenEffect, brokenName, cardName, cardWords, colourName, ofBack, word } from "./words.js";

export const PERSON_VERBS = ["use", "activate", "again", "lose_person", "take_back", "sacrifice"];
export const HOUSE_VERBS = ["move_in", "lose_house"];

/**
 * The verb for a person here; a question about a seat's own people does not highlight another seat's.
 * @param {Bruges.Play} play
 * @param {number} seat
 * @param {number} card
 */
const verbFor = (play, seat, card) =>
  PERSON_VERBS.find((verb) => play.offers.get(verb)?.has(card) && (seat === play.seat || verb === "activate"));

/** @param {{ play: Bruges.Play, seat: number, card: number, pet?: boolean }} props */
function Person({ play, seat, card, pet = false }) {
  const verb = verbFor(play, seat, card);
  const used = play.open.game.used[seat].includes(card);
  const price = verb && costsOf(play, verb, card);
  const state = [used && word("used"), verb && word(`with.${verb}`), price].filter(Boolean);
  const words = { ...cardWords(card, ...state), why: whyNot(play, "person", card) };
  const events = useExplained(words, !!verb, () => verb && play.choose(verb, card));
  return html`
    <button type="button" class="br-person ${pet ? "pet" : ""} ${used ? "used" : ""} ${verb ? "offered" : ""}" data-rove
      data-card=${card} data-verb=${verb} data-noun=${card} aria-disabled=${!verb} ...${events}>
      <${Portrait} card=${card} />
      <span class="br-person-name">${brokenName(card)}</span>
      <span class="br-person-does" aria-hidden="true">${brokenEffect(card)}</span>
      <${Activation} card=${card} />
      ${state.length > 0 && html`<span class="sr">. ${state.join(". ")}</span>`}
    </button>
  `;
}

/** @param {number} colour */
const facade = (colour) => html`
  <svg class="br-facade" viewBox="0 0 96 58" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <path class="br-wall" d="M1 58V40h14V28h14V16h11V3h16v13h11v12h14v12h14v18z" />
    <path class="br-lintel" d="M1 40h14M15 28h14M29 16h11M40 3h16M56 16h11M67 28h14M81 40h14" />
    <g class="br-panes"><path d="M43 12h10v11H43zM28 33h11v14H28zM43 33h10v14H43zM57 33h11v14H57z" /></g>
    <g class="br-shutters"><path d="M48 12v11M33.5 33v14M48 33v14M62.5 33v14" /></g>
  </svg><span class="br-house-sign"><${Sign} of="sign_${colour}" /></span>
`;
const FACADES = EACH.map(facade);

/** @param {{ play: Bruges.Play, seat: number, n: number }} props */
function House({ play, seat, n }) {
  const { game } = play.open;
  const { colour, pet } = ofBack(game.houses[seat][n]);
  const [person, animal] = [game.persons[seat][n], game.pets[seat][n]];
  const own = seat === play.seat;
  const verb = own ? HOUSE_VERBS.find((name) => play.offers.get(name)?.has(n)) : undefined;
  const front = own ? play.mine?.game?.houses?.[n] : undefined;
  const title = word(pet ? "house_pet" : "house", { n: n + 1, colour: colourName(colour) });
  const text = person === NONE ? word("empty") : word("lives_here", { name: cardName(person) });
  const foot = front === undefined ? "" : word("front", { name: cardName(front) });
  const why = whyAt(play, seat, "house", n);
  const words = { title, text, foot, anchor: "BRU-8.27", why };
  const events = useExplained(words, !!verb, () => verb && play.choose(verb, n));
  return html`
    <li class="br-house c-${colour} ${person === NONE ? "vacant" : ""}" data-house=${n}>
      <button type="button" class="br-gable ${verb ? "offered" : ""}" data-rove data-verb=${verb} data-noun=${n}
        data-house=${n} aria-disabled=${!verb} ...${events}>
        ${FACADES[colour]}<span class="sr">${title}${person === NONE ? `. ${word("empty")}` : ""}
          ${verb ? `. ${word(`with.${verb}`)}` : ""}</span>
      </button>
      <div class="br-floor">
        ${person === NONE ? html`<span class="br-door" aria-hidden="true"></span>`
          : html`<${Person} key=${person} play=${play} seat=${seat} card=${person} />`}
        ${animal !== NONE && html`<${Person} key=${animal} play=${play} seat=${seat} card=${animal} pet />`}
      </div>
    </li>
  `;
}

/** The largest number of own houses that a phone lists one above the other. */
const MAX_LISTED = 3;

/** @param {{ play: Bruges.Play, seat: number, label: string }} props */
export function Houses({ play, seat, label }) {
  const group = useRoving();
  const count = play.open.game.houses[seat].length;
  const listed = seat !== play.seat || count <= MAX_LISTED;
  return html`
    <div class="br-street" role="group" aria-label=${label} ...${group}>
      ${count === 0 && html`<p class="br-no-house">${word("no_houses")}</p>`}
      ${count > 0 && html`<ol class="br-houses ${listed ? "listed" : ""}">
        ${Array.from({ length: count }, (_, n) => html`<${House} key=${n} play=${play} seat=${seat} n=${n} />`)}
      </ol>`}
    </div>
  `;
}
