/**
 * Uploaded positions and logs that tables can begin with: the server validates an upload and stores it for a while.
 */

import { Refusal } from "../net/net.js";
import { language } from "./settings.js";

/** Used instead of a version: the game begins with the upload. */
export const BROUGHT = 0;

/**
 * The stored upload: its name, and what a table with it needs.
 * @typedef {{ name: string, game: string, seats: number, options: Options, asked: number[] }} Beginning
 */

/**
 * Upload the text of a position, or (`at`) a moment of a log. Throws a Refusal, whose reason says what is wrong, in
 * the language of the page.
 * @param {string | Blob} what
 * @param {number} [at]
 * @returns {Promise<Beginning>}
 */
export async function bring(what, at) {
  const path = at === undefined ? "beginnings" : `beginnings?at=${at}`;
  const request = { method: "POST", body: what, headers: { "accept-language": language.value } };
  const answer = await fetch(new URL(path, location.href.split("#")[0]), request).catch(() => null);
  if (!answer) throw new Refusal("storing");
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said.error ?? "fault", said.reason ?? "");
  return said;
}
