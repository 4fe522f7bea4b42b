/** The groups of friends one belongs to: which this browser knows, and what the server tells of one. */

import { ask } from "./asking.js";
import { computed } from "./lib.js";
import { groups as kept, readable } from "./settings.js";

/**
 * A group, once it is joined (PUT), changed (PATCH), left (DELETE), or founded (POST, without a link). Throws a
 * Refusal.
 * @param {string} link
 * @param {string} [method]
 * @param {object} [told]
 * @returns {Promise<Group | null>}
 */
export const groupOf = (link, method, told) =>
  ask(link ? `groups/${encodeURIComponent(link)}` : "groups", method, told);

/**
 * Those one belongs to, as far as this browser has seen them.
 * @type {{ value: Known[] }}
 */
export const groups = computed(() => readable(kept.value, []));

/** @param {Known[]} rows */
const write = (rows) => { kept.value = JSON.stringify(rows); };

/** @param {string} link */
export const forgetGroup = (link) => write(groups.value.filter((row) => row.group !== link));

/** @param {Known} row */
export function rememberGroup({ group, title }) {
  write([...groups.value.filter((row) => row.group !== group), { group, title }]);
}

/**
 * The link that invites to a group.
 * @param {string} group
 */
export const groupLink = (group) => new URL(`g/${group}`, location.href.split("#")[0]).href;

/** @typedef {{ group: string, title: string }} Known */
