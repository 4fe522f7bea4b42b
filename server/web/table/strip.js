/**
 * The players in one strip that is always visible: name, score, money and the game's other figures, clock, question,
 * absence, stand-in bot. A tap on a tile shows that player's area.
 */

import { html } from "../core/lib.js";
import { Face, isBot, nameOf } from "../core/faces.js";
import { Figure, said } from "../core/kit.js";
import { CHAT } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { Clock, presence, reactionOf } from "./seats.js";
import { mindName, t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/**
 * The figures for a game without its own: the scores once the game is over.
 * @param {Play} play
 * @param {number} seat
 * @returns {Figure[]}
 */
const plainFigures = ({ open }, seat) =>
  open.scores.filter(([who]) => who === seat)
    .map(([, , points]) => ({ key: "score", icon: "", value: points, label: t("strip.score") }));

/**
 * The choices in another player's area, in the format of `data-leads`: "verb noun;verb noun".
 * @param {Play} play
 * @param {number} seat
 */
export const leadsTo = (play, seat) => (play.module.offersAt?.(play, seat) ?? []).map((row) => row.join(" ")).join(";");

/** @param {{ play: Play, seat: number, asked: boolean }} props */
function Marks({ play, seat, asked }) {
  const { open } = play;
  const row = open.seats[seat];
  return html`
    <span class="tile-marks">
      ${asked && html`
        <span class="badge asked">
          <span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>
          <span class="sr">${t("seat.asked")}</span>
        </span>`}
      ${seat === play.seat && html`<span class="badge you">${play.view.reel.value
        ? html`<${Icon} name="eye" /><span class="sr">${t("replay.eyes-here")}</span>` : t("seat.you")}</span>`}
      ${isBot(row) && html`<span class="badge bot"><${Icon} name="bot" />${row.mind ? mindName(row.mind) : ""}</span>`}
      ${row.person && row.person === open.table.host && html`<span class="badge host" title=${t("seat.host")}>
        <${Icon} name="crown" /><span class="sr">${t("seat.host")}</span></span>`}
      ${presence(play, seat) === "away" && html`<span class="badge away">${t("seat.away")}</span>`}
      ${row.stand_in && html`<span class="badge stand-in" title=${t("seat.stand-in")}>
        <${Icon} name="bot" /><span class="tile-stand-in">${t("seat.stand-in")}</span></span>`}
      <${Clock} open=${open} seat=${seat} />
    </span>
  `;
}

const Bubble = lateDialog(CHAT, "Bubble");

/** @param {{ play: Play, seat: number, large: number | null, onPick: (seat: number) => void }} props */
function Tile({ play, seat, large, onPick }) {
  const { open, module } = play;
  const row = open.seats[seat];
  const called = nameOf(row, seat);
  const asked = !play.past && open.asks.some(([who]) => who === seat);
  const figures = (module.figures ?? plainFigures)(play, seat);
  const own = seat === play.seat;
  const reaction = reactionOf(play, seat);
  const leads = own ? "" : leadsTo(play, seat);
  const marks = `${asked ? "asked" : ""} ${leads ? "leads" : ""} ${own ? "own" : ""}`;
  return html`
    <li class="tile seat-${seat} ${presence(play, seat)} ${marks}" data-tile=${seat}
      data-asked=${asked ? "" : undefined} onClick=${() => onPick(seat)}
      title=${[called, ...figures.map(({ label, value }) => said(label, value))].join("\n")}>
      <${Face} row=${row} seat=${seat} />
      ${reaction && html`<${Bubble} sign=${reaction} />`}
      <button type="button" class="tile-name" aria-expanded=${large === seat} data-leads=${leads || undefined}>
        <span>${called}</span><span class="sr"> ${t("strip.show")}</span>
      </button>
      <${Marks} play=${play} seat=${seat} asked=${asked} />
      <span class="tile-figures">
        ${figures.map((row) => html`<${Figure} key=${row.key} name=${row.key} ...${row} />`)}</span>
    </li>
  `;
}

/**
 * `large`: the seat whose area is shown, or null; `onPick(seat)`: a tile was tapped.
 * @param {{ play: Play, large: number | null, onPick: (seat: number) => void }} props
 */
export const Strip = ({ play, large, onPick }) => html`
  <ul class="strip seats-${play.open.seats.length}" aria-label=${t("strip.label")}>
    ${play.open.seats.map((_, seat) => html`
      <${Tile} key=${seat} play=${play} seat=${seat} large=${large} onPick=${onPick} />`)}
  </ul>
`;
