/** A player's cards: the fields, and the street with customers, market stalls and helpers. */

import { html } from "../../core/lib.js";
import { phone } from "../../core/media.js";
import { useRoving } from "../../things/roving.js";
import { whyAt } from "../../things/why.js";
import { Card } from "./card.js";
import { cardName, word } from "./cards.js";
import { pairOf } from "./moves.js";
import { Thing } from "./thing.js";

/**
 * The private pile: the number of fields to come, and which ones, in no order.
 * @param {{ play: Loyang.Play, seat: number }} props
 */
function Pile({ play, seat }) {
  const left = play.open.game.pile[seat];
  if (!left.length) return null;
  const title = word("pile", { n: left.length });
  const words = { title, text: left.map(cardName).join("; "), anchor: "LOY-5.1",
    why: whyAt(play, seat, "pile", left[0]) };
  return html`
    <div class="lo-card lo-pile">
      <${Thing} play=${play} kind="lo-face" words=${words}>
        <b>${left.length}</b><span>${word("to_come")}</span><//>
    </div>`;
}

/**
 * Cards of a kind, side by side, with their name over them.
 * @param {{ name: string, help: string, kind: string, n: number, children: Children }} props
 */
function Group({ name, help, kind, n, children }) {
  const roving = useRoving();
  return html`
    <section role="group" class="lo-group ${kind} ${n ? "" : "empty"}" style="--n:${n}" aria-label=${name}
      title=${n ? "" : help} ...${roving}>
      <h2>${name}</h2>
      <div class="lo-cards">${children}${!n && html`<span class="lo-none">${help}</span>`}</div>
    </section>
  `;
}

/** The rows of the street. */
const STREET = /** @type {const} */ (["regulars", "casuals", "stalls", "helpers"]);

/** Number of tiles that a helper takes side by side, so that its effect can be read. */
const HELPER_TILES = 2;

/** Number of cards side by side on a phone: more of them if otherwise the last rows had no room. */
const ROW_CARDS = 6, CROWDED_ROW_CARDS = 7, MAX_ROWS = 6;

/** The same above a hand, where the fields, which are not available then, form one row. */
const MAX_LOW_ROWS = 3;

/**
 * The number of rows that a player's street takes, with `n` tiles side by side and this many of them for a helper.
 * @param {Loyang.Game} game
 * @param {number} seat
 * @param {number} n
 * @param {number} tiles
 */
function streetRows(game, seat, n, tiles) {
  const small = game.regulars[seat].length + game.casuals[seat].length + game.stalls[seat].length;
  const inRow = Math.floor(n / tiles);
  const beside = Math.min(game.helpers[seat].length, Math.floor((Math.ceil(small / n) * n - small) / tiles));
  return Math.ceil(small / n) + Math.ceil((game.helpers[seat].length - beside) / inRow);
}

/**
 * A player's farm; as tiles on a phone, and wherever `inRow` gives their number side by side. `low`: a hand takes
 * some of its height.
 * @param {{ play: Loyang.Play, seat: number, inRow?: number, low?: boolean }} props
 */
export function Farm({ play, seat, inRow, low = false }) {
  const { game } = play.open;
  /** @param {Loyang.State | number} row */
  const card = (row) => {
    const [number, state] = pairOf(row);
    return html`<${Card} key=${number} play=${play} card=${number} state=${state} seat=${seat} />`;
  };
  const fields = game.fields[seat];
  const most = low ? MAX_LOW_ROWS : MAX_ROWS;
  /**
   * @param {number} n number of tiles side by side
   * @param {number} tiles number of them for a helper
   */
  const rowsOf = (n, tiles) => (low ? 1 : Math.ceil((fields.length + 1) / n)) + streetRows(game, seat, n, tiles);
  const wide = inRow ?? (rowsOf(ROW_CARDS, 1) > most ? CROWDED_ROW_CARDS : ROW_CARDS);
  const spread = phone.value && wide === ROW_CARDS && rowsOf(wide, HELPER_TILES) <= Math.max(most - 1, rowsOf(wide, 1));
  const tiles = phone.value || inRow ? "lo-tiles" : "";
  return html`
    <div class="lo-farm ${tiles} ${!inRow && wide === CROWDED_ROW_CARDS ? "crowded" : ""} ${spread ? "spread" : ""}"
      style="--rows:${rowsOf(wide, spread ? HELPER_TILES : 1)};--wide:${wide}">
      <${Group} name=${word("fields")} kind="fields" n=${fields.length + 1}>${fields.map(card)}
        <${Pile} play=${play} seat=${seat} /><//>
      <div class="lo-street">
        ${STREET.map((kind) => html`
          <${Group} key=${kind} name=${word(kind)} help=${word(`none_${kind}`)} kind=${kind}
            n=${game[kind][seat].length}>${game[kind][seat].map(card)}<//>`)}
      </div>
    </div>
  `;
}
