/**
 * Words: the client's own texts and those of the games, in the language that is set.
 *
 * A text may hold {name} places. Where a key has `.one` and `.other` forms, `n` decides. The games'
 * texts name a place by position and, after a colon, the group of names that the number indexes.
 */

import { fetchFile, told } from "./files.js";
import { computed, signal } from "./lib.js";
import { language } from "./settings.js";

const loaded = signal(/** @type {Record<string, Record<string, string>>} */ ({}));
const rest = signal(/** @type {Record<string, Record<string, string>>} */ ({}));
const games = signal(/** @type {Record<string, Texts>} */ ({}));
/** The same with the words of the rules, where somebody wants to read these. */
const whole = signal(/** @type {Record<string, Texts>} */ ({}));
export const LANGUAGES = { de: "Deutsch", en: "English" };

/** Load the client's texts in a language. */
export async function loadTexts(lang = language.value) {
  if (loaded.value[lang]) return;
  const texts = await fetchFile(`texts/${lang}.json`);
  loaded.value = { ...loaded.value, [lang]: texts };
}

/**
 * Load the texts of all that is fetched when it is first shown, see late.js; with `loadTexts` those are all.
 * @param {string} [lang]
 */
export async function loadLateTexts(lang = language.value) {
  if (rest.value[lang]) return;
  const texts = await fetchFile(`texts/late.${lang}.json`);
  rest.value = { ...rest.value, [lang]: texts };
}

/**
 * Set the language, once its texts are here.
 * @param {string} lang
 */
export async function speak(lang) {
  await Promise.all([
    loadTexts(lang),
    loadLateTexts(lang), // the choice of a language is among what is shown late
    ...Object.keys(games.value).map((key) => loadGame(key.split("/")[0], lang)),
    ...Object.keys(whole.value).map((key) => loadRules(key.split("/")[0], lang)),
  ]);
  language.value = lang;
}

const texts = computed(() => ({ ...loaded.value[language.value], ...rest.value[language.value] }));

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
 * What a refusal means, by its code.
 * @param {string} code
 * @param {Places} [places]
 */
export const refusalText = (code, places) => t(has(`refusal.${code}`) ? `refusal.${code}` : "refusal.unknown", places);

const plural = computed(() => new Intl.PluralRules(language.value));

/**
 * @param {string} text
 * @param {Places} places
 */
const fill = (text, places) => text.replace(/\{(\w+)\}/g, (whole, place) => String(places[place] ?? whole));

/**
 * The texts of a game in the language that is set; null until they are here.
 * @param {string} game
 */
export const gameTexts = (game) => games.value[`${game}/${language.value}`] ?? null;

/**
 * A game's own text for its page, with its places filled in: what `t` is for the client's texts.
 * @param {string} game
 * @param {string} key
 * @param {Places} [places]
 */
export const pageText = (game, key, places = {}) => worded(gameTexts(game)?.page ?? {}, key, places);

/**
 * Load the texts of a game.
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
 * All texts of a game in the language that is set, with those of its rules; null until they are here.
 * @param {string} game
 */
export const wholeTexts = (game) => whole.value[`${game}/${language.value}`] ?? null;

/**
 * Load all texts of a game.
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
 * The kinds of bots that one may ask for in a game, the usual one first.
 * @param {string} game
 */
export const mindsOf = (game) => catalogue.value?.find((row) => row.name === game)?.minds ?? [];

/**
 * Has a game a board of its own? Any other is shown plainly: seats, log and lists of options.
 * @param {string} game
 */
export const hasBoard = (game) => !!catalogue.value?.find((row) => row.name === game)?.board;

/**
 * How demanding a game is, in words: the heaviest word for all that are heavier still.
 * @param {number} weight
 */
export const weightText = (weight) => t(`weight.${Math.min(weight, 4)}`);

/**
 * What a kind of bot is called; one that comes from elsewhere by its own name.
 * @param {string} mind
 */
export const mindName = (mind) => (has(`mind.${mind}`) ? t(`mind.${mind}`) : mind);

/** The language as it is written where the browser is: not all who read English have a.m. and p.m. */
const region = () => navigator.languages.find((one) => one.split("-")[0] === language.value) ?? language.value;

/**
 * A point in time, or a date, as people there write it.
 * @param {number} ms
 * @param {Intl.DateTimeFormatOptions} style
 */
export const dated = (ms, style) => new Intl.DateTimeFormat(region(), style).format(ms);

/** @param {number} ms */
export const clockTime = (ms) => dated(ms, { timeStyle: "short" });

/**
 * A length of time as minutes and seconds.
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
 * A name as it stands in a sentence: one that is written from right to left leaves the words around it in their order.
 * @param {string} name
 */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);

/**
 * Names joined as people say it: "A, B and C".
 * @param {string[]} names
 */
export const listed = (names) => new Intl.ListFormat(language.value, { type: "conjunction" }).format(names);

/** @type {Record<string, string>} */
const ENDINGS = { one: "st", two: "nd", few: "rd" };

/**
 * The numeral of a place: "1st", "2.".
 * @param {number} n
 */
export function ordinal(n) {
  if (language.value === "de") return `${n}.`;
  const rule = new Intl.PluralRules("en", { type: "ordinal" }).select(n);
  return n + (ENDINGS[rule] ?? "th");
}
