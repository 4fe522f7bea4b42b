/** The person's groups of friends: the list stored in this browser, and requests to the server. */

import { ask } from "./http.js";
import { computed } from "./lib.js";
import { groups as kept } from "./settings.js";
import { readable, stored } from "./storage.js";

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
export const groups = computed(() => readable(kept.value, /** @type {Known[]} */ ([]), fits));

/** @param {any} row */
const fits = (row) => typeof row?.group === "string" && typeof row.title === "string";

/**
 * The list without a group, and with one more. Another page of this browser may have stored others meanwhile.
 * @param {string} link
 * @param {Known[]} more
 */
const write = (link, ...more) => {
  const others = readable(stored("groups"), groups.value, fits).filter((row) => row.group !== link);
  kept.value = JSON.stringify([...others, ...more]);
};

/** @param {string} link */
export const forgetGroup = (link) => write(link);

/** @param {Known} row */
export const rememberGroup = ({ group, title }) => write(group, { group, title });

/** @typedef {{ group: string, title: string }} Known */
