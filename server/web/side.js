/** Beside the board, or in a drawer over it: the log, the chat, who is here, the rules. */

import { anchorOfPrompt, openRules, wanted } from "./anchors.js";
import { HOME, late, RULES } from "./late.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./lib.js";
import { showVersion } from "./history.js";
import { Log } from "./log.js";
import { laptop, wide } from "./media.js";
import { heard, showChat } from "./muted.js";
import { besides, chatRead, chatShown, readable } from "./settings.js";
import { change, person, wire } from "./state.js";
import { clockTime, isolated, t } from "./text.js";
import { Icon, announce } from "./ui.js";

/** What was said longer ago, in ms, is no news. */
const NEWS = 10_000;

/**
 * The moment of the game that something was said about, which it leads to.
 * @param {{ play: Play, moment: number }} props
 */
const About = ({ play, moment }) => (play.view.reel.value
  ? html`<button type="button" class="quiet about" data-moment=${moment} onClick=${() => showVersion(play, moment)}>
      <${Icon} name="eye" />${t("chat.about", { n: moment })}</button>`
  : html`<a class="about" data-moment=${moment} href="#/replay/${play.table}?at=${moment}">
      <${Icon} name="eye" />${t("chat.about", { n: moment })}</a>`);

/** @param {{ play: Play }} props */
function Chat({ play }) {
  const [text, setText] = useState("");
  const rows = heard(play.view.chat.value);
  const played = play.open.seats.some((row) => row.person === person.value);
  const comments = !!play.view.reel.value && played;
  const label = t(comments ? "chat.comment" : "chat.label");
  /** @param {Happening} event */
  const send = async (event) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    if (!(await change("say", play.table, said, comments ? play.version : 0))) setText((now) => now || said);
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
            <p dir="auto">${row.text}</p>
          </li>`)}
      </ol></div>
      <form class="chat-form" onSubmit=${send} hidden=${!!play.view.brought}>
        <input maxlength="400" value=${text} aria-label=${label} placeholder=${label}
          onInput=${(/** @type {Happening} */ event) => setText(event.target.value)} />
        <button type="submit">${t("chat.send")}</button>
      </form>
      <${ShowChat} on=${false} />
    </div>
  `;
}

/**
 * Shows what others say, or hides it; for oneself, at every table.
 * @param {{ on: boolean }} props
 */
const ShowChat = ({ on }) => html`
  <button type="button" class="quiet small" data-test="show-chat" onClick=${() => showChat(on)}>
    ${t(on ? "chat.show" : "chat.hide")}</button>`;

const PeoplePanel = late(HOME, "People");

/**
 * Who is here, once somebody wants to know.
 * @param {{ play: Play, open: boolean }} props
 */
const People = ({ play, open }) => open && html`<${PeoplePanel} play=${play} />`;

const RulesPanel = late(RULES, "RulesPanel");

/**
 * The rules, once somebody wants to read them; a move that is made meanwhile leaves them as they are.
 * @param {{ play: Play }} props
 */
function Rules({ play }) {
  const { game } = play.open.table;
  const at = wanted.value;
  return useMemo(() => at && html`
    <div class="side-rules"><${RulesPanel} game=${game} ...${at} drawn=${true} /></div>`, [game, at]);
}

/**
 * Where the rules tell of what is asked, of oneself or of others.
 * @param {Play} play
 */
function placeNow({ open, seat }) {
  const [, , prompt] = open.asks.find(([who]) => who === seat) ?? open.asks[0] ?? [];
  return prompt ? anchorOfPrompt(prompt) : "";
}

/** @typedef {[key: string, Panel: (props: { play: Play, open: boolean }) => unknown]} Tab */

/** @type {Tab[]} */
const TABS = [["log", Log], ["chat", Chat], ["people", People]];

/**
 * What there is while a game is on the table.
 * @type {Tab[]}
 */
const PLAYING = [...TABS, ["rules", Rules]];

/** @param {string} key */
const focusTab = (key) => document.getElementById(`tab-${key}`)?.focus();

/**
 * What somebody opens has the focus: of the chat the field, where that draws no keyboard over the screen.
 * @param {string} key
 */
function focusOn(key) {
  const field = key === "chat" && matchMedia("(pointer: fine)").matches && document.querySelector(".chat-form input");
  if (field instanceof HTMLElement) field.focus();
  else focusTab(key);
}

/** Gives the focus to what somebody opens, as soon as it is drawn. */
function useEnter() {
  const [entered, set] = useState({ key: "" });
  useLayoutEffect(() => focusOn(entered.key), [entered]);
  return (/** @type {string} */ key) => set({ key });
}

/** At so many tables it is known what was read; who plays at more looks twice at what was said long ago. */
const READ_AT = 40;

/**
 * How much of what others have said is unread; what they say meanwhile is read out.
 * @param {Play} play
 * @param {boolean} reads
 */
function useUnread(play, reads) {
  const rows = heard(play.view.chat.value);
  const last = rows.at(-1);
  const { [play.table]: before = 0, ...others } = readable(chatRead.peek(), /** @type {Record<string, number>} */ ({}));
  const until = reads && last ? last.at : before;
  const known = [...Object.entries(others).slice(-READ_AT), [play.table, until]];
  if (until > before) chatRead.value = JSON.stringify(Object.fromEntries(known));
  useEffect(() => {
    const others = last && last.person !== person.value && wire.now() - last.at < NEWS;
    if (others && !reads) announce(`${isolated(last.name)}: ${last.text}`);
  }, [play.view.chat.value]);
  return rows.filter((row) => row.at > until && row.person !== person.value).length;
}

