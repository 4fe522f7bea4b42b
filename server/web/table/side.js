/** The side column, or a drawer over the board: the log, the chat, the people, the rules. */

import { anchorOfPrompt, openRules, wanted } from "../things/anchors.js";
import { loadCode } from "../core/files.js";
import { CHAT, HOME, IN_WORDS, RULES } from "../core/lazy_list.js";
import { late, lateDialog, loadLate } from "../core/lazy_modules.js";
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../core/lib.js";
import { Log } from "./log.js";
import { laptop, wide } from "../core/media.js";
import { heard } from "./muted.js";
import { besides, chatRead, inWords } from "../core/settings.js";
import { readable } from "../core/storage.js";
import { person, wire } from "../core/state.js";
import { isolated, t } from "../core/text.js";
import { Icon, announce, rooms } from "../core/ui.js";
import { REACTIONS } from "./seats.js";
import { wishes } from "../things/words_wish.js";

/** Messages older than this (ms) are not announced. */
const MAX_NEWS_AGE_MS = 10_000;

const ChatPanel = lateDialog(CHAT, "Chat");

/**
 * The chat, drawn once that tab was opened; what was begun to be written stays while another tab is open.
 * @param {{ play: Play, open: boolean, entered: boolean }} props
 */
function Chat({ play, open, entered }) {
  const opened = useRef(false);
  opened.current ||= open;
  return opened.current && html`<${ChatPanel} play=${play} entered=${entered} />`;
}

const PeoplePanel = late(HOME, "People");

/**
 * The people, drawn once that tab is open.
 * @param {{ play: Play, open: boolean }} props
 */
const People = ({ play, open }) => open && html`<${PeoplePanel} play=${play} />`;

const RulesPanel = late(RULES, "RulesPanel");

/**
 * The rules, drawn once they are requested. Moves do not redraw them.
 * @param {{ play: Play }} props
 */
function Rules({ play }) {
  const { game } = play.open.table;
  const at = wanted.value;
  return useMemo(() => at && html`
    <div class="side-rules"><${RulesPanel} game=${game} ...${at} drawn=${true} /></div>`, [game, at]);
}

/**
 * The section of the rules about the current question, the person's own or another player's.
 * @param {Play} play
 */
function placeNow({ open, seat }) {
  const [, , prompt] = open.asks.find(([who]) => who === seat) ?? open.asks[0] ?? [];
  return prompt ? anchorOfPrompt(prompt) : "";
}

/** @typedef {[key: string, Panel: (props: { play: Play, open: boolean, entered: boolean }) => unknown]} Tab */

/** @type {Tab[]} */
const TABS = [["log", Log], ["chat", Chat], ["people", People]];

/**
 * The tabs during a game.
 * @type {Tab[]}
 */
const PLAYING = [...TABS, ["rules", Rules]];

/**
 * The tabs of a game without a table.
 * @type {Tab[]}
 */
const ALONE = PLAYING.filter(([key]) => key === "log" || key === "rules");

const WordsPanel = late(IN_WORDS, "InWords");

/**
 * The position in words, drawn while that tab is open.
 * @param {{ play: Play, open: boolean }} props
 */
const Words = ({ play, open }) => open && html`<${WordsPanel} play=${play} />`;

/**
 * A further tab for who has asked for the position in words.
 * @type {Tab}
 */
const IN_WORDS_TAB = ["words", Words];

/** @param {string} key */
const focusTab = (key) => document.getElementById(`tab-${key}`)?.focus();

/**
 * Focus an opened tab; for the chat its input field, unless that would open an on-screen keyboard.
 * @param {string} key
 */
function focusOn(key) {
  const field = key === "chat" && matchMedia("(pointer: fine)").matches && document.querySelector(".chat-form input");
  if (field instanceof HTMLElement) field.focus();
  else focusTab(key);
}

/** Focus an opened tab as soon as it is drawn. */
function useEnter() {
  const [entered, set] = useState({ key: "" });
  useLayoutEffect(() => focusOn(entered.key), [entered]);
  return { entered: entered.key, enter: (/** @type {string} */ key) => set({ key }) };
}

/** Number of tables whose read position is stored; at further tables old messages count as unread again. */
const MAX_READ_TABLES = 40;

/**
 * Announce a message; a reaction by its word, since the name of its sign means something else.
 * @param {{ name: string, text: string }} message
 */
async function announceMessage({ name, text }) {
  const said = REACTIONS.includes(text) && await loadLate(CHAT).then(() => loadCode(CHAT)).catch(() => null);
  announce(`${isolated(name)}: ${said ? said.wordOf(text) : text}`);
}

/**
 * The number of unread messages of others; new ones are announced.
 * @param {Play} play
 * @param {boolean} reads
 */
