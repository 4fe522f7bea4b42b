/** The waters of the city: every player's canals with the gatehouse, and the standings in the majorities. */

import { html } from "../../core/lib.js";
import { Face } from "../../core/faces.js";
import { seatName } from "../../core/gametext.js";
import { whyNot } from "../../things/why.js";
import { Sign } from "./art.js";
import { Canals } from "./canals.js";
import { Portrait } from "./people.js";
import { Told } from "./told.js";
import { MARKS, NONE, cardName, colourName, figures, nameIn, ofBack, word } from "./words.js";

/** @type {Record<string, string>} */
const MARK_SIGNS = { reputation: "reputation", persons: "hire", canal: "canal", pets: "pets" };

/** The rule of the majorities. */
const MAJORITIES = "BRU-7.1";

/**
 * The count and the gain of each majority.
 * @param {{ marks: any[] }} props
 */
const Head = ({ marks }) => html`
  <div class="br-quarter br-waters-head">
    <span class="br-waters-title">${word("canals")}</span>
    ${marks.map((_, n) => html`
      <${Told} key=${n} kind="br-mark-head" title=${word("majority", { name: nameIn("marks", n) })}
        text=${word(`majority_help.${MARKS[n]}`, { n: figures().mark_points })} anchor=${MAJORITIES}>
        <${Sign} of=${MARK_SIGNS[MARKS[n]]} /><span aria-hidden="true">${nameIn("marks", n)}</span><//>`)}
  </div>`;

/**
 * A player's count for one majority; gold if it would be turned now, in the player's colour once it is.
 * @param {{ play: Bruges.Play, seat: number, n: number, named?: boolean }} props
 */
export function Mark({ play, seat, n, named = false }) {
  const [count, leads] = play.hints.standing[seat][n];
  const turned = play.open.game.marks[seat][n] === 1;
  const title = `${nameIn("marks", n)}: ${word(turned ? "turned" : "not_turned")}`;
  return html`
    <${Told} kind="br-mark ${turned ? "turned" : ""} ${leads ? "leads" : ""}" title=${title}
      text=${word(leads ? "mark_leads" : "mark_now", { n: count })} anchor=${MAJORITIES} data-mark=${MARKS[n]}
      data-count=${count}>
      ${named && html`<${Sign} of=${MARK_SIGNS[MARKS[n]]} />`}<b aria-hidden="true">${count}</b>
      ${turned && html`<${Sign} of="points" />`}<//>`;
}

/**
 * A player's houses in small, with their inhabitants if the board has room.
 * @param {{ game: Bruges.Game, seat: number }} props
 */
function Row({ game, seat }) {
  const rows = game.houses[seat].map((back, n) => [back, game.persons[seat][n], game.pets[seat][n]]);
  return html`
    <div class="br-row" aria-hidden="true">${rows.map(([back, ...homes], n) => {
      const living = homes.filter((card) => card !== NONE);
      const { colour } = ofBack(back);
      return html`<span key=${n} class="br-row-house c-${colour}"
        title=${living.map(cardName).join(", ") || `${colourName(colour)}: ${word("empty")}`}>
        ${living.length ? living.map((card) => html`<${Portrait} key=${card} card=${card} />`)
          : html`<${Sign} of="house" />`}</span>`;
    })}</div>`;
}

/** @param {{ play: Bruges.Play, seat: number }} props */
function Quarter({ play, seat }) {
  const { game, seats } = play.open;
  const name = seatName(seats, seat);
  return html`
    <div class="br-quarter seat-${seat} ${seat === play.seat ? "own" : ""}" role="group"
      aria-label=${word("player", { name })} data-quarter=${seat}>
      <${Told} kind="br-quarter-face" title=${name} text="${word("score")}: ${game.points[seat]}"
        anchor=${MAJORITIES} why=${seat === play.seat ? undefined : whyNot(play, "seat", seat)}>
        <${Face} row=${seats[seat]} seat=${seat} /><//>
      <${Canals} play=${play} seat=${seat} />
      ${play.hints.standing[seat].map((_, n) => html`<${Mark} key=${n} play=${play} seat=${seat} n=${n} />`)}
      ${seat !== play.seat && html`<${Row} game=${game} seat=${seat} />`}
    </div>`;
}

/** @param {{ play: Bruges.Play }} props */
export const Waters = ({ play }) => html`
  <section class="br-waters marks-${play.hints.standing[0].length}" aria-label=${word("waters")} data-test="waters">
    <${Head} marks=${play.hints.standing[0]} />
    ${play.open.seats.map((_, seat) => html`<${Quarter} key=${seat} play=${play} seat=${seat} />`)}
  </section>
`;
