/** The cards of a display, each as its kind is printed; two-packs lying half under each other. */

import { html, useState } from "../../lib.js";
import { Dialog } from "../../ui.js";
import { Good, Piece, Wares } from "./art.js";
import { cardHelp, cardName, cardOf, goodName, word } from "./cards.js";
import { cardMoves, fullName, wareVerb } from "./moves.js";
import { HelperPortrait, Portrait } from "./people.js";
import { wantedStall } from "./wanted.js";

/** The duty and the marker of a regular customer, as the engine counts them. */
const [DUE, SERVED, TWICE, MISSED] = [1, 2, 3, 4];
const RED = 1;

/** A title of more letters is set smaller where cards are small. */
const WIDE_TITLE = 13;

const kindWord = (row) => word(`kind.${row.kind}`);

/** What a helper does, in full. */
function Explanation({ card, onClose }) {
  const row = cardOf(card);
  return html`
    <${Dialog} title=${cardName(card)} onClose=${onClose}>
      <div class="lo-explained">
        <${HelperPortrait} id=${row.id} seed=${card} />
        <div>
          <p data-test="help">${cardHelp(card)}</p>
          ${row.lantern && html`<p class="muted"><${Piece} of="lantern" /> ${word("lantern")}</p>`}
          ${row.origin === "own" && html`<p class="muted">${word("own_card")}</p>`}
        </div>
      </div>
    <//>
  `;
}

export const MoveButton = ({ play, move }) => html`
  <button type="button" class="lo-do ${move.quiet ? "quiet-do" : ""}" data-verb=${move.verb} data-noun=${move.noun} title=${move.title} aria-label="${move.label}, ${move.title}"
    onClick=${() => play.choose(move.verb, move.noun)}>${move.label}</button>
`;

// -- the faces -------------------------------------------------------------------------------------

/** A field: its crops while it lies fallow, then a furrow for each plot. */
function FieldFace({ play, row, state }) {
  const [, good, amount] = state ?? [0, -1, 0];
  const planted = amount > 0;
  const plots = Array.from({ length: Math.max(row.plots, amount) }, (_, n) => n);
  return html`
    <span class="lo-crops">${planted ? html`<b key=${amount}>${amount}</b><span class="lo-of">/${row.plots}</span>` : html`<${Wares} goods=${row.crops} />`}</span>
    <span class="lo-plots plots-${row.plots}" role="img" aria-label=${planted ? `${amount} ${goodName(good)}` : word("fallow", { n: row.plots })}>
      ${plots.map((n) => html`<i key=${n} class=${n < amount ? "full" : ""}>${n < amount && html`<${Good} good=${good} />`}</i>`)}
    </span>
    ${row.kind === "common" && !state && html`<span class="lo-tag"><${Piece} of="coin" />${play.hints.field}</span>`}
  `;
}

/** A stall: what it offers, and below in bowls what each good demands. */
function StallFace({ play, card, row, state, seat }) {
  const left = state ? state[1] : (1 << row.goods.length) - 1;
  const demands = play.hints.bowls.find(([stall]) => stall === card)[1];
  return html`
    <span class="lo-awning" aria-hidden="true"></span>
    <span class="lo-bench">
      ${row.goods.map((good, bit) => {
        const there = (left >> bit) & 1;
        const verb = there && seat >= 0 ? wareVerb(play, card, good) : null;
        const bowls = demands[bit];
        const said = `${goodName(good)}: ${there ? word("demands", { n: bowls }) : word("sold_out")}`;
        const inside = html`<${Good} good=${good} faded=${!there} /><span class="lo-bowls" aria-hidden="true">${Array.from({ length: bowls }, (_, n) => html`<${Piece} key=${n} of="bowl" />`)}</span>`;
        const pick = () => { wantedStall.card = card; play.choose(verb, good); };
        return verb
          ? html`<button key=${good} type="button" class="lo-ware offered" data-verb=${verb} data-noun=${good} aria-label="${word(`do.${verb}`)}: ${said}" title="${word(`do.${verb}`)}: ${said}" onClick=${pick}>${inside}</button>`
          : html`<span key=${good} class="lo-ware ${there ? "" : "gone"}" role="img" aria-label=${said} title=${said}>${inside}</span>`;
      })}
    </span>
  `;
}

const dutyWord = (duty) => ({ [DUE]: word("due"), [SERVED]: word("served"), [TWICE]: word("served"), [MISSED]: word("missed") })[duty] ?? "";

