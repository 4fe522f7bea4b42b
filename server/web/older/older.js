/**
 * What browsers of 2022 and 2023 lack, and the page uses: fetched by them alone, before anything is drawn. Their style
 * sheets get rules that these browsers know in the place of those they don't.
 */

import { knownRules, LACKS_CONTAINERS, LACKS_HAS } from "./known_rules.js";
import { mark, watchMarks } from "./marks.js";
import { tellPlaces } from "./zoom.js";

/** Firefox 102 and 103. The names are keys, since a build shortens the names of functions. */
function addLastOfArrays() {
  const added = {
    /** @this {unknown[]} @param {(one: any, at: number, all: unknown[]) => unknown} wanted */
    findLastIndex(wanted) {
      for (let at = this.length - 1; at >= 0; at--) if (wanted(this[at], at, this)) return at;
      return -1;
    },
    /** @this {unknown[]} @param {(one: any, at: number, all: unknown[]) => unknown} wanted */
    findLast(wanted) {
      return this[added.findLastIndex.call(this, wanted)];
    },
  };
  for (const [name, value] of Object.entries(added)) {
    if (name in Array.prototype) continue;
    Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
  }
}

/** Safari before 17.4, Firefox before 106. */
function addVisibility() {
  Element.prototype.checkVisibility ??= function checkVisibility() {
    return this.getClientRects().length > 0;
  };
}

/** @param {HTMLLinkElement} link */
async function mend(link) {
  const loaded = new Promise((done) => ["load", "error"].forEach((event) => link.addEventListener(event, done)));
  if (!link.sheet) await loaded;
  const { sheet } = link;
  const answer = await fetch(link.href);
  if (!sheet || !answer.ok) return; // it stays as it is
  const rules = knownRules(await answer.text());
  while (sheet.cssRules.length) sheet.deleteRule(0);
  for (const rule of rules) {
    try {
      sheet.insertRule(rule, sheet.cssRules.length);
    } catch {
      continue; // a browser leaves out a rule that it doesn't know, as it does in a file
    }
  }
  mark();
}

const LINK = "link[rel=stylesheet]";

/** All style sheets, those that come later too. */
async function mendSheets() {
  /** @param {Iterable<Node>} nodes */
  const mended = (nodes) => Promise.all([...nodes].map((node) =>
    node instanceof HTMLLinkElement && node.matches(LINK) && mend(node).catch(() => {})));
  new MutationObserver((changes) => changes.forEach((change) => mended(change.addedNodes)))
    .observe(document.head, { childList: true });
  await mended(document.head.querySelectorAll(LINK));
  watchMarks();
}

/** Resolves when the page can be drawn. */
export async function prepare() {
  addLastOfArrays();
  addVisibility();
  tellPlaces();
  if (LACKS_HAS || LACKS_CONTAINERS) await mendSheets();
}
