/**
 * Where zoomed elements lie. Before Chromium 128 and Safari 26.4 an element tells its place divided by its zoom, not
 * in lengths of the window.
 */

/** @param {Element} element */
function zoomOf(element) {
  let zoom = 1;
  for (let one = /** @type {Element | null} */ (element); one; one = one.parentElement) {
    zoom *= Number(getComputedStyle(one).zoom) || 1;
  }
  return zoom;
}

/** Do elements tell their places divided by their zoom? Firefox before 126 knows no zoom. */
function divides() {
  const element = document.createElement("p");
  Object.assign(element.style, { position: "fixed", width: "10px", zoom: "2" });
  document.body.append(element);
  const { width } = element.getBoundingClientRect();
  const { zoom } = getComputedStyle(element);
  element.remove();
  return Number(zoom) === 2 && width < 15;
}

/** Have elements tell their zoom, and their places in lengths of the window, as they do in newer browsers. */
export function tellPlaces() {
  Object.defineProperty(Element.prototype, "currentCSSZoom", {
    configurable: true,
    get() { return zoomOf(this); },
  });
  if (!divides()) return;
  mend(Element.prototype, (/** @type {Element} */ element) => element);
  mend(Range.prototype, ({ commonAncestorContainer: around }) =>
    around instanceof Element ? around : around.parentElement);
}

/**
 * Have places told in lengths of the window. `elementOf`: the element whose zoom divides them.
 * @param {any} places
 * @param {(one: any) => Element} elementOf
 */
function mend(places, elementOf) {
  const { getBoundingClientRect, getClientRects } = places;
  /** @param {DOMRect} divided @param {number} zoom */
  const whole = ({ x, y, width, height }, zoom) => new DOMRect(x * zoom, y * zoom, width * zoom, height * zoom);
  places.getBoundingClientRect = function boxOf() {
    return whole(getBoundingClientRect.call(this), zoomOf(elementOf(this)));
  };
  places.getClientRects = function boxesOf() {
    const zoom = zoomOf(elementOf(this));
    return [...getClientRects.call(this)].map((divided) => whole(divided, zoom));
  };
}
