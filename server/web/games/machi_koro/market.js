/** The middle of the table: the supply with its pile counts, dice, gains of rolls, the others' cities in small. */

import { others } from "../../table/board.js";
import { useTold } from "../../things/explain.js";
import { html } from "../../core/lib.js";
import { lines, optionText, seatName } from "../../core/gametext.js";
import { large, phone } from "../../core/media.js";
import { Card, nameOf, wordsOf } from "./card.js";
import { cards, establishment, numbers, word } from "./cards.js";
import { answering, whyNotIn } from "./city.js";
import { Dice } from "./dice.js";
import { Drawing, Symbol } from "./landmarks.js";
import { Rolls } from "./rolls.js";
import { useRoving } from "../../things/roving.js";
import { whyNot } from "../../things/why.js";

/**
 * The count on a pile: open cards and, in the variant, those still in the draw pile in brackets.
 * @param {MachiKoro.Game} game
 * @param {number} kind
 */
const countOf = ({ supply, deck }, kind) => (deck.length ? `${supply[kind]} (${deck[kind]})` : String(supply[kind]));

/**
 * @param {MachiKoro.Game} game
 * @param {number} kind
 */
function countLabel({ supply, deck }, kind) {
  const open = word("in_supply", { n: supply[kind] });
  return deck.length ? `${open}, ${word("in_deck", { n: deck[kind] })}` : open;
}

/**
 * In the variant: kinds without an open card, and the number of their cards in the draw pile.
 * @param {{ game: MachiKoro.Game }} props
 */
function Hidden({ game }) {
  const closed = game.deck.map((n, kind) => [kind, n]).filter(([kind, n]) => n > 0 && !game.supply[kind]);
  if (!game.deck.length) return null;
  const left = game.deck.reduce((sum, n) => sum + n, 0);
  return html`
    <p class="mk-hidden">${word("draw_pile", { n: left })}
      ${closed.length > 0 && html` ${word("not_open")} ${closed.map(([kind, n]) =>
          `${nameOf("establishments", kind)} (${n})`).join(", ")}`}
    </p>
  `;
}

/**
 * Number of piles side by side: two rows, or three if there is no own area below.
 * @param {MachiKoro.Play} play
 * @param {number} piles
 */
const columnsOf = (play, piles) =>
  (phone.value ? 4 : Math.ceil(piles / (large.value && play.seat < 0 ? 3 : 2)));

