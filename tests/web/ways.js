/**
 * How each game is played by clicks, so that games come to an end and much of what there is gets used:
 *
 *   offers   selector of what may be clicked on the board
 *   pick     the one to click: (offered elements in the page's order, draw, number of the question, prompt) => element
 *   list     every so many questions are answered from the list of all options; 0: none
 */
window.ways = (() => {
  const any = (all, draw) => all[draw(all.length)];
  const one = (selector) => document.querySelector(selector);

  /** Landmarks first, then cards. */
  const machi_koro = {
    offers: ".mk-landmark.offered, .mk-choose, .mk-card.offered",
    list: 5,
    pick(all, draw) {
      const cards = all.filter((e) => e.matches(".mk-card"));
      return all.find((e) => e.matches(".mk-landmark")) ?? any(cards.length ? cards : all, draw);
    },
  };

  /** A farmer is chosen before the way in which it collects. */
  const schweinebande = {
    offers: ".sb-hex.offered:not(.own), .sb-alone, .sb-animal.offered, .sb-six.offered",
    list: 5,
    pick: (all, draw, _, prompt) => (prompt === "collect" && !one(".sb-hex.base") ? one(".sb-hex.own") : any(all, draw)),
  };

  /** To the harbor, or else far; nothing is declined that may be done. */
  const santiago = {
    offers: ".sg .offered, [data-test=bargain]",
    list: 7,
    pick(all, draw) {
      const kind = all.filter((e) => !["decline", "pass", "lower"].includes(e.dataset.verb));
      const far = all.filter((e) => e.dataset.steps).sort((a, b) => b.dataset.steps - a.dataset.steps);
      const harbor = far.filter((e) => e.dataset.station === "0");
      return any([harbor, far.slice(0, 2), kind, all].find((some) => some.length), draw);
    },
  };

  /** A card, then what is done with it; every third time something that builds. */
  const bruges = {
    offers: ".br .offered, .br-action",
    list: 0,
    pick(all, draw, number) {
      const actions = all.filter((e) => e.matches(".br-action"));
      const wanted = actions.length ? actions : all;
      const best = wanted.filter((e) => /^(hire|canal|house|use|fetch|ship|interrupt)/.test(e.dataset.verb));
      return any(best.length && number % 3 === 0 ? best : wanted, draw);
    },
  };

  const LAST = ["finish", "sell", "loan", "discard", "reveal"];
  const DUTY = ["serve", "miss", "finish", "done", "step", "none"];

  /** What is done as soon as it can be, so that no game goes without it: the first must be confirmed. */
  const ONCE = new Set(["two_pack", "sow"]);

  /** Mostly what brings the game on; other displays are opened where needed. */
  const loyang = {
    offers: ".lo-display [data-verb], .lo-panel [data-verb]",
    list: 0,
    pick(all, draw) {
      const sure = one("dialog .danger");
      if (sure) return sure;
      const once = all.find((e) => ONCE.delete(e.dataset.verb));
      if (once) return once;
      if (!all.length) return one(".tile.leads .tile-name");
      const good = all.filter((e) => !LAST.includes(e.dataset.verb));
      const duty = DUTY.map((verb) => all.find((e) => e.dataset.verb === verb)).find(Boolean);
      const free = good.length ? any(good, draw) : all.find((e) => e.dataset.verb !== "discard");
      return (draw(3) && duty) || free || all[0];
    },
  };

  /** A game without a board of its own: whatever has a button. */
  const plain = { offers: ".line [data-verb]", list: 0, pick: any };

  return new Proxy({ machi_koro, schweinebande, santiago, bruges, loyang }, { get: (all, game) => all[game] ?? plain });
})();
