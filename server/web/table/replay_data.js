/** A finished game as a whole: every document of every seat, replayed by the server from the log. */

import { decode } from "../net/codec.js";
import { lines } from "../core/gametext.js";
import { WATCH } from "../net/mirrors.js";
import { Refusal } from "../net/net.js";
import { patch } from "../net/patch.js";
import { language } from "../core/settings.js";

/** @typedef {{ public: Protocol.Public, mine: Protocol.Mine[] }} Moment */

export class Reel {
  /** @param {Reeled} told */
  constructor({ table, version, words, public: open, mine, deltas }) {
    this.table = table;
    /** The first and the last version; all between them are available. */
    this.begin = version;
    this.last = version + deltas.length;
    /** @type {Moment[]} */
    this.moments = [{ public: open, mine }];
    for (const [, node, nodes] of deltas) {
      const before = this.moments[this.moments.length - 1];
      this.moments.push({
        public: patch(before.public, node, words),
        mine: before.mine.map((part, n) => patch(part, nodes[n], words)),
      });
    }
    this.log = wholeLog(this.moments);
    /** Does any seat see more than the others do? */
    this.hides = this.moments.some((one) => one.mine.some(({ game = {} }) => Object.keys(game).length > 0));
  }

  /**
   * A seat's document at a version, or at the nearest one available.
   * @param {number} seat
   * @param {number} version
   * @returns {Past}
   */
  at(seat, version) {
    const at = Math.max(this.begin, Math.min(this.last, version));
    const { public: open, mine } = this.moments[at - this.begin];
    return { version: at, public: open, mine: mine[seat - WATCH] };
  }

  /**
   * The versions at which a turn or a round begins; `begins` tests a moment.
   * @param {(moment: Moment, before: Moment | undefined) => boolean} begins
   */
  versions(begins) {
    return this.moments.flatMap((one, n) => (begins(one, this.moments[n - 1]) ? [this.begin + n] : []));
  }
}

/**
 * All lines of the log. If a choice was undone later, the line that replaced it counts.
 * @param {Moment[]} moments
 */
function wholeLog(moments) {
  /** @type {Line[]} */
  const all = [];
  for (const { public: { log } } of moments) {
    const known = lines(log);
    known.forEach((line, n) => { all[log[0] - known.length + n] = line; });
  }
  return all;
}

/**
 * The response as a reel. Throws a Refusal.
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function fetched(path, request) {
  const answer = await fetch(new URL(path, location.href.split("#")[0]), request).catch(() => null);
  if (!answer) throw new Refusal("storing");
  if (!answer.ok) {
    const { error = "fault", reason = "" } = await answer.json().catch(() => ({}));
    throw new Refusal(error, reason);
  }
  return new Reel(decode(new Uint8Array(await answer.arrayBuffer())));
}

/**
 * The reel of a table whose game is over.
 * @param {string} table
 */
export const reelOf = (table) => fetched(`tables/${encodeURIComponent(table)}/reel`);

/**
 * The reel of an uploaded log: the server replays it and stores nothing. A refusal's reason is in the language of the
 * page.
 * @param {Blob} file
 */
export const reelOfLog = (file) =>
  fetched("reel", { method: "POST", body: file, headers: { "accept-language": language.value } });
