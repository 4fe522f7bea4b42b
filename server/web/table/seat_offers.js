/** Pending transfers of seats: all players see them, and those whose consent is needed are asked. */

import { html, useEffect, useState } from "../core/lib.js";
import { seatName } from "../core/gametext.js";
import { change, person } from "../core/state.js";
import { isolated, listed, mindName, t } from "../core/text.js";
import { alertNow, Icon } from "../core/ui.js";

/** @param {Protocol.SeatOffer} offer */
const toText = (offer) => (offer.mind ? t("host.bot-to", { mind: mindName(offer.mind) }) : isolated(offer.name ?? ""));

/** @param {{ play: Play, seat: number }} props */
function Offer({ play, seat }) {
  const { open, table } = play;
  const { offer, person: plays } = open.seats[seat];
  const [busy, setBusy] = useState(false);
  const me = person.value;
  const left = [offer.asks, ...(offer.also ?? [])];
  const asked = left.includes(me);
  const as = offer.person === me ? "take" : plays === me ? "give" : "allow";
  const may = asked || offer.person === me || open.table.host === me;
  const told = offer.person === me ? "yours" : plays === me ? "away" : "told";
  const places = { name: seatName(open.seats, seat), to: toText(offer) };
  const text = t(`offer.${asked ? as : told}`, places);
  const waits = open.seats.flatMap((row, s) => (left.includes(row.person) ? [seatName(open.seats, s)] : []));
  if (left.includes(offer.person)) waits.push(toText(offer));
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
      ${!asked && waits.length > 0 && html`<p class="muted">${t("offer.left", { names: listed(waits) })}</p>`}
      ${may && html`
        <div class="row">
          ${asked && html`<button type="button" class="primary" disabled=${busy} data-test="agree"
              onClick=${answer(true)}>${t(`offer.${as}-yes`)}</button>`}
          <button type="button" disabled=${busy} data-test="decline" onClick=${answer(false)}>
            ${t(asked ? "offer.no" : told === "yours" ? "offer.decline" : "offer.withdraw")}</button>
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
