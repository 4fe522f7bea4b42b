/**
 * Plays in the page, faster than a test could from outside: waits for a question, chooses among what is offered,
 * clicks, waits for the answer. Whatever doesn't come in time ends in an error that tells what the page shows.
 */
window.player = (() => {
  /** A page that is made slow on purpose is given more time; see slow.py. */
  const slowness = window.slowness ?? 1;
  /** Milliseconds in which something must happen at a table that one waits for. */
  const PATIENCE = 40_000 * slowness;
  /** One click may open something, in which the next one is done; but not for ever. */
  const CLICKS_PER_QUESTION = 6;
  /** No game asks one player more questions than this. */
  const MOST = 1_500;
  /** How long a thing may move or be covered before it must be reachable. */
  const REACH = 5_000 * slowness;
  /** The wheel is turned so often at most to see one thing. */
  const TURNS = 40;

  const one = (selector) => document.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const clicks = [];

  const line = () => one(".line")?.dataset ?? {};
  const question = () => (one("[data-test=end]") ? "end" : `${line().prompt} ${line().ask}`);
  const version = () => one(".table-page")?.dataset.version;

  /** The question that can be answered now, "end" when all is over, "" while there is nothing to do. */
  function asked() {
    if (one("[data-test=end]")) return "end";
    const ready = one(".line.yours") && one("[data-settled=yes]") && !one(".line .spinner");
    return ready ? line().prompt : "";
  }

  /** The page in words, for whoever has to find out what went wrong. */
  function told() {
    const words = (selector) => all(selector).filter((e) => e.checkVisibility()).map((e) => e.innerText.replace(/\s+/g, " "));
    const name = (e) => `${e.dataset.verb} ${e.dataset.noun ?? e.dataset.card ?? ""}${e.checkVisibility() ? "" : " (hidden)"}`;
    const { phase, settled, seat } = one(".table-page")?.dataset ?? {};
    return [
      `page ${location.hash}, seat ${seat}, phase ${phase}, version ${version()}, settled ${settled}, hidden ${document.hidden}`,
      `question "${question()}", status ${JSON.stringify(words("[data-test=status]"))}`,
      `line ${JSON.stringify(words(".line"))}`,
      `connection ${JSON.stringify(words(".reconnect"))}, notices ${JSON.stringify(words(".notice"))}, dialog ${JSON.stringify(words("dialog"))}`,
      `offered ${all("[data-verb]").map(name).join("; ") || "nothing"}`,
      `last clicks ${clicks.slice(-6).join("; ") || "none"}`,
      `last of the log ${JSON.stringify(all(".log-line").slice(-4).map((e) => e.textContent.trim()))}`,
    ].join("\n  ");
  }

  const fail = (what) => { throw new Error(`${what}\n  ${told()}`); };

  /** After the next change of the page, or a moment later. */
  const change = () => new Promise((go) => {
    const done = () => { clearTimeout(timer); watch.disconnect(); go(); };
    const timer = setTimeout(done, 100);
    const watch = new MutationObserver(done);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  /** After nothing has been scrolled for a moment. */
  const rest = () => new Promise((go) => {
    let timer;
    const again = () => { clearTimeout(timer); timer = setTimeout(done, 150); };
    const done = () => { removeEventListener("scroll", again, true); go(); };
    addEventListener("scroll", again, true);
    again();
  });
  /** After the page has drawn what a click has changed. */
  const beat = () => new Promise((go) => setTimeout(go, 0));

  /** Wait until this is true; while the table's version changes, it is worth waiting. `hurried` skips what moves. */
  async function until(test, what, patience = PATIENCE, hurried = false) {
    let [since, seen] = [performance.now(), version()];
    for (;;) {
      const found = test();
      if (found) return found;
      if (hurried) hurry();
      if (version() !== seen) [since, seen] = [performance.now(), version()];
      if (performance.now() - since > patience) fail(`waited in vain for ${what}`);
      await change();
    }
  }

  /** How often the wheel was turned. */
  let turned = 0;

  /** The tab of the page on which a thing lies, where another page is in sight. */
  function elsewhere(e) {
    const page = e.closest("[data-page]");
    const tab = page && one(`[data-tab=${page.dataset.page}]`);
    return tab?.getAttribute("aria-pressed") === "false" ? tab : null;
  }

  /** The notice that lies over a thing, if one does: whoever wants to get there closes it. */
  function notice(e) {
    const { left, top, width, height } = e.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".notice");
  }

  /** Turn the wheel until a thing is in sight and free. Where to click on it then, or null once it need not be. */
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

  /** A click on whatever lies at this place, many times as fast as one with the pointer. */
  function touch([x, y]) {
    const there = { bubbles: true, cancelable: true, view: window, clientX: x, clientY: y };
    document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", there));
  }

  /** Click on a thing, as people do: it must be in sight, and nothing may lie over all of it. */
  async function click(e, hurried) {
    const name = `${e.dataset.verb ?? e.dataset.test ?? e.getAttribute("class")} ${e.dataset.noun ?? ""}`.trim();
    const before = question();
    const found = await find(e, () => question() !== before || !e.isConnected, hurried);
    if (!found) return;
    clicks.push(`${name} at "${before}"`);
    if (hurried) touch(found.at);
    else await press(found.at, found.fingers);
  }

  /** Pass over what moves, by the button that is there for it. */
  function hurry() {
    const skip = one("[data-test=skip]");
    const found = skip && pointer.look(skip);
    if (found && !found.trouble) touch(found.at);
  }

  /** Open the list of all options and click on the last of them. */
  async function clickInList(hurried) {
    const before = question();
    await click(one("[data-test=all-options]"), hurried);
    await beat();
    if (question() === before) await click(one("#all-options li:last-child button"), hurried);
  }

  /** The game of the table that the page shows. */
  const game = () => [...one(".stage").classList].find((name) => name.startsWith("game-")).slice("game-".length);

  /** What is offered to the pointer now: in the regions of the stage, on the line of action. */
  const offered = (selector) =>
    all(`${selector}, .line [data-verb]`).filter((e) => e.checkVisibility() && !e.closest("#all-options"));

  /** Answer the question by one click, or by as many as it takes to come to what answers it; counts verbs in `did`. */
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
      // What the store keeps waiting is sent again by the page itself.
      if (one(".notice.refusal:not([data-code=storing])")) fail("a click was refused");
      if (one(".line .spinner")) await until(() => question() !== now || !one(".line .spinner"), "an answer");
    }
  }

  /** Wait until something is asked (or one of these prompts), or all is over ("end"); which it is. */
  const turn = (prompts, patience, hurried) =>
    until(() => {
      const now = asked();
      return (!prompts.length || now === "end" || prompts.includes(now)) && now;
    }, `a question of ${prompts}`, patience, hurried);

  /** A number below n, as chance has it that `seed` begins. */
  const drawing = (seed) => (n) => (seed = (seed * 48271) % 2147483647) % n;

  /**
   * Answer questions as ways.js says until one of `stops` is asked and `when` holds, until `steps` are answered, or
   * until all is over. `draw(n)` is made of `seed`, `first` is the number of the first question.
   *
   * Gives { prompt, asked, did, turned }: what is asked now, what was asked on the way, how often which verb was
   * clicked, how often the wheel had to be turned.
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

  /** Have the page speak another language, as by its preferences, and wait until all is drawn in it. */
  async function speak(language) {
    await (await import("/static/text.js")).speak(language);
    await rest();
  }

  /** Say one's name, as the form for it does. */
  const greet = async (name) => (await import("/static/state.js")).greet(name);

  /**
   * Play at once against these bots, as by the button for it on a game's cover; `wishes`: what is to be different of
   * the options, as people read them. The table.
   */
  async function begin(game, minds, wishes) {
    const { eager, limits, makeTable, usualOptions } = await import("/static/quick.js");
    const { describe, optionName, valueName } = await import("/static/options.js");
    const { loadGame, mindsOf } = await import("/static/text.js");
    await loadGame(game);
    const seats = ["me", ...minds];
    const options = { ...usualOptions(describe(game)), ...limits(describe(game), seats.length)[0] };
    for (const [label, wanted] of Object.entries(wishes)) {
      const { name, values } = describe(game).options.find((row) => optionName(game, row.name) === label);
      options[name] = values ? values.find((value) => valueName(game, name, value) === wanted) : wanted;
    }
    eager.value = await makeTable({ game, seats, options, open: true, standIn: mindsOf(game)[0] });
    return eager.value;
  }

  /** Begin in a position, as the page for it does: whoever is asked first is oneself. The table. */
  async function lay(text) {
    const { eager, makeTable } = await import("/static/quick.js");
    const { bring, BROUGHT } = await import("/static/beginnings.js");
    const { AUTO } = await import("/static/mirrors.js");
    const { mindsOf } = await import("/static/text.js");
    const { name, game, seats: count, options, asked } = await bring(text);
    const seats = Array.from({ length: count }, (_, n) => (n === (asked[0] ?? 0) ? "me" : mindsOf(game)[0]));
    eager.value = await makeTable({ game, seats, options, open: false, origin: [name, BROUGHT, AUTO] });
    return eager.value;
  }

  const over = (mirror) => mirror.public.table.phase === "over";

  /** Have a table drawn no more until its last move, which is shown as ever: drawing takes longer than all else. */
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

  /** What is done in Machi Koro before all else, so that the game comes to its end. */
  const BUILDING = ["landmark", "build", "done"];

  /** Answer all questions of a game over the page's own wire: at random where nothing is known to be better. */
  async function rush() {
    const { change, look } = await import("/static/state.js");
    const table = location.hash.split("/")[2];
    const mirror = () => look(table).mirror();
    const draw = drawing(1);
    const wanted = game() === "machi_koro" ? BUILDING : [];
    if (!over(mirror())) undrawn(look(table));
    while (!over(mirror())) {
      const { mine, seat } = await until(() => (over(mirror()) || mirror().mine.ask?.number) && mirror(), "a question");
      if (!mine.ask?.number) continue;
      const { number, options } = mine.ask;
      const best = wanted.map((kind) => options.find(([verb]) => verb === kind)).find(Boolean);
      const [verb, ...nouns] = best ?? options[draw(options.length)];
      await change("act", table, seat, number, verb, (best ? nouns.at(-1) : nouns[draw(nouns.length)]) ?? -1);
    }
  }

  return { asked, question, told, until, rest, turn, greet, speak, begin, lay, play, rush };
})();
