/** The attributes that stand for `:has()` and `@container`, kept right while the page changes. */

import { CONTAINER, containers, LACKS_CONTAINERS, parts, queries, relations } from "./known_rules.js";

/** Attributes whose change can change what `:has()` finds. */
const OBSERVED = ["class", "hidden", "disabled", "inert", "aria-expanded"];

/** By attribute, the elements that have it. @type {Map<string, Set<Element>>} */
const marked = new Map();

/** @param {string} attribute @param {Set<Element>} wanted */
function put(attribute, wanted) {
  const before = marked.get(attribute) ?? new Set();
  for (const element of before) if (!wanted.has(element)) element.removeAttribute(attribute);
  for (const element of wanted) if (!before.has(element)) element.setAttribute(attribute, "");
  marked.set(attribute, wanted);
}

/**
 * The elements that have what is asked: below them, as a child (`> …`), or as the next sibling (`+ …`).
 * @param {string} relation
 */
function having(relation) {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const part of parts(relation)) {
    const [, how, selector] = /** @type {RegExpExecArray} */ (/^([>+]?)\s*([^]*)$/.exec(part));
    for (const element of document.querySelectorAll(selector)) {
      if (how === "+") add(found, element.previousElementSibling);
      else if (how) add(found, element.parentElement);
      else for (let up = element.parentElement; up && !found.has(up); up = up.parentElement) found.add(up);
    }
  }
  return found;
}

/** @param {Set<Element>} all @param {Element | null} one */
const add = (all, one) => one && all.add(one);

/** @typedef {{ name: string, kind: string, width: number, height: number }} Container */

/** @type {Map<Element, Container>} */
let sizes = new Map();

const resized = LACKS_CONTAINERS ? new ResizeObserver(() => mark()) : null;

/** The hundredth part of a container's sides. The height counts only where it doesn't depend on the content. */
const UNITS = ["--cqw", "--cqi", "--cqh"];

/** @param {Element} element that is no container any more */
function forget(element) {
  resized?.unobserve(element);
  for (const name of UNITS) /** @type {HTMLElement} */ (element).style.removeProperty(name);
}

/** The containers there are, with their names and the sizes of their content. */
function measure() {
  const all = containers.size ? document.querySelectorAll([...containers].join()) : [];
  /** @type {typeof sizes} */
  const found = new Map();
  for (const element of all) {
    const style = getComputedStyle(element);
    const [first, kind = first] = style.getPropertyValue(CONTAINER).split("/").map((word) => word.trim());
    if (!/size$/.test(kind)) continue;
    const width = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    found.set(element, { name: kind === first ? "" : first, kind, width, height });
  }
  for (const element of sizes.keys()) if (!found.has(element)) forget(element);
  for (const element of found.keys()) if (!sizes.has(element)) resized?.observe(element);
  sizes = found;
}

/**
 * Does a size answer a query: alternatives of conditions that must all hold?
 * @param {string} query
 * @param {Container} size
 */
const answers = (query, size) => query.split(/\bor\b/).some((alternative) =>
  [...alternative.matchAll(/(min|max)-(width|height):\s*([\d.]+)px/g)].every(([, bound, side, px]) => {
    const length = size[/** @type {"width" | "height"} */ (side)];
    return bound === "min" ? length >= Number(px) : length <= Number(px);
  }));

function markContainers() {
  measure();
  put("data-container", new Set(sizes.keys()));
  for (const [element, { kind, width, height }] of sizes) {
    const { style } = /** @type {HTMLElement} */ (element);
    const sides = kind === "size" ? [width, width, height] : [width, width];
    sides.forEach((px, n) => {
      const value = `${px / 100}px`;
      if (style.getPropertyValue(UNITS[n]) !== value) style.setProperty(UNITS[n], value);
    });
  }
  queries.forEach(({ name, query }, n) => {
    const wanted = [...sizes].filter(([, size]) => (!name || name === size.name) && answers(query, size));
    put(`data-query-${n}`, new Set(wanted.map(([element]) => element)));
  });
}

/** The elements in inert ones, each with the `tabindex` that it had. @type {Map<Element, string | null>} */
const unreachable = new Map();

/** What is inert can't be reached by keyboard either. Firefox before 112, Safari before 15.5. */
function markInert() {
  const wanted = new Set(document.querySelectorAll("[inert] :is(a, button, input, select, textarea, [tabindex])"));
  for (const [element, before] of unreachable) {
    if (wanted.has(element)) continue;
    if (before === null) element.removeAttribute("tabindex");
    else element.setAttribute("tabindex", before);
    unreachable.delete(element);
  }
  for (const element of wanted) {
    if (unreachable.has(element)) continue;
    unreachable.set(element, element.getAttribute("tabindex"));
    element.setAttribute("tabindex", "-1");
  }
}

/** Set all marks, as the page is now. */
export function mark() {
  relations.forEach((relation, n) => put(`data-has-${n}`, having(relation)));
  if (LACKS_CONTAINERS) markContainers();
  if (!("inert" in HTMLElement.prototype)) markInert();
}

/** Set the marks whenever the page has changed. */
export function watchMarks() {
  let waits = false;
  const later = () => {
    if (!waits) requestAnimationFrame(() => { waits = false; mark(); });
    waits = true;
  };
  new MutationObserver(later)
    .observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: OBSERVED });
  addEventListener("resize", later);
  mark();
}
