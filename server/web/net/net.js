/**
 * The connection to the server: handles each kind of frame, and resends changes that were not acknowledged.
 *
 * Knows frames and mirrors (mirrors.js), nothing of the page. The callbacks of `listener` report events; see
 * state.js.
 */

import { AUTO, Mirrors } from "./mirrors.js";
import { Socket } from "./socket.js";

/** Delay (ms) before a change that could not be stored is sent again. */
const RESEND_DELAY_MS = 2_000;

/**
 * Unanswered changes that are sent; later ones wait. A table recognises repeats only among the last 24 changes of a
 * person, who may have two pages open.
 */
const MAX_UNANSWERED = 12;

/** A frame was refused; the texts have a message for `code`. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} [reason] in English, where the server says more
   */
  constructor(code, reason = "") {
    super(reason || code);
    this.code = code;
    this.reason = reason;
  }
}

export class Wire extends Socket {
  /**
   * @param {string} url
   * @param {string} token
   * @param {Listener} listener
   */
  constructor(url, token, listener) {
    super(url, token, listener.status);
    this.listener = listener;
    this.mirrors = new Mirrors(this, listener);
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    /** @type {Map<string, Asked>} */
    this.asked = new Map();
    this.browsing = false;
    this.nextId = firstId();
  }

  // -- incoming frames -----------------------------------------------------------------------------

  /**
   * @override
   * @param {[kind: string, ...fields: any[]]} frame
   */
  receive(frame) {
    const [kind, ...fields] = frame;
    /** @type {((...fields: any[]) => void) | undefined} */
    const taken = /** @type {Record<string, any>} */ (this)[`on_${kind}`];
    taken?.apply(this, fields);
  }

  /** @override */
  cut() {
    for (const { reject } of this.asked.values()) reject(new Refusal("unknown-version"));
    this.asked.clear();
  }

  /** @param {Protocol.FromServer["welcome"]} frame */
  on_welcome(...[person, now, , house]) {
    this.greeted(now, house);
    this.listener.welcome(person);
    this.listener.status("online");
    if (this.browsing) this.send("browse", true);
    this.mirrors.rejoinAll();
    for (const { frame } of this.sent()) this.send(...frame);
  }

  /** @param {Protocol.FromServer["pong"]} frame */
  on_pong(...[, now, house]) {
    this.timed(now, house);
  }

  /** @param {Protocol.FromServer["lobby"]} frame */
  on_lobby(...[tables, after = "", more = ""]) {
    this.listener.lobby(/** @type {Record<string, Summary>} */ (tables), after, more);
  }

  /** @param {Protocol.FromServer["listed"]} frame */
  on_listed(...[table, summary]) {
    this.listener.listed(table, /** @type {Summary | null} */ (summary));
  }

  /** @param {Protocol.FromServer["joined"]} frame */
  on_joined(...[table, seat, version, channel, words]) {
    this.mirrors.joined(table, seat, version, channel, words);
  }

  /** @param {Protocol.FromServer["full"]} frame */
  on_full(...[table, seat, version, open, mine]) {
    this.mirrors.full(table, seat, version, open, mine);
    this.settle(table, seat, mine.done);
  }

  /**
   * A diff, the only kind with a short name.
   * @param {Protocol.FromServer["d"]} frame
   */
  on_d(...[channel, version, open, mine, check]) {
    const mirror = this.mirrors.diff(channel, version, open, mine, check);
    if (mirror) this.settle(mirror.table, mirror.seat, mirror.mine.done);
  }

  /** @param {Protocol.FromServer["past"]} frame */
  on_past(...[table, seat, version, open, mine]) {
    const key = `${table} ${seat} ${version}`;
    this.asked.get(key)?.resolve({ version, public: open, mine });
    this.asked.delete(key);
  }

  /** @param {Protocol.FromServer["because"]} frame */
  on_because(...[id, table, reasons]) {
    this.answered(id)?.resolve({ table, reasons: /** @type {Line[]} */ (reasons) });
  }

  /** @param {Protocol.FromServer["done"]} frame */
  on_done(...[id, table, version]) {
    this.answered(id)?.resolve({ table, version });
  }

  /** @param {Protocol.FromServer["refused"]} frame */
  on_refused(...[id, table, code, reason = ""]) {
    const waiting = this.pending.get(id);
    if (waiting && code === "storing") {
      if (!waiting.told) this.listener.refused(code, reason);
      waiting.told = true;
      setTimeout(() => this.pending.has(id) && this.online && this.send(...waiting.frame), RESEND_DELAY_MS);
      return;
    }
    if (waiting) {
      this.answered(id)?.reject(new Refusal(code, reason));
      return;
    }
    const looks = this.refuseLooks(table, new Refusal(code, reason));
    if (!this.mirrors.refused(table, code) && !looks) this.listener.refused(code, reason);
  }

