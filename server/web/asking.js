/** What is asked of the server over HTTP by somebody, not by everybody: one's book, one's groups. */

import { Refusal } from "./net.js";
import { token } from "./settings.js";

/**
 * Ask the server over HTTP, as whoever has this browser's token. Throws a Refusal.
 * @param {string} path
 * @param {string} [method]
 * @param {object} [told]
 */
export async function ask(path, method = "GET", told) {
  const headers = { authorization: `Bearer ${token.value}` };
  const body = told && JSON.stringify(told);
  const address = new URL(path, location.href.split("#")[0]);
  const answer = await fetch(address, { method, headers, body }).catch(() => null);
  if (!answer) throw new Refusal("storing");
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said.error ?? "fault");
  return said;
}
