/** A guest's first page: the invitation, and the question for a name. */

import { Cover } from "./covers.js";
import { Face, nameOf } from "../core/faces.js";
import { fileAt } from "../core/files.js";
import { html, useEffect, useRef } from "../core/lib.js";
import { LANGUAGES, pickLanguage } from "./preferences.js";
import { language } from "../core/settings.js";
import { greet, route } from "../core/state.js";
import { glance, glances, roomAt } from "./tables.js";
import { gameTitle, hasBoard, isolated, listed, t } from "../core/text.js";
import { Heading, Segments } from "../core/ui.js";

/**
 * The guest's options at the invited table, as text.
 * @param {Summary} row
 */
function place(row) {
  const room = roomAt(row);
  if (room) return t("welcome.room", { n: room });
  return t({ open: "waiting.full", closed: "welcome.closed" }[row.phase] ?? "welcome.running");
}

/**
 * The names of the players who are already there.
 * @param {Summary} row
 */
const company = (row) => listed(
  row.seats.flatMap((seat, n) =>
    (seat.kind === "open" && !seat.mind ? [] : [isolated(nameOf(seat, n))])));

/** @param {{ row: Summary }} props */
function Invitation({ row }) {
  const there = company(row);
  return html`
    <div class="invited" data-test="invitation">
      <${Cover} game=${row.game} board=${hasBoard(row.game)} />
      <div>
        <p class="invited-to">
          ${t("welcome.invited-by", { host: isolated(row.host_name), game: gameTitle(row.game) })}</p>
        <ul class="seat-dots" aria-hidden="true">
          ${row.seats.map((seat, n) => html`<li key=${n}><${Face} row=${seat} seat=${n} own=${true} /></li>`)}</ul>
        <p class="muted">${there && `${t("welcome.there", { names: there })} `}${place(row)}</p>
      </div>
    </div>
  `;
}

/** The summary and the description of the table in the address, for a guest who follows a link. */
function useInvitation() {
  const { page, rest } = route.value;
  const table = page === "table" ? rest[0] : "";
  useEffect(() => { if (table) glance(table); }, [table]);
  const row = table ? glances.value[table] : undefined;
  return { row, text: t(!table ? "welcome.text" : row === null ? "welcome.over" : "welcome.invited") };
}

export function Welcome() {
  const field = useRef(null);
  const { row, text } = useInvitation();
  useEffect(() => field.current.focus(), []);
  useEffect(() => { document.title = `${row ? gameTitle(row.game) : t("welcome.title")} · Stammtisch`; },
    [row, language.value]);
  /** @param {Happening} event */
  const submit = (event) => {
    event.preventDefault();
    const called = String(new FormData(event.target).get("name")).trim().slice(0, 32);
    if (called) greet(called);
  };
  return html`
    <section class="card welcome">
      ${!row && html`<img src=${fileAt("icon.svg")} alt="" width="96" height="96" />`}
      <${Heading}>${t("welcome.title")}<//>
      ${row ? html`<${Invitation} row=${row} />` : html`<p>${text}</p>`}
      <form onSubmit=${submit}>
        <label for="guest-name">${t("welcome.name")}</label>
        <input id="guest-name" ref=${field} name="name" maxlength="32" required autocomplete="nickname" />
        <button type="submit" class="primary big">${t(row && roomAt(row) ? "welcome.sit" : "welcome.go")}</button>
      </form>
      <small>${t("welcome.small")}</small>
      <${Segments} legend=${t("preferences.language")} hidden=${true} name="welcome-language" value=${language.value}
        values=${Object.entries(LANGUAGES)} onPick=${pickLanguage} />
      <small><a href="#/me" data-test="known">${t("welcome.known")}</a></small>
    </section>
  `;
}
