/**
 * Verification of a game's dealing: see "Dealing" and "The log of a game" in protocol/README.md. Pure functions,
 * independent of the page; they run in any JavaScript environment.
 */

import { blake2b, sha256 } from "./hashes.js";

const FORMAT = "stammtisch log 1";
const MAX_SEATS = 16;
const text = new TextEncoder();
/** @param {string} hex */
const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {Uint8Array} bytes */
const number = (bytes) => BigInt(`0x${hexOf(bytes)}`);

/**
 * The commitment: the hash of the server's secret, published before the game starts.
 * @param {string} secret
 */
export const commitmentOf = (secret) => hexOf(sha256(bytesOf(secret)));
/**
 * The promise: the hash of a seat's part, published before any part is revealed.
 * @param {string} luck
 */
export const promiseOf = (luck) => hexOf(sha256(text.encode(luck)));

/**
 * The seed (hex), mixed from the secret and the parts of all seats.
 * @param {string} secret
 * @param {string[]} parts
 */
export function seedOf(secret, parts) {
  const mixed = [...bytesOf(secret)];
  for (const part of parts.map((one) => text.encode(one))) {
    mixed.push(0, 0, part.length >> 8, part.length & 255, ...part);
  }
  return hexOf(sha256(Uint8Array.from(mixed)));
}

/** The random source of a seed: numbers below `sides` and shuffled piles, in the order of the draws. */
export class Chance {
  /** @param {string} seed */
  constructor(seed, drawn = 0) {
    this.key = blake2b(bytesOf(seed.replace(/^(00)+(?=..)/, "")), 32);
    this.drawn = drawn;
  }

  /** @param {number} sides */
  below(sides) {
    const limit = 2n ** 64n - (2n ** 64n % BigInt(sides));
    for (;;) {
      const n = bytesOf((this.drawn++).toString(16).padStart(16, "0"));
      const word = number(blake2b(n, 8, this.key));
      if (word < limit) return Number(word % BigInt(sides));
    }
  }

  /**
   * @template T
   * @param {T[]} pile
   */
  shuffle(pile) {
    for (let i = pile.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [pile[i], pile[j]] = [pile[j], pile[i]];
    }
    return pile;
  }
}

/**
 * The dealing in a decoded log: the promise and the revealed part of each seat, the seed, and the violations
 * (`wrong`) as rows [kind, seat].
 * @param {any[]} log
 * @returns {{ wrong: Wrong[] } | ({ wrong: Wrong[] } & Dealing)}
 */
export function dealingOf([format, ...entries]) {
  const [, , , , , , seats, , , , , , secret] = entries[0]?.[4] ?? [];
  if (format !== FORMAT || entries[0][4][0] !== "made") return { wrong: [["format"]] };
  const rows = Array.from({ length: seats }, () => ({ promise: "", luck: "" }));
  /** @type {Wrong[]} */
  const wrong = [];
  let started = false;
  for (const [, , , , [kind, , , seat, first = "", second = ""]] of entries.slice(1)) {
    const row = rows[seat];
    if (kind === "resized") {
      rows.length = Math.min(rows.length, seat);
      while (rows.length < Math.min(seat, MAX_SEATS)) rows.push({ promise: "", luck: "" });
      continue;
    }
    if (kind === "start") started = true;
    if (kind === "sit" && started) wrong.push(["late", seat]);
    if (kind === "sit") Object.assign(row, { promise: second, luck: second ? "" : first });
    if (kind === "take" && !started) row.promise = first;
    if (kind === "handed" && !started) row.promise = "";
    if ((kind === "leave" || kind === "remove") && !started) Object.assign(row, { promise: "", luck: "" });
    if (kind === "reveal" && (!started || promiseOf(first) !== row.promise)) wrong.push(["other", seat]);
    if (kind === "reveal") row.luck = first;
  }
  const parts = rows.map(({ promise, luck }) => luck || promise);
  const [promises, lucks] = [rows.map(({ promise }) => promise), rows.map(({ luck }) => luck)];
  return { commitment: commitmentOf(secret), secret, promises, lucks, parts, seed: seedOf(secret, parts), wrong };
}

/**
 * The violations, as rows [kind, seat], in a `dealing` (from a log or a document), compared with the values that were
 * stored before the start: `kept` is { commitment, promises, lucks: { promise: luck } }, each optional.
 * @param {Dealing} dealing
 * @param {Partial<Kept>} [kept]
 */
export function compared({ commitment, secret, promises, lucks }, kept = {}) {
  /** @type {Wrong[]} */
  const wrong = [];
  if (kept.commitment && kept.commitment !== commitment) wrong.push(["commitment"]);
  if (secret && commitmentOf(secret) !== commitment) wrong.push(["secret"]);
  if (kept.promises && String(kept.promises) !== String(promises)) wrong.push(["promises"]);
  promises.forEach((promise, seat) => {
    const mine = kept.lucks?.[promise];
    if (mine && lucks.length && lucks[seat] !== mine) wrong.push(["mine", seat]);
    else if (promise && lucks[seat] && promiseOf(lucks[seat]) !== promise) wrong.push(["other", seat]);
  });
  if (kept.promises && kept.lucks && !promises.some((promise) => kept.lucks?.[promise])) wrong.push(["gone"]);
  return wrong;
}
