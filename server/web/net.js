/**
 * The socket: greets, comes back by itself, and sends again what was not acknowledged.
 *
 * Knows frames and mirrors (mirrors.js), nothing of the page. Whoever listens gets told by the
 * callbacks of `listener`; see state.js.
 */

import { decode, encode } from "./codec.js";
import { AUTO, Mirrors } from "./mirrors.js";

const PROTOCOL = 1;
const FIRST_RETRY = 300;
const LAST_RETRY = 10_000;
const LATER = 4_000;
const AGAIN = 2_000;
const TOO_BIG = 1009;
const PING_EVERY = 15_000;
const PING_PATIENCE = 8_000;

/** A frame was refused; `code` has its words in the texts. */
export class Refusal extends Error {
  /**
   * @param {string} code
   * @param {string} [reason]
   */
  constructor(code, reason) {
    super(reason || code);
    this.code = code;
  }
}

export class Wire {
  /**
   * @param {string} url
   * @param {string} token
   * @param {Listener} listener
   */
  constructor(url, token, listener) {
    this.url = url;
    this.token = token;
    this.name = "";
    this.listener = listener;
    this.mirrors = new Mirrors(this, listener);
    /** @type {Map<number, Pending>} */
    this.pending = new Map();
    /** @type {Map<string, Answer<Past>>} */
    this.asked = new Map();
    this.browsing = false;
    this.online = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = FIRST_RETRY;
    this.tries = 0;
    this.offset = 0;
    this.nextId = firstId();
    /** @type {Timer} */
    this.timer = 0;
    /** @type {Timer} */
    this.beat = 0;
    /** @type {Timer} */
    this.patience = 0;
  }

  // -- the connection ------------------------------------------------------------------------------

