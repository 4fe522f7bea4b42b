/** The covers of the games that are available here. */

import { fetchFile, fileAt } from "../core/files.js";
import { html, signal, useEffect, useState } from "../core/lib.js";
import { playNow } from "./quick_start.js";
import { language } from "../core/settings.js";
import { hasFile, t } from "../core/text.js";
import { Icon } from "../core/ui.js";

/** The covers of the service's own games, which come in one file: null until it has come. */
const covers = signal(/** @type {Record<string, string> | null} */ (null));

/** Each cover has a file of its own, too. */
const fetchCovers = () => fetchFile("covers.json").catch(() => ({})).then((all) => { covers.value = all; });

/**
 * The address of a game's cover; none until it is known.
 * @param {string} game
 */
function addressOf(game) {
  if (!covers.value) return undefined;
  const cover = covers.value[game];
  return cover ? `data:image/svg+xml,${encodeURIComponent(cover)}` : fileAt(`games/${game}/cover.svg`);
}

/**
 * A game without a cover shows the product's logo.
 * @param {{ target: HTMLImageElement }} event
 */
const plain = ({ target }) => {
  const sign = fileAt("icon.svg");
  if (target.src !== sign) target.src = sign;
};

/**
 * The picture of a game; `board`: has the game a cover?
 * @param {{ game: string, board?: boolean }} props
 */
export function Cover({ game, board = true }) {
  const own = board && hasFile(game, "cover");
  useEffect(() => { if (own && !covers.value) fetchCovers(); }, [own]);
  return html`<img class="game-art" alt="" onError=${plain} src=${own ? addressOf(game) : fileAt("icon.svg")} />`;
}

/**
 * How demanding a game is, as text; the scale ends at the heaviest text.
 * @param {number} weight
 */
export const weightText = (weight) => t(`weight.${Math.min(weight, 4)}`);

/**
 * Players, time, age and difficulty, as one line of icons; and what else belongs there.
 * @param {{ game: Told.Game, children?: Children }} props
 */
export function GameFacts({ game, children }) {
  const { time, age } = game.facts[language.value];
  const [from, to] = game.seats;
  return html`
    <ul class="game-facts">
      <li title=${t("rules.players")}><${Icon} name="person" />
        <span class="sr">${t("rules.players")}: </span>${from === to ? from : `${from}–${to}`}</li>
      ${time && html`<li title=${t("rules.time")}><${Icon} name="clock" />
        <span class="sr">${t("rules.time")}: </span>${time}</li>`}
      ${age && html`<li title=${t("rules.age")}><span class="sr">${t("rules.age")}: </span>${age}</li>`}
      <li class="game-weight" title="${t("rules.weight")}: ${weightText(game.weight)}">
        <span class="weight" aria-hidden="true">
          ${[1, 2, 3, 4].map((n) => html`<i key=${n} class=${n <= game.weight ? "on" : ""}></i>`)}</span>
        <span class="sr">${t("rules.weight")}: </span>${weightText(game.weight)}
      </li>
      ${children}
    </ul>
  `;
}

/** Titles with more characters are set smaller, so that each takes one line. */
const LONG_TITLE = 17;

/** @param {{ game: Told.Game }} props */
export function GameTile({ game }) {
  const [busy, setBusy] = useState(false);
  const title = game.titles[language.value];
  const bots = game.minds.length > 0;
  const play = async () => {
    setBusy(true);
    await playNow(game);
    setBusy(false);
  };
  return html`
    <li class="card game-tile" data-game=${game.name}>
      <a class="game-cover" href="#/new/${game.name}" tabindex="-1" aria-hidden="true">
        <${Cover} game=${game.name} board=${game.board} /></a>
      <div class="game-words">
        <h3 class=${title.length > LONG_TITLE ? "long" : ""} title=${title}>${title}</h3>
        <p class="game-tagline">${game.taglines[language.value]}</p>
        <${GameFacts} game=${game}><li><a href="#/rules/${game.name}"
          aria-label="${t("lobby.rules")}: ${title}">${t("lobby.rules")}</a></li><//>
      </div>
      <div class="game-ways">
        <a class="button primary" href="#/new/${game.name}" data-test="new-table"
          aria-label="${t("lobby.new")}: ${title}" title=${t("lobby.new-help")}>
          <${Icon} name="person" />${t("lobby.new")}</a>
        ${bots && html`<button type="button" data-test="play-now" disabled=${busy}
          onClick=${play} aria-label="${t("lobby.play-now")}: ${title}" title=${t("lobby.play-now-help")}>
          <${Icon} name="bot" />${t("lobby.play-now")}</button>`}
        ${game.lessons.first && html`<a class="button" href="#/learn/${game.name}" data-test="learn"
          aria-label="${t("lobby.learn")}: ${title}"><${Icon} name="learn" />${t("lobby.learn")}</a>`}
      </div>
    </li>
  `;
}
