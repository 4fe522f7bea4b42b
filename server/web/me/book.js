/** The page of the person's book: finished games, opponents, results, rating. */

import { Alone } from "./alone.js";
import { bookOf, csv, save } from "../core/book_client.js";
import { Figures } from "./figures.js";
import { html, useEffect, useState } from "../core/lib.js";
import { Refusal } from "../net/net.js";
import { language } from "../core/settings.js";
import { notice } from "../core/state.js";
import { dated, gameTitle, isolated, loadGame, mindName, ordinal, t } from "../core/text.js";
import { Confirm } from "../core/forms.js";
import { Heading, Icon, useTitle } from "../core/ui.js";

/** Number of games listed at first, and added at a time. */
const GAMES_PER_PORTION = 20;

/** @param {number} ms */
const day = (ms) => dated(ms, { dateStyle: "medium" });

/** @param {{ begin: () => void, busy: boolean }} props */
const NoBook = ({ begin, busy }) => html`
  <section class="card stack" data-test="no-book">
    <p>${t("book.none")}</p>
    <ul class="learn-points">${["yours", "others", "end"].map((key) => html`<li key=${key}>
      <${Icon} name="check" /><span>${t(`book.none-${key}`)}</span></li>`)}</ul>
    <div><button type="button" class="primary big" data-test="begin-book" disabled=${busy} onClick=${begin}>
      <${Icon} name="rules" />${t("book.begin")}</button></div>
  </section>
`;

/** @param {{ book: Book }} props */
const People = ({ book: { met } }) => Object.keys(met).length > 0 && html`
  <section class="card" aria-labelledby="met-title">
    <h2 id="met-title">${t("book.met")}</h2>
    <table class="book-table" data-test="met">
      <thead><tr>${["name", "games", "ahead", "behind"].map((key) => html`
        <th key=${key} scope="col">${t(`book.${key}`)}</th>`)}</tr></thead>
      <tbody>${Object.entries(met).map(([person, { name, games, ahead, behind }]) => html`
        <tr key=${person}><th scope="row">${isolated(name)}</th>
          ${[games, ahead, behind].map((n, at) => html`<td key=${at}>${n}</td>`)}</tr>`)}
      </tbody>
    </table>
  </section>
`;

/** @param {{ row: Booked, person: string }} props */
function Game({ row, person }) {
  const me = row.players.find((player) => player.person === person);
  const others = row.players.filter((player) => player !== me)
    .map(({ person: who, name, mind }) => (who ? isolated(name) : mindName(mind)));
  return html`
    <li class="book-game" data-table=${row.table} data-alone=${String(!!row.alone)}>
      <span class="book-place ${me?.place === 1 ? "won" : ""}">${me && ordinal(me.place)}</span>
      <span><a href="${row.alone ? "offline.html" : ""}#/replay/${row.table}">${gameTitle(row.game)}</a>
        <span class="muted"> ${t("book.with", { names: others.join(", ") || "–" })}</span></span>
      <span class="muted">${row.alone && html`<span class="tag">${t("book.tag-alone")}</span> `}${day(row.at)}</span>
    </li>
  `;
}

/** @param {{ book: Book }} props */
function Games({ book }) {
  const [shown, show] = useState(GAMES_PER_PORTION);
  const newest = [...book.games].reverse();
  return html`
    <section class="card" aria-labelledby="played-title">
      <h2 id="played-title">${t("book.played")}</h2>
      ${newest.length === 0 && html`<p class="muted">${t("book.empty")}</p>`}
      <ol data-test="book-games">${newest.slice(0, shown).map((row) => html`
        <${Game} key=${row.table} row=${row} person=${book.person} />`)}</ol>
      ${newest.length > shown && html`<button type="button" onClick=${() => show(shown + GAMES_PER_PORTION)}>
        ${t("book.more")}</button>`}
    </section>
  `;
}

/** @param {{ book: Book, end: () => void }} props */
function Keeping({ book, end }) {
  const [asked, ask] = useState(false);
  const asJson = () => save("stammtisch-book.json", "application/json", JSON.stringify(book, null, 2));
  const asCsv = () => save("stammtisch-book.csv", "text/csv;charset=utf-8", csv(book));
  return html`
    <section class="card stack" aria-labelledby="keeping-title">
      <h2 id="keeping-title">${t("book.keeping")}</h2>
      <p class="muted">${t("book.since", { day: day(book.since) })}</p>
      <div class="row">
        <button type="button" data-test="csv" onClick=${asCsv}><${Icon} name="list" />${t("book.csv")}</button>
        <button type="button" data-test="json" onClick=${asJson}><${Icon} name="list" />${t("book.json")}</button>
        <button type="button" class="danger" data-test="end-book" onClick=${() => ask(true)}>
          <${Icon} name="close" />${t("book.end")}</button>
      </div>
      ${asked && html`<${Confirm} title=${t("book.end")} text=${t("book.end-sure")} yes=${t("book.end-yes")}
        onYes=${end} onNo=${() => ask(false)} />`}
    </section>
  `;
}

/** The book, and the functions that begin and erase it; null until it is loaded, "" if it can't be loaded. */
function useBook() {
  const [book, setBook] = useState(/** @type {Book | null | ""} */ (null));
  const [busy, work] = useState(false);
  /** @param {string} method */
  const ask = async (method) => {
    work(true);
    try {
      setBook(await bookOf(method));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (method === "GET") setBook("");
      else notice("refusal", refusal.code);
    }
    work(false);
  };
  useEffect(() => { ask("GET"); }, []);
  return { book, busy, ask };
}

/** @param {{ book: Book, read: () => Promise<void>, end: () => void }} props */
const Kept = ({ book, read, end }) => html`
  <${Alone} book=${book} read=${read} />
  ${book.by_game.map((row) => html`<${Figures} key=${row.game} book=${book} row=${row} />`)}
  <${People} book=${book} />
  <${Games} book=${book} />
  <${Keeping} book=${book} end=${end} />
`;

export function BookPage() {
  const { book, busy, ask } = useBook();
  const title = t("book.title");
  useTitle(title);
  useEffect(() => {
    if (book) book.by_game.forEach(({ game }) => loadGame(game).catch(() => {}));
  }, [book, language.value]);
  return html`
    <div class="page book-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${title}<//>
      ${book === null && html`<p class="muted" role="status">${t("lobby.loading")}</p>`}
      ${book === "" && html`<p class="card" role="status">${t("book.away")}
        <button type="button" onClick=${() => ask("GET")}>${t("gone.again")}</button></p>`}
      ${book && !book.since && html`<${NoBook} begin=${() => ask("PUT")} busy=${busy} />`}
      ${book && book.since > 0 && html`<${Kept} book=${book} read=${() => ask("GET")} end=${() => ask("DELETE")} />`}
    </div>
  `;
}
