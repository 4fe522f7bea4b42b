/**
 * Notices while no page is open. The browser's push service hands them to the service worker (notifier.js); the server
 * is told where that service takes them. The browser ends a subscription by itself at times, and a server that has lost
 * its store has another key: so the page renews it each time it is opened.
 */

import { ask } from "../core/http.js";
import { language } from "../core/settings.js";

/** Could this browser show notices while no page is open, and does the server send them? */
export async function possible() {
  return "PushManager" in window && Boolean((await ask("push").catch(() => ({}))).key);
}

/**
 * Subscribe this browser, or renew its subscription. Returns whether notices come now.
 * @param {ServiceWorkerRegistration} registration
 */
export async function subscribe({ pushManager }) {
  try {
    const { key } = await ask("push");
    if (!key || !pushManager) return false;
    const wanted = bytesOf(key);
    let found = await pushManager.getSubscription();
    if (found && !same(found.options.applicationServerKey, wanted)) {
      await found.unsubscribe();
      found = null;
    }
    found ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
    const { endpoint, keys } = found.toJSON();
    await ask("push", "PUT", { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: language.value });
    return true;
  } catch {
    return false; // the browser has no push service, or the server is away: notices come while a page is open
  }
}

/**
 * End the subscription of this browser.
 * @param {ServiceWorkerRegistration} registration
 */
export async function unsubscribe({ pushManager }) {
  const found = await pushManager?.getSubscription();
  if (!found) return;
  await Promise.allSettled([ask("push", "DELETE", { endpoint: found.endpoint }), found.unsubscribe()]);
}

/**
 * The bytes of a text in base64url.
 * @param {string} text
 */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

/**
 * @param {ArrayBuffer | null} key
 * @param {Uint8Array} wanted
 */
const same = (key, wanted) => String(new Uint8Array(key ?? new ArrayBuffer(0))) === String(wanted);
