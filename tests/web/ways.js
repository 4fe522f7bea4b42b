/**
 * How each game is played by clicks, so that games end and use many features:
 *
 *   offers   selector of the elements to click on the board
 *   pick     the one to click: (offered elements in the page's order, draw, number of the question, prompt) => element
 *   list     one question in this many is answered from the list of all options; 0: none
 */
window.ways = (() => {
  const any = (all, draw) => all[draw(all.length)];
  const one = (selector) => document.querySelector(selector);

  /** Landmarks first, then cards. */
  const machi_koro = {
    offers: ".mk-landmark.offered, .mk-choose, .mk-card.offered, .mk-throw",
    list: 5,
    pick(all, draw) {
      const cards = all.filter((e) => e.matches(".mk-card"));
      const tapped = all.find((e) => e === document.activeElement && e.matches(".offered")); // by touch: a second tap
      return tapped ?? all.find((e) => e.matches(".mk-landmark")) ?? any(cards.length ? cards : all, draw);
    },
  };

  /** A farmer is chosen before the direction in which it collects. */
  const schweinebande = {
    offers: ".sb-hex.offered:not(.own), .sb-alone, .sb-animal.offered, .sb-six.offered",
    list: 5,
    pick: (all, draw, _, prompt) => (prompt === "collect" && !one(".sb-hex.base") ? one(".sb-hex.own") : any(all, draw)),
  };

  /** To the harbor, or else far; nothing is declined that can be done. */
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

  /** A card, then its action; every third time one that builds. */
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

  /** Choices that are made as soon as possible, so that no game lacks them. */
  const ONCE = new Set(["two_pack", "sow"]);

  /** The verbs of an offered thing, or of all things that it leads to. */
  const verbsOf = ({ dataset: { verb, leads } }) => (verb ? [verb] : leads.split(";").map((lead) => lead.split(" ")[0]));

  /** Mostly a choice that advances the game; a thing with several moves opens, and one of them is made. */
  const loyang = {
    offers: "[data-region] :is([data-verb], [data-leads])",
    list: 0,
    pick(all, draw) {
      const opened = all.filter((e) => e.closest("[data-test=sheet]"));
      const closed = opened.length ? opened : all;
      const does = (verb) => closed.find((e) => verbsOf(e).includes(verb));
      const once = [...ONCE].find(does);
      if (once) {
        if (does(once).dataset.verb) ONCE.delete(once);
        return does(once);
      }
      const good = closed.filter((e) => verbsOf(e).some((verb) => !LAST.includes(verb)));
      const duty = DUTY.map(does).find(Boolean);
      const free = good.length ? any(good, draw) : closed.find((e) => !verbsOf(e).includes("discard"));
      return (draw(3) && duty) || free || closed[0];
    },
  };

  /** A game without a board of its own: any button. */
  const plain = { offers: ".line [data-verb]", list: 0, pick: any };

  return new Proxy({ machi_koro, schweinebande, santiago, bruges, loyang }, { get: (all, game) => all[game] ?? plain });
})();
