/** The person's hand: a click on a card opens its actions with their prices and gains; a second one closes them. */

import { html, signal, useEffect, useRef } from "../../core/lib.js";
import { useExplained } from "../../things/explain.js";
import { useRoving } from "../../things/roving.js";
import { whyNot } from "../../things/why.js";
import { Sign } from "./art.js";
import { Icon, useEscape } from "../../core/ui.js";
import { Back, Front } from "./card.js";
import { ACTIONS, ACTION_VERBS, amountOf, playedColour, refusalOf } from "./reckon.js";
import { cardName, cardWords, effectOf, nameIn, word } from "./words.js";

/** Verbs that need only the card. */
export const CARD_VERBS = ["discard", "keep", "lay", "swap", "play"];

/**
 * @param {Bruges.Play} play
 * @param {number} card
 */
const direct = (play, card) => CARD_VERBS.find((verb) => play.offers.get(verb)?.has(card));
/**
 * @param {Bruges.Play} play
 * @param {number} card
 */
const actionsFor = (play, card) => ACTION_VERBS.filter((verb) => play.offers.get(verb)?.has(card));

/**
 * Degrees between two cards of a hand and for the whole fan, and pixels by which its ends are lower than its middle.
 */
const [STEP_DEG, SPREAD_DEG, SAG_PX] = [1.5, 7, 6];
/**
 * The position of a card in the fan.
 * @param {number} n
 * @param {number} count
 */
function lies(n, count) {
  const half = (count - 1) / 2;
  const from = n - half;
  const turn = from * Math.min(STEP_DEG, SPREAD_DEG / count);
  return `--turn:${turn}deg;--sag:${SAG_PX * (from / Math.max(2, half)) ** 2}px`;
}

/**
 * @param {{ play: Bruges.Play, card: number, chosen: boolean, choose: (card: number | null) => void,
 *   from: string, fan?: string }} props
 */
function HandCard({ play, card, chosen, choose, from, fan }) {
  const verb = direct(play, card);
  const actions = actionsFor(play, card);
  const offered = !!verb || actions.length > 0;
  const pick = () => (verb ? play.choose(verb, card) : choose(chosen ? null : card));
  const events = useExplained({ ...cardWords(card), why: whyNot(play, "card", card) }, offered, pick);
  const state = verb ? word(`with.${verb}`) : actions.length ? word("actions", { n: actions.length }) : "";
  return html`
    <li class="br-hand-card" style=${fan}>
      <button type="button" class="br-card ${offered ? "offered" : ""} ${chosen ? "chosen" : ""}" data-rove
        data-card=${card} data-verb=${verb ?? (offered ? "open" : undefined)} data-noun=${card}
        data-leads=${actions.map((action) => `${action} ${card}`).join(";") || undefined} data-from=${from}
        aria-disabled=${!offered} aria-expanded=${actions.length ? chosen : undefined} ...${events}>
        <${Front} card=${card} colour=${playedColour(play, card)} />
        ${state && html`<span class="sr">${state}</span>`}
      </button>
    </li>
  `;
}

/** @type {Record<string, string | null>} */
const ICONS = { workers: "worker", guilders: "guilder", threat: null, canal: "canal", house: "house", hire: "hire" };

/** @param {{ play: Bruges.Play, verb: string, card: number }} props */
function Action({ play, verb, card }) {
  const [action, improved] = verb.split("_");
  const colour = playedColour(play, card);
  return html`
    <button type="button" class="br-action ${improved ? "improved" : ""} c-${colour}" data-verb=${verb}
      data-noun=${card} onClick=${() => play.choose(verb, card)}>
      <span class="br-action-sign"><${Sign} of=${ICONS[action] ?? `sign_${colour}`} colour=${colour} /></span>
      <span class="br-action-words">
        <b>${word(`action.${action}`)}
          ${improved && html` <i class="br-action-bourse">${nameIn("bourse", play.hints.bourse)}</i>`}</b>
        <small>${amountOf(play, verb, card)}</small></span>
    </button>
  `;
}

/**
 * An action that the card does not allow now, with the reason.
 * @param {{ play: Bruges.Play, action: string, card: number, why: string }} props
 */
const Refused = ({ play, action, card, why }) => html`
  <p class="br-refused c-${playedColour(play, card)}" data-refused=${action}>
    <span class="br-action-sign">
      <${Sign} of=${ICONS[action] ?? `sign_${playedColour(play, card)}`} colour=${playedColour(play, card)} /></span>
    <span class="br-action-words"><b>${word(`action.${action}`)}</b><small>${why}</small></span>
  </p>
`;

