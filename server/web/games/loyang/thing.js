/** A thing on the table: it explains itself, makes its move, or opens its list of moves. */

import { useExplained } from "../../things/explain.js";
import { html, signal, useEffect, useLayoutEffect, useRef, useState } from "../../core/lib.js";
import { useEscape } from "../../core/ui.js";
import { take } from "./moves.js";

/** The thing whose moves are open, and the number of the question: one at a time, and for one question only. */
const opened = signal(/** @type {{ place: string, number?: number } | null} */ (null));

/**
 * @param {Loyang.Play} play
 * @param {string} place
 */
const isOpen = (play, place) => opened.value?.place === place && opened.value.number === play.ask.number;
const close = () => (opened.value = null);

/**
 * A text that ends as a sentence, so that another one may follow.
 * @param {string} text
 */
const ended = (text) => `${text.trim().replace(/\.$/, "")}. `;

/**
 * The choices that a button leads to, for `data-leads`.
 * @param {Loyang.Move[]} moves
 */
const leadsTo = (moves) => moves.map(({ verb, noun }) => `${verb} ${noun}`).join(";") || undefined;

/**
 * A button that `words` = { title, text, foot } explain. With `move` a click makes the move; with `onOpen` it opens
 * the `moves`; otherwise it explains. `label` is its name, `facts` are read out after it.
 * @param {{ play: Loyang.Play, words: Words, kind: string, move?: Loyang.Move, moves?: Loyang.Move[],
 *   onOpen?: () => void, expanded?: boolean, label?: string, children: Children } & Record<string, any>} props
 */
export function Thing({ play, words, kind, move, moves = [], onOpen, expanded, label, children, ...rest }) {
  const pick = move ? () => take(play, move) : onOpen;
  const events = useExplained(words, !!pick, pick);
  const facts = [label ?? words.title, move && `${move.label} ${move.amount}`].filter(Boolean).join(". ");
  return html`
    <button type="button" class="lo-thing ${kind} ${move && !move.quiet ? "offered" : ""} ${move ? "may" : ""}"
      data-rove tabindex="-1"
      data-verb=${move?.verb} data-noun=${move?.noun} data-leads=${onOpen ? leadsTo(moves) : undefined}
      aria-disabled=${!pick} aria-expanded=${onOpen ? !!expanded : undefined} ...${rest} ...${events}>
      <span class="sr">${ended(facts)}</span><span class="lo-look" aria-hidden="true">${children}</span>
    </button>
  `;
}

/**
 * A button for a move: its label, and its price or gain.
 * @param {{ play: Loyang.Play, move: Loyang.Move, long?: boolean }} props
 */
export const MoveButton = ({ play, move, long }) => html`
  <button type="button" class="lo-do ${move.quiet ? "quiet-do" : ""}" data-verb=${move.verb} data-noun=${move.noun}
    title=${move.title}
    aria-label="${move.label} ${move.amount}, ${move.title}" onClick=${() => { close(); take(play, move); }}>
    <span>${long ? move.title : move.label}</span>
    ${move.good !== undefined
      && html`<svg class="lo-good" aria-hidden="true"><use href="#lo-good-${move.good}" /></svg>`}
    ${move.amount && html`<b class="lo-amount">${move.amount}</b>`}
  </button>
`;

/**
 * Keep a sheet beside its thing and within the region of both, also when everything is scaled up. Its first button
 * gets the focus.
 * @param {Ref} ref
 * @param {string[]} words its reasons; the sheet is placed again when they arrive
 */
function useRoom(ref, words) {
  useLayoutEffect(() => ref.current.querySelector("button")?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    const sheet = ref.current;
    const room = sheet.closest("[data-region]");
    const place = () => {
      const [region, page, thing] = [room, room.parentElement, sheet.parentElement]
        .map((it) => it.getBoundingClientRect());
      const bottom = page.height ? Math.min(region.bottom, page.bottom) : region.bottom; // a phone's page may be short
      const { width, height } = sheet.getBoundingClientRect();
      const right = thing.right + 8 + width <= region.right;
      const left = right ? thing.right + 8 : thing.left - 8 - width;
      const x = Math.max(region.left + 4, Math.min(region.right - width - 4, left));
      const y = Math.max(region.top + 4, Math.min(bottom - height - 4, thing.top));
      const drawn = width / sheet.offsetWidth;
      sheet.style.translate = `${(x - thing.left) / drawn}px ${(y - thing.top) / drawn}px`;
    };
    place();
    const watch = new ResizeObserver(place); // the action line may take room from the region meanwhile
    watch.observe(room);
    watch.observe(sheet);
    return () => watch.disconnect();
  }, [words]);
}

/**
 * The moves of a thing, beside it: its name, its effect, and a button for each move; `why` gives the reason if the
 * only move is to discard it.
 * @param {{ play: Loyang.Play, title: string, text: string, moves: Loyang.Move[], why?: Why,
 *   onClose: (back?: boolean) => void }} props
 */
function Sheet({ play, title, text, moves, why, onClose }) {
  const ref = useRef(null);
  const [reasons, tell] = useState(/** @type {string[]} */ ([]));
  useEffect(() => { why?.(true).then(tell); }, []);
  useRoom(ref, reasons);
  useLayoutEffect(() => {
    /** @param {Event} event */
    const outside = ({ target }) => !ref.current?.parentElement.contains(target) && onClose();
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, []);
  useEscape(() => onClose(true));
  return html`
    <div class="lo-sheet" role="group" aria-label=${title} ref=${ref} data-test="sheet">
      <b>${title}</b>
      ${reasons.map((reason) => html`<p key=${reason} class="explanation-why" role="status" data-test="why">
        ${reason}</p>`)}
      ${text && html`<p>${text}</p>`}
      <div class="lo-sheet-moves">
        ${moves.map((move) => html`<${MoveButton} key="${move.verb} ${move.noun}" play=${play} move=${move}
            long=${move.verb.startsWith("use")} />`)}</div>
    </div>
  `;
}

/**
 * A thing with its moves: a single one is made by a click; several, or one that needs care, are in a sheet that opens
 * beside it. `place` names it on the page. The children are its face.
 * @param {{ play: Loyang.Play, place: string, moves: Loyang.Move[], words: Words, text?: string, sure?: boolean,
 *   kind?: string, children: Children } & Record<string, any>} props
 */
export function Doing({ play, place, moves, words, text, sure = false, kind = "", children, ...rest }) {
  const ref = useRef(null);
  const single = moves.length === 1 && !moves[0].quiet && !sure;
  const open = moves.length > 0 && !single && isOpen(play, place);
  const toggle = () => (opened.value = open ? null : { place, number: play.ask.number });
  /** @param {boolean} [back] */
  const shut = (back) => {
    close();
    if (back) ref.current?.querySelector("button")?.focus();
  };
  const lit = moves.some(({ quiet }) => !quiet);
  return html`
    <div class="lo-doing ${kind} ${lit ? "lit" : ""} ${open ? "open" : ""}" ref=${ref} data-place=${place}>
      <${Thing} play=${play} words=${words} kind="lo-face" move=${single ? moves[0] : undefined} moves=${moves}
        onOpen=${moves.length && !single ? toggle : undefined} expanded=${open} ...${rest}>${children}<//>
      ${open && html`<${Sheet} play=${play} title=${words.title} text=${text ?? words.text} moves=${moves}
          why=${lit ? undefined : words.why} onClose=${shut} />`}
    </div>
  `;
}
