/** Passing messages of the page: refusals, announcements, and the loss of the connection. */

import { html, render, useEffect, useLayoutEffect, useState } from "./lib.js";
import { announced, dismiss, notices, status, wire } from "./state.js";
import { minutes, refusalText, t } from "./text.js";
import { Icon, rooms } from "./ui.js";

const NOTICE_MS = 9_000;

/** @param {{ kind: string, key: string, places: Places }} props */
const words = ({ kind, key, places }) =>
  kind === "refusal" ? refusalText(key, places) : t(key, places);

/** @param {{ row: Notice }} props */
function Notice({ row }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(row.number), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [row.number]);
  return html`
    <div class="notice ${row.kind}" data-code=${row.key}>
      <span>${words(row)}</span>
      <button type="button" class="quiet round" aria-label=${t("close")} onClick=${() => dismiss(row.number)}>
        <${Icon} name="close" />
      </button>
    </div>
  `;
}

/**
 * The operator's announcement, shown until it is dismissed; for a scheduled event with the time left.
 * @param {{ row: Announced }} props
 */
function Announcement({ row }) {
  const [left, setLeft] = useState(row.until - wire.now());
  useEffect(() => {
    if (!row.until) return;
    const timer = setInterval(() => setLeft(row.until - wire.now()), 1_000);
    return () => clearInterval(timer);
  }, [row.until]);
  if (row.until && left <= 0) return null;
  return html`
    <div class="notice announced">
      <span><b>${t("announced")}</b> ${row.text}</span>
      ${row.until > 0 && html`<span class="left" aria-hidden="true">${minutes(left)}</span>`}
      <button type="button" class="quiet round" aria-label=${t("close")} onClick=${() => (announced.value = null)}>
        <${Icon} name="close" />
      </button>
    </div>
  `;
}

/** The notices, drawn into the topmost dialog if one is open. */
export function Notices() {
  const room = rooms.value.at(-1);
  const told = announced.value;
  const rows = notices.value.map((row) => html`<${Notice} key=${row.number} row=${row} />`);
  if (told) rows.unshift(html`<${Announcement} key=${`${told.number} told`} row=${told} />`);
  useLayoutEffect(() => {
    if (room) render(html`${rows}`, room);
  }, [room, notices.value, told]);
  useLayoutEffect(() => room && (() => render(null, room)), [room]);
  return html`<div class="notices" role="status" aria-live="polite">${!room && rows}</div>`;
}

/** @type {Record<number, string>} */
const ENDED = { 4201: "status.bad-frame", 1009: "status.too-big", 4203: "status.bad-hello", 4204: "status.locked-out" };

/** The banner during a lost connection. Typed text and choices are kept and sent after the reconnect. */
export function Reconnect() {
  const { state, code } = status.value;
  const ended = state === "ended";
  const shown = ended || state === "waiting" || (state === "connecting" && wire.tries > 0);
  return html`
    <div class="reconnect" role="status" data-state=${state} hidden=${!shown}>
      ${shown && html`
        <span class="spinner ${ended ? "still" : ""}" aria-hidden="true"></span>
        <span>${ended ? t(ENDED[code] ?? "status.ended") : t(code === 4102 ? "status.crowded" : "status.waiting")}
          </span>
        ${ended
          ? html`<button type="button" onClick=${() => location.reload()}>${t("status.reload")}</button>`
          : html`<button type="button" onClick=${() => wire.retryNow()}>${t("status.now")}</button>`}
      `}
    </div>
  `;
}
