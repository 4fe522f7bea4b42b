/** The rhombus of hexagons: where spaces are drawn, and which tiles lie in a row. Measures are the drawing's. */

export const SIDE = 5;
export const SPACES = Array.from({ length: SIDE * SIDE }, (_, space) => space);
export const EMPTY = 7;
export const FACE_DOWN = 8;

const WIDTH = 100;
const RADIUS = WIDTH / Math.sqrt(3);
/** Steps in q and r, clockwise from east: the order of the engine's directions. */
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];
export const WAYS = STEPS.length;

/** The drawing's size: left, top, width, height. */
export const FRAME = [-6, -6, WIDTH * 7 + 12, RADIUS * 8 + 12];

export function centre(space) {
  const [q, r] = [Math.floor(space / SIDE), space % SIDE];
  return [WIDTH * (q + r / 2 + 0.5), RADIUS * (1.5 * r + 1)];
}

/** The corners of a hexagon around the origin, as a polygon's points. */
export const corners = (scale) =>
  [0, 1, 2, 3, 4, 5].map((n) => [Math.sin((n * Math.PI) / 3), -Math.cos((n * Math.PI) / 3)])
    .map(([x, y]) => `${(x * RADIUS * scale).toFixed(1)},${(y * RADIUS * scale).toFixed(1)}`).join(" ");

/** The spaces from one to the edge, the nearest first. */
export function ray(space, way) {
  const [[dq, dr], found] = [STEPS[way], []];
  for (let q = Math.floor(space / SIDE) + dq, r = (space % SIDE) + dr; q >= 0 && q < SIDE && r >= 0 && r < SIDE; q += dq, r += dr)
    found.push(q * SIDE + r);
  return found;
}

/** The spaces whose tiles a farmer would collect that way, beside its own: as in the rules, for drawing. */
export function row({ market, farmers }, space, way) {
  const found = [];
  for (const beyond of ray(space, way)) {
    if (farmers[beyond] >= 0) break;
    if (market[beyond] !== EMPTY) found.push(beyond);
  }
  return found;
}

/** All rows of a farmer that have tiles in them: { way, spaces }. */
export const rows = (game, space) =>
  STEPS.map((_, way) => ({ way, spaces: row(game, space, way) })).filter(({ spaces }) => spaces.length);

/** The neighbour that an arrow key leads to; up and down alternate between left and right. */
export function neighbour(space, key) {
  const [q, r] = [Math.floor(space / SIDE), space % SIDE];
  const down = r % 2 ? [-1, 1] : [0, 1];
  const up = r % 2 ? [0, -1] : [1, -1];
  const [dq, dr] = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: down, ArrowUp: up }[key] ?? [0, 0];
  const clamp = (n) => Math.min(SIDE - 1, Math.max(0, n));
  const [nextQ, nextR] = [q + dq, r + dr];
  return nextR === clamp(nextR) ? clamp(nextQ) * SIDE + nextR : space;
}
