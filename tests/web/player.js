/**
 * Plays in the page, faster than a test could from outside: waits for a question, chooses among what is offered,
 * clicks, waits for the answer. Whatever doesn't come in time ends in an error that tells what the page shows.
 */
window.player = (() => {
  /** Milliseconds in which something must happen at a table that one waits for. */
  const PATIENCE = 40_000;
  /** One click may open something, in which the next one is done; but not for ever. */
  const CLICKS_PER_QUESTION = 6;
  /** No game asks one player more questions than this. */
  const MOST = 1_500;
  /** How long a thing may move or be covered before it must be reachable. */
  const REACH = 5_000;

  const one = (selector) => document.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const clicks = [];

  const dock = () => one(".dock")?.dataset ?? {};
  const question = () => (one("[data-test=end]") ? "end" : `${dock().prompt} ${dock().ask}`);
  const version = () => one(".table-page")?.dataset.version;

  /** The question that can be answered now, "end" when all is over, "" while there is nothing to do. */
  function asked() {
    if (one("[data-test=end]")) return "end";
    const ready = one(".dock.yours") && one("[data-settled=yes]") && !one(".dock .spinner");
    return ready ? dock().prompt : "";
  }

  /** The page in words, for whoever has to find out what went wrong. */
  function told() {
    const words = (selector) => all(selector).filter((e) => e.checkVisibility()).map((e) => e.innerText.replace(/\s+/g, " "));
    const name = (e) => `${e.dataset.verb} ${e.dataset.noun ?? e.dataset.card ?? ""}${e.checkVisibility() ? "" : " (hidden)"}`;
    const { phase, settled, seat } = one(".table-page")?.dataset ?? {};
    return [
      `page ${location.hash}, seat ${seat}, phase ${phase}, version ${version()}, settled ${settled}, hidden ${document.hidden}`,
      `question "${question()}", status ${JSON.stringify(words("[data-test=status]"))}`,
      `dock ${JSON.stringify(words(".dock"))}`,
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
  /** After the page has drawn what a click has changed. */
  const beat = () => new Promise((go) => setTimeout(go, 0));

  /** Wait until this is true; while the table's version changes, it is worth waiting. */
  async function until(test, what, patience = PATIENCE) {
    let [since, seen] = [performance.now(), version()];
    for (;;) {
      const found = test();
      if (found) return found;
      if (version() !== seen) [since, seen] = [performance.now(), version()];
      if (performance.now() - since > patience) fail(`waited in vain for ${what}`);
      await change();
    }
  }

  /** Places in a box at which a pointer may aim: the middle, then around it. */
  const AIMS = [[0.5, 0.5], [0.5, 0.25], [0.5, 0.75], [0.25, 0.5], [0.75, 0.5], [0.1, 0.1], [0.9, 0.9]];

  function aimedAt(e) {
    const box = e.getBoundingClientRect();
    return AIMS.map(([x, y]) => document.elementFromPoint(box.left + box.width * x, box.top + box.height * y));
  }

  /** Click on a thing as a pointer would: it must be in view, and nothing may lie over all of it. */
  async function click(e) {
    const name = `${e.dataset.verb ?? e.dataset.test ?? e.getAttribute("class")} ${e.dataset.noun ?? ""}`.trim();
    e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    if (!aimedAt(e).some((hit) => hit && e.contains(hit))) {
      const before = question();
      const reached = () => question() !== before || !e.isConnected || aimedAt(e).some((hit) => hit && e.contains(hit));
      await until(reached, `a way to click on "${name}": over it lies ${aimedAt(e)[0]?.outerHTML.slice(0, 200)}`, REACH);
      if (question() !== before || !e.isConnected) return;
    }
    clicks.push(`${name} at "${question()}"`);
    e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window }));
  }

  /** Open the list of all options and click on the last of them. */
  async function clickInList() {
    await click(one("[data-test=all-options]"));
    await beat();
    await click(one("#all-options li:last-child button"));
  }

  /** The game of the table that the page shows. */
  const game = () => one(".table-bar a[href*='#/rules/']").href.split("/").pop();

  /** What is offered to the pointer now: on the board, on buttons below it. */
  const offered = (selector) =>
    all(`${selector}, .dock-buttons button`).filter((e) => e.checkVisibility() && !e.closest("#all-options"));

  /** Answer the question by one click, or by as many as it takes to come to what answers it; counts verbs in `did`. */
  async function answer({ offers, pick, list }, draw, number, did) {
    const now = question();
    for (let tries = 0; question() === now && asked(); tries++) {
      if (tries === CLICKS_PER_QUESTION) fail(`clicks answer nothing: ${clicks.slice(-tries).join("; ")}`);
      if (!tries && list && number % list === 0 && one("[data-test=all-options]")) {
        await clickInList();
      } else {
        const picked = pick(offered(offers), draw, number, asked()) ?? fail("nothing is offered that could be clicked");
        const { verb } = picked.dataset;
        if (verb) did[verb] = (did[verb] ?? 0) + 1;
        await click(picked);
      }
      await beat();
      if (one(".notice.refusal")) fail("a click was refused");
      if (one(".dock .spinner")) await until(() => question() !== now || !one(".dock .spinner"), "an answer");
    }
  }

  /**
   * Answer questions as ways.js says until one of `stops` is asked and `when` holds, until `steps` are answered, or
   * until all is over. `draw(n)` is made of `seed`, `first` is the number of the first question.
   *
   * Gives { prompt, asked, did }: what is asked now, what was asked on the way, how often which verb was clicked.
   */
  async function play({ stops, when, steps, seed, first }) {
    const draw = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const been = [];
    const did = {};
    for (let number = 0; number < MOST; number++) {
      if (number === steps) return { prompt: asked(), asked: been, did };
      const prompt = await until(asked, "a question");
      if (prompt === "end" || (stops.includes(prompt) && when())) return { prompt, asked: been, did };
      been.push(prompt);
      await answer(window.ways[game()], draw, first + number, did);
    }
    return fail(`no end in sight after ${MOST} questions`);
  }

  return { asked, question, told, until, play };
})();
