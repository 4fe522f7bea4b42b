/** The only module that knows the paths of the vendored libraries. */

import htm from "../vendor/htm.mjs";
import { h } from "../vendor/preact.mjs";

export { Fragment, h, options, render } from "../vendor/preact.mjs";
export { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
export { batch, computed, effect, signal } from "../vendor/signals.mjs";

export const html = htm.bind(h);
