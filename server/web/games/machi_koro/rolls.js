/** The gains of each possible roll: by total and player, for a chosen roller, as the server predicts them. */

import { html, useState } from "../../core/lib.js";
import { Face, nameOf as playerOf } from "../../core/faces.js";
import { seatName } from "../../core/gametext.js";
import { word } from "./cards.js";

const TOTALS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * A number with its sign; several numbers if a player has a choice.
 * @param {number} n
 */
const signed = (n) => (n > 0 ? `+${n}` : String(n).replace("-", "−"));
/** @param {MachiKoro.Gain} gain */
const amount = (gain) => (Array.isArray(gain) ? gain.map(signed).join("/") : gain === 0 ? "·" : signed(gain));
/** @param {MachiKoro.Gain} gain */
export const inWords = (gain) => (Array.isArray(gain) ? gain.map(signed).join(` ${word("or")} `) : signed(gain));
/** @param {MachiKoro.Gain} gain */
const sign = (gain) => (Array.isArray(gain) ? "maybe" : gain > 0 ? "plus" : gain < 0 ? "minus" : "none");

/**
 * A player's face, which selects that player as the roller.
 * @param {{ play: MachiKoro.Play, seat: number, rolls: boolean, pick: () => void }} props
 */
function Roller({ play, seat, rolls, pick }) {
  const { seats } = play.open;
  const name = word("if_rolls", { name: playerOf(seats[seat], seat) });
  return html`
    <button type="button" class="mk-roller seat-${seat}" aria-pressed=${rolls} aria-label=${name} title=${name}
      data-roller=${seat} onClick=${pick}>
      <${Face} row=${seats[seat]} seat=${seat} />
    </button>`;
}

/** @param {{ play: MachiKoro.Play, seat: number, gain: MachiKoro.Gain, now: boolean }} props */
function Cell({ play, seat, gain, now }) {
  return html`
    <td class="${sign(gain)} ${seat === play.seat ? "own" : ""} ${now ? "now" : ""}">
      <span aria-hidden="true">${amount(gain)}</span><span class="sr">${inWords(gain)}</span></td>`;
}

/**
 * `across`: a row for each player instead of a column.
 * @param {{ play: MachiKoro.Play, across?: boolean }} props
 */
export function Rolls({ play, across = false }) {
  const { open: { game, seats }, hints } = play;
  const inGame = seats.map((_, seat) => seat).filter((seat) => hints.rolls?.[seat].length);
  const [chosen, choose] = useState(play.seat);
  const roller = inGame.includes(chosen) ? chosen : (inGame[0] ?? -1);
  if (roller < 0) return null;
  const rows = hints.rolls[roller];
  const total = game.dice.reduce((sum, die) => sum + die, 0);
  /** @param {number} seat */
  const head = (seat) => html`<${Roller} key=${seat} play=${play} seat=${seat} rolls=${seat === roller}
      pick=${() => choose(seat)} />`;
  /**
   * @param {number} seat
   * @param {number} n
   */
  const cell = (seat, n) =>
    html`<${Cell} key="${seat} ${n}" play=${play} seat=${seat} gain=${rows[n][seat]} now=${n === total} />`;
  const caption = html`<caption>${word("rolls", { name: seatName(seats, roller) })}</caption>`;
  if (across) {
    return html`
      <table class="mk-rolls across" data-test="rolls">${caption}
        <thead><tr><td></td>${TOTALS.map((n) => html`<th key=${n} scope="col">${n}</th>`)}</tr></thead>
        <tbody>${inGame.map((seat) =>
          html`<tr key=${seat}><th scope="row">${head(seat)}</th>${TOTALS.map((n) => cell(seat, n))}</tr>`)}</tbody>
      </table>`;
  }
  return html`
    <table class="mk-rolls" data-test="rolls">${caption}
      <thead><tr><td></td>${inGame.map((seat) => html`<th key=${seat} scope="col">${head(seat)}</th>`)}</tr></thead>
      <tbody>${TOTALS.map((n) =>
        html`<tr key=${n}><th scope="row">${n}</th>${inGame.map((seat) => cell(seat, n))}</tr>`)}</tbody>
    </table>`;
}
