/**
 * The socket: it greets, comes back by itself when it is gone, and is left behind when nothing comes any more. What
 * frames say is for those who make one of it; see net.js.
 */

import { decode, encode } from "./codec.js";

const PROTOCOL = 1;
const FIRST_RETRY = 300;
const LAST_RETRY = 10_000;
const LATER = 4_000;
const TOO_BIG = 1009;
const PING_EVERY = 15_000;
const PING_PATIENCE = 8_000;

export class Socket {
  /**
   * @param {string} url
   * @param {string} token
   * @param {Listener["status"]} tell is told how the connection stands
   */
  constructor(url, token, tell) {
    this.url = url;
    this.token = token;
    this.name = "";
    this.tell = tell;
    this.online = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = FIRST_RETRY;
    this.tries = 0;
    this.offset = 0;
    /** @type {Timer} */
    this.timer = 0;
    /** @type {Timer} */
    this.beat = 0;
    /** @type {Timer} */
    this.patience = 0;
  }

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
    // Whoever leads there may bring all who are at a table to one hub.
    const [, table] = /^#\/t\/([\w-]+)/.exec(location.hash) ?? [];
    const socket = new WebSocket(this.url + (table ? `?table=${table}` : ""));
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.tell("connecting");
    socket.onopen = () => this.send("hello", this.token, this.name, PROTOCOL);
    socket.onmessage = (message) => socket === this.socket && this.heard(decode(new Uint8Array(message.data)));
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
    this.cut();
    if (code === TOO_BIG || (code >= 4200 && code < 4300)) {
      this.tell("ended", code);
      return;
    }
    if (code >= 4100 && code < 4200) this.retry = Math.max(this.retry, LATER);
    const wait = code >= 4000 && code < 4100 ? 50 : this.retry;
    this.retry = Math.min(LAST_RETRY, this.retry * 1.7);
    this.tries += 1;
    this.tell("waiting", code);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /**
   * The server has answered the greeting, and says what time it is there.
   * @param {number} now
   */
  greeted(now) {
    this.online = true;
    this.retry = FIRST_RETRY;
    this.tries = 0;
    this.offset = now - Date.now();
    this.beat = setInterval(() => this.ping(), PING_EVERY);
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

  /** @param {[kind: string, ...fields: any[]]} frame */
  heard(frame) {
    clearTimeout(this.patience);
    this.receive(frame);
  }

  /**
   * What comes: for whoever makes one of it.
   * @param {[kind: string, ...fields: any[]]} _frame
   */
  receive(_frame) {}

  /** What was asked over this socket will not be answered. */
  cut() {}

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
}
