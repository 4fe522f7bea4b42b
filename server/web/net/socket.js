/**
 * The WebSocket: sends the greeting, reconnects after a loss, and is abandoned when no message arrives any more. The
 * subclass in net.js handles the frames.
 */

import { decode, encode } from "./codec.js";

const PROTOCOL = 1;
const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 10_000;
const CROWDED_RETRY_MS = 4_000;
const TOO_BIG = 1009;
const PING_INTERVAL_MS = 15_000;
const PING_TIMEOUT_MS = 8_000;
/** How long the server may take to accept a connection, and then to answer the greeting. */
const CONNECT_TIMEOUT_MS = 10_000;
const MIN_PING_TIMEOUT_MS = 400;

export class Socket {
  /**
   * @param {string} url
   * @param {string} token
   * @param {Listener["status"]} tell reports the state of the connection
   */
  constructor(url, token, tell) {
    this.url = url;
    this.token = token;
    this.name = "";
    this.tell = tell;
    this.online = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retry = FIRST_RETRY_MS;
    this.tries = 0;
    /** The server's clock at the beginning of `performance.now()`, which nobody sets, in ms. */
    this.began = performance.timeOrigin;
    /** The lag of cluster time (`house`) behind the server's clock in ms. */
    this.missed = 0;
    /** @type {Timer} */
    this.timer = 0;
    /** @type {Timer} */
    this.beat = 0;
    /** @type {Timer} */
    this.patience = 0;
    /** When the last frame came, or the connection was begun. */
    this.heardAt = 0;
    /** How long the server takes to answer, in ms. */
    this.answerTime = 0;
  }

  /**
   * Connect under this name and stay connected.
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
   * Change the name: a new connection announces it with its greeting. Nothing is lost, so no loss is told.
   * @param {string} name
   */
  rename(name) {
    const { socket, tries } = this;
    this.name = name;
    if (socket) this.lost(socket);
    this.tries = tries;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    // The load balancer can use this to bring all clients of a table to one hub.
    const [, table] = /^#\/t\/([\w-]+)/.exec(location.hash) ?? [];
    const socket = new WebSocket(this.url + (table ? `?table=${table}` : ""));
    this.socket = socket;
    this.heardAt = Date.now();
    socket.binaryType = "arraybuffer";
    this.tell("connecting");
    this.expect(socket);
    socket.onopen = () => {
      this.heardAt = Date.now();
      if (socket === this.socket) this.expect(socket);
      this.send("hello", this.token, this.name, PROTOCOL);
    };
    socket.onmessage = (message) => socket === this.socket && this.heard(decode(new Uint8Array(message.data)));
    socket.onclose = (closing) => socket === this.socket && this.closed(closing.code);
  }

  /**
   * A connection that the server does not answer is given up after a while; later ones get more time, because a server
   * to which all come back at once answers late.
   * @param {WebSocket} socket
   */
  expect(socket) {
    clearTimeout(this.patience);
    const patience = CONNECT_TIMEOUT_MS << Math.min(2, this.tries);
    this.patience = setTimeout(() => socket === this.socket && this.lost(socket), patience);
  }

  /** Connect anew now: the person asks for it. A connection that is still being made is given up. */
  retryNow() {
    const { socket } = this;
    if (!socket || this.online) return this.hurry();
    this.lost(socket);
    this.retry = FIRST_RETRY_MS;
    return this.open();
  }

  /**
   * The socket was closed: reconnect at once, later, or not at all, depending on the close code.
   * @param {number} code
   */
  closed(code) {
    clearInterval(this.beat);
    clearTimeout(this.patience);
    this.online = false;
    this.socket = null;
    this.cut();
    if (code === TOO_BIG || (code >= 4200 && code < 4300)) {
      this.timer = 0; // `hurry` does not reopen it
      this.tell("ended", code);
      return;
    }
    if (code >= 4100 && code < 4200) this.retry = Math.max(this.retry, CROWDED_RETRY_MS);
    const wait = code >= 4000 && code < 4100 ? 50 : this.retry;
    this.retry = Math.min(MAX_RETRY_MS, this.retry * 1.7);
    this.tries += 1;
    this.tell("waiting", code);
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2));
  }

  /**
   * The server has answered the greeting with its current time.
   * @param {number} now
   * @param {number} [house]
   */
  greeted(now, house) {
    this.online = true;
    this.answerTime = Date.now() - this.heardAt;
    this.retry = FIRST_RETRY_MS;
    this.tries = 0;
    this.timed(now, house);
    this.beat = setInterval(() => this.ping(), PING_INTERVAL_MS);
  }

  /**
   * Record the server's time: by its clock, and in cluster time, which stops while the server is down.
   * @param {number} now
   * @param {number} [house]
   */
  timed(now, house) {
    this.began = now - performance.now();
    this.missed = house ? now - house : 0;
  }

  /**
   * Check or reopen the connection now: the browser is online again, or its page visible. After a time in which the
   * page did nothing, the connection is probably lost, and another one is opened unless an answer comes very soon.
   */
  hurry() {
    const { socket } = this;
    this.retry = FIRST_RETRY_MS;
    if (!socket) {
      if (this.timer) this.open();
    } else if (Date.now() - this.heardAt <= PING_INTERVAL_MS) {
      if (this.online) this.ping();
    } else if (this.online) {
      this.ping(Math.min(PING_TIMEOUT_MS, Math.max(MIN_PING_TIMEOUT_MS, 4 * this.answerTime)), true);
    } else {
      this.lost(socket);
      this.open();
    }
  }

  ping(timeout = PING_TIMEOUT_MS, hurried = false) {
    const { socket } = this;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      if (!socket || socket !== this.socket) return;
      this.lost(socket);
      if (hurried) this.open();
    }, timeout);
    this.send("ping", Math.floor(performance.now()));
  }

  /**
   * No message for too long. A half-open socket may take minutes to close, so it is abandoned.
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
    this.heardAt = Date.now();
  }

  /**
   * Handle an incoming frame; overridden by the subclass.
   * @param {[kind: string, ...fields: any[]]} _frame
   */
  receive(_frame) {}

  /** Requests on this socket get no response any more; overridden by the subclass. */
  cut() {}

  /**
   * @template {keyof Protocol.FromClient} K
   * @param {[kind: K, ...fields: Protocol.FromClient[K]]} frame
   */
  send(...frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(encode(frame));
  }

  /** The server's time in ms. */
  now() {
    return this.began + performance.now();
  }

  /** The cluster time in ms. */
  houseTime() {
    return this.now() - this.missed;
  }
}
