/**
 * Plays in the page, faster than a test could from outside: waits for a question, chooses an option, clicks, waits
 * for the next state. Needs server/authoring/waiting.js.
 */
window.player = (() => {
  /** A page that is slowed down on purpose gets more time; see slow.py. */
  const slowness = window.slowness ?? 1;
  /** A click may open something that needs another click, but only this many in a row. */
  const CLICKS_PER_QUESTION = 6;
  /** No game asks one player more questions than this. */
  const MOST = 1_500;
  /** How long a thing may move or be covered before it must be reachable (ms). */
  const REACH = 40_000 * slowness;
  /** The maximum number of turns of the wheel for one thing. */
  const TURNS = 40;

  /** A module of the page. Browsers of 2022 know no address beside that of these scripts. */
  const part = (name) => import(`${location.origin}/static/${name}`);

  const one = (selector) => document.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { PATIENCE, asked, question, told, fail, clicks, until, turn } = window.waiting;

  /** Wait until nothing has been scrolled for a moment, and the page has drawn what came before. */
  const rest = () => new Promise((go) => {
    let timer;
    const again = () => { clearTimeout(timer); timer = setTimeout(done, 150); };
    const done = () => {
      removeEventListener("scroll", again, true);
      requestAnimationFrame(() => requestAnimationFrame(go));
    };
    addEventListener("scroll", again, true);
    again();
  });
  /** Wait until the page has drawn the result of a click. */
  const beat = () => new Promise((go) => setTimeout(go, 0));

  /** How often the wheel was turned. */
  let turned = 0;

  /** The tab of the page with this thing, if another page is in sight. */
  function elsewhere(e) {
    const page = e.closest("[data-page]");
    const tab = page && one(`[data-tab=${page.dataset.page}]`);
    return tab?.getAttribute("aria-pressed") === "false" ? tab : null;
  }

  /** The notice that covers a thing, if there is one: a person who wants to get there closes it. */
  function notice(e) {
    const { left, top, width, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".notice");
  }

  /** Turn the wheel until a thing is in sight and uncovered. Gives the place for a click, null if it is not needed. */
  async function find(e, done, hurried) {
    for (let turns = 0; !done(); turns++) {
      const found = await pointer.aim(e);
      if (done()) return null;
      const tab = found.trouble && elsewhere(e);
      if (tab) {
        await until(() => done() || !pointer.look(tab).trouble, "a tab that can be clicked on", REACH);
        if (done()) return null;
        if (hurried) touch(pointer.look(tab).at);
        else await press(pointer.look(tab).at, found.fingers);
        await until(() => done() || !elsewhere(e), "another page of the table", REACH);
        continue;
      }
      if (!found.trouble) return found;
      const told = notice(e);
      if (told) {
        const { at } = pointer.look(told.querySelector("button"));
        if (hurried) touch(at);
        else await press(at, found.fingers);
        await until(() => done() || !told.isConnected, "a notice that can be closed", REACH);
        continue;
      }
      if (turns < TURNS && (found.wheel[2] || found.wheel[3])) {
        turned += 1;
        if (hurried) pointer.roll(found.wheel);
        else await turnWheel(found.wheel);
        continue;
      }
      const free = () => done() || !pointer.look(e).trouble;
      await until(free, `a way to click on something: it ${found.trouble}`, REACH);
    }
    return null;
  }

  /** Click on the element at this place, many times as fast as with the pointer. */
  function touch([x, y]) {
    const there = { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y };
    document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", there));
  }

  /** Click on a thing, as people do: it must be in sight, and not completely covered. */
  async function click(e, hurried) {
    const name = `${e.dataset.verb ?? e.dataset.test ?? e.getAttribute("class")} ${e.dataset.noun ?? ""}`.trim();
    const before = question();
    const found = await find(e, () => question() !== before || !e.isConnected, hurried);
    if (!found) return;
    clicks.push(`${name} at "${before}"`);
    if (hurried) touch(found.at);
    else await press(found.at, found.fingers);
  }

  /** Skip animations, by the page's button for it. */
  function hurry() {
    const skip = one("[data-test=skip]");
    const found = skip && pointer.look(skip);
    if (found && !found.trouble) touch(found.at);
  }
  window.waiting.hurry = hurry;

  /** Open the list of all options and click on the last of them. */
  async function clickInList(hurried) {
    const before = question();
    await click(one("[data-test=all-options]"), hurried);
    await beat();
    if (question() === before) await click(one("#all-options li:last-child button"), hurried);
  }

  /** The game of the table on the page. */
  const game = () => [...one(".stage").classList].find((name) => name.startsWith("game-")).slice("game-".length);

  /** The things that the pointer can choose now: in the regions of the stage, and on the action line. */
  const offered = (selector) =>
    all(`${selector}, .line [data-verb]`).filter((e) => e.checkVisibility() && !e.closest("#all-options"));

  /** Answer the question by one click, or by as many as lead to an answer; counts verbs in `did`. */
  async function answer({ offers, pick, list }, draw, number, did, hurried) {
    const now = question();
    for (let tries = 0; question() === now && asked(); tries++) {
      if (tries === CLICKS_PER_QUESTION) fail(`clicks answer nothing: ${clicks.slice(-tries).join("; ")}`);
      if (!tries && list && number % list === 0 && one("[data-test=all-options]")) {
        await clickInList(hurried);
      } else {
        const picked = pick(offered(offers), draw, number, asked()) ?? one(".tile.leads .tile-name") ?? fail("nothing is offered that could be clicked");
        const { verb } = picked.dataset;
        if (verb) did[verb] = (did[verb] ?? 0) + 1;
        await click(picked, hurried);
      }
      await beat();
      // A change that waits for the store is repeated by the page.
      if (one(".notice.refusal:not([data-code=storing])")) fail("a click was refused");
      if (one(".line .spinner")) await until(() => question() !== now || !one(".line .spinner"), "an answer");
    }
  }

  /** A random number below n, from a generator that begins with `seed`. */
  const drawing = (seed) => (n) => (seed = (seed * 48271) % 2147483647) % n;

  /**
   * Answer questions as ways.js does until one of `stops` is asked and `when` holds, until `steps` are answered, or
   * until the end. `draw(n)` uses `seed`, `first` is the number of the first question.
   *
   * Gives { prompt, asked, did, turned }: the open question, the questions on the way, how often each verb was
   * clicked, how often the wheel was turned.
   */
  async function play({ stops, when, steps, seed, first, hurried }) {
    const draw = drawing(seed);
    const been = [];
    const did = {};
    turned = 0;
    for (let number = 0; number < MOST; number++) {
      if (number === steps) return { prompt: asked(), asked: been, did, turned };
      const prompt = await turn([], PATIENCE, hurried);
      if (prompt === "end" || (stops.includes(prompt) && when())) return { prompt, asked: been, did, turned };
      been.push(prompt);
      await answer(window.ways[game()], draw, first + number, did, hurried);
    }
    return fail(`no end in sight after ${MOST} questions`);
  }

  /** Switch the page to another language, as by its preferences, and wait until it is drawn. */
  async function speak(language) {
    await (await part("core/text.js")).speak(language);
    await rest();
  }

  /** Enter a name, as the form for it does. */
  const greet = async (name) => (await part("core/state.js")).greet(name);

  /**
   * Play at once against these bots, as by the button on a game's cover; `wishes`: the options that differ from the
   * defaults, by their labels. Returns the table.
   */
  async function begin(game, minds, wishes, more = {}) {
    const { eager, limits, makeTable, usualOptions } = await part("lobby/quick_start.js");
    const { describe, optionName, valueName } = await part("core/options.js");
    const { loadGame, mindsOf } = await part("core/text.js");
    await loadGame(game);
    const seats = ["me", ...minds];
    const options = { ...usualOptions(describe(game)), ...limits(describe(game), seats.length)[0] };
    for (const [label, wanted] of Object.entries(wishes)) {
      const { name, values } = describe(game).options.find((row) => optionName(game, row.name) === label);
      options[name] = values ? values.find((value) => valueName(game, name, value) === wanted) : wanted;
    }
    eager.value = await makeTable({ game, seats, options, open: true, standIn: mindsOf(game)[0], ...more });
    return eager.value;
  }

  /** Start from a position, as the page for it does: the seat asked first is one's own. Returns the table. */
  async function lay(text) {
    const { eager, makeTable } = await part("lobby/quick_start.js");
    const { bring, BROUGHT } = await part("core/uploads.js");
    const { AUTO } = await part("net/mirrors.js");
    const { mindsOf } = await part("core/text.js");
    const { name, game, seats: count, options, asked } = await bring(text);
    const seats = Array.from({ length: count }, (_, n) => (n === (asked[0] ?? 0) ? "me" : mindsOf(game)[0]));
    eager.value = await makeTable({ game, seats, options, open: false, origin: [name, BROUGHT, AUTO] });
    return eager.value;
  }

  const over = (mirror) => mirror.public.table.phase === "over";

  /** Stop drawing a table until its last move, which is shown as usual: drawing takes longer than everything else. */
  function undrawn({ show }) {
    const last = (_, mirror) => {
      if (!over(mirror)) return;
      show.listeners.delete(last);
      show.waiting.length = 0;
      delete show.display;
    };
    show.listeners.add(last);
    show.display = () => {};
  }

  /** How long all others may take at a table that isn't drawn: its version stays, whatever they do (ms). */
  const UNDRAWN = 5 * PATIENCE;

  /** Preferred choices in Machi Koro, so that the game ends. */
  const BUILDING = ["landmark", "build", "done"];

  /** Answer all questions of a game over the page's own socket: at random where no choice is known to be better. */
  async function rush() {
    const { change, look } = await part("core/state.js");
    const table = location.hash.split("/")[2];
    const mirror = () => look(table).mirror();
    const draw = drawing(1);
    const wanted = game() === "machi_koro" ? BUILDING : [];
    if (!over(mirror())) undrawn(look(table));
    const due = () => (over(mirror()) || mirror().mine.ask?.number) && mirror();
    while (!over(mirror())) {
      const { mine, seat } = await until(due, "a question", UNDRAWN);
      if (!mine.ask?.number) continue;
      const { number, options } = mine.ask;
      const best = wanted.map((kind) => options.find(([verb]) => verb === kind)).find(Boolean);
      const [verb, ...nouns] = best ?? options[draw(options.length)];
      await change("act", table, seat, number, verb, (best ? nouns.at(-1) : nouns[draw(nouns.length)]) ?? -1);
    }
  }

  return { asked, question, told, until, rest, turn, greet, speak, begin, lay, play, rush };
})();
