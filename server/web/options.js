/** A game's options in words, from the catalogue's descriptions and the game's texts. */

import { html } from "./lib.js";
import { catalogue, gameTexts, t } from "./text.js";

/**
 * [bank, increment] in ms as people write it.
 * @param {[any, any]} row
 */
export function clockText([bank, increment = 0]) {
  /** @param {number} ms */
  const spell = (ms) => (ms % 60_000 ? t("clock.seconds", { n: ms / 1000 }) : t("clock.minutes", { n: ms / 60_000 }));
  return increment ? `${spell(bank)} + ${spell(increment)}` : spell(bank);
}

/** @param {string} game */
export const describe = (game) => catalogue.value?.find((row) => row.name === game) ?? null;

/**
 * The name of an option, and of one of its values.
 * @param {string} game
 * @param {number} field
 */
export const optionName = (game, field) => gameTexts(game)?.options?.[field]?.name ?? field;
/**
 * @param {string} game
 * @param {number} field
 * @param {string} value
 */
export function valueName(game, field, value) {
  const own = gameTexts(game)?.options?.[field]?.values?.[String(value)];
  return own ?? (typeof value === "boolean" ? t(value ? "yes" : "no") : String(value));
}

/**
 * What a table plays differently from the default, as small tags.
 * @param {{ game: string, options: any }} props
 */
export function OptionTags({ game, options }) {
  const rows = (describe(game)?.options
    ?? []).filter((row) => row.name in options && options[row.name] !== row.default);
  return rows.map(
    (row) => html`<span class="tag" key=${row.name}>${optionName(game, row.name)}
      : ${valueName(game, row.name, options[row.name])}</span>`,
  );
}
