/** The regions of the Loyang table: path, shop and courtyard; the own farm; the hand; other players. */

import { useArrows } from "../../things/arrows.js";
import { Explanation } from "../../things/explanation.js";
import { html, useEffect, useRef } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { seatName } from "../../core/gametext.js";
import { useRoving } from "../../things/roving.js";
import { Plate } from "../../table/seats.js";
import { Drawings, Piece, Wares } from "./art.js";
import { Card } from "./card.js";
import { cardName, cardOf, loadCards, word } from "./cards.js";
import { Course, Court, isAboutCourt } from "./court.js";
import { Farm } from "./farm.js";
import { fly } from "./flights.js";
import { Market } from "./market.js";
import { cashOf, onBoard } from "./moves.js";
import { Path } from "./path.js";
import { HelperPortrait } from "./people.js";
import { Purse } from "./purse.js";
import { useWanted } from "./wanted.js";

const NOTHING = -1;

/**
 * The shop, and the uses of money beside it.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
const Shop = ({ play, seat }) =>
  html`<div class="lo-shop"><${Market} play=${play} seat=${seat} /><${Purse} play=${play} seat=${seat} /></div>`;

/**
 * The path on top, then the person's own shop, then the courtyard.
 * @param {{ play: Loyang.Play }} props
 */
const Common = ({ play }) => html`
  <div class="lo lo-common ${play.seat < 0 ? "watched" : ""}" data-region data-test="board">
    <${Course} play=${play} /><${Path} play=${play} />
    ${play.seat >= 0 && !phone.value && html`<${Shop} play=${play} seat=${play.seat} />`}
    <${Court} play=${play} />
  </div>
`;

/**
 * The cards of the person's hand, with the customer that a beginner was dealt.
 * @param {Loyang.Play} play
 */
function handOf(play) {
  const { hand = [], dealt = NOTHING } = play.mine.game ?? {};
  return [...hand, ...(dealt === NOTHING ? [] : [dealt])];
}

/**
 * The same in words, for a stream.
 * @param {Loyang.Play} play
 */
const held = (play) => handOf(play).map((card) => ({ key: `${card}`, icon: "", value: cardName(card), label: "" }));

/** @param {{ play: Loyang.Play }} props */
function Mine({ play }) {
  const low = phone.value && handOf(play).length > 0;
  return html`
    <div class="lo lo-mine ${low ? "low" : ""}" data-region data-display=${play.seat}>
      ${phone.value && html`<${Shop} play=${play} seat=${play.seat} />`}
      <${Farm} play=${play} seat=${play.seat} low=${low} />
    </div>
  `;
}

/**
 * The person's hand, if it has cards.
 * @param {{ play: Loyang.Play }} props
 */
function Hand({ play }) {
  const roving = useRoving();
  const { dealt = NOTHING, picked = NOTHING } = play.mine.game ?? {};
  const cards = handOf(play);
  if (!cards.length) return null;
  return html`
    <section role="group" class="lo lo-hand lo-group" data-region style="--n:${cards.length}" aria-label=${word("hand")}
      ...${roving}>
      <h2 title=${word("hand_note")}>${word("hand")}</h2>
      <div class="lo-cards">
        ${cards.map((card) => html`
          <div key=${card} class="lo-held ${card === picked ? "picked" : ""} ${card === dealt ? "dealt" : ""}">
            <${Card} play=${play} card=${card} place="panel-${card}" />
            ${(card === picked || card === dealt)
              && html`<small title=${word(card === picked ? "picked_note" : "dealt_note")}>
                  ${word(card === picked ? "picked" : "dealt")}</small>`}
          </div>`)}
      </div>
    </section>
  `;
}

/**
 * A player's whole area as others see it.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
const Seat = ({ play, seat }) => html`
  <section class="lo lo-seat seat-${seat}" data-region data-display=${seat}
    aria-label=${word("display", { name: seatName(play.open.seats, seat) })}>
    <${Plate} play=${play} seat=${seat} /><${Shop} play=${play} seat=${seat} /><${Farm} play=${play} seat=${seat} />
  </section>
`;

/** @param {string} of */
const icon = (of) => () => html`<${Piece} of=${of} />`;
const [Gate, Cash, Loans, Cards] = ["gate", "coin", "loan", "card"].map(icon);

/**
 * A player's figures in the strip: space on the path, cash, loans, cards in hand.
 * @param {Loyang.Play} play
 * @param {number} seat
 */
const figures = ({ open: { game } }, seat) => [
  { key: "score", icon: Gate, value: game.space[seat], label: word("figure.space") },
  { key: "money", icon: Cash, value: game.cash[seat], label: word("cash") },
  ...(game.loans[seat] ? [{ key: "loans", icon: Loans, value: game.loans[seat], label: word("figure.loans") }] : []),
  ...(game.hand[seat] ? [{ key: "hand", icon: Cards, value: game.hand[seat], label: word("figure.hand") }] : []),
];

/**
 * Shared by all regions: the drawings, the arrow keys, the aimed target, the flights.
 * @param {{ play: Loyang.Play, children: Children }} props
 */
function Frame({ play, children }) {
  const [ref, before] = [useRef(null), useRef(null)];
  useWanted(play);
  useArrows(play, ref);
  useEffect(() => {
    fly(document, play.seat, before.current, play.open.game, play.lines);
    before.current = play.open.game;
  }, [play.count]);
  return html`<div class="lo-frame" ref=${ref}><${Drawings} />${children}<${Explanation} /></div>`;
}

/**
 * The sound for these log lines.
 * @param {Line[]} happened
 */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (["served", "served_for", "sold", "hawked", "wages", "loan"].some((key) => keys.has(key))) return "coins";
  if (["drew", "revealed", "field"].some((key) => keys.has(key))) return "cards";
  return ["sowed", "kept", "stacked", "advanced", "upgraded", "planted"].some((key) => keys.has(key)) ? "built" : null;
}

/**
 * The price or gain of an option in cash.
 * @param {Loyang.Play} play
 * @param {string} verb
 * @param {number} noun
 */
function costs(play, verb, noun) {
  const amount = cashOf(play, verb, noun);
  return amount && word("cash_change", { n: amount });
}

/**
 * The picture beside an explanation on the rules page.
 * @param {string} group
 * @param {number} n
 */
function picture(group, n) {
  if (group !== "cards") return null;
  const { kind, id, goods, crops } = cardOf(n);
  return kind === "helper" ? html`<${HelperPortrait} id=${id} seed=${n} />`
    : html`<${Wares} goods=${[...goods, ...crops]} />`;
}

/** @type {Board} */
export default {
  Common,
  Mine,
  Hand,
  Seat,
  figures,
  held,
  Frame,
  pageOf: (/** @type {Loyang.Play} */ play) => (isAboutCourt(play) || play.offers.has("step") ? "board" : "mine"),
  prepare: loadCards,
  onBoard,
  stages: () => [],
  tune,
  turns: ["round", "laid", "kept", "finished"],
  turn: (_, hints) => hints.turn,
  longTurns: true,
  costs,
  picture,
  own: (group, n) => (group === "cards" && cardOf(n).origin === "own" ? word("own_card") : ""),
  around: () => "lo-frame",
  Drawings,
};
