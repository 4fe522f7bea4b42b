/** The data of Machi Koro for its board; a test compares the engine's views with it. */
declare namespace MachiKoro {
  interface Game {
    options: { supply: "all" | "come_what_may"; [name: string]: any };
    active: number;
    dice: number[];
    extra: number;
    coins: number[];
    /** By seat: copies of each kind. */
    cities: number[][];
    /** By seat and landmark: 0 not built, 1 works from the next turn on, 2 works. */
    landmarks: number[][];
    /** By seat: its final place, 0 while it plays. */
    places: number[];
    supply: number[];
    /** Copies of each kind in the draw pile; empty in the other variant. */
    deck: number[];
    resume: any;
  }

  /** No player has hidden information. */
  interface Mine {}

  /** A change of coins; a list of possible ones if a player has a choice. */
  type Gain = number | number[];

  interface Hints {
    /** By the total rolled: the kinds with an income. */
    answers: { roller: number[][]; others: number[][] };
    /** By the roller, the total, and seat. */
    rolls: Gain[][][];
    swap: { given?: number; partner?: number };
    advice?: string[];
    amounts?: Amount<Gains>[];
  }

  interface Gains {
    coins?: Gain;
    landmarks?: number;
    /** "kind 3": copies of that kind. */
    [kind: `kind ${number}`]: number;
  }

  type Play = PlayOf<Game, Mine, Hints, Gains>;

  interface Effect {
    type: string;
    amount?: number;
    symbol?: string;
  }

  /** A row of the cards: an establishment. */
  interface Establishment {
    id: string;
    colour: "blue" | "green" | "red" | "purple";
    symbol: string;
    dice: number[];
    price: number;
    effect: Effect;
  }

  interface Landmark {
    id: string;
    price: number;
    bonus?: { amount: number; symbols: string[] };
  }

  interface Cards {
    establishments: Establishment[];
    landmarks: Landmark[];
  }
}
