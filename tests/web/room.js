/**
 * Three laws beside that of sight, checked in the page: pictures and words have the room that they need; no large place
 * is empty beside something squeezed; what can be chosen looks like it, and nothing else does. See sight.py.
 */
window.room = (() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const boxOf = (e) => e.getBoundingClientRect();
  const nameOf = (e) => `${e.tagName.toLowerCase()}.${(e.getAttribute("class") ?? "").split(/\s+/).join(".")}`;
  const placed = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(" ");

  /** The regions of the game. */
  const REGIONS = ".stage-board, .stage-mine, .stage-hand, .stage-seat, .stage-page";
  /** Pictures that say something: goods, pieces, people, signs. All others are landscape. */
  const TELLING = [
    ".lo-good:not(.faded)", ".lo-piece", ".lo-portrait", ".br-sign", ".br-portrait", ".sg-item", ".sg-face", ".sb-one .sb-picture",
    ".sb-animal:not(.none) .sb-picture", ".mk-coin", ".mk-drawing",
  ].join();
  /** Pictures of which none may lie over another; prices and signs lie on the corners of things. */
  const WHOLE = ".lo-good, .lo-portrait, .br-portrait, .sg-item, .sb-picture, .mk-drawing";
  /** The smallest side (px) of a picture that can be told from others. */
  const LEAST_PX = 10;
  /** Of a picture, the part of each side that must be in sight. */
  const MOST_CUT = 0.2;
  /** Pixels of a word that may be cut: the overhang of letters. */
  const OVERHANG_PX = 3;
  /** The part of the smaller one of two pictures that may lie under the other. */
  const MOST_SHARED = 0.15;

  /** What an element that hides its overflow takes away of a box: pixels to the side, and up or down. */
  function takenBy(around, box) {
    const { overflowX, overflowY } = getComputedStyle(around);
    const frame = boxOf(around);
    const hides = (how) => how === "hidden" || how === "clip";
    return {
      x: hides(overflowX) ? Math.max(frame.left - box.left, box.right - frame.right, 0) : 0,
      y: hides(overflowY) ? Math.max(frame.top - box.top, box.bottom - frame.bottom, 0) : 0,
      scrolls: /auto|scroll/.test(overflowX + overflowY),
    };
  }

  /** What is cut of a box within an element, by whom; nothing beyond a place that scrolls. */
  function cutOf(e, box) {
    for (let around = e; around && !around.matches(".stage"); around = around.parentElement) {
      if (around instanceof SVGElement) continue;
      const { x, y, scrolls } = takenBy(around, box);
      if (x > 0.5 || y > 0.5) return { x, y, around };
      if (scrolls) return null;
    }
    return null;
  }

  /** Texts that may end in three dots say the rest elsewhere. */
  const shortened = (e) => {
    for (let around = e; around && !around.matches(".stage"); around = around.parentElement) {
      const { textOverflow, webkitLineClamp } = getComputedStyle(around);
      if (textOverflow === "ellipsis" || webkitLineClamp !== "none") return true;
    }
    return false;
  };

  /** The part of a box that no element around it takes away, also of those that scroll; null if nothing is left. */
  function seenOf(e, { left, top, right, bottom }) {
    const box = { left, top, right, bottom };
    for (let around = e.parentElement; around && !around.matches(".stage"); around = around.parentElement) {
      if (around instanceof SVGElement || getComputedStyle(around).overflow === "visible") continue;
      const frame = boxOf(around);
      box.left = Math.max(box.left, frame.left);
      box.top = Math.max(box.top, frame.top);
      box.right = Math.min(box.right, frame.right);
      box.bottom = Math.min(box.bottom, frame.bottom);
    }
    return box.left < box.right && box.top < box.bottom ? box : null;
  }

  const aside = (e) => {
    const box = boxOf(e);
    return box.right <= 0 || box.left >= innerWidth || box.bottom <= 0 || box.top >= innerHeight;
  };

  /** All pictures in sight that say something. */
  const pictures = () => all(TELLING).filter((e) => e.closest(REGIONS) && shown(e) && !aside(e));

  /** Pictures that are too small or cut. */
  function squeezed() {
    const found = new Map();
    for (const e of pictures()) {
      const box = boxOf(e);
      const cut = cutOf(e.parentElement, box);
      const side = Math.min(box.width, box.height);
      const where = `${nameOf(e)} in ${nameOf(e.parentElement)} at ${placed(box)}`;
      if (side < LEAST_PX) found.set(nameOf(e.parentElement), `${where} is ${side.toFixed(1)} pixels small`);
      else if (cut && (cut.x > box.width * MOST_CUT || cut.y > box.height * MOST_CUT)) {
        found.set(nameOf(e.parentElement), `${where} is cut by ${nameOf(cut.around)}: ${Math.round(cut.x)}, ${Math.round(cut.y)}`);
      }
    }
    return [...found.values()].map((what) => ["squeezed", what]);
  }

  const areaOf = ({ left, top, right, bottom }) => (right - left) * (bottom - top);

  /** Pictures that lie over others. */
  function piled() {
    const found = new Map();
    const boxes = pictures().filter((e) => e.matches(WHOLE)).map((e) => [e, seenOf(e, boxOf(e))]).filter(([, box]) => box);
    boxes.forEach(([one, a], n) => {
      for (const [other, b] of boxes.slice(n + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width <= 0 || height <= 0) continue;
        const least = Math.min(areaOf(a), areaOf(b));
        if (width * height <= least * MOST_SHARED) continue;
        found.set(nameOf(one) + nameOf(other), `${nameOf(one)} at ${placed(a)} and ${nameOf(other)} at ${placed(b)}`);
      }
    });
    return [...found.values()].map((what) => ["piled", what]);
  }

  /** Words that are cut off. */
  function cut(regions = all(REGIONS)) {
    const found = new Map();
    for (const region of regions) {
      const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const [text, e] = [walker.currentNode, walker.currentNode.parentElement];
        if (!text.data.trim() || e.closest(".sr, svg") || boxOf(e).width < 3 || !shown(e) || aside(e)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects()) {
          const letters = { left: box.left, right: box.right, top: box.top + box.height / 4, bottom: box.bottom - box.height / 4 };
          const gone = box.width > 2 && cutOf(e, letters);
          if (!gone || (gone.x <= OVERHANG_PX && gone.y <= OVERHANG_PX) || shortened(e)) continue;
          found.set(nameOf(e), `"${text.data.trim().slice(0, 30)}" at ${nameOf(e)} by ${nameOf(gone.around)}: ${Math.round(gone.x)}, ${Math.round(gone.y)}`);
        }
      }
    }
    return [...found.values()].map((what) => ["cut", what]);
  }

  // -- large empty places beside squeezed things -------------------------------------------------

  /** The areas of the game; what lies around them is not for it. */
  const AREAS = ".stage-board, .mine-area, .stage-hand, .stage-seat, .stage-page";
  /** Areas are measured in squares of this size (px). */
  const CELL_PX = 8;
  /** The part of all areas together that may be one empty rectangle beside something squeezed. */
  const MOST_EMPTY = 0.08;
  /** A narrower strip (px) is a margin. */
  const MARGIN_PX = 48;
  /** An empty place as near as this (px) is beside a thing. */
  const NEAR_PX = 32;
  /** A picture with a smaller side than this (px) could do with more room. */
  const COMFORTABLE_PX = 20;
  /** Pictures within words and buttons are as high as these. */
  const IN_WORDS = ".lo-tag, .lo-do, .lo-load, .lo-below, .sb-one, .sb-note, .tile, button, h2, p, small, dt, dd";
  /** The part of all areas from which on a painted thing is a ground for others. */
  const GROUND = 0.04;

  const scrolls = (how) => how === "auto" || how === "scroll";

  /** Why a thing is squeezed, or "". */
  function squeezedIn(e) {
    const { textOverflow, webkitLineClamp, overflowX, overflowY, zoom } = getComputedStyle(e);
    const [wide, high] = [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight];
    if (textOverflow === "ellipsis" && wide > 1) return `"${e.textContent.trim().slice(0, 30)}" is cut`;
    if (webkitLineClamp !== "none" && high > 2) return `"${e.textContent.trim().slice(0, 30)}" is cut`;
    if ((scrolls(overflowY) && high > CELL_PX) || (scrolls(overflowX) && wide > CELL_PX)) return `must be scrolled by ${wide}, ${high}`;
    if (Number(zoom) < 1) return "is scaled down";
    const small = e.matches(WHOLE) && !e.closest(IN_WORDS) && Math.min(boxOf(e).width, boxOf(e).height);
    return small && small < COMFORTABLE_PX ? `is ${Math.round(small)} pixels small` : "";
  }

  /** Everything squeezed in an area: rows of the part of its box in sight, and why. */
  const squeezedThings = (area) => [area, ...all("*", area)].flatMap((e) => {
    const why = !(e instanceof SVGElement && !e.matches("svg")) && squeezedIn(e);
    const box = why && shown(e) && seenOf(e, boxOf(e));
    return box ? [{ box, why: `${nameOf(e)} ${why}` }] : [];
  });

  /** Is something drawn here that is no ground for other things? */
  function drawnThing(e, box, whole) {
    if (e.matches("svg *")) return !e.matches("g, defs, defs *, symbol *") && areaOf(box) < whole * GROUND;
    if (e.matches("svg, img, button")) return !e.querySelector("*") || areaOf(box) < whole * GROUND;
    if (areaOf(box) >= whole * GROUND) return false;
    const { backgroundColor, backgroundImage, borderTopWidth, boxShadow } = getComputedStyle(e);
    return backgroundImage !== "none" || boxShadow !== "none" || borderTopWidth !== "0px" || !/, 0\)$|^transparent$/.test(backgroundColor);
  }

  /** The boxes of all that an area shows: words, pictures and painted things, no grounds. */
  function* contentsOf(area, whole) {
    const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.nodeType === Node.TEXT_NODE) {
        if (!node.data.trim() || node.parentElement.closest(".sr") || !shown(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) yield seenOf(node, box);
      } else if (shown(node) && drawnThing(node, boxOf(node), whole)) yield seenOf(node, boxOf(node));
    }
  }

  /** Squares of the window, of which those of areas are free until something is drawn on them. */
  function squaresOf(areas, whole) {
    const [across, down] = [Math.ceil(innerWidth / CELL_PX), Math.ceil(innerHeight / CELL_PX)];
    const free = new Uint8Array(across * down);
    const fill = ({ left, top, right, bottom }, value) => {
      const [from, to] = [Math.max(0, Math.floor(left / CELL_PX)), Math.min(across, Math.ceil(right / CELL_PX))];
      for (let y = Math.max(0, Math.floor(top / CELL_PX)); y < Math.min(down, bottom / CELL_PX); y++) free.fill(value, y * across + from, y * across + to);
    };
    for (const area of areas) fill(boxOf(area), 1);
    for (const area of areas) for (const box of contentsOf(area, whole)) if (box) fill(box, 0);
    return { across, down, free };
  }

  /** All rectangles of free squares that are large enough and can't grow to the left, right or top. */
  function* emptyPlaces({ across, down, free }, least) {
    const heights = new Uint16Array(across);
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) heights[x] = free[y * across + x] ? heights[x] + 1 : 0;
      for (let left = 0; left < across; left++) {
        let low = down;
        for (let right = left; right < across && heights[right]; right++) {
          low = Math.min(low, heights[right]);
          const width = right + 1 - left;
          if (low * width < least || Math.min(low, width) * CELL_PX < MARGIN_PX) continue;
          yield { left: left * CELL_PX, top: (y + 1 - low) * CELL_PX, right: (right + 1) * CELL_PX, bottom: (y + 1) * CELL_PX };
        }
      }
    }
  }

  const beside = (one, other) =>
    one.left < other.right + NEAR_PX && other.left < one.right + NEAR_PX && one.top < other.bottom + NEAR_PX && other.top < one.bottom + NEAR_PX;

  /** Large empty places beside squeezed things. */
  function empty() {
    const areas = all(AREAS).filter((area) => shown(area) && !aside(area) && !area.querySelector(AREAS));
    const whole = areas.reduce((sum, area) => sum + areaOf(boxOf(area)), 0);
    const squeezed = areas.flatMap(squeezedThings);
    if (!squeezed.length) return [];
    const largest = new Map();
    for (const place of emptyPlaces(squaresOf(areas, whole), (whole * MOST_EMPTY) / CELL_PX ** 2)) {
      for (const { box, why } of squeezed) {
        if (beside(place, box) && areaOf(place) > areaOf(largest.get(why) ?? { left: 0, top: 0, right: 0, bottom: 0 })) largest.set(why, place);
      }
    }
    return [...largest].map(([why, place]) => ["empty", `${Math.round(areaOf(place) * 100 / whole)} % at ${placed(place)} is empty, though ${why}`]);
  }

  // -- what can be chosen ------------------------------------------------------------------------

  /** Things that look like buttons wherever they are. */
  const BUTTONS = ".line, dialog, .lo-do, .lo-sheet, .primary, .choice-list, select, input, option";
  const OFFERED = "[data-verb], [data-leads]";
  /** Choices that are rarely wanted: their things don't call for attention. */
  const QUIET = /^((discard|miss) \d+;?)+$/;

  const colours = new Map();
  /** The colour of choices at an element as computed styles write it: it differs on dark ground. */
  function glowOf(style) {
    const value = style.getPropertyValue("--glow");
    if (!colours.has(value)) {
      const probe = document.querySelector(".stage").appendChild(document.createElement("i"));
      probe.style.color = value;
      colours.set(value, getComputedStyle(probe).color);
      probe.remove();
    }
    return colours.get(value);
  }

  /** Has the element the look of a choice: a ring in the colour of choices, or their gold? */
  function ringed(e) {
    const style = getComputedStyle(e);
    const glow = glowOf(style);
    const { boxShadow, outlineStyle, outlineColor, backgroundImage, stroke, borderTopColor, borderTopWidth } = style;
    const ring = boxShadow.split(/,(?![^(]*\))/).some((part) => part.includes(glow) && /0px 0px 0px [1-4](\.\d+)?px/.test(part));
    const gold = backgroundImage.startsWith("linear-gradient") && backgroundImage.includes("rgb(255, 228, 154)");
    const line = outlineStyle !== "none" && outlineColor === glow && !e.matches(":focus-visible");
    const edge = borderTopColor === glow && parseFloat(borderTopWidth) >= 2;
    return ring || gold || line || edge || (e instanceof SVGElement && stroke === glow);
  }

  /** Things that look like a choice and are none. */
  function pretending() {
    const found = new Map();
    for (const region of all(`${REGIONS}, .line-words`)) {
      for (const e of all("*", region)) {
        if (e.closest("[data-lit]") || !ringed(e) || !shown(e)) continue;
        if (e.closest(OFFERED) || e.querySelector(OFFERED) || e.closest("g[role=button]")) continue;
        found.set(nameOf(e), `${nameOf(e)} at ${placed(boxOf(e))}`);
      }
    }
    return [...found.values()].map((what) => ["pretends", what]);
  }

  /** Choices in sight on the board that don't look like it. What a guide points at has the guide's ring instead. */
  function plain() {
    const found = new Map();
    for (const e of all(OFFERED)) {
      if (e.closest("[data-lit]")) continue;
      if (!e.closest(REGIONS) || e.closest(BUTTONS) || e.matches("[data-tab], .quiet") || QUIET.test(e.dataset.leads) || !shown(e) || aside(e)) continue;
      const near = [e, e.parentElement, e.parentElement.parentElement, ...all("*", e)];
      if (!near.some((one) => ringed(one))) found.set(nameOf(e), `${nameOf(e)} (${e.dataset.verb ?? e.dataset.leads}) at ${placed(boxOf(e))}`);
    }
    return [...found.values()].map((what) => ["plain", what]);
  }

  /** All violations at the open question: rows of [kind, thing]. */
  const look = () => [...squeezed(), ...piled(), ...cut(), ...empty(), ...pretending(), ...plain()];

  // -- enlarged pages ----------------------------------------------------------------------------

  /** What the pointer and the keys work with. */
  const CONTROLS = "button, a[href], input:not(.sr), select, textarea, summary, [data-verb]";

  /** Does anything that does not scroll keep the middle of a thing out of reach? Its name, or "". */
  function keptBy(e) {
    const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const [x, y] = middle(boxOf(e));
    for (let around = e.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const box = around === document.documentElement ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : boxOf(around);
      if ((overflowX === "hidden" || overflowX === "clip") && (x < box.left - 1 || x > box.right + 1)) return nameOf(around);
      if ((overflowY === "hidden" || overflowY === "clip") && (y < box.top - 1 || y > box.bottom + 1)) return nameOf(around);
    }
    const hit = document.elementFromPoint(x, y);
    const own = hit && (e.contains(hit) || hit.contains(e) || hit.closest("label, svg")?.contains(e));
    return own ? "" : hit ? `${nameOf(hit)} over it` : "the edge of the window";
  }

  /** Controls that can't be scrolled to, or lie under other things even then. */
  function unreachable(root) {
    const found = new Map();
    for (const e of all(CONTROLS, root)) {
      if (!shown(e) || e.closest(".sr, .skip, [inert]") || !boxOf(e).width) continue;
      e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const by = keptBy(e);
      if (by) found.set(nameOf(e) + by, `${nameOf(e)} "${(e.textContent || e.ariaLabel || "").trim().slice(0, 30)}" at ${placed(boxOf(e))} is kept out of reach by ${by}`);
    }
    return [...found.values()].map((what) => ["unreachable", what]);
  }

  /** On an enlarged page: what is cut, or can't be reached, in the open dialog or on the page. */
  function enlarged() {
    const root = all("dialog[open]").pop() ?? document.querySelector("#app");
    return [...cut([root]), ...unreachable(root)];
  }

  return { look, enlarged };
})();
