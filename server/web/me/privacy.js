/** The person's data on the server: shown, saved as a file, and deleted; after that this browser is a new guest. */

import { loadCode } from "../core/files.js";
import { ask } from "../core/http.js";
import { NOTIFICATIONS } from "../core/lazy_list.js";
import { save } from "../core/book_client.js";
import { html, useEffect, useState } from "../core/lib.js";
import { Refusal } from "../net/net.js";
import { luck64, muted, name, token } from "../core/settings.js";
import { notice, route } from "../core/state.js";
import { dated, gameTitle, isolated, listed, t } from "../core/text.js";
import { Dialog, Heading, Icon, useTitle } from "../core/ui.js";

/** Number of tables listed at first, and added at a time. */
const TABLES_PER_PORTION = 8;

const PREFIX = "stammtisch.";
/** Settings of look and sound that survive the deletion: they don't identify the person. */
const LOOK = ["language", "theme", "motion", "sound", "shake", "hotkeys", "ends-alone", "beside"];

/** The consequences of the deletion, point by point. */
const POINTS = ["seats", "games", "book", "host", "browser"];

/** @param {number} ms */
const day = (ms) => dated(ms, { dateStyle: "medium" });

/** @param {number} seconds */
const until = (seconds) => t("kept.until", { day: day(Date.now() + seconds * 1000) });

/** @param {{ row: KeptTable }} props */
function Table({ row }) {
  const { table, game, phase, names, changes, first, last, said } = row;
  const over = phase === "over";
  const days = [...new Set([first, last].filter(Boolean).map(day))].join(" – ");
  return html`
    <li class="kept-row" data-table=${table}>
      <div>
        <p class="kept-title"><a href="#/${over ? "replay" : "t"}/${table}">${gameTitle(game)}</a>
          <span class="tag ${phase}">${t(phase === "unknown" ? "kept.unknown" : `phase.${phase}`)}</span></p>
        <p class="muted small">${[t("kept.as", { name: listed(names.map(isolated)) }), days,
            t("kept.entries", { n: changes.length })].filter(Boolean).join(" · ")}</p>
        ${said.length > 0 && html`<details><summary>${t("kept.said", { n: said.length })}</summary>
          <ul class="kept-said">${said.map((line, n) => html`<li key=${n}>${isolated(line)}</li>`)}</ul></details>`}
      </div>
      <p class="muted small">${until(row.kept_for_s)}</p>
    </li>
  `;
}

/** @param {{ tables: KeptTable[] }} props */
function Tables({ tables }) {
  const [shown, show] = useState(TABLES_PER_PORTION);
  const newest = [...tables].sort((a, b) => b.last - a.last);
  return html`
    <section class="card" aria-labelledby="kept-tables">
      <h2 id="kept-tables">${t("kept.tables")}</h2>
      ${tables.length === 0 && html`<p class="muted">${t("kept.no-tables")}</p>`}
      <ul data-test="kept-tables">${newest.slice(0, shown).map((row) => html`
        <${Table} key=${row.table} row=${row} />`)}</ul>
      ${newest.length > shown && html`<button type="button" onClick=${() => show(shown + TABLES_PER_PORTION)}>
        ${t("kept.more")}</button>`}
    </section>
  `;
}

/**
 * A kind of stored data and its retention, as text.
 * @typedef {{ what: string, long: string }} Row
 */

/** @param {{ id: string, title: string, rows: Row[] }} props */
const Rows = ({ id, title, rows }) => rows.length > 0 && html`
  <section class="card" aria-labelledby="kept-${id}" data-test="kept-${id}">
    <h2 id="kept-${id}">${title}</h2>
    <ul>${rows.map(({ what, long }, n) => html`
      <li key=${n} class="kept-row"><p>${what}</p><p class="muted small">${long}</p></li>`)}</ul>
  </section>
`;

/**
 * A row if there is any data of its kind.
 * @param {number} n
 * @param {string} key
 * @param {string} long
 * @returns {Row[]}
 */
const some = (n, key, long) => (n ? [{ what: t(`kept.${key}`, { n }), long: t(`kept.${long}`) }] : []);

/** @param {Disclosed} all */
const beyond = ({ book, book_kept_for_s: left, groups, in_books: others }) => [
  { what: left ? t("kept.book", { n: book.length }) : t("kept.no-book"), long: left ? until(left) : "" },
  ...groups.map(({ title, name: called, kept_for_s: its }) => (
    { what: t("kept.group", { title: isolated(title), name: isolated(called) }), long: until(its) })),
  ...some(others, "in-books", "as-theirs"),
];

/** @param {Disclosed["devices"]} devices */
const devicesOf = (devices) => devices.map(({ at, push_service: service, kept_for_s: left }) => (
  { what: t("kept.device", { service, day: day(at) }), long: until(left) }));

/** @param {KeptReport} report */
const kindOf = ({ why, about }) => (why !== undefined ? "mine" : about ? "about" : "lines");

/**
 * The operator's records about the person.
 * @param {Disclosed} all
 */
