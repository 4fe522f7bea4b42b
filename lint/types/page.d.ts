/** The types that the page's modules share in their JSDoc comments. */

type View = ReturnType<typeof import("../../server/web/core/state.js").look>;
type Play = ReturnType<typeof import("../../server/web/table/play.js").playOf>;

/** The documents of a table for one seat; see mirrors.js. */
interface Mirror {
  table: string;
  seat: number;
  version: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/** A line of the log: its key, then numbers. */
type Line = [key: string, ...numbers: number[]];

/** The values for the places of a text. */
type Places = Record<string, string | number>;

/** The children of a component. */
type Children = import("preact").ComponentChildren;

type Ref = { current: any };

/** A DOM event in a component. */
type Happening = Event & KeyboardEvent & PointerEvent & { target: any; currentTarget: any };

/** Facts by name that a player could derive from the rules, computed by the server; the names are the game's own. */
type Hints = Record<string, any>;

/** The certain changes of a choice to the person's stock: amounts by key. */
type Amount<Gains> = [verb: string, noun: number, certain: Gains];

/** A table of one game: the public document, a seat's own part, the server's hints, the gains of choices. */
type PlayOf<Game, Mine, Hints, Gains> = Omit<Play, "open" | "mine" | "hints" | "amounts"> & {
  open: Omit<Protocol.Public, "game"> & { game: Game };
  mine: Omit<Protocol.Mine, "game"> & { game?: Mine };
  hints: Hints;
  amounts(verb: string, noun?: number): Gains | undefined;
};

/** The texts of a game in one language. */
type Texts = Record<string, any>;

/** A verb of a question, and one of its nouns: -1 if it has none. */
type Choice = [verb: string, noun: number];

/** A number of a player for the strip; the page knows the keys "score" and "money". */
interface Figure {
  key: string;
  /** A component, or the id of a symbol. */
  icon: unknown;
  /** "" if the icon alone is enough. */
  value: string | number;
  label: string;
  /** A class with the colour of a card. */
  tone?: string;
}

/** The explanation of a thing on the table; see explanation.js. */
interface Words {
  title: string;
  text: string;
  foot?: string;
  picture?: unknown;
  /** The effect of a second tap, if the first tap of a finger only explains. */
  again?: string | false;
  /** Why it can't be chosen; see why.js. */
  why?: Why;
  /** Its place in the rules; see anchors.js. */
  anchor: string;
}

/** Reasons as text. Without an explicit request (`asked`) only reasons about the thing itself. */
type Why = (asked: boolean) => Promise<string[]>;

/** The current step of a guided game: `at` is its number, `of` the number of steps. */
interface Lesson {
  step: string;
  at: number;
  of: number;
  pages: { say: Record<string, string>; lights: string[]; picture: [group: string, n: number][] }[];
  propose: Choice[];
  other: Record<string, string>;
}

/** One stage of a move: the game after it, its log lines, and its display time. */
interface Part {
  game: any;
  lines: Line[];
  ms: number;
}

/** The default export of a game's module; table.js describes each member. `game` is the game's own document. */
interface Board {
  Common(props: { play: Play }): unknown;
  Mine?(props: { play: Play }): unknown;
  Hand?(props: { play: Play }): unknown;
  Seat?(props: { play: Play; seat: number }): unknown;
  Choices?(props: { play: Play }): unknown;
  Frame?(props: { play: Play; children: Children }): unknown;
  Drawings?(): unknown;
  around?(play: Play): string;
  figures?(play: Play, seat: number): Figure[];
  /** What the seat holds that others don't see; nothing in a game that hides nothing. */
  held?(play: Play): Figure[] | undefined;
  offersAt?(play: Play, seat: number): Choice[];
  pageOf?(play: Play): string;
  onBoard(verb: string, noun: number): boolean;
  stages(before: any, after: any, lines: Line[]): Part[];
  turns: string[];
  turn(game: any, hints: Hints): unknown;
  longTurns?: boolean;
  prepare?(): Promise<unknown>;
  tune?(lines: Line[]): string | null | undefined;
  costs?(play: Play, verb: string, noun: number): string | null | undefined;
  picture?(group: string, n: number): unknown;
  own?(group: string, n: number): string;
  sign?(line: Line): unknown;
}

/** A part of an example of the rules: the documents of a game, the text about them, and the log lines before it. */
interface ExamplePart {
  say: Record<string, string>;
  lights: string[];
  lines: Line[];
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/**
 * An example of the rules, played by the server; `shows`: the drawn parts of the board; `hides`: the elements left
 * out.
 */
interface ToldExample {
  shows: string[];
  hides: string[];
  seat: number;
  parts: ExamplePart[];
}

/** "Best move?" of a day. */
declare namespace Puzzle {
  type Changed = [part: string, way: number, tenths: number];

  /** A choice, its value in thousandths, and what the best choice changes; see server/games/puzzles.py. */
  type Option = [verb: string, noun: number, worth: number, why?: Changed[]];

