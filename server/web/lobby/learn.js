/** The page before a guided game: its content, its length, alone or with friends. */

import { Cover } from "./covers.js";
import { html, useEffect, useState } from "../core/lib.js";
import { beginLesson } from "./quick_start.js";
import { language } from "../core/settings.js";
import { catalogue, t } from "../core/text.js";
import { Unknown } from "../core/forms.js";
import { Heading, Icon } from "../core/ui.js";
import "../core/more_icons.js";

/** The lesson that a game's cover links to. */
export const FIRST = "first";

/** @param {{ game: Told.Game, lesson: Told.Lesson }} props */
function Offer({ game, lesson }) {
  const [busy, setBusy] = useState(false);
  const bots = game.minds.length > 0;
  /** @param {boolean} alone */
  const begin = (alone) => async () => {
    setBusy(true);
    await beginLesson(game, FIRST, alone);
    setBusy(false);
  };
  const [from, to] = lesson.minutes;
  return html`
    <section class="card learn">
      <${Cover} game=${game.name} board=${game.board} />
      <div class="stack">
        <p class="learn-tagline">${game.taglines[language.value]}</p>
        <p class="learn-time"><${Icon} name="clock" /><span>${t("learn.minutes", { from, to })}</span></p>
        <ul class="learn-points">${["real", "wrong", "leave"].map((key) => html`<li key=${key}>
          <${Icon} name="check" /><span>${t(`learn.${key}`)}</span></li>`)}</ul>
        <div class="row">
          ${bots && html`<button type="button" class="primary big" data-test="learn-alone" disabled=${busy}
            onClick=${begin(true)}><${Icon} name="learn" />${t("learn.alone")}</button>`}
          <button type="button" class="${bots ? "" : "primary"} big" data-test="learn-together" disabled=${busy}
            onClick=${begin(false)}><${Icon} name="share" />${t("learn.together")}</button>
        </div>
        <p class="muted small">${t("learn.together-help", { n: lesson.seats })}</p>
      </div>
    </section>
  `;
}

/** @param {{ wanted?: string }} props */
export function Learn({ wanted }) {
  const games = catalogue.value;
  const game = games?.find((row) => row.name === wanted);
  const lesson = game?.lessons[FIRST];
  const title = game ? t("learn.title", { game: game.titles[language.value] }) : "";
  useEffect(() => { if (title) document.title = `${title} · Stammtisch`; }, [title]);
  if (!games) return html`<div class="page"><p class="muted">${t("lobby.loading")}</p></div>`;
  if (!lesson) return html`<${Unknown} title=${t("unknown.title")} text=${t("unknown.text")} />`;
  return html`
    <div class="page learn-page">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <${Heading}>${title}<//>
      <${Offer} game=${game} lesson=${lesson} />
    </div>
  `;
}
