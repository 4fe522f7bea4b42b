/** The coordinates of the rhombus of hexagons, in units of the drawing. */

export const SIDE = 5;
export const SPACES = Array.from({ length: SIDE * SIDE }, (_, space) => space);
export const EMPTY = 7;
export const FACE_DOWN = 8;

const HEX_WIDTH = 100;
const HEX_RADIUS = HEX_WIDTH / Math.sqrt(3);
/** Directions of a row, clockwise from east, in the engine's order. */
export const WAYS = 6;

/** The drawing's frame: left, top, width, height. */
export const FRAME = [-6, -6, HEX_WIDTH * 7 + 12, HEX_RADIUS * 8 + 12];

/** @param {number} space */
export function centre(space) {
  const [q, r] = [Math.floor(space / SIDE), space % SIDE];
  return [HEX_WIDTH * (q + r / 2 + 0.5), HEX_RADIUS * (1.5 * r + 1)];
}

/**
 * The corners of a hexagon around the origin, as a polygon's points.
 * @param {number} scale
 */
export const corners = (scale) =>
  [0, 1, 2, 3, 4, 5].map((n) => [Math.sin((n * Math.PI) / 3), -Math.cos((n * Math.PI) / 3)])
    .map(([x, y]) => `${(x * HEX_RADIUS * scale).toFixed(1)},${(y * HEX_RADIUS * scale).toFixed(1)}`).join(" ");

/**
 * The neighbour in an arrow key's direction; up and down alternate between left and right.
 * @param {number} space
 * @param {string} key
 */
export function neighbour(space, key) {
  const [q, r] = [Math.floor(space / SIDE), space % SIDE];
  const down = r % 2 ? [-1, 1] : [0, 1];
  const up = r % 2 ? [0, -1] : [1, -1];
  /** @type {Record<string, number[]>} */
  const steps = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: down, ArrowUp: up };
  const [dq, dr] = steps[key] ?? [0, 0];
  /** @param {number} n */
  const clamp = (n) => Math.min(SIDE - 1, Math.max(0, n));
  const [nextQ, nextR] = [q + dq, r + dr];
  return nextR === clamp(nextR) ? clamp(nextQ) * SIDE + nextR : space;
}
