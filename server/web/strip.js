/**
 * The players in one strip that is always there: name, score, money and what else a game counts, clock, who is
 * asked, away, played by a bot. A tap on a tile shows that player's area.
 */

import { html } from "./lib.js";
import { Face, isBot, nameOf } from "./faces.js";
import { Figure, said } from "./kit.js";
import { Clock, presence } from "./seats.js";
import { mindName, t } from "./text.js";
import { Icon } from "./ui.js";

/**
 * Without a word of the game, what a tile counts are the scores of a game that is over.
 * @param {Play} play
 * @param {number} seat
 * @returns {Figure[]}
 */
const plainFigures = ({ open }, seat) =>
  open.scores.filter(([who]) => who === seat)
    .map(([, , points]) => ({ key: "score", icon: "", value: points, label: t("strip.score") }));

/**
 * What of a question lies in another player's area, as `data-leads` says it: "verb noun;verb noun".
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

/** @param {{ play: Play, seat: number, large: number | null, onPick: (seat: number) => void }} props */
function Tile({ play, seat, large, onPick }) {
  const { open, module } = play;
  const row = open.seats[seat];
  const called = nameOf(row, seat);
  const asked = !play.past && open.asks.some(([who]) => who === seat);
  const figures = (module.figures ?? plainFigures)(play, seat);
  const own = seat === play.seat;
  const leads = own ? "" : leadsTo(play, seat);
  const marks = `${asked ? "asked" : ""} ${leads ? "leads" : ""} ${own ? "own" : ""}`;
  return html`
    <li class="tile seat-${seat} ${presence(play, seat)} ${marks}" data-tile=${seat}
      data-asked=${asked ? "" : undefined} onClick=${() => onPick(seat)}
      title=${[called, ...figures.map(({ label, value }) => said(label, value))].join("\n")}>
      <${Face} row=${row} seat=${seat} />
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
