/**
 * "Best move?": one puzzle a day for each game, a question from a game that was played, answered on the table. The
 * server sends the document of the asked seat and the bots' value of every choice; there is no table behind it.
 */

import { loadSheet } from "../core/files.js";
import { Unknown } from "../core/forms.js";
import { loadModule, useModule } from "../core/games.js";
import { optionText } from "../core/gametext.js";
import { html, signal, useEffect, useMemo, useRef, useState } from "../core/lib.js";
import { useFit } from "../things/fit.js";
import { useLit } from "../things/highlight.js";
import { Cover } from "../lobby/covers.js";
import { answered, dayAsked, lastDays, noonOf, puzzleOf, remember, streak, today } from "./puzzle_days.js";
import { language, name } from "../core/settings.js";
import { View } from "../core/state.js";
import { Table } from "../table/table.js";
import { catalogue, dated, gameTitle, loadGame, t } from "../core/text.js";
import { changes, named, sentences } from "./tip_text.js";
import { announce, Heading, Icon, useTitle } from "../core/ui.js";
import "../core/more_icons.js";

/** @typedef {{ wrong: number, end: import("./puzzle_days.js").End, last: Puzzle.Option | null }} Solving */

/** The version of a puzzle's document: nothing was before it. */
const VERSION = 1;

/** Number of days in the overview. */
const SHOWN_DAYS = 7;

/** In copied text; the page draws them, because not every machine has a font for them. */
const SIGNS = { wrong: "🟥", found: "🟩", shown: "⬜" };

/**
 * @param {string} day
 * @param {Intl.DateTimeFormatOptions} [style]
 */
const dayText = (day, style = { dateStyle: "long" }) => dated(noonOf(day), style);

/** So many wrong choices have a sign of their own. */
const MAX_SIGNS = 8;

/**
 * The result as signs, one for each choice.
 * @param {import("./puzzle_days.js").Answered} answer
 * @returns {(keyof typeof SIGNS)[]}
 */
const signs = ({ wrong, end }) => [
  ...Array.from({ length: Math.min(wrong, MAX_SIGNS) }, () => /** @type {const} */ ("wrong")), ...(end ? [end] : [])];

/** @param {{ answer: import("./puzzle_days.js").Answered }} props */
const Signs = ({ answer }) => signs(answer).length > 0 && html`<span class="puzzle-signs" aria-hidden="true">
  ${signs(answer).map((sign, n) => html`<i key=${n} class=${sign}></i>`)}</span>`;

/**
 * The result as words.
 * @param {import("./puzzle_days.js").Answered} answer
 */
function resultText({ wrong, end }) {
  if (end === "found") return wrong ? t("puzzle.found", { n: wrong + 1 }) : t("puzzle.found-once");
  return t(end ? "puzzle.was-shown" : wrong ? "puzzle.begun" : "puzzle.new");
}

/**
 * @param {string} day
 * @param {string} game
 */
const solvingOf = (day, game) => signal(/** @type {Solving} */ ({ ...answered(day, game), last: null }));

// -- a puzzle ---------------------------------------------------------------------------------------------------------

/**
 * The explanation of the best choice, in the words of a tip.
 * @param {Play} play
 * @param {Puzzle.Told} told
 */
function reasons(play, { options: [best, second], shared, then, together }) {
  const tip = { verb: best[0], noun: best[1], brings: best[3] ?? [], rather: second[3] ?? [], then, together,
    second: /** @type {[string, number][]} */ ([[second[0], second[1]]]), shares: shared ? [best[2], second[2]] : [] };
  return sentences(play, tip).slice(1);
}

/**
 * The comment on a choice that is not the best: its cost, and what the best one would change.
 * @param {Play} play
 * @param {Puzzle.Told} told
 * @param {Puzzle.Option} option
 */
function costs({ open }, { options: [best], shared }, [verb, noun, worth, why = []]) {
  const { game } = open.table;
  const choice = optionText(game, open.seats, verb, noun);
  const n = Math.round((best[2] - worth) / 10);
  const rows = [shared ? t("puzzle.wrong", { choice, n }) : t("puzzle.wrong-plain", { choice })];
  if (why.length) rows.push(t("puzzle.hint", { list: changes(game, why) }));
  return rows;
}

/**
 * The sentences for now.
 * @param {Play} play
 * @param {Puzzle.Told} told
 * @param {Solving} solving
 */
function words(play, told, { end, last }) {
  const [best] = told.options;
  const other = last && last !== best ? costs(play, told, last) : [];
  if (!end) return other.length ? [...other, t("puzzle.again")] : [t("puzzle.task")];
  if (other.length) return other;
  const choice = named(play, [best[0], best[1]], told.shared ? best[2] : undefined);
  return [t(end === "found" ? "puzzle.right" : "puzzle.answer", { choice }), ...reasons(play, told)];
}

/**
 * Copies the result as text; without a clipboard it is shown.
 * @param {{ text: string, show: (text: string) => void }} props
 */
