/** msgpack encoding and decoding, and the check value of a document. */

import { Decoder, Encoder } from "../vendor/msgpack.mjs";

const encoder = new Encoder({ ignoreUndefined: true });
const canonical = new Encoder({ sortKeys: true });
const decoder = new Decoder();

/**
 * Encode a frame: an array whose first element is its kind.
 * @param {unknown[]} frame
 */
export const encode = (frame) => encoder.encode(frame);

/**
 * Decode msgpack. Throws on invalid bytes.
 * @param {Uint8Array} bytes
 * @returns {any}
 */
export const decode = (bytes) => decoder.decode(bytes);

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

/**
 * CRC-32, as in zip files.
 * @param {Uint8Array} bytes
 */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * CRC-32 of plain data in canonical msgpack: keys sorted, shortest forms.
 * @param {unknown} value
 */
export const checkValue = (value) => crc32(canonical.encodeSharedRef(value));
