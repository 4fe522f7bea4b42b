/** A guest of a server: comes back after every loss, follows seats, makes changes, answers questions. */

import { checkValue, decode, encode, type Frame } from "./codec.js";
import { Commitments, secretText } from "./commitments.js";
import { BadPatch, patch } from "./patch.js";
import type { FromClient, FromServer, Mine, Public } from "./protocol.js";

export const AUTO = -2;
export const WATCH = -1;

/** Refusals that say nothing about the change itself, which is sent again. */
const AGAIN = new Set(["slow-down", "storing"]);
const MAX_UNANSWERED = 12;
const MAX_PAUSE_MS = 10_000;
const LATER_PAUSE_MS = 2_000;
const PING_INTERVAL_MS = 15_000;
/** After so many intervals without a frame the connection is taken for lost: a dead line closes no socket. */
const MAX_SILENT_INTERVALS = 2;

/** The changes: their first field is an id. */
type Changes = {
  [Kind in keyof FromClient]: FromClient[Kind] extends [id: number, ...rest: infer Rest] ? Rest : never;
};
type Parts = { public: Public; mine: Mine };
export type Choice = [verb: string, noun: number];

/** A question to a seat. Each choice is a verb and a noun, -1 for none. */
export interface Question {
  number: number;
  prompt: string;
  choices: Choice[];
}

/** The server refused a change; `code` is for programs. */
export class ChangeRefused extends Error {
  constructor(readonly code: string, reason: string) {
    super(`${code}: ${reason}`);
  }
}

/** The connection has ended for good, or a seat can't be followed any more. */
export class Ended extends Error {}

interface Pending {
  frame: Frame;
  table: string;
  sent: boolean;
  done: (table: string) => void;
  failed: (why: Error) => void;
}

/** One guest. `token` is the guest's secret, to come back as the same one later. */
export class Client {
  readonly token: string;
  readonly commitments = new Commitments();
  person = "";
  #url: string;
  #name: string;
  #socket: WebSocket | undefined;
  #welcomed = false;
  #attempt = 0;
  #silent = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #ended: Error | undefined;
  #nextId = 1 + Math.floor(Math.random() * 2 ** 52);
  #pending = new Map<number, Pending>();
  #seats = new Set<Seat>();
  #joining: Seat[] = [];
  #channels = new Map<number, Seat>();
  #waiting = new Set<() => void>();

  private constructor(url: string, name: string, token: string) {
    this.#url = url;
    this.#name = name;
    this.token = token;
  }

