/**
 * What the page uses beyond the standard of 2022: server/web/older/ adds it in browsers that lack it. The rest of what
 * the oldest browsers don't know is no name for the type checker.
 */

interface Array<T> {
  findLast(wanted: (one: T, at: number, all: T[]) => unknown): T | undefined;
  findLastIndex(wanted: (one: T, at: number, all: T[]) => unknown): number;
}
