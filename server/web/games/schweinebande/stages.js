/** One move in stages that are shown one after the other: the market is cleared, groups are made, a round begins. */

const STAGE_MS = { collect: 800, farm: 750, clear: 700 };
const EMPTY = 7;

/** @param {Schweinebande.Game} game */
const copy = (game) => ({
  ...game,
  market: game.market.slice(),
  farms: game.farms.map((farm) => farm.slice()),
  pens: game.pens.map((pen) => pen.slice()),
});

/**
 * The change of a log line to the table, if the line alone determines it.
 * @type {Record<string, (game: Schweinebande.Game, ...nouns: number[]) => keyof typeof STAGE_MS>}
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
 * The stages; the last one shows the game's actual state.
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
      last.lines.push(line); // the remaining lines are one stage
      continue;
    }
    rows.push({ game, lines: [line], ms: STAGE_MS[kind] });
  }
  return rows;
}
