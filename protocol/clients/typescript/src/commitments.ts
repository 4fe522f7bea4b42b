/** The own parts of the random seeds of tables: promised, disclosed when the game starts, compared at its end. */

import { compared, type Kept, promiseOf } from "./dealing.js";
import type { About } from "./protocol.js";

interface Known extends Kept {
  told: Set<string>;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Random text of characters that tokens and parts may have. */
export const secretText = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => LETTERS[byte & 63]).join("");

export class Commitments {
  /** Proofs that a table was not dealt as promised. */
  readonly wrong: string[] = [];
  /** Tables whose deal lacks the own part: it came too late, or the server claims so. */
  readonly late: string[] = [];
  #tables = new Map<string, Known>();

  /** A promise for a seat of this table. */
  promise(table: string): string {
    const luck = secretText(22);
    const known = this.#tables.get(table) ?? { lucks: {}, told: new Set<string>() };
    known.lucks[promiseOf(luck)] = luck;
    this.#tables.set(table, known);
    return promiseOf(luck);
  }

  /** The seats that must disclose their part now, each once. Nothing is disclosed after any contradiction. */
  look(table: string, about: About): [seat: number, luck: string][] {
    const known = this.#tables.get(table);
    if (!known) return [];
    if (about.phase === "playing" || about.phase === "over" || about.phase === "closed") {
      this.#compare(table, known, about);
      return [];
    }
    known.commitment ??= about.commitment;
    const mine = about.promises.flatMap((promise, seat): [number, string][] => {
      const luck = known.lucks[promise];
      return luck === undefined ? [] : [[seat, luck]];
    });
    if (about.phase !== "starting" || !mine.length) return [];
    known.promises ??= [...about.promises];
    if (compared({ ...about, lucks: about.luck }, known).length) return [];
    const now = mine.filter(([, luck]) => !known.told.has(luck));
    for (const [, luck] of now) known.told.add(luck);
    return now;
  }

  #compare(table: string, known: Known, about: About): void {
    for (const [what, seat] of compared({ ...about, lucks: about.luck }, known)) {
      const leftOut = what === "mine" && seat !== undefined && !about.luck[seat];
      const told = `table ${table}: ${leftOut ? "late" : what}${seat === undefined ? "" : ` of seat ${seat}`}`;
      const rows = leftOut ? this.late : this.wrong;
      if (!rows.includes(told)) rows.push(told);
    }
    if (about.phase !== "playing") this.#tables.delete(table);
  }
}