function Copy({ text, show }) {
  const [copied, set] = useState("");
  const copy = async () => {
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    if (done) set(text);
    else show(text);
  };
  return html`
    <button type="button" data-test="puzzle-copy" onClick=${copy}>
      <${Icon} name=${copied === text ? "check" : "link"} />${t(copied === text ? "invite.copied" : "puzzle.copy")}
    </button>`;
}

/**
 * The panel above the table: the task, the comment on each choice, the answer with its reasons.
 * @param {{ play: Play, told: Puzzle.Told, day: string, solving: ReturnType<typeof solvingOf>,
 *   giveUp: () => void, renew: () => void }} props
 */
function Panel({ play, told, day, solving, giveUp, renew }) {
  const [folded, fold] = useState(false);
  const [plain, show] = useState("");
  const { wrong, end, last } = solving.value;
  const { game } = play.open.table;
  const rows = plain ? [plain] : words(play, told, solving.value);
  const text = rows.join(" ");
  const box = useRef(null);
  useFit(box, [text, folded]);
  useEffect(() => announce(text), [text]);
  useEffect(() => { if (last) fold(false); }, [last, wrong]);
  const [verb, noun] = told.options[0];
  useLit(`puzzle ${end}`, [], end ? [[verb, noun]] : []);
  const drawn = signs({ wrong, end }).map((sign) => SIGNS[sign]).join("");
  const result = `Stammtisch · ${t("puzzle.title")} · ${dayText(day)}\n${gameTitle(game)}: ${drawn}`;
  return html`
    <section class="coach card puzzle ${end}" aria-label=${t("puzzle.title")} data-test="puzzle" data-end=${end}
      data-wrong=${wrong} style=${{ "--done": end ? "100%" : "0%" }}>
      <button type="button" class="quiet coach-fold" aria-expanded=${!folded} data-test="puzzle-fold"
        onClick=${() => fold(!folded)}><${Icon} name="bulb" /><span>${t("puzzle.title")}</span></button>
      ${!folded && html`
        <div class="coach-words" tabindex="0" ref=${box} data-test="puzzle-words">
          <p class=${plain ? "puzzle-plain" : ""}>
            ${end && !plain && html`<${Signs} answer=${{ wrong, end }} />`}
            ${rows.map((row, n) => html`<span key=${n}>${row} </span>`)}</p></div>
        <div class="coach-ways">
          ${end ? html`<${Copy} text=${result} show=${show} />`
            : html`<button type="button" data-test="puzzle-show" onClick=${giveUp}>${t("puzzle.show")}</button>`}
          ${end && (day === today.value
            ? html`<a class="button primary" href="#/puzzle" data-test="puzzle-all">${t("puzzle.all")}</a>`
            : html`<button type="button" class="primary" data-test="puzzle-today" onClick=${renew}>
                ${t("puzzle.today")}</button>`)}
        </div>`}
      <a class="button quiet coach-leave" href="#/puzzle" data-test="puzzle-leave" title=${t("puzzle.all")}
        aria-label=${t("puzzle.all")}><${Icon} name="close" /></a>
    </section>
  `;
}

/**
 * The view of a table that does not exist: the asked seat is the person's, the others are present.
 * @param {Puzzle.Told} told
 * @param {NonNullable<View["practice"]>} practice
 */
function viewOf({ public: open, mine }, practice) {
  const view = new View("");
  const { seat = 0 } = mine;
  const seats = open.seats.map((row, n) => (n === seat && name.value ? { ...row, name: name.value } : row));
  view.practice = practice;
  view.seat.value = seat;
  view.people.value = seats.map(({ person, name: called }, n) => [person, called, n]);
  view.show.push({ table: "", seat, version: VERSION, public: { ...open, seats }, mine }, true);
  return view;
}

/**
 * A loaded puzzle on its table.
 * @param {{ told: Puzzle.Told, module: Board, day: string, renew: () => void }} props
 */
function Solve({ told, module, day, renew }) {
  const { game } = told.public.table;
  const view = useMemo(() => {
    const [best] = told.options;
    const solving = solvingOf(day, game);
    /** @param {Partial<Solving>} change */
    const know = (change) => {
      solving.value = { ...solving.peek(), ...change };
      remember(day, game, solving.peek());
    };
    return viewOf(told, {
      title: () => `${t("puzzle.of", { game: gameTitle(game) })} · Stammtisch`,
      choose: (verb, noun) => {
        const { wrong, end } = solving.peek();
        const option = told.options.find(([one, n]) => one === verb && n === noun) ?? null;
        if (end) know({ last: option });
        else know(option === best ? { end: "found", last: best } : { wrong: wrong + 1, last: option });
      },
      why: async (thing, noun) => told.why[thing]?.[noun] ?? [],
      Note: ({ play }) => html`<${Panel} play=${play} told=${told} day=${day} solving=${solving} renew=${renew}
        giveUp=${() => know({ end: "shown", last: best })} />`,
    });
  }, []);
  view.show.stages = module.stages;
  return html`<${Table} view=${view} module=${module} />`;
}

/**
 * @param {string} game
 * @param {number} number
 * @returns {Promise<Puzzle.Told>}
 */
