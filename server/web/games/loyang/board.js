/** The Loyang table: round and phase, the panel of cards, the displays. Drawn in `loyang/`. */

import { useArrows } from "../../arrows.js";
import { html, useEffect, useRef } from "../../lib.js";
import { Drawings, Piece, Wares } from "./art.js";
import { Panel } from "./court.js";
import { ROUNDS, cardOf, loadCards, word } from "./cards.js";
import { Display, Token } from "./display.js";
import { fly } from "./flights.js";
import { cashOf, movesAt, onBoard } from "./moves.js";
import { HelperPortrait } from "./people.js";
import { useWantedStall } from "./wanted.js";

/** Round and phase, and the piles. */
const Course = ({ play: { hints, open: { game } } }) => html`
  <p class="lo-course" data-test="course">
    <b>${game.round ? word("round", { n: game.round, of: ROUNDS }) : word("phase.setup")}</b>
    ${game.round > 0 && html`<span>${word(`phase.${hints.phase}`)}</span>`}
    <span class="lo-piles" title=${word("piles")}><${Piece} of="card" />${word("deck", { n: game.deck })} · ${word("discards", { n: game.discard.length })}</span>
  </p>
`;

const Common = ({ play }) => html`<div class="lo-common"><${Course} play=${play} /><${Panel} play=${play} /></div>`;

const Mine = ({ play }) => html`<${Display} key=${play.seat} play=${play} seat=${play.seat} main />`;

const Seat = ({ play, seat }) => html`<${Display} key=${seat} play=${play} seat=${seat} main />`;

function Frame({ play, children }) {
  const { game, seats } = play.open;
  const [ref, before] = [useRef(null), useRef(null)];
  useWantedStall(play);
  useArrows(play, ref);
  useEffect(() => {
    fly(ref.current, before.current, game, play.lines);
    before.current = game;
  }, [play.count]);
  return html`<div class="lo seats-${seats.length}" ref=${ref}><${Drawings} />${children}</div>`;
}

const icon = (of) => () => html`<${Piece} of=${of} />`;
const [Gate, Cash, Loans, Hand] = [icon("gate"), icon("coin"), icon("loan"), icon("card")];

/** Space on the path, cash, loans, cards in hand, position in the order of the phase. */
const figures = ({ hints, open: { game } }, seat) => [
  { key: "score", icon: Gate, value: game.space[seat], label: word("figure.space") },
  { key: "money", icon: Cash, value: game.cash[seat], label: word("cash") },
  ...(game.loans[seat] ? [{ key: "loans", icon: Loans, value: game.loans[seat], label: word("figure.loans") }] : []),
  ...(game.hand[seat] ? [{ key: "hand", icon: Hand, value: game.hand[seat], label: word("figure.hand") }] : []),
  ...(hints.position[seat] ? [{ key: "position", icon: () => html`<${Token} hints=${hints} seat=${seat} />`, value: "", label: word("position", { n: hints.position[seat] }) }] : []),
];

/** A small sound for what just happened. */
function tune(happened) {
  const keys = new Set(happened.map(([key]) => key));
  if (["served", "sold", "hawked", "wages", "loan"].some((key) => keys.has(key))) return "coins";
  if (["drew", "revealed", "field"].some((key) => keys.has(key))) return "dice";
  return ["sowed", "kept", "stacked", "advanced", "upgraded", "planted"].some((key) => keys.has(key)) ? "built" : null;
}

/** What an option costs or brings in cash. */
function costs(play, verb, noun) {
  const amount = cashOf(play, verb, noun);
  return amount && word("cash_change", { n: amount });
}

/** What the rules page shows beside an explanation. */
function picture(group, n) {
  if (group !== "cards") return null;
  const { kind, id, goods, crops } = cardOf(n);
  return kind === "helper" ? html`<${HelperPortrait} id=${id} seed=${n} />` : html`<${Wares} goods=${[...goods, ...crops]} />`;
}

export default {
  Common,
  Mine,
  Seat,
  Frame,
  figures,
  offersAt: movesAt,
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
  Drawings,
};