/** A regular customer: mood, wishes, four rows of pay; a tick once it is settled this turn. */
function RegularFace({ card, row, state }) {
  const [, filled, marker, duty] = state ?? [card, 0, 0, 0];
  const red = marker === RED;
  const settled = duty >= SERVED;
  return html`
    <${Wares} goods=${row.goods} />
    <span class="lo-person"><${Portrait} seed=${card} mood=${red ? "cross" : duty === SERVED || duty === TWICE ? "glad" : "calm"} />
      ${state && html`<span class="lo-marker ${red ? "red" : "blue"}" role="img" aria-label="${word(red ? "marker_red" : "marker_blue")}${dutyWord(duty) ? `, ${dutyWord(duty)}` : ""}" title="${word(red ? "marker_red" : "marker_blue")}${dutyWord(duty) ? `, ${dutyWord(duty)}` : ""}" data-settled=${settled ? "yes" : "no"}>${settled ? (duty === MISSED ? "✗" : "✓") : duty === DUE ? "!" : ""}</span>`}
    </span>
    <span class="lo-pays" role="img" aria-label=${word("pays", { pays: row.pays.join(", "), n: filled })}>
      ${row.pays.map((pay, n) => html`<b key=${n} class=${n < filled ? "done" : n === filled ? "next" : ""}>${n < filled ? "✓" : pay}</b>`)}
    </span>
  `;
}

function CasualFace({ play, card, row, seat }) {
  const { hints, open: { game } } = play;
  const [more, pays] = seat >= 0 ? [hints.modifier[seat], hints.pays[seat][game.casuals[seat].indexOf(card)]] : [0, row.price];
  const said = more ? `${row.price}${more > 0 ? "+" : "−"}${Math.abs(more)}` : String(row.price);
  return html`
    <${Wares} goods=${row.goods} />
    <span class="lo-person"><${Portrait} seed=${card} /></span>
    <span class="lo-price" role="img" aria-label=${word("pays_once", { n: pays })} title=${said}><${Piece} of="coin" />${pays}${more !== 0 && html`<small class=${more > 0 ? "up" : "down"}>${said}</small>`}</span>
  `;
}

function HelperFace({ row, card, large, onExplain }) {
  return html`
    <${HelperPortrait} id=${row.id} seed=${card} />
    ${large
      ? html`<span class="lo-effect">${cardHelp(card)}</span>`
      : html`<button type="button" class="lo-what" onClick=${onExplain} aria-label=${word("explain", { name: cardName(card) })} title=${cardHelp(card)}>?</button>`}
    ${row.lantern && html`<span class="lo-lantern" role="img" aria-label=${word("lantern")} title=${word("lantern")}><${Piece} of="lantern" /></span>`}
  `;
}

const FACES = { common: FieldFace, home: FieldFace, private: FieldFace, stall: StallFace, regular: RegularFace, casual: CasualFace, helper: HelperFace };

/**
 * A card. `state`: its row in a display, absent in the panel; `seat`: whose display, -1 in the panel.
 * The name leads, then the face, then a button for each move that is possible with it.
 */
export function Card({ play, card, state, seat = -1, large = false, place }) {
  const [explained, explain] = useState(false);
  const row = cardOf(card);
  const moves = play.offers.size ? cardMoves(play, card, seat) : [];
  const Face = FACES[row.kind];
  const title = row.kind === "helper" ? cardName(card) : kindWord(row);
  const long = title.length > WIDE_TITLE ? "long" : "";
  return html`
    <div class="lo-card ${row.kind} ${moves.length ? "offered" : ""} ${large ? "large" : ""}" role="group" aria-label=${fullName(card)} data-card=${card} data-place=${place}>
      <span class="lo-title ${long}" title=${fullName(card)}>${title}${row.origin === "own" && html`<i class="lo-own" aria-hidden="true" title=${word("own_card")}>✱</i>`}</span>
      <span class="lo-face"><${Face} play=${play} card=${card} row=${row} state=${state} seat=${seat} large=${large} onExplain=${() => explain(true)} /></span>
      ${moves.length > 0 && html`<span class="lo-moves">${moves.map((move) => html`<${MoveButton} key=${move.verb} play=${play} move=${move} />`)}</span>`}
      ${explained && html`<${Explanation} card=${card} onClose=${() => explain(false)} />`}
    </div>
  `;
}

/** A card with what lies half under it, if it is the upper one of a two-pack. */
export function Stack({ play, card, state, seat, place }) {
  const under = play.open.game.under[seat].find(([upper]) => upper === card)?.[1];
  if (under === undefined) return html`<${Card} play=${play} card=${card} state=${state} seat=${seat} place=${place} />`;
  const row = cardOf(under);
  const Face = FACES[row.kind];
  const said = word("lies_under", { name: cardHelp(under) ? `${fullName(under)}: ${cardHelp(under)}` : fullName(under) });
  return html`
    <div class="lo-stack" data-under=${under}>
      <div class="lo-card lo-under ${row.kind}" role="group" aria-label=${said} title=${said}>
        <span class="lo-title">${row.kind === "helper" ? cardName(under) : kindWord(row)}</span>
        <span class="lo-face" inert><${Face} play=${play} card=${under} row=${row} seat=${-1} /></span>
      </div>
      <${Card} play=${play} card=${card} state=${state} seat=${seat} place=${place} />
    </div>
  `;
}
