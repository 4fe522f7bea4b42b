/** Where a pointer can click on a thing: in sight, at rest, uncovered. See pointer.py. */
window.pointer = (() => {
  /** Places in a box at which a pointer may aim: the middle, then around it. */
  const AIMS = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.1, 0.1], [0.9, 0.9]];

  const frame = () => new Promise((go) => requestAnimationFrame(go));
  const place = (e) => {
    const { left, top, width, height } = e.getBoundingClientRect();
    return { left, top, width, height };
  };

  /** The element to click on for this one: hidden buttons have a visible label. */
  const seen = (e) => (e.matches("input") && e.closest("label")) || e;

  /** Places of a thing at which it can be clicked on, [x, y] each. */
  function free(e) {
    const box = place(e);
    const points = AIMS.map(([x, y]) => [box.left + box.width * x, box.top + box.height * y]);
    return points.filter(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return hit && e.contains(hit);
    });
  }

  /** The part of the window, and of all scrolling elements around a thing, in which the thing could be in sight. */
  function room(e) {
    for (let box = e.parentElement; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const inner = box.getBoundingClientRect();
      const [x, y] = middle(e);
      const rolls = [overflowX, overflowY].map((way) => way === "auto" || way === "scroll");
      const across = rolls[0] && box.scrollWidth > box.clientWidth && (x < inner.left || x > inner.right);
      const along = rolls[1] && box.scrollHeight > box.clientHeight && (y < inner.top || y > inner.bottom);
      if (across || along) return { box, inner, across, along };
      if (position === "fixed") return null;
    }
    const inner = { left: 0, right: innerWidth, top: 0, bottom: innerHeight };
    return { inner, across: false, along: true };
  }

  const middle = (e) => {
    const { left, top, width, height } = place(e);
    return [left + width / 2, top + height / 2];
  };

  /** Where to turn the wheel, and by how much, so that a thing comes nearer: [x, y, right, down]. */
  function wheel(e) {
    const found = room(e);
    if (!found) return [0, 0, 0, 0];
    const { box, inner, across, along } = found;
    const [x, y] = middle(e);
    const centre = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
    if (box && !box.contains(document.elementFromPoint(...centre))) return wheel(box); // which must be in sight first
    const inside = [clamped(centre[0], 1, innerWidth - 1), clamped(centre[1], 1, innerHeight - 1)];
    return [...inside, across ? x - centre[0] : 0, along ? y - centre[1] : 0];
  }

  let [rolled, stopped] = [0, 0];
  const passive = { capture: true, passive: true };
  addEventListener("scroll", () => { rolled = performance.now(); }, passive);
  addEventListener("scrollend", () => { stopped = performance.now(); }, passive);

  /** How long after the wheel a busy page may begin to scroll, and how long one without an end must rest (ms). */
  const [BEGINS, RESTS] = [1_500, 500];

  /** After a turn of the wheel: wait until the page has finished scrolling. */
  async function rest() {
    const since = performance.now();
    const moves = () => rolled < since
      ? performance.now() - since < BEGINS
      : stopped < rolled && performance.now() - rolled < RESTS;
    while (moves()) await frame();
    await frame();
  }

  /** Turn the wheel like this, many times as fast as with the pointer. */
  function roll([x, y, left, top]) {
    for (let box = document.elementFromPoint(x, y); box && box !== document.body; box = box.parentElement) {
      const before = [box.scrollLeft, box.scrollTop];
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) box.scrollBy({ left, top, behavior: "instant" });
      if (before[0] !== box.scrollLeft || before[1] !== box.scrollTop) return;
    }
    scrollBy({ left, top, behavior: "instant" });
  }

  const clamped = (value, from, to) => Math.min(Math.max(value, from), to);

  function trouble(e) {
    if (e.disabled) return "is disabled";
    const [x, y] = middle(e);
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `is out of sight, at ${Math.round(x)}, ${Math.round(y)}`;
    return `lies under ${document.elementFromPoint(x, y)?.outerHTML.slice(0, 160)}`;
  }

  /** The place for a click now, or the obstacle: { at, trouble, wheel, fingers, checked }. */
  function look(thing) {
    const e = seen(thing);
    const at = e.disabled ? undefined : free(e)[0];
    const fingers = navigator.maxTouchPoints > 0;
    return { at: at ?? [], trouble: at ? "" : trouble(e), wheel: at ? [0, 0, 0, 0] : wheel(e), fingers, checked: !!thing.checked };
  }

  /** The same, as soon as the thing is at rest. */
  async function aim(thing) {
    let [last, frames] = ["", 0];
    while (frames++ < 120) {
      const now = JSON.stringify(place(seen(thing)));
      if (now === last) break;
      last = now;
      await frame();
    }
    return look(thing);
  }

  /** The target of a press, whether it hit the target, and whether it caused a click. */
  let meant = { thing: null, down: false, up: false };

  const PRESSES = ["pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend", "click"];

  /** A press that misses its target, because the page has moved just then, does nothing. */
  function meet(event) {
    if (!meant.thing) return;
    if (event.type === "pointerdown") meant.down = event.composedPath().includes(seen(meant.thing));
    if (meant.down) meant.up ||= event.type === "click";
    else {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
  for (const kind of PRESSES) addEventListener(kind, meet, { capture: true, passive: false });

  /** The target of the next press. */
  function mean(thing) {
    meant = { thing, down: false, up: false };
  }

  /** How long a busy page may take to turn a press that hit its target into a click, and one that missed it (ms). */
  const [CLICKS, MISSES] = [10_000, 1_500];

  /** Did the press since then hit its target? One that stops a scrolling page doesn't. */
  async function met() {
    const { thing } = meant;
    const since = performance.now();
    const done = () => !thing || meant.up || meant.down && (!thing.isConnected || thing.matches("select"));
    while (!done() && performance.now() - since < (meant.down ? CLICKS : MISSES)) await frame();
    const came = done();
    mean(null);
    return came;
  }

  return { aim, look, mean, met, rest, roll };
})();
