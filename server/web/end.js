/** The end of a game: places, rematch, and how everybody can check that the chance was fair. */

import { html, useEffect, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { moving } from "./settings.js";
import { change, go, person } from "./state.js";
import { gameTexts, ordinal, t } from "./text.js";
import { Avatar, Icon } from "./ui.js";

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** true or false once the hash of the secret is known; null where this page may not hash (no secure origin). */
function useMatch(secret, commitment) {
  const [match, setMatch] = useState(null);
  useEffect(() => {
    if (secret && crypto.subtle) crypto.subtle.digest("SHA-256", bytes(secret)).then((hash) => setMatch(hex(hash) === commitment));
  }, [secret, commitment]);
  return match;
}

function Verify({ play }) {
  const { open, table } = play;
  const { commitment, secret, luck } = open.table;
  const match = useMatch(secret, commitment);
  return html`
    <details class="verify" data-match=${String(match)}>
      <summary><${Icon} name="lock" />${t("verify.title")}</summary>
      <p>${t("verify.text")}</p>
      <dl>
        <div><dt>${t("verify.commitment")}</dt><dd><code class="hash">${commitment}</code></dd></div>
        <div><dt>${t("verify.secret")}</dt><dd><code class="hash">${secret}</code></dd></div>
        ${luck.map((part, seat) => part && html`<div key=${seat}><dt>${t("verify.luck", { name: seatName(open.seats, seat) })}</dt><dd><code class="hash">${part}</code></dd></div>`)}
      </dl>
      ${match !== null && html`<p class=${match ? "good" : "bad"}><${Icon} name=${match ? "check" : "close"} />${t(match ? "verify.match" : "verify.mismatch")}</p>`}
      <p>${t("verify.how")}</p>
      <pre tabindex="0"><code>python -m server replay stammtisch-${table}.log --verify</code></pre>
      <a class="button" href="tables/${table}/log" download="stammtisch-${table}.log" data-test="log-file">${t("verify.download")}</a>
    </details>
  `;
}

/** A number with a real minus sign. */
const signed = (n) => String(n).replace("-", "−");

function Place({ play, row: [seat, place, points, parts] }) {
  const { open } = play;
  const names = gameTexts(open.table.game)?.scores ?? {};
  const called = seatName(open.seats, seat);
  return html`
    <li class="place place-${place}" data-seat=${seat} data-place=${place}>
      <span class="place-number">${ordinal(place)}</span>
      <${Avatar} name=${called} bot=${open.seats[seat].kind === "bot"} seat=${seat} />
      <span class="place-name">${called}${seat === play.seat && html` <span class="badge you">${t("seat.you")}</span>`}</span>
      ${names.total && html`<span class="place-total">${names.total}: <b>${signed(points)}</b></span>`}
      <span class="place-parts">${Object.entries(parts).map(([key, value]) => html`<span key=${key}>${names[key] ?? key}: <b>${signed(value)}</b></span>`)}</span>
    </li>
  `;
}

const Confetti = () => html`<div class="confetti" aria-hidden="true">${Array.from({ length: 28 }, (_, n) => html`<i key=${n} style=${{ "--n": n, "--x": `${(n * 37) % 100}%`, "--turn": `${(n * 83) % 360}deg` }}></i>`)}</div>`;

export function End({ play }) {
  const { open, table, seat } = play;
  const [proposed, setProposed] = useState(false);
  const rows = [...open.scores].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const winners = rows.filter(([, place]) => place === 1).map(([who]) => who);
  const own = rows.find(([who]) => who === seat);
  const { next, host } = open.table;
  const may = seat >= 0 || host === person.value;
  const again = async () => {
    setProposed(true);
    setProposed((await change("rematch", table)) !== null);
  };
  useEffect(() => {
    if (proposed && next) go("t", next);
  }, [proposed, next]);
  return html`
    <section class="end card" data-test="end" aria-labelledby="end-title">
      ${moving() && html`<${Confetti} />`}
      <h2 id="end-title"><${Icon} name="trophy" />${own ? t(own[1] === 1 ? "end.won" : "end.place", { place: ordinal(own[1]) }) : t("end.winner", { name: winners.map((who) => seatName(open.seats, who)).join(", ") })}</h2>
      <ol class="places">${rows.map((row) => html`<${Place} key=${row[0]} play=${play} row=${row} />`)}</ol>
      <div class="row">
        ${next
          ? html`<button type="button" class="primary big" data-test="next" onClick=${() => go("t", next)}>${t("end.next")}</button>`
          : may && html`<button type="button" class="primary big" data-test="rematch" disabled=${proposed} onClick=${again}>${t("end.rematch")}</button>`}
        <a class="button" href="#/">${t("nav.home")}</a>
      </div>
      <${Verify} play=${play} />
    </section>
  `;
}
