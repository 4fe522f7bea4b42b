/** Frames and documents as msgpack, and check values. */

import { decode as unpack, encode as pack } from "@msgpack/msgpack";

/** A frame: its kind and its fields. */
export type Frame = [kind: string, ...fields: unknown[]];

/** Encode a frame for the wire. */
export const encode = (frame: Frame): Uint8Array => pack(frame);

/** For the first bytes 0xc0 to 0xd8: the bytes of the value that follow it, and its length. */
const SIZES = [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 2, 3, 5, 9, 17];
/** The bytes of the length that follows a first byte. */
const LENGTHS: Record<number, number> = {
  0xc4: 1, 0xc5: 2, 0xc6: 4, 0xc7: 1, 0xc8: 2, 0xc9: 4, 0xd9: 1, 0xda: 2, 0xdb: 4, 0xdc: 2, 0xdd: 4, 0xde: 2, 0xdf: 4,
};

/** Throws if the data claims more values than it has bytes: the decoder allocates all that a list claims at once. */
function checkCounts(bytes: Uint8Array): void {
  let [at, open] = [0, 1];
  while (open > 0) {
    if (open > bytes.length - at) throw new RangeError("the data has fewer values than it claims");
    const first = bytes[at++] ?? 0;
    let length = 0;
    for (let n = LENGTHS[first] ?? 0; n > 0; n--) length = length * 256 + (bytes[at++] ?? 0);
    open--;
    if (first >= 0x80 && first < 0x90) open += 2 * (first & 15);
    else if (first >= 0x90 && first < 0xa0) open += first & 15;
    else if (first >= 0xa0 && first < 0xc0) at += first & 31;
    else if (first === 0xdc || first === 0xdd) open += length;
    else if (first === 0xde || first === 0xdf) open += 2 * length;
    else if (first >= 0xc0 && first < 0xe0) at += length + (SIZES[first - 0xc0] ?? 0);
  }
}

/** Decode a frame. Throws for bytes that are none. */
export function decode(data: ArrayBuffer | Uint8Array): Frame {
  checkCounts(data instanceof Uint8Array ? data : new Uint8Array(data));
  const frame = unpack(data);
  if (!Array.isArray(frame) || typeof frame[0] !== "string") throw new Error("a frame is an array with its kind first");
  return frame as Frame;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

/** CRC-32 of plain data in canonical msgpack: sorted keys, shortest forms. */
export function checkValue(value: unknown): number {
  let crc = 0xffffffff;
  for (const byte of pack(value, { sortKeys: true })) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
