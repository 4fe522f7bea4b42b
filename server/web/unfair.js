/** The dealing was not as it was promised: said loudly, and for as long as one is at the table. */

import { seatName } from "./gametext.js";
import { html } from "./lib.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/**
 * What is wrong with the dealing, in words.
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
