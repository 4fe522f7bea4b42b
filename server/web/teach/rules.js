/**
 * The rules of a game: the page at `#/rules/<game>/<anchor>` and the panel beside a board. Both have a table of
 * contents, a short and a long version, the game's drawings, and the list of explained things.
 *
 *   RulesPanel({ game, anchor, times, drawn })   for a drawer or a dialog; it opens at `anchor` (see anchors.js), again
 *                                                whenever `times` changes, without moving the focus if `quiet`;
 *                                                `drawn`: the page already contains the game's `Drawings`
 *   RulesShort({ game })                         the short version alone
 */

import { arrive, placeOf, rulesLink, THINGS } from "../things/anchors.js";
import { Cover, weightText } from "../lobby/covers.js";
import { loadModule, useModule } from "../core/games.js";
import { EXAMPLES } from "../core/lazy_list.js";
import { late } from "../core/lazy_modules.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { thing } from "../core/gametext.js";
import { describe } from "../core/options.js";
import { language } from "../core/settings.js";
import { catalogue, hasBoard, loadRules, t, wholeTexts } from "../core/text.js";
import { rowsOf, Things } from "./glossary.js";
import { Unknown } from "../core/forms.js";
import { Heading, Icon, Segments } from "../core/ui.js";
import "../core/more_icons.js";

const FACTS = ["players", "time", "age", "weight", "author"];

/**
 * Only web URLs become links.
 * @param {string} url
 */
const isLink = (url) => /^https?:\/\//.test(url);

/** @param {{ facts: Record<string, any>, weight: number }} props */
function Facts({ facts, weight }) {
  const rows = FACTS.map((key) => [key, key === "weight" ? weightText(weight) : facts[key]]);
  const others = Object.entries(facts).filter(([key, value]) =>
    !FACTS.includes(key) && key !== "links" && typeof value === "string");
  /** @type {[label: string, url: string][]} */
  const links = facts.links ?? [];
  return html`
    <aside class="card facts" aria-label=${t("rules.facts")}>
      <dl>${[...rows, ...others].filter(([, value]) => value).map(([key, value]) =>
        html`<div key=${key}><dt>${t(`rules.${key}`)}</dt><dd>${value}</dd></div>`)}</dl>
      ${links.length > 0 && html`
        <h2>${t("rules.links")}</h2>
        <ul>${links.filter(([, url]) => isLink(url)).map(([label, url]) => html`
          <li key=${url}><a href=${url} rel="noreferrer noopener" target="_blank">${label}
            <span class="sr"> (${t("rules.new-window")})</span></a></li>`)}</ul>`}
    </aside>
  `;
}

/**
 * The drawings of a section, each a link to the thing's explanation.
 * @param {{ texts: Texts, module?: Board, pictures?: string[], link?: Way }} props
 */
function Pictures({ texts, module, pictures, link }) {
  const drawn = (pictures ?? []).map((anchor) => {
    const { group = "", n = 0 } = placeOf(texts, anchor) ?? {};
    return { anchor, group, n, picture: group && module?.picture?.(group, n) };
  }).filter(({ picture }) => picture);
  if (!drawn.length) return null;
  return html`
    <ul class="rules-pictures" aria-label=${t("rules.pictures")}>
      ${drawn.map(({ anchor, group, n, picture }) => html`
        <li key=${anchor}><a ...${link?.(anchor)}><span class="thing-picture" aria-hidden="true">${picture}</span>
          ${thing(texts, group, n)}</a></li>`)}
    </ul>
  `;
}

/** @typedef {{ name: string, title: string }} Named */

const Example = late(EXAMPLES, "Example");

/**
 * An example on a small board, fetched and drawn when it is opened.
 * @param {{ game: string, module?: Board, named: Named, drawn: boolean }} props
 */
function Shown({ game, module, named, drawn }) {
  const [open, set] = useState(false);
  return html`
    <details class="rules-example" data-example=${named.name} open=${open}
      onToggle=${(/** @type {Happening} */ { target }) => set(target.open)}>
      <summary><${Icon} name="dice" />${t("example.title", { title: named.title })}</summary>
      ${open && html`<${Example} game=${game} name=${named.name} module=${module} drawn=${drawn} />`}
    </details>
  `;
}

/**
 * The sections of the short or the long version.
 * @param {Texts} texts
 * @param {string} kind
 * @returns {{ title: string, text: string[], pictures?: string[], examples?: Named[] }[]}
 */
const sectionsOf = (texts, kind) => texts.rules[kind];

/**
 * @param {{ texts: Texts, kind: string, module?: Board, link?: Way, here?: string, bare?: boolean, game?: string }}
 *   props
 */
