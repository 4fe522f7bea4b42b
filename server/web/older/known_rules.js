/**
 * Style sheets in words that browsers of 2022 know. `:has(…)` and `@container` become attributes that marks.js sets;
 * `container` becomes a property of its own, and the units of containers become properties of each container.
 */

export const LACKS_HAS = !CSS.supports("selector(:has(a))");
export const LACKS_CONTAINERS = !CSS.supports("container-type: size");

/** What `:has()` is asked, in the order of the numbers of their attributes. @type {string[]} */
export const relations = [];

/** The selectors of all containers. @type {Set<string>} */
export const containers = new Set();

/** @typedef {{ name: string, query: string }} Query of a container */

/** In the order of the numbers of their attributes. @type {Query[]} */
export const queries = [];

/** The property that `container` and `container-type` become. */
export const CONTAINER = "--container";

const HAS = ":has(";
const COMMENT = /\/\*[^]*?\*\//g;
const STRING = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/y;
const DECLARED = /(^|[{;\s])container(?:-type)?\s*:\s*([^;}]+)/g;
const UNITS = /(-?\d*\.?\d+)cq([whi])\b/g;
const OWN_UNITS = /(--[\w-]+)\s*:\s*([^;}]*\dcq[whi]\b[^;}]*)/g;
const QUERY = /^@container\s+([\w-]*)\s*(.*)$/;
const GROUP = /^@(?:media|supports)\b/;

/** @typedef {{ head: string, body: string | null }} Rule */

/**
 * The position after the bracket that closes the one at `at`.
 * @param {string} text
 * @param {number} at
 */
function closed(text, at) {
  for (let depth = 0; at < text.length; at++) {
    STRING.lastIndex = at;
    const string = STRING.exec(text);
    if (string) at += string[0].length - 1;
    else if ("({".includes(text[at])) depth++;
    else if (")}".includes(text[at]) && !--depth) return at + 1;
  }
  return text.length;
}

/**
 * The rules of a sheet, or of a group in it. A rule without a body has none in braces, such as an import.
 * @param {string} text
 */
function rulesOf(text) {
  /** @type {Rule[]} */
  const found = [];
  for (let at = 0; at < text.length;) {
    const begin = at;
    while (at < text.length && !"{;".includes(text[at])) at = "(\"'".includes(text[at]) ? skipped(text, at) : at + 1;
    const head = text.slice(begin, at).trim();
    const end = text[at] === "{" ? closed(text, at) : at + 1;
    if (head) found.push({ head, body: text[at] === "{" ? text.slice(at + 1, end - 1) : null });
    at = end;
  }
  return found;
}

/** @param {string} text @param {number} at */
function skipped(text, at) {
  if (text[at] === "(") return closed(text, at);
  STRING.lastIndex = at;
  return at + (STRING.exec(text)?.[0].length ?? 1);
}

/**
 * The parts between commas that are in no brackets.
 * @param {string} text
 */
export function parts(text) {
  /** @type {string[]} */
  const found = [];
  let begin = 0;
  for (let at = 0; at <= text.length; at = "(\"'".includes(text[at] || " ") ? skipped(text, at) : at + 1) {
    if (at < text.length && text[at] !== ",") continue;
    found.push(text.slice(begin, at).trim());
    begin = at + 1;
  }
  return found;
}

/** @param {string} selector */
function withoutHas(selector) {
  if (!LACKS_HAS) return selector;
  for (let at = selector.indexOf(HAS); at >= 0; at = selector.indexOf(HAS)) {
    const end = closed(selector, at + 4);
    const relation = selector.slice(at + 5, end - 1).trim();
    if (!relations.includes(relation)) relations.push(relation);
    selector = `${selector.slice(0, at)}[data-has-${relations.indexOf(relation)}]${selector.slice(end)}`;
  }
  return selector;
}

/**
 * The selectors, restricted to what lies in a container that an attribute marks.
 * @param {string} selectors
 * @param {string} attribute
 */
const within = (selectors, attribute) => parts(selectors).map((one) => {
  const at = one.search(/::/);
  const end = at < 0 ? one.length : at;
  return `${one.slice(0, end)}:where([${attribute}] *)${one.slice(end)}`;
}).join();

/** @param {string} body */
const withUnits = (body) => body.replace(UNITS, (_, number, unit) => `calc(${number} * var(--cq${unit}))`);

/** @param {Rule} rule @param {string} attribute */
function styled({ head, body }, attribute) {
  const selectors = withoutHas(head);
  const restricted = attribute ? within(selectors, attribute) : selectors;
  if (!LACKS_CONTAINERS || body === null) return [`${restricted}{${body}}`];
  const declared = body.replace(DECLARED, (_, before, value) => {
    containers.add(selectors);
    const kind = value.split("/").at(-1).trim();
    const contain = kind === "size" ? "size style" : kind === "inline-size" ? "inline-size style" : "none";
    return `${before}${CONTAINER}:${value};contain:${contain}`;
  });
  // An own property with units of containers is reckoned anew in every container below.
  const own = [...body.matchAll(OWN_UNITS)].map(([, name, value]) => `${name}:${withUnits(value)}`);
  const below = own.length ? [`:is(${restricted.replace(/::[\w-]+/g, "")}) [data-container]{${own.join(";")}}`] : [];
  return [`${restricted}{${withUnits(declared)}}`, ...below];
}

/**
 * A rule as such a browser knows it: none, one or several.
 * @param {Rule} rule
 * @param {string} attribute of the containers in which the rule holds, or ""
 * @returns {string[]}
 */
function known({ head, body }, attribute) {
  if (body === null) return [`${head};`];
  if (GROUP.test(head)) return [`${head}{${rulesOf(body).flatMap((rule) => known(rule, attribute)).join("")}}`];
  const asked = LACKS_CONTAINERS && QUERY.exec(head);
  if (asked) {
    queries.push({ name: asked[1], query: asked[2] });
    return rulesOf(body).flatMap((rule) => known(rule, `data-query-${queries.length - 1}`));
  }
  return head.startsWith("@") ? [`${head}{${body}}`] : styled({ head, body }, attribute);
}

/**
 * The rules of a style sheet, in their order.
 * @param {string} text
 */
export function knownRules(text) {
  const own = LACKS_CONTAINERS ? [`*{${CONTAINER}:none}`, ":root{--cqw:1vw;--cqi:1vw;--cqh:1vh}"] : [];
  return [...own, ...rulesOf(text.replace(COMMENT, "")).flatMap((rule) => known(rule, ""))];
}
