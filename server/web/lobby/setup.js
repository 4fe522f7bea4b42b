/** The form for a new table: game, seats, players, variants, clock, public or by link. */

import { setAdvice } from "../things/advice.js";
import { companyOf, seated, SeatChoice } from "../table/chairs.js";
import { Cover, GameFacts } from "./covers.js";
import { botOptions } from "../core/faces.js";
import { lacks } from "../core/files.js";
import { HANDS_SHOWN } from "../core/lazy_list.js";
import { lateDialog } from "../core/lazy_modules.js";
import { groups } from "../core/group_list.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../core/lib.js";
import { optionName, OptionTags, valueName } from "../core/options.js";
import { limits, makeTable } from "./quick_start.js";
import { language } from "../core/settings.js";
import { goInstead, route } from "../core/state.js";
import { catalogue, gameTexts, loadGame, t } from "../core/text.js";
import { Toggle } from "../core/forms.js";
import { Heading, Icon, Segments, useTitle } from "../core/ui.js";
import { CLOCKS, MINUTE, TIPS, chosen, keep, presetsOf, usual } from "./table_options.js";

/** @param {number[]} clock */
const clockLabel = ([bank, increment]) => (bank === undefined ? t("clock.none")
  : increment ? t("clock.label", { bank: span(bank), increment: increment / 1000 }) : span(bank));
/** @param {number} ms */
const span = (ms) => (ms >= 60 * MINUTE ? t("clock.hours", { n: ms / 60 / MINUTE })
  : t("clock.minutes", { n: ms / MINUTE }));

/**
 * The options for this number of seats: { played, fixed, without }. `fixed`: by name, why an option can't be changed
 * now; `without`: by name, the values that are ruled out.
 * @param {Told.Game} game
 * @param {number} seats
 * @param {Options} options
 */
function playable(game, seats, options) {
  const [decided, without] = limits(game, seats);
  const played = { ...options, ...decided };
  const fixed = Object.fromEntries(Object.keys(decided).map((name) => [name, t("setup.decided")]));
  for (const { name, needs, default: usual } of game.options) {
    const idle = needs && !played[needs];
    if (idle) fixed[name] = t("setup.needs", { name: optionName(game.name, needs) });
    if (idle || without[name]?.includes(played[name])) played[name] = usual;
  }
  return { played, fixed, without };
}

/**
 * One of the game's options. `fixed`: why it can't be changed; `without`: values that are not offered.
 * @param {{ game: string, row: Told.Option, value: any, set: (value: any) => void, fixed?: string,
 *   without?: any[] }} props
 */
function Option({ game, row, value, set, fixed, without = [] }) {
  const texts = gameTexts(game)?.options?.[row.name];
  const help = [texts?.help, fixed].filter(Boolean).join(" ");
  const [typed, type] = useState(null); // what is being typed stays when the form is drawn meanwhile
  const values = row.values ?? [];
  const offered = values.map((one, n) => [one, n]).filter(([one]) => !without.includes(one));
  if (row.kind === "bool") {
    return html`<${Toggle} label=${optionName(game, row.name)} help=${help} checked=${value} onSet=${set}
      disabled=${!!fixed} />`;
  }
  if (row.kind === "choice") {
    return html`
      <label class="field"><span>${optionName(game, row.name)}${help && html`<small>${help}</small>`}</span>
        <select value=${values.indexOf(value)} disabled=${!!fixed}
          onChange=${(/** @type {Happening} */ event) => set(values[event.target.value])}>
          ${offered.map(([one, n]) => html`<option key=${n} value=${n}>${valueName(game, row.name, one)}</option>`)}
        </select>
      </label>`;
  }
  return html`
    <label class="field"><span>${optionName(game, row.name)}${help && html`<small>${help}</small>`}</span>
      <input type="number" min=${row.min} max=${row.max} value=${typed ?? value} required disabled=${!!fixed}
        onInput=${(/** @type {Happening} */ event) => type(event.target.value)}
        onChange=${(/** @type {Happening} */ event) => { type(null); set(Number(event.target.value)); }} />
    </label>`;
}

/**
 * All of the game's options, as `playable` describes them. `set`: called with the changed options by name.
 * @param {{ game: Told.Game, set: (change: Options) => void } & ReturnType<typeof playable>} props
 */
const Variants = ({ game, set, played, fixed, without }) => html`
  <section class="card setup-variants">
    <h2>${t("setup.variants")}</h2>
    <div class="stack">
      ${game.options.map((row) => html`
        <${Option} key=${row.name} game=${game.name} row=${row} value=${played[row.name]}
          fixed=${fixed[row.name]} without=${without[row.name]}
          set=${(/** @type {any} */ value) => set({ [row.name]: value })} />`)}
    </div>
  </section>`;

