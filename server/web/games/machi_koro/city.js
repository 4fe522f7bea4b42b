/** A seat's city: purse, the skyline of landmarks, the establishments in offset piles. */

import { html } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { lines, seatName } from "../../core/gametext.js";
import { Plate } from "../../table/seats.js";
import { Card, Landmark } from "./card.js";
import { cards, word } from "./cards.js";
import { Rolls } from "./rolls.js";
import { useRoving } from "../../things/roving.js";
import { whyAt, whyNot } from "../../things/why.js";

const MARKED = new Set(["built", "landmark", "swapped"]);
const INCOME = new Set(["rolled", "rolled_two", "paid", "short", "got", "stadium", "tv"]);
/** Number of kinds in one row; more are drawn in two rows. */
const KINDS_PER_ROW = 8;

/**
 * All copies of a kind, drawn offset so that their number is visible.
 * @param {{ kind: number, copies: number, seat: number, verb: string, offered: boolean, pick: () => void,
 *   why?: Why, lit: boolean, last: boolean }} props
 */
function Pile({ kind, copies, seat, verb, offered, pick, why, lit, last }) {
  const under = Math.min(copies, 6) - 1;
  return html`
    <div class="mk-pile ${lit ? "lit" : ""}" style=${{ "--under": under }} data-copies=${copies}>
      ${Array.from({ length: under },
          (_, n) => html`<span key=${n} class="mk-under" style=${{ "--n": n + 1 }}></span>`)}
      <${Card} kind=${kind} verb=${verb} offered=${offered} pick=${pick} why=${why} place="city-${seat}-${kind}"
        marks=${last ? "last" : ""}
        facts=${copies > 1 ? `, ${word("copies", { n: copies })}` : ""} badge=${copies > 1 ? `×${copies}` : ""} />
    </div>
  `;
}

/**
 * The verbs of this city's choices now: for establishments, for landmarks, for the seat itself.
 * @param {MachiKoro.Play} play
 * @param {number} seat
 */
function offersIn(play, seat) {
  const { offers, hints } = play;
  const own = seat === play.seat;
  return {
    kinds: own ? "give" : hints.swap?.partner === seat ? "take" : undefined,
    landmarks: own ? offers.get("landmark") : undefined,
    seat: ["tv", "with"].find((verb) => offers.get(verb)?.has(seat)),
  };
}

/**
 * The kinds in this city that the current roll activates, while the roll is the latest event.
 * @param {{ ask: Protocol.Asked, lines: Line[], hints: MachiKoro.Hints, open: { game: MachiKoro.Game } }} props
 * @param {number} seat
 */
export function answering({ ask, lines: told, hints, open: { game } }, seat) {
  const lights = game.dice.length > 0 && (told.some(([key]) => INCOME.has(key)) || ask.prompt === "reroll");
  const total = game.dice.reduce((sum, die) => sum + die, 0);
  return (lights && !game.places[seat] && hints.answers?.[seat === game.active ? "roller" : "others"][total]) || [];
}

/**
 * Did the last move bring this card into this city?
 * @param {Line | undefined} line
 * @param {number} seat
 * @param {number} kind
 */
function isLast(line, seat, kind) {
  const [key, who, first, partner, taken] = line ?? [];
  if (key === "built") return who === seat && first === kind;
  if (key === "swapped") return (who === seat && taken === kind) || (partner === seat && first === kind);
  return false;
}

/**
 * The last log line that changed a city.
 * @param {{ open: Protocol.Public }} props
 */
const lastChange = ({ open }) => lines(open.log).findLast(([key]) => MARKED.has(key));

/** @param {{ game: MachiKoro.Game, seat: number }} props */
export const Purse = ({ game, seat }) => html`
  <span class="mk-purse" data-place="purse-${seat}" data-coins=${game.coins[seat]}>
    <span class="mk-coin big" aria-hidden="true"></span><b key=${game.coins[seat]}>${game.coins[seat]}</b>
    <span class="sr"> ${word("coins", { n: game.coins[seat] })}</span>
  </span>`;

