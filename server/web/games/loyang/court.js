/**
 * In front of the gate: the courtyard, a two-pack just drawn, other players' things to choose from, the neighbours.
 */

import { html } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { others } from "../../table/board.js";
import { seatName } from "../../core/gametext.js";
import { useRoving } from "../../things/roving.js";
import { Avatar } from "../../core/ui.js";
import { whyNot } from "../../things/why.js";
import { Card } from "./card.js";
import { word } from "./cards.js";
import { cardsOf, isChosenFrom, moveOf } from "./moves.js";
import { Neighbours } from "./neighbours.js";
import { Thing } from "./thing.js";

/** @param {number[]} cards */
const lying = (cards) => cards.map((card) => ({ card, seat: -1, place: `panel-${card}` }));

/**
 * The other players' cards that the question offers, by their owner.
 * @param {Loyang.Play} play
 */
function chosenFrom(play) {
  const { game, seats } = play.open;
  if (!play.offers.size) return [];
  return seats.flatMap((_, seat) => {
    if (seat === play.seat) return [];
    const cards = cardsOf(game, seat).filter(([card]) => isChosenFrom(play, card, seat));
    return [{ key: `of-${seat}`, name: word("display", { name: seatName(seats, seat) }),
        cards: cards.map(([card, state]) => ({ card, state, seat })) }];
  });
}

/**
 * The cards in front of the gate: rows of { key, name, cards }.
 * @param {Loyang.Play} play
 */
function sections(play) {
  const { open: { game, seats }, mine, ask, offers } = play;
  const rows = [{ key: "court", name: word("court", { n: game.court.length }), cards: lying(game.court) }];
  /**
   * @param {string} key
   * @param {string} name
   * @param {number[]} cards
   */
  const add = (key, name, cards) => rows.push({ key, name, cards: lying(cards) });
  game.taken.forEach((cards, seat) => add(`taken-${seat}`, word("taken", { name: seatName(seats, seat) }), cards));
  game.pack.forEach((cards, seat) => add(`pack-${seat}`, word("pack_of", { name: seatName(seats, seat) }), cards));
  if (ask.prompt === "take_field") add("pile", word("own_pile"), [...(offers.get("field") ?? mine.game?.pile ?? [])]);
  if (ask.prompt === "foreman") add("foreman", word("used_helper"), [...(offers.get("take_over") ?? [])]);
  return [...rows, ...chosenFrom(play)].filter(({ cards }) => cards.length);
}

/** Verbs of choices in front of the gate, or between the courtyard and the hand. */
const HERE = ["take", "also", "lay", "keep", "dealt", "reveal", "top", "under", "field", "take_over", "from",
  "partner"];

/**
 * Is the question about cards in front of the gate?
 * @param {Loyang.Play} play
 */
export const isAboutCourt = (play) =>
  HERE.some((verb) => play.offers.has(verb)) || chosenFrom(play).some(({ cards }) => cards.length > 0);

/** @param {{ play: Loyang.Play, row: { key: string, name: string, cards: Loyang.Lying[] } }} props */
function Section({ play, row: { key, name, cards } }) {
  const roving = useRoving();
  return html`
    <section role="group" class="lo-group court ${key.split("-")[0]}" style="--n:${cards.length}" aria-label=${name}
      ...${roving}>
      <h2>${name}</h2>
      <div class="lo-cards">
        ${cards.map(({ card, state, seat, place }) =>
          html`<${Card} key=${card} play=${play} card=${card} state=${state} seat=${seat} place=${place} />`)}
      </div>
    </section>
  `;
}

/**
 * The rules for choosing other players, by verb.
 * @type {Record<string, string>}
 */
const PEOPLE = { from: "LOY-14.1", partner: "LOY-9.9" };

/**
 * All other players, if the question chooses among them: whose fields, which partner. An unavailable one explains
 * why.
 * @param {{ play: Loyang.Play }} props
 */