  /**
   * The server doesn't say which history request of a table it refused. All of them are rejected, so that none waits
   * for ever; responses to the others are ignored. Returns the number of rejected requests.
   * @param {string} table
   * @param {Refusal} refusal
   */
  refuseLooks(table, refusal) {
    const keys = [...this.asked.keys()].filter((one) => one.startsWith(`${table} `));
    for (const key of keys) {
      this.asked.get(key)?.reject(refusal);
      this.asked.delete(key);
    }
    return keys.length;
  }

  /** @param {Protocol.FromServer["here"]} frame */
  on_here(...[table, people]) {
    this.listener.here(table, people);
  }

  /** @param {Protocol.FromServer["said"]} frame */
  on_said(...[table, person, name, text, at, moment = 0]) {
    this.listener.said({ table, person, name, text, at, moment });
  }

  /** @param {Protocol.FromServer["notice"]} frame */
  on_notice(...[number, text, until = 0]) {
    this.listener.announced({ number, text, until });
  }

  /** @param {Protocol.FromServer["gone"]} frame */
  on_gone(...[table, code, seat = -1, game = ""]) {
    if (code === "not-your-seat") return this.mirrors.unseat(table, seat);
    this.mirrors.drop(table);
    return this.listener.gone(table, code, game);
  }

  /**
   * The seat's document names its change that was carried out last; earlier ones are done as well.
   * @param {string} table
   * @param {number} seat
   * @param {number | undefined} done
   */
  settle(table, seat, done) {
    if (!done || !this.pending.has(done)) return;
    for (const [id, { frame }] of this.pending) {
      if (id === done || (isMove(frame) && frame[2] === table && frame[3] === seat)) {
        this.answered(id)?.resolve({ table });
      }
      if (id === done) return;
    }
  }

  /**
   * A change is no longer pending. If the listener was told of the wait, it is told of its end.
   * @param {number} id
   */
  answered(id) {
    const waiting = this.pending.get(id);
    this.pending.delete(id);
    const next = this.pending.size < MAX_UNANSWERED ? undefined : this.sent()[MAX_UNANSWERED - 1];
    if (waiting && next && this.online) this.send(...next.frame);
    if (waiting?.told) this.listener.stored();
    return waiting;
  }

  /** The pending changes that were sent, or are sent as soon as the connection is back: the oldest ones. */
  sent() {
    return [...this.pending.values()].slice(0, MAX_UNANSWERED);
  }

  // -- requests -----------------------------------------------------------------------------------

  /**
   * Send a change, repeatedly if necessary. Resolves when it is stored, rejects with a Refusal.
   * @template {Change} K
   * @param {K} kind
   * @param {Fields<K>} fields
   * @returns {Promise<Stored>}
   */
  change(kind, ...fields) {
    const id = this.nextId++;
    const frame = /** @type {[any, ...any]} */ ([kind, id, ...fields]);
    return new Promise((resolve, reject) => {
      this.pending.set(id, { frame, resolve, reject });
      if (this.online && this.pending.size <= MAX_UNANSWERED) this.send(...frame);
    });
  }

  /**
   * Subscribe to the lobby, or unsubscribe; `after` requests the page that follows.
   * @param {boolean} on
   */
  browse(on, after = "") {
    this.browsing = on;
    if (this.online) this.send("browse", on, after);
  }

  /** @param {string} table */
  join(table, seat = AUTO) {
    this.mirrors.join(table, seat);
  }

  /**
   * Unsubscribe from a table. Its moves that are not acknowledged yet are sent once more: the acknowledgement would
   * have been in the document, which does not arrive any more.
   * @param {string} table
   */
  part(table) {
    this.mirrors.part(table);
    for (const { frame } of this.sent()) {
      if (this.online && isMove(frame) && frame[2] === table) this.send(...frame);
    }
  }

  /**
   * This seat's document at an earlier version. Requests for the same version share one response.
   * @param {string} table
   * @param {number} seat
   * @param {number} version
   * @returns {Promise<Past>}
   */
  history(table, seat, version) {
    const key = `${table} ${seat} ${version}`;
    const known = this.asked.get(key);
    if (known) return known.past;
    if (!this.online) return Promise.reject(new Refusal("storing"));
    const asked = /** @type {Asked} */ ({});
    asked.past = new Promise((resolve, reject) => { Object.assign(asked, { resolve, reject }); });
    this.asked.set(key, asked);
    this.send("history", table, seat, version, true);
    return asked.past;
  }
}

/**
 * Is this change acknowledged by its seat's document?
 * @param {[any, ...any]} frame
 */
function isMove(frame) {
  return frame[0] === "act" || frame[0] === "undo";
}

/** A random first id, so that two pages of one guest never use the same id. */
function firstId() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 20) * 2 ** 32 + low + 1;
}
