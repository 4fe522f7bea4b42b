/**
 * The chat of a table. A message of one sign is a reaction: sent by a tap, and drawn as a picture, here and at the
 * seat.
 */

import { html, useEffect, useRef } from "../core/lib.js";
import { chatShown } from "../core/settings.js";
import { change, person } from "../core/state.js";
import { clockTime, t } from "../core/text.js";
import { Icon } from "../core/ui.js";
import { showVersion } from "./history.js";
import { heard, showChat } from "./muted.js";
import { REACTIONS } from "./seats.js";

const FACE = "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z";

/**
 * The drawings, in the order of the signs. A font may lack the signs.
 * @type {[code: string, path: string][]}
 */
const DRAWINGS = [
  ["well-done", "M4 11h3v9H4zM7 12l3.6-8a2 2 0 0 1 2.9 2.3L12.8 10H18a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6H7"],
  ["thanks", "M12 20S4 15.2 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15.2 12 20 12 20z"],
  ["laugh", `${FACE}M8.5 9.5h.01M15.5 9.5h.01M7.5 13h9a4.5 4.5 0 0 1-9 0z`],
  ["surprise", `${FACE}M8.5 9.5h.01M15.5 9.5h.01M12 13.2a1.7 2 0 1 0 0 4 1.7 2 0 0 0 0-4z`],
  ["ouch", `${FACE}M8.5 10h.01M15.5 10h.01M8.2 16.5a4.4 4.4 0 0 1 7.6 0`],
  ["back-soon", "M5 9h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10h1.5a2.5 2.5 0 0 1 0 5H16M8.5 6V3.5M12.5 6V3.5"],
];

/**
 * What a sign says, in words.
 * @param {string} sign
 */
export const wordOf = (sign) => t(`reaction.${DRAWINGS[REACTIONS.indexOf(sign)][0]}`);

/**
 * The drawing of a sign; its text is for screen readers.
 * @param {{ sign: string, silent?: boolean }} props
 */
function Sign({ sign, silent = false }) {
  const [code, path] = DRAWINGS[REACTIONS.indexOf(sign)];
  return html`<svg class="icon reaction-sign" viewBox="0 0 24 24" focusable="false" data-reaction=${code}
    ...${silent ? { "aria-hidden": "true" } : { role: "img", "aria-label": wordOf(sign) }}>
    <path d=${path} /></svg>`;
}

/** @param {{ sign: string }} props */
export const Bubble = ({ sign }) => html`<span class="reaction-bubble"><${Sign} sign=${sign} /></span>`;

/**
 * The buttons above the line in which one writes.
 * @param {{ table: string, moment: number }} props
 */
const Reactions = ({ table, moment }) => html`
  <div class="reactions" role="group" aria-label=${t("reaction.all")}>
    ${REACTIONS.map((sign) => html`
      <button type="button" class="quiet" title=${wordOf(sign)} data-test="react"
        aria-label=${wordOf(sign)} onClick=${() => change("say", table, sign, moment)}>
        <${Sign} sign=${sign} silent=${true} /></button>`)}
  </div>
`;

/**
 * A link to the moment of the game that a message is about.
 * @param {{ play: Play, moment: number }} props
 */
const About = ({ play, moment }) => (play.view.reel.value
  ? html`<button type="button" class="quiet about" data-moment=${moment} onClick=${() => showVersion(play, moment)}>
      <${Icon} name="eye" />${t("chat.about", { n: moment })}</button>`
  : html`<a class="about" data-moment=${moment} href="#/replay/${play.table}?at=${moment}">
      <${Icon} name="eye" />${t("chat.about", { n: moment })}</a>`);

/**
 * `entered`: did the person go into the tab, rather than past it?
 * @param {{ play: Play, entered: boolean }} props
 */
export function Chat({ play, entered }) {
  const { draft } = play.view;
  const rows = heard(play.view.chat.value);
  const played = play.open.seats.some((row) => row.person === person.value);
  const comments = !!play.view.reel.value && played;
  const label = t(comments ? "chat.comment" : "chat.label");
  const field = useRef(null);
  useEffect(() => { // who opened the tab by a key goes on to write, unless that would open an on-screen keyboard
    const waits = entered && document.activeElement?.id === "tab-chat";
    if (waits && matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);
  /** @param {Happening} event */
  const send = async (event) => {
    event.preventDefault();
    const said = draft.value.trim();
    if (!said) return;
    draft.value = "";
    if (!(await change("say", play.table, said, comments ? play.version : 0))) draft.value ||= said;
  };
  if (chatShown.value === "off") {
    return html`<div class="chat"><p class="muted">${t("chat.hidden")}</p><${ShowChat} on=${true} /></div>`;
  }
  return html`
    <div class="chat">
      <div class="to-end" role="log" tabindex="0" aria-label=${t("side.chat")}><ol class="chat-lines" data-test="chat">
        ${rows.length === 0 && html`<li class="muted">${t("chat.empty")}</li>`}
        ${rows.map((row) => html`
          <li key="${row.at} ${row.person}" class=${row.person === person.value ? "own" : ""}>
            <bdi class="chat-name">${row.name}</bdi> <time datetime=${new Date(row.at).toISOString()}>
              ${clockTime(row.at)}</time>
            ${row.moment > 0 && html` <${About} play=${play} moment=${row.moment} />`}
            ${REACTIONS.includes(row.text) ? html`<p class="reacted"><${Sign} sign=${row.text} /></p>`
              : html`<p dir="auto">${row.text}</p>`}
          </li>`)}
      </ol></div>
      ${!play.view.brought && html`<${Reactions} table=${play.table} moment=${comments ? play.version : 0} />`}
      <form class="chat-form" onSubmit=${send} hidden=${!!play.view.brought}>
        <input ref=${field} maxlength="400" value=${draft.value} aria-label=${label} placeholder=${label}
          onInput=${(/** @type {Happening} */ event) => { draft.value = event.target.value; }} />
        <button type="submit">${t("chat.send")}</button>
      </form>
      <${ShowChat} on=${false} />
    </div>
  `;
}

/**
 * Shows or hides the messages of others; a personal setting for all tables.
 * @param {{ on: boolean }} props
 */
const ShowChat = ({ on }) => html`
  <button type="button" class="quiet small" data-test="show-chat" onClick=${() => showChat(on)}>
    ${t(on ? "chat.show" : "chat.hide")}</button>`;