function People({ play }) {
  const verb = Object.keys(PEOPLE).find((one) => play.offers.has(one));
  if (!verb) return null;
  const { seats } = play.open;
  return html`
    <section role="group" class="lo-people">
      ${others(play.seat, seats).map((seat) => {
        const name = seatName(seats, seat);
        const move = { ...moveOf(play, verb, seat), label: word(`do.${verb}`, { name }) };
        const may = play.offers.get(verb)?.has(seat);
        return html`<${Thing} key=${seat} play=${play} kind="lo-someone seat-${seat}" words=${{ title: move.label,
            text: move.title, anchor: PEOPLE[verb], why: whyNot(play, "seat", seat) }} move=${may ? move : undefined}
            label=" "><${Avatar} name=${name} bot=${seats[seat].kind === "bot"} seat=${seat} />
            ${may ? move.label : name}<//>`;
      })}
    </section>`;
}

/**
 * The token with the player's position in the order of the phase; a colour for each of two pairs.
 * @param {{ hints: Loyang.Hints, seat: number, seats: Protocol.Seat[] }} props
 */
function Token({ hints, seat, seats }) {
  const [place, pair] = [hints.position[seat], hints.pair[seat]];
  if (!place) return null;
  const said = [seatName(seats, seat), word("position", { n: place }),
    pair >= 0 && word("pair", { n: pair + 1 })].filter(Boolean).join(", ");
  return html`<li class="lo-token pair-${pair}" title=${said} data-token=${seat}><b>${place}</b>
      <${Avatar} name=${seatName(seats, seat)} bot=${seats[seat].kind === "bot"} seat=${seat} />
      <span class="sr">${said}</span></li>`;
}

/**
 * Round, phase, and the order of the players in it.
 * @param {{ play: { hints: Loyang.Hints, open: { game: Loyang.Game, seats: number[] } } }} props
 */
export function Course({ play: { hints, open: { game, seats } } }) {
  const order = seats.map((_, seat) => seat).sort((a, b) => hints.position[a] - hints.position[b]);
  return html`
    <header class="lo-course">
      <p data-test="course">
        <b>${game.round ? word("round", { n: game.round, of: hints.rounds }) : word("phase.setup")}</b>
        ${game.round > 0 && html` <span>${word(`phase.${hints.phase}`)}</span>`}</p>
      <ol aria-label=${word("order")}>
        ${order.map((seat) => html`<${Token} key=${seat} hints=${hints} seat=${seat} seats=${seats} />`)}</ol>
    </header>
  `;
}

/** Numbers of cards side by side on a phone, the largest cards first. */
const COLUMNS = [3, 4, 5];
/** Number of lines of cards that a phone has room for. */
const MAX_LINES = 2;

/**
 * Number of lines that groups of so many cards take; a group that fits beside the one before it stands there.
 * @param {number[]} groups
 * @param {number} columns
 */
function linesOf(groups, columns) {
  let [lines, free] = [0, 0];
  for (const cards of groups) {
    if (cards > free) [lines, free] = [lines + Math.ceil(cards / columns), columns];
    free = Math.max(0, free - cards);
  }
  return lines;
}

/**
 * The number of cards side by side on a phone, of their lines, and of the farms below them that are in sight without
 * scrolling, as properties for the style sheet.
 * @param {number[]} groups
 * @param {number} others
 */
function shapeOf(groups, others) {
  const needed = COLUMNS.map((columns) => linesOf(groups, columns));
  const most = Math.max(MAX_LINES, Math.min(...needed));
  const n = needed.findIndex((lines) => lines <= most);
  const [columns, lines] = [COLUMNS[n], needed[n]];
  return `--columns:${columns};--lines:${lines};--farms:${lines > 1 ? 1 : others}`;
}

/** The largest number of cards and other farms that stand beside each other on a desktop. */
const MAX_BESIDE = 5;

/** @param {{ play: Loyang.Play }} props */
export function Court({ play }) {
  const rows = sections(play);
  const apart = play.seat < 0 && !phone.value;
  const empty = !apart && play.hints.phase === "cards" && !play.open.game.court.length;
  const lies = rows.length > 0;
  const [counts, farms] = [rows.map(({ cards }) => cards.length), play.open.seats.length - 1];
  const beside = lies && !phone.value && !apart && counts.reduce((sum, n) => sum + n, farms) <= MAX_BESIDE;
  return html`
    ${(lies || !apart) && html`
      <div class="lo-court ${beside ? "beside" : ""}" role="group" style=${shapeOf(counts, farms)}
        aria-label=${word("panel")} data-test="panel">
        <${People} play=${play} />
        ${rows.map((row) => html`<${Section} key=${row.key} play=${play} row=${row} />`)}
        ${empty && html`<p class="lo-none">${word("court_empty")}</p>`}
        ${(!lies || beside || (phone.value && !apart)) && html`<${Neighbours} play=${play} />`}
      </div>`}
    ${apart && html`<div class="lo-court farms"><${Neighbours} play=${play} /></div>`}
  `;
}
