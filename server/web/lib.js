/** The one place that knows where the vendored libraries lie. */

import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { Fragment, h, render } from "./vendor/preact.mjs";
export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.mjs";
export { batch, computed, effect, signal } from "./vendor/signals.mjs";

export const html = htm.bind(h);
