/** A game's options as text, from the catalogue's descriptions and the game's texts. */

import { html } from "./lib.js";
import { catalogue, gameTexts, t } from "./text.js";

/**
 * [bank, increment] in ms as readable text.
 * @param {number[]} clock
 */
export function clockText([bank, increment = 0]) {
  /** @param {number} ms */
  const spell = (ms) => (ms % 60_000 ? t("clock.seconds", { n: ms / 1000 }) : t("clock.minutes", { n: ms / 60_000 }));
  return increment ? `${spell(bank)} + ${spell(increment)}` : spell(bank);
}

/** @param {string} game */
export const describe = (game) => catalogue.value?.find((row) => row.name === game) ?? null;

/**
 * The name of an option.
 * @param {string} game
 * @param {string} field
 */
export const optionName = (game, field) => gameTexts(game)?.options?.[field]?.name ?? field;
/**
 * @param {string} game
 * @param {string} field
 * @param {unknown} value
 */
export function valueName(game, field, value) {
  const own = gameTexts(game)?.options?.[field]?.values?.[String(value)];
  return own ?? (typeof value === "boolean" ? t(value ? "yes" : "no") : String(value));
}

/**
 * A table's options that differ from the defaults, as small tags.
 * @param {{ game: string, options: Record<string, any> }} props
 */
export function OptionTags({ game, options }) {
  const rows = describe(game)?.options.filter(({ name, default: usual }) => name in options && options[name] !== usual);
  return rows?.map(({ name }) => {
    const value = valueName(game, name, options[name]);
    return html`<span class="tag" key=${name}>${optionName(game, name)}: ${value}</span>`;
  });
}
