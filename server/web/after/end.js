/** The end of a game: places, rematch, and the verification that the dealing was fair. */

import { decode } from "../net/codec.js";
import { compared, dealingOf } from "../net/dealing.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { Face } from "../core/faces.js";
import { resultText, seatName } from "../core/gametext.js";
import { keptOf, unfair } from "../core/commitments.js";
import { moving } from "../core/settings.js";
import { change, go, person } from "../core/state.js";
import { Origin } from "../table/origin.js";
import { signed } from "./score_chart.js";
import { eager } from "../lobby/quick_start.js";
import { Story } from "./story.js";
import { gameTexts, ordinal, t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import { POSTER } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { wrongText } from "../table/dealing_warning.js";
import { AskBots } from "./viewer.js";
import "../core/more_icons.js";

const Poster = lateDialog(POSTER, "Poster");

/**
 * What became of a seat's part of the seed, as text.
 * @param {Protocol.About} table
 * @param {number} seat
 */
function partText({ promises, luck }, seat) {
  if (luck[seat]) return t(promises[seat] ? "verify.kept" : "verify.at-once");
  return t(promises[seat] ? "verify.unkept" : "verify.none");
}

/**
 * The command that replays the game and compares it with the values that this browser stored.
 * @param {string} name
 * @param {Protocol.About} table
 * @param {Kept} kept
 */
function command(name, { promises }, kept) {
  const mine = promises.flatMap((one, seat) => (kept.lucks[one] ? [` --luck ${seat}=${kept.lucks[one]}`] : []));
  const hash = kept.commitment ? ` --commitment ${kept.commitment}` : "";
  return `python -m server replay stammtisch-${name}.log --verify${hash}${mine.join("")}`;
}

/**
 * Fetch the log and verify its dealing in the browser: { seed, wrong }.
 * @param {string} name
 * @param {Protocol.About} table
 * @param {Kept} kept
 * @returns {Promise<Verified>}
 */
async function verified(name, table, kept) {
  const log = await fetch(new URL(`tables/${name}/log`, location.href.split("#")[0]))
    .then((answer) => (answer.ok ? answer.arrayBuffer() : null)).catch(() => null);
  if (!log) return { wrong: [["log"]] };
  const dealing = dealingOf(decode(new Uint8Array(log)));
  if (!("promises" in dealing)) return dealing;
  const shown = { commitment: table.commitment, promises: table.promises };
  const same = dealing.secret === table.secret && String(dealing.lucks) === String(table.luck);
  /** @type {Wrong[]} */
  const other = same ? [] : [["log"]];
  const wrong = [...dealing.wrong, ...compared(dealing, shown), ...compared(dealing, kept), ...other];
  return { seed: dealing.seed, wrong: [...new Map(wrong.map((row) => [String(row), row])).values()] };
}

/**
 * The result of the verification, or nothing before it.
 * @param {{ open: Protocol.Public, found: Verified | null }} props
 */
const Found = ({ open, found }) => html`
  <div role="status" data-test="verified">
    ${found && (found.wrong.length
      ? found.wrong.map(([what, seat]) => html`<p key="${what} ${seat}" class="bad"><${Icon} name="close" />
        ${wrongText(open, what, seat)}</p>`)
      : html`<p class="good"><${Icon} name="check" />${t("verify.log-right")} <code class="hash">${found.seed}</code>
        </p>`)}
  </div>
`;

/**
 * All inputs of the dealing, and how to verify it elsewhere.
 * @param {{ play: Play }} props
 */
function Verify({ play }) {
  const { open, table } = play;
  const { commitment, secret, luck, promises } = open.table;
  const kept = keptOf(table);
  const wrong = unfair(table, open.table);
  const mine = promises.some((one) => kept.lucks[one]) && kept.promises;
  return html`
    <details class="verify" data-match=${String(!wrong.length)} data-kept=${String(!!mine)}>
      <summary><${Icon} name="lock" />${t("verify.title")}</summary>
      <p>${t("verify.text")} ${open.table.origin && t("verify.branch")}</p>
      <dl>
        <div><dt>${t(kept.commitment ? "verify.commitment" : "verify.commitment-now")}</dt><dd><code class="hash">
          ${kept.commitment ?? commitment}</code></dd></div>
        <div><dt>${t("verify.secret")}</dt><dd><code class="hash">${secret}</code></dd></div>
        ${promises.map((promise, seat) => (promise || luck[seat]) && html`
          <div key=${seat}><dt>
            ${t("verify.luck", { name: seatName(open.seats, seat) })}: ${partText(open.table, seat)}</dt>
            <dd><code class="hash">${luck[seat] || promise}</code></dd></div>`)}
      </dl>
      ${wrong.length
        ? wrong.map(([what, seat]) => html`<p key="${what} ${seat}" class="bad"><${Icon} name="close" />
          ${wrongText(open, what, seat)}</p>`)
        : html`<p class=${mine ? "good" : ""}><${Icon} name=${mine ? "check" : "eye"} />
          ${t(mine ? "verify.match" : "verify.nothing-kept")}</p>`}
      <a class="button" href="tables/${table}/log" download="stammtisch-${table}.log" data-test="log-file">
        ${t("verify.download")}</a>
      <p>${t("verify.how")}</p>
      <pre tabindex="0"><code data-test="command">${command(table, open.table, kept)}</code></pre>
    </details>
  `;
}

/** @param {{ play: Play, row: Score }} props */
function Place({ play, row: [seat, place, points, parts] }) {
  const { open } = play;
  const names = gameTexts(open.table.game)?.scores ?? {};
  const called = seatName(open.seats, seat);
  return html`
    <li class="place place-${place}" data-seat=${seat} data-place=${place}>
      <span class="place-number">${ordinal(place)}</span>
      <${Face} row=${open.seats[seat]} seat=${seat} />
      <span class="place-name">${called}${seat === play.seat && html` <span class="badge you">
        ${t("seat.you")}</span>`}</span>
      ${names.total && html`<span class="place-total">${names.total}: <b>${signed(points)}</b></span>`}
      <span class="place-parts">${Object.entries(parts).map(([key, value]) => html`<span key=${key}>
        ${names[key] ?? key}: <b>${signed(value)}</b></span>`)}</span>
    </li>
  `;
}

const Confetti = () => html`<div class="confetti" aria-hidden="true">${Array.from({ length: 28 }, (_, n) => html`<i
  key=${n} style=${{ "--n": n, "--x": `${(n * 37) % 100}%`, "--turn": `${(n * 83) % 360}deg` }}></i>`)}</div>`;

/** The end of a game gets the focus and is read out, unless the person is typing. */
function useSeen() {
  const ref = useRef(null);
  useEffect(() => {
    if (!document.activeElement?.matches("input, textarea, select")) ref.current.focus({ preventScroll: true });
  }, []);
  return ref;
}

/**
 * A rematch with the same players: proposed by one, then a link for all. With bots alone it starts without waiting.
 * @param {Play} play
 * @returns {[proposed: boolean, again: () => void]}
 */
function useAgain({ open, table }) {
  const [proposed, setProposed] = useState(false);
  const { next } = open.table;
  useEffect(() => {
    if (!proposed || !next) return;
    if (open.seats.every((row) => row.kind === "bot" || row.person === person.value)) eager.value = next;
    go("t", next);
  }, [proposed, next]);
  const again = async () => {
    setProposed(true);
    setProposed((await change("rematch", table)) !== null);
  };
  return [proposed, again];
}

/** @param {{ play: Play, onClose: () => void, onPicture: () => void }} props */
function Actions({ play, onClose, onPicture }) {
  const { open, seat, table } = play;
  const [proposed, again] = useAgain(play);
  const { next, host } = open.table;
  const may = seat >= 0 || host === person.value;
  return html`
    <div class="row end-actions">
      ${next
        ? html`<button type="button" class="primary big" data-test="next" onClick=${() => go("t", next)}>
          ${t("end.next")}</button>`
        : may && html`<button type="button" class="primary big" data-test="rematch" disabled=${proposed}
          onClick=${again}>${t("end.rematch")}</button>`}
      <button type="button" data-test="look" onClick=${onClose}><${Icon} name="eye" />${t("end.look")}</button>
      <a class="button" href="#/replay/${table}" data-test="look-back"><${Icon} name="first" />${t("end.look-back")}</a>
      ${!play.view.brought && html`<${AskBots} play=${play} />`}
      <button type="button" data-test="to-poster" onClick=${onPicture}><${Icon} name="share" />
        ${t("poster.title")}</button>
      <a class="button" href="#/">${t("nav.home")}</a>
    </div>
  `;
}

/**
 * A player who was present at the end celebrates once, not when the end is viewed again.
 * @param {Ref} ahead
 */
function useFeast(ahead) {
  const [now] = useState(ahead.current);
  ahead.current = false;
  return now;
}

/**
 * `ahead`: did the game end while the person was at the table? `onClose`: show the table again.
 * @param {{ play: Play, ahead: Ref, onClose: () => void }} props
 */
export function End({ play, ahead, onClose }) {
  const { open, table, seat } = play;
  const title = useSeen();
  const celebrates = useFeast(ahead);
  const [found, setFound] = useState(null);
  const [pictured, picture] = useState(false);
  const check = async () => setFound(await verified(table, open.table, keptOf(table)));
  const rows = /** @type {Score[]} */ ([...open.scores]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const own = rows.find(([who]) => who === seat);
  return html`
    <section class="end card" data-test="end" aria-labelledby="end-title">
      ${celebrates && moving() && html`<${Confetti} />`}
      <h2 id="end-title" tabindex="-1" ref=${title}><${Icon} name="trophy" />
        ${own && own[1] > 1 ? t("end.place", { place: ordinal(own[1]) }) : resultText(open, seat)}</h2>
      <${Actions} play=${play} onClose=${onClose} onPicture=${() => picture(true)} />
      ${pictured && html`<${Poster} play=${play} rows=${rows} onClose=${() => picture(false)} />`}
      <${Origin} open=${open} />
      <div class="end-scene">
        <ol class="places">${rows.map((row) => html`<${Place} key=${row[0]} play=${play} row=${row} />`)}</ol>
        <${Story} play=${play} rows=${rows} />
      </div>
      <div class="end-dealing">
        <${Verify} play=${play} />
        <button type="button" data-test="verify-log" onClick=${check}><${Icon} name="lock" />
          ${t("verify.check")}</button>
        <${Found} open=${open} found=${found} />
      </div>
    </section>
  `;
}
