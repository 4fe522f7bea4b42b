/** The page itself: which part of it is open, what stands above and below, and the start. */

import { fileAt } from "./files.js";
import { loadModule } from "./games.js";
import { html, render, signal, useEffect, useState } from "./lib.js";
import { Notices, Reconnect } from "./notices.js";
import { Preferences, preferencesOpen } from "./preferences.js";
import { recent } from "./recent.js";
import { RulesPage } from "./rules.js";
import { language, name } from "./settings.js";
import { look, readRoute, route, wire } from "./state.js";
import { TablePage } from "./table.js";
import { loadGame, loadTexts, t } from "./text.js";
import { Announcer, Avatar, Icon, staged, Unknown } from "./ui.js";

/** Lobby, set-up and welcome, once they have been fetched; see home.js. */
const home = signal(/** @type {typeof import("./home.js").default | null} */ (null));

async function loadHome() {
  home.value ??= (await import(fileAt("home.js"))).default;
}

/** While that is on its way, and where it does not come. */
function Awaited() {
  const [failed, fail] = useState(false);
  const load = () => { fail(false); loadHome().catch(() => fail(true)); };
  useEffect(load, []);
  return html`
    <div class="page"><p class="muted" role="status">${t(failed ? "table.no-module" : "lobby.loading")}</p>
      ${failed && html`<button type="button" onClick=${load}>${t("gone.again")}</button>`}</div>`;
}

function Page() {
  const { page, rest } = route.value;
  if (page === "unknown") return html`<${Unknown} title=${t("unknown.title")} text=${t("unknown.text")} />`;
  if (page === "rules" && rest[0]) return html`<${RulesPage} key=${rest[0]} game=${rest[0]} anchor=${rest[1] ?? ""} />`;
  if (name.value && page === "table" && rest[0]) return html`<${TablePage} key=${rest[0]} table=${rest[0]} />`;
  if (!home.value) return html`<${Awaited} />`;
  const { Lobby, SetUp, Welcome } = home.value;
  if (!name.value) return html`<${Welcome} />`;
  return page === "setup" ? html`<${SetUp} wanted=${rest[0]} />` : html`<${Lobby} />`;
}

function Header() {
  const guest = name.value;
  return html`
    <header class="top">
      <a class="brand" href="#/" aria-label="Stammtisch: ${t("nav.home")}">
        <img src=${fileAt("icon.svg")} alt="" width="34" height="34" />
        <span>Stammtisch</span>
      </a>
      <nav aria-label=${t("nav.label")}>
        <button type="button" class="quiet who" data-test="preferences" onClick=${() => (preferencesOpen.value = true)}>
          ${guest ? html`<${Avatar} name=${guest} /><span class="who-name">${guest}</span>` : null}
          <${Icon} name="gear" /><span class="sr">${t("nav.preferences")}</span>
        </button>
      </nav>
    </header>
  `;
}

/** @param {Happening} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function App() {
  useEffect(() => {
    document.documentElement.dataset.ready = "yes";
  }, []);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${t("skip")}</a>
    ${!staged.value && html`<${Header} />`}
    <${Reconnect} />
    <main id="main" tabindex="-1" data-page=${route.value.page}><${Page} /></main>
    <${Notices} />
    <${Announcer} />
    ${preferencesOpen.value && html`<${Preferences} onClose=${() => (preferencesOpen.value = false)} />`}
  `;
}

/** What will be needed is asked for at once: words, socket, table, and what draws the table where that is known. */
async function start() {
  const words = loadTexts(language.value);
  readRoute();
  addEventListener("hashchange", readRoute);
  const { page, rest: [table] } = route.value;
  if (name.value) wire.start(name.value);
  const toTable = name.value && page === "table" && table;
  const first = toTable || page === "rules" ? null : loadHome().catch(() => {}); // the page asks again
  if (toTable) {
    look(table);
    const { game } = recent.value.find((row) => row.table === table) ?? {};
    if (game) Promise.all([loadModule(game), loadGame(game)]).catch(() => {}); // the table's page asks again
  }
  await Promise.all([words, first]);
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.replaceChildren();
  render(html`<${App} />`, root);
}

start();
