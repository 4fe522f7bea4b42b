/** Seats that are to change hands: everybody is told before, and one person is asked. */

import { html, useEffect, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { change, person } from "./state.js";
import { isolated, mindName, t } from "./text.js";
import { alertNow, Icon } from "./ui.js";

/** @param {Protocol.Offered} offer */
const toText = (offer) => (offer.mind ? t("host.bot", { mind: mindName(offer.mind) }) : isolated(offer.name ?? ""));

/** @param {{ play: Play, seat: number }} props */
function Offer({ play, seat }) {
  const { open, table } = play;
  const { offer, person: plays } = open.seats[seat];
  const [busy, setBusy] = useState(false);
  const me = person.value;
  const asked = offer.asks === me;
  const taker = asked && plays !== me;
  const may = asked || offer.person === me || open.table.host === me;
  const places = { name: seatName(open.seats, seat), to: toText(offer) };
  const text = t(taker ? "offer.take" : asked ? "offer.give" : "offer.told", places);
  useEffect(() => { if (asked) alertNow(text); }, [offer.number, asked]);
  /** @param {boolean} yes */
  const answer = (yes) => async () => {
    setBusy(true);
    await change("agree", table, seat, offer.number ?? 0, yes);
    setBusy(false);
  };
  return html`
    <section class="offer card ${asked ? "asked" : ""}" data-test="offer" data-seat=${seat}
      aria-label=${t("offer.label", places)}>
      <p><${Icon} name="eye" /> ${text}</p>
      ${may && html`
        <div class="row">
          ${asked && html`<button type="button" class="primary" disabled=${busy} data-test="agree"
              onClick=${answer(true)}>${t(taker ? "offer.take-yes" : "offer.yes")}</button>`}
          <button type="button" disabled=${busy} data-test="decline" onClick=${answer(false)}>
            ${t(asked ? "offer.no" : "offer.withdraw")}</button>
        </div>`}
    </section>
  `;
}

/**
 * All offers at the table.
 * @param {{ play: Play }} props
 */
export const Offers = ({ play }) =>
  html`${play.open.seats.map((row, seat) => row.offer.number
      && html`<${Offer} key="${seat} ${row.offer.number}" play=${play} seat=${seat} />`)}`;
