/**
 * The mirrors of the tables that this page looks at: joined, patched, checked, and fetched anew where
 * they differ. A mirror is { table, seat, version, public, mine }; its documents are never changed,
 * a diff makes new ones.
 */

import { checkValue } from "./codec.js";
import { BadPatch, patch } from "./patch.js";

export const AUTO = -2;
export const WATCH = -1;

export class Mirrors {
  constructor(wire, listener) {
    this.wire = wire;
    this.listener = listener;
    /** By table: what was asked for, and a mirror for each seat. */
    this.tables = new Map();
    /** By channel of this socket: the table, seat and words of its diffs. */
    this.channels = new Map();
    this.resyncs = 0;
  }

  join(table, seat) {
    const known = this.tables.get(table) ?? { seats: new Map(), wants: new Set() };
    this.tables.set(table, known);
    known.wants.add(seat);
    if (this.wire.online) this.wire.send("join", table, seat, known.seats.get(seat)?.version ?? -1);
  }

  has(table, seat) {
    const known = this.tables.get(table);
    return !!known && (known.seats.has(seat) || known.wants.has(seat));
  }

  part(table) {
    for (const seat of this.tables.get(table)?.seats.keys() ?? []) this.wire.send("part", table, seat);
    this.drop(table);
  }

  drop(table) {
    this.tables.delete(table);
  }

  /** After a new connection: join all again, saying what is still known. */
  rejoin() {
    this.channels.clear();
    for (const [table, { seats, wants }] of this.tables) {
      for (const [seat, { version }] of seats) this.wire.send("join", table, seat, version);
      for (const seat of wants) if (!seats.size || seat >= 0 && !seats.has(seat)) this.wire.send("join", table, seat);
    }
  }

  joined(table, seat, version, channel, words) {
    this.channels.set(channel, { table, seat, words });
    const known = this.tables.get(table);
    if (!known) return;
    const mirror = known.seats.get(seat);
    if (mirror && mirror.version > version) known.seats.delete(seat);
    if (seat >= 0 && known.seats.delete(WATCH)) this.wire.send("part", table, WATCH);
  }

  full(table, seat, version, open, mine) {
    this.set({ table, seat, version, public: open, mine }, true);
  }

  /** The mirror after a diff, or null where it had to be fetched anew or nobody looks. */
  diff(channel, version, open, mine, check) {
    const { table, seat, words } = this.channels.get(channel) ?? {};
    const old = this.tables.get(table)?.seats.get(seat);
    if (!old || version <= old.version) return null;
    if (version > old.version + 1) return this.renew(old, old.version);
    let next;
    try {
      next = { table, seat, version, public: patch(old.public, open, words), mine: patch(old.mine, mine, words) };
    } catch (wrong) {
      if (!(wrong instanceof BadPatch)) throw wrong;
      return this.renew(old, -1);
    }
    if (check && (checkValue(next.public) !== check[0] || checkValue(next.mine) !== check[1])) {
      return this.renew(old, -1);
    }
    return this.set(next, false);
  }

  set(mirror, whole) {
    const known = this.tables.get(mirror.table);
    if (!known) return null;
    known.seats.set(mirror.seat, mirror);
    this.listener.mirror(mirror, whole);
    return mirror;
  }

  renew({ table, seat }, have) {
    this.resyncs += 1;
    this.wire.send("join", table, seat, have);
    return null;
  }

  /** A seat is no longer this person's: its mirror goes, and the table is looked at afresh. */
  lose(table, seat) {
    const known = this.tables.get(table);
    if (!known?.seats.delete(seat)) return;
    this.wire.send("part", table, seat);
    this.unseat(table, seat);
  }

  /** The server says that this seat is not looked through any more. */
  unseat(table, seat) {
    const known = this.tables.get(table);
    if (!known) return;
    known.seats.delete(seat);
    known.wants.delete(seat);
    this.listener.seatless(table, seat);
    if (!known.seats.size) this.join(table, AUTO);
  }

  /** A join was refused. Was it one of ours? */
  refused(table, code) {
    const known = this.tables.get(table);
    if (!known || known.seats.size) return false;
    this.drop(table);
    this.listener.gone(table, code);
    return true;
  }
}
