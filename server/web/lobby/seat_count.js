/** The host's control of the number of seats, until the game begins. */

import { html, useEffect, useState } from "../core/lib.js";
import { describe, optionName } from "../core/options.js";
import { change, notice } from "../core/state.js";
import { seatName } from "../core/gametext.js";
import { isolated, listed, t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import { limits } from "./quick_start.js";
import "../core/more_icons.js";

/**
 * Why the table can't have this number of seats, as a key of the texts and its places; null if it can.
 * @param {Protocol.Public} open
 * @param {Told.Game} game
 * @param {number} count
 * @returns {[key: string, places: Places] | null}
 */
function obstacle({ table, seats }, game, count) {
  const [least, most] = game.seats;
  if (count < least) return ["seats.least", { number: least }];
  if (count > most) return ["seats.most", { number: most }];
  const [decided, refused] = limits(game, count);
  const clash = Object.entries(refused).flatMap(([name, values]) =>
    (!(name in decided) && values.includes(table.options[name]) ? [name] : []));
  if (clash.length) return ["seats.variant", { names: listed(clash.map((name) => optionName(game.name, name))) }];
  const held = seats.findIndex(({ kind }, seat) => seat >= count && (kind === "person" || kind === "kept"));
  return held < 0 ? null : ["seats.held", { number: held + 1, name: isolated(seatName(seats, held)) }];
}

/**
 * Seats are added and taken away at the end. A bot at a seat that goes is sent away first. The wished number is shown
 * at once, so that quick presses count from there.
 * @param {{ play: Play }} props
 */
export function SeatCount({ play: { table, open, version } }) {
  const [wish, setWish] = useState(/** @type {{ count: number, version: number } | null} */ (null));
  useEffect(() => { if (wish && version >= wish.version) setWish(null); }, [wish, version]);
  const game = describe(open.table.game);
  if (!game || open.table.lesson || open.table.origin) return null;
  const count = wish?.count ?? open.seats.length;
  /** @param {number} to */
  const set = async (to) => {
    setWish({ count: to, version: Infinity });
    const bot = to < count && open.seats[to]?.kind === "bot";
    const done = (!bot || await change("remove", table, to)) && await change("resize", table, to);
    setWish((now) => (now?.count !== to ? now : done ? { count: to, version: done.version ?? 0 } : null));
  };
  const [fewer, more] = [-1, 1].map((step) => obstacle(open, game, count + step));
  /**
   * It keeps the focus while it can't be used, and says why when it is pressed.
   * @param {"fewer" | "more"} way
   * @param {ReturnType<typeof obstacle>} why
   * @param {number} to
   */
  const button = (way, why, to) => html`
    <button type="button" class="round" data-test=${`seats-${way}`} aria-disabled=${!!why}
      title=${why ? t(...why) : t(`seats.${way}`)} aria-label=${t(`seats.${way}`)}
      onClick=${() => (why ? notice("note", ...why) : set(to))}>
      <${Icon} name=${way === "more" ? "plus" : "minus"} /></button>`;
  return html`
    <div class="seat-count" role="group" aria-label=${t("setup.seats")}>
      ${button("fewer", fewer, count - 1)}
      <output>${t("seats.count", { n: count })}</output>
      ${button("more", more, count + 1)}
    </div>
  `;
}
