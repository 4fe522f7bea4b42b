/** The data of Santiago de Cuba for its board; a test compares the engine's views with it. Items are numbers. */
declare namespace Santiago {
  interface Game {
    options: Record<string, any>;
    active: number;
    car: number;
    /** By station: the Cuban there. */
    street: number[];
    /** By Cuban: is the card face down? */
    down: boolean[];
    /** By space of the town: the building there. */
    spaces: number[];
    /** By building: the seat that owns it, or -1. */
    owners: number[];
    /** By seat: the building where the pawn stands, or -1. */
    pawns: number[];
    /** By seat: the number of each item; empty for holdings behind screens. */
    held: number[][];
    supply: number[];
    passed: boolean[];
    /** By good: the demand of the ship. */
    faces: number[];
    /** The good whose die is on the quay, or -1. */
    beside: number;
    value: number;
    departed: number;
    theirs: boolean;
    opponent: number;
    cashed: number[];
    resume: any;
  }

  interface Mine {
    held?: number[];
  }

  interface Hints {
    markers: number[];
    last: boolean;
    stations?: [steps: number, station: number][];
    advice?: string[];
    amounts?: Amount<Gains>[];
  }

  interface Gains {
    buildings?: number;
    [item: `item ${number}`]: number;
  }

  type Play = PlayOf<Game, Mine, Hints, Gains>;

  /** A number of an item; negative for a price. */
  type Change = [item: number, n: number];

  interface Good {
    id: string;
    die: number[];
  }

  interface Effect {
    type: string;
    [more: string]: any;
  }

  interface Cuban {
    id: string;
    flower: string;
    effect: Effect;
    origin: string;
  }

  interface Building {
    id: string;
    effect: Effect;
    origin: string;
  }

  interface Cards {
    goods: Good[];
    flowers: { id: string }[];
    cubans: Cuban[];
    buildings: Building[];
    track: { stations: number; values: number[]; ships: number; dice_on_ship: number; markers: number };
  }
}
