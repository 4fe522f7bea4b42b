/**
 * Waits in the page for questions and answers. A timeout raises an error that describes the page.
 */
window.waiting = (() => {
  /** A page that is slowed down on purpose gets more time. */
  const slowness = window.slowness ?? 1;
  /** Milliseconds in which something must happen at the watched table. */
  const PATIENCE = 40_000 * slowness;

  const one = (selector) => document.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const clicks = [];

  const line = () => one(".line")?.dataset ?? {};
  const question = () => (one("[data-test=end]") ? "end" : `${line().prompt} ${line().ask}`);
  const version = () => one(".table-page")?.dataset.version;

  /** The question that can be answered now, "end" when the game is over, "" while there is nothing to do. */
  function asked() {
    if (one("[data-test=end]")) return "end";
    const ready = one(".line.yours") && one("[data-settled=yes]") && !one(".line .spinner");
    return ready ? line().prompt : "";
  }

  /** A description of the page, to explain a failure. */
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

  /** Wait for the next change of the page, or a tenth of a second. */
  const change = () => new Promise((go) => {
    const done = () => { clearTimeout(timer); watch.disconnect(); go(); };
    const timer = setTimeout(done, 100);
    const watch = new MutationObserver(done);
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

  /** Wait until this is true; the time limit restarts while the table's version changes. `hurried` skips animations. */
  async function until(test, what, patience = PATIENCE, hurried = false) {
    let [since, seen] = [performance.now(), version()];
    for (;;) {
      const found = test();
      if (found) return found;
      if (hurried) waiting.hurry();
      if (version() !== seen) [since, seen] = [performance.now(), version()];
      if (performance.now() - since > patience) fail(`waited in vain for ${what}`);
      await change();
    }
  }

  /** Wait until there is a question (or one of these prompts), or the game is over ("end"); returns it. */
  const turn = (prompts, patience, hurried) =>
    until(() => {
      const now = asked();
      return (!prompts.length || now === "end" || prompts.includes(now)) && now;
    }, `a question of ${prompts}`, patience, hurried);

  /** Skip animations, by the page's button for it. */
  const hurry = () => one("[data-test=skip]")?.click();

  const waiting = { PATIENCE, asked, question, version, told, fail, clicks, until, turn, hurry };
  return waiting;
})();
