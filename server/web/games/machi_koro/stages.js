/** One move in stages that are shown one after the other: build, roll, payments between players, the bank. */

const STAGE_MS = { roll: 950, pay: 700, bank: 650, build: 600, quiet: 250 };

/** @type {Record<string, keyof typeof STAGE_MS>} */
const PHASE = {
  begins: "quiet", passed: "quiet", broke: "quiet", again: "quiet", rerolls: "quiet", keeps: "quiet", finished: "quiet",
  nothing: "quiet", tv_idle: "quiet", swap_idle: "quiet", no_swap: "quiet",
  built: "build", landmark: "build", swapped: "build", drawn: "build",
  rolled: "roll", rolled_two: "roll",
  paid: "pay", short: "pay", stadium: "pay", tv: "pay", got: "bank",
};

/** @param {MachiKoro.Game} game */
const copy = (game) => ({
  ...game,
  coins: game.coins.slice(),
  supply: game.supply.slice(),
  deck: game.deck.slice(),
  cities: game.cities.map((city) => city.slice()),
  landmarks: game.landmarks.map((row) => row.slice()),
});

/**
 * @param {MachiKoro.Game} game
 * @param {string} _
 * @param {number} from
 * @param {number} to
 * @param {number} amount
 */
const pay = (game, _, from, to, amount) => {
  game.coins[from] -= amount;
  game.coins[to] += amount;
};

/**
 * The change of each log line to the table.
 * @type {Record<string, (game: MachiKoro.Game, key: string, ...nouns: number[]) => void>}
 */
const CHANGE = {
  built(game, _, seat, kind, price) {
    game.coins[seat] -= price;
    game.supply[kind] -= 1;
    game.cities[seat][kind] += 1;
  },
  landmark(game, _, seat, n, price) {
    game.coins[seat] -= price;
    game.landmarks[seat][n] = 1;
  },
  drawn(game, _, kind) {
    game.supply[kind] += 1;
    game.deck[kind] -= 1;
  },
  swapped(game, _, seat, given, partner, taken) {
    game.cities[seat][given] -= 1;
    game.cities[partner][given] += 1;
    game.cities[partner][taken] -= 1;
    game.cities[seat][taken] += 1;
  },
  rolled,
  rolled_two: rolled,
  paid: pay,
  short: pay,
  stadium: pay,
  tv: pay,
  got(game, _, seat, coins) {
    game.coins[seat] += coins;
  },
};

/**
 * @param {MachiKoro.Game} game
 * @param {string} key
 * @param {number} seat
 * @param {...number} dice
 */
function rolled(game, key, seat, ...dice) {
  game.active = seat;
  game.dice = dice.slice(0, key === "rolled" ? 1 : 2);
  game.landmarks[seat] = game.landmarks[seat].map((built) => (built ? 2 : 0));
}

/**
 * The stages; the last one shows the game's actual state.
 * @param {MachiKoro.Game} before
 * @param {MachiKoro.Game} _after
 * @param {Line[]} lines
 */
export function stages(before, _after, lines) {
  /** @type {(Part & { phase: string })[]} */
  const rows = [];
  let game = copy(before);
  for (const line of lines) {
    const [key, ...nouns] = line;
    const phase = PHASE[key];
    if (!phase) continue;
    const last = rows.at(-1);
    game = copy(game);
    CHANGE[key]?.(game, key, ...nouns);
    if (last && last.phase === phase && phase !== "roll") Object.assign(last, { game, lines: [...last.lines, line] });
    else rows.push({ phase, game, lines: [line], ms: STAGE_MS[phase] });
  }
  return rows;
}
