/** The games that can be played here, each with its cover. */

import { fileAt } from "./files.js";
import { html, useState } from "./lib.js";
import { playNow } from "./quick.js";
import { language } from "./settings.js";
import { t, weightText } from "./text.js";
import { Icon } from "./ui.js";

/**
 * A game without a cover shows the sign of the house.
 * @param {{ target: HTMLImageElement }} event
 */
const plain = ({ target }) => {
  const sign = fileAt("icon.svg");
  if (target.src !== sign) target.src = sign;
};

/**
 * The picture of a game; `board`: does it bring one?
 * @param {{ game: string, board?: boolean }} props
 */
export const Cover = ({ game, board = true }) => html`
  <img class="game-art" src=${fileAt(board ? `games/${game}/cover.svg` : "icon.svg")} alt="" onError=${plain} />
`;

/**
 * Players, time, age and how demanding it is, in one line of signs.
 * @param {{ game: Told.Game }} props
 */
export function GameFacts({ game }) {
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
    </ul>
  `;
}

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
        <div class="game-title"><h3>${title}</h3>
          <a href="#/rules/${game.name}" aria-label="${t("lobby.rules")}: ${title}">${t("lobby.rules")}</a></div>
        <p class="game-tagline">${game.taglines[language.value]}</p>
        <${GameFacts} game=${game} />
      </div>
      <div class="game-ways">
        ${bots && html`<button type="button" class="primary" data-test="play-now" disabled=${busy}
          onClick=${play} aria-label="${t("lobby.play-now")}: ${title}" title=${t("lobby.play-now-help")}>
          <${Icon} name="bot" />${t("lobby.play-now")}</button>`}
        <a class="button ${bots ? "" : "primary"}" href="#/new/${game.name}" data-test="new-table"
          aria-label="${t("lobby.new")}: ${title}" title=${t("lobby.new-help")}>
          <${Icon} name="person" />${t("lobby.new")}</a>
        ${game.lessons.first && html`<a class="button" href="#/learn/${game.name}" data-test="learn"
          aria-label="${t("lobby.learn")}: ${title}"><${Icon} name="learn" />${t("lobby.learn")}</a>`}
      </div>
    </li>
  `;
}