function useUnread(play, reads) {
  const rows = heard(play.view.chat.value);
  const last = rows.at(-1);
  const { [play.table]: before = 0, ...others } = readable(chatRead.peek(), /** @type {Record<string, number>} */ ({}),
    Number.isFinite);
  const until = reads && last ? last.at : before;
  const known = [...Object.entries(others).slice(-MAX_READ_TABLES), [play.table, until]];
  if (until > before) chatRead.value = JSON.stringify(Object.fromEntries(known));
  useEffect(() => {
    const others = last && last.person !== person.value && wire.now() - last.at < MAX_NEWS_AGE_MS;
    if (others && !reads) announceMessage(last);
  }, [play.view.chat.value]);
  const fresh = rows.filter((row) => row.at > until && row.person !== person.value);
  return fresh.filter(({ text }) => !REACTIONS.includes(text)).length;
}

/** The chat's field while something is being written in it: then its letters must not become keys of a table. */
const WRITTEN = ".chat-form input:not(:placeholder-shown)";

/**
 * The state of the tabs: the open tab, the drawer, the number of unread messages. A guided game begins with the whole
 * board, whatever lies beside other tables. Whoever writes in the chat when the game begins writes on.
 * @param {Play} play
 */
export function useSide(play) {
  const kept = laptop.value && !play.open.table.lesson;
  const playing = Object.keys(play.open.game).length > 0;
  const worded = inWords.value !== "off";
  const first = worded ? "words" : "log";
  const [chosen, setTab] = useState(playing ? first : "chat"); // before the game, chatting is likelier
  const tab = chosen === "words" && !worded ? "log" : chosen;
  const [drawn, set] = useState(() => worded || (kept && besides.peek() === "on"));
  const asked = useRef(false);
  /** @param {boolean} open */
  const draw = (open) => {
    set(open);
    asked.current = true;
    if (kept) besides.value = open ? "on" : "off";
  };
  const beside = wide.value || !playing;
  useEffect(() => () => { wanted.value = null; }, [play.table]);
  useEffect(() => {
    if (!wanted.value) return;
    setTab("rules");
    if (!beside) draw(true);
  }, [wanted.value]);
  const unread = useUnread(play, tab === "chat" && (beside || drawn));
  const { entered, enter } = useEnter();
  const writes = useMemo(() => document.activeElement?.matches(WRITTEN), [playing]);
  useLayoutEffect(() => {
    if (!playing) return;
    if (writes) {
      set(true);
      enter("chat");
    } else setTab(first);
  }, [playing]);
  const shown = !playing ? TABS : play.view.practice ? ALONE : PLAYING;
  const tabs = playing && worded ? [...shown, IN_WORDS_TAB] : shown;
  /** @param {string} key */
  const show = (key) => {
    if (key === "rules" && !wanted.value) openRules(placeNow(play), true);
    setTab(key);
  };
  /** @param {string} key */
  const toggle = (key) => {
    if (tabs.every(([one]) => one !== key)) return;
    const open = !beside && drawn && tab === key;
    if (!beside) draw(!open);
    if (key === "rules" && !open) openRules(placeNow(play));
    setTab(key);
    if (!open) enter(key);
  };
  const words = () => {
    if (!worded) inWords.value = "normal";
    wishes.value += 1;
    set(true); // the command line takes the focus, not the tab
    setTab("words");
  };
  return { tab, show, entered, enter, beside, drawn, asked, draw, toggle, unread, tabs, words, playing };
}

/** @param {{ n: number }} props */
const Unread = ({ n }) => html`<span class="count">${n}<span class="sr"> ${t("chat.unread")}</span></span>`;

/**
 * Buttons for the rules, and for log and chat where no column shows them.
 * @param {{ side: Beside }} props
 */
export function ToSide({ side: { beside, drawn, toggle, tab, tabs, unread, playing } }) {
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
  const rules = playing && button("rules", "rules");
  const talks = tabs.some(([key]) => key === "chat");
  const column = !beside && html`${button("log", "list")}${talks && button("chat", "chat")}`;
  return html`${column}${rules}`;
}

/**
 * The drawer takes the focus when the person opens it and returns it when closed, by whatever.
 * @param {Beside} side
 */
function useDrawer({ beside, drawn, asked, tab }) {
  const open = !beside && drawn;
  useLayoutEffect(() => {
    if (!open || !asked.current) return undefined; // a drawer left open at another table takes no focus
    const opener = /** @type {HTMLElement | null} */ (document.activeElement);
    focusOn(tab);
    return () => { if (document.activeElement?.matches("body, #side *")) opener?.focus(); };
  }, [open]);
}

/** @param {{ play: Play, side: Beside }} props */
export function Side({ play, side }) {
  const { tab, show, entered, enter, unread, beside, draw, drawn, tabs } = side;
  useDrawer(side);
  const close = () => draw(false);
  /** @param {Happening} event */
  const escape = (event) => {
    if (event.key !== "Escape" || beside || rooms.peek().length) return; // a dialog closes first
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
          <${Panel} play=${play} open=${key === tab} entered=${key === entered} />
        </div>`)}
    </aside>
  `;
}