/** @param {{ game: Told.Game, seats: string[], set: (seats: string[]) => void }} props */
function Seats({ game, seats, set }) {
  const [from, to] = game.seats;
  const counts = Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
  const company = companyOf(seats);
  const bot = game.minds[0] ?? "";
  /** @param {number} n */
  const setCount = (n) => set([...seats, ...Array(n).fill(company === "bots" ? bot : "")].slice(0, n));
  /** @param {string} whom */
  const play = (whom) => set(seats.map((who) => (who === "me" ? who : whom === "bots" ? bot : "")));
  return html`
    <section class="card setup-seats">
      <h2>${t("setup.seats")}</h2>
      <${Segments} legend=${t("setup.count")} name="count" values=${counts} value=${seats.length} onPick=${setCount} />
      ${bot && html`<${Segments} legend=${t("setup.company")} name="company" value=${company} onPick=${play}
        values=${["friends", "bots"].map((whom) => [whom, t(`setup.${whom}`)])} />`}
      ${company !== "bots" && html`<p class="muted">${t("setup.friends-help")}</p>`}
      <div class="stack">
        ${seats.map((who, n) => html`<${SeatChoice} key=${n} game=${game.name} seat=${n} value=${who}
          label=${t("setup.seat", { number: n + 1 })}
          you=${who === "me" || !seats.includes("me")}
          set=${(/** @type {string} */ now) => set(seated(seats, n, now))} />`)}
      </div>
      <p class="muted">${t("setup.change-later")}</p>
    </section>
  `;
}

/** @param {{ value: string, set: (group: string) => void }} props */
const ForGroup = ({ value, set }) => groups.value.length > 0 && html`
  <label class="field"><span>${t("group.label")}<small>${t("group.for-help")}</small></span>
    <select value=${value} data-test="for-group"
      onChange=${(/** @type {Happening} */ event) => set(event.target.value)}>
      <option value="">${t("group.none")}</option>
      ${groups.value.map(({ group, title }) => html`<option key=${group} value=${group}>${title}</option>`)}
    </select>
  </label>`;

const HandsChoice = lateDialog(HANDS_SHOWN, "HandsChoice");

/**
 * @param {{ game: Told.Game, wish: Wish, set: (change: Partial<Wish>) => void, group: string,
 *   setGroup: (group: string) => void, hands: number, showHands: (moves: number) => void }} props
 */
function House({ game, wish, set, group, setGroup, hands, showHands }) {
  const { open, clock, auto, standIn, tips } = wish;
  return html`
    <section class="card">
      <h2>${t("setup.table")}</h2>
      <div class="stack">
        ${!lacks("visibility") && html`
          <${Segments} legend=${t("setup.visibility")} name="visibility" value=${open ? "public" : "link"}
            onPick=${(/** @type {string} */ key) => set({ open: key === "public" })}
            values=${[["public", t("setup.public")], ["link", t("setup.link")]]} />
          <p class="muted">${t(open ? "setup.public-help" : "setup.link-help")}</p>
          <${ForGroup} value=${group} set=${setGroup} />
          ${group && html`<${HandsChoice} value=${hands} set=${showHands} />`}`}
        ${!lacks("clock") && html`
          <label class="field"><span>${t("setup.clock")}<small>${t("setup.clock-help")}</small></span>
            <select value=${clock}
              onChange=${(/** @type {Happening} */ event) => set({ clock: Number(event.target.value) })}>
              ${CLOCKS.map((row, n) => html`<option key=${n} value=${n}>${clockLabel(row)}</option>`)}
            </select>
          </label>`}
        ${!lacks("stand-in") && game.minds.length > 1 && html`
          <label class="field"><span>${t("setup.stand-in")}<small>${t("setup.stand-in-help")}</small></span>
            <select value=${standIn} data-test="stand-in"
              onChange=${(/** @type {Happening} */ event) => set({ standIn: event.target.value })}>
              ${botOptions(game.name)}</select>
          </label>`}
        ${!lacks("tips") && html`
          <label class="field"><span>${t("setup.tips")}<small>${t("setup.tips-help")}</small></span>
            <select value=${tips} data-test="tips"
              onChange=${(/** @type {Happening} */ event) => set({ tips: event.target.value })}>
              ${TIPS.map((when) => html`<option key=${when} value=${when}>${t(`tips.${when}`)}</option>`)}</select>
          </label>`}
        <${Toggle} label=${t("setup.auto")} help=${t("setup.auto-help")} checked=${auto}
          onSet=${(/** @type {boolean} */ on) => set({ auto: on })} />
      </div>
    </section>
  `;
}

/** The group in the address, if the person belongs to it. */
const groupAsked = () => groups.value.find(({ group }) => group === route.value.query.group)?.group ?? "";