  /**
   * Connect under this name, and stay connected.
   * @param {string} name
   */
  start(name) {
    this.name = name;
    this.open();
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  /**
   * Take another name: a new greeting tells the server.
   * @param {string} name
   */
  rename(name) {
    this.name = name;
    if (this.socket) this.socket.close();
    else this.open();
  }

  open() {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.listener.status("connecting");
    socket.onopen = () => this.send("hello", this.token, this.name, PROTOCOL);
    socket.onmessage = (message) => socket === this.socket && this.receive(decode(new Uint8Array(message.data)));
    socket.onclose = (closing) => socket === this.socket && this.closed(closing.code);
  }

  /**
   * The socket is gone: come back at once, later, or not at all, as its code says.
   * @param {number} code
   */
  closed(code) {
    clearInterval(this.beat);
    this.online = false;
    this.socket = null;
    for (const { reject } of this.asked.values()) reject(new Refusal("unknown-version"));
    this.asked.clear();
    if (code === TOO_BIG || (code >= 4200 && code < 4300)) {
      this.listener.status("ended", code);
      return;
    }
    if (code >= 4100 && code < 4200) this.retry = Math.max(this.retry, LATER);
    const wait = code >= 4000 && code < 4100 ? 50 : this.retry;
    this.retry = Math.min(LAST_RETRY, this.retry * 1.7);
    this.tries += 1;
    this.listener.status("waiting", code);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /** Something speaks for trying again now. */
  hurry() {
    if (this.online) this.ping();
    else if (!this.socket && this.timer) this.open();
  }

  ping() {
    const socket = this.socket;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => socket && socket === this.socket && this.lost(socket), PING_PATIENCE);
    this.send("ping", Math.floor(performance.now()));
  }

  /**
   * Nothing has come for too long: a half-open socket may take minutes to close, so it is left behind.
   * @param {WebSocket} socket
   */
  lost(socket) {
    socket.onclose = socket.onmessage = null;
    socket.close();
    this.closed(1006);
  }

  /**
   * @template {keyof Protocol.FromClient} K
   * @param {[kind: K, ...fields: Protocol.FromClient[K]]} frame
   */
  send(...frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(encode(frame));
  }

  /** The server's clock, in ms. */
  now() {
    return Date.now() + this.offset;
  }

  // -- what comes ----------------------------------------------------------------------------------

  /** @param {[kind: string, ...fields: any[]]} frame */
  receive(frame) {
    clearTimeout(this.patience);
    const [kind, ...fields] = frame;
    /** @type {((...fields: any[]) => void) | undefined} */
    const taken = /** @type {Record<string, any>} */ (this)[`on_${kind}`];
    taken?.apply(this, fields);
  }

  /** @param {Protocol.FromServer["welcome"]} frame */
  on_welcome(...[person, now]) {
    this.online = true;
    this.retry = FIRST_RETRY;
    this.tries = 0;
    this.offset = now - Date.now();
    this.beat = setInterval(() => this.ping(), PING_EVERY);
    this.listener.welcome(person);
    this.listener.status("online");
    if (this.browsing) this.send("browse", true);
    this.mirrors.rejoinAll();
    for (const { frame } of this.pending.values()) this.send(...frame);
  }

  /** @param {Protocol.FromServer["lobby"]} frame */
  on_lobby(...[tables, after = "", more = ""]) {
    this.listener.lobby(tables, after, more);
  }

  /** @param {Protocol.FromServer["listed"]} frame */
  on_listed(...[table, summary]) {
    this.listener.listed(table, summary);
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
   * A diff, the one frame with a short name.
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

  /** @param {Protocol.FromServer["done"]} frame */
  on_done(...[id, table, version]) {
    this.pending.get(id)?.resolve({ table, version });
    this.pending.delete(id);
  }

  /** @param {Protocol.FromServer["refused"]} frame */
  on_refused(...[id, table, code, reason = ""]) {
    const waiting = this.pending.get(id);
    if (waiting && code === "storing") {
      if (!waiting.told) this.listener.refused(code, reason);
      waiting.told = true;
      setTimeout(() => this.pending.has(id) && this.online && this.send(...waiting.frame), AGAIN);
      return;
    }
    if (waiting) {
      this.pending.delete(id);
      waiting.reject(new Refusal(code, reason));
      return;
    }
    const key = [...this.asked.keys()].find((one) => one.startsWith(`${table} `)) ?? "";
    this.asked.get(key)?.reject(new Refusal(code, reason));
    this.asked.delete(key);
    if (!this.mirrors.refused(table, code) && !key) this.listener.refused(code, reason);
  }

  /** @param {Protocol.FromServer["here"]} frame */
  on_here(...[table, people]) {
    this.listener.here(table, people);
  }

  /** @param {Protocol.FromServer["said"]} frame */
  on_said(...[table, person, name, text, at]) {
    this.listener.said({ table, person, name, text, at });
  }

  /** @param {Protocol.FromServer["gone"]} frame */
  on_gone(...[table, code, seat = -1]) {
    if (code === "not-your-seat") return this.mirrors.unseat(table, seat);
    this.mirrors.drop(table);
    return this.listener.gone(table, code);
  }

  /**
   * The seat's document says which of its changes was carried out last; earlier ones are done as well.
   * @param {string} table
   * @param {number} seat
   * @param {number | undefined} done
   */
  settle(table, seat, done) {
    const last = done && this.pending.get(done);
    if (!last) return;
    for (const [id, { frame, resolve }] of this.pending) {
      if ((frame[0] === "act" || frame[0] === "undo") && frame[2] === table && frame[3] === seat) {
        this.pending.delete(id);
        resolve({ table });
      }
      if (id === done) {
        this.pending.delete(id);
        last.resolve({ table });
        return;
      }
    }
  }

  // -- what one may ask for ------------------------------------------------------------------------

  /**
   * Send a change, as often as it takes; resolves when it is stored, rejects with a Refusal.
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
      if (this.online) this.send(...frame);
    });
  }

  /**
   * Be told of the lobby, or no more; `after` asks for the page that follows.
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

  /** @param {string} table */
  part(table) {
    this.mirrors.part(table);
  }

  /**
   * The document that this seat had at an earlier version.
   * @param {string} table
   * @param {number} seat
   * @param {number} version
   * @returns {Promise<Past>}
   */
  history(table, seat, version) {
    const key = `${table} ${seat} ${version}`;
    return new Promise((resolve, reject) => {
      if (!this.online) return reject(new Refusal("storing"));
      this.asked.set(key, { resolve, reject });
      return this.send("history", table, seat, version, true);
    });
  }
}

/** A random start, so that two pages of one guest never use the same id. */
function firstId() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 20) * 2 ** 32 + low + 1;
}
