/**
 * Notifications: what this browser can do, and showing one. A service worker (notifier.js) shows them, because browsers
 * on phones have no other way: there the constructor `Notification` throws. Browsers without service workers use it.
 */

import { possible, subscribe, unsubscribe } from "./push.js";

export { possible };

const WORKER = "notifier.js";

/**
 * Can this browser show notifications? "default": it has to ask the person first.
 * @returns {"granted" | "default" | "denied" | "insecure" | "home" | "unsupported"}
 */
export function ability() {
  if (!isSecureContext) return "insecure";
  if ("Notification" in window) return Notification.permission;
  // Only browsers on iPhones and iPads have `standalone`; they show notifications of apps on the home screen alone.
  return /** @type {any} */ (navigator).standalone === false ? "home" : "unsupported";
}

/** Ask for the permission, and register the service worker. Returns what the browser can do now. */
export async function switchOn() {
  await Notification.requestPermission();
  const can = ability();
  if (can === "granted") await activated().catch(() => {}); // `show` has another way
  return can;
}

/** Subscribe this browser for notices while no page is open. Returns whether they come. */
export async function reachAlways() {
  const registration = await registered().catch(() => null);
  return Boolean(registration && await subscribe(registration));
}

/** The page is open: renew the subscription, and from now on take back what the person sees. */
export async function begin() {
  addEventListener("hashchange", takeBack);
  document.addEventListener("visibilitychange", takeBack);
  if (ability() !== "granted") return;
  takeBack();
  await reachAlways();
}

/** Remove the service worker, and with it all notices. */
export async function switchOff() {
  await reachNoMore();
  await (await known())?.unregister();
}

/** End the subscription for notices while no page is open. */
export async function reachNoMore() {
  const registration = await known();
  if (registration) await unsubscribe(registration);
}

/** Close the notifications of the table that the person looks at. */
async function takeBack() {
  if (document.hidden) return;
  const shown = await (await known())?.getNotifications({ tag: location.href });
  for (const one of shown ?? []) one.close();
}

/**
 * Show a notification. A click on it leads back to the address that the page has now.
 * @param {string} title
 * @param {string} body
 */
export async function show(title, body) {
  if (ability() !== "granted") return;
  const url = location.href;
  try {
    (await activated()).postMessage({ title, body, url });
  } catch {
    construct(title, body, url);
  }
}

/**
 * @param {string} title
 * @param {string} body
 * @param {string} url
 */
function construct(title, body, url) {
  try {
    const shown = new Notification(title, { body, tag: url });
    shown.onclick = () => {
      window.focus();
      goTo(url);
      shown.close();
    };
  } catch {
    // a phone's browser that has switched off service workers: it can't show any
  }
}

/** The registration of the service worker; undefined without one. */
const known = async () => navigator.serviceWorker?.getRegistration(new URL("../", import.meta.url));

/** Register the service worker, unless it is. */
const registered = async () =>
  navigator.serviceWorker.register(new URL(`../${WORKER}`, import.meta.url), { updateViaCache: "none" });

/** The active service worker, registered if it is not there. */
async function activated() {
  const registration = await registered();
  return registration.active ?? installed(registration);
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<ServiceWorker>}
 */
function installed({ installing, waiting }) {
  const coming = installing ?? waiting;
  return new Promise((done, fail) => {
    if (!coming) fail(new Error("no service worker is being installed"));
    coming?.addEventListener("statechange", () => {
      if (coming.state === "activated") done(coming);
      if (coming.state === "redundant") fail(new Error("the service worker was not installed"));
    });
  });
}

/** @param {string} url */
function goTo(url) {
  if (location.href !== url) location.hash = new URL(url).hash;
}

navigator.serviceWorker?.addEventListener("message", ({ data }) => goTo(data.url));
navigator.serviceWorker?.startMessages();
