/** What this browser remembers of the guided game that it was at last; coach.js shows it. */

import { taught } from "./settings.js";

/**
 * Whether it was left, which steps were read to their end, and which one was answered otherwise than it proposed, with
 * what it says to that.
 * @typedef {{ table: string, left: boolean, read: string[], other: string, said: Record<string, string> }} Note
 */

/**
 * @param {string} table
 * @returns {Note}
 */
export function noteOf(table) {
  const none = { table, left: false, read: [], other: "", said: {} };
  try {
    const note = JSON.parse(taught.value);
    return note.table === table ? { ...none, ...note } : none;
  } catch {
    return none;
  }
}

/**
 * @param {string} table
 * @param {Partial<Note>} change
 */
export const remember = (table, change) => { taught.value = JSON.stringify({ ...noteOf(table), ...change }); };

/**
 * Notice whether a choice is another than the step proposes.
 * @param {string} table
 * @param {Lesson | undefined} lesson
 * @param {string} verb
 * @param {number} noun
 */
export function noteChoice(table, lesson, verb, noun) {
  if (!lesson?.step) return;
  const proposed = lesson.propose.some(([one, n]) => one === verb && n === noun);
  const other = lesson.propose.length > 0 && !proposed && Object.keys(lesson.other).length > 0;
  remember(table, { other: other ? lesson.step : "", said: other ? lesson.other : {} });
}