  /** The document of the asked seat, the options by their value, what the best one prepares, and why-not. */
  interface Told {
    public: Protocol.Public;
    mine: Protocol.Mine;
    options: Option[];
    shared: boolean;
    then: [verb: string, noun: number][];
    together: Changed[];
    /** By kind and number of a thing that can't be chosen, the reasons. */
    why: Record<string, Record<number, Line[]>>;
  }
}

declare namespace Told {
  /** A variant of a game. */
  interface Option {
    name: string;
    kind: "bool" | "int" | "choice";
    default: any;
    needs?: string;
    values?: any[];
    min?: number;
    max?: number;
  }

  /** A row of the catalogue. */
  interface Game {
    name: string;
    board: boolean;
    cards: boolean;
    cover: boolean;
    titles: Record<string, string>;
    taglines: Record<string, string>;
    facts: Record<string, { time?: string; age?: string }>;
    seats: [from: number, to: number];
    weight: number;
    options: Option[];
    decided: [seats: number, options: Options][];
    presets: Record<string, Options>;
    refused: [seats: number, values: Record<string, any[]>][];
    rules: number;
    digest: string;
    lessons: Record<string, Lesson>;
    /** The number of its puzzles. */
    puzzles: number;
    minds: string[];
    called: Record<string, Record<string, string>>;
  }

