/** The operator's page: hubs live, tables and guests, orders, announcements, the log. */

import { html, render, signal, useEffect, useRef } from "./core/lib.js";
import { percent, t, time, word } from "./texts.js";

const POLL_INTERVAL_MS = 2_000;
const LOOK = "look";

const key = signal(sessionStorage.getItem("key") ?? "");
const seen = signal(/** @type {any} */ (null));
const found = signal(/** @type {any} */ (null));
/** The result of the last request: [kind, text]. */
const told = signal(["", ""]);
/** The selected person, by hash; `times` counts the selections. */
const chosen = signal({ who: "", times: 0 });
/** A confirmation before an irreversible action: its text, and the action. */
const asked = signal(/** @type {{ words: string, then: () => void } | null} */ (null));

/**
 * Send a request to the hub; null if it fails.
 * @param {string} what
 * @param {Record<string, unknown>} [given]
 */
async function ask(what, given = {}) {
  try {
    const answer = await fetch("do", {
      method: "POST",
      headers: { authorization: `Bearer ${key.value}`, "content-type": "application/json" },
      body: JSON.stringify({ do: what, ...given }),
    });
    const body = await answer.json();
    if (answer.ok) return body;
    if (answer.status === 401) leave();
    const words = body.said ? word(...body.said) : word(body.error);
    told.value = [what === LOOK ? "unseen" : "wrong", answer.status === 401 ? t("wrong") : words];
  } catch {
    told.value = [what === LOOK ? "unseen" : "wrong", t("away")];
  }
  return null;
}

/**
 * Give an order and refresh the display. Returns whether it succeeded.
 * @param {string} what
 * @param {Record<string, unknown>} [given]
 */
async function order(what, given) {
  const done = await ask(what, given);
  if (done === null) return false;
  told.value = done.beware ? ["wrong", t("beware", String(given?.who))] : ["done", t("done")];
  await look();
  if (found.value) await search(found.value.text);
  return true;
}

/**
 * A game's title.
 * @param {string} game
 */
const title = (game) => seen.value.titles[game]?.[document.documentElement.lang] ?? game;

async function look() {
  const now = await ask(LOOK);
  if (!now) return;
  seen.value = now;
  if (told.value[0] === "unseen") told.value = ["", ""];
}

/** @param {string} text */
async function search(text) {
  const now = await ask("find", { text });
  if (now) found.value = { ...now, text };
}

function leave() {
  sessionStorage.removeItem("key");
  key.value = "";
  seen.value = found.value = null;
  chosen.value = { who: "", times: 0 };
}

/** @param {{ id: string, title: string, children: unknown }} props */
const Part = ({ id, title, children }) => html`
  <section class="admin-part" id=${id}><h2>${title}</h2>${children}</section>
`;

/**
 * A table. Its roles are explicit, because in a narrow window its layout is not that of a table.
 * @param {{ label: string, heads: string[], rows: unknown[][] }} props
 */
const Grid = ({ label, heads, rows }) => html`
  <div class="admin-grid" tabindex="0" role="region" aria-label=${label}>
    <table role="table">
      <thead><tr role="row">${heads.map((head, n) =>
        html`<th key=${n} scope="col" role="columnheader">${head}</th>`)}</tr></thead>
      <tbody>${rows.map((row, n) => html`<tr key=${n} role="row">${row.map((cell, at) =>
        html`<td role="cell" data-head=${heads[at]}><div>${cell}</div></td>`)}</tr>`)}</tbody>
    </table>
  </div>
`;

function Hubs() {
  /** @param {any} it */
  const drain = ({ hub }) => html`
    <button type="button" onClick=${() => sure(t("drained", hub), "drain", { hub })}>${t("drain")}</button>
  `;
  const rows = seen.value.hubs.map((/** @type {any} */ it) => [
    it.hub, `${it.host}:${it.port}`, it.tables, it.sockets, it.bots, it.seats, it.waiting,
    percent(it.cpu), it.draining ? t("draining") : drain(it),
  ]);
  const heads = /** @type {const} */ ([
    "hub", "address", "tables", "sockets", "bots", "seats", "waiting", "load", "drain",
  ]).map((name) => t(name));
  return html`<${Part} id="hubs" title=${t("hubs")}><${Grid} label=${t("hubs")} heads=${heads} rows=${rows} /><//>`;
}

