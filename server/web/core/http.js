/** HTTP requests with the person's token: the book, the groups. */

import { Refusal } from "../net/net.js";
import { token } from "./settings.js";

/**
 * Send an HTTP request with this browser's token, or with another one. Throws a Refusal.
 * @param {string} path
 * @param {string} [method]
 * @param {object | Blob} [told] in JSON, unless it is a file
 * @param {string} [known]
 */
export async function ask(path, method = "GET", told = undefined, known = token.value) {
  const headers = { authorization: `Bearer ${known}` };
  const body = told instanceof Blob ? told : told && JSON.stringify(told);
  const address = new URL(path, location.href.split("#")[0]);
  const answer = await fetch(address, { method, headers, body }).catch(() => null);
  if (!answer) throw new Refusal("storing");
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refusal(said.error ?? "fault", said.reason);
  return said;
}
