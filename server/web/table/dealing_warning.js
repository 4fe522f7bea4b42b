/** A prominent warning that the dealing violates its commitments, shown as long as the table is open. */

import { seatName } from "../core/gametext.js";
import { html } from "../core/lib.js";
import { t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * A violation as text.
 * @param {Protocol.Public} open
 * @param {string} what
 * @param {number} [seat]
 */
export const wrongText = (open, what, seat) =>
  t(`verify.wrong.${what}`, { name: seat === undefined ? "" : seatName(open.seats, seat) });

/** @param {{ play: Play }} props */
export const Unfair = ({ play: { view, open } }) => html`
  <div class="card unfair" role="alert" data-test="unfair">
    <b><${Icon} name="close" /> ${t("verify.unfair")}</b>
    <ul>${view.unfair.value.map(([what, seat]) => html`
      <li key="${what} ${seat}">${wrongText(open, what, seat)}</li>`)}</ul>
  </div>
`;
