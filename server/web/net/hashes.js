/**
 * SHA-256 and BLAKE2b. Browsers offer `crypto.subtle` in secure contexts only; this module also works in insecure
 * ones.
 */

const PRIMES = (() => {
  /** @type {number[]} */
  const found = [];
  for (let n = 2; found.length < 64; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
})();
/**
 * The first 64 fractional bits of the root of n with the given degree.
 * @param {number} n
 * @param {number} degree
 */
const fraction = (n, degree) => {
  const wanted = BigInt(n) << BigInt(64 * degree);
  let [low, high] = [0n, 1n << 80n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(degree) <= wanted) low = middle;
    else high = middle;
  }
  return low & 0xffffffffffffffffn;
};
/** @param {bigint} word */
const upper = (word) => Number(word >> 32n);

/** Both hashes start from the fractional parts of the primes' square roots. */
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const K = PRIMES.map((prime) => upper(fraction(prime, 3)));

/**
 * SHA-256 (FIPS 180-4).
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  /**
   * @param {number} x
   * @param {number} n
   */
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const h = START.map(upper);
  for (let at = 0; at < padded.length; at += 64) {
    const w = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
    for (let i = 16; i < 64; i++) {
      const [a, b] = [w[i - 15], w[i - 2]];
      const mixed = (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      w[i] = (w[i - 16] + w[i - 7] + mixed) | 0;
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i++) {
      const one = (last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, last] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, last].forEach((word, i) => { h[i] = (h[i] + word) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  h.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const SIGMA = ["0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d"];
SIGMA.push("2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0");
SIGMA.push(...SIGMA.slice(0, 2));
const MIXES = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];
/** Rotation distances, in bits, for the two halves of a mix. */
const TURNS = [[32n, 24n], [16n, 63n]];
/** @param {bigint} x */
const word64 = (x) => BigInt.asUintN(64, x);
/**
 * @param {bigint} x
 * @param {bigint} n
 */
const turn64 = (x, n) => word64((x >> n) | (x << (64n - n)));

/**
 * BLAKE2b (RFC 7693) with `size` bytes of output and an optional key.
 * @param {Uint8Array} bytes
 * @param {number} size
 */
export function blake2b(bytes, size, key = new Uint8Array()) {
  const lead = key.length ? 128 : 0;
  const padded = new Uint8Array(Math.max(128, Math.ceil((lead + bytes.length) / 128) * 128));
  padded.set(key);
  padded.set(bytes, lead);
  const view = new DataView(padded.buffer);
  const h = [...START];
  h[0] ^= 0x01010000n ^ BigInt(key.length << 8) ^ BigInt(size);
  for (let at = 0; at < padded.length; at += 128) {
    const m = Array.from({ length: 16 }, (_, i) => view.getBigUint64(at + 8 * i, true));
    const v = [...h, ...START];
    v[12] ^= BigInt(Math.min(at + 128, lead + bytes.length));
    if (at + 128 === padded.length) v[14] = word64(~v[14]);
    for (const row of SIGMA) {
      MIXES.forEach(([a, b, c, d], n) => {
        for (const [half, [right, left]] of TURNS.entries()) {
          v[a] = word64(v[a] + v[b] + m[parseInt(row[2 * n + half], 16)]);
          v[d] = turn64(v[d] ^ v[a], right);
          v[c] = word64(v[c] + v[d]);
          v[b] = turn64(v[b] ^ v[c], left);
        }
      });
    }
    h.forEach((_, i) => { h[i] ^= v[i] ^ v[i + 8]; });
  }
  const out = new DataView(new ArrayBuffer(64));
  h.forEach((word, i) => out.setBigUint64(8 * i, word, true));
  return new Uint8Array(out.buffer).slice(0, size);
}
