/** The shapes of documents and frames. Made by `python -m tests.protocol.typescript`; don't edit. */

declare namespace Protocol {
  interface Origin {
    table: string;
    version: number;
    knows: number;
  }

  interface Marked {
    lesson?: string;
    hands_after?: number;
    origin?: Origin;
  }

  interface About {
    lesson?: string;
    hands_after?: number;
    origin?: Origin;
    game: string;
    options: Record<string, any>;
    phase: string;
    host: string;
    public: boolean;
    seats: number;
    rules: number;
    made: number;
    auto: boolean;
    commitment: string;
    secret: string;
    promises: string[];
    luck: string[];
    next: string;
    clock: number[];
    tips: string;
  }

  interface SeatOffer {
    number?: number;
    mind?: string;
    person?: string;
    name?: string;
    asks?: string;
    also?: string[];
  }

  interface Seat {
    person: string;
    name: string;
    kind: string;
    mind: string;
    stand_in: string;
    offer: SeatOffer;
  }

  interface Face {
    table: About;
    seats: Seat[];
  }

  interface Clock {
    left?: number[];
    since?: number;
  }

  interface Public {
    table: About;
    seats: Seat[];
    asks: any[][];
    log: any[];
    clock: Clock;
    scores: any[][];
    game: Record<string, any>;
  }

  interface Asked {
    number?: number;
    prompt?: string;
    options?: any[][];
  }

  interface SeatTip {
    left?: number;
    ask?: number;
    verb?: string;
    noun?: number;
    second?: [string, number][];
    shares?: number[];
    brings?: [string, number, number][];
    rather?: [string, number, number][];
    then?: [string, number][];
    together?: [string, number, number][];
  }

  interface Mine {
    seat?: number;
    ask?: Asked;
    undo?: number;
    done?: number;
    game?: Record<string, any>;
    hints?: Record<string, any>;
    tip?: SeatTip;
  }

  interface Document {
    public: Public;
    mine: Mine;
  }

  /** By kind, the fields that follow it. */
  interface FromClient {
    hello: [token: string, name: string, protocol?: number, proof?: string];
    ping: [n: number];
    browse: [on?: boolean, after?: string];
    join: [table: string, seat?: number, have?: number, every?: number, check?: [number, number] | null, hints?: boolean, advice?: boolean];
    part: [table: string, seat?: number];
    history: [table: string, seat: number, version: number, hints?: boolean];
    why: [id: number, table: string, seat: number, ask: number, thing: string, noun?: number];
    changes: [id: number, table: string, after?: number];
    study: [id: number, table: string, seat: number, ask: number];
    make: [id: number, game: string, seats: number, options?: Record<string, any>, public_?: boolean, wants?: string[], clock?: number[], auto?: boolean, stand_in?: string, lesson?: string, tips?: "never" | "bots" | "always", tips_each?: number, origin?: [string, number, number] | null, group?: string, hands_after?: number];
    sit: [id: number, table: string, seat?: number, luck?: string, promise?: string, hands_after?: number];
    want: [id: number, table: string, seat: number, mind: string];
    remove: [id: number, table: string, seat: number];
    resize: [id: number, table: string, seats: number];
    start: [id: number, table: string];
    reveal: [id: number, table: string, seat: number, luck: string];
    act: [id: number, table: string, seat: number, ask: number, verb: string, noun?: number, auto?: boolean];
    undo: [id: number, table: string, seat: number, undo: number];
    tip: [id: number, table: string, seat: number, ask: number];
    back: [id: number, table: string, seat: number];
    hurry: [id: number, table: string];
    leave: [id: number, table: string, seat: number];
    hand: [id: number, table: string, seat: number, mind?: string, person?: string];
    agree: [id: number, table: string, seat: number, offer: number, yes?: boolean];
    close: [id: number, table: string];
    rematch: [id: number, table: string];
    say: [id: number, table: string, text: string, moment?: number];
    report: [id: number, table: string, person: string, text: string];
    take: [id: number, table: string, seat: number, promise?: string];
    teach: [id: number, table: string, seat: number, ask: number, verb: string, noun?: number, second?: [string, number][], shares?: number[], brings?: [string, number, number][], rather?: [string, number, number][], then?: [string, number][], together?: [string, number, number][]];
  }

  /** By kind, the fields that follow it. */
  interface FromServer {
    welcome: [person: string, now: number, protocol?: number, house?: number];
    pong: [n: number, now: number, house?: number];
    lobby: [tables: Record<string, Record<string, any>>, after?: string, more?: string];
    listed: [table: string, summary: Record<string, any> | null];
    joined: [table: string, seat: number, version: number, channel: number, words: string[]];
    full: [table: string, seat: number, version: number, public_: Public, mine: Mine];
    d: [channel: number, version: number, public_: unknown, mine: unknown, check?: [number, number] | null];
    past: [table: string, seat: number, version: number, public_: Public, mine: Mine];
    because: [id: number, table: string, reasons: any[][]];
    stored: [id: number, table: string, until: number, more: boolean, changes: any[][]];
    done: [id: number, table: string, version: number];
    refused: [id: number, table: string, code: string, reason?: string];
    here: [table: string, people: [string, string, number][]];
    said: [table: string, person: string, name: string, text: string, at: number, moment?: number];
    wanted: [table: string, game: string, seats: [number, string][], tips?: [number, number][], minds?: string[]];
    hurried: [table: string];
    gone: [table: string, code: "unknown-table" | "other-version" | "not-your-seat" | "unknown-game" | "broken", seat?: number, game?: string];
    notice: [number: number, text: string, until?: number];
  }
}
