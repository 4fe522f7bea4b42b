/** Making a table: game, seats, who or what sits there, variants, clock, public or by link. */

import { html, useEffect, useState } from "./lib.js";
import { describe, optionName, valueName } from "./options.js";
import { language } from "./settings.js";
import { change, go, sit } from "./state.js";
import { catalogue, gameTexts, loadGame, mindName, minds, t } from "./text.js";
import { Heading, Icon, Segments, Toggle } from "./ui.js";

const MINUTE = 60_000;
const CLOCKS = [[], [5 * MINUTE, 10_000], [10 * MINUTE, 15_000], [20 * MINUTE, 30_000], [60 * MINUTE, 60_000], [24 * 60 * MINUTE, 0]];

const clockLabel = ([bank, increment]) =>
  bank === undefined ? t("clock.none") : t("clock.label", { bank: span(bank), increment: increment / 1000 });
const span = (ms) => (ms >= 60 * MINUTE ? t("clock.hours", { n: ms / 60 / MINUTE }) : t("clock.minutes", { n: ms / MINUTE }));

/**
 * The options as so many can play them: { played, fixed, without }. `fixed`: why an option can't be changed
 * now, by name; `without`: values that are ruled out, by name.
 */
function playable(game, seats, options) {
  const at = (rows) => rows.find(([n]) => n === seats)[1];
  const decided = at(game.decided), without = at(game.refused);
  const played = { ...options, ...decided };
  const fixed = Object.fromEntries(Object.keys(decided).map((name) => [name, t("setup.decided")]));
  for (const { name, needs, default: usual } of game.options) {
    const idle = needs && !played[needs];
    if (idle) fixed[name] = t("setup.needs", { name: optionName(game.name, needs) });
    if (idle || without[name]?.includes(played[name])) played[name] = usual;
  }
  return { played, fixed, without };
}

/** One of the game's options. `fixed`: why it can't be changed; `without`: values that are not offered. */
function Option({ game, row, value, set, fixed, without = [] }) {
  const texts = gameTexts(game)?.options?.[row.name];
  const help = [texts?.help, fixed].filter(Boolean).join(" ");
  const offered = (row.values ?? []).map((one, n) => [one, n]).filter(([one]) => !without.includes(one));
  if (row.kind === "bool") {
    return html`<${Toggle} label=${optionName(game, row.name)} help=${help} checked=${value} onSet=${set} disabled=${!!fixed} />`;
  }
  if (row.kind === "choice") {
    return html`
      <label class="field"><span>${optionName(game, row.name)}${help && html`<small>${help}</small>`}</span>
        <select value=${row.values.indexOf(value)} disabled=${!!fixed} onChange=${(event) => set(row.values[event.target.value])}>
          ${offered.map(([one, n]) => html`<option key=${n} value=${n}>${valueName(game, row.name, one)}</option>`)}
        </select>
      </label>`;
  }
  return html`
    <label class="field"><span>${optionName(game, row.name)}${help && html`<small>${help}</small>`}</span>
      <input type="number" min=${row.min} max=${row.max} value=${value} required disabled=${!!fixed}
        onChange=${(event) => set(Number(event.target.value))} />
    </label>`;
}

/** Who is to have a seat: oneself, a person who comes, or a bot. */
function SeatChoice({ seat, value, set, you }) {
  return html`
    <label class="field seat-choice"><span><i class="seat-chip seat-${seat}" aria-hidden="true"></i>${t("setup.seat", { number: seat + 1 })}</span>
      <select data-seat=${seat} value=${value} onChange=${(event) => set(event.target.value)}>
        ${you && html`<option value="me">${t("setup.me")}</option>`}
        <option value="">${t("setup.person")}</option>
        ${minds.value.map((mind) => html`<option key=${mind} value=${mind}>${t("setup.bot", { mind: mindName(mind) })}</option>`)}
      </select>
    </label>
  `;
}