/**
 * Ask for confirmation before an irreversible action.
 * @param {string} words
 * @param {string} what
 * @param {Record<string, unknown>} given
 */
function sure(words, what, given) {
  asked.value = { words, then: () => order(what, given) };
}

/** The dialog that confirms and runs the action. */
function Sure() {
  const ref = useRef(/** @type {any} */ (null));
  useEffect(() => ref.current?.showModal(), []);
  /** @param {boolean} yes */
  const close = (yes) => {
    const then = asked.value?.then;
    ref.current?.close(); // this restores the focus
    asked.value = null;
    if (yes) then?.();
  };
  return html`
    <dialog ref=${ref} class="dialog" aria-label=${asked.value?.words} onCancel=${() => close(false)}>
      <div class="dialog-body">
        <p>${asked.value?.words}</p>
        <p class="admin-buttons">
          <button type="button" onClick=${() => close(false)}>${t("cancel")}</button>
          <button type="button" class="primary" onClick=${() => close(true)}>${t("yes")}</button>
        </p>
      </div>
    </dialog>
  `;
}

/**
 * A form whose fields are passed to `then` by their names; they are cleared if that resolves to success.
 * @param {{ label: string, then: (fields: any) => Promise<boolean | void>, children: unknown }} props
 */
function Form({ label, then, children }) {
  /** @param {any} event */
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    if (await then(Object.fromEntries(new FormData(form)))) form.reset();
  };
  return html`<form class="admin-form" aria-label=${label} onSubmit=${submit}>${children}</form>`;
}

/** @param {{ name: string, label: string, kind?: string, value?: unknown, needed?: boolean }} props */
const Field = ({ name, label, kind = "text", value = "", needed = false }) => html`
  <label>${label}<input name=${name} type=${kind} defaultValue=${value} required=${needed} autocomplete="off"
    min=${kind === "number" ? 0 : undefined} step="any" /></label>
`;

function Find() {
  /** @param {any} it */
  const close = ({ table }) => html`
    <button type="button" onClick=${() => sure(t("closed", table), "close", { table })}>${t("close")}</button>
  `;
  /** @param {any} it */
  const deal = ({ person: who }) => html`
    <button type="button" onClick=${() => { chosen.value = { who, times: chosen.value.times + 1 }; }}>${t("deal")}</button>
  `;
  /** @param {any} it */
  const people = ({ seats }) => seats.map((/** @type {any} */ seat) => seat.name || seat.mind).filter(Boolean);
  const tables = (found.value?.tables ?? []).map((/** @type {any} */ it) => [
    it.table, title(it.game), word(it.phase), people(it).join(", "), close(it),
  ]);
  const guests = (found.value?.guests ?? []).map((/** @type {any} */ it) => [
    it.name, it.person, it.address, it.hub, it.tables.join(", "), deal(it),
  ]);
  const here = new Set((found.value?.guests ?? []).filter((/** @type {any} */ it) => !it.bot)
    .map((/** @type {any} */ it) => it.person)).size;
  return html`
    <${Part} id="find" title=${t("find")}>
      <${Form} label=${t("find")} then=${(/** @type {any} */ fields) => search(fields.text)}>
        <${Field} name="text" label=${t("findHelp")} />
        <button class="primary">${t("search")}</button>
      <//>
      <div aria-live="polite">
        ${found.value && !tables.length && !guests.length && html`<p>${t("nothing")}</p>`}
        ${found.value?.more && html`<p>${t("more")}</p>`}
        ${tables.length > 0 && html`<h3>${t("tables")} (${tables.length})</h3><${Grid} label=${t("tables")} rows=${tables}
          heads=${[t("table"), t("game"), t("phase"), t("people"), t("close")]} />`}
        ${guests.length > 0 && html`<h3>${t("guests")} (${here})</h3><${Grid} label=${t("guests")} rows=${guests}
          heads=${[t("name"), t("person"), t("address"), t("hub"), t("tables"), t("deal")]} />`}
      </div>
    <//>
  `;
}

