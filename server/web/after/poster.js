/** A finished game as a picture with places and the course of the scores, to be saved or pasted into a chat. */

import { save } from "../core/book_client.js";
import { seatName } from "../core/gametext.js";
import { html, useMemo } from "../core/lib.js";
import { HEIGHT, LEFT, plotted, useMoments, WIDTH } from "./score_chart.js";
import { language } from "../core/settings.js";
import { notice } from "../core/state.js";
import { signed } from "./score_chart.js";
import { gameTexts, gameTitle, ordinal, t } from "../core/text.js";
import { Dialog, Icon } from "../core/ui.js";
import "../core/more_icons.js";

/** Size of the picture in pixels, in the format of chat previews. */
const [WIDTH_PX, HEIGHT_PX] = [1200, 630];

/** Longest displayed name in characters. */
const MAX_NAME_CHARS = 20;

/** Names longer than this (characters) are written smaller, so that they end before the points. */
const LONG_NAME_CHARS = 14;

/** @param {string | number} text */
const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} name */
const short = (name) =>
  ([...name].length > MAX_NAME_CHARS ? `${[...name].slice(0, MAX_NAME_CHARS - 1).join("")}…` : name);

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * The course of the scores, if it is known.
 * @param {Play} play
 * @param {Moment[]} rows
 */
function graph({ open }, rows) {
  if (rows.length < 2) return "";
  const { line, marks, y } = plotted(rows);
  const lines = open.seats.map((_, seat) => `<polyline points="${line(seat)}" fill="none" stroke="${
    colour(`--seat-${seat}`)}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`);
  const scale = marks.map((mark) => `<path d="M${LEFT} ${y(mark)}H${WIDTH - 8}" stroke="#d9cbb4"/><text x="${LEFT - 6}"
    y="${y(mark) + 4}" text-anchor="end" font-size="13" fill="#6b5d4d">${mark}</text>`);
  return `<svg x="590" y="170" width="570" height="400" viewBox="0 0 ${WIDTH} ${HEIGHT}">${scale.join("")}${
    lines.join("")}</svg>`;
}

/**
 * One player: place, name, points.
 * @param {Play} play
 * @param {Score} score
 * @param {number} n
 */
function line({ open }, [seat, place, points], n) {
  const top = 200 + n * 74;
  const total = gameTexts(open.table.game)?.scores?.total;
  const name = short(seatName(open.seats, seat));
  const size = [...name].length > LONG_NAME_CHARS ? 26 : 34;
  return `<rect x="48" y="${top - 36}" width="8" height="52" rx="4" fill="${colour(`--seat-${seat}`)}"/>
    <text x="76" y="${top}" font-size="34" font-weight="700">${escaped(ordinal(place))}</text>
    <text x="166" y="${top}" font-size="${size}" font-weight="${place === 1 ? 700 : 400}">${escaped(name)}</text>
    ${total ? `<text x="560" y="${top}" font-size="30" text-anchor="end">${escaped(signed(points))}</text>` : ""}`;
}

/**
 * The picture as SVG.
 * @param {Play} play
 * @param {Score[]} rows
 * @param {Moment[]} moments
 */
function drawn(play, rows, moments) {
  const { open } = play;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}"
    viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}" font-family="system-ui, sans-serif" fill="#2a2420">
    <rect width="${WIDTH_PX}" height="${HEIGHT_PX}" fill="#fbf6ec"/>
    <rect width="${WIDTH_PX}" height="16" fill="#6b3a1f"/>
    <text x="48" y="100" font-size="52" font-weight="700">${escaped(gameTitle(open.table.game))}</text>
    ${rows.map((row, n) => line(play, row, n)).join("")}${graph(play, moments)}
    <text x="1152" y="604" font-size="22" text-anchor="end" fill="#6b5d4d">Stammtisch</text></svg>`;
}

/**
 * The picture as PNG.
 * @param {string} source
 * @returns {Promise<Blob>}
 */
async function pixels(source) {
  const image = new Image(WIDTH_PX, HEIGHT_PX);
  image.src = source;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDTH_PX, height: HEIGHT_PX });
  /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).drawImage(image, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture")))));
}

/** @param {Blob[]} parts */
const fileOf = (...parts) => new File(parts, "stammtisch.png", { type: "image/png" });

/** Can this browser share pictures with other programs? */
const shares = () => !!navigator.canShare?.({ files: [fileOf()] });

/** @param {{ play: Play, rows: Score[], onClose: () => void }} props */
export function Poster({ play, rows, onClose }) {
  const [moments] = useMoments(play);
  const drawing = useMemo(() => drawn(play, rows, moments), [play.table, language.value, moments.length]);
  const source = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  const said = rows.map(([seat, place]) => `${ordinal(place)} ${seatName(play.open.seats, seat)}`).join(", ");
  /** @type {(work: () => Promise<unknown>, failed: string, done?: string) => () => Promise<void>} */
  const trying = (work, failed, done) => async () => {
    try {
      await work();
      if (done) notice("note", done);
    } catch (error) {
      if (/** @type {Error} */ (error).name !== "AbortError") notice("note", failed); // the person cancelled
    }
  };
  const asPixels = trying(async () => save("stammtisch.png", "image/png", await pixels(source)), "poster.no-pixels");
  const copy = trying(() => navigator.clipboard.write([new ClipboardItem({ "image/png": pixels(source) })]),
    "poster.not-copied", "poster.copied");
  const share = trying(async () => navigator.share({ files: [fileOf(await pixels(source))] }), "poster.not-shared");
  return html`
    <${Dialog} title=${t("poster.title")} onClose=${onClose} wide=${true}>
      <img class="poster" src=${source} width=${WIDTH_PX} height=${HEIGHT_PX} data-test="poster"
        alt="${gameTitle(play.open.table.game)}: ${said}" />
      <div class="row">
        <button type="button" class="primary" data-test="poster-png" onClick=${asPixels}>${t("poster.png")}</button>
        <button type="button" data-test="poster-svg" onClick=${() => save("stammtisch.svg", "image/svg+xml", drawing)}>
          ${t("poster.svg")}</button>
        ${"ClipboardItem" in window && html`<button type="button" onClick=${copy}>
          <${Icon} name="copy" />${t("poster.copy")}</button>`}
        ${shares() && html`<button type="button" onClick=${share}>
          <${Icon} name="share" />${t("invite.share")}</button>`}
      </div>
    <//>
  `;
}