async function fetched(game, number) {
  const answer = await fetch(new URL(`games/${game}/puzzles/${number}`, location.href.split("#")[0]));
  if (!answer.ok) throw new Error(`puzzle ${number} of ${game}: ${answer.status}`);
  return answer.json();
}

/**
 * The puzzle of a game for the day on which it was opened.
 * @param {{ game: Told.Game, day: string, renew: () => void }} props
 */
function Day({ game: { name: game, puzzles }, day, renew }) {
  const [told, set] = useState(/** @type {Puzzle.Told | null} */ (null));
  const [failed, fail] = useState(false);
  const module = useModule(game);
  const load = () => {
    fail(false);
    fetched(game, puzzleOf(day, puzzles)).then(set, () => fail(true));
  };
  useEffect(load, [game, day]);
  useEffect(() => {
    Promise.all([loadGame(game), loadModule(game), loadSheet("coach.css")]).catch(() => fail(true));
  }, [game, language.value, !module, failed]);
  useTitle(t("puzzle.of", { game: gameTitle(game) }));
  if (told && module) return html`<${Solve} told=${told} module=${module} day=${day} renew=${renew} />`;
  return html`
    <div class="page"><${Heading}>${t("puzzle.of", { game: gameTitle(game) })}<//>
      <p role="status">${t(failed ? "puzzle.failed" : "lobby.loading")}</p>
      ${failed && html`<button type="button" class="primary" data-test="puzzle-again" onClick=${load}>
        ${t("gone.again")}</button>`}
      <p><a class="back" href="#/puzzle"><${Icon} name="back" />${t("puzzle.all")}</a></p></div>`;
}

/**
 * A day's puzzle of a game; today's, if the address names no day. At midnight the puzzle stays until the person wants
 * the new one.
 * @param {{ game: string, asked?: string }} props
 */
export function PuzzlePage({ game, asked }) {
  const [day, set] = useState(() => dayAsked(asked));
  if (!catalogue.value) return html`<div class="page"><p class="muted">${t("lobby.loading")}</p></div>`;
  const row = catalogue.value.find((one) => one.name === game);
  if (!row?.puzzles) return html`<${Unknown} title=${t("unknown.title")} text=${t("unknown.text")} />`;
  return html`<${Day} key=${day} game=${row} day=${day} renew=${() => set(today.value)} />`;
}

// -- the overview -----------------------------------------------------------------------------------------------------

/** @param {{ game: Told.Game, day: string }} props */
function Tile({ game, day }) {
  const answer = answered(day, game.name);
  const title = game.titles[language.value];
  const what = t(answer.end ? "puzzle.look" : "puzzle.solve");
  return html`
    <li class="card puzzle-tile" data-game=${game.name} data-end=${answer.end}>
      <${Cover} game=${game.name} board=${game.board} />
      <h2>${title}</h2>
      <p><${Signs} answer=${answer} />${resultText(answer)}</p>
      <a class="button ${answer.end ? "" : "primary"}" href="#/puzzle/${game.name}" data-test="puzzle-solve"
        aria-label="${what}: ${title}">${what}</a>
    </li>
  `;
}

/**
 * The days before today: each puzzle can still be solved.
 * @param {{ games: Told.Game[] }} props
 */
const Days = ({ games }) => html`
  <section aria-labelledby="puzzle-days">
    <h2 id="puzzle-days">${t("puzzle.days")}</h2>
    <div class="card puzzle-days" tabindex="0" role="group" aria-labelledby="puzzle-days"><table>
      <thead><tr><td></td>${games.map(({ name: game, titles }) => html`
        <th key=${game} scope="col">${titles[language.value]}</th>`)}</tr></thead>
      <tbody>${lastDays(SHOWN_DAYS).slice(1).map((day) => html`
        <tr key=${day}><th scope="row">${dayText(day, { weekday: "short", day: "numeric", month: "short" })}</th>
          ${games.map(({ name: game, titles }) => {
            const answer = answered(day, game);
            const said = `${titles[language.value]}, ${dayText(day)}: ${resultText(answer)}`;
            const drawn = signs(answer).length ? html`<${Signs} answer=${answer} />` : "–";
            return html`<td key=${game}><a href="#/puzzle/${game}/${day}" aria-label=${said} title=${said}
              data-day=${day} data-end=${answer.end}>${drawn}</a></td>`;
          })}</tr>`)}</tbody>
    </table></div>
  </section>
`;

/** The overview: today's puzzles and those of the days before. */
export function PuzzlesPage() {
  const games = (catalogue.value ?? []).filter(({ puzzles }) => puzzles > 0);
  const days = streak();
  useTitle(t("puzzle.title"));
  return html`
    <div class="page puzzles-page" data-test="puzzles" data-day=${today.value}>
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${t("puzzle.title")}<//>
      <p>${t("puzzle.about")}</p>
      <p class="muted">${dayText(today.value)}${days > 1 && ` · ${t("puzzle.streak", { n: days })}`}</p>
      <ul class="puzzles">${games.map((game) => html`
        <${Tile} key=${game.name} game=${game} day=${today.value} />`)}</ul>
      <${Days} games=${games} />
      <p class="muted small">${t("puzzle.how")}</p>
    </div>
  `;
}
