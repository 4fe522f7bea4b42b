/**
 * Local mirrors of the tables that this page shows: joined, patched, verified, and requested again when they differ.
 * A mirror is { table, seat, version, public, mine }. Its documents are immutable; a diff creates new ones.
 */

import { checkValue } from "./codec.js";
import { BadPatch, patch } from "./patch.js";

export const AUTO = -2;
export const WATCH = -1;

/** Average delay (ms) before a join is retried after a temporary refusal. */
const REJOIN_DELAY_MS = 1_000;

export class Mirrors {
  /**
   * @param {import("./net.js").Wire} wire
   * @param {Listener} listener
   */
  constructor(wire, listener) {
    this.wire = wire;
    this.listener = listener;
    /** @type {Map<string, Known>} */
    this.tables = new Map();
    /**
     * By channel number of this socket: the table, the seat and the shared words of its diffs.
     * @type {Map<number, { table: string, seat: number, words: string[] }>}
     */
    this.channels = new Map();
    this.resyncs = 0;
    this.advice = false;
  }

  /**
   * Turn advice with the hints on or off. Open tables are joined again so that the change applies.
   * @param {boolean} on
   */
  advise(on) {
    const before = this.advice;
    this.advice = on;
    if (before === on || !this.wire.online) return;
    for (const [table, known] of this.tables) this.rejoin(table, known);
  }

  /**
   * @param {string} table
   * @param {number} seat
   */
  join(table, seat) {
    const known = this.tables.get(table) ?? { seats: new Map(), wants: new Set() };
    this.tables.set(table, known);
    known.wants.add(seat);
    if (this.wire.online) this.ask(table, seat, known.seats.get(seat));
  }

  /**
   * @param {string} table
   * @param {number} seat
   */
  has(table, seat) {
    const known = this.tables.get(table);
    return !!known && (known.seats.has(seat) || known.wants.has(seat));
  }

  /** @param {string} table */
  part(table) {
    if (this.wire.online && this.tables.has(table)) this.wire.send("part", table);
    this.drop(table);
  }

  /** @param {string} table */
  drop(table) {
    this.tables.delete(table);
  }

  /**
   * Subscribe to a seat's document, with hints. A known mirror sends its version and the check values that prove it.
   * @param {string} table
   * @param {number} seat
   * @param {Mirror} [mirror]
   */
  ask(table, seat, mirror) {
    /** @type {[number, number] | null} */
    const check = mirror ? [checkValue(mirror.public), checkValue(mirror.mine)] : null;
    return this.wire.send("join", table, seat, mirror?.version ?? -1, 0, check, true, this.advice);
  }

  /** Join all tables again after a reconnect, with the versions that are still known. */
  rejoinAll() {
    this.channels.clear();
    for (const [table, known] of this.tables) this.rejoin(table, known);
  }

  /**
   * @param {string} table
   * @param {Known} known
   */
  rejoin(table, { seats, wants }) {
    for (const [seat, mirror] of seats) this.ask(table, seat, mirror);
    for (const seat of wants) if (!seats.size || seat >= 0 && !seats.has(seat)) this.ask(table, seat);
  }

  /** @param {Protocol.FromServer["joined"]} frame */
  joined(...[table, seat, version, channel, words]) {
    this.channels.set(channel, { table, seat, words });
    const known = this.tables.get(table);
    if (!known) return;
    const mirror = known.seats.get(seat);
    if (mirror && mirror.version > version) known.seats.delete(seat);
    if (seat >= 0 && known.seats.delete(WATCH)) this.wire.send("part", table, WATCH);
  }

  /** @param {Protocol.FromServer["full"]} frame */
  full(...[table, seat, version, open, mine]) {
    this.set({ table, seat, version, public: open, mine }, true);
  }

  /**
   * The mirror after a diff; null if it must be requested again or no mirror is known.
   * @param {Protocol.FromServer["d"]} frame
   */
  diff(...[channel, version, open, mine, check]) {
    const { table = "", seat = WATCH, words } = this.channels.get(channel) ?? {};
    const old = this.tables.get(table)?.seats.get(seat);
    if (!old || version <= old.version) return null;
    if (version > old.version + 1) return this.renew(table, seat, old);
    let next;
    try {
      next = { table, seat, version, public: patch(old.public, open, words), mine: patch(old.mine, mine, words) };
    } catch (wrong) {
      if (!(wrong instanceof BadPatch)) throw wrong;
      return this.renew(table, seat);
    }
    if (check && (checkValue(next.public) !== check[0] || checkValue(next.mine) !== check[1])) {
      return this.renew(table, seat);
    }
    return this.set(next, false);
  }

  /**
   * @param {Mirror} mirror
   * @param {boolean} whole
   */
  set(mirror, whole) {
    const known = this.tables.get(mirror.table);
    if (!known) return null;
    known.seats.set(mirror.seat, mirror);
    this.listener.mirror(mirror, whole);
    return mirror;
  }

  /**
   * @param {string} table
   * @param {number} seat
   * @param {Mirror} [mirror]
   */
  renew(table, seat, mirror) {
    this.resyncs += 1;
    this.ask(table, seat, mirror);
    return null;
  }

  /**
   * The server says that this person no longer has this seat.
   * @param {string} table
   * @param {number} seat
   */
  unseat(table, seat) {
    const known = this.tables.get(table);
    if (!known) return;
    known.seats.delete(seat);
    known.wants.delete(seat);
    this.listener.seatless(table, seat);
    if (!known.seats.size) this.join(table, AUTO);
  }

  /**
   * A temporary refusal: join the table again after a delay. The listener hears of it if no document has arrived yet.
   * @param {string} table
   * @param {Known} known
   * @param {string} code
   */
  later(table, known, code) {
    if (!known.seats.size) this.listener.gone(table, code);
    clearTimeout(known.timer);
    known.timer = setTimeout(() => {
      if (this.tables.get(table) === known && this.wire.online) this.rejoin(table, known);
    }, REJOIN_DELAY_MS * (0.5 + Math.random()));
    return true;
  }

  /**
   * A join was refused. Returns whether it was one of these mirrors. A seat that was lost meanwhile is replaced by
   * any seat that this person has now.
   * @param {string} table
   * @param {string} code
   */
  refused(table, code) {
    const known = this.tables.get(table);
    if (!known) return false;
    if (code === "storing" || code === "slow-down") return this.later(table, known, code);
    if (code === "not-your-seat") {
      this.drop(table);
      for (const seat of known.seats.keys()) this.listener.seatless(table, seat);
      this.join(table, AUTO);
      return true;
    }
    if (known.seats.size) return false;
    this.drop(table);
    this.listener.gone(table, code);
    return true;
  }
}
