/** The middle of the table: the supply with its pile counts, the dice, the bank. */

import { html } from "../../lib.js";
import { lines } from "../../gametext.js";
import { Card, nameOf } from "./card.js";
import { cards, establishment, word } from "./cards.js";
import { Dice } from "./dice.js";
import { useRoving } from "../../roving.js";

/** The count on a pile: open cards and, in the variant, those still in the draw pile in brackets. */
const countOf = ({ supply, deck }, kind) => (deck.length ? `${supply[kind]} (${deck[kind]})` : String(supply[kind]));

function countLabel({ supply, deck }, kind) {
  const open = word("in_supply", { n: supply[kind] });
  return deck.length ? `${open}, ${word("in_deck", { n: deck[kind] })}` : open;
}

/** In the variant: kinds that don't lie open, and how many of them are still to come. */
function Hidden({ game }) {
  const closed = game.deck.map((n, kind) => [kind, n]).filter(([kind, n]) => n > 0 && !game.supply[kind]);
  if (!game.deck.length) return null;
  const left = game.deck.reduce((sum, n) => sum + n, 0);
  return html`
    <p class="mk-hidden">${word("draw_pile", { n: left })}
      ${closed.length > 0 && html` ${word("not_open")} ${closed.map(([kind, n]) => `${nameOf("establishments", kind)} (${n})`).join(", ")}`}
    </p>
  `;
}

export function Market({ play }) {
  const { game } = play.open;
  const group = useRoving();
  const may = play.offers.get("build");
  const kinds = cards.value.establishments.map((_, kind) => kind);
  const open = game.deck.length || play.open.game.options.supply === "come_what_may" ? kinds.filter((kind) => game.supply[kind] > 0) : kinds;
  return html`
    <section class="mk-market" aria-label=${word("supply")}>
      <div class="mk-supply ${game.deck.length ? "drawn" : ""}" role="group" aria-label=${word("supply")} data-test="supply" ...${group}>
        ${open.map((kind) => html`
          <${Card} key=${kind} kind=${kind} verb="build" offered=${may?.has(kind)} pick=${() => play.choose("build", kind)} place="pile-${kind}"
            marks=${game.supply[kind] ? "" : "empty"} badge=${countOf(game, kind)}
            facts=": ${word("price", { n: establishment(kind).price })}, ${countLabel(game, kind)}${may?.has(kind) ? `. ${word("can_build")}` : ""}" />`)}
      </div>
      <${Hidden} game=${game} />
    </section>
  `;
}

/** The dice and the bank. A new throw is known by the log line that tells of it. */
export function Tray({ play }) {
  const { game, log } = play.open;
  const recent = lines(log);
  const thrown = recent.findLastIndex(([key]) => key === "rolled" || key === "rolled_two");
  return html`
    <section class="mk-tray" aria-label=${word("tray")}>
      <${Dice} dice=${game.dice} roll=${log[0] - recent.length + thrown} />
      <div class="mk-bank" data-place="bank" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>
    </section>
  `;
}
