/**
 * The page for times without a line. Whoever asks for it keeps the files of play without a server; those people, and
 * whoever has installed the page, have a service worker that leads there when the server is out of reach
 * (`offline/way_worker.js`). Nobody else fetches any of that.
 */

import { html, useEffect, useState } from "../core/lib.js";
import { t } from "../core/text.js";
import { Toggle } from "../core/forms.js";

/** How the caches of `offline/cache_worker.js` begin. */
const CACHES = "stammtisch offline ";

const BASE = new URL("../../", import.meta.url);

/** The two service workers: their script and their scope. */
const FILES = ["offline.js", "offline"];
const WAY = ["offline-way.js", "./"];

/** @param {string[]} one */
const register = ([script, scope]) =>
  navigator.serviceWorker.register(new URL(script, BASE), { scope: new URL(scope, BASE).href, updateViaCache: "none" });

/**
 * The registration for exactly this scope.
 * @param {string[]} one
 */
async function known([, scope]) {
  const at = new URL(scope, BASE).href;
  return (await navigator.serviceWorker.getRegistrations()).find((one) => one.scope === at);
}

/** The way without a line; and if files are kept, those of a newer version. */
export async function renew() {
  await register(WAY);
  await (await known(FILES))?.update();
}

/** Fetch the files, and keep them. Rejects if one can't be fetched or stored. */
async function keep() {
  navigator.storage?.persist?.().catch(() => {});
  await register(WAY);
  const { active, installing, waiting } = await register(FILES);
  const worker = installing ?? waiting;
  if (active || !worker) return;
  await new Promise((resolve, reject) => {
    const changed = () => {
      if (worker.state === "activated") resolve(undefined);
      if (worker.state === "redundant") reject(new Error("redundant"));
    };
    worker.addEventListener("statechange", changed);
    changed();
  });
}

/** Remove the files. Games that are stored in this browser stay. */
async function remove() {
  await (await known(FILES))?.unregister();
  await (await known(WAY))?.unregister();
  for (const name of await caches.keys()) if (name.startsWith(CACHES)) await caches.delete(name);
}

/** The switch of the settings. */
export function KeepOffline() {
  const able = "serviceWorker" in navigator && "caches" in globalThis;
  const [how, say] = useState(able ? "help" : "insecure");
  useEffect(() => {
    if (able) known(FILES).then((one) => { if (one?.active) say("there"); }, () => say("insecure"));
  }, []);
  /** @param {boolean} on */
  const set = async (on) => {
    if (on) say("coming");
    const done = await (on ? keep() : remove()).then(() => true, () => false);
    if (!done) await remove().catch(() => {});
    say(on && done ? "there" : on ? "failed" : "help");
    return on && done;
  };
  return html`
    <div data-test="keep-offline" data-how=${how}><${Toggle} label=${t("offline.keep")}
      help=${html`<span role="status">${t(`offline.keep-${how}`)}</span>`}
      checked=${how === "coming" || how === "there"} disabled=${how === "insecure" || how === "coming"}
      onSet=${set} /></div>`;
}
