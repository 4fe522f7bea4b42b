/**
 * The bots' analysis of a finished game: everyone's chances, the most costly decisions, better choices, and reasons.
 */

import { optionText, seatName } from "../core/gametext.js";
import { html, signal, useEffect, useState } from "../core/lib.js";
import { showVersion } from "../table/history.js";
import { ScoreGraph } from "./score_chart.js";
import { lookWith } from "./viewer.js";
import { changes, onlyWorse } from "../teach/tip_text.js";
import { refusalText, t } from "../core/text.js";
import { Dialog } from "../core/ui.js";

/** @typedef {[verb: string, noun: number]} Choice */
/** @typedef {import("../teach/tip_text.js").Changed} Changed */
/** @typedef {{ why: Changed[], then: Choice[], together: Changed[] }} Why */
/** @typedef {{ version: number, chosen: Choice, best: Choice, cost: number } & Why} Decision */
/** @typedef {{ shared: boolean, moments: [version: number, standing: number[]][], costly: Decision[][] }} Found */
/** @typedef {{ done: number, of: number, found?: Found, failed?: string }} Look */

/** By table, the progress and the result of the bots' analysis. */
const looks = signal(/** @type {Record<string, Look>} */ ({}));

/**
 * @param {string} table
 * @param {Look} look
 */
const know = (table, look) => { looks.value = { ...looks.value, [table]: look }; };

/**
 * The lines of a streamed response, as they arrive.
 * @param {ReadableStream<Uint8Array>} body
 */
async function* linesOf(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/**
 * The reason for a missing result: the response broke off, for example because a hub was replaced or many requests
 * wait.
 */
const BROKEN = "broken";

/** Number of retries, one second after each break; the bots keep working meanwhile. */
const MAX_RETRIES = 10;

/**
 * Have the bots analyse a game, once.
 * @param {string} table
 */
async function lookAt(table) {
  const known = looks.value[table];
  if (known && !known.failed) return;
  know(table, { done: 0, of: 1 });
  let failed = await hear(table);
  for (let n = 0; failed === BROKEN && n < MAX_RETRIES; n += 1) {
    await new Promise((then) => { setTimeout(then, 1_000); });
    failed = await hear(table, BROKEN);
  }
  if (failed) know(table, { done: 0, of: 1, failed: failed === BROKEN ? "storing" : failed });
}

/**
 * Read the progress and the result. Resolves to "", or to the reason for a missing result, `away` if the server can't
 * be reached.
 * @param {string} table
 * @param {string} [away]
 */
async function hear(table, away = "storing") {
  const place = new URL(`tables/${encodeURIComponent(table)}/analysis`, location.href.split("#")[0]);
  const answer = await fetch(place).catch(() => null);
  if (!answer) return away;
  if (!answer.ok || !answer.body) return String((await answer.json().catch(() => ({}))).error ?? "fault");
  try {
    for await (const line of linesOf(answer.body)) {
      const said = JSON.parse(line);
      if (!said) return "fault";
      know(table, Array.isArray(said) ? { done: said[0], of: said[1] } : { done: 1, of: 1, found: said });
      if (!Array.isArray(said)) return "";
    }
  } catch {
    // the response broke off
  }
  return BROKEN;
}

/**
 * What the better choice would have prepared or changed, as far as it has a name.
 * @param {Protocol.Public} open
 * @param {Why} row
 */
export function reason({ table: { game }, seats }, { why, then, together }) {
  if (then.length) {
    const choice = then.map((one) => optionText(game, seats, ...one)).join(" · ");
    return t("tip.then", { choice, list: changes(game, together) });
  }
  if (!why.length) return t("costly.unnamed");
  return t(onlyWorse(why) ? "costly.later" : "costly.why", { list: changes(game, why) });
}

/**
 * A decision: the choice, the better one, the reason, and a link to the moment. In a replay the link may be the address
 * already, which then changes nothing.
 * @param {{ play: Play, seat: number, row: Decision, shared: boolean, onClose: () => void }} props
 */
function Row({ play, seat, row, shared, onClose }) {
  const { open, table, view } = play;
  const { version, chosen, best, cost } = row;
  const { game } = open.table;
  const [was, better] = [chosen, best].map((choice) => optionText(game, open.seats, ...choice));
  const leave = () => {
    onClose();
    if (!view.reel.value) return;
    lookWith(view, seat);
    showVersion(play, version);
  };
  return html`
    <li>
      <a href="#/replay/${table}?at=${version}&seat=${seat}" onClick=${leave}>${was}</a>
      <span>${t("costly.better", { choice: better })}
        ${shared && html` <span class="muted">${t("costly.cost", { n: Math.round(100 * cost) })}</span>`}</span>
      <small>${reason(open, row)}</small>
    </li>
  `;
}

/** @param {{ play: Play, found: Found, onClose: () => void }} props */
function Told({ play, found: { shared, moments, costly }, onClose }) {
  const { seats } = play.open;
  const [seat, lookFor] = useState(Math.max(0, play.seat));
  const scale = shared ? 100 : 1;
  /** @type {[number, number[]][]} */
  const rows = moments.map(([version, all]) => [version, all.map((one) => Math.round(scale * one))]);
  return html`
    <div class="stack">
      <p>${t(shared ? "costly.chances" : "costly.worths")}</p>
      <${ScoreGraph} play=${play} rows=${rows} says=${shared ? "costly.chances-are" : "costly.worths-are"}
        marked=${costly[seat].map(({ version }) => ({ seat, version }))} />
      <label class="field"><span>${t("costly.whose")}</span>
        <select value=${seat} data-test="costly-seat"
          onChange=${(/** @type {Happening} */ { target }) => lookFor(Number(target.value))}>
          ${seats.map((_, n) => html`<option key=${n} value=${n}>${seatName(seats, n)}</option>`)}</select></label>
      ${costly[seat].length ? html`<ol class="costly-rows" data-test="costly-rows">
          ${costly[seat].map((row) => html`
            <${Row} key=${row.version} play=${play} seat=${seat} row=${row} shared=${shared} onClose=${onClose} />`)}
          </ol>`
        : html`<p data-test="costly-none">${t("costly.none")}</p>`}
      <p class="muted small">${t("costly.how")}</p>
    </div>
  `;
}

/** @param {{ play: Play, onClose: () => void }} props */
export function Costly({ play, onClose }) {
  const { table } = play;
  const { done, of, found, failed } = looks.value[table] ?? { done: 0, of: 1 };
  useEffect(() => { lookAt(table); }, [table]);
  return html`
    <${Dialog} title=${t("costly.title")} onClose=${onClose} wide=${true}>
      <div class="costly" data-test="costly-told" data-found=${found ? "yes" : "no"}>
        <div role="status">
          ${failed && refusalText(failed)}
          ${!failed && !found && t("costly.looking")}</div>
        ${failed && html`<button type="button" class="primary" onClick=${() => lookAt(table)}>
          ${t("gone.again")}</button>`}
        ${!failed && !found && html`<progress max=${of} value=${done} aria-label=${t("costly.looking")}></progress>`}
        ${found && html`<${Told} play=${play} found=${found} onClose=${onClose} />`}
      </div>
    <//>
  `;
}
