/** A planned evening as a calendar file (iCalendar, RFC 5545). */

/** Duration of an evening in the calendar (ms). */
const EVENING_MS = 3 * 3_600_000;

/** Longest line in bytes. */
const MAX_LINE_BYTES = 74;

/** @param {number} ms */
const stamp = (ms) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");

/** @param {string} text */
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n");

/**
 * Fold a long line between characters.
 * @param {string} line
 */
function folded(line) {
  const parts = [""];
  for (const letter of line) {
    const last = parts.length - 1;
    if (new TextEncoder().encode(parts[last] + letter).length > MAX_LINE_BYTES) parts.push(` ${letter}`);
    else parts[last] += letter;
  }
  return parts.join("\r\n");
}

/** The first second that counts for the number of a version: the start of 2026. */
const EPOCH_S = 1_767_225_600;

/**
 * `id`: the same for a moved evening, so that calendars move it. `now`: the later file has the higher number.
 * @param {{ title: string, at: number, link: string, id: string, now: number }} evening
 */
export const calendar = ({ title, at, link, id, now }) => [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stammtisch//Stammtisch//EN", "BEGIN:VEVENT", `UID:${id}@stammtisch`,
  `SEQUENCE:${Math.max(0, Math.floor(now / 1_000) - EPOCH_S)}`, `LAST-MODIFIED:${stamp(now)}`,
  `DTSTAMP:${stamp(now)}`, `DTSTART:${stamp(at)}`, `DTEND:${stamp(at + EVENING_MS)}`, `SUMMARY:${escaped(title)}`,
  `URL:${link}`, `DESCRIPTION:${escaped(link)}`, "END:VEVENT", "END:VCALENDAR", "",
].map(folded).join("\r\n");
