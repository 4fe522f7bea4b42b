/** The page itself: the open part of it, the bars above and below, and the start. */

import { fileAt, loadCode } from "./core/files.js";
import { loadModule } from "./core/games.js";
import { opened } from "./core/invitation.js";
import {
  BOOK, GROUP, HOME, NOTIFICATIONS, OLDER, POSITION, PRIVACY, PUZZLE, REPLAY, RULES, SCREENS, SHARING, TRANSLATED,
} from "./core/lazy_list.js";
import { late, lateDialog, loadLate } from "./core/lazy_modules.js";
import { html, render, useEffect } from "./core/lib.js";
import { Notices, Reconnect } from "./core/notices.js";
import { recent } from "./core/recent.js";
import { language, name, notify } from "./core/settings.js";
import { look, person, preferencesOpen, readRoute, route, wire } from "./core/state.js";
import { keysOpen } from "./table/keys.js";
import { TablePage } from "./table/table.js";
import { loadGame, loadTexts, t } from "./core/text.js";
import { Announcer, Avatar, Icon, staged } from "./core/ui.js";

const [Learn, Lobby, Me, SetUp, Unknown, Welcome] =
  ["Learn", "Lobby", "Me", "SetUp", "Unknown", "Welcome"].map((component) => late(HOME, component));
const [KeysPage, Preferences] = ["KeysPage", "Preferences"].map((component) => lateDialog(HOME, component));
const [Replay, Brought] = ["Replay", "Brought"].map((component) => late(REPLAY, component));
const BookPage = late(BOOK, "BookPage");
const [GroupPage, Founding] = ["GroupPage", "Founding"].map((component) => late(GROUP, component));
const KeptPage = late(PRIVACY, "KeptPage");
const NetworkPage = late(SHARING, "NetworkPage");
const PositionPage = late(POSITION, "PositionPage");
const [PuzzlePage, PuzzlesPage] = ["PuzzlePage", "PuzzlesPage"].map((component) => late(PUZZLE, component));
const [Tv, Stream] = ["Tv", "Stream"].map((component) => late(SCREENS, component));
const RulesPage = late(RULES, "RulesPage");

function Page() {
  const { page, rest } = route.value;
  if (page === "unknown") return html`<${Unknown} title=${t("unknown.title")} text=${t("unknown.text")} />`;
  if (page === "rules" && rest[0]) return html`<${RulesPage} key=${rest[0]} game=${rest[0]} anchor=${rest[1] ?? ""} />`;
  if (page === "puzzle") return rest[0]
    ? html`<${PuzzlePage} key=${rest.join()} game=${rest[0]} asked=${rest[1]} />` : html`<${PuzzlesPage} />`;
  const back = page === "replay";
  if (name.value && back && !rest[0]) return html`<${Brought} />`;
  if (name.value && rest[0] && (page === "table" || back)) return html`
    <${TablePage} key=${rest[0]} table=${rest[0]} Replay=${back ? Replay : null} />`;
  if (page === "tv") return html`<${Tv} key=${rest[0]} table=${rest[0] ?? ""} />`;
  if (page === "stream") return html`<${Stream} key=${rest[0]} stream=${rest[0] ?? ""} />`;
  if (page === "me") return html`<${Me} />`;
  if (page === "open") return html`<${NetworkPage} known=${rest[0]} />`;
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
    ${keysOpen.value && html`<${KeysPage} onClose=${() => (keysOpen.value = false)} />`}
  `;
}

/**
 * Load what keeps the page alive once a translator puts its elements into it.
 * @param {Element} root
 */
function awaitTranslator(root) {
  /** @type {MutationRecord[]} */
  const seen = [];
  const observer = new MutationObserver((records) => {
    const begins = records.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === "FONT"));
    if (begins && !seen.length) {
      loadCode(TRANSLATED).then((module) => {
        observer.disconnect();
        module.surviveTranslation(root, seen);
      }).catch(() => {});
    }
    if (begins || seen.length) seen.push(...records);
  });
  observer.observe(root, { subtree: true, childList: true });
}

/**
 * The start requests everything it needs at once: texts, socket, table, and the module that draws the table if it is
 * known.
 */
async function start() {
  const words = loadTexts(language.value);
  const older = "currentCSSZoom" in Element.prototype
    || loadCode(OLDER).then(({ prepare }) => prepare()).catch(() => {});
  readRoute();
  addEventListener("hashchange", readRoute);
  const { page, rest: [table], query } = route.value;
  if (page === "table" && table) opened(table, query);
  if (name.value) wire.start(name.value);
  const toTable = name.value && (page === "table" || page === "replay") && table;
  const needed = { replay: REPLAY, rules: RULES, book: BOOK, group: GROUP, kept: PRIVACY, position: POSITION,
    puzzle: PUZZLE, open: SHARING, tv: SCREENS, stream: SCREENS }[page] ?? HOME;
  const first = toTable && page === "table" ? null : loadLate(needed).catch(() => {}); // the page retries
  if (toTable) {
    look(table);
    const { game } = recent.value.find((row) => row.table === table) ?? {};
    if (game) Promise.all([loadModule(game), loadGame(game)]).catch(() => {}); // the table's page retries
  }
  await Promise.all([words, first, older]);
  const root = /** @type {HTMLElement} */ (document.getElementById("app"));
  root.replaceChildren();
  awaitTranslator(root);
  render(html`<${App} />`, root);
  if (notify.value === "on") loadCode(NOTIFICATIONS).then(({ begin }) => begin()).catch(() => {});
}

start();