/**
 * The six actions in their order: available ones, and the others with the reason.
 * @param {{ play: Bruges.Play, card: number }} props
 */
function ActionList({ play, card }) {
  const offered = actionsFor(play, card);
  return ACTIONS.flatMap((action) => {
    const verbs = offered.filter((verb) => verb.split("_")[0] === action);
    const why = verbs.includes(action) ? "" : refusalOf(play, action, card);
    return [
      why && html`<${Refused} key=${action} play=${play} action=${action} card=${card} why=${why} />`,
      ...verbs.map((verb) => html`<${Action} key=${verb} play=${play} verb=${verb} card=${card} />`),
    ];
  });
}

/** The picked card, for the question with this number. */
const picked = signal(/** @type {{ number?: number, card?: number | null }} */ ({}));

/**
 * The picked card while it has actions, or null.
 * @param {Bruges.Play} play
 */
function open(play) {
  const { number, card } = picked.value;
  return number === play.ask.number && typeof card === "number" && actionsFor(play, card).length ? card : null;
}

/**
 * The actions of the picked card on the action line. The first one gets the focus, Escape closes them.
 * @param {{ play: Bruges.Play }} props
 */
export function Actions({ play }) {
  const card = open(play);
  const ref = useRef(null);
  useEffect(() => { ref.current?.querySelector(".br-action")?.focus({ preventScroll: true }); }, [card]);
  const leave = () => {
    picked.value = {};
    const button = /** @type {HTMLElement | null} */ (document.querySelector(`.br-card[data-card="${card}"]`));
    button?.focus({ preventScroll: true });
  };
  useEscape(leave, card !== null);
  if (card === null) return null;
  return html`
    <div class="br-actions" role="group" aria-label=${word("actions_of", { card: cardName(card) })} ref=${ref}
      data-test="actions">
      <p class="br-actions-head"><b>${cardName(card)}</b><small>${effectOf(card)}</small></p>
      <div class="br-action-list"><${ActionList} play=${play} card=${card} /></div>
      <button type="button" class="round quiet" onClick=${leave} data-test="other-card" aria-label=${word("other_card")}
        title=${word("other_card")}><${Icon} name="close" /></button>
    </div>
  `;
}

/**
 * Cards in transit: drawn ones that only the own seat sees, and those shown to all.
 * @param {Bruges.Play} play
 */
function onTheirWay(play) {
  const drawn = (play.mine?.game?.drawn ?? []).map((card) => ({ from: "drawn", card }));
  return [...drawn, ...play.open.game.shown.map((card) => ({ from: "shown", card }))];
}

/** @param {{ play: Bruges.Play }} props */
export function Hand({ play }) {
  const group = useRoving();
  const hand = play.mine?.game?.hand ?? [];
  const others = onTheirWay(play);
  const chosen = open(play);
  /** @param {number | null} card */
  const choose = (card) => (picked.value = { number: play.ask.number, card });
  const fresh = play.open.game.fresh[play.seat];
  if (!hand.length && !others.length && !fresh.length) return html`<p class="br-no-hand" data-hand=${play.seat}>
    ${word("no_hand")}</p>`;
  /** @param {string} from */
  const card = (from) => (/** @type {number} */ n, /** @type {number} */ at = 0, /** @type {number[]} */ all = []) =>
    html`<${HandCard} key=${n} play=${play} card=${n} from=${from} chosen=${n === chosen} choose=${choose}
      fan=${lies(at, all.length)} />`;
  return html`
    <div class="br-hand-area" data-test="hand" data-hand=${play.seat}>
      <div class="br-hand" role="group" aria-label=${word("hand")} ...${group}>
        ${others.length > 0 && html`<ul class="br-cards on-the-way" aria-label=${word("on_the_way")}>
            ${others.map((one) => card(one.from)(one.card))}</ul>`}
        ${fresh.length > 0 && html`<ul class="br-cards br-fresh" aria-label=${word("fresh")} data-test="fresh">
            ${fresh.map((back, n) => html`<li key=${n}><${Back} back=${back} size="large" /></li>`)}</ul>`}
        ${hand.length > 0 && html`<ul class="br-cards" aria-label=${word("hand")}>${hand.map(card("hand"))}</ul>`}
      </div>
    </div>
  `;
}
