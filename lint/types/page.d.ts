/** What the page's modules tell each other of, by the names that their comments use. */

type View = ReturnType<typeof import("../../server/web/state.js").look>;
type Play = ReturnType<typeof import("../../server/web/play.js").playOf>;

/** What the page holds of a table through one seat; see mirrors.js. */
interface Mirror {
  table: string;
  seat: number;
  version: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/** A line of the log: its key, then numbers. */
type Line = [key: string, ...numbers: number[]];

/** What fills the places of a text. */
type Places = Record<string, string | number>;

/** What stands inside of a component. */
type Children = import("preact").ComponentChildren;

type Ref = { current: any };

/** Something happened to a part of the page. */
type Happening = Event & KeyboardEvent & PointerEvent & { target: any; currentTarget: any };

/** What the server says that one would work out from the rules; facts by name are the game's own. */
type Hints = Record<string, any>;

/** What a choice certainly changes of what one has: amounts by key. */
type Amount<Gains> = [verb: string, noun: number, certain: Gains];

/** A table of one game: what everybody sees of it, what a seat alone has, what the server tells it, what choices bring. */
type PlayOf<Game, Mine, Hints, Gains> = Omit<Play, "open" | "mine" | "hints" | "amounts"> & {
  open: Omit<Protocol.Public, "game"> & { game: Game };
  mine: Omit<Protocol.Mine, "game"> & { game?: Mine };
  hints: Hints;
  amounts(verb: string, noun?: number): Gains | undefined;
};

/** The texts of a game in one language. */
type Texts = Record<string, any>;

/** A verb of a question, and one of its nouns: -1 where it has none. */
type Choice = [verb: string, noun: number];

/** One number that a player has, for the strip; "score" and "money" are keys that the page knows. */
interface Figure {
  key: string;
  /** A component, or the id of a symbol. */
  icon: unknown;
  /** "" where the icon tells all by itself. */
  value: string | number;
  label: string;
}

/** What explains a thing on the table; see explanation.js. */
interface Words {
  title: string;
  text: string;
  foot?: string;
  picture?: unknown;
  /** What a second tap does, where the first tap of a finger only explains. */
  again?: string | false;
  /** Why it can't be chosen; see why.js. */
  why?: Why;
  /** Where the rules tell of it; see anchors.js. */
  anchor: string;
}

/** Reasons in words. Where nobody has asked for them by a tap or a key, only those that tell of the thing itself. */
type Why = (asked: boolean) => Promise<string[]>;

/** What a guided game says now: `at` is the number of the step, `of` how many there are. */
interface Lesson {
  step: string;
  at: number;
  of: number;
  pages: { say: Record<string, string>; lights: string[]; picture: [group: string, n: number][] }[];
  propose: Choice[];
  other: Record<string, string>;
}

/** One part of a move, to be seen by itself: the game after it, its lines, and how long it is looked at. */
interface Part {
  game: any;
  lines: Line[];
  ms: number;
}

/** The default export of a game's module; table.js says what each is for. `game` is the game's own document. */
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

/** A part of an example of the rules: the documents of a game, what is said of them, and the lines that led to it. */
interface ExamplePart {
  say: Record<string, string>;
  lights: string[];
  lines: Line[];
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/** An example of the rules, as the server has played it; `shows`: the parts of the board that are drawn; `hides`: what
 * is left out of these. */
interface ToldExample {
  shows: string[];
  hides: string[];
  seat: number;
  parts: ExamplePart[];
}

declare namespace Told {
  /** What can be chosen of a game's variants. */
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
    minds: string[];
  }

