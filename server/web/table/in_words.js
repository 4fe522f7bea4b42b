/**
 * The game without looking at it: a command line that takes the number of an option, the beginnings of its words or
 * their first letters, and the position in words, in a length that the person chooses.
 */

import { choices, helpOf, optionText } from "../core/gametext.js";
import { html, useEffect, useRef, useState } from "../core/lib.js";
import { inWords, language } from "../core/settings.js";
import { notices } from "../core/state.js";
import { loadRules, t, wholeTexts } from "../core/text.js";
import { announce, Segments } from "../core/ui.js";
import { chime } from "../things/sounds.js";
import { wishes } from "../things/words_wish.js";
import { distance, found, typed } from "../things/option_search.js";
import { LENGTHS, positionOf, readOut } from "../things/position_words.js";
import { whyNot } from "../things/why.js";
import { said } from "./line.js";

/** The most reasons that one request asks the server for: a name may be that of many things. */
const MAX_REASONS = 6;

/** The most options that are listed at once; the others are found by typing. */
const MAX_SHOWN = 200;

/**
 * How long (ms) a taken option stays in the list, unseen: a screen reader compares the place it comes from with the
 * field, and where the option is gone already, it reads out all regions around the field.
 */
const LINGER_MS = 1_000;

/** The number of the last wish that was heeded: each is heeded once. */
let heeded = 0;

/** Has the person chosen something here? Screen readers read the help again whenever the field gets the focus. */
let helped = false;

/** @typedef {{ text: string, run: () => unknown }} Command */

/**
 * What the person may do now: the options of the question, then to take back.
 * @param {Play} play
 * @returns {Command[]}
 */
function commandsOf(play) {
  const { open, ask, module, past, waiting, mine } = play;
  if (past || waiting || !play.settled) return [];
  const rows = choices(ask).map(([verb, noun]) => {
    const text = optionText(open.table.game, open.seats, verb, noun);
    const costs = module.costs?.(play, verb, noun);
    return { text: costs ? `${text}, ${costs}` : text, run: () => play.choose(verb, noun) };
  });
  return (mine.undo ?? 0) > 0 ? [...rows, { text: t("table.undo"), run: play.undo }] : rows;
}

/**
 * What things of this name do, and why they can't be chosen now: sentences, none if nothing has that name.
 * @param {Play} play
 * @param {string} entry
 */
async function explained(play, entry) {
  const texts = wholeTexts(play.open.table.game);
  const sought = typed(entry);
  /** @type {[kind: string, noun: number, name: string, help: string][]} */
  const things = Object.entries(/** @type {Record<string, string>} */ (texts?.things ?? {})).flatMap(([kind, group]) =>
    Object.entries(/** @type {Record<string, string>} */ (
      texts?.position?.names?.[group] ?? texts?.names?.[group] ?? {}))
      .filter(([, name]) => distance(typed(name), sought) < Infinity)
      .map(([n, name]) => [kind, Number(n), name, helpOf(/** @type {Texts} */ (texts), group, Number(n))]));
  /** @type {Map<string, Set<string>>} */
  const told = new Map();
  for (const [kind, noun, name, help] of things.slice(0, MAX_REASONS)) {
    const reasons = await whyNot(play, kind, noun)?.(true) ?? [];
    const sentences = told.get(name) ?? new Set(help ? [help] : []);
    reasons.forEach((reason) => sentences.add(reason));
    told.set(name, sentences);
  }
  return [...told].map(([name, sentences]) => [`${name}.`, ...sentences].join(" ")).join(" ");
}

/**
 * The option that was taken a moment ago: its number and text, or null; and the function that keeps it so long.
 * @returns {[taken: { n: number, text: string } | null, keep: (one: { n: number, text: string } | null) => void]}
 */
function useTaken() {
  const [taken, keep] = useState(null);
  useEffect(() => {
    const timer = setTimeout(() => keep(null), LINGER_MS);
    return () => clearTimeout(timer);
  }, [taken]);
  return [taken, keep];
}

/** @param {number} n */
const idOf = (n) => `words-option-${n}`;

/**
 * The state of the command line: what is typed, the option that Enter takes, what it has answered.
 * @param {Play} play
 * @param {Command[]} commands
 * @param {() => void} read
 */
