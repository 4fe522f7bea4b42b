/** A text as a drawn QR code. Fetched on demand; see sharing.js. */

import { correction, generate } from "../vendor/qr.mjs";

/** Width of the blank border in modules; readers need it to find the code. */
const QUIET_MODULES = 4;

/**
 * The code's width including the border, and its dark modules as a path: one stroke for each run in a row.
 * @param {string} text
 */
export function drawn(text) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const rows = Array.from({ length: code.size }, (_, y) => runs(code, y));
  return { size: code.size + 2 * QUIET_MODULES, path: rows.flat().join("") };
}

/**
 * @param {import("../vendor/qr.mjs").Bitmap} code
 * @param {number} y
 */
function runs(code, y) {
  const found = [];
  for (let x = 0; x < code.size; x++) {
    if (!code.get(x, y)) continue;
    const from = x;
    while (code.get(x + 1, y)) x++;
    found.push(`M${from + QUIET_MODULES} ${y + QUIET_MODULES}h${x + 1 - from}v1H${from + QUIET_MODULES}z`);
  }
  return found;
}
