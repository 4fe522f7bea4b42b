/** A text as a QR code, as the page draws it. Fetched when somebody asks for one; see invite.js. */

import { correction, generate } from "./vendor/qr.mjs";

/** So many modules around the code are left blank, or readers don't find it. */
const QUIET = 4;

/**
 * The code's width, blank edge and all, and what is dark in it as a path: a stroke for each run in a row.
 * @param {string} text
 */
export function drawn(text) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const rows = Array.from({ length: code.size }, (_, y) => runs(code, y));
  return { size: code.size + 2 * QUIET, path: rows.flat().join("") };
}

/**
 * @param {import("./vendor/qr.mjs").Bitmap} code
 * @param {number} y
 */
function runs(code, y) {
  const found = [];
  for (let x = 0; x < code.size; x++) {
    if (!code.get(x, y)) continue;
    const from = x;
    while (code.get(x + 1, y)) x++;
    found.push(`M${from + QUIET} ${y + QUIET}h${x + 1 - from}v1H${from + QUIET}z`);
  }
  return found;
}
