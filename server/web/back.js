/** Whoever has come back while a bot stands in plays on by one tap, also while others are asked. */

import { html, useState } from "./lib.js";
import { change, person } from "./state.js";
import { t } from "./text.js";
import { Icon } from "./ui.js";

/**
 * Does a bot play just now for whoever looks?
 * @param {Play} play
 */
export function stoodIn({ open, past, seat }) {
  const row = open.seats[seat];
  return !past && open.table.phase === "playing" && !!row?.stand_in && row.person === person.value;
}

/**
 * Whose time for a question is up answers that one, or has the bot do it.
 * @param {Play} play
 */
const tooLate = ({ open, ask, seat }) => !!ask.prompt && open.clock.left?.[seat] === 0;

/** @param {{ play: Play }} props */
export function BackButton({ play }) {
  const [busy, set] = useState(false);
  if (!stoodIn(play) || tooLate(play)) return null;
  const press = async () => {
    set(true);
    await change("back", play.table, play.seat);
    set(false);
  };
  return html`<button type="button" class="primary" data-test="back" disabled=${busy} onClick=${press}>
    <${Icon} name="person" />${t("back.here")}</button>`;
}
