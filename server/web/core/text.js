/**
 * Texts of the client and of the games, in the current language.
 *
 * A text may hold {name} places. If a key has `.one` and `.other` forms, `n` decides. The games' texts name a place
 * by position and, after a colon, the group of names that the number indexes.
 */

import { fetchFile, told } from "./files.js";
import { computed, signal } from "./lib.js";
import { language } from "./settings.js";

const loaded = signal(/** @type {Record<string, Record<string, string>>} */ ({}));
const rest = signal(/** @type {Record<string, Record<string, Texts>>} */ ({}));
const games = signal(/** @type {Record<string, Texts>} */ ({}));
/** The same with the texts of the rules, loaded on demand. */
const whole = signal(/** @type {Record<string, Texts>} */ ({}));

/** Load the client's texts in a language. */
export async function loadTexts(lang = language.value) {
  if (loaded.value[lang]) return;
  const texts = await fetchFile(`texts/${lang}.json`);
  loaded.value = { ...loaded.value, [lang]: texts };
}

/**
 * Load the texts of modules that are fetched on first use, see lazy_modules.js: `late` ones are on the way from the
 * front page to a table, `rare` ones are not.
 * @param {"late" | "rare"} part
 * @param {string} [lang]
 */
export async function loadMoreTexts(part, lang = language.value) {
  if (rest.value[lang]?.[part]) return;
  const texts = await fetchFile(`texts/${part}.${lang}.json`);
  rest.value = { ...rest.value, [lang]: { ...rest.value[lang], [part]: texts } };
}

let wanted = "";

/**
 * Set the language after its texts are loaded, unless another one was chosen meanwhile.
 * @param {string} lang
 */
export async function speak(lang) {
  wanted = lang;
  await Promise.all([
    loadTexts(lang),
    loadMoreTexts("late", lang), // the choice of a language is in a lazy module
    loadMoreTexts("rare", lang),
    ...Object.keys(games.value).map((key) => loadGame(key.split("/")[0], lang)),
    ...Object.keys(whole.value).map((key) => loadRules(key.split("/")[0], lang)),
  ]);
  if (lang === wanted) language.value = lang;
}

const texts = computed(() => {
  const { late, rare } = rest.value[language.value] ?? {};
  return { ...loaded.value[language.value], ...late, ...rare };
});

/**
 * The text for a key, with its places filled in.
 * @param {string} key
 * @param {Places} [places]
 */
export const t = (key, places = {}) => worded(texts.value, key, places);

/**
 * @param {Record<string, string>} all
 * @param {string} key
 * @param {Places} places
 */
function worded(all, key, places) {
  const form = "n" in places ? `${key}.${plural.value.select(Number(places.n))}` : key;
  const text = all[form] ?? all[`${key}.other`] ?? all[key];
  return text === undefined ? key : fill(text, places);
}

/**
 * Is there a text for this key?
 * @param {string} key
 */
export const has = (key) => key in texts.value;

/**
 * The message for a refusal's code.
 * @param {string} code
 * @param {Places} [places]
 */
export const refusalText = (code, places) => t(has(`refusal.${code}`) ? `refusal.${code}` : "refusal.unknown", places);

const plural = computed(() => new Intl.PluralRules(language.value));

/**
 * @param {string} text
 * @param {Places} places
 */
export const fill = (text, places) => text.replace(/\{(\w+)\}/g, (whole, place) => String(places[place] ?? whole));

/**
 * The texts of a game in the current language; null until they are loaded.
 * @param {string} game
 */
export const gameTexts = (game) => games.value[`${game}/${language.value}`] ?? null;

/**
 * A game's own text for its board, with its places filled in: like `t` for the client's texts.
 * @param {string} game
 * @param {string} key
 * @param {Places} [places]
 */
export const pageText = (game, key, places = {}) => worded(gameTexts(game)?.page ?? {}, key, places);

/**
 * @param {string} game
 * @param {string} [lang]
 */
export async function loadGame(game, lang = language.value) {
  const key = `${game}/${lang}`;
  if (games.value[key]) return;
  const found = await fetchFile(`games/${game}/${lang}.json`);
  games.value = { ...games.value, [key]: found };
}

/**
 * All texts of a game in the current language, with those of its rules; null until they are loaded.
 * @param {string} game
 */
export const wholeTexts = (game) => whole.value[`${game}/${language.value}`] ?? null;

/**
 * Load all texts of a game, with those of its rules.
 * @param {string} game
 * @param {string} [lang]
 */
export async function loadRules(game, lang = language.value) {
  const key = `${game}/${lang}`;
  if (whole.value[key]) return;
  const [rules] = await Promise.all([fetchFile(`games/${game}/rules.${lang}.json`), loadGame(game, lang)]);
  whole.value = { ...whole.value, [key]: { ...games.value[key], ...rules } };
}

/** The games that the server offers. */
export const catalogue = signal(told.games);

/**
 * A game's title, also before its texts are loaded.
 * @param {string} game
 */
export const gameTitle = (game) => catalogue.value?.find((row) => row.name === game)?.titles[language.value] ?? game;

/**
 * The kinds of bots that are available in a game, the default first.
 * @param {string} game
 */
export const mindsOf = (game) => catalogue.value?.find((row) => row.name === game)?.minds ?? [];

/**
 * Has the game a board? Any other game is shown as seats, log and lists of options.
 * @param {string} game
 */
export const hasBoard = (game) => hasFile(game, "board");

/**
 * Does a game bring this file for its page?
 * @param {string} game
 * @param {"board" | "cards" | "cover"} file
 */
export const hasFile = (game, file) => !!catalogue.value?.find((row) => row.name === game)?.[file];

/**
 * The name of a kind of bot: ours, that of its package, or the name by which the server knows it.
 * @param {string} mind
 */
export function mindName(mind) {
  if (has(`mind.${mind}`)) return t(`mind.${mind}`);
  return catalogue.value?.find(({ called }) => called?.[mind])?.called[mind][language.value] ?? mind;
}

/**
 * The browser's regional variant of the language: only some English locales have a.m. and p.m. Where the system has no
 * locale, older Chromium says "en-US@posix", which is none.
 */
const region = () => navigator.languages.find((one) => one.split("-")[0] === language.value && !/@/.test(one))
  ?? language.value;

/**
 * A point in time, or a date, in the format of the region.
 * @param {number} ms
 * @param {Intl.DateTimeFormatOptions} style
 */
export const dated = (ms, style) => new Intl.DateTimeFormat(region(), style).format(ms);

/** @param {number} ms */
export const clockTime = (ms) => dated(ms, { timeStyle: "short" });

/**
 * A duration as minutes and seconds.
 * @param {number} ms
 */
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A name isolated for bidirectional text: a right-to-left name keeps the order of the words around it.
 * @param {string} name
 */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Names joined as a list: "A, B and C".
 * @param {string[]} names
 */
export const listed = (names) => new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd" };

/**
 * The ordinal of a place: "1st", "2.".
 * @param {number} n
 */
export function ordinal(n) {
  if (language.value === "de") return `${n}.`;
  const rule = new Intl.PluralRules("en", { type: "ordinal" }).select(n);
  return n + (ENDINGS[rule] ?? "th");
}