/**
 * Does what is drawn out lie beside the table, and stay there? A guide needs the height that this takes from the board.
 * @param {Play} play
 */
export const staysBeside = ({ open }) => laptop.value && !open.table.lesson;

/**
 * Which tab is open, whether the drawer is, how much of the chat is unread.
 * @param {Play} play
 */
export function useSide(play) {
  const playing = Object.keys(play.open.game).length > 0;
  const [tab, setTab] = useState(playing ? "log" : "chat"); // who waits talks
  const [drawn, set] = useState(() => staysBeside(play) && besides.peek() === "on");
  const asked = useRef(false);
  /** @param {boolean} open */
  const draw = (open) => {
    set(open);
    asked.current = true;
    if (staysBeside(play)) besides.value = open ? "on" : "off";
  };
  const beside = wide.value || !playing;
  useEffect(() => { if (playing && !document.activeElement?.closest(".chat")) setTab("log"); }, [playing]);
  useEffect(() => () => { wanted.value = null; }, [play.table]);
  useEffect(() => {
    if (!wanted.value) return;
    setTab("rules");
    if (!beside) draw(true);
  }, [wanted.value]);
  const unread = useUnread(play, tab === "chat" && (beside || drawn));
  const enter = useEnter();
  /** @param {string} key */
  const show = (key) => {
    if (key === "rules" && !wanted.value) openRules(placeNow(play), true);
    setTab(key);
  };
  /** @param {string} key */
  const toggle = (key) => {
    const open = !beside && drawn && tab === key;
    if (!beside) draw(!open);
    if (key === "rules" && !open) openRules(placeNow(play));
    setTab(key);
    if (!open) enter(key);
  };
  return { tab, show, enter, beside, drawn, asked, draw, toggle, unread, tabs: playing ? PLAYING : TABS };
}

/** @param {{ n: number }} props */
const Unread = ({ n }) => html`<span class="count">${n}<span class="sr"> ${t("chat.unread")}</span></span>`;

/**
 * The ways to the rules, and to log and chat where these are no column beside the board.
 * @param {{ side: Beside }} props
 */
export function ToSide({ side: { beside, drawn, toggle, tab, unread, tabs } }) {
  /**
   * @param {string} key
   * @param {string} icon
   */
  const button = (key, icon) => html`
    <button type="button" class="quiet" data-test="to-${key}" title=${t(`side.${key}`)}
      aria-expanded=${(beside || drawn) && tab === key} aria-controls="side" onClick=${() => toggle(key)}>
      <${Icon} name=${icon} /><span>${t(`side.${key}`)}</span>
      ${key === "chat" && unread > 0 && html`<${Unread} n=${unread} />`}
    </button>`;
  const rules = tabs === PLAYING && button("rules", "rules");
  return html`${!beside && html`${button("log", "list")}${button("chat", "chat")}`}${rules}`;
}

/**
 * The drawer takes the focus when somebody opens it and gives it back when it is closed. What closes it.
 * @param {Beside} side
 */
function useDrawer({ beside, drawn, asked, draw, tab }) {
  const opener = useRef(null);
  const open = !beside && drawn;
  useLayoutEffect(() => {
    if (!open || !asked.current) return; // what was left open at another table takes no focus
    opener.current = document.activeElement;
    focusOn(tab);
  }, [open]);
  return () => {
    if (opener.current?.isConnected) opener.current.focus();
    draw(false);
  };
}

/** @param {{ play: Play, side: Beside }} props */
export function Side({ play, side }) {
  const { tab, show, enter, unread, beside, drawn, tabs } = side;
  const close = useDrawer(side);
  /** @param {Happening} event */
  const escape = (event) => {
    if (event.key !== "Escape" || beside) return;
    event.preventDefault();
    close();
  };
  /** @param {Happening} event */
  const move = (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? tabs.length - 1 : 0;
    if (!step) return;
    const next = tabs[(tabs.findIndex(([key]) => key === tab) + step) % tabs.length][0];
    show(next);
    focusTab(next);
  };
  return html`
    <aside class="side card ${beside ? "" : "drawer"}" id="side" hidden=${!beside && !drawn}
      aria-label=${t("side.label")} onKeyDown=${escape}>
      <div class="side-head">
        <div class="tabs" role="tablist" aria-label=${t("side.label")} onKeyDown=${move}>
          ${tabs.map(([key]) => html`
            <button key=${key} type="button" role="tab" id="tab-${key}" aria-selected=${key === tab}
              aria-controls="panel-${key}" tabindex=${key === tab ? 0 : -1}
              onClick=${() => { show(key); enter(key); }}>
              ${t(`side.${key}`)}${key === "chat" && unread > 0 && html` <${Unread} n=${unread} />`}
            </button>`)}
        </div>
        ${!beside && html`<button type="button" class="quiet round" data-test="close-side" aria-label=${t("close")}
          onClick=${close}><${Icon} name="close" /></button>`}
      </div>
      ${tabs.map(([key, Panel]) => html`
        <div key=${key} role="tabpanel" id="panel-${key}" aria-labelledby="tab-${key}" hidden=${key !== tab}>
          <${Panel} play=${play} open=${key === tab} />
        </div>`)}
    </aside>
  `;
}
