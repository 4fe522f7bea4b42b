/** A card as a button: drawing, numbers, symbol, price; what it does appears at hover, focus, long press. */

import { html, signal, useEffect, useRef } from "../../lib.js";
import { helpOf, thing } from "../../gametext.js";
import { gameTexts } from "../../text.js";
import { Scene } from "./art.js";
import { establishment, landmark, numbers, word } from "./cards.js";
import { Drawing, Symbol } from "./landmarks.js";

const GAME = "machi_koro";
const LONG_PRESS = 450;
const HOVER = 350;

/** What is explained just now: { group, n, box } or null. */
const shown = signal(null);

export const nameOf = (group, n) => thing(gameTexts(GAME), group, n);

/** An establishment's name with the places where a narrow card may break it. */
const brokenName = (kind) => gameTexts(GAME)?.page.broken[establishment(kind).id] ?? nameOf("establishments", kind);

/** The coin with a price or an amount on it. */
export const Coin = ({ n }) => html`<span class="mk-coin" aria-hidden="true">${n}</span>`;

/** Handlers that explain a card while the pointer or the focus is on it, or a finger stays on it. */
function useExplained(group, n) {
  const timer = useRef(0);
  const pressed = useRef(false);
  const show = ({ currentTarget }) => { shown.value = { group, n, box: currentTarget.getBoundingClientRect() }; };
  const later = (event, ms, then) => {
    const target = event.currentTarget;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => { then?.(); show({ currentTarget: target }); }, ms);
  };
  const hide = () => {
    clearTimeout(timer.current);
    shown.value = null;
  };
  useEffect(() => hide, []);
  return {
    pressed,
    show,
    handlers: {
      onPointerEnter: (event) => event.pointerType === "mouse" && later(event, HOVER),
      onPointerLeave: hide,
      onPointerDown: (event) => { pressed.current = false; if (event.pointerType !== "mouse") later(event, LONG_PRESS, () => (pressed.current = true)); },
      onPointerUp: () => clearTimeout(timer.current),
      onPointerCancel: hide,
      onContextMenu: (event) => pressed.current && event.preventDefault(),
      onFocus: (event) => event.currentTarget.matches(":focus-visible") && show(event),
      onBlur: hide,
      onKeyDown: (event) => event.key === "Escape" && hide(),
    },
  };
}

function useButton({ group, n, offered, pick }) {
  const { pressed, show, handlers } = useExplained(group, n);
  const onClick = (event) => {
    if (pressed.current) pressed.current = false;
    else if (offered) pick();
    else if (shown.value?.group === group && shown.value.n === n) shown.value = null;
    else show(event);
  };
  return { ...handlers, onClick };
}

/** An establishment; `verb` is what it is offered for. `marks` are further classes; `badge` stands in a corner; `facts` are read out after the name. */
export function Card({ kind, verb, offered = false, pick, badge, facts, place, marks = "", tabindex = -1 }) {
  const row = establishment(kind);
  const events = useButton({ group: "establishments", n: kind, offered, pick });
  return html`
    <button type="button" class="mk-card ${row.colour} ${offered ? "offered" : ""} ${marks}" data-verb=${offered ? verb : undefined} data-noun=${offered ? kind : undefined} data-kind=${kind} data-place=${place}
      data-rove tabindex=${tabindex} aria-disabled=${!offered} aria-describedby="mk-help-establishments-${kind}" ...${events}>
      <span class="mk-band ${row.dice.length > 1 ? "range" : ""}" aria-hidden="true"><span class="mk-numbers">${numbers(row)}</span><${Symbol} name=${row.symbol} /></span>
      <${Scene} kind=${kind} />
      <span class="mk-name" aria-hidden="true">${brokenName(kind)}</span><span class="sr">${nameOf("establishments", kind)}${facts}</span>
      <${Coin} n=${row.price} />
      ${badge && html`<span class="mk-badge" aria-hidden="true">${badge}</span>`}
    </button>
  `;
}

/** A landmark in a skyline: grey until it is built. `state`: 0 not built, 1 works from the next turn on, 2 works. */
export function Landmark({ n, state, offered = false, pick, place, marks = "", tabindex = -1 }) {
  const name = nameOf("landmarks", n);
  const events = useButton({ group: "landmarks", n, offered, pick });
  const facts = `: ${word(["not_built", "works_soon", "works"][state])}. ${state ? "" : word("price", { n: landmark(n).price })}`;
  return html`
    <button type="button" class="mk-landmark ${state ? "built" : "unbuilt"} ${state === 1 ? "soon" : ""} ${offered ? "offered" : ""} ${marks}"
      data-verb=${offered ? "landmark" : undefined} data-noun=${offered ? n : undefined} data-landmark=${n} data-place=${place} data-rove tabindex=${tabindex} aria-disabled=${!offered}
      aria-describedby="mk-help-landmarks-${n}" ...${events}>
      <${Drawing} landmark=${n} />
      <span class="mk-name">${name}</span><span class="sr">${facts}</span>
      ${!state && html`<${Coin} n=${landmark(n).price} />`}
    </button>
  `;
}

/** The words of all cards, for screen readers, and the one explanation that is open. */
export function Explanations({ kinds, landmarks }) {
  const texts = gameTexts(GAME);
  const one = shown.value;
  useEffect(() => {
    const hide = () => (shown.value = null);
    addEventListener("scroll", hide, { passive: true, capture: true });
    return () => removeEventListener("scroll", hide, { capture: true });
  }, []);
  const hidden = (group, n) => html`<span key="${group} ${n}" id="mk-help-${group}-${n}">${helpOf(texts, group, n)}</span>`;
  return html`
    <div hidden>${kinds.map((kind) => hidden("establishments", kind))}${landmarks.map((n) => hidden("landmarks", n))}</div>
    ${one && html`<${Explanation} ...${one} texts=${texts} />`}
  `;
}

function Explanation({ group, n, box, texts }) {
  const row = group === "landmarks" ? landmark(n) : establishment(n);
  const above = box.top > 220;
  const style = {
    left: `${Math.max(8, Math.min(innerWidth - 268, box.left + box.width / 2 - 130))}px`,
    top: above ? "auto" : `${box.bottom + 8}px`,
    bottom: above ? `${innerHeight - box.top + 8}px` : "auto",
  };
  return html`
    <div class="mk-explanation ${row.colour ?? "landmark"}" role="presentation" aria-hidden="true" style=${style} data-test="explanation">
      <b>${nameOf(group, n)}</b>
      <p>${helpOf(texts, group, n)}</p>
      <p class="mk-explanation-foot">
        ${row.dice && html`<span class="mk-numbers">${numbers(row)}</span>`}
        ${row.colour && html`<span>${texts?.names.colours[row.colour]}</span>`}
        <span class="mk-price">${word("price", { n: row.price })}</span>
      </p>
    </div>
  `;
}