const Part = ({ texts, kind, module, link, here, bare = false, game = "" }) => html`
  <div class="rules-${kind}" lang=${language.value}>
    ${!bare && html`<h2 id="rules-${kind}">${t(`rules.${kind}`)}</h2>`}
    ${!bare && kind === "short" && html`<p class="muted">${t("rules.short-help")}</p>`}
    ${sectionsOf(texts, kind).map(({ title, text, pictures, examples = [] }, n) => html`
      <section key=${n} id=${bare ? undefined : `${kind}-${n}`} class=${here === `${kind}-${n}` ? "here" : ""}>
        <h3 tabindex="-1">${title}</h3>
        ${text.map((paragraph, i) => html`<p key=${i}>${paragraph}</p>`)}
        <${Pictures} texts=${texts} module=${module} pictures=${pictures} link=${link} />
        ${examples.map((named) => html`
          <${Shown} key=${named.name} game=${game} module=${module} named=${named} drawn=${!!module?.Drawings} />`)}
      </section>`)}
  </div>
`;

const WIDE = "(min-width: 1000px)";

/**
 * The lines of the contents, each a link to its section.
 * @param {{ texts: Texts, link: Way, things: number, children?: Children }} props
 */
const Lines = ({ texts, link, things, children }) => html`
  <li><a ...${link("short-0")}>${t("rules.short")}</a></li>
  ${things > 0 && html`<li><a ...${link(THINGS)}>${t("rules.cards")}</a></li>`}
  ${sectionsOf(texts, "long").map(({ title }, n) => html`
    <li key=${n}><a ...${link(`long-${n}`)}>${title}</a></li>`)}
  ${children}
`;

/**
 * The contents of the page: open beside the text, or collapsed above it, where a tap on a line collapses them again.
 * @param {{ texts: Texts, link: Way, things: number }} props
 */
function Contents({ texts, link, things }) {
  const ref = useRef(null);
  const wide = matchMedia(WIDE).matches;
  /** @param {Happening} event */
  const close = ({ target }) => { if (!wide && target.closest("a")) ref.current.open = false; };
  return html`
    <nav class="rules-contents" aria-label=${t("rules.contents")}>
      <details ref=${ref} open=${wide}>
        <summary>${t("rules.contents")}</summary>
        <ol onClick=${close}><${Lines} texts=${texts} link=${link} things=${things} /></ol>
      </details>
    </nav>
  `;
}

/**
 * The contents beside a board, in one row that is always visible: every section is one tap away. `apart` links to the
 * page of the rules.
 * @param {{ texts: Texts, link: Way, things: number, apart: string }} props
 */
const Row = ({ texts, link, things, apart }) => html`
  <nav class="rules-contents in-a-row" aria-label=${t("rules.contents")}>
    <ol>
      <${Lines} texts=${texts} link=${link} things=${things}>
        <li><a class="rules-apart" href=${apart} target="_blank">
          ${t("rules.apart")}<span class="sr"> (${t("rules.new-window")})</span></a></li><//>
    </ol>
  </nav>
`;

/**
 * The texts and the module of a game, and whether the game is known.
 * @param {string} game
 */
function useGame(game) {
  const [failed, setFailed] = useState(false);
  const known = catalogue.value?.some((row) => row.name === game);
  const module = useModule(game);
  const load = () => {
    setFailed(false);
    if (known) loadRules(game).catch(() => setFailed(true));
  };
  useEffect(load, [known, game, language.value]);
  useEffect(() => {
    if (known) loadModule(game).catch(() => {}); // without its drawings the page is still worth reading
  }, [known, game, language.value, !module]);
  return { known, failed, load, texts: wholeTexts(game), module };
}

/** @param {{ failed: boolean, load: () => void }} props */
const Missing = ({ failed, load }) => html`
  <p class="muted" role="status">${t(failed ? "rules.failed" : "lobby.loading")}</p>
  ${failed && html`<button type="button" onClick=${load}>${t("gone.again")}</button>`}
`;

/**
 * The parts of the rules, one below the other, shared by page and panel. `times`: the number of requests for
 * `anchor`; `apart`: the game whose rules can also be opened in a separate tab.
 * @param {{ game: string, texts: Texts, module: Board | undefined, shown: string, anchor: string, times: number,
 *   link: Way, drawn?: boolean, quiet?: boolean, apart?: string }} props
 */
