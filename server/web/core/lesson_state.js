/** This browser's state of the latest guided game; coach.js shows it. */

import { taught } from "./settings.js";
import { readable } from "./storage.js";

/**
 * Whether the person left it, which steps are read, and which step was answered against its proposal, with the
 * lesson's comment on that.
 * @typedef {{ table: string, left: boolean, read: string[], other: string, said: Record<string, string> }} Note
 */

/**
 * @param {string} table
 * @returns {Note}
 */
export function noteOf(table) {
  const none = { table, left: false, read: [], other: "", said: {} };
  const note = readable(taught.value, none);
  const fits = note.table === table && Array.isArray(note.read) && note.said && typeof note.said === "object";
  return fits ? { ...none, ...note } : none;
}

/**
 * @param {string} table
 * @param {Partial<Note>} change
 */
export const remember = (table, change) => { taught.value = JSON.stringify({ ...noteOf(table), ...change }); };

/**
 * Record whether a choice differs from the step's proposal.
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
