/** What Loyang tells its board; a test holds the engine's views against this. Goods and cards by their numbers. */
declare namespace Loyang {
  type Field = [card: number, good: number, amount: number];
  /** `left`: a bit for each of its goods. */
  type Stall = [card: number, left: number];
  type Regular = [card: number, filled: number, marker: number, duty: number];
  /** A field, a stall or a regular customer as it lies there: one of the rows above. */
  type State = number[];

  /** Lists run by seat. */
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
    /** How many cards. */
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
    /** By seat: what each casual customer pays. */
    pays: number[][];
    pack: number[];
    bought: number[];
    /** By seat: the helpers whose effect lasts. */
    lasting: string[][];
    /** By seat, for each number of steps: the price of the last one, and of all together. */
    steps: [price: number, sum: number][][];
    rounds: number;
    field: number;
    /** What each good of a stall demands. */
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
    /** One of several where a choice is still to come. */
    cash?: number | number[];
    goods?: number;
    loans?: number;
    space?: number;
    [more: string]: number | number[] | undefined;
  }

  type Play = PlayOf<Game, Mine, Hints, Gains>;

  /** How a question that a move leads to is answered by itself: what the move was aimed at. */
  interface Aim {
    prompt: string;
    verb: string;
    noun: number;
  }

  interface Move {
    verb: string;
    noun: number;
    /** The word on a button. */
    label: string;
    /** What it costs or brings, with its sign; "" for nothing. */
    amount: string;
    /** All of it in words. */
    title: string;
    /** Nothing that one would do lightly. */
    quiet: boolean;
    good?: number;
    then?: Aim;
  }

  /** A good on a stall: does it lie there, and what does it demand? */
  interface Ware {
    good: number;
    there: number;
    bowls: number;
    said: string;
  }

  /** A card that lies in the display of a seat, or in nobody's (-1). */
  interface Lying {
    card: number;
    state?: State;
    seat: number;
    place?: string;
  }

  /** Something that flies: a symbol, so many of it, from one place to another. */
  type Flight = [symbol: string, count: number, from: string, to: string];

  interface Good {
    id: string;
    places: number;
    price: number;
    pays: number;
  }

  /** A row of the cards; what only some kinds have is missing in the others. */
  interface Card {
    id: string;
    kind: "common" | "home" | "private" | "stall" | "regular" | "casual" | "helper";
    origin: string;
    goods: number[];
    crops: number[];
    /** Of a field. */
    plots?: number;
    /** What a regular customer pays, row by row. */
    pays?: number[];
    /** What a casual customer pays without more or less. */
    price?: number;
    /** A helper that touches other players. */
    lantern?: boolean;
  }
}
