/** Who can open the links of this page: everybody who reaches its address, or only the machine that shows it. */

import { ask } from "./http.js";
import { computed, signal } from "./lib.js";

/** Hostnames of URLs, in the form in which browsers write them, that mean the browser's own machine. */
const LOOPBACK =
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[\da-f]{2}:[\da-f]+|0:0)\])\.?$/;

/**
 * Does this hostname of a URL mean the machine of the browser itself?
 * @param {string} hostname
 */
export const isLoopback = (hostname) => LOOPBACK.test(hostname);

const local = isLoopback(location.hostname);

/** A page with TLS was opened at an address for everybody; all others ask whether there is one. */
const asks = local || location.protocol === "http:";

/** What the server has said about its addresses for others; null until it has answered. */
export const reach = signal(/** @type {Reach | null} */ (local ? null : {}));

/** Can only this machine open the links? */
export const onlyHere = computed(() => local && !reach.value?.link);

/**
 * The absolute link to a path of this server, with its address for others if it is known.
 * @param {string} path
 */
export const linkTo = (path) => new URL(path, reach.value?.link || location.href.split("#")[0]).href;

/** Ask the server for its address for others, unless the page has it. */
export async function learnReach() {
  if (asks) reach.value = await ask("reach").catch(() => reach.value ?? {});
}

/** The key from the terminal that opens the server for others; kept as long as this tab. */
const KEY = "stammtisch.network-key";

function storedKey() {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** The key with which this page may ask to be opened for the network; "" if it has none. */
export const networkKey = signal(storedKey());

/** @param {string} key */
export function keepNetworkKey(key) {
  networkKey.value = key;
  try {
    sessionStorage.setItem(KEY, key);
  } catch {
    // Without storage the key is lost when the page is loaded again.
  }
}

/**
 * Have the server listen in its network, or open its tunnel for everybody. Throws a Refusal; a key that opens nothing
 * is forgotten.
 * @param {boolean} everybody
 */
export async function openFor(everybody) {
  try {
    reach.value = await ask("reach", "POST", { key: networkKey.value, everybody });
  } catch (error) {
    if (/** @type {Refusal} */ (error).code === "wrong-key") keepNetworkKey("");
    throw error;
  }
}

/**
 * `link`: the address of the server for others, "" if it has none; `public`: is it one for everybody, by a tunnel?
 * `opening`: is the tunnel being opened? `tunnel`: the one that the key can open, "" if none is installed; `command`
 * and `share`: what starts the server for its network, and for everybody; `keyed`: does the terminal show a link that
 * opens it?
 * @typedef {{ link?: string, public?: boolean, opening?: boolean, tunnel?: string, command?: string, share?: string,
 *   keyed?: boolean }} Reach
 * @typedef {import("../net/net.js").Refusal} Refusal
 */
