/** The variants of a table, its clock and what else it allows, as text: what can be had here. */

import { lacks } from "../core/files.js";
import { html } from "../core/lib.js";
import { clockText, describe, optionName, valueName } from "../core/options.js";
import { t } from "../core/text.js";

/** @param {{ open: Protocol.Public }} props */
export function Variants({ open }) {
  const { game, options, clock, tips, public: listed } = open.table;
  const rows = [
    ["clock", clock.length ? clockText(clock) : t("clock.none")],
    ["tips", t(`tips.${tips}`)],
    ["visibility", t(listed ? "setup.public" : "setup.link")],
  ];
  return html`
    <dl class="variants">
      ${(describe(game)?.options ?? []).filter((row) => row.name in options).map(
        (row) => html`<div key=${row.name} class=${options[row.name] === row.default ? "" : "changed"}>
          <dt>${optionName(game, row.name)}</dt><dd>${valueName(game, row.name, options[row.name])}</dd></div>`,
      )}
      ${rows.filter(([what]) => !lacks(what)).map(([what, value]) => html`
        <div key=${what} data-what=${what}><dt>${t(`setup.${what}`)}</dt><dd>${value}</dd></div>`)}
    </dl>
  `;
}