/**
 * The description of a preset; only a game with expansions mentions them.
 * @param {string} preset
 * @param {Told.Game} game
 */
function presetSays(preset, game) {
  if (!preset || preset === "last") return "";
  return t(preset === "usual" && !game.presets.all ? "preset.usual-alone" : `preset.${preset}-help`);
}

/** @param {{ game: Told.Game }} props */
function Form({ game }) {
  const [wish, wishFor] = useState(() => usual(game));
  const [group, setGroup] = useState(groupAsked);
  const [hands, showHands] = useState(0);
  const [busy, setBusy] = useState(false);
  /** @param {Partial<Wish>} change */
  const set = (change) => wishFor({ ...wish, ...change });
  const { seats, options, open, clock, auto, standIn, tips } = wish;
  const { played, fixed, without } = playable(game, seats.length, options);
  const presets = presetsOf(game);
  /** @param {string} key */
  const pick = (key) => set(presets.find(([name]) => name === key)?.[1] ?? {});
  /** @param {Happening} event */
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const rest = { seats, open, auto, standIn, tips };
    keep(game, { ...rest, options, clock });
    if (preset === "first") setAdvice(true);
    const made = await makeTable({ ...rest, game: game.name, options: played, clock: CLOCKS[clock], group,
      hands: group ? hands : 0 });
    if (!made) setBusy(false);
  };
  const preset = chosen(presets, wish);
  return html`
    <form onSubmit=${submit}>
      ${presets.length > 1 && html`
        <${Segments} legend=${t("setup.preset")} hidden=${true} name="preset" value=${preset} onPick=${pick}
          values=${presets.map(([key]) => [key, t(`preset.${key}`)])} />`}
      <p class="preset-says" role="status" data-test="preset-says">
        ${presetSays(preset, game)}
        <${OptionTags} game=${game.name} options=${played} /></p>
      <div class="setup">
        <${Seats} game=${game} seats=${seats} set=${(/** @type {string[]} */ now) => set({ seats: now })} />
        <${Variants} ...${{ game, played, fixed, without }}
          set=${(/** @type {Options} */ change) => set({ options: { ...options, ...change } })} />
        <${House} ...${{ game, wish, set, group, setGroup, hands, showHands }} />
      </div>
      <p><a href="#/position" data-test="to-position">${t("position.title")}</a></p>
      <div class="setup-go">
        <span class="muted">${game.titles[language.value]}${preset ? ` · ${t(`preset.${preset}`)}` : ""}</span>
        <button type="submit" class="primary big" disabled=${busy} data-test="make">${t("setup.make")}</button>
      </div>
    </form>
  `;
}

/**
 * The games to choose from, by their covers; if the row is wider than the window, the chosen one is scrolled into
 * view.
 * @param {{ games: Told.Game[], game: Told.Game, group?: string }} props
 */
function Picker({ games, game, group = groupAsked() }) {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const row = ref.current.getBoundingClientRect();
    const here = ref.current.querySelector("[aria-current]").getBoundingClientRect();
    ref.current.scrollLeft += here.left + here.width / 2 - row.left - row.width / 2;
  }, [game]);
  return html`
    <nav class="setup-games" aria-label=${t("setup.game")} ref=${ref}>
      <ul>${games.map((row) => html`
        <li key=${row.name}><a href="#/new/${row.name}${group && `?group=${group}`}"
          aria-current=${row === game ? "page" : null}>
          <${Cover} game=${row.name} board=${row.board} /><span>${row.titles[language.value]}</span></a></li>`)}
      </ul>
    </nav>
  `;
}

/** @param {{ wanted?: string }} props */
export function SetUp({ wanted }) {
  const games = catalogue.value;
  const game = games?.find((row) => row.name === wanted) ?? games?.[0];
  const title = game ? t("setup.heading", { game: game.titles[language.value] }) : t("setup.title");
  useEffect(() => { if (game) loadGame(game.name); }, [game, language.value]);
  useTitle(title);
  useEffect(() => { if (games && wanted && game.name !== wanted) goInstead("new", game.name); }, [games, wanted]);
  if (!game) return html`<div class="page"><p class="muted">${t("lobby.loading")}</p></div>`;
  return html`
    <div class="page set-up">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <header class="setup-head">
        <${Cover} game=${game.name} board=${game.board} />
        <div>
          <${Heading}>${t("setup.heading", { game: game.titles[language.value] })}<//>
          <p>${game.taglines[language.value]}</p>
          <div class="row"><${GameFacts} game=${game} /><a href="#/rules/${game.name}">${t("lobby.rules")}</a></div>
        </div>
      </header>
      ${games.length > 1 && html`<${Picker} games=${games} game=${game} />`}
      <${Form} key=${game.name} game=${game} />
    </div>
  `;
}
