/**
 * The law of sight, checked in the page: without scrolling, all choices and their costs, the player in turn, the own
 * money, points and hand and every player's score can be seen; and changes by others are noticed: they were in sight,
 * or the strip of recent events tells them. See sight.py.
 */
window.sight = (() => {
  /** A module of the page. Browsers of 2022 know no address beside that of this script. */
  const part = (name) => import(`${location.origin}/static/${name}.js`);

  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const round = Math.round;

  /** Pixels by which a thing may stick out: borders that are drawn between two pixels. */
  const SLACK = 1.5;
  /** How many pixels of a card in a row that scrolls sideways must be in sight. */
  const PART = 24;
  /** The smallest readable font size: pixels, less a margin for rounding. */
  const READABLE = 11.95;
  /** How many pixels letters may overlap. */
  const HAIR = 2;
  /** From this opacity on, a thing hides what is behind it. */
  const DENSE = 0.7;
  /** Text for screen readers alone. */
  const UNREAD = ".sr";
  /** The places where a thing is examined, in parts of its box. */
  const SPOTS = [0.12, 0.5, 0.88].flatMap((y) => [0.12, 0.5, 0.88].map((x) => [x, y]));

  const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });
  const boxOf = (e) => e.getBoundingClientRect();
  const cutting = (e) => /auto|scroll|hidden|clip/.test(getComputedStyle(e).overflow);

  /** The part of the window in which a thing can be seen: clipped by all clipping elements around it. */
  function frameOf(e, until = null) {
    const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let box = e.parentElement; box && box !== document.body && box !== until; box = box.parentElement) {
      if (!cutting(box) || box instanceof SVGElement) continue;
      const { left, top, right, bottom } = boxOf(box);
      frame.left = Math.max(frame.left, left);
      frame.top = Math.max(frame.top, top);
      frame.right = Math.min(frame.right, right);
      frame.bottom = Math.min(frame.bottom, bottom);
    }
    return frame;
  }

  const inside = (box, frame) =>
    box.left >= frame.left - SLACK && box.top >= frame.top - SLACK && box.right <= frame.right + SLACK && box.bottom <= frame.bottom + SLACK;

  /** Does another thing cover this spot? Parts of the same picture don't count: their boxes are larger than their shapes. */
  function coveredAt(e, x, y) {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return true;
    if (e.contains(hit) || hit.contains(e)) return false;
    const picture = e.closest("svg");
    return !(picture && picture.contains(hit));
  }

  /** The thing that covers this one, or "". */
  function covered(e) {
    const box = boxOf(e);
    const spots = SPOTS.map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
    const [x, y] = spots.find((spot) => coveredAt(e, ...spot)) ?? [];
    if (x === undefined) return "";
    const over = document.elementFromPoint(x, y);
    const words = over?.textContent.trim().slice(0, 60);
    return over ? `lies under ${nameOf(over)} "${words}" at ${round(x)}, ${round(y)}` : `is outside at ${round(x)}, ${round(y)}`;
  }

  const nameOf = (e) => `${e.tagName.toLowerCase()}.${(e.getAttribute("class") ?? "").split(/\s+/).join(".")}`;
  const placed = ({ left, top, right, bottom }) => `${round(left)},${round(top)} to ${round(right)},${round(bottom)}`;

  /** A card of a row that may scroll sideways: part of it is in sight, from top to bottom. */
  function partly(e) {
    const [box, frame] = [boxOf(e), frameOf(e)];
    const seen = Math.min(box.right, frame.right) - Math.max(box.left, frame.left);
    const upright = box.top >= frame.top - SLACK && box.bottom <= frame.bottom + SLACK;
    if (upright && seen >= Math.min(PART, box.width)) return "";
    return `is at ${placed(box)}, its row at ${placed(frame)}`;
  }

  /** Why a thing is not completely in sight, or "". */
  function unseen(e) {
    if (!shown(e)) return "is not shown";
    if (e.closest("[data-row]")) return partly(e);
    const [box, frame] = [boxOf(e), frameOf(e)];
    return inside(box, frame) ? covered(e) : `is at ${placed(box)}, outside of ${placed(frame)}`;
  }

  /** The page of a phone with this thing, if another page is in sight. */
  function asideOf(e) {
    const page = e.closest("[data-page]");
    if (!page) return null;
    const [box, frame] = [boxOf(page), frameOf(page)];
    return inside(box, frame) ? null : page;
  }

  /** A thing of another page: reachable by a tab that is in sight. */
  function unseenAside(e, page) {
    const tab = one(`[data-tab="${page.dataset.page}"]`);
    if (!tab) return "lies on another page without a tab";
    const gone = unseen(tab);
    if (gone) return `lies on another page, whose tab ${gone}`;
    const [box, mine] = [boxOf(e), boxOf(page)];
    return inside(box, mine) ? "" : `is at ${placed(box)}, outside of its page at ${placed(mine)}`;
  }

  /** Everything on the table through which an option can be chosen: the thing, or one that leads to it by one tap. */
  function waysTo(verb, noun) {
    const leads = (e) => e.dataset.leads.split(";").some((pair) => [`${verb} ${noun}`, `${verb} *`].includes(pair.trim()));
    return {
      itself: all(`[data-verb="${verb}"][data-noun="${noun}"]`).filter((e) => !e.closest("#all-options")),
      leading: all("[data-leads]:not([data-tab])").filter(leads),
    };
  }

  const unseenAt = (e) => {
    const page = asideOf(e);
    return page ? unseenAside(e, page) : unseen(e);
  };

  /** Numbers in a text: the amounts of a price. No price may be shown by no text. */
  const figures = (text) => (text.match(/\d+/g) ?? []).filter((digits) => Number(digits));

  /** The texts within a thing, separately: a number beside another is not one of more digits. */
  function textsIn(e) {
    const [walker, texts] = [document.createTreeWalker(e, NodeFilter.SHOW_TEXT), []];
    while (walker.nextNode()) texts.push(walker.currentNode.data);
    return texts.join(" ");
  }

  /** All text of a thing, on it or at one tap. */
  function wordsOf(e) {
    const told = (e.getAttribute("aria-describedby") ?? "").split(/\s+/).map((id) => document.getElementById(id)?.textContent);
    const around = e.closest("[data-costs]")?.dataset.costs;
    return [textsIn(e), e.getAttribute("aria-label"), e.title, around, ...told].filter(Boolean).join(" ");
  }

  /** The violations of one option. */
  function option({ verb, noun, costs }) {
    const { itself, leading } = waysTo(verb, noun);
    const tried = [...itself, ...leading].map((e) => [e, unseenAt(e)]);
    const seen = tried.filter(([, why]) => !why).map(([e]) => e);
    if (!tried.length) return ["nowhere", "is not on the table"];
    if (!seen.length) return ["unseen", `${nameOf(tried[0][0])} ${tried[0][1]}`];
    const own = seen.filter((e) => itself.includes(e));
    const unpriced = own.length && !own.some((e) => figures(costs).every((digits) => figures(wordsOf(e)).includes(digits)));
    return unpriced ? ["unpriced", `"${costs}" cannot be read at ${nameOf(own[0])}: "${wordsOf(own[0]).trim().slice(0, 60)}"`] : null;
  }

  /** All options of the question, with their costs and gains in the words of the page. */
  async function options() {
    const [{ look: at }, { modules }, { playOf }, { choices }] = await Promise.all(
      ["core/state", "core/games", "table/play", "core/gametext"].map(part),
    );
    const view = at(location.hash.split("/")[2]);
    const play = playOf(view, modules.value[view.show.shown.value.public.table.game]);
    return choices(play.ask).map(([verb, noun]) => ({ verb, noun: `${noun}`, costs: `${play.module.costs?.(play, verb, noun) ?? ""}` }));
  }

  /** Things that must be in sight at any time, each with its name and how to find it. */
  function always() {
    const seats = all(".strip [data-tile]");
    const mine = one(".table-page").dataset.seat;
    const things = [
      ["status", one("[data-test=status]")],
      ["question", one(".line-prompt")],
      ...all(".coach-words > p").map((words) => ["guide", words]),
      ...seats.map((tile) => [`score of seat ${tile.dataset.tile}`, one("[data-figure=score]", tile)]),
      ...seats.filter((tile) => tile.dataset.asked !== undefined).map((tile) => [`mark of seat ${tile.dataset.tile}`, tile]),
    ];
    const money = all(`.strip [data-tile="${mine}"] [data-figure=money]`);
    const hand = all(".stage-hand [data-card]").slice(0, 12).map((card, n) => [`card ${n} of the hand`, card]);
    return [...things, ...money.map((e) => ["own money", e]), ...hand];
  }

  function surroundings() {
    const found = always()
      .map(([name, e]) => [name, e ? unseen(e) : "is not there"])
      .filter(([, why]) => why)
      .map(([name, why]) => ["hidden", `${name} ${why}`]);
    const { scrollHeight, scrollWidth } = document.scrollingElement;
    if (scrollHeight > innerHeight + SLACK || scrollWidth > innerWidth + SLACK) {
      found.push(["scrolls", `the page is ${scrollWidth} x ${scrollHeight} in a window of ${innerWidth} x ${innerHeight}`]);
    }
    return found;
  }

  /** How many times larger than its style a thing is drawn, by zoom or as part of a picture. */
  function scaleOf(e) {
    const drawn = e.ownerSVGElement ? e.getScreenCTM() : null;
    return drawn ? Math.hypot(drawn.a, drawn.b) : (e.currentCSSZoom ?? 1);
  }

  /** All readable texts of the page, each with its element. */
  function* texts() {
    const walker = document.createTreeWalker(one(".table-page"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const [text, e] = [walker.currentNode, walker.currentNode.parentElement];
      if (text.data.trim() && shown(e) && !e.closest(UNREAD) && boxOf(e).width >= 3) yield [text, e];
    }
  }

  /** Text in sight that is too small to be read, a row for each kind of place. */
  function tiny() {
    const found = new Map();
    for (const [{ data }, e] of texts()) {
      const words = data.trim();
      const size = parseFloat(getComputedStyle(e).fontSize) * scaleOf(e);
      if (size && size < READABLE) found.set(nameOf(e.parentElement) + nameOf(e), `"${words.slice(0, 20)}" at ${nameOf(e.parentElement)} > ${nameOf(e)} is ${size.toFixed(1)} pixels high`);
    }
    return [...found.values()].map((what) => ["tiny", what]);
  }

  /** The intersection of two boxes, or null if it is smaller than a hair. */
  function common(one, other) {
    const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
    const [right, bottom] = [Math.min(one.right, other.right), Math.min(one.bottom, other.bottom)];
    return right - left > HAIR && bottom - top > HAIR ? { left, top, right, bottom } : null;
  }

  /** The parts of the window in which a text's letters can be seen: a box for each line, without the ascent and descent. */
  function lettersOf(text, e) {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].flatMap(({ left, top, right, bottom, height }) => {
      const box = common({ left, right, top: top + height / 4, bottom: bottom - height / 4 }, frameOf(e));
      return box ? [{ text, e, box }] : [];
    });
  }

  /** Is this opaque? */
  function dense(e) {
    const { backgroundColor, backgroundImage, fill, fillOpacity, opacity } = getComputedStyle(e);
    const painted = e instanceof SVGElement && !e.matches("svg, g, text, tspan") ? fill : backgroundColor;
    const [, , , alpha = 1] = painted === "none" ? [0, 0, 0, 0] : (painted.match(/[\d.]+/g) ?? []).map(Number);
    const covers = backgroundImage !== "none" && !/rgba|transparent| \/ /.test(backgroundImage);
    return Number(opacity) * Number(fillOpacity) * alpha > DENSE || (covers && Number(opacity) > DENSE) || e.matches("img");
  }

  /** Are both of these visible at one spot, so that one text is read through the other? */
  function mingle(one, other, { left, top, right, bottom }) {
    const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    const [upper, lower] = [stack.indexOf(one.e), stack.indexOf(other.e)].sort((a, b) => a - b);
    if (upper < 0 || upper === lower) return upper >= 0;
    return !stack.slice(0, lower).some(dense);
  }

  /** Make all elements reachable for hit tests during an examination, whatever their styles say. */
  function allHit(look) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { pointer-events: auto !important; }");
    document.adoptedStyleSheets.push(sheet);
    try {
      return look();
    } finally {
      document.adoptedStyleSheets.pop();
    }
  }

  /** Texts that overlap other texts, a row for each kind of place. */
  const overlaid = () => allHit(() => {
    const [letters, found] = [[...texts()].flatMap(([text, e]) => lettersOf(text, e)), new Map()];
    letters.forEach((one, n) => {
      for (const other of letters.slice(n + 1)) {
        const both = one.text !== other.text && common(one.box, other.box);
        if (!both || !mingle(one, other, both)) continue;
        const [a, b] = [one, other].map(({ text, e }) => `"${text.data.trim().slice(0, 20)}" at ${nameOf(e)}`);
        found.set(nameOf(one.e) + nameOf(other.e), `${a} and ${b} share ${placed(both)}`);
      }
    });
    return [...found.values()].map((what) => ["overlaid", what]);
  });

  /** On a phone the page with the choices opens automatically: if choices are on pages, some of them are in sight. */
  function aside(rows) {
    const there = rows.flatMap(({ verb, noun }) => waysTo(verb, noun).itself).filter((e) => e.closest("[data-page]"));
    if (!there.length || there.some((e) => !asideOf(e))) return [];
    return [["aside", `all that is offered lies on the page ${there[0].closest("[data-page]").dataset.page}, which is not in sight`]];
  }

  /** Is the board covered by the log or the chat? Only what is around it can be examined then. */
  const drawnOver = () => {
    const drawer = one(".side.drawer:not([hidden])");
    return !!drawer && inside(boxOf(one(".stage-pages") ?? one("[data-test=board]")), boxOf(drawer));
  };

  /** Open the log or the chat, if it is a drawer. */
  const beside = (tab) => one(`[data-test=to-${tab}][aria-expanded=false]`)?.click();

  /** The choices, and all violations at the open question: rows of [kind, thing]. */
  async function look() {
    const rows = await options();
    if (drawnOver()) return { options: rows.length, wrong: [...surroundings(), ...tiny(), ...overlaid()] };
    const wrong = rows.flatMap((row) => {
      const found = option(row);
      return found ? [[found[0], `${row.verb} ${row.noun} ${found[1]}`]] : [];
    });
    return { options: rows.length, wrong: [...wrong, ...aside(rows), ...surroundings(), ...tiny(), ...overlaid(), ...(window.room?.look() ?? [])] };
  }

  /** Attributes that tell only what can be done with a thing, and nothing about the thing. */
  const OFFERS = /^(class|tabindex|disabled|title|aria-.*|data-(verb|noun|leads|rove|asked|tab))$/;
  /** The elements that contain the game; all around them tell about the game. */
  const PLACES = ".tile-figures, .stage-board, .stage-mine, .stage-hand, .stage-seat, .stage-page";

  /** The elements of the game that were redrawn since the last examination. */
  const redrawn = new Set();
  const redraw = new MutationObserver((rows) => {
    for (const { type, target, attributeName, addedNodes } of rows) {
      if (type === "attributes" && OFFERS.test(attributeName)) continue;
      for (const node of [target, ...addedNodes]) redrawn.add(node.nodeType === Node.TEXT_NODE ? node.parentElement : node);
    }
  });

  /** Changes by others that could not be noticed: rows of [kind, thing]. */
  const unnoticed = [];

  /** Fields that only tell how the game continues: the question shows it anyway. */
  const COURSE = ["resume", "theirs"];

  const keysThatDiffer = (one, other) =>
    Object.keys(other).filter((key) => !COURSE.includes(key) && JSON.stringify(one[key]) !== JSON.stringify(other[key]));

  /** The count and the text of the strip, and its element: a line that repeats a text is a new element. */
  const toldNow = () => ({ words: [".since-count", ".since-line"].map((part) => one(part)?.textContent ?? "").join(" "), line: one(".since-line") });

  /** Others have changed the game: were all redrawn elements in sight, or has the strip more text than before? */
  function judge(keys, lines, told) {
    const drawn = [...redrawn].filter((e) => e?.isConnected && e.checkVisibility?.() && e.closest(PLACES));
    const outside = drawn.find((e) => !inside(boxOf(e), frameOf(e)));
    const line = one(".since-line");
    // The line fades in, at its place in the strip.
    const hidden = line?.checkVisibility() ? unseen(one(".since")) : "tells nothing";
    const now = toldNow();
    const anew = now.words !== told.words || now.line !== told.line;
    if ((drawn.length && !outside) || (anew && !hidden)) return;
    const what = outside ? `${nameOf(outside)} at ${placed(boxOf(outside))} is out of sight` : "nothing of it is drawn";
    const said = lines.map((row) => row.join(" ")).join("; ") || "nothing";
    const strip = hidden ? `the strip ${hidden}` : `the strip says "${now.words}" as before`;
    unnoticed.push(["unnoticed", `${keys.join(", ")} changed, ${what}, the log says ${said}, ${strip}`]);
  }

  let unwatch = () => {};
  /** From now on examine the changes by others at this table, each time that the page has drawn something. */
  async function keepWatch(table) {
    unwatch();
    const [{ look: at }, { effect }, { seatOf }] = await Promise.all(
      ["core/state", "core/lib", "table/log"].map(part),
    );
    let [before, after, told, lines, logged, ended] = [null, null, toldNow(), [], 0, false];
    const parts = [];
    const drawn = () => {
      if (ended) return;
      const keys = before ? keysThatDiffer(before.public.game, after.public.game) : [];
      const { game } = after.public.table;
      const asked = before?.mine.ask?.number !== undefined;
      const byOthers = lines.length ? lines.some((line) => ![-1, after.seat].includes(seatOf(game, [line]))) : !asked;
      if (keys.length && byOthers) judge(keys, lines, told);
      redrawn.clear();
      [before, after, told, lines] = [after, null, toldNow(), []];
    };
    redraw.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const end = effect(() => {
      const shown = at(table).show.shown.value;
      if (!shown) return;
      parts.push(...shown.lines);
      // While a move is shown in parts, the log is as before it.
      const inParts = !shown.settled && shown.public.log[0] === logged;
      logged = shown.public.log[0];
      if (inParts) return;
      lines.push(...parts.splice(0));
      if (!after) frames(2).then(drawn);
      after = shown;
    });
    unwatch = () => {
      ended = true;
      end();
    };
  }

  async function frames(n) {
    for (let k = 0; k < n; k++) await new Promise((go) => requestAnimationFrame(go));
  }

  let drawn = 1;
  const draw = (n) => (drawn = (drawn * 48271) % 2147483647) % n;

  /** Wait for a question that stays: the page answers one automatically if only a confirmation is left. */
  async function standing() {
    for (;;) {
      const prompt = await waiting.turn([], 60_000, true);
      const asked = waiting.question();
      await rest();
      if (waiting.question() === asked && !one(".line .spinner")) return prompt;
    }
  }

  /** Wait for the next question, examine it, and answer it at random: { prompt, options, wrong }, or null at the end. */
  async function next(seed) {
    if (seed) drawn = seed;
    const prompt = await standing();
    if (prompt === "end") return null;
    const { options: offered, wrong } = await look();
    return { prompt, options: offered, wrong: [...wrong, ...unnoticed.splice(0)] };
  }

  /** Answer the question by any of its options, over the page's own socket. */
  async function answer() {
    let rows = await options();
    // While a move of others is shown nothing can be chosen, if several seats are asked at once.
    for (let n = 0; !rows.length && n < 600; n++) {
      await frames(3);
      rows = await options();
    }
    const { verb, noun } = rows[draw(rows.length)];
    const before = waiting.question();
    await change("act", verb, Number(noun));
    await waiting.until(() => waiting.question() !== before, "an answer", 60_000, true);
  }

  /** Milliseconds in which the page must come to rest; on a busy machine it has as long as it takes to draw this often. */
  const [RESTLESS, FRAMES] = [5_000, 300];

  /** Animations and transitions that lead somewhere and have not ended; what repeats itself only draws the eye. */
  const passing = () => document.getAnimations().filter(({ playState, effect }) => {
    const { iterations, endTime } = effect.getComputedTiming();
    return playState === "running" && iterations === 1 && endTime < RESTLESS;
  });

  /** Where everything is that this law and others measure. */
  const places = () => all("[data-verb], [data-page], [data-card], .line, .tile").map((e) => placed(boxOf(e))).join(";");

  /** All animations have ended, also those that began meanwhile, and nothing has moved for some frames. */
  async function rest() {
    const begun = performance.now();
    let last = "";
    for (let same = 0, n = 0; same < 3 && (n < FRAMES || performance.now() - begun < RESTLESS); n++) {
      await new Promise((go) => requestAnimationFrame(go));
      const now = places();
      same = now === last && !passing().length ? same + 1 : 0;
      last = now;
    }
  }

  async function change(kind, verb, noun) {
    const state = await part("core/state");
    const table = location.hash.split("/")[2];
    await state.change(kind, table, Number(one(".table-page").dataset.seat), Number(one(".line").dataset.ask), verb, noun);
  }

  /** Make a table with oneself on the first seat and bots on the others, and start it. */
  async function begin(game, count, options) {
    const { sit, wire } = await part("core/state");
    // Over the socket: a refusal names its reason here, while the page would only show it.
    const tell = (...all) => wire.change(...all);
    const made = await tell("make", game, count, options, false, ["", ...Array(count - 1).fill("whim")], [], false);
    await sit(made.table, 0);
    location.hash = `#/t/${made.table}`;
    const ready = () => one("[data-test=start]:not([disabled])");
    await waiting.until(ready, "bots on all seats", 60_000, true);
    await tell("start", made.table);
    await waiting.until(() => one("[data-test=board]"), "the game", 60_000, true);
    await keepWatch(made.table);
    return made.table;
  }

  /** Begin the guided game alone. */
  async function learn(game) {
    unwatch(); // the bots of the table before play on, and nobody looks at it any more
    const [{ beginLesson }, { catalogue, loadGame }] = await Promise.all(["lobby/quick_start", "core/text"].map(part));
    await loadGame(game);
    await beginLesson(catalogue.value.find(({ name }) => name === game), "first", true);
    await waiting.until(() => one("[data-test=coach]"), "the guide", 60_000, true);
    await keepWatch(location.hash.split("/")[2]);
  }

  return { begin, learn, watch: keepWatch, next, answer, look, overlaid, beside };
})();