/** @param {{ play: MachiKoro.Play, seat: number }} props */
function Skyline({ play, seat }) {
  const { game, seats } = play.open;
  const group = useRoving();
  const last = lastChange(play);
  const may = offersIn(play, seat).landmarks;
  /**
   * @param {number} n
   * @param {number} state
   */
  const marks = (n, state) => (state && last?.[0] === "landmark" && last[1] === seat && last[2] === n ? "last" : "");
  return html`
    <div class="mk-skyline" role="group" aria-label=${word("landmarks_of", { name: seatName(seats, seat) })}
      ...${group}>
      ${game.landmarks[seat].map((state, n) => html`
        <${Landmark} key=${n} n=${n} state=${state} offered=${may?.has(n)} pick=${() => play.choose("landmark", n)}
          why=${whyAt(play, seat, "landmark", n)}
          place="landmark-${seat}-${n}" marks=${marks(n, state)} />`)}
    </div>`;
}

/**
 * Why a kind in a city can't be chosen: in the own city, or in another one; those are numbered seat by seat.
 * @param {MachiKoro.Play} play
 * @param {number} seat
 * @param {number} kind
 */
export const whyNotIn = (play, seat, kind) => (seat === play.seat ? whyNot(play, "own", kind)
  : whyNot(play, "theirs", seat * cards.value.establishments.length + kind));

/** @param {{ play: MachiKoro.Play, seat: number }} props */
function Street({ play, seat }) {
  const { game, seats } = play.open;
  const group = useRoving();
  const last = lastChange(play);
  const lit = answering(play, seat);
  const verb = offersIn(play, seat).kinds;
  const may = verb ? play.offers.get(verb) : undefined;
  const kinds = game.cities[seat].filter(Boolean).length;
  const rows = kinds > KINDS_PER_ROW ? 2 : 1;
  return html`
    <div class="mk-street rows-${rows}" style=${{ "--columns": Math.ceil(kinds / rows) }} role="group"
      aria-label=${word("street_of", { name: seatName(seats, seat) })} ...${group}>
      ${game.cities[seat].map((copies, kind) => copies > 0 && html`
        <${Pile} key=${kind} kind=${kind} copies=${copies} seat=${seat} verb=${verb} offered=${may?.has(kind)}
          pick=${() => verb && play.choose(verb, kind)} why=${whyNotIn(play, seat, kind)}
          lit=${lit.includes(kind)} last=${isLast(last, seat, kind)} />`)}
    </div>`;
}

/**
 * The button that chooses this seat: for the TV station, or for a swap.
 * @param {{ play: MachiKoro.Play, seat: number }} props
 */
function Choose({ play, seat }) {
  const verb = offersIn(play, seat).seat;
  const name = seatName(play.open.seats, seat);
  if (!verb) return null;
  return html`
    <button type="button" class="primary mk-choose" data-test="choose-seat" data-verb=${verb} data-noun=${seat}
      onClick=${() => play.choose(verb, seat)}>
      ${verb === "tv" ? word("tv_pays", { name, n: Number(play.amounts("tv", seat)?.coins ?? 0) })
        : word("swap_with", { name })}
    </button>`;
}

/**
 * A city as the others see it; its owner sees it without the sign.
 * @param {{ play: MachiKoro.Play, seat: number }} props
 */
export function City({ play, seat }) {
  const { game, seats } = play.open;
  const place = game.places[seat];
  const own = seat === play.seat;
  const offered = offersIn(play, seat);
  const choosing = !!offered.kinds && play.offers.has(offered.kinds);
  const many = game.cities[seat].filter(Boolean).length > KINDS_PER_ROW;
  const marks = [own ? "own" : "", place ? "finished" : game.active === seat ? "active" : "",
    offered.seat ? "offered" : "", choosing ? "choosing" : "", many ? "many" : ""];
  return html`
    <section class="mk-city seat-${seat} ${marks.join(" ")}"
      aria-label=${word("city_of", { name: seatName(seats, seat) })} data-city=${seat}>
      <header>
        ${!own && html`<${Plate} play=${play} seat=${seat} />`}
        ${place > 0 && html`<span class="mk-place">${word("place", { place })}</span>`}
        <${Purse} game=${game} seat=${seat} />
        <${Choose} play=${play} seat=${seat} />
      </header>
      <${Skyline} play=${play} seat=${seat} />
      <${Street} play=${play} seat=${seat} />
      ${own && phone.value && html`<${Rolls} play=${play} across />`}
    </section>
  `;
}
