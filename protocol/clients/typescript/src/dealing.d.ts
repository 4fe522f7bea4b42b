/** A violation of the dealing: its kind, and the seat. */
export type Wrong = [what: string, seat?: number];

/** The values of a dealing, from a document or from the log of a finished game. */
export interface Dealing {
  commitment: string;
  secret: string;
  promises: string[];
  lucks: string[];
}

/** What was stored before the game began; `lucks` are the own parts by their promises. */
export interface Kept {
  commitment?: string;
  promises?: string[];
  lucks: Record<string, string>;
}

export function commitmentOf(secret: string): string;
export function promiseOf(luck: string): string;
export function seedOf(secret: string, parts: string[]): string;
export function hexOf(bytes: Uint8Array): string;
/** The random source of a seed: its numbers and shuffles in the order of the draws. */
export class Chance {
  constructor(seed: string, drawn?: number);
  key: Uint8Array;
  drawn: number;
  below(sides: number): number;
  shuffle<T>(pile: T[]): T[];
}
/** The dealing in a decoded log, with its violations. */
export function dealingOf(
  log: unknown[],
): { wrong: Wrong[] } | (Dealing & { wrong: Wrong[]; parts: string[]; seed: string });
/** The violations of a dealing, compared with what was stored before the start. */
export function compared(dealing: Dealing, kept?: Partial<Kept>): Wrong[];
