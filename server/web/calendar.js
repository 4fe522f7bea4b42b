/** An evening as a calendar file (iCalendar, RFC 5545). */

/** So long an evening lasts, in ms. */
const LASTS = 3 * 3_600_000;

/** A line has so many bytes at most. */
const LINE = 74;

/** @param {number} ms */
const stamp = (ms) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");

/** @param {string} text */
const escaped = (text) => text.replace(/[\\;,]/g, "\\$&").replace(/\n/g, "\\n");

/**
 * A line as it is written: folded where it is long, between letters.
 * @param {string} line
 */
function folded(line) {
  const parts = [""];
  for (const letter of line) {
    const last = parts.length - 1;
    if (new TextEncoder().encode(parts[last] + letter).length > LINE) parts.push(` ${letter}`);
    else parts[last] += letter;
  }
  return parts.join("\r\n");
}

/**
 * @param {{ title: string, at: number, link: string, id: string, now: number }} evening
 */
export const calendar = ({ title, at, link, id, now }) => [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Stammtisch//Stammtisch//EN", "BEGIN:VEVENT", `UID:${id}@stammtisch`,
  `DTSTAMP:${stamp(now)}`, `DTSTART:${stamp(at)}`, `DTEND:${stamp(at + LASTS)}`, `SUMMARY:${escaped(title)}`,
  `URL:${link}`, `DESCRIPTION:${escaped(link)}`, "END:VEVENT", "END:VCALENDAR", "",
].map(folded).join("\r\n");
