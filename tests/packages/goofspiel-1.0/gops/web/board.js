/** Goofspiel: the prizes in the middle, what everybody has played around them, the own suit below. */

import { others, wordsOf } from "../../board.js";
import { useExplained, useTold } from "../../explain.js";
import { Explanation } from "../../explanation.js";
import { seatName, thing } from "../../gametext.js";
import { html } from "../../lib.js";
import { useRoving } from "../../roving.js";
import { gameTexts } from "../../text.js";
import { whyNot } from "../../why.js";

/** More cards than this are drawn smaller. */
const MANY = 7;

const word = wordsOf("gops");
const nameOf = (card) => thing(gameTexts("gops"), "card", card);

/** The outlines of the suits: prizes are diamonds, players have one of the others. */
const SUITS = [
  "M50 6C62 28 96 42 96 66a22 22 0 0 1-39 14q1 9 11 14H32q10-5 11-14A22 22 0 0 1 4 66C4 42 38 28 50 6Z",
  "M50 92C20 66 4 50 4 30A23 23 0 0 1 50 24 23 23 0 0 1 96 30C96 50 80 66 50 92Z",
  "M50 6a21 21 0 0 1 18 32 22 22 0 1 1-11 38q1 10 11 18H32q10-8 11-18a22 22 0 1 1-11-38A21 21 0 0 1 50 6Z",
  "M50 4 62 34 96 36 70 58 80 92 50 72 20 92 30 58 4 36 38 34Z",
];
const DIAMOND = "M50 4 88 50 50 96 12 50Z";

const Suit = ({ path }) => html`<svg class="gops-suit" viewBox="0 0 100 100" aria-hidden="true"><path d=${path} /></svg>`;

/** A card that lies open: a prize, or one that somebody has played. */
function Lying({ card, path, kind }) {
  const events = useTold({ title: nameOf(card), text: "" });
  return html`<span class="gops-card ${kind}" ...${events}>${nameOf(card)}<${Suit} path=${path} /></span>`;
}

/** One of the own cards: it can be bid, or it says why not. */
function Own({ play, card }) {
  const held = play.mine.game?.hand?.includes(card);
  const can = !!play.offers.get("bid")?.has(card);
  const events = useExplained({ title: nameOf(card), text: "", why: whyNot(play, "card", card) }, can,
    () => play.choose("bid", card));
  return html`
    <button type="button" class="gops-card own ${held ? "" : "gone"} ${can ? "offered" : ""}" data-rove
      data-card=${held ? card : undefined} data-verb=${can ? "bid" : undefined} data-noun=${can ? card : undefined}
      aria-disabled=${!can} aria-label=${word(held ? "own" : "own_gone", { card: nameOf(card) })} ...${events}>
      ${nameOf(card)}<${Suit} path=${SUITS[play.seat % SUITS.length]} />
    </button>`;
}

function Hand({ play }) {
  const group = useRoving();
  const cards = Array.from({ length: play.open.game.options.cards }, (_, card) => card);
  return html`
    <div class="gops-hand ${cards.length > MANY ? "many" : ""}" role="group" aria-label=${word("hand")} ...${group}>
      ${cards.map((card) => html`<${Own} key=${card} play=${play} card=${card} />`)}
    </div>`;
}

/** What a player has played; beside the prizes also whether the player has bid. */
const Seat = ({ play, seat, marked = false }) => html`
  <section class="gops-seat seat-${seat}" aria-label=${seatName(play.open.seats, seat)}>
    <h2><span class="who seat-${seat}">${seatName(play.open.seats, seat)}</span>
      ${marked && play.open.game.bid[seat] && html` <b class="gops-bidden">${word("bidden")}</b>`}</h2>
    <div class="gops-row small">
      ${play.open.game.played[seat].map((card) =>
        html`<${Lying} key=${card} card=${card} path=${SUITS[seat % SUITS.length]} kind="played" />`)}
    </div>
  </section>`;

const Common = ({ play }) => {
  const { game } = play.open;
  return html`
    <div class="gops-table">
      <div class="gops-middle">
        <h2>${word("stake")}: ${play.hints.stake ?? 0}</h2>
        <div class="gops-row">
          ${game.up.map((card) => html`<${Lying} key=${card} card=${card} path=${DIAMOND} kind="prize" />`)}
        </div>
        <p>${word("left", { n: game.prizes })}</p>
      </div>
      <div class="gops-others">
        ${others(play.seat, play.open.seats).map((seat) => html`<${Seat} key=${seat} play=${play} seat=${seat} marked />`)}
      </div>
    </div>`;
};

const Mine = ({ play }) => html`<${Seat} play=${play} seat=${play.seat} />`;

const Frame = ({ children }) => html`<div class="gops">${children}<${Explanation} /></div>`;

export default {
  Common, Mine, Hand, Seat, Frame,
  figures: (play, seat) => [{ key: "score", icon: null, value: play.hints.points?.[seat] ?? 0, label: word("points") }],
  onBoard: (verb) => verb === "bid",
  stages: () => [],
  turns: ["prize"],
  turn: (game) => game.prizes,
};
