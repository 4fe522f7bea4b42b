/** The panel over the displays: courtyard and hand, a two-pack just drawn, the pile one looks through. It can be minimised. */

import { html, useEffect, useState } from "../../lib.js";
import { seatName } from "../../gametext.js";
import { Icon } from "../../ui.js";
import { Card } from "./card.js";
import { word } from "./cards.js";

const NOTHING = -1;

/** What lies in the panel: rows of { key, name, cards }. */
function sections({ open: { game, seats }, mine, ask, offers }) {
  const own = mine.game ?? {};
  const found = [];
  const add = (key, name, cards, note) => cards.length && found.push({ key, name, cards, note });
  if (game.court.length || game.hand.some((n) => n)) add("court", word("court", { n: game.court.length }), game.court);
  const picked = own.picked ?? NOTHING, held = (cards) => cards.filter((card) => card !== NOTHING && card !== picked);
  add("hand", word("hand"), held(own.hand ?? []), word("hand_note"));
  add("dealt", word("dealt"), held([own.dealt ?? NOTHING]), word("dealt_note"));
  add("picked", word("picked"), picked === NOTHING ? [] : [picked], word("picked_note"));
  game.taken.forEach((cards, other) => add(`taken-${other}`, word("taken", { name: seatName(seats, other) }), cards));
  game.pack.forEach((cards, other) => add(`pack-${other}`, word("pack_of", { name: seatName(seats, other) }), cards));
  if (ask.prompt === "take_field") add("pile", word("own_pile"), [...(offers.get("field") ?? own.pile ?? [])]);
  if (ask.prompt === "foreman") add("foreman", word("used_helper"), [...(offers.get("take_over") ?? [])]);
  return found;
}

/** Does anything lie in the panel but a customer that one was dealt? With that alone it begins minimised. */
const isBusy = (game, found) => found.some(({ key }) => key !== "dealt") || game.hand.some((n) => n);

export function Panel({ play }) {
  const [folded, setFolded] = useState({ busy: false, quiet: true });
  const { game } = play.open;
  const found = sections(play);
  const asks = ["lay", "take", "keep", "also", "top", "under", "field", "take_over"].some((verb) => play.offers.has(verb));
  useEffect(() => { if (asks) setFolded((as) => ({ ...as, busy: false })); }, [asks]);
  const now = isBusy(game, found) ? "busy" : "quiet";
  if (now === "quiet" && !found.length) return null;
  const small = folded[now];
  const many = found.reduce((sum, { cards }) => sum + cards.length, 0);
  return html`
    <section class="lo-panel ${small ? "minimised" : ""} ${asks ? "asks" : ""}" aria-label=${word("panel")} data-test="panel">
      <h2 class="sr">${word("panel")}</h2>
      <button type="button" class="quiet lo-fold" aria-expanded=${!small} aria-controls="lo-panel-cards" data-test="minimise" onClick=${() => setFolded({ ...folded, [now]: !small })}>
        <${Icon} name=${small ? "plus" : "close"} /><span>${word(small ? "show_panel" : "hide_panel", { n: many })}</span>
      </button>
      <div id="lo-panel-cards" class="lo-sections" hidden=${small}>
        ${found.map(({ key, name, cards, note }) => html`
          <div key=${key} class="lo-section ${key.split("-")[0]}">
            <h3 title=${note ?? ""}>${name}</h3>
            <div class="lo-row" tabindex="0" role="group" aria-label=${name}>${cards.map((card) => html`<${Card} key=${card} play=${play} card=${card} large place="panel-${card}" />`)}</div>
          </div>`)}
        ${!game.court.length && game.hand.some((n) => n) && html`<p class="lo-none">${word("court_empty")}</p>`}
      </div>
    </section>
  `;
}
