/** One game's figures in the person's book: a rating among the bots, records, and numbers of wins by kind. */

import { Cover } from "../lobby/covers.js";
import { html } from "../core/lib.js";
import { optionName, valueName } from "../core/options.js";
import { language } from "../core/settings.js";
import { gameTitle, hasBoard, mindName, minutes, t } from "../core/text.js";

/** @param {number} value */
const number = (value) => new Intl.NumberFormat(language.value, { maximumFractionDigits: 1 }).format(value);

/** @param {Tally} tally */
const share = ({ games, won }) =>
  new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: 0 }).format(won / games);

/**
 * The person's rating on a scale with the bots' levels.
 * @param {{ rating: [number, number], levels: Record<string, number> }} props
 */
function Rating({ rating: [points, spread], levels }) {
  const known = Object.entries(levels);
  const all = [...known.map(([, at]) => at), points];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  /** @param {number} at */
  const left = (at) => `${2 + (96 * (at - low)) / (high - low)}%`;
  return html`
    <p class="book-rating">${t("book.rating")}: <b data-test="rating">${points}</b>
      <span class="muted"> ± ${spread}</span></p>
    ${high > low && html`<div class="book-scale" aria-hidden="true">
      ${known.map(([mind, at]) => html`<i key=${mind} style=${{ "--at": left(at) }}></i>`)}
      <i class="me" style=${{ "--at": left(points) }}></i>
    </div>`}
    <p class="muted small">${known.map(([mind, at]) => `${mindName(mind)} ${at}`).join(" · ")}</p>
  `;
}

/** @param {{ records: BookFigures["records"] }} props */
const Records = ({ records }) => Object.entries(records).map(([key, { table, value }]) => html`
  <div key=${key}><dt>${t(`book.record-${key}`)}</dt>
    <dd><a href="#/replay/${table}">${key === "fastest" ? minutes(value) : number(value)}</a></dd></div>`);

/** @param {{ title: string, rows: [label: string, tally: Tally, rating?: number][], rated?: boolean }} props */
const Tallies = ({ title, rows, rated = false }) => html`
  <table class="book-table">
    <thead><tr><th scope="col">${title}</th>${["games", "won", "share", ...rated ? ["rating"] : []].map((key) => html`
      <th key=${key} scope="col">${t(`book.${key}`)}</th>`)}</tr></thead>
    <tbody>${rows.map(([label, tally, rating = "–"]) => html`
      <tr key=${label}><th scope="row">${label}</th><td>${tally.games}</td><td>${tally.won}</td>
        <td>${share(tally)}</td>${rated && html`<td data-test="rating-by-players">${rating}</td>`}</tr>`)}</tbody>
  </table>
`;

/** @param {{ row: BookFigures, ratings?: Record<string, [points: number, spread: number]> }} props */
const Details = ({ row: { game, seats, players, options }, ratings = {} }) => html`
  <details>
    <summary>${t("book.details")}</summary>
    <div class="book-tallies">
      <${Tallies} title=${t("book.by-seat")} rows=${Object.entries(seats).map(([seat, tally]) =>
          [t("book.seat", { seat: Number(seat) + 1 }), tally])} />
      <${Tallies} title=${t("book.by-players")} rated=${true} rows=${Object.entries(players).map(([n, tally]) =>
          [t("book.players", { n: Number(n) }), tally, ratings[n]?.[0]])} />
      ${Object.entries(options).map(([key, values]) => html`
        <${Tallies} key=${key} title=${optionName(game, key)} rows=${Object.entries(values).map(([value, tally]) =>
            [valueName(game, key, { true: true, false: false }[value] ?? value), tally])} />`)}
    </div>
  </details>
`;

/** @param {{ book: Book, row: BookFigures }} props */
export function Figures({ book, row }) {
  const { game, all } = row;
  const rating = book.ratings[game];
  /** @type {[key: string, value: string][]} */
  const facts = [
    ["games", number(all.games)], ["won", `${all.won} (${share(all)})`], ["place", number(row.place)],
    ["points", number(row.points)], ["lasted", minutes(row.lasted)],
  ];
  return html`
    <section class="card book-figures" data-game=${game} aria-labelledby="book-${game}">
      <${Cover} game=${game} board=${hasBoard(game)} />
      <div>
        <h2 id="book-${game}">${gameTitle(game)}</h2>
        ${rating && html`<${Rating} rating=${rating} levels=${book.levels[game]} />`}
        <dl>${facts.map(([key, value]) => html`<div key=${key}><dt>${t(`book.${key}`)}</dt><dd>${value}</dd></div>`)}
          <${Records} records=${row.records} /></dl>
        <${Details} row=${row} ratings=${book.ratings_by_players[game]} />
      </div>
    </section>
  `;
}
