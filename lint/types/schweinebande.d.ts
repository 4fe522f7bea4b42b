/** The data of Schweinebande for its board; a test compares the engine's views with it. */
declare namespace Schweinebande {
  interface Game {
    options: Record<string, any>;
    round: number;
    active: number;
    /** The numbers of tiles still to come. */
    pile: number;
    /** By space: a kind, EMPTY or FACE_DOWN. */
    market: number[];
    /** By space: the seat whose farmer is there, or -1. */
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

  /** No player has hidden information. */
  interface Mine {}

  /** The tiles that a farmer could collect in one direction, in addition to its own. */
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