function Bar() {
  const { who: whom, times } = chosen.value;
  useEffect(() => {
    if (times) /** @type {HTMLElement | null} */ (document.querySelector("#bar select"))?.focus();
  }, [times]);
  /** @param {any} fields */
  const then = async ({ act, kind, who, minutes, why }) => {
    const done = await order("bar", { act, kind, who: who.trim(), minutes: Number(minutes), why });
    if (done) chosen.value = { ...chosen.value, who: "" };
    return done;
  };
  return html`
    <${Part} id="bar" title=${t("bar")}>
      <${Form} key=${times} label=${t("bar")} then=${then}>
        <label>${t("what")}<select name="act"><option value="silence">${t("silence")}</option>
          <option value="lock">${t("lock")}</option></select></label>
        <label>${t("who")}<select name="kind"><option value="person">${t("person")}</option>
          <option value="address">${t("address")}</option></select></label>
        <${Field} name="who" label="${t("person")} / ${t("address")}" value=${whom} needed=${true} />
        <${Field} name="minutes" label=${t("minutes")} kind="number" value="60" needed=${true} />
        <${Field} name="why" label=${t("why")} />
        <button class="primary">${t("do")}</button>
      <//>
    <//>
  `;
}

function Announce() {
  /** @param {any} fields */
  const then = ({ text, minutes }) => order("announce", { text, minutes: Number(minutes) });
  return html`
    <${Part} id="announce" title=${t("announce")}>
      <${Form} label=${t("announce")} then=${then}>
        <${Field} name="text" label=${t("text")} needed=${true} />
        <${Field} name="minutes" label=${t("in")} kind="number" value="5" needed=${true} />
        <button class="primary">${t("do")}</button>
      <//>
    <//>
  `;
}

/** @param {number} until */
const upTo = (until) => (until ? time(until) : t("forGood"));

/**
 * An order in force: its description, and the action that revokes it.
 * @param {string} field
 * @param {any} value
 */
function inForce(field, value) {
  const [act, kind, ...who] = field.split(" ");
  if (act === "notice") return [t("announce"), value[1], upTo(value[2]), () => order("announce", { text: "" })];
  if (act === "tables") return [t("tablesOff"), "", t("forGood"), () => order("tables", { on: true })];
  if (act === "drain") return [t("drain"), kind, "", null];
  const words = act === "lock" ? t("lock") : t("silence");
  return [words, who.join(" "), upTo(value), () => order("free", { act, kind, who: who.join(" ") })];
}

function Orders() {
  const orders = seen.value.orders;
  const rows = Object.entries(orders).filter(([field]) => !field.startsWith("seen ")).map(([field, value]) => {
    const [words, who, until, back] = inForce(field, value);
    const [name, table] = orders[`seen ${field}`] ?? [];
    return [words, name ? html`${name} (${t("table")} ${table})<br />${who}` : who, until, back && html`<button type="button" onClick=${back}>${t("takeBack")}</button>`];
  });
  const heads = [t("what"), t("who"), t("until"), t("takeBack")];
  const stop = () => order("tables", { on: false });
  return html`
    <${Part} id="orders" title=${t("orders")}>
      ${rows.length > 0 && html`<${Grid} label=${t("orders")} heads=${heads} rows=${rows} />`}
      ${!("tables off" in orders) && html`<button type="button" onClick=${stop}>${t("stop")}</button>`}
    <//>
  `;
}

/** Reports from people: the operator silences the person for a day, or not, and closes the report. */
function Reports() {
  /** @param {any} it */
  const lines = ({ lines: said }) => html`<details><summary>${t("lines")} (${said.length})</summary><ol class="admin-lines">
    ${said.map((/** @type {any} */ line) => html`<li><b>${line.name}</b> ${time(line.at)}: ${line.text}</li>`)}</ol></details>`;
  /** @param {any} it */
  const acts = ({ report, person: who, name, why }) => html`<span class="admin-buttons">
    <button type="button" onClick=${() => sure(t("silencedDay", name), "bar",
      { act: "silence", kind: "person", who, minutes: 1_440, why })}>${t("silenceDay")}</button>
    <button type="button" onClick=${() => order("close_report", { report })}>${t("dealtWith")}</button></span>`;
  /** @param {any} it */
  const whom = ({ name, person }) => html`${name}<br />${person}`;
  const rows = [...seen.value.reports].reverse().map((/** @type {any} */ it) => [
    it.why, whom(it), time(it.at), lines(it), it.by_name, `${it.table} (${title(it.game)})`, acts(it),
  ]);
  const heads = [t("why"), t("who"), t("at"), t("lines"), t("reportedBy"), t("table"), t("do")];
  return rows.length > 0 && html`
    <${Part} id="reports" title=${t("reports")}><${Grid} label=${t("reports")} heads=${heads} rows=${rows} /><//>`;
}

