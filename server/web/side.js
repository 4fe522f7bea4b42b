/** Beside the board, or in a drawer over it: the log, the chat, who is here. */

import { html, useEffect, useLayoutEffect, useRef, useState } from "./lib.js";
import { seatName } from "./gametext.js";
import { Log } from "./log.js";
import { wide } from "./media.js";
import { change, person, wire } from "./state.js";
import { clockTime, isolated, t } from "./text.js";
import { Avatar, Icon, announce } from "./ui.js";

/** What was said longer ago, in ms, is no news. */
const NEWS = 10_000;

/** @param {{ play: Play }} props */
function Chat({ play }) {
  const [text, setText] = useState("");
  const rows = play.view.chat.value;
  /** @param {Happening} event */
  const send = async (event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    if (!(await change("say", play.table, said))) setText((now) => now || said);
  };
  return html`
    <div class="chat">
      <div class="to-end" role="log" tabindex="0" aria-label=${t("side.chat")}><ol class="chat-lines" data-test="chat">
        ${rows.length === 0 && html`<li class="muted">${t("chat.empty")}</li>`}
        ${rows.map((row) => html`
          <li key="${row.at} ${row.person}" class=${row.person === person.value ? "own" : ""}>
            <bdi class="chat-name">${row.name}</bdi> <time datetime=${new Date(row.at).toISOString()}>
              ${clockTime(row.at)}</time>
            <p dir="auto">${row.text}</p>
          </li>`)}
      </ol></div>
      <form class="chat-form" onSubmit=${send}>
        <input maxlength="400" value=${text} aria-label=${t("chat.label")} placeholder=${t("chat.label")}
          onInput=${(/** @type {Happening} */ event) => setText(event.target.value)} />
        <button type="submit">${t("chat.send")}</button>
      </form>
    </div>
  `;
}

/** @param {{ play: Play }} props */
function People({ play }) {
  const { open, view } = play;
  return html`
    <ul class="people" data-test="people">
      ${view.people.value.map(([who, name, seat]) => html`
        <li key="${who} ${seat}"><${Avatar} name=${name || seatName(open.seats, seat)}
          bot=${!name || open.seats[seat]?.kind === "bot"} seat=${seat < 0 ? undefined : seat} />
          <span>${seat < 0 ? name : seatName(open.seats, seat)}</span>
          <span class="muted">${seat < 0 ? t("seat.watching") : t("seat.number", { number: seat + 1 })}</span>
        </li>`)}
    </ul>
  `;
}

/** @type {[key: string, icon: string, Panel: (props: { play: Play }) => unknown][]} */
const TABS = [["log", "list", Log], ["chat", "chat", Chat], ["people", "person", People]];

/** @param {string} key */
const focusTab = (key) => document.getElementById(`tab-${key}`)?.focus();

/**
 * Which tab is open, whether the drawer is, how much of the chat is unread; what others say meanwhile is read out.
 * @param {Play} play
 */
export function useSide(play) {
  const playing = Object.keys(play.open.game).length > 0;
  const [tab, setTab] = useState(playing ? "log" : "chat"); // who waits talks
  const [drawn, draw] = useState(false);
  useEffect(() => { if (playing && !document.activeElement?.closest(".chat")) setTab("log"); }, [playing]);
  const seen = useRef(0);
  const rows = play.view.chat.value;
  const beside = wide.value || !playing;
  const reads = tab === "chat" && (beside || drawn);
  if (reads) seen.current = rows.length;
  useEffect(() => {
    const last = rows.at(-1);
    const others = last && last.person !== person.value && wire.now() - last.at < NEWS;
    if (others && !reads) announce(`${isolated(last.name)}: ${last.text}`);
  }, [rows]);
  /** @param {string} key */
  const toggle = (key) => {
    if (!beside) draw(!drawn || tab !== key);
    setTab(key);
    if (beside) focusTab(key);
  };
  return { tab, setTab, beside, drawn, draw, toggle, unread: Math.max(0, rows.length - seen.current) };
}

/** @param {{ n: number }} props */
const Unread = ({ n }) => html`<span class="count">${n}<span class="sr"> ${t("chat.unread")}</span></span>`;

/**
 * Where log and chat are no column beside the board: the ways there.
 * @param {{ side: Beside }} props
 */
export function ToSide({ side: { beside, drawn, toggle, tab, unread } }) {
  if (beside) return null;
  /**
   * @param {string} key
   * @param {string} icon
   */
  const button = (key, icon) => html`
    <button type="button" class="quiet" data-test="to-${key}" title=${t(`side.${key}`)}
      aria-expanded=${drawn && tab === key} aria-controls="side" onClick=${() => toggle(key)}>
      <${Icon} name=${icon} /><span>${t(`side.${key}`)}</span>
      ${key === "chat" && unread > 0 && html`<${Unread} n=${unread} />`}
    </button>`;
  return html`${button("log", "list")}${button("chat", "chat")}`;
}

/**
 * The drawer takes the focus when it opens and gives it back when it is closed. What closes it.
 * @param {Beside} side
 */
function useDrawer({ beside, drawn, draw, tab }) {
  const opener = useRef(null);
  const open = !beside && drawn;
  useLayoutEffect(() => {
    if (!open) return;
    opener.current = document.activeElement;
    focusTab(tab);
  }, [open]);
  return () => {
    if (opener.current?.isConnected) opener.current.focus();
    draw(false);
  };
}

/** @param {{ play: Play, side: Beside }} props */
export function Side({ play, side }) {
  const { tab, setTab, unread, beside, drawn } = side;
  const close = useDrawer(side);
  /** @param {Happening} event */
  const escape = (event) => {
    if (event.key !== "Escape" || beside) return;
    event.preventDefault();
    close();
  };
  /** @param {Happening} event */
  const move = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? TABS.length - 1 : 0;
    if (!step) return;
    const next = TABS[(TABS.findIndex(([key]) => key === tab) + step) % TABS.length][0];
    setTab(next);
    focusTab(next);
  };
  return html`
    <aside class="side card ${beside ? "" : "drawer"}" id="side" hidden=${!beside && !drawn}
      aria-label=${t("side.label")} onKeyDown=${escape}>
      <div class="side-head">
        <div class="tabs" role="tablist" aria-label=${t("side.label")} onKeyDown=${move}>
          ${TABS.map(([key, icon]) => html`
            <button key=${key} type="button" role="tab" id="tab-${key}" aria-selected=${key === tab}
              aria-controls="panel-${key}" tabindex=${key === tab ? 0 : -1} onClick=${() => setTab(key)}>
              <${Icon} name=${icon} />${t(`side.${key}`)}${key === "chat" && unread > 0 && html` <${Unread}
                n=${unread} />`}
            </button>`)}
        </div>
        ${!beside && html`<button type="button" class="quiet round" data-test="close-side" aria-label=${t("close")}
          onClick=${close}><${Icon} name="close" /></button>`}
      </div>
      ${TABS.map(([key, , Panel]) => html`
        <div key=${key} role="tabpanel" id="panel-${key}" aria-labelledby="tab-${key}" hidden=${key !== tab}>
          <${Panel} play=${play} />
        </div>`)}
    </aside>
  `;
}
