/** The discard pile in a dialog, and those of its cards that may be taken now. */

import { html, useState } from "../../core/lib.js";
import { useExplained } from "../../things/explain.js";
import { useRoving } from "../../things/roving.js";
import { Dialog, Segments } from "../../core/ui.js";
import { whyNot } from "../../things/why.js";
import { Activation, Front } from "./card.js";
import { Portrait } from "./people.js";
import { EACH, brokenName, cardName, cardWords, colourName, colourOf, effectOf, word } from "./words.js";

/**
 * The whole pile, top card first, of all colours or of one; a tap on a card says why it can't be taken.
 * @param {{ play: Bruges.Play, cards: number[], onClose: () => void }} props
 */
function Pile({ play, cards, onClose }) {
  const [colour, pick] = useState("all");
  const [told, tell] = useState("");
  /** @param {number} card */
  const ask = async (card) => tell((await whyNot(play, "discard", card)?.(true) ?? []).join(" "));
  const list = [...cards].reverse().filter((card) => colour === "all" || colourOf(card) === Number(colour));
  const values = [["all", word("all")], ...EACH.map((n) => [String(n), colourName(n)])];
  return html`
    <${Dialog} wide title=${word("discard_title", { n: cards.length })} onClose=${onClose}>
      <${Segments} hidden legend=${word("show_colour")} name="br-pile" value=${colour} values=${values} onPick=${pick}
      />
      <p class="explanation-why" role="status" data-test="why-discard">${told}</p>
      ${list.length
        ? html`<ul class="br-cards br-pile" tabindex="0" aria-label=${word("discard_title", { n: list.length })}
          data-test="pile">
          ${list.map((card) => html`<li key=${card}><button type="button" class="br-card plain"
            onClick=${() => ask(card)}><${Front} card=${card} /></button></li>`)}</ul>`
        : html`<p class="muted">${word("discard_none")}</p>`}
    <//>
  `;
}

/**
 * The discard pile on the table: the top card, the number of cards, and the button that opens it.
 * @param {{ play: Bruges.Play }} props
 */
export function Discard({ play }) {
  const { game } = play.open;
  const [open, show] = useState(false);
  const top = game.discard.at(-1);
  const label = word("discard_open", { n: game.discard.length })
    + (top === undefined ? "" : `. ${word("on_top", { name: cardName(top) })}`);
  return html`
    <button type="button" class="br-stack discard c-${top === undefined ? "none" : colourOf(top)}" title=${label}
      data-test="discard" data-count=${game.discard.length} onClick=${() => show(true)}>
      <span class="sr">${label}</span><span class="br-stack-name" aria-hidden="true">${word("discard")}</span>
      <span class="br-stack-top" aria-hidden="true">${top === undefined ? "–" : brokenName(top)}</span>
      <b aria-hidden="true">${game.discard.length}</b>
    </button>
    ${open && html`<${Pile} play=${play} cards=${game.discard} onClose=${() => show(false)} />`}
  `;
}

/**
 * A card of the discard pile that may be taken now: the face and the name; the explanation has the rest.
 * @param {{ play: Bruges.Play, card: number }} props
 */
function Find({ play, card }) {
  const events = useExplained(cardWords(card), true, () => play.choose("fetch", card));
  return html`
    <button type="button" class="br-find offered c-${colourOf(card)}" data-rove data-card=${card} data-verb="fetch"
      data-noun=${card} aria-disabled="false" ...${events}>
      <${Portrait} card=${card} /><span class="br-person-name">${brokenName(card)}</span><${Activation} card=${card} />
      <span class="sr">. ${effectOf(card)}</span>
    </button>`;
}

/**
 * The cards of the discard pile that may be taken now, over the board.
 * @param {{ play: Bruges.Play }} props
 */
export function Finds({ play }) {
  const group = useRoving();
  const cards = [...(play.offers.get("fetch") ?? [])];
  if (!cards.length) return null;
  return html`
    <section class="br-finds" aria-label=${word("finds")} data-test="finds"><h3>${word("finds")}</h3>
      <div class="br-find-list" role="group" aria-label=${word("finds")} ...${group}>
        ${cards.map((card) => html`<${Find} key=${card} play=${play} card=${card} />`)}</div>
    </section>
  `;
}
