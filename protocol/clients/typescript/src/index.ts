export * from "./client.js";
export { checkValue, decode, encode, type Frame } from "./codec.js";
export { Commitments } from "./commitments.js";
export * from "./dealing.js";
export { BadPatch, patch } from "./patch.js";
export type * as Protocol from "./protocol.js";
