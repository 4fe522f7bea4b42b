/** The rules page of a game: a short and a long version to switch between, and the game's facts. */

import { loadModule, modules } from "./games.js";
import { html, useEffect, useState } from "./lib.js";
import { thing } from "./gametext.js";
import { language } from "./settings.js";
import { catalogue, gameTexts, hasBoard, loadCatalogue, loadGame, t } from "./text.js";
import { Heading, Icon, Segments, Unknown } from "./ui.js";

const FACTS = ["players", "time", "age", "author"];

/** Only what leads to a page of the web is a link. */
const isLink = (url) => /^https?:\/\//.test(url);

function Facts({ facts }) {
  return html`
    <aside class="card facts" aria-label=${t("rules.facts")}>
      <dl>
        ${FACTS.filter((key) => facts[key]).map((key) => html`<div key=${key}><dt>${t(`rules.${key}`)}</dt><dd>${facts[key]}</dd></div>`)}
        ${Object.entries(facts).filter(([key]) => !FACTS.includes(key) && key !== "links" && typeof facts[key] === "string")
          .map(([key, value]) => html`<div key=${key}><dt>${t(`rules.${key}`)}</dt><dd>${value}</dd></div>`)}
      </dl>
      ${facts.links?.length > 0 && html`
        <h3>${t("rules.links")}</h3>
        <ul>${facts.links.filter(([, url]) => isLink(url)).map(([label, url]) => html`<li key=${url}><a href=${url} rel="noreferrer noopener" target="_blank">${label}<span class="sr"> (${t("rules.new-window")})</span></a></li>`)}</ul>`}
    </aside>
  `;
}

const Part = ({ sections, kind }) => html`
  <div class="rules-${kind}" lang=${language.value}>
    <h2>${t(`rules.${kind}`)}</h2>
    ${kind === "short" && html`<p class="muted">${t("rules.short-help")}</p>`}
    ${sections.map(
      (section, n) => html`
        <section key=${n}>
          <h3>${section.title}</h3>
          ${section.text.map((paragraph, i) => html`<p key=${i}>${paragraph}</p>`)}
        </section>
      `,
    )}
  </div>
`;

/** Everything of the game that has an explanation, each kind once, with the drawing that it has on the table. */
function Explained({ texts, module }) {
  const rows = new Map();
  for (const [group, help] of Object.entries(texts.help ?? {})) {
    for (const [n, text] of Object.entries(help)) {
      const name = thing(texts, group, n);
      const key = `${name} ${text}`;
      if (!rows.has(key)) rows.set(key, { key, name, text, picture: module?.picture?.(group, Number(n)), own: module?.own?.(group, Number(n)) });
    }
  }
  if (!rows.size) return null;
  return html`
    <details class="rules-cards" lang=${language.value}>
      <summary>${t("rules.cards")} (${rows.size})</summary>
      ${module?.Drawings && html`<${module.Drawings} />`}
      <dl>
        ${[...rows.values()].map(({ key, name, text, picture, own }) => html`
          <div key=${key} class=${picture ? "pictured" : ""}>
            <dt>${picture && html`<span class="rules-picture" aria-hidden="true">${picture}</span>`}${name}</dt>
            <dd>${text}${own && html` <small class="muted">${own}</small>`}</dd>
          </div>`)}
      </dl>
    </details>
  `;
}

export function RulesPage({ game }) {
  const [shown, show] = useState("both");
  const known = catalogue.value?.some((row) => row.name === game);
  useEffect(() => { loadCatalogue(); }, []);
  // Without its drawings the page is still worth reading.
  useEffect(() => { if (known) for (const part of [loadGame, loadModule]) part(game).catch(() => {}); }, [known, game, language.value]);
  const texts = gameTexts(game);
  useEffect(() => { document.title = `${t("rules.title")}: ${texts?.name ?? game} · Stammtisch`; }, [texts]);
  if (known === false) return html`<${Unknown} title=${t("unknown.game")} text=${t("refusal.unknown-game")} />`;
  if (!texts) return html`<div class="page"><${Heading}>${t("rules.title")}<//><p class="muted">${t("lobby.loading")}</p></div>`;
  return html`
    <div class="page rules">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <header class="rules-head">
        ${hasBoard(game) && html`<img class="game-art" src=${new URL(`games/${game}/cover.svg`, import.meta.url).href} alt="" />`}
        <div>
          <${Heading}>${texts.name}: ${t("rules.title")}<//>
          <p class="lead">${texts.tagline}</p>
        </div>
      </header>
      <div class="rules-grid">
        <div>
          <${Segments} legend=${t("rules.show")} name="version" value=${shown} onPick=${show}
            values=${["short", "long", "both"].map((key) => [key, t(`rules.show-${key}`)])} />
          ${shown !== "long" && html`<${Part} kind="short" sections=${texts.rules.short} />`}
          ${shown !== "short" && html`<${Part} kind="long" sections=${texts.rules.long} />`}
          <${Explained} texts=${texts} module=${modules.value[game]} />
        </div>
        <${Facts} facts=${texts.facts} />
      </div>
      <p><a class="button primary" href="#/new/${game}"><${Icon} name="plus" />${t("lobby.new")}</a></p>
    </div>
  `;
}
