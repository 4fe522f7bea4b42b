/**
 * Keeps the screen on during a game: a phone that goes dark loses its connection, and a bot stands in. Only devices
 * with a touch screen fetch it.
 */

/** Without a move for so long nobody is playing, and the battery is worth more. */
const IDLE_MS = 15 * 60_000;

/** @type {Promise<WakeLockSentinel | null> | null} */
let lock = null;
let wanted = false;
/** @type {Timer} */
let idle = 0;

/**
 * Keep the screen on from now on, as long as this page is visible. Called again with every move.
 * @param {boolean} on
 */
export function keepAwake(on) {
  wanted = on;
  update();
}

function update() {
  clearTimeout(idle);
  if (!wanted || document.hidden) {
    release();
    return;
  }
  idle = setTimeout(release, IDLE_MS);
  lock ??= navigator.wakeLock?.request("screen").catch(() => null); // refused when the battery is low
}

function release() {
  lock?.then((held) => held?.release());
  lock = null;
}

// The browser itself releases the lock of a hidden page.
document.addEventListener("visibilitychange", update);