  /** The description of a guided game before it begins. */
  interface Lesson {
    seats: number;
    minutes: [from: number, to: number];
  }
}

/** The result of setTimeout and setInterval. */
type Timer = ReturnType<typeof setTimeout> | number;

/** The kinds of frames that change something, and the fields after their ids. */
type Change = { [K in keyof Protocol.FromClient]: Protocol.FromClient[K][0] extends number ? K : never }[
  Exclude<keyof Protocol.FromClient, "ping">
];
type Fields<K extends Change> = Protocol.FromClient[K] extends [number, ...infer Rest] ? Rest : never;

/** A change was stored, in this version if it is known. */
interface Stored {
  table: string;
  version?: number;
  /** The response to `why`. */
  reasons?: Line[];
}

/** A document at an earlier version. */
interface Past {
  version: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/** A finished game from the server: the first documents, watchers' before the seats', and their changes. */
interface Reeled {
  table: string;
  version: number;
  words: string[];
  public: Protocol.Public;
  mine: Protocol.Mine[];
  deltas: [at: number, open: unknown, mine: unknown[]][];
}

interface Answer<T> {
  resolve: (value: T) => void;
  reject: (refusal: Error) => void;
}

/** A requested moment, shared by all requests for it. */
interface Asked extends Answer<Past> {
  past: Promise<Past>;
}

/** A change that is being sent. `told`: the person knows that it waits. */
interface Pending extends Answer<Stored> {
  frame: [kind: any, ...fields: any];
  told?: boolean;
}

/** A person at a table: public id, name, seat or -1. */
type Person = [person: string, name: string, seat: number];

interface Announced {
  number: number;
  text: string;
  /** The time of the announced event in ms; 0 for none. */
  until: number;
}

interface Said {
  table: string;
  person: string;
  name: string;
  text: string;
  at: number;
  /** The version that the message is about, if any. */
  moment: number;
}

/** A table's options by name. */
type Options = Record<string, any>;

/** The player of a seat, as far as people outside of the table may know it. */
type Sitter = Pick<Protocol.Seat, "person" | "name" | "kind" | "mind">;

/** A table's summary in the lobby. */
interface Summary {
  game: string;
  options: Options;
  phase: string;
  host: string;
  host_name: string;
  seats: Sitter[];
  clock: number[];
  made: number;
  /** A game is running, and all its players are absent. */
  quiet?: boolean;
  /** If so: the time of the last event there. */
  since?: number;
  /** The game continues from a moment of another one. */
  branch?: boolean;
  /** Seats that are asked, in a summary of a single table. */
  asked?: number[];
}

/** A table's name and its summary. */
type Listed = [table: string, summary: Summary];

/** The setup of a new table; seats are "me", "" for a person, or a mind. */
interface Wish {
  seats: string[];
  options: Options;
  open: boolean;
  /** Index in the list of clocks. */
  clock: number;
  auto: boolean;
  /** The mind that replaces absent people. */
  standIn: string;
  /** When people may ask for tips. */
  tips: "never" | "bots" | "always";
}

/** Log, chat and the other tabs beside a board; see side.js. */
type Beside = ReturnType<typeof import("../../server/web/table/side.js").useSide>;

/** A seat's result: its points and their parts. */
type Score = [seat: number, place: number, points: number, parts: Record<string, number>];

/** The scores of all seats at a version of a table. */
type Moment = [version: number, scores: number[]];

/** A confirmation before `run`. */
interface Sure {
  title: string;
  text: string;
  yes: string;
  run: () => unknown;
}

/** The result of verifying a dealing. */
interface Verified {
  wrong: Wrong[];
  seed?: string;
}

/** A thing of a game that the texts explain; equal ones share a row. */
interface Entry {
  key: string;
  group: string;
  name: string;
  text: string;
  picture: unknown;
  own: string | undefined;
  anchors: string[];
}

/** The attributes of a link to a place in the rules. */
type Way = (anchor: string) => { href: string; onClick: (event: Happening) => unknown };

/** Shows a seat's area large; null shows none. */
type ShowArea = (seat: number | null) => void;

/** The requested seats of a table, and a mirror for each received one. */
interface Known {
  seats: Map<number, Mirror>;
  wants: Set<number>;
  timer?: Timer;
}

/** Callbacks for events of the connection; see state.js. */
interface Listener {
  status(state: string, code?: number): void;
  welcome(person: string): void;
  lobby(tables: Record<string, Summary>, after: string, more: string): void;
  listed(table: string, summary: Summary | null): void;
  mirror(mirror: Mirror, whole: boolean): void;
  seatless(table: string, seat: number): void;
  here(table: string, people: Person[]): void;
  said(row: Said): void;
  announced(row: Announced): void;
  gone(table: string, code: string, game?: string): void;
  refused(code: string, reason?: string): void;
  stored(): void;
}

/** A passing message: "refusal" with a code, or "note" with a key of the texts. */
interface Notice {
  kind: string;
  key: string;
  places: Places;
  number: number;
}

/** A violation in a dealing, and its seat if it concerns one. */
type Wrong = [what: string, seat?: number];

/** This browser's stored values of a table's dealing; see commitments.js. */
interface Kept {
  commitment?: string;
  promises?: string[];
  /** By promise. */
  lucks: Record<string, string>;
}

/** The inputs of a dealing: by seat, the promises and the revealed parts; see dealing.js. */
interface Dealing {
  commitment: string;
  secret: string;
  promises: string[];
  lucks: string[];
  parts?: string[];
  seed?: string;
}

/** A table that this browser visited. */
interface Recent {
  table: string;
  game: string;
  with: string;
  at: number;
}

/** A queued moment: its document, and the log lines that lead to it. */
interface Stage {
  mirror: Mirror;
  lines: Line[];
  ms: number;
}

/** The displayed state of a table; see show.js. */
interface Shown {
  version: number;
  seat: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
  lines: Line[];
  settled: boolean;
  count: number;
}

/** A place on the screen, or a direction. */
type Point = [x: number, y: number];

/** A person's book, sent only to that person; `since` is 0 if there is none. */
interface Book {
  since: number;
  person: string;
  /** The oldest first. */
  games: Booked[];
  by_game: BookFigures[];
  met: Record<string, { name: string, games: number, ahead: number, behind: number }>;
  ratings: Record<string, [points: number, spread: number]>;
  /** By game and number of players. */
  ratings_by_players: Record<string, Record<string, [points: number, spread: number]>>;
  /** By game, the ratings of the kinds of bots. */
  levels: Record<string, Record<string, number>>;
}

/** A table's data about a person, sent only to that person. */
interface KeptTable {
  table: string;
  game: string;
  phase: string;
  names: string[];
  changes: { at: number, what: string }[];
  /** Times of the first and the last message, in ms. */
  first: number;
  last: number;
  said: string[];
  kept_for_s: number;
}

/** The person's share of a report; `why` only if that person made it. */
interface KeptReport {
  at: number;
  table: string;
  about: boolean;
  said: string[];
  why?: string;
  kept_for_s: number;
}

/** All data that the server stores about a person. */
interface Disclosed {
  person: string;
  tables: KeptTable[];
  /** The tables where others see this person now. */
  present: string[];
  reports: KeptReport[];
  remembered: string[];
  book: Booked[];
  book_kept_for_s: number;
  groups: { title: string, name: string, kept_for_s: number }[];
  /** The browsers that get notices while no page is open. */
  devices: { at: number, push_service: string, kept_for_s: number }[];
  /** Number of games in others' books. */
  in_books: number;
  orders: { what: "silence" | "lock", until: number, name: string, table: string }[];
  acts: { at: number, what: string }[];
}

/** A group from the server; people who don't belong to it only receive the first five fields. */
interface Group {
  /** Its link. */
  group: string;
  person: string;
  title: string;
  count: number;
  member: boolean;
  /** The name of its stream; see screen/stream.js. */
  stream: string;
  /** Names by person. */
  members: Record<string, string>;
  /** In ms; 0 if none is planned. */
  evening: number;
  /** The setup of its last table. */
  usual: { game: string, wants: string[], options: Options, public: boolean, clock: number[], auto: boolean,
    stand_in: string, tips: "never" | "bots" | "always" } | null;
  tables: (Summary & { table: string })[];
  games: Booked[];
  played: number;
  seasons: Record<string, { person: string, games: number, won: number, fair: number }[]>;
}

interface Booked {
  table: string;
  game: string;
  at: number;
  lasted: number;
  options: Record<string, unknown>;
  players: { person: string, name: string, mind: string, place: number, points: number }[];
  /** Was it played without a server? */
  alone?: boolean;
}

/** Numbers of games and of wins. */
interface Tally {
  games: number;
  won: number;
}

interface BookFigures {
  game: string;
  all: Tally;
  place: number;
  points: number;
  lasted: number;
  seats: Record<string, Tally>;
  players: Record<string, Tally>;
  options: Record<string, Record<string, Tally>>;
  records: Record<string, { table: string, value: number }>;
}
