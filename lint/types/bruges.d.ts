/** The data of Bruges for its board; a test compares the engine's views with it. Cards and colours are numbers. */
declare namespace Bruges {
  interface Game {
    options: Record<string, any>;
    /** By seat. */
    guilders: number[];
    points: number[];
    step: number[];
    worth: number[];
    /** By seat and colour. */
    workers: number[][];
    threats: number[][];
    /** By seat and side. */
    canals: number[][];
    finished: number[][];
    statues: number[][];
    /** By seat and house: the person who lives there, or -1. */
    persons: number[][];
    pets: number[][];
    used: number[][];
    marks: number[][];
    /** By seat: the backs in order. */
    fresh: number[][];
    houses: number[][];
    /** By seat and back: the number of cards. */
    hand: number[][];
    drawn: number[][];
    round: number;
    phase: number;
    start: number;
    active: number;
    turn: number;
    last: number;
    markers: number;
    statues_left: number[];
    discard: number[];
    shown: number[];
    /** By colour. */
    rolled: number[];
    berths: number[];
    sailed: number[];
    traded: number[];
    /** By stack: the number of cards, and the back on top or -1. */
    stacks: number[];
    tops: number[];
    extra: number;
    /** By colour: the number of ships, and the one on top or -1. */
    ships: number[];
    next: number[];
    bourse: number;
    free_canal: number;
    recolour: number;
    resume: any;
  }

  interface Mine {
    hand?: number[];
    drawn?: number[];
    houses?: number[];
  }

  interface Hints {
    /** By seat and colour. */
    limits: number[][];
    /** By seat and majority. */
    standing: [n: number, leads: number][][];
    /** By seat: empty houses. */
    rooms: number[];
    /** By seat. */
    spaces: [side: number, colour: number, price: number][][];
    advances: number[];
    advance: number;
    dice: ("" | "threat" | "step" | "ship")[];
    turn: number;
    bourse: number;
    colours: [card: number, colour: number][];
    advice?: string[];
    amounts?: Amount<Gains>[];
    refusals?: [action: string, card: number, reason: string, price: number][];
  }

  /** A list of numbers means one of these; "blue_workers" has the workers of a colour. */
  type Gains = Partial<Record<string, number | number[]>>;

  type Play = PlayOf<Game, Mine, Hints, Gains>;

  /** The card's back: its colour, and does it show a pet? */
  interface Back {
    colour: number;
    pet: boolean;
  }

  /** A row of the cards, and which of its figures are our own. */
  interface Made {
    own?: string[];
  }

  interface Pet extends Made {
    id: string;
    colour: string;
    cost: number;
    points: number;
  }

  interface Card extends Pet {
    group: string;
    /** "" for a pet. */
    activation: string;
    /** The colour of the worker that pays for it. */
    worker?: string;
  }

  interface Ship extends Made {
    colour: string;
    action: string;
  }

  interface Bourse extends Made {
    id: string;
    action: string;
    markers: number;
    improvement: Record<string, any>;
  }

  interface Figures {
    cards_per_round: number;
    mark_points: number;
    space_points: number[];
    space_prices: number[];
    track: number[];
  }

  interface Box {
    groups: string[];
    figures: Figures;
    boards: { sections: string[][] }[];
    persons: Card[];
    pets: Pet[];
    ships: Ship[];
    bourse: Bourse[];
  }
}
