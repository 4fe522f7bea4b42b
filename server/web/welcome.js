/** The first thing a guest sees: who has invited them to what, and what shall others call them? */

import { Cover } from "./covers.js";
import { Face, nameOf } from "./faces.js";
import { fileAt } from "./files.js";
import { html, useEffect, useRef } from "./lib.js";
import { language } from "./settings.js";
import { greet, route } from "./state.js";
import { glance, glances, roomAt } from "./tables.js";
import { gameTitle, hasBoard, isolated, LANGUAGES, listed, speak, t } from "./text.js";
import { Heading, Segments } from "./ui.js";

/**
 * What one can do at the table that one is invited to, in words.
 * @param {Summary} row
 */
function place(row) {
  const room = roomAt(row);
  if (room) return t("welcome.room", { n: room });
  return t(row.phase === "open" ? "waiting.full" : "welcome.running");
}

/**
 * Who is there already, by name.
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

/** To which table the link leads, what is known of it, and what is said of it: for who comes by a link. */
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
        <button type="submit" class="primary big">${t("welcome.go")}</button>
      </form>
      <small>${t("welcome.small")}</small>
      <${Segments} legend=${t("preferences.language")} hidden=${true} name="welcome-language" value=${language.value}
        values=${Object.entries(LANGUAGES)} onPick=${speak} />
      <small><a href="#/me" data-test="known">${t("welcome.known")}</a></small>
    </section>
  `;
}