function Body({ game, texts, module, shown, anchor, times, link, drawn = false, quiet = false, apart = "" }) {
  const root = useRef(null);
  const rows = rowsOf(texts, module);
  const place = anchor ? placeOf(texts, anchor) : null;
  const section = place && place.part !== "things" ? `${place.part}-${place.n}` : "";
  // Repeated after the drawings arrive, because they move the text below them.
  useEffect(() => { if (section) arrive(root.current.querySelector(`#${section}`), quiet); },
    [section, times, shown, !!module]);
  const parts = { game, texts, module, link, here: section };
  return html`
    <div class="rules-body" ref=${root}>
      <${apart ? Row : Contents} texts=${texts} link=${link} things=${rows.length}
        apart=${rulesLink(apart, section || anchor)} />
      <div class="rules-text">
        ${module?.Drawings && !drawn && html`<${module.Drawings} />`}
        ${shown !== "long" && html`<${Part} kind="short" ...${parts} />`}
        ${shown !== "short" && html`<${Part} kind="long" ...${parts} />`}
        <${Things} texts=${texts} rows=${rows} anchor=${anchor} times="${times} ${!!module}" />
      </div>
    </div>
  `;
}

/** @param {{ shown: string, show: (version: string) => void }} props */
const Versions = ({ shown, show }) => html`
  <${Segments} legend=${t("rules.show")} name="version" value=${shown} onPick=${show}
    values=${["short", "long", "both"].map((key) => [key, t(`rules.show-${key}`)])} />
`;

/**
 * A link into a version that is not shown switches to both.
 * @param {Texts} texts
 * @param {string} anchor
 * @returns {[shown: string, show: (version: string) => void]}
 */
function useShown(texts, anchor) {
  const [shown, show] = useState("both");
  const part = texts && anchor ? placeOf(texts, anchor)?.part : null;
  useEffect(() => {
    if ((part === "long" && shown === "short") || (part === "short" && shown === "long")) show("both");
  }, [part, anchor]);
  return [shown, show];
}

/**
 * The rules beside a board: links lead to places within the panel, and the table stays open.
 * @param {{ game: string, anchor?: string, times?: number, quiet?: boolean, drawn?: boolean }} props
 */
export function RulesPanel({ game, anchor = "", times = 0, quiet = false, drawn = false }) {
  const { known, failed, load, texts, module } = useGame(game);
  const [at, setAt] = useState({ anchor, times: 0, quiet });
  useEffect(() => setAt((last) => ({ anchor, times: last.times + 1, quiet })), [anchor, times]);
  const [shown, show] = useShown(texts, at.anchor);
  if (known === false) return html`<p>${t("refusal.unknown-game")}</p>`;
  if (!texts) return html`<${Missing} failed=${failed} load=${load} />`;
  /** @type {Way} */
  const link = (to) => ({
    href: rulesLink(game, to),
    onClick: (event) => {
      event.preventDefault();
      setAt({ anchor: to, times: at.times + 1, quiet: false });
    },
  });
  return html`
    <div class="rules panel" data-test="rules-panel">
      <${Versions} shown=${shown} show=${show} />
      <${Body} ...${{ game, texts, module, shown, link, drawn, ...at }} apart=${game} />
    </div>
  `;
}

/**
 * The short rules, to read before the first game.
 * @param {{ game: string }} props
 */
export function RulesShort({ game }) {
  const { failed, load, texts } = useGame(game);
  if (!texts) return html`<${Missing} failed=${failed} load=${load} />`;
  return html`<${Part} texts=${texts} kind="short" bare=${true} />`;
}

/** @param {{ game: string, anchor?: string }} props */
export function RulesPage({ game, anchor = "" }) {
  const { known, failed, load, texts, module } = useGame(game);
  const [times, again] = useState(0);
  const [shown, show] = useShown(texts, anchor);
  useEffect(() => { document.title = `${t("rules.title")}: ${texts?.name ?? game} · Stammtisch`; }, [texts, game]);
  if (known === false) return html`<${Unknown} title=${t("unknown.game")} text=${t("unknown.text")} />`;
  if (!texts) return html`<div class="page"><${Heading}>${t("rules.title")}<//>
    <${Missing} failed=${failed} load=${load} /></div>`;
  /** @type {Way} */
  const link = (to) => ({ href: rulesLink(game, to), onClick: () => to === anchor && again(times + 1) });
  return html`
    <div class="page rules">
      <p><a class="back" href="#/"><${Icon} name="back" />${t("nav.home")}</a></p>
      <header class="rules-head">
        ${hasBoard(game) && html`<${Cover} game=${game} />`}
        <div>
          <${Heading}>${texts.name}: ${t("rules.title")}<//>
          <p class="lead">${texts.tagline}</p>
          <div class="row">
            <a class="button primary" href="#/new/${game}"><${Icon} name="plus" />${t("setup.title")}</a>
            <button type="button" data-test="print-rules" onClick=${() => window.print()}>
              <${Icon} name="print" />${t("rules.print")}</button>
          </div>
        </div>
        <${Versions} shown=${shown} show=${show} />
      </header>
      <div class="rules-grid">
        <${Body} ...${{ game, texts, module, shown, link, anchor, times }} />
        <${Facts} facts=${texts.facts} weight=${describe(game)?.weight ?? 0} />
      </div>
    </div>
  `;
}