  /** What is told of a guided game before it begins. */
  interface Lesson {
    seats: number;
    minutes: [from: number, to: number];
  }
}

/** What setTimeout and setInterval give. */
type Timer = ReturnType<typeof setTimeout> | number;

/** The frames that change something, and what follows their ids. */
type Change = { [K in keyof Protocol.FromClient]: Protocol.FromClient[K][0] extends number ? K : never }[
  Exclude<keyof Protocol.FromClient, "ping">
];
type Fields<K extends Change> = Protocol.FromClient[K] extends [number, ...infer Rest] ? Rest : never;

/** A change is stored, in that version where it is known. */
interface Stored {
  table: string;
  version?: number;
  /** The answer to `why`. */
  reasons?: Line[];
}

/** A document as it was at some version. */
interface Past {
  version: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
}

/** A finished game as the server tells it: the first documents, watchers' before the seats', and what changes them. */
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

/** A moment that was asked for, for all who want to see it. */
interface Asked extends Answer<Past> {
  past: Promise<Past>;
}

/** A change that is on its way. `told`: the person knows that it waits. */
interface Pending extends Answer<Stored> {
  frame: [kind: any, ...fields: any];
  told?: boolean;
}

/** Somebody at a table: who it is, the name, the seat or -1. */
type Person = [person: string, name: string, seat: number];

/** A line of the chat. */
interface Announced {
  number: number;
  text: string;
  /** When what it announces comes, in ms; 0 for no time. */
  until: number;
}

interface Said {
  table: string;
  person: string;
  name: string;
  text: string;
  at: number;
  /** The version that it is about, where it is about one. */
  moment: number;
}

/** A table's options by name. */
type Options = Record<string, any>;

/** Who has a seat, as far as all may know it who are not at the table. */
type Sitter = Pick<Protocol.Seat, "person" | "name" | "kind" | "mind">;

/** What the lobby tells of a table. */
interface Summary {
  game: string;
  options: Options;
  phase: string;
  host: string;
  host_name: string;
  seats: Sitter[];
  clock: number[];
  made: number;
  /** A game runs, and nobody is there who plays it. */
  quiet?: boolean;
  /** Where that is so: when something happened there last. */
  since?: number;
  /** The game goes on from a moment of another one. */
  branch?: boolean;
  /** Seats that are asked, where somebody looks at the table by itself. */
  asked?: number[];
}

/** A table's name, and what is told of it. */
type Listed = [table: string, summary: Summary];

/** What a table is made with: who is to sit where, by "me", "" for a person, or a mind. */
interface Wish {
  seats: string[];
  options: Options;
  open: boolean;
  /** By number in the list of clocks. */
  clock: number;
  auto: boolean;
  /** The mind that plays on for people who are away. */
  standIn: string;
  /** When people may ask for tips. */
  tips: "never" | "bots" | "always";
}

/** Log, chat and what else stands beside a board; see side.js. */
type Beside = ReturnType<typeof import("../../server/web/side.js").useSide>;

/** How a seat has come off: its points, and what they are made of. */
type Score = [seat: number, place: number, points: number, parts: Record<string, number>];

/** A question that must be answered with yes before `run`. */
interface Sure {
  title: string;
  text: string;
  yes: string;
  run: () => unknown;
}

/** What came of verifying a dealing. */
interface Verified {
  wrong: Wrong[];
  seed?: string;
}

/** Of a game, one of the things that the texts explain; equal ones share a row. */
interface Entry {
  key: string;
  group: string;
  name: string;
  text: string;
  picture: unknown;
  own: string | undefined;
  anchors: string[];
}

/** What leads to a place in the rules: attributes of a link. */
type Way = (anchor: string) => { href: string; onClick: (event: Happening) => unknown };

/** Shows a seat's area large; null shows none. */
type ShowArea = (seat: number | null) => void;

/** What is asked for at a table, and a mirror for each seat. */
interface Known {
  seats: Map<number, Mirror>;
  wants: Set<number>;
  timer?: Timer;
}

/** Who hears of what the wire is told; see state.js. */
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
  gone(table: string, code: string): void;
  refused(code: string, reason?: string): void;
  stored(): void;
}

/** A message for the moment: "refusal" with a code, or "note" with a key of the texts. */
interface Notice {
  kind: string;
  key: string;
  places: Places;
  number: number;
}

/** What is wrong with a dealing, and of which seat where it is one. */
type Wrong = [what: string, seat?: number];

/** What this browser keeps of a table's dealing; see luck.js. */
interface Kept {
  commitment?: string;
  promises?: string[];
  /** By promise. */
  lucks: Record<string, string>;
}

/** What a dealing is made of: by seat, what was promised and told; see dealing.js. */
interface Dealing {
  commitment: string;
  secret: string;
  promises: string[];
  lucks: string[];
  parts?: string[];
  seed?: string;
}

/** A table that this browser has been at. */
interface Recent {
  table: string;
  game: string;
  with: string;
  at: number;
}

/** A moment that waits to be shown: what the document is then, and the lines that lead to it. */
interface Stage {
  mirror: Mirror;
  lines: Line[];
  ms: number;
}

/** What of a table is on the screen; see show.js. */
interface Shown {
  version: number;
  seat: number;
  public: Protocol.Public;
  mine: Protocol.Mine;
  lines: Line[];
  settled: boolean;
  count: number;
}

/** A place on the screen, or a way over it. */
type Point = [x: number, y: number];

/** A person's book, as the server tells it to that person alone; `since` is 0 where none is kept. */
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
  /** By game, the points of the kinds of bots. */
  levels: Record<string, Record<string, number>>;
}

/** What a table knows of a person, as the server tells it to that person alone. */
interface KeptTable {
  table: string;
  game: string;
  phase: string;
  names: string[];
  changes: { at: number, what: string }[];
  /** When the first of them came, and the last, in ms. */
  first: number;
  last: number;
  said: string[];
  kept_for_s: number;
}

/** Of a report what is a person's own; `why` only where that person has made it. */
interface KeptReport {
  at: number;
  table: string;
  about: boolean;
  said: string[];
  why?: string;
  kept_for_s: number;
}

/** All that the server keeps of a person. */
interface Disclosed {
  person: string;
  tables: KeptTable[];
  /** The tables at which others see this person now. */
  present: string[];
  reports: KeptReport[];
  remembered: string[];
  book: Booked[];
  book_kept_for_s: number;
  groups: { title: string, name: string, kept_for_s: number }[];
  /** Games in others' books. */
  in_books: number;
  orders: { what: "silence" | "lock", until: number, name: string, table: string }[];
  acts: { at: number, what: string }[];
}

/** A group as the server tells it; but for the first five, who doesn't belong to it is told nothing. */
interface Group {
  /** Its link. */
  group: string;
  person: string;
  title: string;
  count: number;
  member: boolean;
  /** By person, what they are called. */
  members: Record<string, string>;
  /** In ms; 0 where nobody has said. */
  evening: number;
  /** How its last table was made. */
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
}

/** So many games, and so many of them won. */
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