/** Tables closed because their game failed, with the cause and a button that opens them again. */
function Failed() {
  /** @param {any} it */
  const again = ({ table }) => html`
    <button type="button" onClick=${() => order("reopen", { table })}>${t("reopen")}</button>`;
  const rows = seen.value.broken.map((/** @type {any} */ it) => [
    it.table, title(it.game), it.cause, time(it.at), again(it),
  ]);
  const heads = [t("table"), t("game"), t("why"), t("at"), t("do")];
  return rows.length > 0 && html`
    <${Part} id="failed" title=${t("failed")}><${Grid} label=${t("failed")} heads=${heads} rows=${rows} /><//>`;
}

/** Packages that can't be used, as reported by the hubs. */
function LeftOut() {
  /** @type {Map<string, string[]>} */
  const lines = new Map();
  for (const { hub, left_out: those = [] } of seen.value.hubs) {
    for (const line of those) lines.set(line, [...(lines.get(line) ?? []), hub]);
  }
  return lines.size > 0 && html`
    <${Part} id="left-out" title=${t("leftOut")}><${Grid} label=${t("leftOut")} heads=${[t("what"), t("hub")]}
      rows=${[...lines].map(([line, hubs]) => [line, hubs.join(", ")])} /><//>`;
}

function Log() {
  const rows = [...seen.value.log].reverse().map(({ at, by, what, true: _, ...details }) => [
    time(at), word(by), word(what), Object.entries(details).filter(([, value]) => value).map(([name, value]) =>
      (name === "until" ? `${t("until")} ${time(value)}` : String(value))).join(" · "),
  ]);
  const heads = [t("at"), t("by"), t("what"), t("details")];
  return html`
    <${Part} id="log" title=${t("log")}>
      ${!seen.value.true && html`<p class="admin-wrong" role="alert">${t("broken")}</p>`}
      ${rows.length > 0 && html`<${Grid} label=${t("log")} heads=${heads} rows=${rows} />`}
    <//>
  `;
}

function Door() {
  /** @param {any} fields */
  const enter = async (fields) => {
    key.value = fields.key;
    told.value = ["", ""];
    await look();
    if (seen.value) sessionStorage.setItem("key", fields.key);
  };
  return html`
    <${Form} label=${t("enter")} then=${enter}>
      <${Field} name="key" label=${t("key")} kind="password" needed=${true} />
      <button class="primary">${t("enter")}</button>
    <//>
  `;
}

function App() {
  useEffect(() => {
    const timer = setInterval(() => seen.value && look(), POLL_INTERVAL_MS);
    if (key.value) look();
    return () => clearInterval(timer);
  }, []);
  const [kind, words] = told.value;
  return html`
    <header class="top">
      <span class="brand"><img src="icon.svg" alt="" width="34" height="34" /><span>Stammtisch</span></span>
      ${seen.value && html`<button type="button" class="quiet" onClick=${leave}>${t("leave")}</button>`}
    </header>
    <main class="admin">
      <h1>${t("title")}</h1>
      <p class="admin-told ${kind}" role="status">${words}</p>
      ${!seen.value ? html`<${Door} />` : html`
        <${Hubs} /><${LeftOut} /><${Failed} /><${Reports} /><${Find} />
        <div class="admin-pair"><${Bar} /><${Announce} /></div>
        <${Orders} /><${Log} />
      `}
    </main>
    ${asked.value && html`<${Sure} />`}
  `;
}

render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById("app")));