function useEntry(play, commands, read) {
  const [{ text, at }, set] = useState({ text: "", at: -1 });
  const [answer, tell] = useState("");
  const [taken, keep] = useTaken();
  const asking = text.trim().startsWith("?");
  const rows = found(commands.map((row) => row.text), asking ? "" : text);
  const active = asking ? -1 : at;
  useEffect(() => {
    set({ text: "", at: -1 });
    tell(""); // the next question has come, or others play
  }, [play.ask.number]);
  /** @param {string} entry */
  const type = (entry) => {
    set({ text: entry, at: entry.trim() ? 0 : -1 });
    tell("");
  };
  /** @param {Command} command */
  const take = (command) => {
    helped = true;
    set({ text: "", at: -1 });
    keep({ n: commands.indexOf(command), text: command.text });
    tell(t("words.chosen", { choice: command.text }));
    command.run();
  };
  const enter = async () => {
    const command = commands[rows[active]];
    if (command) return take(command);
    if (!text.trim()) return read();
    tell(await explained(play, text) || t("words.unknown"));
    return set({ text: "", at: -1 });
  };
  /** @type {Record<string, () => unknown>} */
  const keys = {
    ArrowDown: () => set({ text, at: (active + 1) % Math.max(1, rows.length) }),
    ArrowUp: () => set({ text, at: (Math.max(active, 0) + rows.length - 1) % Math.max(1, rows.length) }),
    Enter: enter,
    ...(text && { Escape: () => type("") }),
  };
  return { text, active, rows, answer, type, take, taken, keys };
}

/** @param {{ play: Play, read: () => void }} props */
function Entry({ play, read }) {
  const commands = commandsOf(play);
  const { text, active, rows, answer, type, take, taken, keys } = useEntry(play, commands, read);
  const field = useRef(null);
  const list = useRef(null);
  useEffect(() => {
    if (wishes.value === heeded) return;
    heeded = wishes.value;
    field.current.focus();
    read();
  }, [wishes.value]);
  const shown = rows.slice(0, MAX_SHOWN);
  const gone = taken && !shown.includes(taken.n) ? [taken.n] : [];
  useEffect(() => { list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }); });
  /** @param {Happening} event */
  const press = (event) => {
    const does = keys[event.key];
    if (!does || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    does();
  };
  return html`
    <label class="words-entry"><span>${t("words.entry")}</span>
      <input type="text" role="combobox" autocomplete="off" spellcheck=${false} value=${text} ref=${field}
        aria-expanded="true" aria-controls="words-options" aria-autocomplete="list" data-test="words-entry"
        aria-activedescendant=${active >= 0 && rows.length ? idOf(rows[active]) : undefined}
        aria-describedby=${helped ? undefined : "words-help"} maxlength="80"
        onInput=${(/** @type {Happening} */ event) => type(event.target.value)} onKeyDown=${press} /></label>
    <p id="words-help" class="muted">${t("words.help")}</p>
    <p role="status" class="words-answer" data-test="words-answer">${answer
      || (text && !rows.length ? t("words.no-option") : "")}</p>
    <ul role="listbox" id="words-options" class=${rows.length ? "words-options" : "sr"} ref=${list}
      aria-label=${t("words.options", { n: rows.length })}>
      ${[...shown, ...gone].map((n) => html`<li key=${n} id=${idOf(n)} role="option"
        ...${gone.includes(n) ? { class: "sr", "aria-disabled": "true" } : { onClick: () => take(commands[n]) }}
        aria-selected=${n === rows[active]}>${n + 1}. ${gone.includes(n) ? taken?.text : commands[n].text}</li>`)}
    </ul>
    ${rows.length > MAX_SHOWN && html`<p class="muted">${t("words.more", { n: rows.length - MAX_SHOWN })}</p>`}
  `;
}

/** @param {{ parts: import("../things/position_words.js").Part[] }} props */
const Position = ({ parts }) => parts.map(({ title, lines }) => html`
  <h3 key=${title}>${title}</h3>
  <ul>${lines.map(([label, text]) => html`<li key=${label}>${text ? `${label}: ${text}` : label}</li>`)}</ul>`);

/** A refusal can be heard: its words come only after what is being read out. */
function useRefusals() {
  const newest = Math.max(0, ...notices.value.filter(({ kind }) => kind === "refusal").map(({ number }) => number));
  const known = useRef(newest);
  useEffect(() => {
    if (newest > known.current) chime("refused");
    known.current = Math.max(known.current, newest);
  }, [newest]);
}

/** @param {{ play: Play }} props */
export function InWords({ play }) {
  const { game } = play.open.table;
  useRefusals();
  useEffect(() => { loadRules(game).catch(() => {}); }, [game, language.value]);
  const texts = wholeTexts(game);
  if (!texts) return null;
  const length = inWords.value;
  const parts = positionOf(play, texts, length);
  const read = () => announce(readOut(parts));
  return html`
    <div class="words">
      <section aria-label=${t("words.command")}>
        <h2>${said(play)}</h2>
        <${Entry} play=${play} read=${read} />
      </section>
      <section aria-label=${t("words.title")} data-test="words">
        <h2>${t("words.title")}</h2>
        <${Segments} legend=${t("words.length")} name="words-length" value=${length}
          values=${LENGTHS.map((one) => [one, t(`words.${one}`)])}
          onPick=${(/** @type {string} */ one) => { inWords.value = one; }} />
        <${Position} parts=${parts} />
      </section>
      <button type="button" data-test="words-off" onClick=${() => { inWords.value = "off"; }}>${t("words.off")}</button>
    </div>
  `;
}
