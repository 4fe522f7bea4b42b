/** The Loyang table: who stands where, the panel of cards, one display large and the others below it. Drawn in `loyang/`. */

import { useArrows } from "../../arrows.js";
import { seatName } from "../../gametext.js";
import { useInSight } from "../../insight.js";
import { html, useEffect, useRef, useState } from "../../lib.js";
import { Avatar } from "../../ui.js";
import { Drawings, Piece, Wares } from "./art.js";
import { Panel } from "./court.js";
import { ROUNDS, cardOf, loadCards, word } from "./cards.js";
import { Display, Purse, Token } from "./display.js";
import { fly } from "./flights.js";
import { cashOf, hasMoves, onBoard } from "./moves.js";
import { HelperPortrait } from "./people.js";
import { useWantedStall } from "./wanted.js";

/** The turn of a seat that acts in this moment of the action phase. */
const ACTING = 1;

/**
 * The seat whose display is large: the one clicked on, until a question is about another one; then the
 * first, from one's own on, where something is to be chosen. Looking back, it is that of whoever acted then.
 * With the number of the last question that has opened a display.
 */
function useChosen(play) {
  const home = Math.max(0, play.seat);
  const [chosen, choose] = useState(home);
  const [opened, setOpened] = useState(0);
  const { number } = play.ask;
  useEffect(() => {
    if (number === undefined || hasMoves(play, chosen)) return;
    const next = inOrder(play.seat, play.open.seats).find((seat) => hasMoves(play, seat));
    if (next === undefined) return;
    choose(next);
    setOpened(number);
  }, [number]);
  useEffect(() => choose(home), [home, play.past]);
  useEffect(() => {
    const acting = play.open.game.turn.indexOf(ACTING);
    if (play.past && acting >= 0) choose(acting);
  }, [play.past, play.version]);
  return [chosen, choose, opened];
}

/** All seats in the order of play, one's own first; watchers begin with the first seat. */
const inOrder = (seat, seats) => seats.map((_, n) => (Math.max(0, seat) + n) % seats.length);

/** One line for each player: how all stand, and the way to their displays. */
function Overview({ play, chosen, choose }) {
  const { game, seats } = play.open;
  return html`
    <nav class="lo-overview" aria-label=${word("displays")}>
      ${inOrder(play.seat, seats).map((seat) => html`
        <button key=${seat} type="button" class="lo-tab seat-${seat} ${hasMoves(play, seat) ? "moves" : ""}" aria-pressed=${seat === chosen} data-tab=${seat} onClick=${() => choose(seat)}>
          <${Avatar} name=${seatName(seats, seat)} bot=${seats[seat].kind === "bot"} seat=${seat} />
          <span class="lo-tab-name">${seatName(seats, seat)}</span>
          <span class="lo-tab-facts"><${Purse} game=${game} seat=${seat} /><span class="lo-purse" title=${word("space", { n: game.space[seat] })}><${Piece} of="gate" /><b>${game.space[seat]}</b><span class="sr"> ${word("space", { n: game.space[seat] })}</span></span></span>
          <${Token} hints=${play.hints} seat=${seat} />
        </button>`)}
    </nav>
  `;
}

/** Round and phase, and the piles. */
const Course = ({ play: { hints, open: { game } } }) => html`
  <p class="lo-course" data-test="course">
    <b>${game.round ? word("round", { n: game.round, of: ROUNDS }) : word("phase.setup")}</b>
    ${game.round > 0 && html`<span>${word(`phase.${hints.phase}`)}</span>`}
    <span class="lo-piles" title=${word("piles")}><${Piece} of="card" />${word("deck", { n: game.deck })} · ${word("discards", { n: game.discard.length })}</span>
  </p>
`;

/** What is offered for a question itself; money can be raised at any of them. */
const DECIDING = "[data-verb]:not([data-verb=loan], [data-verb=sell], [data-verb=discard])";

function Board({ play }) {
  const { game, seats } = play.open;
  const [chosen, choose, opened] = useChosen(play);
  const [ref, before] = [useRef(null), useRef(null)];
  useWantedStall(play);
  useInSight(play, ref, DECIDING, opened);
  useArrows(play, ref);
  useEffect(() => {
    fly(ref.current, before.current, game, play.lines);
    before.current = game;
  }, [play.count]);
  const rest = inOrder(play.seat, seats).filter((seat) => seat !== chosen);
  return html`
    <div class="lo seats-${seats.length}" ref=${ref} data-test="board">
      <${Drawings} />
      <div class="lo-top"><${Course} play=${play} /><${Overview} play=${play} chosen=${chosen} choose=${choose} /></div>
      <${Panel} play=${play} />
      <${Display} key=${chosen} play=${play} seat=${chosen} main />
      <div class="lo-others">${rest.map((seat) => html`<${Display} key=${seat} play=${play} seat=${seat} />`)}</div>
    </div>
  `;
}

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
  Board,
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