/** @param {{ play: MachiKoro.Play }} props */
export function Market({ play }) {
  const { game } = play.open;
  const group = useRoving();
  const may = play.offers.get("build");
  const kinds = cards.value.establishments.map((_, kind) => kind);
  const drawn = game.options.supply === "come_what_may";
  const open = drawn ? kinds.filter((kind) => game.supply[kind] > 0) : kinds;
  const columns = columnsOf(play, open.length);
  return html`
    <section class="mk-market" aria-label=${word("supply")}>
      <div class="mk-supply ${drawn ? "drawn" : ""}"
        style=${{ "--columns": columns, "--rows": Math.ceil(open.length / columns) }} role="group"
        aria-label=${word("supply")} data-test="supply" ...${group}>
        ${open.map((kind) => html`
          <${Card} key=${kind} kind=${kind} verb="build" offered=${may?.has(kind)}
            pick=${() => play.choose("build", kind)} why=${whyNot(play, "supply", kind)} place="pile-${kind}"
            marks=${game.supply[kind] ? "" : "empty"} badge=${countOf(game, kind)}
            facts=": ${word("price", { n: establishment(kind).price })}, ${countLabel(game, kind)}${may?.has(kind)
              ? `. ${word("can_build")}` : ""}" />`)}
      </div>
      <${Hidden} game=${game} />
    </section>
  `;
}

/**
 * A click on the dice throws them.
 * @param {{ play: MachiKoro.Play }} props
 */
function Throw({ play }) {
  const { open, offers } = play;
  const may = [...(offers.get("roll") ?? [])];
  return may.map((n) => {
    const name = optionText(open.table.game, open.seats, "roll", n);
    return html`
      <button key=${n} type="button" class="mk-throw offered" data-verb="roll" data-noun=${n} aria-label=${name}
        title=${name} onClick=${() => play.choose("roll", n)}>
        <${Dice} dice=${Array.from({ length: n }, (_, die) => 5 + die)} roll=${0} still />
      </button>`;
  });
}

/**
 * The dice, the bank, the gains of rolls. A new throw is recognized by its log line.
 * @param {{ play: MachiKoro.Play }} props
 */
export function Tray({ play }) {
  const { game, log } = play.open;
  const recent = lines(log);
  const thrown = recent.findLastIndex(([key]) => key === "rolled" || key === "rolled_two");
  const throws = play.offers.has("roll");
  return html`
    <section class="mk-tray ${throws ? "throws" : ""}" aria-label=${word("tray")}>
      <div class="mk-dice">
        <${Throw} play=${play} />
        <${Dice} dice=${game.dice} roll=${log[0] - recent.length + thrown} />
      </div>
      <div class="mk-bank" data-place="bank" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
      ${!phone.value && html`<${Rolls} play=${play} />`}
    </section>
  `;
}

/**
 * A kind in another city: its numbers in its colour, and its number of copies.
 * @param {{ play: MachiKoro.Play, seat: number, kind: number, copies: number, lit: boolean }} props
 */
function Chip({ play, seat, kind, copies, lit }) {
  const row = establishment(kind);
  const name = `${nameOf("establishments", kind)}, ${word("copies", { n: copies })}`;
  const words = { ...wordsOf("establishments", kind, row, false), title: name, why: whyNotIn(play, seat, kind) };
  return html`
    <li class="mk-chip ${row.colour} ${lit ? "lit" : ""}" data-place="chip-${seat}-${kind}" ...${useTold(words)}>
      <span aria-hidden="true">${numbers(row)}<${Symbol} name=${row.symbol} />
        ${copies > 1 && html`<b>×${copies}</b>`}</span><span class="sr">${name}</span>
    </li>`;
}

/** The rule for choosing players. */
const CHOSEN = "MAC-7.9";

/**
 * The name of the city's player, with the reason why that player can't be chosen.
 * @param {{ play: MachiKoro.Play, seat: number, name: string }} props
 */
function Named({ play, seat, name }) {
  const text = word("coins", { n: play.open.game.coins[seat] });
  return html`<h2 ...${useTold({ title: name, text, anchor: CHOSEN, why: whyNot(play, "seat", seat) })}>${name}</h2>`;
}

/**
 * The others' cities in small.
 * @param {{ play: MachiKoro.Play }} props
 */
export function Neighbours({ play }) {
  const { game, seats } = play.open;
  return html`
    <div class="mk-neighbours">
      ${others(play.seat, seats).map((seat) => {
        const lit = answering(play, seat);
        const name = seatName(seats, seat);
        return html`
          <div role="group" key=${seat} class="mk-neighbour seat-${seat}" aria-label=${word("city_of", { name })}>
            <${Named} play=${play} seat=${seat} name=${name} />
            <ul class="mk-towers">${game.landmarks[seat].map((state, n) =>
              html`<li key=${n} class=${state ? "built" : "unbuilt"} title=${nameOf("landmarks", n)}
                  data-place="tower-${seat}-${n}"><${Drawing} landmark=${n} />
                  <span class="sr">${nameOf("landmarks", n)}
                    : ${word(["not_built", "works_soon", "works"][state])}</span></li>`)}</ul>
            <ul class="mk-chips">${game.cities[seat].map((copies, kind) => copies > 0
                && html`<${Chip} key=${kind} play=${play} seat=${seat} kind=${kind} copies=${copies}
                  lit=${lit.includes(kind)} />`)}
            </ul>
          </div>`;
      })}
    </div>`;
}
