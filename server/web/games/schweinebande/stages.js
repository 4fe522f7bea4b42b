/** One move in pieces, to be watched one after the other: the market is cleared, groups are made, a round begins. */

const LENGTH = { collect: 800, farm: 750, clear: 700 };
const EMPTY = 7;

/** @param {Schweinebande.Game} game */
const copy = (game) => ({
  ...game,
  market: game.market.slice(),
  farms: game.farms.map((farm) => farm.slice()),
  pens: game.pens.map((pen) => pen.slice()),
});

/**
 * What a line of the log changes on the table, where it can be told from the line alone.
 * @type {Record<string, (game: Schweinebande.Game, ...nouns: number[]) => keyof typeof LENGTH>}
 */
const CHANGE = {
  cleared(game) {
    game.market = game.market.map(() => EMPTY);
    return "clear";
  },
  final(game, seat, kind) {
    game.pens[seat][kind] -= 1;
    game.farms[seat][kind] += 1;
    return "farm";
  },
};

/**
 * The parts, the last of which is shown as the game really is then.
 * @param {Schweinebande.Game} before
 * @param {Schweinebande.Game} _after
 * @param {Line[]} lines
 */
export function stages(before, _after, lines) {
  if (lines.length < 2 || !lines.some(([key]) => key in CHANGE)) return [];
  /** @type {Part[]} */
  const rows = [];
  let game = before;
  for (const line of lines) {
    const [key, ...nouns] = line;
    game = copy(game);
    const kind = CHANGE[key]?.(game, ...nouns) ?? "collect";
    const last = rows.at(-1);
    if (key === "cleared" && last?.lines[0][0] === key) {
      last.lines.push(line); // all that is left goes at once
      continue;
    }
    rows.push({ game, lines: [line], ms: LENGTH[kind] });
  }
  return rows;
}