const atHost = ({ reports, orders, acts }) => [
  ...reports.map((it) => ({
    what: t(`kept.report-${kindOf(it)}`, { day: day(it.at), why: isolated(it.why ?? "") }), long: until(it.kept_for_s),
  })),
  ...orders.map(({ what, until: end }) => (
    { what: t(`kept.order-${what}`), long: end ? t("kept.until", { day: day(end) }) : t("kept.for-good") })),
  ...some(acts.length, "acts", "for-good"),
];

/**
 * Data that expires automatically, and data that only this browser has.
 * @param {Disclosed} all
 */
const small = ({ present, remembered, devices = [] }) => [
  ...devicesOf(devices),
  ...some(present.length, "present", "while-here"),
  ...some(remembered.length, "remembered", "hours"),
  { what: t("kept.browser"), long: t("kept.only-here") },
  ...some(muted.value.split(" ").filter(Boolean).length, "muted", "only-here"),
];

/** Delete the identity from this browser and start as a new guest; its other pages follow. */
function forgetMe() {
  try {
    const kept = LOOK.map((key) => PREFIX + key);
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !kept.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    // Without storage the identity ends with the page.
  }
  token.value = luck64(16);
}

/** @param {{ onClose: () => void }} props */
function Sure({ onClose }) {
  const [busy, work] = useState(false);
  const remove = async () => {
    work(true);
    try {
      const { left } = await ask("person", "DELETE");
      await loadCode(NOTIFICATIONS).then(({ switchOff }) => switchOff()).catch(() => {});
      forgetMe();
      history.replaceState(null, "", `#/kept/gone/${left.length}`);
      location.reload();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      notice("refusal", refusal.code);
      work(false);
    }
  };
  return html`
    <${Dialog} title=${t("kept.sure")} onClose=${() => busy || onClose()}>
      <ul class="learn-points">${POINTS.map((key) => html`<li key=${key}>
        <${Icon} name="forward" /><span>${t(`kept.sure-${key}`)}</span></li>`)}</ul>
      <p class="kept-last"><strong>${t("kept.sure-last")}</strong></p>
      <p role="status">${busy ? t("kept.deleting") : ""}</p>
      <div class="row end">
        <button type="button" disabled=${busy} onClick=${onClose}>${t("cancel")}</button>
        <button type="button" class="danger" disabled=${busy} data-test="delete-me" onClick=${remove}>
          ${t("kept.sure-yes")}</button>
      </div>
    <//>
  `;
}

/** @param {{ all: Disclosed }} props */
function Ways({ all }) {
  const [asked, wonder] = useState(false);
  const file = () => save("stammtisch-person.json", "application/json", JSON.stringify(all, null, 2));
  return html`
    <section class="card" aria-labelledby="kept-ways">
      <h2 id="kept-ways">${t("kept.ways")}</h2>
      <p class="muted">${t("kept.ways-text")}</p>
      <div class="row">
        <button type="button" data-test="save-me" onClick=${file}><${Icon} name="list" />${t("kept.save")}</button>
        <button type="button" class="danger" data-test="ask-delete" onClick=${() => wonder(true)}>
          <${Icon} name="close" />${t("kept.delete")}</button>
      </div>
      ${asked && html`<${Sure} onClose=${() => wonder(false)} />`}
    </section>
  `;
}

/** @param {{ all: Disclosed }} props */
const All = ({ all }) => html`
  <p>${t("kept.text")}</p>
  <p class="muted">${t("kept.known-as")} <code data-test="kept-person">${all.person}</code></p>
  <${Ways} all=${all} />
  <${Tables} tables=${all.tables} />
  <${Rows} id="beyond" title=${t("kept.beyond")} rows=${beyond(all)} />
  <${Rows} id="host" title=${t("kept.host")} rows=${atHost(all)} />
  <${Rows} id="small" title=${t("kept.small")} rows=${small(all)} />
`;

/** The confirmation after the deletion, for a new guest without a name. */
function Gone() {
  const left = Number(route.value.rest[1]) || 0;
  return html`
    <div class="page"><section class="card welcome" data-test="kept-gone">
      <${Heading}>${t("kept.gone")}<//>
      <p>${t("kept.gone-text")}</p>
      ${left > 0 && html`<p>${t("kept.gone-left", { n: left })}</p>`}
      <a class="button primary" href="#/">${t("kept.gone-on")}</a>
    </section></div>
  `;
}

export function KeptPage() {
  const [all, set] = useState(/** @type {Disclosed | null | ""} */ (null));
  const gone = route.value.rest[0] === "gone" && !name.value;
  const title = t(gone ? "kept.gone" : "kept.title");
  const look = () => {
    set(null);
    ask("person").then(set, (refusal) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      notice("refusal", refusal.code);
      set("");
    });
  };
  useTitle(title);
  useEffect(() => { if (!gone) look(); }, [gone]);
  if (gone) return html`<${Gone} />`;
  return html`
    <div class="page book-page kept-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${title}<//>
      ${all === null && html`<p class="muted" role="status">${t("kept.loading")}</p>`}
      ${all === "" && html`<p class="card" role="status">${t("kept.away")}
        <button type="button" onClick=${look}>${t("gone.again")}</button></p>`}
      ${all && html`<${All} all=${all} />`}
    </div>
  `;
}
