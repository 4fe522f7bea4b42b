/** One move in stages that are shown one after the other: the drive, the gains, the departure of the ship. */

import { ITEMS, NO_SHIP, PESO, STATIONS, VP, WOOD, track } from "./words.js";

/** @type {Record<string, number>} */
const STAGE_MS = { drive: 560, quiet: 260, give: 520, pawn: 520, load: 620, depart: 1000, roll: 900 };
const STEP_MS = 230;

/** @type {Record<string, string>} */
const PHASE = {
  begins: "quiet", passed: "quiet", demand: "quiet", claimed: "give", employs: "quiet", stays: "quiet", asleep: "quiet",
  unused_cuban: "quiet", useless_cuban: "quiet", unused: "quiet", useless: "quiet", no_swap: "quiet",
  round: "quiet", past_harbor: "quiet", all_passed: "quiet", loaded: "quiet", wants_nothing: "quiet",
  chequered: "quiet",
  drove: "drive", drove_on: "drive", turned_up: "quiet", turned_down: "give", entered: "pawn",
  gift: "give", gave_nothing: "quiet", rent: "give", cashed: "give", cancelled: "load", value: "give",
  delivered: "load", delivered_wood: "load", departed: "depart", rolled: "roll",
};

/** @param {Santiago.Game} game */
const copy = (game) => ({
  ...game,
  held: game.held.map((row) => row.slice()),
  supply: game.supply.slice(),
  pawns: game.pawns.slice(),
  owners: game.owners.slice(),
  down: game.down.slice(),
  faces: game.faces.slice(),
  passed: game.passed.slice(),
});

/**
 * Move items between a seat and the supply; behind screens only the supply changes visibly.
 * @param {Santiago.Game} game
 * @param {number} seat
 * @param {number} item
 * @param {number} n
 */
function shift(game, seat, item, n) {
  if (game.held.length) game.held[seat][item] += n;
  if (item <= WOOD) game.supply[item] -= n;
}

/**
 * @param {Santiago.Game} game
 * @param {string} key
 * @param {number} seat
 * @param {...number} nouns
 */
function exchange(game, key, seat, ...nouns) {
  const gives = Number(key.split("_")[1]);
  for (let k = 0; k < nouns.length / 2; k++) shift(game, seat, nouns[2 * k + 1] % ITEMS,
    (k < gives ? -1 : 1) * nouns[2 * k]);
}

/**
 * @param {Santiago.Game} game
 * @param {number} seat
 * @param {number} units
 * @param {number} cargo
 * @param {number} points
 * @param {number} good
 */
function deliver(game, seat, units, cargo, points, good) {
  shift(game, seat, cargo, -units);
  shift(game, seat, VP, points);
  game.faces[good] -= units;
}

/**
 * @param {Santiago.Game} game
 * @param {string} _
 * @param {number} seat
 * @param {number} station
 * @param {number} fare
 */
function drive(game, _, seat, station, fare) {
  game.active = seat;
  shift(game, seat, PESO, -fare);
  game.car = station === STATIONS - 1 ? 0 : game.street.indexOf(station);
}

/**
 * The change of each log line to the table.
 * @type {Record<string, (game: Santiago.Game, key: string, ...nouns: number[]) => void>}
 */
const CHANGE = {
  drove: drive,
  drove_on: drive,
  turned_up: (game, _, cuban) => { game.down[cuban] = false; },
  turned_down: (game, _, _seat, cuban) => { game.down[cuban] = true; },
  entered: (game, _, seat, building) => { game.pawns[seat] = building; },
  claimed: (game, _, seat, building) => { game.owners[building] = seat; },
  rent: (game, _, owner) => shift(game, owner, VP, 1),
  gift(game, _, giver, taker, item) {
    if (!game.held.length) return;
    game.held[giver][item % ITEMS] -= 1;
    game.held[taker][item % ITEMS] += 1;
  },
  cancelled: (game, _, _seat, _units, item) => { game.faces[item % ITEMS] = 0; },
  value: (game, _, value) => { game.value = value; },
  delivered: (game, _, seat, units, item, points) => deliver(game, seat, units, item % ITEMS, points, item % ITEMS),
  delivered_wood: (game, _, seat, units, _item, points, good) => deliver(game, seat, units, WOOD, points, good),
  passed: (game, _, seat) => { game.passed[seat] = true; },
  departed(game, _, n) {
    Object.assign(game, { departed: n, value: track().values[0], beside: NO_SHIP, faces: game.faces.map(() => 0) });
  },
  rolled: (game, _, _seat, ...faces) => { game.faces = faces; },
  demand: (game, _, _seat, good) => { game.beside = good; },
};

/**
 * Rows of { game, lines, ms }; the last one shows the game's actual state.
 * @param {Santiago.Game} before
 * @param {Santiago.Game} _
 * @param {Line[]} lines
 */
export function stages(before, _, lines) {
  /** @type {(Part & { phase: string })[]} */
  const rows = [];
  let game = before;
  for (const line of lines) {
    const [key, ...nouns] = line;
    const change = key.startsWith("exchange") ? exchange : CHANGE[key];
    const phase = key.startsWith("exchange") ? "give" : PHASE[key];
    if (!phase) continue;
    game = copy(game);
    change?.(game, key, ...nouns);
    const last = rows.at(-1);
    const ms = STAGE_MS[phase] + (phase === "drive" ? STEP_MS * nouns[2] : 0);
    if (last?.phase === phase && phase === "quiet") Object.assign(last, { game, lines: [...last.lines, line] });
    else rows.push({ phase, game, lines: [line], ms });
  }
  return rows;
}
