/** The person's groups of friends: the list stored in this browser, and requests to the server. */

import { ask } from "./http.js";
import { computed } from "./lib.js";
import { groups as kept } from "./settings.js";
import { readable } from "./storage.js";

/**
 * Request a group: join (PUT), change (PATCH), leave (DELETE), or create one (POST, without a link). Throws a
 * Refusal.
 * @param {string} link
 * @param {string} [method]
 * @param {object} [told]
 * @returns {Promise<Group | null>}
 */
export const groupOf = (link, method, told) =>
  ask(link ? `groups/${encodeURIComponent(link)}` : "groups", method, told);

/**
 * The person's groups, as far as this browser knows them.
 * @type {{ value: Known[] }}
 */
export const groups = computed(() => readable(kept.value, /** @type {Known[]} */ ([]),
  (row) => typeof row?.group === "string" && typeof row.title === "string"));

/** @param {Known[]} rows */
const write = (rows) => { kept.value = JSON.stringify(rows); };

/** @param {string} link */
export const forgetGroup = (link) => write(groups.value.filter((row) => row.group !== link));

/** @param {Known} row */
export function rememberGroup({ group, title }) {
  write([...groups.value.filter((row) => row.group !== group), { group, title }]);
}

/** @typedef {{ group: string, title: string }} Known */
