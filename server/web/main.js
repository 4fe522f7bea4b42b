/** The page itself: which part of it is open, what stands above and below, and the start. */

import { fileAt } from "./files.js";
import { loadModule } from "./games.js";
import { BOOK, GROUP, HOME, KEPT, late, lateDialog, loadLate, POSITION, REPLAY, RULES } from "./late.js";
import { html, render, useEffect } from "./lib.js";
import { Notices, Reconnect } from "./notices.js";
import { recent } from "./recent.js";
import { language, name } from "./settings.js";
import { look, person, preferencesOpen, readRoute, route, wire } from "./state.js";
import { TablePage } from "./table.js";
import { loadGame, loadTexts, t } from "./text.js";
import { Announcer, Avatar, Icon, staged, Unknown } from "./ui.js";

const [Learn, Lobby, Me, SetUp, Welcome] =
  ["Learn", "Lobby", "Me", "SetUp", "Welcome"].map((component) => late(HOME, component));
const Preferences = lateDialog(HOME, "Preferences");
const [Replay, Brought] = ["Replay", "Brought"].map((component) => late(REPLAY, component));
const BookPage = late(BOOK, "BookPage");
const [GroupPage, Founding] = ["GroupPage", "Founding"].map((component) => late(GROUP, component));
const KeptPage = late(KEPT, "KeptPage");
const PositionPage = late(POSITION, "PositionPage");
const RulesPage = late(RULES, "RulesPage");

function Page() {
  const { page, rest } = route.value;
  if (page === "unknown") return html`<${Unknown} title=${t("unknown.title")} text=${t("unknown.text")} />`;
  if (page === "rules" && rest[0]) return html`<${RulesPage} key=${rest[0]} game=${rest[0]} anchor=${rest[1] ?? ""} />`;
  const back = page === "replay";
  if (name.value && back && !rest[0]) return html`<${Brought} />`;
  if (name.value && rest[0] && (page === "table" || back)) return html`
    <${TablePage} key=${rest[0]} table=${rest[0]} Replay=${back ? Replay : null} />`;
  if (page === "me") return html`<${Me} />`;
  if (page === "kept") return html`<${KeptPage} />`;
  if (!name.value) return html`<${Welcome} />`;
  if (page === "book") return html`<${BookPage} />`;
  if (page === "group") return rest[0] ? html`<${GroupPage} key=${rest[0]} link=${rest[0]} />` : html`<${Founding} />`;
  if (page === "position") return html`<${PositionPage} />`;
  if (page === "learn") return html`<${Learn} wanted=${rest[0]} />`;
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
          ${guest && html`<${Avatar} name=${guest} person=${person.value} /><span class="who-name">${guest}</span>`}
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
  const toTable = name.value && (page === "table" || page === "replay") && table;
  const needed = { replay: REPLAY, rules: RULES, book: BOOK, group: GROUP, kept: KEPT, position: POSITION }[page]
    ?? HOME;
  const first = toTable && page === "table" ? null : loadLate(needed).catch(() => {}); // the page asks again
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
