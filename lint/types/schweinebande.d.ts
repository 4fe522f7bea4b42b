/** What Schweinebande tells its board; a test holds the engine's views against this. */
declare namespace Schweinebande {
  interface Game {
    options: Record<string, any>;
    round: number;
    active: number;
    /** How many tiles are still to come. */
    pile: number;
    /** By space: a kind, EMPTY or FACE_DOWN. */
    market: number[];
    /** By space: whose farmer stands there, or -1. */
    farmers: number[];
    left: number[];
    /** By seat: the order tile, 0 for none. */
    order: number[];
    /** By seat: tiles of each kind, feed sacks last. */
    pens: number[][];
    farms: number[][];
    feed: number[];
    box: number[];
    chose: number;
    resume: any;
  }

  /** Nobody holds anything that others may not see. */
  interface Mine {}

  /** The tiles that a farmer could collect one way, beside its own. */
  type Row = [space: number, way: number, tiles: number[]];

  interface Hints {
    placing: number;
    rows: Row[];
    /** By seat. */
    groups: [verb: string, kind: number][][];
    needs: number[];
    left: number[];
    points: number[];
    unseen: number[];
    pigs: number;
    ends?: "uncover" | "round" | "end";
    advice?: string[];
    amounts?: Amount<Gains>[];
  }

  interface Gains {
    feed?: number;
    tiles?: number;
    points?: number;
  }

  /** A row of the cards. */
  interface Animal {
    id: string;
    value: number;
    origin: string;
  }

  type Play = PlayOf<Game, Mine, Hints, Gains>;
}
