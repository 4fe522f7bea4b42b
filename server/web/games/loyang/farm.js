/** What lies in front of a player: the fields, and the street with customers, market stalls and helpers. */

import { html } from "../../lib.js";
import { phone } from "../../media.js";
import { useRoving } from "../../roving.js";
import { whyAt } from "../../why.js";
import { Card } from "./card.js";
import { cardName, word } from "./cards.js";
import { pairOf } from "./moves.js";
import { Thing } from "./thing.js";

/**
 * The private pile: how many fields are still to come, and which ones, in no order.
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

/** So many cards lie side by side on a phone: more of them where otherwise the last rows had no room. */
const IN_A_ROW = 6, CROWDED = 7, MOST_ROWS = 6;

/** The same above a hand, where the fields, of which nothing is offered then, lie in one row. */
const MOST_LOW = 3;

/**
 * A player's farm; on a phone in tiles, and also where `inRow` says how many of them lie side by side.
 * `low`: a hand takes room from it.
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
  const cards = STREET.reduce((sum, kind) => sum + game[kind][seat].length, 0);
  /** @param {number} n so many side by side */
  const rowsOf = (n) => (low ? 1 : Math.ceil((fields.length + 1) / n)) + Math.ceil(cards / n);
  const wide = inRow ?? (rowsOf(IN_A_ROW) > (low ? MOST_LOW : MOST_ROWS) ? CROWDED : IN_A_ROW);
  const tiles = phone.value || inRow ? "lo-tiles" : "";
  return html`
    <div class="lo-farm ${tiles} ${!inRow && wide === CROWDED ? "crowded" : ""}"
      style="--rows:${rowsOf(wide)};--wide:${wide}">
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
