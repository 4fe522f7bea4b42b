/** Draws every card of Loyang over the table: plain, offered, and in each of its states. See test_loyang_looks.py. */
async () => {
  const { html, render } = await import("/static/core/lib.js");
  const { look } = await import("/static/core/state.js");
  const { playOf } = await import("/static/table/play.js");
  const { modules } = await import("/static/core/games.js");
  const { Card } = await import("/static/games/loyang/card.js");
  const { cardOf, loadCards } = await import("/static/games/loyang/cards.js");
  await loadCards();
  const play = playOf(look(location.hash.split("/")[2]), modules.value.loyang);
  const cards = [];
  while (cardOf(cards.length)) cards.push(cards.length);

  /** The states that a card may have in a display: markers and duties, goods on stalls and fields. */
  function states(n) {
    const { kind, plots, crops } = cardOf(n);
    if (kind === "regular") return [0, 1].flatMap((marker) => [1, 2, 3, 4].map((duty) => [n, duty - 1, marker, duty]));
    if (kind === "stall") return [7, 2].map((left) => [n, left]);
    return plots ? crops.map((good) => [n, good, plots]) : [];
  }

  const rests = { ...play, offers: new Map() };
  const offered = { ...play, offers: new Map([["take", new Set(cards)]]), amounts: () => ({ cash: -2 }) };
  const shown = cards.flatMap((n) => [[rests, n], [offered, n], ...states(n).map((state) => [rests, n, state])]);
  const room = document.createElement("div");
  room.id = "every-card";
  room.className = "lo";
  room.tabIndex = 0;
  room.style.cssText = "position:fixed; inset:0; z-index:99; overflow:auto; background:var(--bg)";
  (document.querySelector("main") ?? document.body).append(room);
  const style = "width:100px; height:150px; display:inline-flex; margin:3px";
  render(html`${shown.map(([how, card, state], k) => html`
    <div key=${k} style=${style}><${Card} play=${how} card=${card} state=${state} place=${`test-${k}`} /></div>`)}`, room);
  await new Promise((go) => setTimeout(go, 600));
  return cards.length;
}
