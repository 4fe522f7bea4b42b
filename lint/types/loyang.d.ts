/** The data of Loyang for its board; a test compares the engine's views with it. Goods and cards are numbers. */
declare namespace Loyang {
  type Field = [card: number, good: number, amount: number];
  /** `left`: a bit for each of its goods. */
  type Stall = [card: number, left: number];
  type Regular = [card: number, filled: number, marker: number, duty: number];
  /** The state of a field, a stall or a regular customer: one of the rows above. */
  type State = number[];

  /** Outer lists are by seat. */
  interface Game {
    options: Record<string, any>;
    cash: number[];
    space: number[];
    loans: number[];
    capacity: number[];
    returned: number[];
    turn: number[];
    lasting: number[];
    calling: number[];
    /** By good. */
    shop: number[][];
    cart: number[][];
    casuals: number[][];
    helpers: number[][];
    taken: number[][];
    pack: number[][];
    fields: Field[][];
    stalls: Stall[][];
    regulars: Regular[][];
    under: [upper: number, lower: number][][];
    /** The fields in the private pile, in no order. */
    pile: number[][];
    known: number[][];
    looked: number[];
    /** The number of cards. */
    hand: number[];
    dealt: number[];
    picked: number[];
    deck: number;
    discard: number[];
    court: number[];
    round: number;
    first: number;
    second: number;
    chosen: number[];
    order: number[];
    resume: any;
  }

  interface Mine {
    hand?: number[];
    dealt?: number;
    picked?: number;
    pile?: number[];
  }

  interface Hints {
    phase: "setup" | "harvest" | "cards" | "actions";
    turn: string;
    /** By seat: the position in the order of the phase, 0 for none yet. */
    position: number[];
    pair: number[];
    modifier: number[];
    /** By seat: the price that each casual customer pays. */
    pays: number[][];
    pack: number[];
    bought: number[];
    /** By seat: the helpers whose effect lasts. */
    lasting: string[][];
    /** By seat, for each number of steps: the price of the last one, and the sum. */
    steps: [price: number, sum: number][][];
    rounds: number;
    field: number;
    /** The price of each good of a stall. */
    bowls: [stall: number, demands: number[]][];
    debt?: number;
    owner?: number;
    wares?: [stall: number, good: number][];
    sowings?: [good: number, field: number][];
    later?: [verb: string, noun: number, cash: number][];
    advice?: string[];
    amounts?: Amount<Gains>[];
  }

  interface Gains {
    /** A list of possible amounts if another choice follows. */
    cash?: number | number[];
    goods?: number;
    loans?: number;
    space?: number;
    [more: string]: number | number[] | undefined;
  }

  type Play = PlayOf<Game, Mine, Hints, Gains>;

  /** The automatic answer to a question that follows a move: the purpose of the move. */
  interface Aim {
    prompt: string;
    verb: string;
    noun: number;
  }

  interface Move {
    verb: string;
    noun: number;
    /** The label of a button. */
    label: string;
    /** The cost or gain, with its sign; "" if there is none. */
    amount: string;
    /** The whole text. */
    title: string;
    /** A move that should not be made lightly. */
    quiet: boolean;
    good?: number;
    then?: Aim;
  }

  /** A good on a stall: is it there, and what is its price? */
  interface Ware {
    good: number;
    there: number;
    bowls: number;
    said: string;
  }

  /** A card in the display of a seat, or outside of all displays (-1). */
  interface Lying {
    card: number;
    state?: State;
    seat: number;
    place?: string;
  }

  /** A flying thing: a symbol, its number, its start and its end. */
  type Flight = [symbol: string, count: number, from: string, to: string];

  interface Good {
    id: string;
    places: number;
    price: number;
    pays: number;
  }

  /** A row of the cards; fields of some kinds only are optional. */
  interface Card {
    id: string;
    kind: "common" | "home" | "private" | "stall" | "regular" | "casual" | "helper";
    origin: string;
    goods: number[];
    crops: number[];
    /** Of a field. */
    plots?: number;
    /** The prices that a regular customer pays, row by row. */
    pays?: number[];
    /** The price that a casual customer pays without a modifier. */
    price?: number;
    /** A helper that affects other players. */
    lantern?: boolean;
  }
}