  /** Connect as a guest of this name. Rejects with Ended. */
  static async connect(url: string, name: string, token: string = secretText(32)): Promise<Client> {
    const client = new Client(url, name, token);
    client.#open();
    await client.until(() => client.#welcomed);
    return client;
  }

  /** Close the connection. */
  close(): void {
    this.#end(new Ended("the client was closed"));
    this.#socket?.close();
  }

  /**
   * Make a change and wait until it is stored; gives the table's id. Rejects with ChangeRefused or Ended, and for values
   * that no frame can have.
   */
  change<Kind extends keyof FromClient>(kind: Kind, ...fields: Changes[Kind]): Promise<string> {
    const id = this.#nextId++;
    return new Promise((done, failed) => {
      if (this.#ended) return failed(this.#ended);
      const table = kind === "make" ? "" : String(fields[0]);
      const frame: Frame = [kind, id, ...fields];
      encode(frame); // throws here, and not whenever it is sent
      this.#pending.set(id, { frame, table, sent: false, done, failed });
      this.#flush();
    });
  }

  /** Make a private table as its host. `wants`: for each seat the mind of a bot, "" for a person. */
  make(game: string, seats: number, wants: string[] = [], options: Record<string, unknown> = {}): Promise<string> {
    return this.change("make", game, seats, options, false, wants);
  }

  /**
   * Take a seat, with a promise for the dealing, and follow it. `handsAfter`: the person agrees that the table shows
   * all hands that many moves late.
   */
  async sit(table: string, seat: number = AUTO, handsAfter: number = 0): Promise<Seat> {
    await this.change("sit", table, seat, "", this.commitments.promise(table), handsAfter);
    return this.follow(table, seat);
  }

  /** Host: start the game. */
  async start(table: string): Promise<void> {
    await this.change("start", table);
  }

  /** Follow an own seat (AUTO: the first one there), or watch (WATCH). Rejects with Ended. */
  async follow(table: string, number: number = AUTO): Promise<Seat> {
    const known = [...this.#seats].find((it) => it.table === table && it.number === number);
    const seat = known ?? new Seat(this, table, number);
    if (!known) {
      this.#seats.add(seat);
      this.#join(seat);
    }
    await seat.until(() => seat.version >= 0);
    return seat;
  }

  /** Wait until this is true; it is looked at after every frame. Rejects with Ended. */
  async until(reached: () => unknown): Promise<void> {
    while (!reached()) {
      if (this.#ended) throw this.#ended;
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  // -- one connection after another

  #open(): void {
    const socket = new WebSocket(this.#url);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#say("hello", this.token, this.#name);
    socket.onmessage = ({ data }) => {
      this.#silent = 0;
      try {
        this.#receive(decode(data as ArrayBuffer));
      } catch {
        socket.close(); // the next connection begins anew
      }
      this.#tell();
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lost(code);
    };
    this.#socket = socket;
    this.#silent = 0;
    this.#beat = setInterval(() => this.#ping(socket), PING_INTERVAL_MS);
  }

  #ping(socket: WebSocket): void {
    if (this.#silent++ < MAX_SILENT_INTERVALS) return this.#say("ping", 0);
    socket.onopen = socket.onmessage = null;
    socket.close();
    this.#lost(1006);
  }

  #lost(code: number): void {
    clearInterval(this.#beat);
    this.#socket = undefined;
    this.#welcomed = false;
    this.#joining = [];
    this.#channels.clear();
    for (const it of this.#pending.values()) it.sent = false;
    if (code === 1009 || (code >= 4200 && code < 4300)) this.#end(new Ended(`closed with ${code}`));
    if (!this.#ended) setTimeout(() => this.#ended ?? this.#open(), this.#pause(code));
    this.#tell();
  }

  /** The pause before the next attempt, in milliseconds; randomized, so that many clients don't come back together. */
  #pause(code: number): number {
    const attempt = this.#attempt++;
    if (code >= 4000 && code < 4100 && !attempt) return Math.random() * 100;
    const first = code >= 4100 && code < 4200 ? LATER_PAUSE_MS : 100;
    return Math.min(MAX_PAUSE_MS, first * 2 ** Math.min(attempt, 16)) * (0.5 + Math.random() / 2);
  }

  #end(why: Error): void {
    this.#ended ??= why;
    clearInterval(this.#beat);
    for (const { failed } of this.#pending.values()) failed(this.#ended);
    this.#pending.clear();
    this.#tell();
  }

  #tell(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  #say<Kind extends keyof FromClient>(kind: Kind, ...fields: FromClient[Kind]): void {
    this.#send([kind, ...fields]);
  }

  #send(frame: Frame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(encode(frame) as Uint8Array<ArrayBuffer>);
  }

  /** Send what may be sent: few changes of a table are unanswered at a time, as a table remembers few ids. */
  #flush(): void {
    if (!this.#welcomed) return;
    for (const it of this.#pending.values()) {
      const others = [...this.#pending.values()].filter((other) => other.sent && other.table === it.table);
      if (it.sent || others.length >= MAX_UNANSWERED) continue;
      it.sent = true;
      this.#send(it.frame);
    }
  }

  #join(seat: Seat): void {
    if (!this.#welcomed) return;
    this.#joining.push(seat);
    const known = seat.version >= 0 && !seat.lost;
    this.#say("join", seat.table, seat.number, known ? seat.version : -1, 0, known ? seat.checks() : null);
  }

  // -- received frames

  #receive([kind, ...fields]: Frame): void {
    const hear = this.#hear[kind as keyof FromServer] as ((...fields: unknown[]) => void) | undefined;
    hear?.(...fields); // kinds that came later are ignored
    this.#flush();
  }

  #hear: { [Kind in keyof FromServer]?: (...fields: FromServer[Kind]) => void } = {
    welcome: (person) => {
      this.person = person;
      this.#attempt = 0;
      this.#welcomed = true;
      for (const seat of this.#seats) this.#join(seat);
    },
    joined: (table, number, _version, channel, words) => {
      const seat = this.#answered(table);
      if (!seat) return;
      seat.number = number;
      seat.words = words;
      this.#channels.set(channel, seat);
    },
    full: (table, number, version, seen, mine) => {
      for (const seat of this.#seats) {
        if (seat.table === table && seat.number === number) {
          seat.replace(version, seen, mine);
          this.#followed(seat);
        }
      }
    },
    d: (channel, version, seen, mine, check) => {
      const known = this.#channels.get(channel);
      if (!known) return;
      for (const seat of this.#seats) { // AUTO may have become a seat that is followed already
        if (seat.table !== known.table || seat.number !== known.number || seat.lost) continue;
        if (seat.follow(version, seen, mine, check ?? null)) this.#followed(seat);
        else if (seat.lost && !this.#joining.includes(seat)) this.#join(seat);
      }
    },
    done: (id, table) => this.#settle(id, table),
    refused: (id, table, code, reason = "") => {
      const seat = id ? undefined : this.#answered(table);
      if (AGAIN.has(code)) {
        const socket = this.#socket;
        setTimeout(() => this.#again(socket, id, seat), 300 + Math.random() * 700);
      } else if (id) {
        this.#pending.get(id)?.failed(new ChangeRefused(code, reason));
        this.#pending.delete(id);
      } else {
        this.#drop(seat, code);
      }
    },
    gone: (table, code, number) => {
      if (code !== "not-your-seat") this.#joining = this.#joining.filter((seat) => seat.table !== table);
      for (const seat of [...this.#seats]) {
        if (seat.table === table && (code !== "not-your-seat" || seat.number === number)) this.#drop(seat, code);
      }
    },
  };

  /** A seat's document has changed: it acknowledges changes, and may ask for the own part of the seed. */
  #followed(seat: Seat): void {
    const done = seat.mine.done ?? 0;
    const ours = this.#pending.has(done); // else another client's of this person: how great it is says nothing
    for (const [id, { frame }] of this.#pending) {
      const own = (frame[0] === "act" || frame[0] === "undo") && frame[2] === seat.table && frame[3] === seat.number;
      if (ours && (id === done || (own && id <= done))) this.#settle(id, seat.table);
    }
    for (const [number, luck] of this.commitments.look(seat.table, seat.public.table)) {
      void this.change("reveal", seat.table, number, luck).catch(() => undefined); // the game may have begun without it
    }
  }

  #settle(id: number, table: string): void {
    this.#pending.get(id)?.done(table);
    this.#pending.delete(id);
  }

  /** The seat whose `join` was answered: joins of a table are answered in their order. */
  #answered(table: string): Seat | undefined {
    const place = this.#joining.findIndex((seat) => seat.table === table);
    return place < 0 ? undefined : this.#joining.splice(place, 1)[0];
  }

  /** Send what was refused for the moment; a later connection has sent it already. */
  #again(socket: WebSocket | undefined, id: number, seat: Seat | undefined): void {
    if (socket !== this.#socket) return;
    const it = this.#pending.get(id);
    if (it) it.sent = false;
    if (seat && this.#seats.has(seat)) this.#join(seat);
    this.#flush();
  }

  #drop(seat: Seat | undefined, code: string): void {
    if (!seat) return;
    seat.gone = code;
    this.#seats.delete(seat);
    for (const [channel, other] of this.#channels) if (other === seat) this.#channels.delete(channel);
  }
}

/** A seat of a table, or a watcher's place, as a client follows it. */
export class Seat {
  version = -1;
  /** The keys that patches replace by a number. */
  words: string[] = [];
  /** A patch did not fit: the whole document is needed. */
  lost = false;
  /** Why the seat can't be followed any more, or "". */
  gone = "";
  #client: Client;
  #parts: Parts = { public: {} as Public, mine: {} };
  /** The number of whole documents so far. */
  #whole = 0;

  constructor(client: Client, readonly table: string, public number: number) {
    this.#client = client;
  }

  /** What everybody may know. A new object after each change. */
  get public(): Public {
    return this.#parts.public;
  }

  /** What this seat alone may know. */
  get mine(): Mine {
    return this.#parts.mine;
  }

  /** Is the game over, or the table closed? */
  get over(): boolean {
    return this.version >= 0 && ["over", "closed"].includes(this.public.table.phase);
  }

  /** The open question of this seat. */
  get question(): Question | undefined {
    const { number, prompt = "", options = [] } = this.mine.ask ?? {};
    if (!number) return undefined;
    const choices = options.flatMap(([verb, ...nouns]) =>
      (nouns.length ? nouns : [-1]).map((noun): Choice => [String(verb), Number(noun)])
    );
    return { number, prompt, choices };
  }

  /** Every question to this seat, until the game is over. Rejects with Ended. */
  async *questions(): AsyncGenerator<Question, void> {
    let [asked, whole] = [0, 0];
    while (!this.over) {
      const { question } = this;
      // After the store has lost its last changes, a whole document asks an earlier question again.
      if (question && (question.number !== asked || this.#whole !== whole)) {
        [asked, whole] = [question.number, this.#whole];
        yield question;
      } else {
        const before = this.#parts;
        await this.until(() => this.#parts !== before);
      }
    }
  }

  /** Answer a question. False if it was no longer open. Rejects with ChangeRefused. */
  choose({ number }: Question, [verb, noun]: Choice): Promise<boolean> {
    const act = this.#client.change("act", this.table, this.number, number, verb, noun);
    return this.#unless(["stale", "not-your-turn"], act);
  }

  /** Take back the seat's last choice. False if that is not possible. */
  async undo(): Promise<boolean> {
    const { undo } = this.mine;
    if (!undo) return false;
    return this.#unless(["sealed", "stale"], this.#client.change("undo", this.table, this.number, undo));
  }

  async #unless(codes: string[], change: Promise<string>): Promise<boolean> {
    try {
      await change;
      return true;
    } catch (why) {
      if (why instanceof ChangeRefused && codes.includes(why.code)) return false;
      throw why;
    }
  }

  /** Wait until this is true. Rejects with Ended. */
  async until(reached: () => unknown): Promise<void> {
    await this.#client.until(() => reached() || this.gone);
    if (this.gone && !reached()) throw new Ended(`the seat is gone: ${this.gone}`);
  }

  /** The check values of both parts. */
  checks(parts: Parts = this.#parts): [number, number] {
    return [checkValue(parts.public), checkValue(parts.mine)];
  }

  /** Take a whole document. */
  replace(version: number, seen: Public, mine: Mine): void {
    this.#parts = { public: seen, mine };
    this.#whole++;
    this.version = version;
    this.lost = false;
  }

  /** Apply the patches of the next version. False if that can't be done; `lost` says whether it should have been. */
  follow(version: number, seen: unknown, mine: unknown, check: [number, number] | null): boolean {
    if (version <= this.version) return false;
    try {
      if (version !== this.version + 1) throw new BadPatch("a version is missing");
      const next = { public: patch(this.public, seen, this.words), mine: patch(this.mine, mine, this.words) };
      if (check && String(check) !== String(this.checks(next))) throw new BadPatch("a check value differs");
      this.#parts = next;
      this.version = version;
    } catch {
      this.lost = true;
    }
    return !this.lost;
  }
}