async function makeTable(game, seats, options, open, clock, auto) {
  const wants = seats.map((seat) => (seat === "me" ? "" : seat));
  const done = await change("make", game, seats.length, options, open, wants, clock, auto);
  if (!done) return false;
  const mine = seats.indexOf("me");
  if (mine >= 0) await sit(done.table, mine);
  go("t", done.table);
  return true;
}

function Form({ game }) {
  const [from, to] = game.seats;
  const [seats, setSeats] = useState(["me", ...Array(Math.min(to, 4) - 1).fill(minds.value[0])]);
  const [options, setOptions] = useState(() => Object.fromEntries(game.options.map((row) => [row.name, row.default])));
  const [open, setOpen] = useState("public");
  const [clock, setClock] = useState(0);
  const [auto, setAuto] = useState(false);
  const [busy, setBusy] = useState(false);
  const setCount = (n) => setSeats([...seats, ...Array(n).fill(minds.value[0])].slice(0, n));
  const setSeat = (n, who) => setSeats(seats.map((old, s) => (s === n ? who : old === "me" && who === "me" ? "" : old)));
  const { played, fixed, without } = playable(game, seats.length, options);
  const counts = Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    if (!(await makeTable(game.name, seats, played, open === "public", CLOCKS[clock], auto))) setBusy(false);
  };
  return html`
    <form class="setup" onSubmit=${submit}>
      <section class="card setup-seats">
        <h2>${t("setup.seats")}</h2>
        <${Segments} legend=${t("setup.count")} name="count" values=${counts} value=${seats.length} onPick=${setCount} />
        <div class="stack">
          ${seats.map((who, n) => html`<${SeatChoice} key=${n} seat=${n} value=${who} you=${who === "me" || !seats.includes("me")} set=${(x) => setSeat(n, x)} />`)}
        </div>
        <p class="muted">${t("setup.change-later")}</p>
      </section>
      <section class="card setup-variants">
        <h2>${t("setup.variants")}</h2>
        <div class="stack">
          ${game.options.map((row) => html`<${Option} key=${row.name} game=${game.name} row=${row} value=${played[row.name]} fixed=${fixed[row.name]} without=${without[row.name]} set=${(value) => setOptions({ ...options, [row.name]: value })} />`)}
        </div>
      </section>
      <section class="card">
        <h2>${t("setup.table")}</h2>
        <div class="stack">
          <${Segments} legend=${t("setup.visibility")} name="visibility" value=${open} onPick=${setOpen}
            values=${[["public", t("setup.public")], ["link", t("setup.link")]]} />
          <p class="muted">${t(open === "public" ? "setup.public-help" : "setup.link-help")}</p>
          <label class="field"><span>${t("setup.clock")}<small>${t("setup.clock-help")}</small></span>
            <select value=${clock} onChange=${(event) => setClock(Number(event.target.value))}>
              ${CLOCKS.map((row, n) => html`<option key=${n} value=${n}>${clockLabel(row)}</option>`)}
            </select>
          </label>
          <${Toggle} label=${t("setup.auto")} help=${t("setup.auto-help")} checked=${auto} onSet=${setAuto} />
        </div>
      </section>
      <div class="setup-go">
        <button type="submit" class="primary big" disabled=${busy} data-test="make">${t("setup.make")}</button>
      </div>
    </form>
  `;
}

export function SetUp({ wanted }) {
  const games = catalogue.value;
  const game = games?.find((row) => row.name === wanted) ?? games?.[0];
  useEffect(() => {
    if (game) loadGame(game.name);
    document.title = `${t("setup.title")} · Stammtisch`;
  }, [game, language.value]);
  if (!game) return html`<div class="page"><p class="muted">${t("lobby.loading")}</p></div>`;
  return html`
    <div class="page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${t("setup.heading", { game: game.titles[language.value] })}<//>
      ${games.length > 1 && html`
        <${Segments} legend=${t("setup.game")} name="game" value=${game.name} onPick=${(key) => go("new", key)}
          values=${games.map((row) => [row.name, row.titles[language.value]])} />`}
      <${Form} key=${game.name} game=${game} />
    </div>
  `;
}
