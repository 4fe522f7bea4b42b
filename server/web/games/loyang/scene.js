/** The country around Loyang: hills and rice terraces behind the path, and the gate at its end. */

import { html } from "../../core/lib.js";

/** Behind the path; stretched to the available width. */
export const Hills = () => html`
  <svg class="lo-hills" viewBox="0 0 1200 120" preserveAspectRatio="none" aria-hidden="true">
    <path class="sky" d="M0 0h1200v120H0z" />
    <path class="far" d="M0 62 90 28l80 30 120-44 110 40 140-32 130 36 120-46 150 42 130-30 130 36v96H0z" />
    <path class="near" d="M0 74q120-26 260-8t280-4 270 2 390-6v64H0z" />
    <path class="meadow" d="M0 88q200-18 420-6t420-4 360-2v46H0z" />
    <path class="terrace" d="M40 92q90-8 170 0M60 99q80-7 150 0M420 88q90-8 170 2M440 95q80-6 150 2
      M800 90q90-8 180 0M820 97q80-6 150 0" />
  </svg>
`;

const battlements = [4, 16, 28, 40, 52, 64, 76, 88, 100];

/** The gate: three roofs over a wall, with an open way through. */
export const Gate = () => html`
  <svg class="lo-gate" viewBox="0 0 116 110" aria-hidden="true">
    <path d="M2 62h112v46H2z" fill="#b98a5a" stroke="#6b4522" />
    ${battlements.map((x) => html`<path key=${x} d="M${x} 55h8v8h-8z" fill="#b98a5a" stroke="#6b4522" />`)}
    <path d="M2 80h34M80 80h34M2 94h34M80 94h34M18 63v17M98 63v17M28 80v14M90 80v14" stroke="#8a6038" fill="none" />
    <path d="M22 38h72v26H22z" fill="#8e2f22" stroke="#4a120b" />
    <path d="M30 44h10v14H30zM53 44h10v14H53zM76 44h10v14H76z" fill="#e3b341" stroke="#6b3a08" />
    <path d="M6 40Q30 34 36 20h44q6 14 30 20l-6 4H12z" fill="#3c5a4a" stroke="#1c2f26" />
    <path d="M26 21Q44 18 48 6h20q4 12 22 15l-5 4H31z" fill="#46695a" stroke="#1c2f26" />
    <path d="M58 1v7M12 44h92M31 25h54" stroke="#e3b341" stroke-width="2" />
    <path d="M40 108V88a18 18 0 0 1 36 0v20z" fill="#2b1a10" stroke="#6b4522" stroke-width="2" />
    <path d="M48 108V90a10 10 0 0 1 20 0v18z" fill="#f4d58a" />
    <path d="M14 68v9M102 68v9" stroke="#4a120b" />
    <ellipse cx="14" cy="80" rx="5" ry="6" fill="#d23c28" stroke="#7a160c" />
    <ellipse cx="102" cy="80" rx="5" ry="6" fill="#d23c28" stroke="#7a160c" />
  </svg>
`;
