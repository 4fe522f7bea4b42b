/** A seat's sign: the player's name, presence, stand-in bot, question, and time left. */

import { Face, isBot, nameOf, titleOf } from "../core/faces.js";
import { html, signal } from "../core/lib.js";
import { wire } from "../core/state.js";
import { mindName, minutes, t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import { heard } from "./muted.js";

/** The signs of reactions. A message that is one of them is drawn as a picture. */
export const REACTIONS = ["👍", "💚", "😄", "😮", "😬", "☕"];

/** How long a reaction is shown at a seat (ms). */
const REACTION_MS = 6000;

/**
 * What the last message of a seat's player says, if it is a new reaction; else "".
 * @param {Play} play
 * @param {number} seat
 */
export function reactionOf(play, seat) {
  const { kind, person: player } = play.open.seats[seat];
  const last = kind === "person" && heard(play.view.chat.value).filter(({ person }) => person === player).at(-1);
  const shown = last && REACTIONS.includes(last.text) && wire.now() - last.at < REACTION_MS;
  return shown && tick.value >= 0 ? last.text : "";
}

const tick = signal(0);
setInterval(() => (tick.value = Date.now()), 500);

/**
 * Time left (ms) on a seat's clock, counted down locally between two documents; null without clocks.
 * @param {Protocol.Public} open
 * @param {number} seat
 */
function timeLeft({ clock, asks }, seat) {
  if (!clock.left) return null;
  const running = asks.some(([who]) => who === seat);
  return clock.left[seat] - (running ? Math.max(0, wire.houseTime() - (clock.since ?? 0)) : 0);
}

/** @param {{ open: Protocol.Public, seat: number }} props */
export function Clock({ open, seat }) {
  tick.value;
  const left = timeLeft(open, seat);
  if (left === null) return null;
  return html`<span class="clock ${left < 30_000 ? "short" : ""}" role="timer" aria-label=${t("clock.left")}>
    <${Icon} name="clock" />${minutes(left)}</span>`;
}

/**
 * The presence of a seat's player: here, away, or bot.
 * @param {Play} play
 * @param {number} seat
 */
export function presence(play, seat) {
  const row = play.open.seats[seat];
  if (row.kind !== "person") return "bot";
  if (play.view.reel.value) return "here"; // presence does not matter in a finished game
  return play.view.people.value.some(([who]) => who === row.person) ? "here" : "away";
}

/**
 * The sign of a seat. With `onName` the name is a button.
 * @param {{ play: Play, seat: number, onName?: () => void, nameLabel?: string, children?: Children }} props
 */
export function Plate({ play, seat, onName, nameLabel, children }) {
  const { open } = play;
  const row = open.seats[seat];
  const called = nameOf(row, seat);
  const state = presence(play, seat);
  const asked = open.asks.some(([who]) => who === seat);
  return html`
    <div class="plate seat-${seat} ${asked ? "asked" : ""} ${state}">
      <${Face} row=${row} seat=${seat} />
      <div class="plate-words">
        <span class="plate-line">
          ${onName
            ? html`<button type="button" class="plate-name" aria-label=${nameLabel} onClick=${onName}>
              ${called}</button>`
            : html`<span class="plate-name">${called}</span>`}
          ${asked && html`
            <span class="badge asked">
              <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
              <span class="sr">${t("seat.asked")}</span>
            </span>`}
        </span>
        <span class="plate-badges">
          ${seat === play.seat && html`<span class="badge you">${t("seat.you")}</span>`}
          ${isBot(row) && html`<span class="badge bot" title=${titleOf(row, seat)}>
            <${Icon} name="bot" />${row.mind ? mindName(row.mind) : ""}</span>`}
          ${row.person && row.person === open.table.host && html`<span class="badge" title=${t("seat.host")}>
            <${Icon} name="crown" /><span class="sr">${t("seat.host")}</span></span>`}
          ${state === "away" && html`<span class="badge away">${t("seat.away")}</span>`}
          ${row.stand_in && html`<span class="badge stand-in"><${Icon} name="bot" />${t("seat.stand-in")}</span>`}
          <${Clock} open=${open} seat=${seat} />
        </span>
      </div>
      ${children}
    </div>
  `;
}
