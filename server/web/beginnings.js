/** What tables are to begin with, as somebody brings it: the server looks whether that can be, and keeps it a while. */

import { Refusal } from "./net.js";
import { language } from "./settings.js";

/** In the place of a version: the game begins with what was brought. */
export const BROUGHT = 0;

/**
 * What the server keeps: its name, and what a table with it needs.
 * @typedef {{ name: string, game: string, seats: number, options: Options, asked: number[] }} Beginning
 */

/**
 * Bring the text of a position, or (`at`) a moment of a log. Throws a Refusal, whose reason says what is wrong,
 * in the language of the page.
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
